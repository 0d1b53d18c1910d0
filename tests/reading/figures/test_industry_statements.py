"""Statements of companies of several industries: each name and time gives one figure, the right one."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path

import pytest

from reading.figures.currencies import own_dollars
from reading.figures.read import read_figures
from reading.model import MetricDraft
from reading.tables.read import read_tables
from tests.cases import every_case
from tests.reading.drawing import draw

STATEMENTS = Path(__file__).parents[1] / "statements"
THOUSAND, MILLION = 10**3, 10**6
# The figure of the newest time by statement and name, as it is printed; None: none goes by the name.
EXPECTED = {
    "bank": {
        "revenue": "7804",
        "net_interest_income": "6504",
        "pretax_income": "3944",
        "net_income_including_noncontrolling": "3124",
        "net_income": "3112",
        "net_income_to_common": "3000",
        "eps_basic": "4.12",
        "eps_diluted": "4.10",
        "total_assets": "210440",
        "total_liabilities": "189900",
        "deposits": "160220",
        "equity": "20440",
        "equity_including_noncontrolling": "20540",
        "operating_income": None,
        "cash_and_equivalents": None,
    },
    "insurer": {
        "revenue": "12770",
        "premiums": "11670",
        "premiums_written": "11980",
        "claims_incurred": "7310",
        "operating_expenses": "10650",
        "net_income": "1710",
        "eps_basic": "6.84",
        "eps_diluted": "6.80",
    },
    "utility": {
        "revenue": "7022335",
        "operating_income": "1989568",
        "net_income": "1447227",
        "net_income_including_noncontrolling": "1457447",
        "eps_basic": "5.12",
        "eps_diluted": "5.10",
    },
    "reit": {
        "revenue": "842440",
        "operating_income": "221448",
        "net_income": "140231",
        "net_income_including_noncontrolling": "143341",
        "eps_basic": "1.40",
        "eps_diluted": "1.39",
    },
    "oil": {
        "revenue": "200949",
        "net_income": "21369",
        "net_income_including_noncontrolling": "21411",
        "operating_cash_flow": "35609",
        "capital_expenditures": "-15829",
        "investing_cash_flow": "-15232",
        "dividends_paid": "-11336",
        "depreciation_amortization": "17326",
    },
    "retailer": {
        "revenue": "17476",
        "gross_profit": "6888",
        "operating_income": "928",
        "net_income": "638",
        "eps_basic": "4.10",
        "eps_diluted": "4.05",
    },
    "pharma": {
        "revenue": "60115",
        "research_and_development": "30531",
        "operating_income": "2954",
        "net_income": "365",
        "eps_diluted": "0.14",
        "cost_of_revenue": None,
    },
    "british": {
        "revenue": "4812",
        "operating_income": "677",
        "research_and_development": "-210",
        "pretax_income": "587",
        "net_income": "420",
        "net_income_including_noncontrolling": "427",
        "total_assets": "3930",
        "total_liabilities": "-1920",
        "equity": "1960",
        "equity_including_noncontrolling": "2010",
        "operating_cash_flow": "660",
        "capital_expenditures": "-210",
        "cash_and_equivalents": "410",
    },
    "software": {
        "revenue": {"2024-05-01": "440330", "2024-02-01": "861551"},
        "gross_profit": {"2024-05-01": "335000", "2024-02-01": "651889"},
        "operating_income": {"2024-05-01": "54560", "2024-02-01": "91118"},
        "net_income": {"2024-05-01": "52560", "2024-02-01": "89118"},
        "eps_diluted": {"2024-05-01": "0.30", "2024-02-01": "0.51"},
    },
    "debt": {"total_debt": "2932", "long_term_debt": "2860", "current_portion_of_long_term_debt": None},
    "restated": {"revenue": "10410", "operating_income": "1310", "net_income": "960"},
    "pro_forma": {"revenue": "10410", "operating_income": "1310", "net_income": "960"},
    "telecom": {
        "operating_cash_flow": "37475",
        "capital_expenditures": "-18767",
        "cash_and_restricted_cash": "3497",
        "net_income": "12095",
    },
}
CASES = [
    (kind, name, start, printed)
    for kind, names in EXPECTED.items()
    for name, figures in names.items()
    for start, printed in (figures.items() if isinstance(figures, dict) else [("", figures)])
]


@cache
def figures(kind: str) -> list[MetricDraft]:
    parsed = draw(*(STATEMENTS / f"{kind}.txt").read_text(encoding="utf-8").split("\n-----\n"))
    return read_figures(parsed, read_tables(parsed), entity="Example")[1]


def values(kind: str, name: str, start: str = "") -> set[Decimal | None]:
    """The values under a name for the newest time, or for the newest that begins on `start`."""
    named = [each for each in figures(kind) if each.canonical_name == name]
    named = [each for each in named if not start or each.period_start == date.fromisoformat(start)]
    newest = max((each.period_end for each in named if each.period_end), default=None)
    return {each.numeric_value for each in named if each.period_end == newest}


@every_case("kind, name, start, printed", CASES)
def test_a_name_and_a_time_give_one_figure_which_is_right(kind, name, start, printed):
    scale = THOUSAND if kind in ("utility", "reit", "software") else MILLION
    whole = printed and Decimal(printed) * (1 if name.startswith("eps") else scale)
    assert values(kind, name, start) == ({whole} if printed else set())


@pytest.mark.parametrize(
    ("kind", "unit", "revenue", "basic"),
    [
        ("australian", "AUD", None, "0.782"),
        ("canadian", "CAD", "16928", "8.55"),
        ("british", "GBP", "4812", "0.42"),
    ],
)
def test_dollars_are_those_of_the_report_and_cents_of_a_share_are_cents(kind, unit, revenue, basic):
    units = {each.unit for each in figures(kind) if each.canonical_name}
    assert units == {unit, f"{unit}/share"}
    assert values(kind, "revenue") == ({Decimal(revenue) * MILLION} if revenue else {Decimal("4210400000")})
    assert values(kind, "eps_basic") == {Decimal(basic)}


def test_american_dollars_of_a_canadian_report_are_named_as_such():
    parsed = draw("""
        All amounts are in Canadian dollars unless otherwise stated.
        The Company's notes of US$400 million fall due in 2027. Revenue was $910 million in 2023.
    """)
    told = read_figures(parsed, read_tables(parsed), entity="Example")[1]
    assert {(each.value, each.unit) for each in told} >= {("$910 million", "CAD")}
    assert ("US$400 million", "CAD") not in {(each.value, each.unit) for each in told}


def test_a_long_report_says_more_than_once_what_its_dollars_are():
    said, other = "All amounts are in Australian dollars.", "Sales were $4 million in 2023."
    assert own_dollars(draw(said, *[other] * 30)) == "USD"
    assert own_dollars(draw(said, *[other] * 30, said)) == "AUD"


@pytest.mark.parametrize(
    ("text", "dollars"),
    [
        ("The Company's presentation currency is the Canadian dollar.", "CAD"),
        ("The presentation currency of the Group is the Australian dollar.", "AUD"),
        ("All references to $ in this report are to Canadian dollars.", "CAD"),
        ("Amounts are shown in New Zealand dollars, unless otherwise stated.", "NZD"),
        ("The Company's reporting currency is the Cayman Islands dollar.", "KYD"),
        ("The reporting currency of our stores abroad is the Canadian dollar.", "USD"),
    ],
)
def test_what_is_said_for_good_needs_no_second_time_in_a_long_report(text, dollars):
    assert own_dollars(draw(text, *["Sales were $4 million in 2023."] * 30)) == dollars


@pytest.mark.parametrize(
    "text",
    [
        "The notes are denominated in Canadian dollars and due in 2027. Sales were $4 million.",
        "All amounts are in U.S. dollars. A part of the loan was drawn in Australian dollars.",
        "The functional currency of our stores in Canada is the Canadian dollar. Sales were $4 million.",
        "The results of our stores in Canada were hurt by the weaker Canadian dollar, against the US dollar.",
        "Our sales in Canada are made in Canadian dollars; a stronger dollar lowers them.",
    ],
)
def test_dollars_of_a_part_are_not_those_of_the_whole(text):
    assert own_dollars(draw(text)) == "USD"


def test_what_was_first_reported_of_a_year_restated_goes_by_no_name():
    stored = {
        each.numeric_value
        for each in figures("restated")
        if each.canonical_name == "net_income" and each.period_end == date(2022, 12, 31)
    }
    assert stored == {Decimal(865 * MILLION)}


def test_adjusted_columns_and_changes_go_by_no_name():
    named = {each.value for each in figures("pharma") if each.canonical_name}
    assert not named & {"$ 13,996", "29,311", "3,695", "$ 1.42", "1%", "4%", "(97)%"}
