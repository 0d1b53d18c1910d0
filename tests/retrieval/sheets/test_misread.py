"""What rows would tell of a question that asks for something else."""

from dataclasses import replace

import pytest

from retrieval.sheets.asked import Named, Request
from retrieval.sheets.misread import (
    adds_up_a_time,
    asks_a_doer,
    asks_whom,
    folds_statistics,
    holds_two_against,
    is_person,
    tells_other_year,
)
from retrieval.sheets.model import Column, Row, Sheet


def column(name, *, is_number=False):
    return Column(name, frozenset([name.lower()]), frozenset(), is_number=is_number)


def sheet(*participants):
    columns = (column("Course"), column("Participant"))
    rows = tuple(
        Row(
            label="Forklift",
            cells={"Course": "Forklift", "Participant": each},
            span=None,
            units={},
            places={},
        )
        for each in participants
    )
    return Sheet(
        document_id=1, filename="courses.csv", title="courses", columns=columns, rows=rows, names=frozenset(),
        label=columns[0], is_list=True,
    )  # fmt: skip


def test_somebody_is_asked_for_where_rows_are_called_by_what_was_done():
    assert asks_whom(sheet("Jonna Ek", "Rasmus Holt"), "Who failed a course?")
    assert not asks_whom(sheet("Jonna Ek", "Rasmus Holt"), "Which course was failed?")
    assert not asks_whom(sheet("Jonna Ek", "team two"), "Who failed a course?")


def test_a_number_is_nobody_who_does_something():
    assert asks_a_doer(column("Insured value", is_number=True), "Which insurer covers the horse?")
    assert not asks_a_doer(column("Insurer number", is_number=True), "Which insurer covers the horse?")
    assert not asks_a_doer(column("Height", is_number=True), "Which tower is highest?")


@pytest.mark.parametrize(
    ("text", "person"),
    [
        ("Jonna Ek", True),
        ("Dr. Ida Blom", True),
        ("Halden Timber Ltd", False),
        ("first aid", False),
        ("Ek", False),
    ],
)
def test_names_of_persons_are_told(text, person):
    assert is_person(text) == person


def test_a_column_of_another_year_than_the_one_asked_for_tells_nothing():
    years = [
        Column(str(year), frozenset([str(year)]), frozenset([year]), is_number=True) for year in (2018, 2020)
    ]
    request = Request(
        replace(sheet(), columns=(*sheet().columns, *years)), "average", (years[1],), (), None, (), 1
    )
    assert tells_other_year(request, "What was the average in 2018?")
    assert not tells_other_year(request, "What was the average in 2020?")
    assert not tells_other_year(request, "What was the average in 2011?")  # of which the sheet has no column
    assert not tells_other_year(request, "What was the average?")


def test_two_contents_that_are_held_against_each_other_have_no_end_together():
    both = Named("Course", frozenset({"Forklift", "Ladder"}), "forklift, ladder")
    request = Request(sheet("Jonna Ek"), "highest", (), (both,), None, (), 2)
    assert holds_two_against(request, "In which year did forklift first have more people than ladder?")
    summed = replace(request, ask="sum")
    assert holds_two_against(summed, "When did forklift have more people than ladder?")
    assert not holds_two_against(summed, "How many more people had forklift than ladder?")
    assert not holds_two_against(request, "Which of forklift and ladder had most people?")
    assert not holds_two_against(replace(request, conditions=()), "Which year had more people than 2020?")


def test_all_rows_of_a_year_are_put_together_only_where_the_table_has_the_words():
    of = Column("2021", frozenset(("2021",)), frozenset((2021,)), is_number=True)
    request = Request(sheet("A", "B"), "sum", (of,), (), None, (), 1, around=2)
    assert adds_up_a_time(request)
    assert not adds_up_a_time(replace(request, around=0))
    assert not adds_up_a_time(replace(request, conditions=(Named("Course", frozenset(("x",)), "x"),)))
    visitors = Column("Visitors 2021", frozenset(("visitor", "2021")), frozenset((2021,)), is_number=True)
    assert not adds_up_a_time(replace(request, of=(visitors,)))


def test_rows_that_are_a_mean_and_a_deviation_are_not_averaged():
    of = Column("Weight", frozenset(("weight",)), frozenset(), is_number=True)
    summary = sheet("A", "B", "C")
    names = ("Arithmetic Mean", "Standard Deviation", "Maximum")
    rows = tuple(replace(row, label=name) for row, name in zip(summary.rows, names, strict=True))
    request = Request(replace(summary, rows=rows), "average", (of,), (), None, (), 1)
    assert folds_statistics(request)
    assert not folds_statistics(replace(request, ask="list"))
    assert not folds_statistics(replace(request, sheet=summary))
