"""Rows put together by two things at once."""

import pytest

from retrieval.sheets.shapes.two_groups import each_by_itself, groups_in
from tests.agentic.properties.conftest import ask, keep
from tests.cases import every_case

__all__ = ["ask", "keep"]

pytestmark = pytest.mark.django_db(transaction=True)
SALES = """Sale no,Store,Product,Sold on,Amount
1,North,Lamp,2025-01-14,30
2,South,Lamp,2025-02-03,40
3,North,Lamp,2025-05-20,90
4,North,Desk,2025-05-21,190
"""


def invoice(vendor, number, day, total):
    return f"""# {vendor} invoice

Vendor: {vendor}
Invoice number: {number}
Invoice date: {day}
Total: EUR {total}
"""


@pytest.fixture
def sales(keep):
    keep({"sales.csv": SALES})


@every_case(
    "question, said",
    [
        ("What is the total amount of sales by store and product?", "North, Lamp: 120"),
        ("What is the total amount of sales by store per product?", "North, Lamp: 120"),
        ("What is the total amount of sales per store and quarter?", "North, Q2 2025: 280"),
        ("How many sales are there by store and product?", "North, Lamp: 2"),
    ],
)
def test_each_pair_of_contents_is_a_group(sales, ask, question, said):
    answer = ask(question)
    assert answer is not None
    assert said in answer.text
    assert answer.fit["covers"], answer.fit["missing"]


def test_documents_are_grouped_by_two_things(keep, ask):
    keep({
        "inv-1.md": invoice("Pallas Glass", "P-1", "14 January 2025", "300.00"),
        "inv-2.md": invoice("Pallas Glass", "P-2", "20 May 2025", "450.00"),
        "inv-3.md": invoice("Tern Cables", "T-9", "2 February 2025", "120.00"),
        "inv-4.md": invoice("Tern Cables", "T-11", "9 March 2025", "80.00"),
    })  # fmt: skip
    told = ask("What is the total of the invoices by vendor per quarter?").text
    assert "Tern Cables, Q1 2025: 200" in told
    assert "Pallas Glass, Q2 2025: 450" in told


@every_case(
    "question",
    [
        "What is the total amount of sales by store per week?",
        "Total amount per product and month and by store",
    ],
)
def test_one_of_two_groups_is_not_told_for_both(sales, ask, question):
    answer = ask(question)
    assert answer is None or not answer.fit["covers"] or "Store and" in answer.text


def test_a_second_group_is_known_with_its_own_word_or_without():
    found = groups_in(each_by_itself("How many orders were there by customer and month in 2025?"))
    assert [match["noun"] for match in found] == ["customer", "month"]


def test_what_each_pair_comes_to_is_added_up(sales, ask):
    told = ask("What is the amount by store and product?").text
    assert told.startswith("Sum of Amount")
    assert "North, Lamp: 120" in told
