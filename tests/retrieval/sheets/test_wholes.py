"""Rows of all beside the rows that they add up, in tables in which things return year by year."""

import pytest

from tests.agentic.properties.conftest import ask, keep
from tests.agentic.tables.test_answer import misses

__all__ = ["ask", "keep"]

pytestmark = pytest.mark.django_db

STORMS = "Kind,Year,Damage\n" + "".join(
    f"{kind},{year},{amount}\n"
    for kind, amounts in {
        "World": (90, 130, 70, 55),
        "Hail": (60, 20, 10, 25),
        "Gale": (30, 110, 60, 30),
    }.items()
    for year, amount in zip(range(2001, 2005), amounts, strict=True)
)
OF_STORMS = """
Which storm caused the most damage in 2001? → Highest sum of Damage by Kind | Hail: 60
How many in total was the damage in 2002? → 130
Which storm caused the most damage altogether? → Highest sum of Damage by Kind | Gale: 230
"""
# What is called so and adds nothing up is a row like others.
WORLD = "Team,Year,Points\n" + "".join(
    f"{team},{year},{points}\n"
    for team, own in {"World Eleven": (9, 8, 7), "Ashby": (4, 6, 5)}.items()
    for year, points in zip(range(2001, 2004), own, strict=True)
)
OF_WORLD = "Which team had the most points in 2001? → Highest sum of Points by Team | World Eleven: 9"


@pytest.mark.parametrize(
    ("name", "rows", "questions"),
    [("storms.csv", STORMS, OF_STORMS), ("points.csv", WORLD, OF_WORLD)],
)
def test_a_row_of_all_is_none_of_them(keep, ask, name, rows, questions):
    keep({name: rows})
    assert misses(ask, questions) == []
