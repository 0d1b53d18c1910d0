"""Cells by row, column and year, and what follows from them: said first, proven, or handed over."""

import pytest

from agentic.tables.cells.question import asked_of_cells
from tests.agentic.tables.test_answer import misses

pytestmark = pytest.mark.django_db(transaction=True)

RIGHT = """
What was the diesel fuel in 2020? → Diesel fuel in 2020 was $480 thousand
What were the harbour dues in 2021 and 2020 respectively? → 2021: $150 thousand | 2020: $120 thousand
What were the harbour dues for 2021 to 2019 respectively? → 2021: $150 thousand | 2020: $120 thousand | 2019
What was Other in 2019? → Other in 2019 was $80 thousand
What is the change in diesel fuel from 2019 to 2020? → from 2019 to 2020 was -$40 thousand
What was the increase / (decrease) in crew wages between 2020 and 2021? → was $140 thousand
What is the percentage change in total running costs from 2020 to 2021? → was 15.91%
What is the average crew wages for 2019 to 2021? → average | was $1,106.67 thousand
What is the average harbour dues for 2020 and 2021? → was $135 thousand
What is the average crew wages over the 3 year period from 2019 to 2021? → average | was $1,106.67 thousand
What is the average crew wages across the three year period? → average | was $1,106.67 thousand
What is the percentage constitution of diesel fuel in total running costs in 2021? → was 29.90%
What is insurance payments as a percentage of diesel fuel in 2021? → was 4.92% | Of $30 thousand
What is the 2021 average harbour dues? → was $135 thousand
What is the average insurance payments for 2020 and 2021? → was $25 thousand
What is the sum of diesel fuel and harbour dues in 2021? → sum | was $760 thousand
What is diesel fuel as a percentage of total running costs in 2021? → was 29.90%
What proportion of the total running costs in 2020 is made up of crew wages? → was 62.50%
What is harbour dues as a percentage of crew wages in 2020 and 2021? → in 2020 was 10.91% | in 2021 was 12.10%
What are the components of total running costs? → Crew wages | Harbour dues | add up to | $2,040
What is the difference between the north and south yard book value? → was $2,000 thousand
What is the difference between the south and north yard book value? → was $2,000 thousand
What is the difference in diesel fuel between 2019 and 2020? → was $40 thousand | less in 2020
What is the difference in diesel fuel and harbour dues in 2021? → was $460 thousand
What is the ratio of crew wages to diesel fuel in 2021? → was 2.03
What is the ratio of crew wages in 2021 to 2020? → was 1.13
What were the respective diesel fuel and harbour dues in 2021? → fuel in 2021: $610 | dues in 2021: $150
What is the average of crew wages, diesel fuel and harbour dues in 2021? → was $666.67 thousand
What is the % change in harbour dues from 2019 to 2020? → was 20.00%
What was the percentage change in harbour dues in 2021? → was 25.00%
What is the difference between crew wages and diesel fuel in 2021? → was $630 thousand
By how much did diesel fuel exceed harbour dues in 2021? → difference between | in 2021 was $460 thousand
In which year were the harbour dues highest? → highest in 2021
In which year was Other the lowest? → lowest in 2021
Which years did diesel fuel exceed $500 thousand? → In 2019 and 2021
How many years did crew wages exceed $1,000 thousand? → 2: the number of times | 2020 and 2021
How many running costs were above $130 thousand in 2021? → 3 of 4 rows
What is the book value of the south yard? → Book value in 2021 was $3,000 thousand
What is the total insured value? → Total, Insured value | $10,300
"""
# A word that names nothing in the tables, another row's, a time that there is not, what is derived.
OPEN = """
What was the diesel fuel in 2018? → none
What was the lubricant in 2020? → none
What was the diesel fuel of the north yard in 2020? → none
What was the average diesel fuel per crossing in 2020? → none
What was the average crew wages across the five years? → none
What is the change in value from 2019 to 2020? → none
Why did the diesel fuel rise in 2021? → none
What are the components of diesel fuel? → none
"""


def test_cells_and_what_follows_from_them_are_said_with_their_places(ferries):
    assert misses(ferries, RIGHT) == []


OF_MARINAS = """
What were the berth fees in 2018/19? → Berth fees in 2019 was $800 thousand
What was the change in berth fees in 2019/20 from 2018/19? → was $100 thousand
What is the average defined benefit refunds for 2019 and 2020? → was $50 thousand
What is the percentage change in compensation receivable between 2019 and 2020? → was 300.00%
What was the difference in winter storage, sheds and yards between F19 and F20? → was $50 thousand
What was the largest liability in the balance sheet in 2020? → Deposits of guests was the largest | $310
What was the largest liability in 2019? → Other liabilities was the largest | $120 thousand
What was the largest asset in the balance sheet in 2019? → Cash was the largest part | $90 thousand
What was the smallest asset in 2020? → Receivables was the smallest part | $40 thousand
What are the components under northern ports? → Larvik | Tromsund
"""


def test_years_in_two_parts_footnotes_and_headings_over_rows_are_read(marinas):
    assert misses(marinas, OF_MARINAS) == []


def test_no_figure_of_a_like_name_is_the_largest_where_nothing_adds_up(marinas):
    answer = marinas("What was the largest expense in the balance sheet in 2020?")
    assert answer is None or not answer.answered


def test_the_rows_under_a_heading_are_only_its_own(marinas):
    answer = marinas("What are the components under northern ports?")
    assert "Kolding" not in answer.text
    assert "Northern" not in answer.text


def test_what_names_no_cell_for_sure_is_handed_over(ferries):
    told = [line for line in OPEN.splitlines() if line]
    answers = {line.partition(" → ")[0]: ferries(line.partition(" → ")[0]) for line in told}
    assert {question: answer.text for question, answer in answers.items() if answer and answer.answered} == {}


def test_the_plan_names_each_cell(ferries):
    plan = ferries("What is the change in diesel fuel from 2019 to 2020?").plan
    assert [each["cell"] for each in plan["expression"]["subtract"]] == ["Diesel fuel", "Diesel fuel"]
    assert [each["period"] for each in plan["expression"]["subtract"]] == ["2020", "2019"]


def test_a_word_that_only_the_paragraphs_have_keeps_the_shield_from_being_green(ferries):
    answer = ferries("What was the sheltered diesel fuel in 2020?")
    assert answer is None or not answer.fit["covers"]


@pytest.mark.parametrize(
    "question, operation, parts",
    [
        ("What is the change in tolls between 2019 and 2020?", "change", 1),
        ("What was the percentage increase in tolls from 2019 to 2020?", "growth", 1),
        ("What was the difference in tolls between cars and lorries in 2020?", "difference", 2),
        ("How much more tolls came from cars as compared to lorries in 2020?", "difference", 2),
        ("What percentage of total tolls is made up of lorries in 2020?", "share", 2),
        ("How many years did tolls exceed $5 million?", "count", 1),
        ("What is the increase in percentage of tolls of lorries from 2019 to 2020?", "change", 1),
        ("What is the percentage of the tolls of more than 5 years in the total tolls?", "share", 2),
        ("What was the total tolls in 2019 and 2020?", "sum", 1),
        ("What are the components of tolls?", "members", 1),
        ("What financial items do tolls consist of?", "members", 1),
    ],
)
def test_a_question_is_read_into_an_operation(question, operation, parts):
    asked = asked_of_cells(question)
    assert (asked.operation, len(asked.parts)) == (operation, parts)


def test_what_stands_before_a_difference_is_said_of_both_sides():
    asked = asked_of_cells(
        "In the first quarter of 2020, what is the difference between the low and high toll?"
    )
    assert all("first quarter" in part for part in asked.parts)


@pytest.mark.parametrize("question", ["Why did tolls fall?", "Who sets the tolls?", "How is a toll defined?"])
def test_what_asks_for_words_is_no_question_for_cells(question):
    assert asked_of_cells(question) is None
