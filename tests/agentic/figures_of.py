"""Figures of invented companies over quarters, halves and years, for tests of what is compared."""

from datetime import date, timedelta
from decimal import Decimal

from agentic.facts.route import answer_from_facts
from agentic.trace import Trace
from agentic.verification.curators import with_curators
from agentic.verification.verify import verify
from reading.values.dates import month_end
from retrieval.question.analyse import analyse
from retrieval.scope.prefilter import prefilter
from tests.factories import DocumentFactory, EntityFactory, MetricFactory, PageFactory, RunFactory


def asked(question, *, workspace, user, insist=False, history=()):
    """The facts route's checked answer; None where it is not sure."""
    trace = Trace(RunFactory(workspace=workspace, user=user, question=question))
    analysis = analyse(question, workspace=workspace, history=history)
    scope = prefilter(analysis, workspace=workspace)
    outcome = answer_from_facts(analysis, scope=scope, trace=trace, insist=insist)
    return verify(outcome[0], with_curators(outcome[1])) if outcome else None


def checked(question, *, workspace, user):
    """The same, with whether it is an answer to the question."""
    trace = Trace(RunFactory(workspace=workspace, user=user, question=question))
    analysis = analyse(question, workspace=workspace)
    outcome = answer_from_facts(analysis, scope=prefilter(analysis, workspace=workspace), trace=trace)
    if outcome is None:
        return None
    return verify(outcome[0], with_curators(outcome[1]), question=question, analysis=analysis)


def is_proven(answer):
    """Whether each of its numbers stands in a source as it is said, or follows from such."""
    return {number.status for number in answer.numbers} <= {"exact", "computed"}


def company(workspace, name, filename="", **fields):
    document = DocumentFactory(
        workspace=workspace, filename=filename or f"{name.split()[0]}.pdf", organizations=[name], **fields
    )
    EntityFactory(document=document, entity_name=name, role="subject")
    return document


def figure(document, thousands, year, *, months=3, until=3, **fields):
    """Revenue of so many months to the end of the month `until`."""
    end = month_end(year, until)
    first = end.replace(day=1) - timedelta(days=30 * (months - 1))
    digits = f"{abs(thousands):,}"
    value = f"({digits})" if thousands < 0 else digits
    named = {"metric_name": "Revenue", "canonical_name": "revenue", **fields}
    quote = f"{named['metric_name']} {value}"
    # Counted once for each document: thousands of figures are made.
    before = getattr(document, "last_page", None)
    page = document.last_page = (document.pages.count() if before is None else before) + 1
    PageFactory(document=document, number=page, text=quote)
    return MetricFactory(
        **{
            "document": document,
            "value": value,
            "numeric_value": Decimal(thousands) * 1000,
            "scale": Decimal(1000),
            "period": "",
            "period_start": date(first.year, first.month, 1),
            "period_end": end,
            "fiscal_year": year,
            "fiscal_quarter": until // 3 if months == 3 else None,
            "quote": quote,
            "page": page,
            "entity_name": document.organizations[0],
            "context": "Consolidated Statements of Income",
            **named,
        }
    )
