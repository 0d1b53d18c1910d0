"""Bounds that a question sets to the numbers of rows, and columns held against each other."""

import pytest

pytestmark = pytest.mark.django_db

VOTES = "Ward,ABEL,BAKER,CROFT\nQuay,120,95,4\nMill,80,140,7\nHill,60,61,2\nDale,300,210,9\n"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("In which wards did Abel have more votes than Baker?", "2 of 4 rows|Quay|Dale"),
        ("In how many wards did Abel have fewer votes than Baker?", "2 of 4 rows|Mill|Hill"),
        ("Which wards have at least 5 for Croft?", "2 of 4 rows|Mill|Dale"),
        ("Which wards have at most 4 for Croft?", "2 of 4 rows|Quay|Hill"),
    ],
)
def test_rows_are_told_by_two_columns_and_by_bounds(keep, ask, question, said):
    keep({"votes-by-ward.csv": VOTES})
    answer, at = ask(question), 0
    assert answer is not None
    for words in said.split("|"):
        at = answer.text.index(words, at)


def test_a_column_is_not_held_against_what_is_none(keep, ask):
    keep({"votes-by-ward.csv": VOTES})
    assert ask("In which wards did Abel have more votes than Zander?") is None
