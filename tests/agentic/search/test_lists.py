"""Lists and counts of documents of one sort by what others give that they are linked with."""

import pytest

from agentic.inquiry import Models
from agentic.runs import create_run, execute
from agentic.search.answers.export import matches_file
from agentic.search.lists.sorts import Sort
from agentic.search.lists.wanted import wanted_in
from llm.providers.none import NoModel
from retrieval.stems import stems
from tests.agentic.search.conftest import given, stored
from tests.cases import every_case

pytestmark = pytest.mark.django_db(transaction=True)

SHEETS = {  # turbine → site, power, owner
    "T-07": ("Brenholt Ridge", 3300, "Nordvik Energi AS"),
    "T-09": ("Brenholt Ridge", 3450, "Skagen Wind"),
    "T-31": ("Lake Sund", 2000, "Nordvik Energi AS"),
}
VISITS = {  # report → turbine, technician, hours
    "SR-501": ("T-07", "Ida Blom", 5.5),
    "SR-502": ("T-09", "Ida Blom", 7),
    "SR-503": ("T-31", "Karl Oster", 3.5),
    "SR-504": ("T-07", "Karl Oster", 8),
}


@pytest.fixture
def park(workspace, hash_embedder):
    for name, (site, power, owner) in SHEETS.items():
        sheet = stored(workspace, f"turbine-{name}", f"Turbine data sheet {name}", hash_embedder)
        given(sheet, Turbine=name, Rated_power=(power, "kW"), Site=site, Owner=owner)
    for name, (turbine, technician, hours) in VISITS.items():
        report = stored(workspace, f"service-{name}", f"Service report {name}", hash_embedder)
        given(report, Turbine=turbine, Technician=technician, Hours_worked=hours)
        given(report, Date_of_visit="3 June 2025")


@pytest.fixture
def ask(user, workspace, hash_embedder):
    def asked(question, mode="search"):
        run = create_run(user=user, workspace=workspace, question=question, mode=mode)
        execute(run.pk, models=Models(chat=NoModel(), embedder=hash_embedder))
        run.refresh_from_db()
        return run.result

    return asked


def documents(text):
    return [name for name in VISITS if f"service-{name}.pdf" in text.partition(". ")[0]]


@pytest.mark.parametrize("mode", ["search", "auto"])
def test_documents_are_listed_by_what_those_give_that_they_are_linked_with(ask, park, mode):
    answer = ask("List the service reports for turbines owned by Nordvik Energi.", mode)
    assert answer["answered"]
    assert documents(answer["text"]) == ["SR-501", "SR-503", "SR-504"]
    assert "turbine-T-31.pdf gives Owner Nordvik Energi AS" in answer["text"]
    assert "service-SR-501.pdf gives the same turbine as turbine-T-07.pdf" in answer["text"]


def test_a_list_over_two_sorts_can_be_taken_as_a_file(user, workspace, hash_embedder, park):
    question = "List the service reports for turbines owned by Nordvik Energi."
    run = create_run(user=user, workspace=workspace, question=question, mode="search")
    execute(run.pk, models=Models(chat=NoModel(), embedder=hash_embedder))
    run.refresh_from_db()
    told = b"".join(matches_file(run, "csv", lambda document, page: f"/{document}")).decode()
    assert [line.split(",")[0] for line in told.splitlines()[1:]] == [
        "service-SR-501.pdf", "service-SR-503.pdf", "service-SR-504.pdf",
    ]  # fmt: skip


def test_a_count_over_two_sorts_is_computed(ask, park):
    answer = ask("How many service visits were made to turbines at Brenholt Ridge?")
    assert answer["text"].startswith("3 service visits: service-SR-501.pdf")
    assert {number["status"] for number in answer["numbers"]} <= {"computed", "exact"}


@every_case(
    "question, says",
    [
        (
            "Which technicians have serviced the turbine with the highest rated power?",
            "Technician: Ida Blom, of service-SR-502.pdf [",
        ),
        (
            "Who owns the turbine with the lowest rated power?",
            "Owner: Nordvik Energi AS, of turbine-T-31.pdf [",
        ),
        ("Which sites did Karl Oster visit?", "Sites: "),
    ],
)
def test_values_of_one_sort_are_told_by_conditions_on_the_other(ask, park, question, says):
    answer = ask(question)
    assert answer["answered"]
    assert answer["text"].startswith(says)


def test_what_documents_come_to_is_the_sum_of_their_totals(workspace):
    labels = frozenset(("Invoice number", "Contract number", "Total amount"))
    sort = Sort("invoice", frozenset((1, 2)), frozenset(stems("invoice")), labels)
    (way,) = wanted_in("What do the invoices under contracts governed by English law come to?", [sort])
    assert (way.form, way.label, way.said) == ("sum", "Total amount", "invoices")


def test_a_law_is_told_by_what_is_a_country_s_own(ask, park, workspace, hash_embedder):
    for number, law in (("A-1", "England"), ("A-2", "Ireland")):
        lease = stored(workspace, f"lease-{number}", f"Berth lease {number}", hash_embedder)
        given(lease, Lease_number=number, Governing_law=law, Lessor="Brenholt Estate")
    text = ask("Which berth leases are governed by Irish law?")["text"]
    assert "lease-A-2.pdf" in text
    assert "lease-A-1.pdf" not in text


def test_values_that_are_asked_for_are_told_and_not_what_their_documents_are_called(
    ask, workspace, hash_embedder
):
    for number, machine, result in (("MS-1", "Edge bander", "failed"), ("MS-2", "Panel saw", "passed")):
        sheet = stored(workspace, number, f"Maintenance sheet {number}", hash_embedder)
        given(sheet, Machine=machine, Result=result, Technician="Della Rowse")
    assert ask("Which machines failed their maintenance?")["text"].startswith("Machine: Edge bander, of MS-1")


def test_the_one_document_of_the_highest_value_is_told_with_it(ask, park):
    text = ask("Which service report has the highest hours worked?")["text"]
    first = text.partition("\n\n")[0]
    assert "service-SR-504.pdf" in first
    assert "Hours worked 8" in first


def test_an_amount_is_compared_in_the_unit_that_the_label_tells(ask, park):
    answer = ask("Which service reports took more than 6 hours?")
    assert documents(answer["text"] + ". ") == ["SR-502", "SR-504"]


@every_case(
    "question",
    [
        "How many service visits were made to turbines at Ostmark?",
        "How many service visits were cancelled at Brenholt Ridge?",
        "Which service reports are not for turbines at Brenholt Ridge?",
        "Which service reports for turbines at Brenholt Ridge are of 2023?",
        "Which service reports took more than 6 days?",
        "Which technicians have serviced the turbine with the highest noise?",
    ],
)
def test_no_list_is_told_where_a_word_is_not_accounted_for(ask, park, question):
    text = ask(question)["text"]
    assert not text.startswith(("Service reports:", "Technicians:", "3 service"))


def test_what_tells_no_documents_apart_links_nothing(ask, park, workspace, hash_embedder):
    """Two sheets give the model: a report that gives it too is of neither."""
    for name in ("T-40", "T-41"):
        sheet = stored(workspace, f"mast-{name}", f"Mast card {name}", hash_embedder)
        given(sheet, Model="Helix Ninety", Colour="Grey" if name == "T-40" else "White")
    for name in ("1", "2"):
        note = stored(workspace, f"note-{name}", f"Paint note {name}", hash_embedder)
        given(note, Model="Helix Ninety", Painter=f"Painter {'AB'[int(name) - 1]}")
    assert not ask("Which painters painted the mast in White?")["text"].startswith("Painters:")


def test_a_workspace_of_too_many_documents_is_left_to_rows(ask, park, monkeypatch):
    monkeypatch.setattr("agentic.search.lists.answer.MOST_DOCUMENTS", 3)
    answer = ask("List the service reports for turbines owned by Nordvik Energi.")
    assert not answer["text"].startswith("Service reports:")


def test_a_noun_is_not_cut_from_what_it_goes_with(ask, park, workspace, hash_embedder):
    for number in ("PC-1", "PC-2"):
        call = stored(workspace, f"call-{number}", f"Port call report {number}", hash_embedder)
        given(call, Port="Gdansk", Vessel="Aldous")
    vessel = stored(workspace, "aldous", "Vessel particulars", hash_embedder)
    given(vessel, Vessel="Aldous", Flag="Malta")
    answer = ask("How many port calls were made by the vessel under the flag of Malta?")
    assert answer["text"].startswith("2 port calls: call-PC-1.pdf")
