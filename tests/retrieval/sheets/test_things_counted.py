"""Rows are counted where they are the things that are asked for, and nowhere else."""

import pytest

from retrieval.sheets.request.around import done_with
from retrieval.sheets.things_counted import _heads
from tests.agentic.properties.conftest import ask, keep
from tests.cases import every_case

__all__ = ["ask", "keep"]

LAWSUITS = """# Corvane Systems, annual report 2023

As of December 31, 2023 we held 4,210 patents.

## Lawsuits in which patents are asserted

| Case | Patent | Court | Damages sought |
| --- | --- | --- | --- |
| Ficus v. Corvane | US 8,114,880 | Texas | 12.5 |
| Corvane v. Bode | US 9,480,112 | Delaware | 30.0 |
| Reyl v. Corvane | US 7,020,541 | California | 4.0 |

## Sales of stores by quarter

| Quarter | Sales of stores | Costs |
| --- | --- | --- |
| Q1 | 410 | 12 |
| Q2 | 432 | 9 |
| Q3 | 455 | 15 |

## Store leases

| Lease | City | Expires |
| --- | --- | --- |
| Harbor Mall | Boston | 2026 |
| Union Square | New York | 2029 |
"""
SALES = "Sale no,Store,Product,Amount\n1,North,Lamp,30\n2,South,Lamp,40\n3,North,Chair,90\n4,North,Desk,190\n"


@pytest.fixture
def report(keep):
    keep({"corvane-annual-report.md": LAWSUITS})


@pytest.mark.django_db(transaction=True)
@every_case(
    "question",
    [
        "How many patents does Corvane hold?",
        "How many patents are there?",
        "How many stores does Corvane have?",
        "How many cities does Corvane have?",
    ],
)
def test_rows_of_something_else_are_not_counted(report, ask, question):
    assert ask(question) is None


@pytest.mark.django_db(transaction=True)
@every_case(
    "question, said",
    [
        ("How many lawsuits are there?", "3 rows"),
        ("How many leases are there?", "2 rows"),
        ("How many leases expire in 2029?", "1 of 2 rows"),
    ],
)
def test_rows_are_counted_by_their_caption_or_their_own_heading(report, ask, question, said):
    answer = ask(question)
    assert answer is not None
    assert said in answer.text


@pytest.mark.django_db(transaction=True)
def test_records_are_counted_as_their_file_is_called(keep, ask):
    keep({"sales.csv": SALES})
    assert "3 of 4 rows" in ask("How many sales of the North store were there?").text


@pytest.mark.django_db(transaction=True)
def test_rows_are_what_a_column_has_the_number_of(keep, ask):
    awards = "Works,Contract No.,State\nBridge at Osk,C/4,ongoing\nQuay wall,C/7,done\nCulvert,C/9,ongoing\n"
    keep({"awards.csv": awards})
    assert "2 of 3 rows" in ask("How many contracts are ongoing?").text


@pytest.mark.django_db(transaction=True)
def test_what_rows_repeat_is_counted_once(keep, ask):
    keep({"sales.csv": SALES})
    assert ask("How many stores are in the sales file?").text.startswith("2 different Store")


@pytest.mark.django_db
@every_case(
    "name, heads",
    [
        ("Lawsuits in which patents are asserted", {"Lawsuits"}),
        ("order-book", {"order"}),
        ("Stores by region", {"region"}),
        ("List of patents", {"patents"}),
        ("Contract description", {"Contract"}),
        ("Store lease expiries", {"expiries"}),
        ("County or city", {"County", "city"}),
    ],
)
def test_a_name_says_what_it_is_of(name, heads):
    assert _heads(name) == heads


@every_case(
    "question, done",
    [
        ("How many stores did Meridian open in 2024?", {"open"}),
        ("How many stores does Meridian have?", {"have"}),
        ("How many stores are there in the South?", set()),
    ],
)
def test_what_was_done_with_things_is_known_by_its_verb(question, done):
    assert done_with(question) == done


@pytest.mark.django_db(transaction=True)
def test_rows_are_no_total(keep, ask):
    budget = (
        "Department,Cost type,Q1,Q2\nSales,Travel,18,24\nSales,Rent,6,6\nWorks,Travel,4,6\nWorks,Rent,9,9\n"
    )
    keep({"budget-2026.csv": budget})
    answer = ask("What is the total travel budget for 2026 by department?")
    assert answer is None or "rows of" not in answer.text


DEATHS = "Kind,Year,Deaths\n" + "".join(
    f"{kind},{year},{1200 + 7 * year}\n" for kind in ("Flood", "Storm") for year in range(1998, 2006)
)


def test_years_of_a_kind_are_not_counted_as_things_of_that_kind(keep, ask):
    keep({"deaths.csv": DEATHS})
    assert ask("How many floods were there?") is None
    assert ask("How many floods were there from 2001 to 2003?") is None
    assert ask("How many rows are about floods?").text.startswith("8 of 16 rows")


def test_years_between_two_are_added_up_and_no_end_of_them_is_left_out(keep, ask):
    keep({"deaths.csv": DEATHS})
    for said in ("from 2001 to 2003", "between 2001 and 2003", "in 2001-2003", "in 2001 to 2003"):
        assert "45,642" in ask(f"How many deaths were there by floods {said}?").text, said
