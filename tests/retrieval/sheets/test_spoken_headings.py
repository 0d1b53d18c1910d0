"""Headings that stand in the question as they are go before columns that share words with it."""

import pytest

from tests.agentic.properties.conftest import ask, keep

__all__ = ["ask", "keep"]

pytestmark = pytest.mark.django_db
DRINKS = "country,beer_servings,total_litres_of_pure_alcohol\nNorway,169,6.7\nPeru,163,6.1\nQatar,1,0.9\n"
TURNOUT = "county,2015 votes,2023 votes\nAda,40,90\nBoise,70,30\nCamas,80,95\nElmore,20,99\n"


def test_a_heading_in_the_question_goes_before_words_that_also_name_the_file(keep, ask):
    keep({"alcohol-drinks-by-country.csv": DRINKS})
    given = ask("What is the total beer_servings over all rows in alcohol drinks by country?")
    assert "333" in given.text


def test_a_bound_is_on_the_heading_before_it_and_not_on_the_year_of_the_file(keep, ask):
    keep({"off-year-turnout-2023.csv": TURNOUT})
    given = ask("How many rows in off year turnout 2023 have 2015 votes above 60?")
    assert given.text.startswith("2 of 4 rows")


def test_two_that_have_an_of_of_their_own_are_each_told(keep, ask):
    keep({"staff.csv": "name,gender,pay\nAda,Female,40\nBo,Male,30\nCy,Male,50\nDi,Female,80\n"})
    given = ask("What is the average pay of the men and of the women on the staff?")
    assert "40" in given.text
    assert "60" in given.text
