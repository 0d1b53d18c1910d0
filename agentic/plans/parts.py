"""Parts of a measure whose share in the whole lies beyond a bound: “segments of more than 20% of revenue”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

from agentic.evidence import Draft, Figure
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.evidence import figures_evidence
from agentic.facts.queries import FigureRow
from agentic.outcome import Outcome
from agentic.plans.figures.lookup import rows_of, taken
from agentic.plans.series import PARTS, rows_by_part, targets
from retrieval.question.analyse import analyse
from retrieval.question.grouping import find_grouping
from retrieval.question.periods.document_periods import as_documents_are_called
from retrieval.question.plans.bounds import find_bound, holds
from retrieval.question.plans.model import Test

PART = re.compile(rf"\b(?P<noun>{'|'.join(PARTS)})\w*", re.IGNORECASE)
AMOUNTS = re.compile(
    r"\b(?:represent|account(?:ed|s|ing)?\s+for|contribut|ma(?:k|d)e|compris|constitut|form|exceed)\w*\s*$",
    re.IGNORECASE,
)
OF_WHOLE = re.compile(r"\s+of\s+(?P<whole>[^?]+)")
TENTH = Decimal("0.001")


def answer_parts(case: Case) -> Outcome | None:
    """Yes or no, with the share of each part beyond the bound; None where the question asks otherwise."""
    bound = find_bound(case.question)
    if bound is None or bound.test.unit != "%":
        return None
    before, whole = case.question[: bound.start], OF_WHOLE.match(case.question[bound.end :])
    part = PART.search(before)
    if part is None or whole is None or not AMOUNTS.search(before):
        return None
    own = _parts_of(case, whole["whole"], part["noun"].lower())
    return next((found for each in own if (found := _told(each, bound.test))), None)


def _parts_of(case: Case, whole: str, noun: str) -> Iterator[Case]:
    """The question for the measure by such parts, else by segments, which a company names as it likes."""
    named = {"countr": "country", "categor": "category", "geograph": "geography"}.get(noun, noun)
    for each in dict.fromkeys((named, "segment")):
        analysis = analyse(f"What was {whole.strip()} by {each}?", workspace=case.scope.workspace)
        analysis = as_documents_are_called(analysis, case.scope.workspace)
        yield replace(case, analysis=replace(analysis, inherited=case.analysis.inherited))


def _told(case: Case, test: Test) -> Outcome | None:
    grouping = find_grouping(case.question)
    if grouping is None:
        return None
    for target in targets(case, grouping):
        rows = rows_by_part(case, target, grouping) if target.canonical else []
        totals = [
            row
            for row in (rows_of(case, target.canonical[0], case.analysis.periods) if rows else [])
            if (row.period_end, row.days, row.unit) == (rows[0].period_end, rows[0].days, rows[0].unit)
        ]
        total = taken(totals)
        if total and total.best.numeric_value:
            return _shares(case, rows, total.best, test)
    return None


def _shares(case: Case, rows: Sequence[FigureRow], total: FigureRow, test: Test) -> Outcome:
    what = f"{wording.subject(total)}{wording.label(total)} {wording.when(total)}"
    shares = [(row, row.numeric_value / total.numeric_value) for row in rows]
    beyond = [(row, share) for row, share in shares if holds(test, share)]
    lines = [f"- {_share(case, row, share)}" for row, share in beyond or shares]
    whole = f"Of {what}, {wording.amount(total)} {case.cite(total.span)}."
    said = "Yes. These shares are" if beyond else "No. None of these shares is"
    head = f"{said} {test.relation} the bound of {test.written}:"
    text = "\n".join([head, "", *lines, "", whole])
    results = [_figure(row, total, share) for row, share in beyond or shares]
    bound = replace(
        total.figure, value=test.value, text=test.written, unit="%", scale=Decimal("0.01"), span=None
    )
    evidence = figures_evidence([*rows, total], {None: [*rows, total]}, case)
    own = replace(bound, formula="as the question sets it")
    plan = {
        "text": f"share of each part in {what}; whether {test}",
        "expression": {
            "divide": [{"figure": total.metric_name, "by": "part"}, {"figure": total.metric_name}]
        },
        "test": test.as_json(),
        "planner": "rules",
    }
    draft = Draft(text=text, plan=plan, about=case.question)
    return draft, replace(evidence, figures=(*results, own, *evidence.figures))


def _share(case: Case, row: FigureRow, share: Decimal) -> str:
    return f"{row.metric_name}: {_per_cent(share)}, {wording.amount(row)} {case.cite(row.span)}"


def _per_cent(share: Decimal) -> str:
    return f"{share.quantize(TENTH, ROUND_HALF_UP) * 100:.1f}%"


def _figure(row: FigureRow, total: FigureRow, share: Decimal) -> Figure:
    return replace(
        row.figure,
        value=share.quantize(TENTH, ROUND_HALF_UP),
        text=_per_cent(share),
        unit="%",
        scale=Decimal("0.01"),
        span=None,
        formula=f"{wording.amount(row)} ÷ {wording.amount(total)}",
    )
