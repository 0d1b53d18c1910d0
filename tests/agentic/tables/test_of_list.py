"""Questions that call their list in words of their own."""

import pytest

pytestmark = pytest.mark.django_db

RULINGS = """judge,nation,ruling,language,score
Lund,Ghana,yes,English,-1.2
Lund,Peru,no,French,-1.0
Moe,Ghana,yes,English,-1.2
Moe,Peru,yes,English,-1.0
Moe,Chile,no,French,0.3
Rask,Chile,no,French,0.3
"""


def test_words_for_the_list_need_no_place_and_the_answer_is_not_sure(keep, in_part):
    keep({"haugen.csv": RULINGS})
    question = "In the table of rulings on asylum claims, how many cases before judge Moe got the ruling yes?"
    draft, answer = in_part(question)
    assert draft.tentative
    assert answer.text.startswith("2 of 6")
    assert not answer.fit["covers"]


def test_the_largest_number_of_rows_is_no_highest_figure(keep, in_part):
    keep({"haugen.csv": RULINGS})
    _, answer = in_part("Which judge has the largest number of yes rulings in the asylum claims table?")
    assert "Moe: 2" in answer.text


@pytest.mark.parametrize("called", ["table of rulings on Danish claims", "2015 asylum claims table"])
def test_a_name_or_a_year_of_the_list_must_stand_in_it(called, keep, in_part):
    keep({"haugen.csv": RULINGS})
    question = f"In the {called}, how many cases before judge Moe got the ruling yes?"
    assert in_part(question) == (None, None)


def test_what_was_done_to_those_counted_is_not_left_out(keep, in_part):
    keep({"sf-derby.csv": "name,age,fall_date\nAda,31,2019-05-02\nBen,44,2019-05-03\nCy,29,2019-05-03\n"})
    assert in_part("How many people were fined in the 2019 San Francisco derby?") == (None, None)
