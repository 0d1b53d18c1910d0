"""Workbooks with a column for each quarter, one sheet for what was planned and one for what came."""

import openpyxl
import pytest

from tests.agentic.figures_of import is_proven
from tests.agentic.tables.test_answer import misses

pytestmark = pytest.mark.django_db(transaction=True)

HEAD = ["Department", "Item", "Q1", "Q2", "Q3", "Q4", "Total"]
PLANNED = [
    ["Marketing", "Advertising", 40, 42, 55, 60, 197],
    ["Marketing", "Events", 10, 18, 12, 20, 60],
    ["Sales", "Travel", 8, 9, 9, 11, 37],
    ["IT", "Licences", 25, 24, 26, 27, 102],
]
ACTUAL = [
    ["Marketing", "Advertising", 41, 40, 57, 62, 200],
    ["Marketing", "Events", 9, 19, 13, 18, 59],
    ["Sales", "Travel", 7, 10, 8, 12, 37],
    ["IT", "Licences", 25, 24, 27, 26, 102],
]
QUESTIONS = """
What was planned marketing spend in Q3? → is 67
What was planned marketing spend in the third quarter? → is 67
What was planned marketing spend in Q3 2024? → is 67
What was actual marketing spend in Q4? → is 80
How much was budgeted for travel in the first quarter? → Q1, Travel (Sales): 8 [1].
What was the total planned budget in Q4? → sum of Q4 | is 118
What is the total planned spend per department in Q2? → Sum of Q2 | Marketing: 60 | Sales: 9 | IT: 24
Which department planned to spend most in Q3? → Highest sum of Q3 | Marketing: 67
What is the per department total of the planned budget? → Sum of Total | Marketing: 257 | Sales: 37 | IT: 102
"""


@pytest.fixture
def budget(keep, tmp_path):
    book = openpyxl.Workbook()
    for name, rows in (("Planned", PLANNED), ("Actual", ACTUAL)):
        sheet = book.create_sheet(name)
        for row in (HEAD, *rows):
            sheet.append(row)
    del book["Sheet"]
    book.save(tmp_path / "budget-2024.xlsx")
    keep({"budget-2024.xlsx": (tmp_path / "budget-2024.xlsx").read_bytes()})


def test_a_quarter_is_the_column_that_it_heads_and_rows_of_a_department_add_up(budget, ask):
    assert misses(ask, QUESTIONS) == []


@pytest.mark.parametrize("question", ["What was the total marketing spend in Q3?", "Total of Q3 for Events?"])
def test_what_was_planned_and_what_came_are_never_added_up(budget, ask, question):
    answer = ask(question)
    assert answer is None or not {"137", "25"} & set(answer.text.replace(".", " ").split())


def test_quarters_that_are_written_out_are_found_by_their_short_names(keep, ask):
    keep({"plan.csv": "Line,1st quarter,2nd quarter,3rd quarter\nRent,30,31,32\nSalaries,120,122,125\n"})
    answer = ask("What was planned for rent in Q3?")
    assert "32" in answer.text
    assert is_proven(answer)
    assert ask("How much did IT plan to spend in the second quarter?") is None


TEAMS = """
Team,Cost type,Q1 2025,Q2 2025
Design,Freelancers,12,9
Design,Software,3,3
Platform,Cloud,42,44
People,Recruiting,6,4
Platform,Software,8,8
"""
OF_TEAMS = """
Total per team in Q2 2025 → Design: 12 | Platform: 52 | People: 4
Which team has the highest budget in Q1 2025? → Platform: 50
What is the Design budget for the second quarter of 2025? → is 12
"""


def test_teams_of_which_few_have_several_lines_are_groups(keep, ask):
    keep({"team-budget-2025.csv": TEAMS.lstrip()})
    assert misses(ask, OF_TEAMS) == []
