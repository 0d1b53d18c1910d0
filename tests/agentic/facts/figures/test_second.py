"""Two things asked in one question, and what reports on quarters tell only from the year's start."""

from functools import partial

import pytest

from tests.agentic.figures_of import checked, company, figure, is_proven

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ask(workspace, user):
    return partial(checked, workspace=workspace, user=user)


@pytest.fixture
def report(workspace):
    document = company(workspace, "Acme Tools, Inc.")
    for year, percent in ((2022, 19), (2023, 18)):
        whole = {"months": 12, "until": 12, "unit": "%"}
        figure(
            document,
            percent,
            year,
            metric_name="Effective tax rate",
            canonical_name="effective_tax_rate",
            **whole,
        )
        figure(
            document, 21, year, metric_name="Statutory federal income tax rate", canonical_name="", **whole
        )
        figure(
            document, -70, year, months=12, until=12, metric_name="Common stock repurchased",
            canonical_name="share_repurchases",
        )  # fmt: skip
    return document


def test_the_year_before_is_told_beside_the_figure_where_it_is_asked_for_second(ask, report):
    answer = ask("What was the effective tax rate in 2023, and how does it compare with the prior year?")
    assert "in fiscal 2023 (ended December 31, 2023) was 18" in answer.text
    assert "in fiscal 2022 (ended December 31, 2022) was 19" in answer.text
    assert answer.fit["covers"]


@pytest.mark.parametrize("before", ["the prior year", "the same period of 2022"])
def test_how_an_amount_moved_since_an_earlier_time_is_told_where_that_is_asked_second(ask, report, before):
    for year, thousands in ((2022, 400), (2023, 300)):
        figure(report, thousands, year, months=12, until=12)
    answer = ask(f"What was Acme Tools' revenue in 2023, and how does it compare with {before}?")
    assert "fell by $100 thousand (25.0%), from $400 thousand in fiscal 2022" in answer.text
    assert answer.fit["covers"], answer.fit


def test_another_row_is_told_beside_the_figure_where_it_is_asked_for_second(ask, report):
    text = ask(
        "What effective tax rate did Acme Tools report in 2023, "
        "and how does this compare to the statutory tax rate?"
    ).text
    assert "in fiscal 2023 (ended December 31, 2023) was 18" in text
    assert "statutory federal income tax rate in fiscal 2023 (ended December 31, 2023) was 21" in text


def test_whether_something_was_paid_is_answered_with_yes_and_how_much(ask, report):
    answer = ask(
        "Did Acme Tools undertake any share repurchase programs in 2023, and if so, what was the scale of it?"
    )
    assert answer.text.startswith("Yes. Acme Tools' common stock repurchased in fiscal 2023")
    assert "$70 thousand" in answer.text
    assert is_proven(answer)
    assert answer.fit["covers"]


def test_cash_flows_of_a_quarter_are_told_from_the_years_start_where_they_are_told_so(ask, report):
    figure(
        report, 900, 2023, months=9, until=9, metric_name="Cash from operating activities",
        canonical_name="operating_cash_flow",
    )  # fmt: skip
    answer = ask("What was Acme Tools' cash flow from operating activities as reported in the Q3 2023 10-Q?")
    assert "from January 1, 2023 to September 30, 2023 was $900 thousand" in answer.text
    assert "These documents give none for that quarter alone." in answer.text
    assert not answer.fit["covers"]


def test_what_a_quarters_balance_or_profit_was_is_not_told_from_the_years_start(ask, report):
    figure(
        report, 900, 2023, months=9, until=9, metric_name="Net income", canonical_name="net_income",
    )  # fmt: skip
    assert not ask("What was Acme Tools' net income in Q3 2023?").answered


def test_rows_that_stand_for_a_measure_are_named(ask, report):
    figure(
        report, 300, 2023, months=12, until=12, metric_name="Technology and content", canonical_name="",
        context="Consolidated statements of operations",
    )  # fmt: skip
    answer = ask("What was Acme Tools' R&D expenditure in 2023?")
    assert "technology and content in fiscal 2023 (ended December 31, 2023) was $300 thousand" in answer.text
    assert "Taken for research and development, which no row here is called" in answer.text


def test_dividends_told_per_share_stand_for_those_that_no_row_is_called_by(ask, report):
    statement = "Consolidated statements of equity"
    named = {"metric_name": "Cash dividends paid", "canonical_name": "", "context": statement}
    figure(report, 4, 2023, months=12, until=12, unit="USD/share", **named)
    figure(report, 900, 2023, months=12, until=12, **{**named, "metric_name": "Cash dividends paid, total"})
    text = ask("What was Acme Tools' dividend per share in 2023?").text
    assert "cash dividends paid in fiscal 2023 (ended December 31, 2023) was $4" in text
    assert "Taken for dividends per share" in text


def test_the_growth_that_a_measure_is_called_by_asks_for_no_change(ask, report):
    for year, percent in ((2022, 4), (2023, 6)):
        figure(
            report, percent, year, months=12, until=12, unit="%", canonical_name="",
            metric_name="Comparable sales % change (1)", context="Domestic segment",
        )  # fmt: skip
    text = ask("What was Acme Tools' domestic comparable sales growth in 2023?").text
    assert "comparable sales % change in fiscal 2023 (ended December 31, 2023) was 6%" in text


def test_years_that_are_counted_and_added_up_have_their_place(ask, report):
    answer = ask("What were Acme Tools' share repurchases over the two years 2022-2023 all together?")
    assert "The sum of 2 figures" in answer.text
    assert answer.fit["covers"], answer.fit["missing"]


def test_what_is_told_by_part_is_given_where_its_comparison_is_left_open(ask, workspace):
    document = company(workspace, "Acme Tools, Inc.")
    figure(document, 1_000, 2023, months=12, until=12)
    for name, thousands in (("Saws", 400), ("Drills", 600)):
        figure(
            document, thousands, 2023, months=12, until=12, metric_name=name, canonical_name="",
            context="Annual report › Revenue by segment",
        )  # fmt: skip
    answer = ask(
        "How does Acme Tools' revenue distribution across its segments in 2023 "
        "compare to the cost of sales for those?"
    )
    assert "Acme Tools' revenue by segment in fiscal 2023" in answer.text
    assert "$600 thousand" in answer.text
    assert "compare to the cost of sales" in answer.fit["missing"][0]
    listed = ask("What was the revenue of Acme Tools' Pumps and Drills segments in 2023?")
    assert "- Drills: $600 thousand" in listed.text
    assert not listed.fit["covers"]


@pytest.mark.parametrize(
    ("question", "loss"),
    [("Which segment had an operating loss in 2023?", "Saws had a loss in fiscal 2023")],
)
def test_the_parts_that_lost_money_are_named(ask, workspace, question, loss):
    document = company(workspace, "Acme Tools, Inc.")
    named = {"metric_name": "Operating income", "canonical_name": "operating_income"}
    figure(document, 200, 2023, months=12, until=12, **named)
    for name, thousands in (("Saws", -400), ("Drills", 600)):
        figure(
            document, thousands, 2023, months=12, until=12, metric_name=name, canonical_name="",
            context="Annual report › Operating income by segment",
        )  # fmt: skip
    answer = ask(question)
    assert loss in answer.text
    assert "-$400 thousand" in answer.text
    assert "$600" not in answer.text


def test_a_share_of_a_whole_is_told_where_two_amounts_are_compared(ask, workspace):
    document = company(workspace, "Acme Tools, Inc.")
    for name, label, thousands in (
        ("revenue", "Net sales", 1_000),
        ("gross_profit", "Gross profit", 500),
        ("operating_income", "Operating income", 300),
    ):
        figure(document, thousands, 2023, months=12, until=12, metric_name=label, canonical_name=name)
    answer = ask("In 2023, how did Acme Tools' operating expenses measure up against its revenue?")
    assert "operating expenses as a share of revenue in fiscal 2023" in answer.text
    assert "was 20.0%" in answer.text
    assert "operating expenses in fiscal 2023 (ended December 31, 2023) was $200 thousand" in answer.text
    assert is_proven(answer)


def test_taxes_that_a_row_counts_as_a_benefit_are_charged(ask, workspace):
    document = company(workspace, "Acme Tools, Inc.")
    for name, label, thousands in (
        ("pretax_income", "Income before income taxes", 1_000),
        ("income_tax_expense", "Benefit (provision) for income taxes", -190),
    ):
        figure(document, thousands, 2023, months=12, until=12, metric_name=label, canonical_name=name)
    assert "was 19.0%" in ask("What was Acme Tools' effective tax rate in 2023?").text


def test_how_much_of_it_came_from_a_part_is_told_beside_the_whole(ask, workspace):
    document = company(workspace, "Acme Tools, Inc.")
    of_year = {"months": 12, "until": 12}
    figure(document, 900, 2023, **of_year)
    figure(
        document, 200, 2023, metric_name="Norway", canonical_name="", context="Revenue by country", **of_year
    )
    answer = ask("What was the total revenue of Acme Tools in 2023, and how much of it came from Norway?")
    assert "$900 thousand" in answer.text
    assert "$200 thousand" in answer.text
    assert answer.fit["covers"]


def test_an_average_of_what_was_spent_is_told_by_its_size(ask, report):
    assert "is $70 thousand" in ask("What were Acme Tools' average share repurchases in 2022 and 2023?").text


def test_the_most_that_was_spent_is_the_largest_size(ask, report):
    whole = {"metric_name": "Capital spending", "canonical_name": "capital_expenditures"}
    for year, spent in ((2022, -50), (2023, -60)):
        figure(report, spent, year, months=12, until=12, **whole)
    text = ask("What was Acme Tools' highest capital spending of 2022 and 2023?").text
    assert "is $60 thousand" in text


def test_earnings_per_share_are_proven_though_their_label_names_the_profit(ask, workspace):
    document = company(workspace, "Acme Tools, Inc.")
    label = "Net income attributable to Acme Tools per common share – diluted"
    figure(
        document, 5, 2023, months=12, until=12, metric_name=label, canonical_name="eps_diluted",
        unit="USD/share", scale=1, numeric_value=5,
    )  # fmt: skip
    answer = ask("What were Acme Tools' diluted earnings per share in 2023?")
    assert is_proven(answer)
    assert answer.fit["covers"]


def test_what_was_spent_on_interest_is_the_interest_expense(ask, workspace):
    document = company(workspace, "Acme Tools, Inc.")
    named = {"metric_name": "Interest expense", "canonical_name": "interest_expense"}
    figure(document, 30, 2023, months=12, until=12, **named)
    assert "$30 thousand" in ask("How much did Acme Tools spend on interest in 2023?").text


def test_what_a_row_stands_for_is_told_as_paid(ask, workspace):
    document = company(workspace, "Acme Tools, Inc.")
    named = {
        "metric_name": "Share repurchases - common",
        "canonical_name": "",
        "context": "Statement of Cash Flows",
    }
    for year, thousands in ((2023, -1_500), (2022, -106)):
        figure(document, thousands, year, months=12, until=12, **named)
    text = ask("Acme Tools share repurchases 2023 vs 2022").text
    assert "rose by $1,394 thousand" in text
    assert "Taken for share repurchases" in text
