"""Headings cut short, and words that name the rows rather than a column."""

import pytest

pytestmark = pytest.mark.django_db


def test_a_heading_that_begins_a_word_of_the_question_is_meant_by_it(keep, ask):
    keep({"hill-races.csv": "race,dist,climb\nCairn,2.5,650\nBurn,6,2500\nLaw,12,900\n"})
    assert "6.833" in ask("What is the average distance of the hill races?").text
    assert "1 of 3 rows" in ask("How many races have a distance above 10?").text


def test_the_word_for_the_rows_is_no_column(keep, ask):
    keep({"orders.csv": "Order,Supplier,Order total\nA-1,Nordlys,30\nA-2,Quill,55\nA-3,Nordlys,20\n"})
    answer = ask("Which orders went to Nordlys?")
    assert answer.text.startswith("2 of 3 rows")
    assert "A-1" in answer.text
    assert "A-3" in answer.text
