"""Words one after another that a table is called by, and not of its cells or columns."""

import pytest

from tests.agentic.tables.test_answer import misses

pytestmark = pytest.mark.django_db

# “CO” is a state in the cells, and of “CO training grants” in the title.
GRANTS = """Number of Trainees Who Received CO Training Grants By State During FY 2012
State,Code,Apprentice Training Aid,Trade Grants,TOTAL
Colorado,CO,100,50,150
Texas,TX,300,20,320
Utah,UT,80,90,170
"""
OF_GRANTS = """
How many trainees in Texas and Utah together got CO training grants in 2012? → sum of TOTAL over 2 rows | 490
Which state had the fewest trainees with CO training grants? → Colorado [1] has the lowest TOTAL | 150
How many trainees in Colorado got trade grants? → Trade Grants, Colorado: 50
"""
# The column goes by words of the title too.
INCOMES = """Median household income by state
State,Median household income,Population
Ohio,61000,11700000
Iowa,65000,3200000
"""
OF_INCOMES = """
What is the median household income in Iowa? → Median household income, Iowa: 65000
Which state has the highest median household income? → Iowa [1] has the highest Median household income
"""


@pytest.mark.parametrize(
    ("name", "rows", "questions"),
    [("grants.csv", GRANTS, OF_GRANTS), ("incomes.csv", INCOMES, OF_INCOMES)],
)
def test_words_of_a_title_name_neither_cell_nor_column(keep, ask, name, rows, questions):
    keep({name: rows})
    assert misses(ask, questions) == []
