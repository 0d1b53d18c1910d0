from decimal import Decimal

import pytest

from samples import facts
from samples.documents.reports import REPORTS
from tests.cases import every_case

ALL_SPANS = [*facts.QUARTERS.values(), *(column for report in REPORTS for column in report.columns)]


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.name)
def test_balance_sheets_balance(report):
    assert report.balance.total_assets == report.balance.total_liabilities + report.balance.equity


def test_the_opening_balance_balances():
    opening = facts.YEAR_END_2024
    assert opening.total_assets == opening.total_liabilities + opening.equity


def test_cash_flow_ends_at_the_cash_of_the_balance_sheet():
    for report in REPORTS:
        closing = facts.OPENING_CASH[report.year] + report.columns[2].change_in_cash
        assert closing == report.balance.cash


@every_case("span", ALL_SPANS)
def test_every_region_and_profit_is_positive(span):
    assert min(span.europe, span.north_america, span.asia_pacific, span.net_income) > 0


def test_taxes_are_an_eighth_of_income():
    for span in facts.QUARTERS.values():
        assert abs(span.income_tax - Decimal(span.income_before_tax) / 8) <= 1


def test_year_to_date_adds_the_quarters():
    assert facts.year_to_date(2025, 2).revenue == 16_720 + 18_742


def test_invoices_add_up_by_hand():
    invoice = facts.INVOICES[0]
    assert invoice.net == Decimal("107673.00")
    assert invoice.vat == Decimal("24764.79")
    assert invoice.total == Decimal("132437.79")


def test_the_minutes_disagree_with_the_report_by_more_than_rounding():
    assert abs(facts.MINUTES_REVENUE_Q2 - facts.QUARTERS[2025, 2].revenue) > 100
