"""The facts route: template SQL over the facts, no model."""

from datetime import date
from decimal import Decimal

import pytest

from agentic.facts import answer_from_facts
from agentic.trace import Trace
from agentic.verify import verify
from documents.models import Relationship
from retrieval.analysis import analyse
from retrieval.prefilter import prefilter
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
def ask(workspace, user):
    """Ask the facts route and check its answer; None where it is not sure."""

    def answer(question, *, insist=False, history=()):
        trace = Trace(RunFactory(workspace=workspace, user=user, question=question))
        analysis = analyse(question, workspace=workspace, history=history)
        scope = prefilter(analysis, workspace=workspace)
        outcome = answer_from_facts(analysis, scope=scope, trace=trace, insist=insist)
        return verify(*outcome) if outcome else None

    return answer


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
        document=document,
        metric_name=name,
        canonical_name=canonical,
        value=value,
        numeric_value=(-digits if value.startswith("(") else digits) * 1000,
        scale=Decimal(1000),
        period=f"Three Months Ended March 31, {year}",
        period_start=date(year, 1, 1),
        period_end=date(year, 3, 31),
        fiscal_year=year,
        fiscal_quarter=1,
        quote=quote,
        **{
            "entity_name": "Acme Tools, Inc.",
            "context": "Consolidated Statements of Income",
            **fields,
        },
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


def test_is_not_sure_of_a_question_that_asks_why(ask, report):
    assert ask("Why did net sales increase in Q1 2024?") is None


def test_says_what_was_tried_where_it_must_answer(ask, report):
    answer = ask("How many whales were counted?", insist=True)
    assert not answer.answered
    assert answer.tried


def test_compares_with_the_same_quarter_of_the_year_before(ask, report):
    answer = ask("How did net sales change in Q1 2024?")
    assert "rose by $100 thousand (2.4%)" in answer.text
    assert {number.status for number in answer.numbers} <= {"exact", "computed"}


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
    assert {number.status for number in answer.numbers} <= {"exact", "computed"}


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
    assert {number.status for number in answer.numbers} <= {"exact", "computed"}


def test_says_each_figure_where_organizations_and_periods_are_compared(ask, rival):
    answer = ask("Compare the revenue of Acme Tools and Northwind in Q1 2023 and Q1 2024")
    assert all(amount in answer.text for amount in ("$4,100", "$4,200", "$2,100"))


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
