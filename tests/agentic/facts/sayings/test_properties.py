"""Questions for a property by its label."""

from types import SimpleNamespace

import pytest

from agentic.facts.sayings.properties import _sentence, adds_up
from tests.agentic.properties.conftest import ask, keep

__all__ = ["ask", "keep"]
pytestmark = pytest.mark.django_db(transaction=True)

LEASE = """Lease of the boathouse

Tenant: Wend Rowing Club
Notice: sent by registered mail, whatever the period of the lease
Deposit: EUR 1,250.50
Insurance: kept by the tenant against fire and flood for the whole of the building
"""


def test_a_value_that_is_no_length_of_time_tells_no_period(keep, ask):
    keep({"lease.txt": LEASE})
    assert "registered mail" in ask("What is the notice?").text
    assert ask("What is the notice period?") is None


def test_what_names_nobody_tells_no_one(keep, ask):
    keep({"lease.txt": LEASE})
    assert "Wend Rowing Club" in ask("Who is the tenant?").text
    assert ask("Who is the notice?") is None


def test_a_sum_is_asked_for_unless_the_property_is_called_one():
    assert adds_up("Total order amount by supplier", ("Supplier",))
    assert not adds_up("What is the order total?", ("Order total",))


NOTE = """Delivery note DN-5

Delivered on: 19 May 2025
Customer: Wend Rowing Club
The goods were received complete and undamaged by the club on the same day.
"""


def test_what_was_delivered_is_no_day(keep, ask):
    keep({"note.txt": NOTE})
    told = ask("What was delivered?")
    assert told is None or "19 May 2025" not in told.text
    assert "19 May 2025" in ask("When was it delivered?").text


BILL = """Wend Chandlery Ltd

Invoice no.: W-207
Invoice date: 14 March 2024
For: Fennel Rowing Club

Item          Qty   Amount
Rope            2   EUR 40.00
Tar             1   EUR 20.00

Net amount: EUR 60.00
VAT 20%: EUR 12.00
Total amount: EUR 72.00
Due date: 28 March 2024
"""


@pytest.mark.parametrize(
    "question",
    [
        "What is the total amount of the Wend Chandlery invoice?",
        "How much is to be paid in total on invoice W-207?",
        "How much is to be paid in total on invoice W-207, tax included?",
        "How much does the bill from Wend Chandlery come to, VAT included?",
        "What amount, in euros, does Wend Chandlery bill Fennel in its March 2024 invoice?",
    ],
)
def test_a_bill_says_itself_what_it_comes_to(keep, ask, question):
    keep({"rope.txt": BILL})
    answer = ask(question)
    assert "72.00" in answer.text
    assert "60.00" not in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "How much is to be paid in total on invoice W-208?",
        "How much of invoice W-207 is already paid?",
        "What amount does Wend Chandlery bill Fennel in its April 2024 invoice?",
        "What amount is due on the invoice to Ashdown?",
    ],
)
def test_what_another_bill_comes_to_is_not_told(keep, ask, question):
    keep({"rope.txt": BILL})
    answer = ask(question)
    assert answer is None or "72.00" not in answer.text


def test_a_bill_says_itself_when_it_is_due(keep, ask):
    keep({"rope.txt": BILL})
    assert "28 March 2024" in ask("By when must Fennel pay the Wend Chandlery invoice?").text
    assert ask("By when must Ashdown pay the Wend Chandlery invoice?") is None


OTHER = """Contoso Systems

Invoice

Number: CIV-000575
Bill to: Shrike Retail
VAT: 994521
Sales tax: $4,681.02
Total: $82,698.02
Due Date: July 25, 2025
"""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("By when does Shrike Retail have to pay invoice CIV-000575?", "July 25, 2025"),
        ("How much sales tax is on Contoso's invoice CIV-000575 to Shrike Retail?", "4,681.02"),
        ("How much VAT is on the Wend Chandlery invoice W-207?", "12.00"),
    ],
)
def test_a_bill_is_asked_by_its_number_for_what_it_calls_otherwise(keep, ask, question, told):
    keep({"rope.txt": BILL, "systems-invoice.txt": OTHER})
    answer = ask(question)
    assert told in answer.text
    assert "994521" not in answer.text


@pytest.mark.parametrize(
    "question",
    ["By when does Shrike Retail have to pay invoice CIV-000576?", "How much sales tax is on invoice W-209?"],
)
def test_a_number_that_no_bill_has_is_none_of_theirs(keep, ask, question):
    keep({"rope.txt": BILL, "systems-invoice.txt": OTHER})
    answer = ask(question)
    assert answer is None or not answer.answered


@pytest.mark.parametrize(("title", "told"), [("Sheet 1", "rope.txt"), ("Account sheet", "Account sheet")])
def test_a_number_in_a_title_is_no_figure_to_be_proven(title, told):
    quote = "Due date: 28 March 2024"
    row = (1, 1, "rope.txt", False, "Due date", "2024-03-28", 1, quote, title, "rules", "")
    workings = SimpleNamespace(cite=lambda span: "[1]")
    assert _sentence(row, workings) == f"Due date ({told}): 28 March 2024 [1]."
