"""An invented company's annual reports, for tests of analyses."""

import pytest

from tests.agentic.figures_of import company, figure

FLOWS = {
    "revenue": ("Net sales", 10_000, 9_000),
    "operating_income": ("Operating income", 1_500, 1_200),
    "net_income": ("Net income", 900, 1_000),
    "depreciation_amortization": ("Depreciation and amortization", 500, 350),
    "operating_cash_flow": ("Net cash provided by operating activities", 1_300, 1_100),
    "capital_expenditures": ("Capital expenditures", -700, -650),
}
BALANCES = {
    "long_term_debt": ("Long-term debt", 6_000, 5_500),
    "short_term_debt": ("Short-term borrowings", 1_000, 500),
    "equity": ("Total shareholders' equity", 3_500, 2_500),
}


def fill(document, *, years=(2023, 2022), without=(), **fields):
    """The statements of two years in thousands of dollars."""
    for measures, is_balance in ((FLOWS, False), (BALANCES, True)):
        for name, (label, *amounts) in measures.items():
            for year, thousands in zip(years, amounts, strict=True):
                if name not in without:
                    named = {"metric_name": label, "canonical_name": name, **fields}
                    if is_balance:
                        named["period_start"] = None
                    figure(document, thousands, year, months=12, until=12, **named)
    return document


@pytest.fixture
def report(workspace):
    """The annual report of Acme Tools, Inc. for 2023."""
    return fill(company(workspace, "Acme Tools, Inc.", fiscal_year_end_month=12))
