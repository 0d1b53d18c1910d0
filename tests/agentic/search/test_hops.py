"""Questions over two documents: the first step's results fill the next."""

from datetime import date

import pytest

from documents.models import Entity, Relationship
from tests.agentic.search.conftest import given, stored
from tests.factories import EntityFactory

pytestmark = pytest.mark.django_db(transaction=True)
PEOPLE = {"Harbour": "Mary Quill", "Lumen": "Tom Ander", "Osprey": "Ines Vogt"}
NUMBERS = {"Harbour": "C-1001", "Lumen": "C-1002", "Osprey": "C-1003"}
DAYS = {"Harbour": 30, "Lumen": 90, "Osprey": 45}
INVOICES = {  # number → supplier, month, amount
    "INV-31": ("Harbour", 5, 4200), "INV-32": ("Lumen", 4, 7350), "INV-33": ("Harbour", 3, 1980),
}  # fmt: skip


@pytest.fixture
def trade(workspace, hash_embedder):
    """Three contracts, and invoices that give the numbers of two of them under a label of their own."""
    for name, signer in PEOPLE.items():
        document = stored(workspace, f"{name}-contract", f"{name} services contract", hash_embedder)
        given(document, Supplier=f"{name} Ltd", Notice_period=(DAYS[name], "days"), Signed_by=signer)
        given(document, Contract_number=NUMBERS[name], End_date=f"{DAYS[name] // 3} June 2026")
    for number, (name, month, amount) in INVOICES.items():
        day = date(2024, month, 12)
        document = stored(
            workspace, f"invoice-{number}", f"Invoice {number}", hash_embedder, document_date=day
        )
        given(document, Invoice_number=number, Vendor=f"{name} Ltd", Order_reference=NUMBERS[name])
        given(document, Total_amount=(amount, "EUR"))
    return workspace


@pytest.mark.parametrize(
    "question, said",
    [
        ("Who signed the contract that the invoice INV-32 refers to?", "Tom Ander"),
        ("Who signed the contract that the invoice of April refers to?", "Tom Ander"),
        ("Who signed the contract referred to in invoice INV-32?", "Tom Ander"),
        ("What is the notice period of the contract behind invoice INV-31?", "30 days"),
        ("When does the contract end that invoice INV-32 refers to?", "30 June 2026"),
    ],
)
def test_of_a_linked_document_it_is_told_what_is_asked(search, trade, question, said):
    run = search(question)
    assert said in run.answer
    others = {*PEOPLE.values(), "45 days", "10 June 2026"} - {said}
    assert not any(other in run.answer for other in others)
    assert "gives the same" in run.answer
    assert len({citation["document"] for citation in run.result["citations"]}) == 2


@pytest.mark.parametrize(
    "question",
    [
        "Which invoices refer to the contract signed by Mary Quill?",
        "List the invoices that belong to the contract with 30 days notice period",
    ],
)
def test_all_documents_that_are_linked_are_listed(search, trade, question):
    run = search(question)
    listed = {row[0] for table in run.result["tables"] for row in table["rows"]}
    assert listed == {"invoice-INV-31.pdf", "invoice-INV-33.pdf"}
    assert "invoice-INV-32" not in run.answer


def test_what_linked_documents_give_is_added_up(search, trade):
    run = search("What is the total amount of the invoices that refer to the contract signed by Mary Quill?")
    assert "6,180" in run.answer
    assert all(number["status"] != "unsupported" for number in run.result["numbers"])


def test_a_value_of_one_document_fills_the_question_for_another(search, trade):
    run = search("Which contracts are with the vendor of invoice INV-32?")
    assert "Lumen-contract.pdf" in run.answer
    assert "Lumen Ltd is the vendor of invoice-INV-32.pdf" in run.answer
    assert "Harbour" not in run.answer


def test_a_thing_that_one_kind_of_document_tells_apart_is_looked_up_in_another(
    search, workspace, hash_embedder
):
    for name, boiling, purity in (("Acetone", 56, 99.9), ("Toluene", 111, 98.5), ("Hexane", 69, 97.1)):
        sheet = stored(workspace, f"{name}-datasheet", f"{name} datasheet", hash_embedder)
        given(sheet, Solvent=name, Boiling_point=(boiling, "°C"))
        paper = stored(workspace, f"{name}-certificate", f"Certificate of {name}", hash_embedder)
        given(paper, Solvent=name, Purity=(purity, "%"))
    run = search("What is the purity of the solvent with the highest boiling point?")
    assert "98.5" in run.answer
    assert "Toluene is the solvent of Toluene-datasheet.pdf" in run.answer
    assert "99.9" not in run.answer


@pytest.fixture
def unnumbered(workspace, hash_embedder):
    """Two policies and a letter that share no number."""
    fleet = stored(workspace, "fleet-policy", "Fleet policy", hash_embedder, text="Cars are kept clean.")
    travel = stored(workspace, "travel-policy", "Travel policy", hash_embedder, text="Trains go first.")
    for document, owner in ((fleet, "Ada Moor"), (travel, "Ben Lake")):
        given(document, Owner=owner)
    letter = stored(workspace, "letter-7", "Letter L-7", hash_embedder, text="As the handbook FP-204 says.")
    given(letter, Letter_number="L-7/2024")
    return fleet, travel, letter


def asked_for_the_owner(search):
    return search("Who is the owner of the policy that the letter L-7/2024 refers to?").answer


def test_a_document_is_found_by_its_being_named(search, unnumbered):
    fleet, _, letter = unnumbered
    Relationship.objects.create(
        workspace=fleet.workspace, source=letter, target=fleet, relationship_type="references",
        description="letter-7.pdf names it on page 1: “fleet policy”.",
    )  # fmt: skip
    told = asked_for_the_owner(search)
    assert "Ada Moor" in told
    assert "Ben Lake" not in told
    assert "letter-7.pdf names it on page 1" in told


def test_where_nothing_else_links_them_a_number_is_looked_for_in_the_text(search, unnumbered):
    fleet, _, _ = unnumbered
    given(fleet, Policy_code="FP-204")
    told = asked_for_the_owner(search)
    assert "Ada Moor" in told
    assert "Ben Lake" not in told
    assert "letter-7.pdf names fleet-policy.pdf" in told


def test_documents_are_joined_by_whom_both_name(search, unnumbered):
    fleet, _, letter = unnumbered
    for document in unnumbered:
        EntityFactory(document=document, entity_name="Acme Corp", entity_type=Entity.Type.ORGANIZATION)
    for document in (fleet, letter):
        EntityFactory(document=document, entity_name="Rita Vane", entity_type=Entity.Type.PERSON)
    told = asked_for_the_owner(search)
    assert "Ada Moor" in told
    assert "Ben Lake" not in told
    assert "name the same parties: acme corp, rita vane" in told


def test_documents_that_nothing_links_are_not_joined(search, unnumbered):
    told = asked_for_the_owner(search)
    assert not ("Ada Moor" in told and "letter-7.pdf" in told)


def test_the_first_document_is_searched_for_where_no_field_names_it(search, trade, hash_embedder):
    letter = stored(
        trade, "letter-9", "A letter", hash_embedder, text="This letter complains of scratched windows."
    )
    given(letter, Contract_number="C-1003")
    assert (
        "Ines Vogt"
        in search("Who signed the contract that the letter about scratched windows refers to?").answer
    )


def test_only_documents_that_the_user_chose_are_joined(search, trade):
    chosen = list(trade.documents.exclude(filename="Lumen-contract.pdf").values_list("pk", flat=True))
    run = search("Who signed the contract that the invoice INV-32 refers to?", document_ids=chosen)
    assert "Tom Ander" not in run.answer


def test_steps_make_no_more_calls_than_one_question_may(search, trade, settings):
    settings.RAGSITE_SEARCH_CALLS = 3
    run = search("What is the total amount of the invoices that refer to the contract signed by Nobody?")
    calls = [
        step for step in run.steps.all() if step.input.get("tool") or step.title.startswith("Try a plan")
    ]
    assert len(calls) <= 3
