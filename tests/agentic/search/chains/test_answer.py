"""Questions over documents that refer to one another."""

import pytest

from agentic.search.chains import graph
from agentic.search.chains.found import found_in
from agentic.search.chains.graph import Graph
from agentic.search.chains.reading import Reading
from agentic.search.joins.corpus import Corpus
from tests.agentic.search.conftest import given, stored
from tests.cases import every_case
from tests.factories import TableRowFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("mode", ["auto", "search"])
def test_a_value_is_told_of_the_document_that_what_is_named_leads_to(ask, yard, mode):
    answer = ask("Who ordered the goods of invoice CR-78?", mode)
    assert answer["answered"]
    assert answer["text"].startswith("Ordered by: Tomas Brand, of PO-411.pdf")
    assert "CR-78.pdf gives the same purchase order as PO-411.pdf" in answer["text"]


@every_case(
    "question, told",
    [
        ("Which purchase order does the largest claim go back to?", "PO-412 (PO-412.pdf) [1]."),
        (
            "Who received the goods that claim CL-1 complains about?",
            "Received by: Jonna Ek, of DN-81.pdf [1].",
        ),
        (
            "Which course did the inspector of the Silverfisk fail?",
            "Course: Working aloft, of courses.pdf [1].",
        ),
        ("Who is the owner of the vessel whose inspection was not passed?", "Owner: Harald Wenn, of"),
        ("Who is the inspector of the Silverfisk?", "Agneta Fors"),
        ("Which claim was the biggest?", "claim-CL-2.pdf with Amount claimed 412 EUR"),
    ],
)
def test_one_thing_is_found_over_several_links(ask, yard, question, told):
    answer = ask(question, "search")
    assert answer["answered"], answer["text"]
    assert told in answer["text"]


def test_what_shares_a_contract_with_an_order_is_no_part_of_it(ask, yard):
    text = ask("Which invoices belong to orders that Tomas Brand placed?")["text"]
    assert "CR-78" in text
    assert "HT-31" not in text


def test_a_code_leads_on_before_a_name_that_others_have_too(ask, yard):
    text = ask("Which purchase order does claim CL-2 go back to?")["text"]
    assert "PO-412" in text
    assert "PO-411" not in text


def test_who_did_something_that_lines_tell_is_a_person(ask, yard):
    text = ask("Who failed a course?")["text"]
    assert "Rasmus Holt" in text
    assert "Agneta Fors" in text
    assert "Participant" in text


def test_both_who_signed_are_told(ask, yard):
    text = ask("Who signed the contract that purchase order PO-410 refers to?")["text"]
    assert "For the Buyer: Maud Berg, managing director" in text
    assert "For the Supplier: Leif Halden, owner" in text


def test_amounts_of_what_is_meant_are_added_up(ask, yard):
    text = ask("How much was claimed altogether for goods that Jonna Ek received?")["text"]
    assert "449 EUR altogether" in text


@every_case(
    "question, told",
    [
        ("Which orders were delivered late?", ("PO-410", "PO-412")),
        ("Which orders were delivered on time?", ("PO-411",)),
    ],
)
def test_what_was_late_is_told_by_the_days_of_two_documents(ask, yard, question, told):
    text = ask(question)["text"].partition("\n")[0]
    assert tuple(number for number in ("PO-410", "PO-411", "PO-412") if f"{number} (" in text) == told


def test_days_between_two_documents_are_counted(ask, yard):
    answer = ask("How many days after the required date was PO-412 delivered?")
    assert answer["text"].startswith("5 days later: Delivered on: 4 June 2025")
    assert all(number["status"] != "unsupported" for number in answer["numbers"])


def test_an_amount_is_held_against_that_of_another_document(ask, yard):
    answer = ask("How much less was invoiced for PO-410 than was ordered?")
    assert answer["text"].startswith("185 EUR less: Total due: 3,523 EUR")
    assert all(number["status"] != "unsupported" for number in answer["numbers"])


def test_documents_that_are_both_named_are_held_against_each_other(ask, yard):
    assert ask("How much more did order PO-410 cost than PO-412?", "search")["text"].startswith("28 EUR more")
    assert "PO-410" in ask("Which purchase order was the most expensive?", "search")["text"]


def test_a_second_question_is_answered_beside_the_first(ask, yard):
    text = ask("Who filed the claim about the delivery that Rasmus Holt received, and what is its status?")[
        "text"
    ]
    assert "Filed by: Rasmus Holt" in text
    assert "Status: rejected" in text


def test_what_each_is_linked_with_is_told_beside_it(ask, yard):
    text = ask("List all claims that are still open with the order they concern.", "search")["text"]
    assert text.startswith("claim-CL-2.pdf [1] – PO-412 [2].")


@every_case(
    "question",
    [
        "Who painted the goods of invoice CR-78?",
        "Who ordered the goods of invoice CR-99?",
        "Who ordered the goods that were not on invoice CR-78?",
        "Which invoices belong to orders that Tomas Brand cancelled?",
        "Who received HT-31?",
        "Which purchase order does the unpaid claim CL-2 go back to?",
    ],
)
def test_what_is_not_accounted_for_is_not_answered(ask, yard, question):
    assert "gives the same" not in ask(question)["text"]


def test_a_month_is_of_the_day_that_is_spoken_of(ask, yard):
    text = ask("Which claims concern deliveries that were delivered in June 2025?")["text"]
    assert text.startswith("claim-CL-2.pdf"), text
    assert "gives the same" not in ask("Which claims concern orders that expire in May 2025?")["text"]


def test_the_date_that_documents_call_their_own_is_not_the_one_that_is_spoken_of(workspace, hash_embedder):
    for number, day, due in (("A-11", "3 June 2024", "3 July 2024"), ("A-12", "3 May 2024", "3 June 2024")):
        own = stored(workspace, number, f"Invoice {number}", hash_embedder)
        given(own, Invoice_date=day, Due_date=due, Seller="Halden Timber")
    found = found_in(Reading("Which invoices are due in June 2024?", Graph(Corpus(workspace))))
    assert [record.document.filename for record in found.records] == ["A-12.pdf"]


def test_too_many_documents_are_left_to_rows(ask, yard, monkeypatch):
    monkeypatch.setattr(graph, "MOST_DOCUMENTS", 3)
    assert "Tomas Brand" not in ask("Who ordered the goods of invoice CR-78?")["text"].split(".")[0]


def test_cells_beside_the_names_of_lines_are_not_what_somebody_holds(ask, workspace, hash_embedder):
    report = stored(workspace, "report", "Corvane Systems, annual report", hash_embedder)
    for case, patent in (("Ficus v. Corvane", "US 8,114,880"), ("Corvane v. Bode", "US 9,480,112")):
        properties = {"Case": case, "Patent": patent}
        TableRowFactory(document=report, table="Lawsuits", label=case, properties=properties, quote=case)
    stored(workspace, "other", "Another report", hash_embedder)
    assert found_in(Reading("How many patents does Corvane hold?", Graph(Corpus(workspace)))) is None
    assert found_in(Reading("How many cases is Corvane involved in?", Graph(Corpus(workspace)))) is not None
