"""A company with three segments, told in two layouts: rows under a measure, and the measure under parts."""

import pytest

from tests.agentic.figures_of import company, figure

REVENUE = "Segment information › Revenue by segment"
INCOME = "Segment information › Operating income by segment"
PARTS = {"Europe": (800, 960), "Americas": (860, 900), "Asia Pacific": (490, 540)}
INCOMES = {"Europe": (128, 192), "Americas": (163, 171), "Asia Pacific": (44, 67)}


@pytest.fixture
def halden(workspace):
    """Revenue 2,150 and 2,400, operating income 335 and 430 thousand in 2023 and 2024."""
    document = company(workspace, "Halden Marine Corporation")
    for year, at in ((2023, 0), (2024, 1)):
        whole(document, (2_150, 2_400)[at], year)
        whole(
            document, (335, 430)[at], year, metric_name="Operating income", canonical_name="operating_income"
        )
        for context, own in ((REVENUE, PARTS), (INCOME, INCOMES)):
            for name, values in own.items():
                part(document, name, values[at], year, context)
    return document


@pytest.fixture
def torvik(workspace):
    """Rows “Segment revenue” under each part, and one of the group."""
    document = company(workspace, "Torvik Foods plc")
    for year, at in ((2023, 0), (2024, 1)):
        whole(document, (1_420, 1_500)[at], year)
        for name, values in {"Bakery": (640, 700), "Dairy": (470, 450), "Frozen": (310, 350)}.items():
            part(document, "Segment revenue", values[at], year, f"Segment reporting › {name}")
        part(document, "Segment revenue", (1_420, 1_500)[at], year, "Segment reporting › Group")
    return document


def whole(document, thousands, year, **fields):
    return figure(document, thousands, year, months=12, until=12, **fields)


def part(document, name, thousands, year, context):
    return whole(document, thousands, year, metric_name=name, canonical_name="", context=context)
