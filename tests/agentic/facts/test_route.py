"""The facts route: template SQL over the facts, no model."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from agentic.evidence import Draft, Evidence, Span
from agentic.facts import route
from agentic.facts.route import speaks_of_whom
from agentic.trace import Trace
from documents.models import Metric, Relationship
from retrieval.question.analyse import analyse
from retrieval.scope.model import Scope
from tests.agentic.figures_of import is_proven
from tests.factories import (
    DocumentFactory,
    EntityFactory,
    MetricFactory,
    PageFactory,
    RelationshipFactory,
    RunFactory,
    TableRowFactory,
    WorkspaceFactory,
)

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def report(workspace):
    """Two quarters of revenue and net income, in thousands."""
    document = DocumentFactory(workspace=workspace, filename="report.pdf", organizations=["Acme Tools, Inc."])
    EntityFactory(document=document, entity_name="Acme Tools, Inc.", role="subject")
    for year, revenue, income in ((2023, "4,100", "310"), (2024, "4,200", "(20)")):
        for name, canonical, value in (
            ("Net sales", "revenue", revenue),
            ("Net income", "net_income", income),
        ):
            quarterly_figure(document, year, name, canonical, value)
    return document


def quarterly_figure(document, year, name, canonical, value, **fields):
    digits = Decimal(value.strip("()").replace(",", ""))
    quote = f"{name} {value}"
    PageFactory(document=document, text=quote)
    return MetricFactory(
        **{
            "document": document,
            "metric_name": name,
            "canonical_name": canonical,
            "value": value,
            "numeric_value": (-digits if value.startswith("(") else digits) * 1000,
            "scale": Decimal(1000),
            "period": f"Three Months Ended March 31, {year}",
            "period_start": date(year, 1, 1),
            "period_end": date(year, 3, 31),
            "fiscal_year": year,
            "fiscal_quarter": 1,
            "quote": quote,
            "entity_name": "Acme Tools, Inc.",
            "context": "Consolidated Statements of Income",
            **fields,
        }
    )


def test_looks_up_a_figure_by_measure_entity_and_quarter(ask, report):
    answer = ask("What were Acme Tools' net sales in the first quarter of 2024?")
    assert "$4,200 thousand" in answer.text
    assert [number.status for number in answer.numbers] == ["exact"]
    assert answer.citations[0].quote == "Net sales 4,200"


def test_says_a_negative_figure_with_its_sign(ask, report):
    answer = ask("What was net income in Q1 2024?")
    assert "-$20 thousand" in answer.text
    assert answer.numbers[0].status == "exact"
    assert answer.numbers[0].value == -20_000


def test_is_not_sure_where_a_word_of_the_question_is_not_understood(ask, report):
    assert ask("What were net sales of submarines in Q1 2024?") is None


@pytest.mark.parametrize(
    "question", ["Which states had excess rainfall?", "Which regions have excess rainfall?"]
)
def test_a_number_beside_the_words_does_not_say_which_ones(ask, workspace, question):
    row = {"metric_name": "Excess", "canonical_name": "", "numeric_value": Decimal(5), "unit": ""}
    document = DocumentFactory(workspace=workspace, filename="rainfall.pdf")
    PageFactory(document=document, text="Excess 5")
    MetricFactory(
        **row, document=document, value="5", scale=Decimal(1), quote="Excess 5", context="Rainfall by states"
    )
    assert "was 5" in ask("What was the excess rainfall?").text
    assert ask(question) is None


def test_is_not_sure_of_a_question_that_asks_why(ask, report):
    assert ask("Why did net sales increase in Q1 2024?") is None


def test_says_what_was_tried_where_it_must_answer(ask, report):
    answer = ask("How many whales were counted?", insist=True)
    assert not answer.answered
    assert answer.tried


def test_compares_with_the_same_quarter_of_the_year_before(ask, report):
    answer = ask("How did net sales change in Q1 2024?")
    assert "rose by $100 thousand (2.4%)" in answer.text
    assert is_proven(answer)


def test_a_follow_up_inherits_measure_and_entity(ask, report):
    history = [{"role": "user", "text": "What were Acme Tools' net sales in Q1 2024?"}]
    assert "$4,100 thousand" in ask("and in Q1 2023?", history=history).text


def test_prefers_the_amount_over_the_percentage_under_the_same_label(ask, report):
    MetricFactory(
        document=report, metric_name="Net sales", value="100.0%", numeric_value=Decimal(1), unit="%",
        scale=Decimal("0.01"), period_start=date(2024, 1, 1), period_end=date(2024, 3, 31), fiscal_year=2024,
        fiscal_quarter=1, entity_name="Acme Tools, Inc.", quote="Net sales 4,200 100.0%",
    )  # fmt: skip
    assert "$4,200 thousand" in ask("What were net sales in Q1 2024?").text


def test_shows_a_source_that_disagrees(ask, workspace, report):
    minutes = DocumentFactory(workspace=workspace, filename="minutes.pdf")
    quarterly_figure(minutes, 2024, "Net sales", "revenue", "4,900", context="Minutes")
    answer = ask("What were net sales in Q1 2024?")
    assert "$4,200 thousand" in answer.text
    assert "minutes.pdf gives $4,900 thousand" in answer.text


def test_counts_a_rounding_as_the_same_figure(ask, workspace, report):
    release = DocumentFactory(workspace=workspace, filename="release.pdf")
    MetricFactory(
        document=release, metric_name="Net sales", value="$4.2 million", numeric_value=Decimal(4_200_000),
        scale=Decimal(1_000_000), period_start=date(2024, 1, 1), period_end=date(2024, 3, 31),
        fiscal_year=2024, fiscal_quarter=1, entity_name="Acme Tools, Inc.", quote="Net sales of $4.2 million",
    )  # fmt: skip
    assert "disagree" not in ask("What were net sales in Q1 2024?").text


def test_unanchored_figures_are_no_answer(ask, report):
    report.metric_set.filter(metric_name="Net sales").update(anchored=False)
    assert ask("What were net sales in Q1 2024?") is None


def test_figures_of_another_workspace_are_no_answer(ask, report):
    report.metric_set.all().delete()
    quarterly_figure(DocumentFactory(workspace=WorkspaceFactory()), 2024, "Net sales", "revenue", "9,999")
    assert ask("What were net sales in Q1 2024?") is None


def per_share(report, kind, value, year=2024):
    fields = {"numeric_value": Decimal(value.strip("()")), "scale": Decimal(1), "unit": "USD/share"}
    return quarterly_figure(
        report, year, f"{kind.capitalize()} earnings per share", f"eps_{kind}", value, **fields
    )


def test_earnings_per_share_are_diluted_unless_only_basic_ones_are_there(ask, report):
    question = "What was Acme Tools' EPS in Q1 2024?"
    per_share(report, "basic", "0.31")
    answer = ask(question)
    assert "$0.31 per share" in answer.text
    assert answer.text.endswith(
        "These are basic: no diluted earnings per share were found for all that is asked."
    )
    diluted = ask("What was Acme Tools' diluted EPS in Q1 2024?")
    assert diluted is None or not diluted.answered
    per_share(report, "diluted", "0.29")
    answer = ask(question)
    assert "$0.29 per share" in answer.text
    assert "0.31" not in answer.text
    assert answer.text.endswith("Earnings per share are taken as diluted.")
    assert {number.status for number in answer.numbers} == {"exact"}


def test_earnings_per_share_are_not_compared_with_those_of_other_shares(ask, report):
    for year, kind, value in ((2023, "basic", "0.21"), (2024, "basic", "0.31"), (2024, "diluted", "0.29")):
        per_share(report, kind, value, year)
    answer = ask("Compare Acme Tools' EPS in Q1 2023 and Q1 2024")
    assert "rose by $0.10" in answer.text
    assert "These are basic" in answer.text


def test_counts_documents_of_a_kind(ask, workspace):
    for number in range(3):
        DocumentFactory(workspace=workspace, filename=f"invoice-{number}.pdf", bucket="invoices")
    DocumentFactory(workspace=workspace, filename="contract.pdf")
    answer = ask("How many invoices are there?")
    assert "There are 3 invoices" in answer.text
    assert len(answer.tables[0].rows) == 3


def test_sums_one_figure_of_each_document_of_a_kind(ask, workspace):
    for number, total in enumerate(("100.50", "200.25")):
        document = DocumentFactory(workspace=workspace, filename=f"invoice-{number}.pdf", bucket="invoices")
        MetricFactory(
            document=document, metric_name="Total due", canonical_name="", value=f"EUR {total}", unit="EUR",
            numeric_value=Decimal(total), scale=Decimal(1), period_start=None, period_end=None,
            fiscal_year=None, quote=f"Total due EUR {total}",
        )  # fmt: skip
    answer = ask("What is the total due of all invoices altogether?")
    assert "€300.75" in answer.text
    assert is_proven(answer)


def total_of(workspace, name, label, total, unit="EUR", **fields):
    document = DocumentFactory(workspace=workspace, filename=f"{name}.pdf", bucket="invoices", **fields)
    figure = {"document": document, "canonical_name": "", "period_start": None, "period_end": None}
    figure |= {"fiscal_year": None, "fiscal_quarter": None, "unit": unit, "scale": Decimal(1)}
    for written, value in ((label, total), ("Net amount", "80.00"), ("Total net", "80.00")):
        quote = f"{written} {unit} {value}"
        PageFactory(document=document, number=document.pages.count() + 1, text=quote)
        MetricFactory(
            metric_name=written, value=value, numeric_value=Decimal(value), quote=quote, **figure,
            page=document.pages.count(),
        )  # fmt: skip
    return document


@pytest.mark.parametrize(
    "question",
    [
        "What is the total of all invoices, highest one?",
        "What is the total of all invoices, which one is the largest?",
    ],
)
def test_finds_the_largest_of_the_totals_just_summed(ask, workspace, question):
    total_of(workspace, "invoice-1", "Total amount due", "100.50")
    total_of(workspace, "invoice-2", "Invoice total:", "200.25")
    text = ask(question).text
    assert "€200.25" in text
    assert "€300.75" not in text


@pytest.mark.parametrize(
    "question",
    [
        "What is the total of all invoices?",
        "How much do the invoices come to altogether?",
        "What is the sum of our invoices?",
        "How much is due on all invoices in total?",
    ],
)
def test_sums_the_totals_of_documents_however_each_labels_its_own(ask, workspace, question):
    total_of(workspace, "invoice-1", "Total amount due", "100.50", document_date=date(2024, 3, 1))
    total_of(workspace, "invoice-2", "Invoice total:", "200.25")
    total_of(workspace, "invoice-3", "Grand Total (EUR)", "300.00")
    answer = ask(question)
    assert "€600.75" in answer.text
    assert is_proven(answer)
    assert ask("What is the total weight of all invoices?") is None


def test_a_total_that_is_to_be_paid_comes_before_that_of_a_table(ask, workspace):
    for number, total in enumerate(("100.50", "200.25")):
        document = total_of(workspace, f"invoice-{number}", "Balance due", total)
        MetricFactory(
            document=document, metric_name="Total", canonical_name="", value="999", unit="EUR",
            numeric_value=Decimal(999), scale=Decimal(1), period_start=None, period_end=None,
            fiscal_year=None, quote="Total 999",
        )  # fmt: skip
    assert "€300.75" in ask("What is the total of all invoices?").text
    assert "€200.25, invoice-1.pdf [1]" in ask("Which is the highest of the invoices?").text


def test_a_sum_says_which_documents_are_not_in_it(ask, workspace):
    for number, (total, unit) in enumerate((("100.50", "EUR"), ("200.25", "EUR"), ("5.00", "USD"))):
        total_of(workspace, f"invoice-{number}", "Total due", total, unit)
    text = ask("What is the total of all invoices?").text
    assert "€300.75" in text
    assert "Not in it, since no such figure in EUR was read there: invoice-2.pdf" in text


def test_the_total_of_a_years_documents_is_by_their_dates(ask, workspace):
    for number, total in enumerate(("100.50", "200.25", "7.00")):
        day = date(2023 if number < 2 else 2024, 5, 1)
        total_of(workspace, f"invoice-{number}", "Total due", total, document_date=day)
    assert "€300.75" in ask("What is the total of all invoices of 2023?").text


def test_reads_a_property_and_says_what_the_superseded_edition_says(ask, workspace):
    old = DocumentFactory(workspace=workspace, filename="policy-v1.pdf", title="Travel Policy")
    new = DocumentFactory(
        workspace=workspace, filename="policy-v2.pdf", title="Travel Policy", supersedes=old
    )
    for document, days in ((old, "30 days"), (new, "14 days")):
        TableRowFactory(
            document=document, table="properties", label="Claim deadline",
            properties={"Claim deadline": days}, quote=f"Claim deadline: {days}",
        )  # fmt: skip
    answer = ask("What is the claim deadline of the travel policy?")
    assert "14 days" in answer.text
    assert "superseded edition policy-v1.pdf says 30 days" in answer.text


def test_says_which_edition_is_in_force(ask, workspace):
    old = DocumentFactory(workspace=workspace, filename="policy-v1.pdf", document_type="policy")
    new = DocumentFactory(
        workspace=workspace, filename="policy-v2.pdf", document_type="policy", supersedes=old
    )
    RelationshipFactory(source=new, target=old, relationship_type=Relationship.Type.SUPERSEDES)
    answer = ask("Which policy is in force?")
    assert "policy-v2.pdf [1] is in force; it supersedes policy-v1.pdf [2]" in answer.text


def test_shows_the_statement_that_ran(ask, report, user):
    ask("What were net sales in Q1 2024?")
    step = user.runs.get().steps.filter(kind="sql").last()
    assert "FROM metrics" in step.sql
    assert step.rows == 1


def test_a_measure_as_a_share_of_another(ask, report):
    answer = ask("What percentage of net sales was net income in Q1 2023?")
    assert "7.6%" in answer.text
    assert [n.status for n in answer.numbers if n.text == "7.6%"] == ["computed"]


def test_a_year_is_read_as_the_one_that_ends_in_it_where_its_own_name_has_no_figures(ask, report):
    report.fiscal_year_offset = -1
    report.save()
    answer = ask("What were net sales in Q1 2025?")
    assert "$4,200 thousand" in answer.text
    assert "fiscal 2024" in answer.text


def test_what_had_not_come_to_pass_is_called_expected(ask, report):
    report.period_end, report.document_date = date(2023, 12, 31), date(2024, 3, 1)
    report.save()
    assert "is expected to be $4,200 thousand" in ask("What were net sales in Q1 2024?").text


def test_says_for_which_periods_it_knows_a_measure_that_was_asked_for_another(ask, report):
    answer = ask("What were net sales in Q1 2019?")
    assert not answer.answered
    assert "no net sales for Q1 2019" in answer.text
    assert len(answer.nearest) == 2


@pytest.fixture
def rival(workspace, report):
    """Another company's document with its net sales of the same quarter."""
    document = DocumentFactory(workspace=workspace, filename="rival.pdf", organizations=["Northwind plc"])
    EntityFactory(document=document, entity_name="Northwind plc", role="subject")
    quarterly_figure(document, 2024, "Revenue", "revenue", "2,100", entity_name="Northwind plc")
    return document


def test_compares_organizations_with_each_other_rather_than_with_the_year_before(ask, rival):
    answer = ask("Compare the revenue of Acme Tools and Northwind in Q1 2024")
    assert (
        "Acme Tools' net sales in Q1 of fiscal 2024 (ended March 31, 2024) were $4,200 thousand"
        in answer.text
    )
    assert "Northwind's revenue" in answer.text
    assert "Acme Tools' is higher by $2,100 thousand (100.0%)." in answer.text
    assert is_proven(answer)


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Which had higher revenue, Acme Tools or Northwind?", "Acme Tools' net sales were higher by"),
        ("Who had lower sales in Q1 2024, Acme Tools or Northwind?", "Northwind's revenue was lower by"),
        ("Which had the highest revenue, Acme Tools or Northwind?", "Acme Tools' net sales were higher by"),
        ("Who sold more, Northwind or Acme Tools?", "Acme Tools' net sales were higher by"),
        ("Did Acme Tools or Northwind have more revenue in Q1 2024?", "Acme Tools' net sales were higher by"),
        ("Is Acme Tools' revenue higher than Northwind's?", "Yes. Acme Tools' net sales were higher by"),
        ("Did Northwind have more revenue than Acme Tools?", "No. Acme Tools' net sales were higher by"),
        ("Was Northwind's revenue lower than Acme Tools'?", "Yes. Northwind's revenue was lower by"),
    ],
)
def test_says_which_of_two_organizations_has_more_and_cites_both(ask, rival, question, verdict):
    answer = ask(question)
    percent = "50.0" if "lower" in verdict else "100.0"
    assert answer.text.startswith(f"{verdict} $2,100 thousand ({percent}%). ")
    assert "$4,200 thousand [" in answer.text
    assert "$2,100 thousand [" in answer.text
    assert {citation.document for citation in answer.citations} == {"report.pdf", "rival.pdf"}
    assert is_proven(answer)


def test_says_whose_of_three_is_the_highest(ask, rival, workspace):
    third = DocumentFactory(workspace=workspace, filename="third.pdf", organizations=["Litware SE"])
    EntityFactory(document=third, entity_name="Litware SE", role="subject")
    quarterly_figure(third, 2024, "Revenue", "revenue", "9,000", entity_name="Litware SE")
    question = "Which had more revenue, Acme Tools, Northwind or Litware?"
    assert ask(question).text.startswith("Litware's revenue was the highest. ")
    assert ask(question.replace("more", "less")).text.startswith("Northwind's revenue was the lowest. ")


def test_a_question_about_more_than_was_read_of_both_is_not_answered(ask, rival):
    assert ask("Which had higher submarine revenue, Acme Tools or Northwind?") is None


def test_years_are_compared_with_years_though_one_side_has_newer_quarters(ask, rival, report):
    year = {"period": "", "fiscal_quarter": None, "fiscal_year": 2023}
    for document, name, value, ends in (
        (report, "Acme Tools, Inc.", "16,000", date(2023, 12, 31)),
        (rival, "Northwind plc", "17,500", date(2023, 9, 30)),
    ):
        start = ends.replace(year=2022) + timedelta(days=1)
        fields = {**year, "entity_name": name, "period_start": start, "period_end": ends}
        quarterly_figure(document, 2023, "Revenue", "revenue", value, **fields)
    answer = ask("Which had higher revenue, Acme Tools or Northwind?")
    assert answer.text.startswith("Northwind's revenue was higher by $1,500 thousand")
    assert "4,200" not in answer.text


def test_a_side_whose_figures_are_all_of_a_later_year_is_compared_too(ask, rival):
    Metric.objects.filter(document=rival).update(period_start=date(2026, 1, 1), period_end=date(2026, 3, 31))
    answer = ask("Which had higher revenue, Acme Tools or Northwind?")
    assert answer.text.startswith("Acme Tools' net sales were higher by $2,100 thousand")
    assert "$2,100 thousand [2]" in answer.text


def test_spans_of_different_length_are_not_compared(ask, rival, report):
    Metric.objects.filter(document=rival).update(period_start=date(2023, 4, 1), fiscal_quarter=None)
    answer = ask("Which had higher revenue, Acme Tools or Northwind?")
    assert answer.text.startswith("Neither is called higher: they are of spans of different length.")


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Is Acme Tools' margin higher than Northwind's?", "No. Northwind's net margin is higher: "),
        ("Which had the lower net margin, Acme Tools or Northwind?", "Acme Tools' net margin is lower: "),
    ],
)
def test_compares_margins_by_what_they_are_made_of(ask, rival, question, verdict):
    quarterly_figure(rival, 2024, "Profit", "net_income", "105", entity_name="Northwind plc")
    answer = ask(question)
    assert answer.text.startswith(verdict)
    assert (
        "net income in Q1 of fiscal 2024 (ended March 31, 2024), -$20 thousand [1], was -0.5% of"
        in answer.text
    )
    assert "$105 thousand [3], was 5.0% of revenue, $2,100 thousand [4]" in answer.text
    assert is_proven(answer)
    assert ask("Which had the higher operating margin, Acme Tools or Northwind?") is None


YEAR = {"period": "", "fiscal_year": 2026, "fiscal_quarter": None}


@pytest.fixture
def abroad(workspace):
    """Two companies' years: one ends in June, in francs and with a loss, the other in September."""
    for name, month, unit, label, value in (
        ("Kestrel AG", 6, "CHF", "Net loss", "(1,402)"),
        ("Oyelaran Inc.", 9, "USD", "Net income", "4,009"),
        ("Tailspin Inc.", 9, "USD", "Net income", "3,009"),
    ):
        document = DocumentFactory(
            workspace=workspace, filename=f"{name}.md", organizations=[name], fiscal_year_end_month=month
        )
        EntityFactory(document=document, entity_name=name, role="subject")
        dates = {"period_start": date(2025, month + 1, 1), "period_end": date(2026, month, 30)}
        fields = {"unit": unit, "entity_name": name, **YEAR, **dates}
        quarterly_figure(document, 2026, label, "net_income", value, **fields)
        half = {**dates, "period_end": date(2025, month + 6, 28) if month < 7 else date(2026, 3, 31)}
        quarterly_figure(document, 2026, label, "net_income", value.replace("00", "11"), **{**fields, **half})


def test_compares_companies_that_report_in_different_currencies(ask, abroad):
    answer = ask("Compare net income of Kestrel and Oyelaran in fiscal 2026")
    assert "Kestrel's net loss in fiscal 2026 (ended June 30, 2026) was -CHF 1,402 thousand" in answer.text
    assert (
        "Oyelaran's net income in fiscal 2026 (ended September 30, 2026) was $4,009 thousand" in answer.text
    )
    assert answer.text.endswith("Neither is called higher: they are in CHF and USD.")
    assert [number.status for number in answer.numbers] == ["exact", "exact"]


def test_no_currency_is_higher_than_another(ask, abroad):
    answer = ask("Which had the highest net income in fiscal 2026, Kestrel or Oyelaran?")
    assert "-CHF 1,402 thousand" in answer.text
    assert "Neither is called higher" in answer.text
    assert "$4,009" in ask("Which had the highest net income in fiscal 2026, Oyelaran or Tailspin?").text


def test_spans_that_go_by_dates_are_of_each_companys_own_fiscal_year(ask, abroad):
    answer = ask("Compare net income of Kestrel and Oyelaran in the first half of fiscal 2026")
    assert "from July 1, 2025 to December 28, 2025 was -CHF 1,402 thousand" in answer.text
    assert "from October 1, 2025 to March 31, 2026 was $4,119 thousand" in answer.text


@pytest.fixture
def later_rival(rival):
    """The rival's figures go on for two quarters more."""
    for quarter, month, value in ((2, 6, "2,300"), (3, 9, "2,500")):
        quarterly_figure(
            rival, 2024, "Revenue", "revenue", value, entity_name="Northwind plc", fiscal_quarter=quarter,
            period_start=date(2024, month - 2, 1), period_end=date(2024, month, 30), period="",
        )  # fmt: skip
    return rival


@pytest.mark.parametrize(
    "question",
    [
        "What was the revenue of Acme Tools and Northwind in the latest quarter?",
        "Compare the revenue of Acme Tools and Northwind in the latest quarter",
        "Which company had the highest revenue in the most recent quarter?",
    ],
)
def test_the_latest_quarter_is_each_companys_own(ask, later_rival, question):
    answer = ask(question)
    assert "4,200 thousand" in answer.text or "4,200" in str(answer.tables)
    assert "2,500" in f"{answer.text} {answer.tables}"
    assert not any(amount in f"{answer.text} {answer.tables}" for amount in ("4,100", "2,100", "2,300"))


def test_the_latest_quarter_of_one_company_is_its_own_among_others(ask, later_rival):
    answer = ask("What was Acme Tools' revenue in the latest quarter?")
    assert "$4,200 thousand" in answer.text
    assert "rose by $100 thousand" in ask("How did Acme Tools' revenue change in the latest quarter?").text


def test_says_each_figure_where_organizations_and_periods_are_compared(ask, rival):
    answer = ask("Compare the revenue of Acme Tools and Northwind in Q1 2023 and Q1 2024")
    assert all(amount in answer.text for amount in ("$4,100", "$4,200", "$2,100"))


def test_figures_of_a_document_that_only_mentions_a_company_are_not_its_own(ask, report):
    EntityFactory(document=report, entity_name="Zebra Ltd.", role="mentioned")
    report.organizations = ["Acme Tools, Inc.", "Zebra Ltd."]
    report.save()
    assert ask("What was Zebra's revenue in Q1 2024?") is None
    quarterly_figure(report, 2024, "Revenue", "revenue", "77", entity_name="Zebra Ltd.")
    answer = ask("What was Zebra's revenue in Q1 2024?")
    assert answer.text.startswith(
        "Zebra's revenue in Q1 of fiscal 2024 (ended March 31, 2024) was $77 thousand"
    )
    assert "4,200" not in answer.text


def test_a_property_is_no_answer_to_a_question_for_a_measure(ask, report):
    TableRowFactory(document=report, table="properties", label="Zebra", properties={"Zebra": "Zebra SE"})
    assert ask("What was Zebra's revenue?") is None


def test_lists_the_documents_that_name_somebody_whomever_they_are_about(ask, workspace, report, rival):
    PageFactory(document=rival, number=2, text="bought from Acme Tools, Inc. in May")
    EntityFactory(
        document=rival, entity_name="Acme Tools, Inc.", role="mentioned", page=2, quote="Acme Tools, Inc."
    )
    answer = ask("Which documents mention Acme Tools?")
    assert answer.text.startswith("2 documents name Acme Tools, Inc.: report.pdf [1]; rival.pdf [2].")
    assert answer.citations[1].page == 2
    assert ask("Which documents mention the submarines of Acme Tools?") is None


def test_says_which_quarter_it_takes_last_quarter_for(ask, report):
    answer = ask("What were Acme Tools' net sales last quarter?")
    assert not answer.answered
    assert "last quarter (Q" in answer.text


def test_says_of_which_organization_there_is_no_figure_to_compare(ask, rival):
    answer = ask("Compare the revenue of Acme Tools and Northwind in Q1 2023")
    assert "$4,100 thousand" in answer.text
    assert "These documents give none for Northwind." in answer.text


@pytest.fixture
def officers(report):
    """The report's cover and signatures, with an officer of a part of the company and one of another."""
    told = (
        ("Ada Quill", "Chairman of the Board and Chief Executive Officer", "person"),
        ("Bo Sand", "Chief Executive Officer, Europe", "person"),
        ("Cy Glas", "Chief Executive Officer of Norrland Glas", "person"),
        ("Dee Penn", "Senior Vice President and Chief Financial Officer of Acme Tools, Inc.", "person"),
        ("Ed Moor", "President, Acme Foods", "person"),
        ("St. Ives", "headquarters", "location"),
        ("Umeå", "", "location"),
    )
    for name, title, kind in told:
        quote = "St. Ives, Minnesota 55423" if name == "St. Ives" else f"{name} {title}"
        EntityFactory(document=report, entity_name=name, entity_type=kind, title=title, quote=quote)
    return report


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Where is Acme Tools headquartered?", "Acme Tools' headquarters are in St. Ives, Minnesota [1]."),
        (
            "Where are the headquarters of Acme Tools?",
            "Acme Tools' headquarters are in St. Ives, Minnesota [1].",
        ),
        ("In which city is Acme Tools' head office located?", "St. Ives, Minnesota"),
        ("Who is the CEO of Acme Tools?", "report.pdf names Ada Quill, Chairman of the Board and"),
        ("Who is Acme Tools' chief financial officer?", "names Dee Penn, Senior Vice President and Chief"),
        ("What is the name of the chairman of Acme Tools?", "names Ada Quill"),
        ("Who is the CFO?", "names Dee Penn"),
    ],
)
def test_covers_and_signatures_tell_who_and_where(ask, officers, question, text):
    answer = ask(question)
    assert text in answer.text
    assert not {"Bo Sand", "Cy Glas"} & set(answer.text.split(","))
    assert answer.citations[0].document == "report.pdf"


@pytest.mark.parametrize(
    "question",
    [
        "Who is the president of Acme Tools?",
        "Who is the treasurer of Acme Tools?",
        "Who is the CEO of Acme Tools' largest customer?",
        "Where is the largest factory of Acme Tools located?",
        "What did the CEO of Acme Tools say?",
    ],
)
def test_what_covers_and_signatures_do_not_tell_is_left_to_others(ask, officers, question):
    assert ask(question) is None


def test_a_title_may_name_the_company_by_its_short_name(ask, workspace):
    document = DocumentFactory(workspace=workspace, organizations=["Bolt.com, Inc."])
    EntityFactory(document=document, entity_name="Bolt.com, Inc.", role="subject")
    EntityFactory(
        document=document, entity_name="Ada Quill", entity_type="person", title="President and CEO of Bolt"
    )
    assert "names Ada Quill" in ask("Who is the CEO of Bolt?").text


def test_the_newest_document_tells_who_holds_an_office(ask, workspace, officers):
    newer = DocumentFactory(workspace=workspace, filename="newer.pdf", period_end=date(2025, 3, 31))
    EntityFactory(document=newer, entity_name="Acme Tools, Inc.", role="subject")
    EntityFactory(
        document=newer, entity_name="Flo Reed", entity_type="person", title="Chief Financial Officer"
    )
    assert ask("Who is the CFO of Acme Tools?").text.startswith("newer.pdf names Flo Reed")


@pytest.mark.parametrize(
    ("question", "text", "holds"),
    [
        ("What was the net revenue of Northwind Traders in 2022?", "Change, net: 1.5 billion [1].", False),
        (
            "What was the net revenue of Northwind Traders in 2022?",
            "Revenue of Northwind Traders: 5 [1].",
            True,
        ),
        ("What was the net revenue of Acme Tools in 2022?", "Change, net: 1.5 billion [1].", True),
        ("Who trained Northwind Traders?", "Trainer, net: Ada [1].", True),
    ],
)
def test_rows_tell_a_measure_of_somebody_whom_no_document_is_about_where_they_name_them(
    report, workspace, question, text, holds
):
    EntityFactory(document=report, entity_name="Northwind Traders", role="mentioned")
    assert speaks_of_whom(analyse(question, workspace=workspace), (Draft(text=text), Evidence())) is holds


def test_rows_of_a_company_stand_in_a_document_about_it_or_name_it(report, workspace):
    other = DocumentFactory(workspace=workspace, filename="other.pdf")
    analysis = analyse("What was the dividend per share of Acme Tools in 2022?", workspace=workspace)

    def holds(document, text):
        span = Span(document_id=document.pk, filename=document.filename, page=1, quote=text, kind="row")
        return speaks_of_whom(analysis, (Draft(text=text), Evidence(spans=(span,))))

    assert holds(report, "Dividends per share: 2.08 [1].")
    assert holds(other, "Dividends per share of Acme Tools: 2.08 [1].")
    assert not holds(other, "Dividends per share: 2.08 [1].")


def test_an_ordinary_word_that_is_a_name_elsewhere_asks_for_nobody(report, workspace):
    other = DocumentFactory(workspace=workspace, filename="projects.pdf", organizations=["LF Projects, LLC"])
    EntityFactory(document=other, entity_name="LF Projects, LLC", role="subject")
    span = Span(document_id=report.pk, filename=report.filename, page=1, quote="By method: 19", kind="row")
    told = (Draft(text="By method: NCB 19 [1]."), Evidence(spans=(span,)))
    for question, holds in (
        ("How many contracts of the transport project were awarded by each method?", True),
        ("How many contracts of LF Projects were awarded by each method?", False),
    ):
        assert speaks_of_whom(analyse(question, workspace=workspace), told) is holds


def test_rows_do_not_tell_a_measure_of_a_name_that_words_alone_hold(report, workspace, monkeypatch):
    PageFactory(document=report, number=97, text="Our products compete with those of Hollowell.")
    told = (Draft(text="2022, Net sales: 34,229 million [1]."), Evidence())
    monkeypatch.setattr(route, "BY_TIMES", (lambda case: told,))
    monkeypatch.setattr(route, "_in_order", lambda analysis: route.BY_TIMES)

    def answered(question):
        trace = Trace(RunFactory(workspace=workspace, question=question))
        analysis = analyse(question, workspace=workspace)
        return route.answer_from_facts(analysis, scope=Scope.of(workspace), trace=trace)

    assert answered("What were Acme Tools' net sales in 2022?") == told
    assert answered("What were Hollowell's net sales in 2022?") is None


def test_an_amount_of_money_in_a_row_is_no_number_of_things(ask, report):
    TableRowFactory(document=report, properties={"Cost": "Employee benefits", "2023": "$386 million"}, page=1)
    answer = ask("How many employees did Acme Tools have in 2023?")
    assert answer is None or not answer.answered
