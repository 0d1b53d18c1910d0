import pytest

from retrieval.question.wording.sources import source_in

# A question → how it calls the file → what is asked beside that.
NAMED = """
How many cases in the wages file come from Ohio? → wages file → How many cases come from Ohio?
In the 2019 table of arrests by age, how many were men? → 2019 table of arrests by age → How many were men?
Which are parks in the list of public bodies? → list of public bodies → Which are parks?
In the births and deaths table, how many were men? → births and deaths table → How many were men?
Who was hired last, according to the staff register? → staff register → Who was hired last?
Under the Open Data Licence, may I break a term? → Open Data Licence → May I break a term?
"""
NONE = """
How many cases come from Ohio?
Which file is the largest?
What does the list of public bodies say?
"""


@pytest.mark.parametrize("line", NAMED.strip().splitlines())
def test_the_file_that_is_named_stands_apart_from_what_is_asked(line):
    question, what, rest = line.split(" → ")
    source = source_in(question)
    assert source is not None
    assert (source.what, source.rest) == (what, rest)


@pytest.mark.parametrize("question", NONE.strip().splitlines())
def test_questions_that_name_no_file_or_ask_nothing_beside_it_have_none(question):
    assert source_in(question) is None
