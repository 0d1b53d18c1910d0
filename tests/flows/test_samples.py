"""The suggested questions on the sample documents, without a model."""

from decimal import Decimal

import pytest

from agentic.analysis.analyse import analyse_document
from documents.models import Metric, Status
from samples import facts
from samples.documents.minutes import FILENAME as MINUTES
from samples.documents.reports import REPORTS
from samples.filenames import AGREEMENT
from samples.filenames import invoice as invoice_file
from samples.filenames import policy as policy_file
from samples.questions import SUGGESTED

pytestmark = pytest.mark.django_db

Q2, Q3 = REPORTS
OLD_POLICY, NEW_POLICY = facts.TRAVEL_POLICIES


def numbers(run):
    """Value → status of the numbers in the answer."""
    return {Decimal(number["value"]): number["status"] for number in run.result["numbers"]}


def cited(run):
    return {(citation["document"], citation["page"]) for citation in run.result["citations"]}


def test_every_sample_is_read(samples):
    failed = {d.filename: d.error for d in samples.documents.values() if d.status != Status.READY}
    assert failed == {}


def test_nearly_all_figures_are_anchored(samples):
    figures = Metric.objects.filter(workspace=samples.workspace)
    assert figures.count() > 150
    assert figures.filter(anchored=False).count() <= figures.count() * 0.05


def test_a_figure_is_answered_with_its_page(samples):
    run = samples.ask("What was Skerrivane's operating income in the third quarter of 2025?")
    assert numbers(run)[Q3.results.operating_income * 1000] == "exact"
    assert (Q3.filename, 2) in cited(run)


def test_last_year_is_told_from_this_year(samples):
    run = samples.ask("What was net income in the third quarter of 2024?")
    assert Q3.results_before.net_income * 1000 in numbers(run)
    assert Q3.results.net_income * 1000 not in numbers(run)


def test_two_sources_that_disagree_are_both_shown(samples):
    run = samples.ask("What was Skerrivane's revenue in the second quarter of 2025?")
    assert numbers(run)[Q2.results.revenue * 1000] == "exact"
    assert numbers(run)[facts.MINUTES_REVENUE_Q2 * 1000] in ("exact", "rounded")
    assert {(Q2.filename, 2), (MINUTES, 1)} <= cited(run)


def test_invoices_are_summed_over_the_whole_set(samples):
    run = samples.ask("What is the total amount due of all invoices?")
    total = sum(invoice.total for invoice in facts.INVOICES)
    assert numbers(run)[total] == "computed"
    assert {(invoice_file(invoice), 1) for invoice in facts.INVOICES} <= cited(run)


def test_the_policy_in_force_answers_and_the_old_one_is_named(samples):
    run = samples.ask("What is the meal allowance per day?")
    assert run.answer.index(f"{NEW_POLICY.meals_per_day}") < run.answer.index(f"{OLD_POLICY.meals_per_day}")
    assert "supersed" in run.answer
    assert (policy_file(NEW_POLICY), 1) in cited(run)


def test_a_term_of_the_contract_is_found(samples):
    run = samples.ask("What is the termination notice of the supply agreement with Dooncrane?")
    assert facts.TERMINATION_NOTICE_DAYS in numbers(run)
    assert AGREEMENT in {document for document, _ in cited(run)}


@pytest.mark.parametrize("question", SUGGESTED, ids=lambda question: question.shows)
def test_suggested_questions_are_answered_and_proven(samples, question):
    run = samples.ask(question.text)
    assert run.answered
    assert question.document in {document for document, _ in cited(run)}
    assert "unsupported" not in numbers(run).values()


@pytest.mark.parametrize(
    "question",
    [
        "What was Skerrivane's revenue in the second quarter of 2019?",
        "Who won the regatta of Saint-Malo?",
    ],
)
def test_what_the_documents_do_not_hold_is_not_answered(samples, question):
    run = samples.ask(question)
    assert not run.answered
    assert run.result["tried"]


def test_a_companys_analysis_follows_from_its_statements(samples):
    analysis = analyse_document(samples.user, samples.documents[Q3.filename], ratios=["current_ratio"])
    (quarter,) = [each for each in analysis.spans if each.span.short == "Q3 2025"]
    found = {cell.item.name: cell for cell in quarter.cells}
    results, balance = Q3.results, Q3.balance
    assert found["revenue"].value == results.revenue * 1000
    assert found["operating_income"].value == results.operating_income * 1000
    assert found["equity"].value == balance.equity * 1000
    debt = balance.long_term_borrowings + balance.current_borrowings
    assert found["total_debt"].value == debt * 1000
    for name, share in (
        ("net_margin", Decimal(results.net_income) / results.revenue),
        ("debt_to_equity", Decimal(debt) / balance.equity),
        ("current_ratio", Decimal(balance.current_assets) / balance.current_liabilities),
    ):
        assert found[name].value == pytest.approx(share), name
    assert all(row.page and row.quote for cell in quarter.cells for _, row in cell.inputs)
    assert found["return_on_equity"].value is None
