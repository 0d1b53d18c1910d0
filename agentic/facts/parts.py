"""Which segment, region or product has most of a measure, by a table that breaks it down."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from agentic.evidence import Draft
from agentic.facts import wording
from agentic.facts.between import LOWER
from agentic.facts.queries import FigureRow
from agentic.facts.result import Outcome, Workings
from agentic.facts.shown import figures_evidence
from agentic.facts.tables import grouped, heading, is_of_period, tables_by_part
from agentic.facts.target import ASKING, Target, known_spans, without
from retrieval.analysis import QueryAnalysis, stems
from retrieval.growth import PART, WORDS
from retrieval.kinds import MORE
from retrieval.prefilter import Scope

# Rows that are no part themselves.
REST = re.compile(r"(?:all |the )?(?:others?|rest|corporate|elimination|intersegment)\b", re.IGNORECASE)
MOST_PARTS = 8  # said one by one


def asks_for_part(analysis: QueryAnalysis) -> bool:
    """Whether the part of something with the most or the least of a measure is asked for."""
    compares = analysis.kind in ("highest", "lowest") or MORE.search(analysis.question)
    return bool(compares) and bool(PART.search(analysis.question)) and bool(analysis.measures)


def largest_part(analysis: QueryAnalysis, scope: Scope, workings: Workings) -> Outcome | None:
    """The part with the most, or the least, and the others'; None where no table is sure to tell."""
    part = PART.search(analysis.question)
    names = tuple(dict.fromkeys(mention.name for mention in analysis.measures))
    left = stems(without(analysis.question, known_spans(analysis))) - stems(ASKING) - stems(WORDS)
    if part is None or left or len(names) > 1 or len(analysis.periods) > 1:
        return None
    tables = tables_by_part(analysis, Target(canonical=names), part["part"], scope, workings)
    told = [rows for table in tables if len(rows := _of_one_time(analysis, table)) > 1]
    if not told:
        return None
    rows = max(told, key=lambda own: (own[0].period_end or date.min, own[0].days, len(own)))
    rows.sort(key=lambda row: row.numeric_value, reverse=not LOWER.search(analysis.question))
    rows.sort(key=lambda row: bool(REST.match(row.metric_name)))
    word = "least" if LOWER.search(analysis.question) else "most"
    return Draft(text=_said(rows, word, workings)), figures_evidence(rows, {None: rows}, scope, workings)


def _of_one_time(analysis: QueryAnalysis, table: Sequence[FigureRow]) -> list[FigureRow]:
    """The rows of the period asked for, else of the latest and longest, one of each label, in one unit."""
    rows = [row for row in table if not row.is_forecast and row.period_end]
    if analysis.periods:
        rows = [row for row in rows if is_of_period(row, analysis.periods[0])]
    spans = grouped(rows, lambda row: (row.period_end, row.days))
    newest = spans[max(spans)] if spans else []
    own = list({row.metric_name: row for row in newest}.values())
    return own if len({row.unit for row in own}) == 1 else []


def _said(rows: Sequence[FigureRow], word: str, workings: Workings) -> str:
    """`rows`: the one that is asked for first."""
    best, *others = rows
    cited = [f"{wording.amount(row)} {workings.cite(row.span)}" for row in rows[:MOST_PARTS]]
    rest = [f"{row.metric_name}, {words}" for row, words in zip(others, cited[1:], strict=False)]
    return (
        f"{heading(best)}{best.metric_name} has the {word} {wording.when(best)}, "
        f"{cited[0]}; the {'others are' if len(others) > 1 else 'other is'} {wording.joined(rest)}."
    )
