"""Several measures in one question, measures made of two, and what was spent."""

import pytest

from tests.agentic.figures_of import company, figure, is_proven

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def report(workspace):
    document = company(workspace, "Acme Tools, Inc.")
    spent = {"metric_name": "Purchases of equipment", "canonical_name": "capital_expenditures"}
    for year, revenue, profit, bought in ((2022, 1_000, 400, -50), (2023, 1_100, 500, -60)):
        figure(document, revenue, year, months=12, until=12)
        figure(
            document, profit, year, months=12, until=12, metric_name="Gross profit",
            canonical_name="gross_profit",
        )  # fmt: skip
        figure(document, bought, year, months=12, until=12, **spent)
    return document


def test_each_of_several_measures_is_answered(ask, report):
    answer = ask("What were Acme Tools' revenue and gross profit in 2023?")
    assert "revenue in fiscal 2023 (ended December 31, 2023) was $1,100 thousand" in answer.text
    assert "gross profit in fiscal 2023 (ended December 31, 2023) was $500 thousand" in answer.text
    answer = ask("How did revenue and gross profit change from 2022 to 2023?")
    assert "revenue rose by $100 thousand (10.0%)" in answer.text
    assert "gross profit rose by $100 thousand (25.0%)" in answer.text
    assert is_proven(answer)


def test_says_which_of_several_measures_is_not_given(ask, report):
    text = ask("What were Acme Tools' revenue and EBITDA in 2023?").text
    assert "$1,100 thousand" in text
    assert "These documents give no EBITDA for that." in text


def test_no_measure_is_told_for_one_that_is_made_of_it(ask, report):
    turnover = ask("What was Acme Tools' inventory turnover in 2023?")
    assert not turnover.answered
    assert "cost of revenue and average inventory of 2023 are not in these documents" in turnover.text
    assert ask("Which year had the highest revenue and gross profit?") is None


def test_a_column_of_changes_does_not_stand_in_for_the_change(ask, report):
    for year in (2022, 2023):
        figure(
            report, 10, year, months=12, until=12, metric_name="Revenue % change", canonical_name="", unit="%"
        )
    assert "revenue rose by $100 thousand" in ask("How did revenue change from 2022 to 2023?").text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "What was Acme Tools' gross margin in 2023?",
            "Acme Tools' gross margin in fiscal 2023 (ended December",
        ),
        (
            "How high was the gross margin in 2022 and 2023?",
            "rose from 40.0% in fiscal 2022 (ended December 31, 2022) to 45.5%",
        ),
    ],
)
def test_a_margin_is_computed_of_what_it_is_made_of(ask, report, question, text):
    answer = ask(question)
    assert text in answer.text
    assert (
        "was 45.5%. Of gross profit in fiscal 2023 (ended December 31, 2023), $500 thousand [" in answer.text
    )
    assert is_proven(answer)
    lacking = ask("What was Acme Tools' operating margin in 2023?")
    assert not lacking.answered
    assert "operating income for 2023 is missing" in lacking.text


def test_a_margin_that_a_table_states_is_looked_up(ask, report):
    figure(
        report, 0, 2023, months=12, until=12, metric_name="Gross margin", canonical_name="gross_profit",
        unit="%", value="45.4%", numeric_value="0.454", scale="0.01", quote="Gross margin 45.4%",
    )  # fmt: skip
    assert "45.4%" in ask("What was Acme Tools' gross margin in 2023?").text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What was Acme Tools' capital expenditure in 2023?", "were $60 thousand"),
        (
            "Did capital expenditure rise from 2022 to 2023?",
            "Yes. Acme Tools' purchases of equipment rose by $10",
        ),
        ("Was capital expenditure higher in 2022 or 2023?", "were higher in fiscal 2023"),
    ],
)
def test_what_was_spent_is_said_by_its_size(ask, report, question, text):
    answer = ask(question)
    assert text in answer.text
    assert is_proven(answer)


def test_what_an_investee_made_is_not_the_companys(ask, report):
    figure(report, 77, 2021, months=12, until=12, context="Summarized financial information for our investee")
    answer = ask("What was Acme Tools' revenue in 2021?")
    assert not answer.answered


def test_what_was_spent_is_compared_by_its_size_however_the_pages_print_it(ask, workspace):
    named = {"metric_name": "Research and development", "canonical_name": "research_and_development"}
    for name, thousands in (("Acme Tools, Inc.", -2_852), ("Baker Machines plc", 1_862)):
        figure(company(workspace, name), thousands, 2023, months=12, until=12, **named)
    answer = ask("What is the difference between Acme Tools' and Baker Machines' R&D expense in FY2023?")
    assert "Acme Tools' is higher by $990 thousand (53.2%)." in answer.text
    assert is_proven(answer)


def test_the_difference_of_earnings_per_share_is_per_share(ask, workspace, report):
    other = company(workspace, "Northwind plc")
    for document, value in ((report, "0.31"), (other, "0.21")):
        figure(
            document, 0, 2023, months=12, until=12, metric_name="Diluted EPS", canonical_name="eps_diluted",
            unit="USD/share", value=value, numeric_value=value, scale=1, quote=f"Diluted EPS {value}",
        )  # fmt: skip
    answer = ask("Compare the diluted EPS of Acme Tools and Northwind in 2023")
    assert "higher by $0.10 per share" in answer.text
    assert is_proven(answer)


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Did Acme Tools make a loss in 2023?", "Yes. Acme Tools' net loss in fiscal 2023"),
        ("Did Acme Tools make a profit in 2023?", "No. Acme Tools' net loss in fiscal 2023"),
        ("Was Acme Tools profitable in 2022?", "Yes. Acme Tools' net income in fiscal 2022"),
        ("Did Acme Tools report a net loss in 2022?", "No. Acme Tools' net income in fiscal 2022"),
    ],
)
def test_says_whether_there_was_a_loss(ask, report, question, verdict):
    for year, label, thousands in ((2022, "Net income", 20), (2023, "Net loss", -20)):
        figure(report, thousands, year, months=12, until=12, metric_name=label, canonical_name="net_income")
    answer = ask(question)
    assert answer.text.startswith(verdict)
    assert {number.status for number in answer.numbers} == {"exact"}


def test_says_that_a_part_of_the_year_asked_for_is_all_that_is_told(ask, report):
    figure(report, 900, 2024, months=9, until=9)
    text = ask("What was Acme Tools' revenue in 2024?").text
    assert text.startswith(
        "These documents give no revenue for all of 2024. Acme Tools' revenue from January 1"
    )
    assert "for all of" not in ask("What was Acme Tools' revenue in 2023?").text
    figure(report, 600, 2024, months=6, until=6)
    assert "for all of" not in ask("What was Acme Tools' revenue in the first half of 2024?").text


def test_a_part_of_a_measure_is_answered_from_its_own_row(ask, report):
    table = "Revenue disaggregated by products and services"
    named = {"months": 12, "until": 12, "canonical_name": "", "metric_name": "Services"}
    figure(report, 300, 2023, context=table, **named)
    figure(report, 170, 2023, context="Cost of sales", **named)
    figure(report, 1_100, 2023, months=12, until=12, context=table, metric_name="Total revenue")
    answer = ask("What was Acme Tools' services revenue in 2023?")
    assert "services revenue in fiscal 2023 (ended December 31, 2023) was $300 thousand" in answer.text
    assert "1,100" not in answer.text
    assert "170" not in answer.text


def test_per_cents_are_apart_by_percentage_points(ask, report):
    named = {"canonical_name": "comparable_sales", "metric_name": "Comparable sales", "unit": "%"}
    for year, share in ((2022, "0.021"), (2023, "0.034")):
        row = figure(report, 1, year, months=12, until=12, value=f"{float(share):.1%}", **named)
        type(row).objects.filter(pk=row.pk).update(numeric_value=share, scale="0.01")
    answer = ask("How did comparable sales change from 2022 to 2023?")
    assert "by 1.3 percentage points" in answer.text
