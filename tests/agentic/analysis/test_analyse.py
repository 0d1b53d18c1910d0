"""Fields, ratios and refusals: which figure is taken, what is computed, and why something is not."""

from datetime import date
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agentic.analysis.analyse import analyse_company, analyse_document
from agentic.analysis.figures import UnknownCompany, companies_of
from agentic.analysis.presentation import analysis_json
from documents.models import Metric
from documents.refusals import RefusedChange
from tests.agentic.analysis.conftest import fill
from tests.agentic.figures_of import company, figure
from tests.factories import ConflictFactory

pytestmark = pytest.mark.django_db


def cells(analysis, index=0):
    return {cell.item.name: cell for cell in analysis.spans[index].cells}


def steps(analysis):
    return " ".join((*analysis.steps, *analysis.spans[0].steps))


def test_fields_and_ratios_of_the_newest_year(user, report):
    analysis = analyse_document(user, report)
    found = {name: cell.text for name, cell in cells(analysis).items()}
    assert analysis.newest.span.label == "fiscal 2023"
    assert found == {
        "revenue": "$10,000 thousand",
        "total_debt": "$7,000 thousand",
        "equity": "$3,500 thousand",
        "cash_flow": "$1,300 thousand",
        "net_income": "$900 thousand",
        "ebitda": "$2,000 thousand",
        "operating_income": "$1,500 thousand",
        "debt_to_equity": "2.00",
        "net_margin": "9.0%",
        "operating_margin": "15.0%",
        "return_on_equity": "30.0%",
        "debt_to_ebitda": "3.50",
    }


def test_a_computed_value_has_its_formula_its_figures_and_their_pages(user, report):
    cell = cells(analyse_document(user, report))["return_on_equity"]
    assert cell.formula == "net income ÷ ((equity + equity a year before) ÷ 2)"
    assert cell.computed == "$900 thousand ÷ (($3,500 thousand + $2,500 thousand) ÷ 2)"
    assert [(row.page, row.quote) for _, row in cell.inputs] == [
        (row.page, row.quote)
        for row in Metric.objects.filter(pk__in=[row.id for _, row in cell.inputs]).order_by(
            "-canonical_name", "-fiscal_year"
        )
    ]
    assert all(row.document_id == report.pk for _, row in cell.inputs)


def test_a_missing_input_is_named(user, workspace):
    document = fill(company(workspace, "Acme"), without=("depreciation_amortization", "net_income"))
    found = cells(analyse_document(user, document))
    assert found["net_margin"].refused == "Net margin: net income of fiscal 2023 is not in these documents."
    assert found["debt_to_ebitda"].refused == (
        "Debt to EBITDA: EBITDA or depreciation and amortization of fiscal 2023 is not in these documents."
    )
    assert found["revenue"].value == 10_000_000


def test_the_balance_of_the_year_before_the_first_is_missing(user, report):
    cell = cells(analyse_document(user, report), 1)["return_on_equity"]
    assert cell.value is None
    assert "equity a year before" in cell.refused


def test_currencies_are_not_mixed(user, workspace):
    document = fill(company(workspace, "Acme"), without=("net_income",))
    figure(
        document,
        900,
        2023,
        months=12,
        until=12,
        canonical_name="net_income",
        metric_name="Profit",
        unit="EUR",
    )
    cell = cells(analyse_document(user, document))["net_margin"]
    assert cell.value is None
    assert cell.refused == "Net margin of fiscal 2023: Amounts in EUR and USD are not compared."


def test_of_two_currencies_the_one_of_most_figures_is_taken(user, report):
    named = {"canonical_name": "revenue", "metric_name": "Net sales", "months": 12, "until": 12}
    figure(report, 9_100, 2023, unit="EUR", **named)
    figure(report, 9_100, 2023, unit="EUR", **named)
    analysis = analyse_document(user, report)
    assert cells(analysis)["revenue"].text == "$10,000 thousand"
    assert "Not 2 figures in EUR: most are in USD." in steps(analysis)


def test_quarters_stand_apart_from_years_and_are_not_annualised(user, report):
    for name, thousands in (("revenue", 2_600), ("net_income", 260), ("operating_income", 400)):
        figure(report, thousands, 2023, canonical_name=name, until=12)
    analysis = analyse_document(user, report)
    assert [each.span.short for each in analysis.spans] == ["2023", "2022", "Q4 2023"]
    quarter = cells(analysis, 2)
    assert quarter["net_margin"].text == "10.0%"
    assert quarter["debt_to_equity"].text == "2.00"
    assert quarter["return_on_equity"].value is None
    assert "none is annualised" in quarter["return_on_equity"].refused


def test_twelve_months_within_a_fiscal_year_are_no_year(user, report):
    figure(report, 9_700, 2023, months=12, until=9)
    analysis = analyse_document(user, report)
    assert [each.span.kind for each in analysis.spans] == ["year", "year", "twelve months"]
    assert analysis.spans[2].span.label == "the twelve months to 30 September 2023"


def test_a_balance_without_a_span_is_of_a_day(user, workspace):
    document = company(workspace, "Acme")
    for name, thousands in (("total_debt", 400), ("equity", 200)):
        figure(document, thousands, 2023, until=3, canonical_name=name, period_start=None)
    analysis = analyse_document(user, document)
    assert analysis.newest.span.label == "31 March 2023"
    found = cells(analysis)
    assert found["debt_to_equity"].text == "2.00"
    assert found["revenue"].refused == "Revenue is of a span of time, and 31 March 2023 is a day."


@pytest.mark.parametrize(
    "fields",
    [
        {"anchored": False},
        {"kept_out": True},
        {"canonical_name": ""},
        {"context": "Statements of Income › Summarized financial information of investees"},
        {"context": "Consolidated Statements of Income › Change"},
        {"period_end": date(2023, 12, 31), "unit": "%", "numeric_value": Decimal("0.99")},
    ],
)
def test_figures_that_answers_leave_out_are_left_out(user, report, fields):
    for _ in range(3):
        figure(report, 99_000, 2023, months=12, until=12, **fields)
    assert cells(analyse_document(user, report))["revenue"].text == "$10,000 thousand"


def test_forecasts_are_left_out_and_told(user, report):
    report.period_end = report.document_date = date(2023, 12, 31)
    report.save()
    figure(report, 12_000, 2024, months=12, until=12)
    analysis = analyse_document(user, report)
    assert analysis.newest.span.fiscal_year == 2023
    assert "Left out 1 forecast" in steps(analysis)


def test_the_log_says_what_was_taken_and_what_was_not(user, report):
    figure(report, 10_400, 2023, months=12, until=12, context="Letter to shareholders", metric_name="Sales")
    told = steps(analyse_document(user, report))
    assert "Revenue, fiscal 2023: took $10,000 thousand (“Net sales”, Acme.pdf, page" in told
    assert "Not $10,400 thousand (“Sales”, Acme.pdf" in told
    assert "the one taken stands in a financial statement" in told
    assert "Net margin, fiscal 2023 = net income ÷ revenue = $900 thousand ÷ $10,000 thousand = 9.0%." in told


def test_a_negative_divisor_is_noted_and_not_judged(user, workspace):
    document = fill(company(workspace, "Acme"), without=("equity",))
    named = {"canonical_name": "equity", "period_start": None, "months": 12, "until": 12}
    figure(document, -100, 2023, **named)
    analysis = analyse_document(user, document)
    assert cells(analysis)["debt_to_equity"].note
    judged = {insight.name for insight in analysis.insights}
    assert "negative_equity" in judged
    assert not judged & {"moderately_financed", "highly_leveraged"}


def test_what_stands_for_what_is_not_stated_is_said(user, workspace):
    document = fill(company(workspace, "Acme"), without=("short_term_debt", "equity"))
    named = {"canonical_name": "equity_including_noncontrolling", "period_start": None, "until": 12}
    figure(document, 4_000, 2023, months=12, **named)
    figure(document, 6_000, 2023, months=12, **(named | {"canonical_name": "total_debt"}))
    found = cells(analyse_document(user, document))
    assert found["debt_to_equity"].text == "1.50"
    assert found["debt_to_equity"].note == "Equity including noncontrolling interests stands for equity."
    assert found["total_debt"].note == found["ebitda"].note == ""


def test_long_term_debt_alone_is_not_the_total(user, workspace):
    document = fill(company(workspace, "Acme"), without=("short_term_debt",))
    cell = cells(analyse_document(user, document))["total_debt"]
    assert cell.refused == (
        "Total debt: total debt or short-term debt or current portion of long-term debt of fiscal 2023 is "
        "not in these documents."
    )


def on_page(document, page, **thousands):
    for name, amount in thousands.items():
        named = {"canonical_name": name, "metric_name": name, "period_start": None, "page": page}
        figure(document, amount, 2023, months=12, until=12, **named)


def test_debts_that_stand_on_one_page_are_added_up_before_any_stated_total(user, workspace):
    document = company(workspace, "Acme")
    on_page(document, 3, long_term_debt=600, short_term_debt=250, current_portion_of_long_term_debt=40)
    on_page(document, 9, total_debt=640)
    cell = cells(analyse_document(user, document))["total_debt"]
    assert cell.text == "$890 thousand"
    assert cell.formula == "long-term debt + short-term debt + current portion of long-term debt"


def test_what_a_note_takes_off_is_added_by_its_size(user, workspace):
    document = company(workspace, "Acme")
    on_page(document, 3, long_term_debt=600)
    on_page(document, 9, current_portion_of_long_term_debt=-40)
    cell = cells(analyse_document(user, document))["total_debt"]
    assert (cell.text, cell.computed) == ("$640 thousand", "$600 thousand + $40 thousand")


def test_a_part_told_on_another_page_may_be_in_the_others_already(user, workspace):
    document = company(workspace, "Acme")
    on_page(document, 3, long_term_debt=600, short_term_debt=250)
    on_page(document, 9, current_portion_of_long_term_debt=40)
    assert cells(analyse_document(user, document))["total_debt"].text == "$850 thousand"


def with_nameless_depreciation(workspace, page):
    """A report whose cash flow statement, on page 30, gives depreciation under no name of its own."""
    document = fill(company(workspace, "Acme"), without=("depreciation_amortization", "operating_cash_flow"))
    for name, label, thousands, at in (
        ("operating_cash_flow", "Net cash from operations", 1_300, 30),
        ("", "Depreciation and amortization of property and other", 500, page),
    ):
        named = {"canonical_name": name, "metric_name": label, "page": at}
        figure(document, thousands, 2023, months=12, until=12, **named)
    return document


def test_a_row_of_the_statement_stands_for_a_measure_that_none_is_called_by(user, workspace):
    cell = cells(analyse_document(user, with_nameless_depreciation(workspace, 30)))["ebitda"]
    assert cell.text == "$2,000 thousand"
    assert cell.note == (
        "“Depreciation and amortization of property and other” is taken for depreciation and amortization."
    )


@pytest.mark.parametrize("page", [31, 44])
def test_a_row_elsewhere_does_not(user, workspace, page):
    document = with_nameless_depreciation(workspace, page)
    on_page(document, 31, total_assets=9_000)
    assert cells(analyse_document(user, document))["ebitda"].value is None


def test_a_share_is_no_amount(user, workspace):
    document = fill(company(workspace, "Acme"), without=("revenue",))
    share = {"unit": "%", "value": "99%", "scale": Decimal("0.01"), "numeric_value": Decimal("0.99")}
    figure(document, 1, 2023, months=12, until=12, **share)
    assert cells(analyse_document(user, document))["revenue"].value is None


def test_more_ratios_on_demand(user, report):
    analysis = analyse_document(user, report, ratios=["capital intensity", "Free-cash-flow"])
    found = cells(analysis)
    assert found["capital_intensity"].text == "7.0%"
    assert found["free_cash_flow"].text == "$600 thousand"
    assert len(cells(analyse_document(user, report, ratios=["all"]))) > 50


def test_an_unknown_ratio_is_refused_in_a_sentence(user, report):
    with pytest.raises(RefusedChange, match="There is no ratio “joy”: choose"):
        analyse_document(user, report, ratios=["joy"])


def test_a_document_without_figures_says_so(user, workspace):
    analysis = analyse_document(user, company(workspace, "Acme"))
    assert analysis.spans == ()
    assert "No figures" in analysis.refused
    assert analysis_json(analysis)["fields"] == {"company": ""}


def test_of_several_companies_one_must_be_chosen(user, workspace, report):
    report.entity_set.all().delete()
    figure(report, 5_000, 2023, months=12, until=12, entity_name="Bolt Works Ltd")
    analysis = analyse_document(user, report)
    assert "several companies, Acme Tools, Inc., Bolt Works Ltd: choose" in analysis.refused
    chosen = analyse_document(user, report, company="bolt works")
    assert cells(chosen)["revenue"].text == "$5,000 thousand"


def test_figures_that_name_nobody_are_the_only_companys(user, workspace, report):
    report.metric_set.filter(canonical_name="net_income").update(entity_name="")
    analysis = analyse_document(user, report)
    assert analysis.company.name == "Acme Tools, Inc."
    assert cells(analysis)["net_margin"].text == "9.0%"


def test_a_document_that_names_no_company_is_analysed_all_the_same(user, workspace, report):
    report.metric_set.update(entity_name="")
    analysis = analyse_document(user, report)
    assert analysis.company.name == ""
    assert cells(analysis)["net_margin"].text == "9.0%"
    assert companies_of(user, workspace) == []


def test_whom_a_document_is_about_goes_before_others_in_it(user, report):
    figure(report, 5_000, 2023, months=12, until=12, entity_name="Bolt Works Ltd")
    analysis = analyse_document(user, report)
    assert analysis.company.name == "Acme Tools, Inc."
    assert [each.name for each in analysis.companies] == ["Acme Tools, Inc.", "Bolt Works Ltd"]


def test_a_company_over_all_documents_by_any_form_of_its_name(user, workspace, report):
    older = company(workspace, "ACME TOOLS INC", "older.pdf", fiscal_year_end_month=12)
    fill(older, years=(2021, 2020))
    analysis = analyse_company(user, workspace, "Acme Tools")
    assert [each.span.short for each in analysis.spans] == ["2023", "2022", "2021", "2020"]
    assert cells(analysis, 1)["return_on_equity"].text == "33.3%"
    assert set(analysis.documents.values()) == {"Acme.pdf", "older.pdf"}


def test_a_restated_figure_wins_by_the_stored_verdict(user, workspace, report):
    newer = company(workspace, "Acme Tools, Inc.", "newer.pdf", fiscal_year_end_month=12)
    restated = figure(newer, 9_800, 2023, months=12, until=12)
    first = Metric.objects.get(document=report, canonical_name="revenue", fiscal_year=2023)
    ConflictFactory(winner=restated, loser=first, reason="later", workspace=workspace)
    analysis = analyse_company(user, workspace, "Acme Tools")
    assert cells(analysis)["revenue"].text == "$9,800 thousand"
    assert "wins over it because its document is the later one" in steps(analysis)
    assert cells(analyse_document(user, report))["revenue"].text == "$10,000 thousand"


def test_an_unknown_company_is_told_which_there_are(user, workspace, report):
    with pytest.raises(UnknownCompany, match="no figures of “Zebra”: choose Acme Tools, Inc"):
        analyse_company(user, workspace, "Zebra")


def test_a_name_that_may_be_two_is_asked_back(user, workspace, report):
    fill(company(workspace, "Acme Paints, Inc.", "paints.pdf"))
    with pytest.raises(UnknownCompany, match="may be"):
        analyse_company(user, workspace, "Acme")


def test_others_see_nothing_of_it(other_user, workspace, report):
    assert companies_of(other_user, workspace) == []
    with pytest.raises(UnknownCompany):
        analyse_company(other_user, workspace, "Acme Tools")
    assert analyse_document(other_user, report).spans == ()


def test_the_queries_do_not_grow_with_documents(user, workspace, report):
    def count():
        with CaptureQueriesContext(
            connection,
        ) as queries:
            analyse_company(user, workspace, "Acme Tools", ratios=["all"])
        return len(queries)

    fill(company(workspace, "Acme Tools, Inc.", "second.pdf"), years=(2021, 2020))
    few = count()
    for number in range(4):
        fill(company(workspace, "Acme Tools, Inc.", f"{number}.pdf"), years=(2019 - number, 2018 - number))
    assert count() == few <= 6
