"""Values that stand in another document than the name that is given, found by what both have in common."""

import pytest

from agentic.inquiry import Models
from agentic.runs import create_run, execute
from agentic.search.joins import corpus
from agentic.search.joins.asked import akin, asked_of
from llm.providers.none import NoModel
from tests.agentic.search.conftest import given, stored
from tests.cases import every_case
from tests.factories import TableRowFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def papers(workspace, hash_embedder):
    """Orders and delivery notes, leases and inspections, a recall, minutes and plans, claims."""
    for number, supplier, approved, item in (
        ("PO-7781", "Marlow Packaging", "Hanna Brandt", "Boxes"),
        ("PO-7782", "Ostrava Glass", "Jonas Weil", "Glass jars"),
    ):
        order = stored(workspace, number, f"Purchase order {number}", hash_embedder)
        given(order, PO_number=number, Supplier=supplier, Approved_by=approved)
        TableRowFactory(document=order, table="Items", label=item, properties={"Quantity": 5}, quote=item)
    for number, order, carrier, day, weight in (
        ("DN-55120", "PO-7781", "Swift Haulage", "18 March 2025", 640),
        ("DN-55161", "PO-7782", "Danube Freight", "29 March 2025", 2150),
    ):
        note = stored(workspace, number, f"Delivery note {number}", hash_embedder)
        given(note, Delivery_date=day, Your_order=order, Carrier=carrier, Gross_weight=(weight, "kg"))
    for premises, tenant, finding in (
        ("14 Quay Street", "Bluewater Tools Ltd", "The roof leaks above the bay."),
        ("88 Canal Road", "Kestrel Foods", "No defects were found."),
    ):
        lease = stored(workspace, f"lease-{premises[:2]}", "Lease agreement", hash_embedder)
        given(lease, Premises=premises, Tenant=tenant, Lease_end=f"30 June 20{premises[:2]}")
        visit = stored(workspace, f"visit-{premises[:2]}", "Inspection report", hash_embedder, text=finding)
        given(
            visit,
            Premises=premises,
            Inspector=f"Inspector of {premises[:2]}".replace(premises[:2], tenant[:7]),
        )
    stored(
        workspace, "recall", "Recall notice", hash_embedder,
        text="Glass was found in it. The jars came with delivery note DN-55161.",
    )  # fmt: skip
    minutes = "Dana Holt was in the chair. Igor Pavlov presents the budget of project Aurora in March."
    stored(workspace, "minutes", "Minutes of the committee", hash_embedder, text=minutes)
    for project, manager in (("Aurora", "Lena Fuchs"), ("Beacon", "Karim Said")):
        plan = stored(workspace, project, f"Project plan {project}", hash_embedder)
        given(plan, Project=project, Project_manager=manager, Sponsor="Dana Holt")
    for number, policy, amount in (
        ("CL-118", "BX-17", 4300),
        ("CL-140", "BX-17", 960),
        ("CL-131", "BX-22", 18750),
    ):
        claim = stored(workspace, number, f"Claim {number}", hash_embedder)
        given(claim, Claim_number=number, Policy_number=policy, Amount_claimed=(amount, "GBP"))
    for policy, holder in (("BX-17", "Fern Bakery"), ("BX-22", "Bluewater Tools Ltd")):
        document = stored(workspace, policy, f"Insurance policy {policy}", hash_embedder)
        given(document, Policy_number=policy, Policyholder=holder)
    return workspace


@every_case(
    "question, said",
    [
        ("Who approved the purchase order of delivery note DN-55161?", "Jonas Weil"),
        ("What is the gross weight of the delivery for purchase order PO-7781?", "640 kg"),
        ("Which carrier delivered the glass jars that Ostrava Glass supplied?", "Danube Freight"),
        ("Who approved the order delivered on 18 March 2025?", "Hanna Brandt"),
        ("Who is the tenant of the premises where the roof leaks?", "Bluewater Tools Ltd"),
        ("Who inspected the premises leased by Kestrel Foods?", "Inspector of Kestrel"),
        ("Who manages the project whose budget Igor Pavlov presents?", "Lena Fuchs"),
        ("Who supplied the jars in the recall notice?", "Ostrava Glass"),
    ],
)
def test_a_value_is_found_in_the_document_that_is_linked(search, papers, question, said):
    run = search(question)
    assert run.answer.partition(", of ")[0].endswith(said), run.answer
    assert len({citation["document"] for citation in run.result["citations"]}) >= 2


def test_a_question_without_a_mode_is_joined_too(user, workspace, papers, hash_embedder):
    run = create_run(
        user=user, workspace=workspace, question="Who approved the purchase order of delivery note DN-55161?"
    )
    execute(run.pk, models=Models(NoModel(), hash_embedder))
    run.refresh_from_db()
    assert (run.route, run.answer.partition(", of ")[0]) == ("search", "Approved by: Jonas Weil")


def test_the_values_of_several_linked_documents_are_added_up(search, papers):
    run = search("What is the total amount claimed under the policy of Fern Bakery?")
    assert "5,260" in run.answer
    assert "same policy number" in run.answer


@every_case(
    "question",
    [
        "Who approved DN-55161?",  # the order was approved, not the note
        "Who approved the recall notice?",
        "Who audited the premises leased by Kestrel Foods?",
        "Which carrier delivered the bottles that Ostrava Glass supplied?",
        "Who sponsors the building of Igor Pavlov?",
        "What is the amount claimed under the policy of Fern Bakery?",  # two, and not their sum
        "Who approved the order that was not delivered on 18 March 2025?",
    ],
)
def test_what_the_documents_do_not_bear_out_is_not_joined(search, papers, question):
    assert ", of " not in search(question).answer


def test_what_documents_with_the_name_give_themselves_is_not_joined(search, papers, workspace, hash_embedder):
    """The claims name the holder too: those are meant, and not all that share a policy with one."""
    for claim in workspace.documents.filter(filename__in=["CL-118.pdf"]):
        given(claim, Claimant="Fern Bakery")
    assert "same policy" not in search("What is the total amount claimed by the claim of Fern Bakery?").answer


def test_a_value_that_many_documents_have_tells_nothing(papers, monkeypatch):
    values = ["po-7781", "danube freight"]
    assert [row.label for row in corpus.Corpus(papers).giving(values)] == [
        "PO number",
        "Your order",
        "Carrier",
    ]
    monkeypatch.setattr(corpus, "MOST", 1)  # the order and its note are two
    assert [row.label for row in corpus.Corpus(papers).giving(values)] == ["Carrier"]


def test_no_further_way_is_tried_once_time_is_up(search, papers, monkeypatch):
    monkeypatch.setattr(corpus, "MOST_SECONDS", -1.0)
    assert ", of " not in search("Who approved the order delivered on 18 March 2025?").answer


def test_what_all_documents_give_is_left_to_rows(search, papers):
    """Fields alone say it: no document has to be looked for that others are linked with."""
    steps = search("What is the total amount claimed?").steps.values_list("title", flat=True)
    assert "Join documents by what they have in common" not in steps


@pytest.mark.parametrize(
    "one, other, are",
    [
        ("inspect", "inspector", True), ("suppli", "supplier", True), ("deliv", "deliveri", True),
        ("employ", "employ", True), ("car", "carrier", False), ("term", "terminal", False),
        ("contract", "contraband", False), ("order", "bord", False),
    ],
)  # fmt: skip
def test_stems_of_one_word_are_akin(one, other, are):
    assert akin(one, other) is are


def test_a_label_is_taken_where_the_question_names_it_first():
    labels = ["Premises", "Monthly rent", "Tenant", "Total", "Amount claimed"]
    asked = asked_of("What is the monthly rent of the premises that Colin Frost inspected?", labels)
    assert (asked.labels, asked.names) == (("Monthly rent",), ("Colin Frost",))
    assert asked_of("What is the total amount claimed under policy BX-1?", labels).labels == (
        "Amount claimed",
    )
    assert asked_of("How is the rent of the premises at 2 Mill Lane paid?", labels) is None
    assert asked_of("What is the total amount claimed under policy BX-1 in March 2024?", labels) is None
    assert asked_of("Which tenant has the lowest monthly rent?", labels) is None


def test_a_label_may_be_named_by_its_first_word_where_no_other_has_it():
    question = "What is the excess on the warranty of the machine on sheet MS-305?"
    labels = ["Excess per claim", "Machine", "Warranty period", "Owner"]
    assert asked_of(question, labels).labels == ("Excess per claim",)
    assert asked_of(question, [*labels, "Excess mileage"]) is None
