"""Questions about documents by what they say of themselves: bound, or handed over."""

from pathlib import Path

import pytest

from documents.models import Document, TableRow
from tests.agentic.properties.small_documents import (
    CONTRACTS,
    INVOICES,
    ORDERS,
    PAPERS,
    PROSE,
    RECEIPTS,
    SLIPS,
)

HERE = Path(__file__).parent
pytestmark = pytest.mark.django_db(transaction=True)

# What no property tells, or what sets a condition that is not understood: no answer of these facts.
HANDED_OVER = [
    "Which contracts do not end before July 2024?",
    "How many contracts end before July and mention dragons?",
    "Which contracts have a liability cap under EUR 500?",
    "Which contracts have an excellent notice period under 60 days?",
    "Which contracts end before July or after September 2024?",
    "How many contracts end soon?",
    "How many contracts except leases end in 2024?",
    "Which contract is the most dangerous?",
    "How many invoices are overdue?",
    "How many invoices were paid in March 2024?",
    "How much did we spend on paper?",
    "Which invoices are under 60 days?",
    "What is the total of unpaid invoices due before June 2024?",
    "How many contracts were renewed twice by suppliers?",
]


def misses(ask, name):
    """The questions whose answer does not say this in this order, is not proven or leaves a part out."""
    found = []
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        question, _, expected = line.partition(" → ")
        words = expected.split(" | ")
        answer = ask(question)
        text = answer.text if answer else "handed over"
        at = 0
        for word in words:
            at = text.find(word, at)
            if at < 0:
                found.append(f"{question} → {text} (without “{word}”)")
                break
        if answer and any(number.status == "unsupported" for number in answer.numbers):
            found.append(
                f"{question} → {text}: {[n.text for n in answer.numbers if n.status == 'unsupported']}"
            )
        if answer and not answer.fit["covers"]:
            found.append(f"{question} → {text}: {answer.fit['missing']}")
    return found


def test_conditions_on_contracts_are_bound_to_what_they_are_said_of(keep, ask):
    keep({**CONTRACTS, **PROSE})
    assert misses(ask, "contracts.txt") == []


def test_conditions_on_invoices_receipts_and_orders_are_bound(keep, ask):
    keep({**INVOICES, **RECEIPTS, **ORDERS})
    assert misses(ask, "others.txt") == []


def test_properties_of_any_kind_of_document_are_conditions(keep, ask):
    keep(PAPERS)
    assert misses(ask, "papers.txt") == []


def test_slips_bills_and_agreements_are_asked_by_any_of_their_lines(keep, ask):
    keep(SLIPS)
    assert misses(ask, "slips.txt") == []


def test_times_told_from_today_and_months_without_a_year_are_proven(keep, ask):
    keep({**CONTRACTS, **PROSE})
    for question in (
        "How many contracts end before July?",
        "Which contracts have expired?",
        "Which contracts expire within the next 90 days?",
        "Which contract expires next?",
    ):
        answer = ask(question)
        assert "contract" in answer.text
        assert not any(number.status == "unsupported" for number in answer.numbers), answer.text


def test_what_cannot_be_bound_is_handed_over(keep, ask):
    keep({**CONTRACTS, **INVOICES})
    answered = [question for question in HANDED_OVER if (answer := ask(question)) and answer.answered]
    assert answered == []


def test_who_must_answer_says_what_was_not_taken_into_account(keep, ask):
    keep(CONTRACTS)
    text = ask("Which contracts do not end before July 2024?", insist=True).text
    assert "Not taken into account: “end”, “not”" in text


def test_a_superseded_edition_is_left_out_and_said(keep, ask):
    keep({name: CONTRACTS[name] for name in ("alder-supply-contract.txt", "birch-cleaning-contract.txt")})
    new, old = Document.objects.order_by("filename")
    old.superseded_by.add(new)
    text = ask("How many contracts end in 2024?").text
    assert text.startswith("1 of 1 contract ends in 2024: alder")
    assert "1 superseded edition is left out" in text


def test_documents_of_another_workspace_are_not_counted(keep, ask, other_workspace):
    keep(CONTRACTS)
    moved = Document.objects.get(filename="alder-supply-contract.txt")
    TableRow.objects.filter(document=moved).update(workspace=other_workspace)
    Document.objects.filter(pk=moved.pk).update(workspace=other_workspace)
    assert ask("How many contracts end in 2024?").text.startswith("2 of 5 contracts end in 2024: birch")


def test_a_day_is_read_as_its_document_writes_days(keep, ask):
    """In pounds, 2/6 is the second of June."""
    day = "Date: 02/06/2024\n"
    kept = "All prices include value added tax. Please keep this slip.\n"
    keep(
        {
            "receipt-cafe.txt": f"BLUE HERON CAFE\nReceipt No. 4711\n{day}\nTotal GBP 11.50\n{kept}",
            "receipt-taxi.txt": f"Night Owl Taxi\nReceipt No. 12\n{day}\nTotal: USD 8.00\n{kept}",
        }
    )
    assert "receipt-cafe.txt (2 June 2024)" in ask("Which receipts are dated after 1 May 2024?").text
    assert "receipt-taxi.txt (6 February 2024)" in ask("Which receipts are dated before 1 May 2024?").text
