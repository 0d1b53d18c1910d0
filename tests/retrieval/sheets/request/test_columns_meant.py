"""Those whom a column counts, and headings that have the letters of other words."""

import pytest

from tests.agentic.tables.test_answer import misses

pytestmark = pytest.mark.django_db

QUAKES = """Hazard,Year,Deaths
Quake,1976,300
Quake,1980,40
Flood,1976,20
Flood,1980,90
"""
OF_QUAKES = "In which year did quakes kill the most people? → Quake, 1976 [1] has the highest Deaths | 300"
POWER = """Source,Year,Net_generation
Coal,2001,50
Coal,2002,10
Wind,2001,35
Wind,2002,40
"""
OF_POWER = (
    "Which source had the most net generation in total? → Highest sum of Net_generation by Source | Wind: 75"
)


@pytest.mark.parametrize(
    ("name", "rows", "questions"),
    [
        ("hazards.csv", QUAKES, OF_QUAKES),
        ("power.csv", POWER, OF_POWER),
    ],
)
def test_headings_are_read_as_they_stand(keep, ask, name, rows, questions):
    keep({name: rows})
    assert misses(ask, questions) == []
