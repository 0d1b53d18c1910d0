"""Rows of a part that has more words than the question: “Frito-Lay” of “Frito-Lay North America”."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.evidence import figures_evidence
from agentic.facts.figures.fetching import Found
from agentic.facts.figures.target import Target, parts_named
from agentic.facts.queries import FigureRow
from agentic.outcome import Outcome
from documents.models import Chunk, Metric
from retrieval.annotations.labels import labels_of
from retrieval.question.model import QueryAnalysis
from retrieval.question.wording.words import OF_PARTS
from retrieval.scope.model import Scope
from retrieval.sql import among
from retrieval.stems import stems, stems_of_each

MOST_LABELS = 300
MOST_CHUNKS = 20
WORD = re.compile(r"[\w&’'-]+")
POSSESSIVE = re.compile(r"[’']s?$")
CHANGES = re.compile(r"\b(?:growth|declines?|changes?|increases?|decreases?|offset)\b", re.IGNORECASE)
SHORT = re.compile(r"(?P<full>(?:[A-Z][\w&’'-]*\s+){1,7})\((?:the\s+)?[“\"]?(?P<short>[A-Z]{2,8})[”\"]?\)")


def of_parts(
    case: Case, target: Target, find: Callable[[Case, Target], Found]
) -> Iterator[tuple[Target, Found]]:
    """The rows of the part of a measure that the question names, and their figures; the surest first."""
    for part in parts_named(target, case.analysis, case.scope):
        if any((found := find(case, part)).values()):
            yield part, found
    longer = part_called_longer(target, case.analysis, case.scope)
    if longer and is_one_row(found := find(case, longer)):
        yield longer, found


def alike(
    case: Case, target: Target, part: Target, found: Found, find: Callable[[Case, Target], Found]
) -> list[FigureRow]:
    """Figures of the same time of rows that begin as the part is called, and are of more than it.

    “Commercial” may be a part of one segment's services where another segment is “Commercial Airplanes”.
    """
    own = {_time(row): abs(row.numeric_value) for rows in found.values() for row in rows}
    labels = _beginning(target.left - stems(OF_PARTS), case.scope) if part.under and own else []
    if not labels or part.fulls or not set(part.labels).isdisjoint(labels):
        return []
    longer = find(case, Target(labels=tuple(labels), under=target.canonical[0]))
    rows = [row for rows in longer.values() for row in rows]
    return [row for row in rows if abs(row.numeric_value) > own.get(_time(row), abs(row.numeric_value))]


def _time(row: FigureRow) -> tuple[object, ...]:
    return row.document_id, row.period_start, row.period_end, row.unit


def with_alike(outcome: Outcome | None, case: Case, rows: Sequence[FigureRow]) -> Outcome | None:
    """The answer with the rows that may be meant as well, beside it."""
    rows = list({row.metric_name: row for row in rows}.values())
    if outcome is None or not rows or not outcome[0].answered:
        return outcome
    draft, evidence = outcome
    told = [
        f"{wording.label(row)} {wording.when(row)}, {wording.amount(row)} {case.cite(row.span)}"
        for row in rows
    ]
    also = figures_evidence(rows, {None: rows}, case)
    text = f"{draft.text}\n\nIt is told of rows that begin so, too: {wording.joined(told)}."
    evidence = replace(
        also, figures=(*evidence.figures, *also.figures), tables=evidence.tables or also.tables
    )
    return replace(draft, text=text, may_mean=tuple(row.metric_name for row in rows)), evidence


def part_called_longer(target: Target, analysis: QueryAnalysis, scope: Scope) -> Target | None:
    """The rows that begin as the question calls the part, or go by the short name that the text gives it."""
    part = target.left - stems(OF_PARTS)
    if len(target.canonical) != 1 or not part:
        return None
    fulls = tuple(_shortened(part, analysis, scope))
    labels = (*_beginning(part, scope), *(short for short, _ in fulls))
    return Target(labels=labels, under=target.canonical[0], fulls=fulls) if labels else None


def is_one_row(found: Found) -> bool:
    """Whether each document gives one row alone for the part: of several nobody knows which is meant."""
    called: dict[int, set[str]] = {}
    for row in (row for rows in found.values() for row in rows):
        called.setdefault(row.document_id, set()).add(row.metric_name)
    return bool(called) and all(len(names) == 1 for names in called.values())


def _beginning(part: frozenset[str], scope: Scope) -> list[str]:
    """The labels whose first words are the part's, with more behind them."""
    labels = labels_of(scope.workspace).having(part, amounts=True)[:MOST_LABELS]
    return [name for name, _ in labels if not CHANGES.search(name) and begins(name, part)]


def begins(label: str, part: frozenset[str]) -> bool:
    """Whether the label has just these stems first, and more words behind them."""
    words = list(WORD.finditer(label))
    beginnings = [label[: word.end()] for word in words[:-1]]
    return any(found == part for found in stems_of_each(beginnings).values())


def _shortened(part: frozenset[str], analysis: QueryAnalysis, scope: Scope) -> Iterator[tuple[str, str]]:
    """“FLNA” of “Frito-Lay”, where the text has “Frito-Lay North America (FLNA)” and a row is called so."""
    asked = (POSSESSIVE.sub("", word) for word in WORD.findall(analysis.question))
    words = [word for word in asked if stems(word) and stems(word) <= part]
    if not words:
        return
    chunks = Chunk.objects.filter(workspace=scope.workspace, text__contains=" ".join(words))
    if scope.document_ids is not None:
        chunks = chunks.filter(among("document_id", scope.document_ids))
    fulls = {
        match["short"]: " ".join(match["full"].split())
        for text in chunks.order_by("pk").values_list("text", flat=True)[:MOST_CHUNKS]
        for match in SHORT.finditer(text)
        if begins(f"{match['full']}({match['short']})", part) and is_short_for(match["short"], match["full"])
    }
    known = Metric.objects.answering().filter(workspace=scope.workspace, metric_name__in=fulls)
    for short in sorted(set(known.values_list("metric_name", flat=True))):
        yield short, fulls[short]


def is_short_for(short: str, full: str) -> bool:
    """Whether the letters are the first ones of the name's words: FLNA of Frito-Lay North America."""
    initials = [word[0].upper() for word in re.split(r"[\s-]+", full.strip()) if word[:1].isalpha()]
    return "".join(initials) == short.upper()
