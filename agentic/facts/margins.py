"""Margins of several organizations: computed of each one's amounts, since few tables state them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from agentic.evidence import Draft
from agentic.facts import wording
from agentic.facts.between import LOWER, alike, is_of, no_or_yes, pairs_by_period
from agentic.facts.fetching import Found
from agentic.facts.newest import figures_asked_for
from agentic.facts.queries import FigureRow
from agentic.facts.result import Outcome, Workings
from agentic.facts.shown import figures_evidence
from agentic.facts.target import ASKING, Target, known_spans, without
from documents.legal_forms import without_legal_form
from retrieval.analysis import QueryAnalysis, stems
from retrieval.prefilter import Scope

MARGIN = re.compile(r"\b(?:(?P<of>gross|operating|net|(?:net )?profit) )?margins?\b", re.IGNORECASE)
# What a margin is of revenue; “margin” alone is the first that all sides have.
PARTS = {"net": "net_income", "operating": "operating_income", "gross": "gross_profit"}
WORDS = "margin margins gross operating net profit"


@dataclass(frozen=True)
class Margin:
    """`part` as a share of `whole`, of one organization in one period."""

    part: FigureRow
    whole: FigureRow

    @property
    def share(self) -> Decimal:
        return self.part.numeric_value / self.whole.numeric_value * 100


def asks_for_margins(analysis: QueryAnalysis) -> bool:
    """Whether the margins of several organizations are compared, and nothing else is asked."""
    if analysis.kind not in ("compare", "highest", "lowest") or len(analysis.periods) > 1:
        return False
    several = len({mention.name for mention in analysis.organizations}) > 1
    if not several or not MARGIN.search(analysis.question):
        return False
    rest = without(analysis.question, known_spans(analysis))
    return not stems(rest) - stems(ASKING) - stems(WORDS)


def asks_for_margin(analysis: QueryAnalysis) -> bool:
    """Whether the margin of one organization is asked for, in whichever periods, and nothing else."""
    several = len({mention.name for mention in analysis.organizations}) > 1
    if several or analysis.kind not in ("lookup", "compare", "list") or not MARGIN.search(analysis.question):
        return False
    rest = without(analysis.question, known_spans(analysis))
    return not stems(rest) - stems(ASKING) - stems(WORDS)


def own_margins(analysis: QueryAnalysis, scope: Scope, workings: Workings) -> Outcome | None:
    """One organization's margin in each period asked for, else the latest; None where a table states it
    or where its amounts are not known."""
    for kind, part in _kinds(analysis):
        parts = _found(analysis, part, scope, workings)
        if any(row.unit == "%" for rows in parts.values() for row in rows):
            return None
        by_amounts = replace(analysis, kind="ratio")
        parts = _found(by_amounts, part, scope, workings)
        wholes = _found(by_amounts, "revenue", scope, workings)
        margins = [
            Margin(*pairs[0])
            for period, rows in parts.items()
            if (pairs := pairs_by_period(rows, wholes.get(period, ())))
        ]
        names = {without_legal_form(margin.whole.entity_name) for margin in margins}
        if margins and len(names) == 1:
            text = "\n".join(f"- {_stated(kind, margin, workings)}" for margin in margins)
            figures = [row for margin in margins for row in (margin.part, margin.whole)]
            every = [row for found in (parts, wholes) for rows in found.values() for row in rows]
            draft = Draft(text=text.removeprefix("- ") if len(margins) == 1 else text)
            return draft, figures_evidence(figures, {None: every}, scope, workings)
    return None


def _stated(kind: str, margin: Margin, workings: Workings) -> str:
    part, whole = margin.part, margin.whole
    whose = wording.capital(f"{wording.subject(whole)}{kind} margin")
    return (
        f"{whose} {wording.when(whole)} was {margin.share:.1f}%: "
        f"{wording.label(part)}, {wording.amount(part)} {workings.cite(part.span)}, of "
        f"{wording.label(whole)}, {wording.amount(whole)} {workings.cite(whole.span)}."
    )


def compared_margins(analysis: QueryAnalysis, scope: Scope, workings: Workings) -> Outcome | None:
    """Whose margin is higher, with the amounts that each is made of; None where a side has none."""
    for kind, part in _kinds(analysis):
        parts, found = _of_each(analysis, part, scope, workings)
        wholes, more = _of_each(analysis, "revenue", scope, workings)
        margins = _margins(parts, wholes)
        if margins:
            text = _told(analysis, kind, margins, workings)
            rows = [row for figures in (*found, *more) for row in figures]
            figures = [row for margin in margins for row in (margin.part, margin.whole)]
            return Draft(text=text), figures_evidence(figures, {None: rows}, scope, workings)
    return None


def _kinds(analysis: QueryAnalysis) -> Iterator[tuple[str, str]]:
    asked = MARGIN.search(analysis.question)
    said = (asked["of"] or "").lower() if asked else ""
    wanted = "net" if "profit" in said else said
    return ((kind, part) for kind, part in PARTS.items() if wanted in ("", kind))


def _of_each(
    analysis: QueryAnalysis, measure: str, scope: Scope, workings: Workings
) -> tuple[dict[str, list[FigureRow]], list[list[FigureRow]]]:
    """Each organization's figures of a measure, by name; and all that were found."""
    own: dict[str, list[FigureRow]] = {}
    for mention in {mention.name: mention for mention in analysis.organizations}.values():
        found = _found(replace(analysis, organizations=(mention,), kind="ratio"), measure, scope, workings)
        own[mention.name] = [row for rows in found.values() for row in rows if is_of(row, mention.names)]
    return own, list(own.values())


def _found(analysis: QueryAnalysis, measure: str, scope: Scope, workings: Workings) -> Found:
    return figures_asked_for(analysis, Target(canonical=(measure,)), scope, workings)


def _margins(parts: dict[str, list[FigureRow]], wholes: dict[str, list[FigureRow]]) -> list[Margin]:
    """Of spans as alike as can be; empty where a side has none."""
    pairs = {name: {w.id: (p, w) for p, w in pairs_by_period(parts[name], wholes[name])} for name in parts}
    chosen = alike({name: [whole for _, whole in own.values()] for name, own in pairs.items()})
    margins = [Margin(*pairs[name][choice.best.id]) for name, choice in chosen.items() if choice]
    return margins if len(margins) == len(parts) else []


def _told(analysis: QueryAnalysis, kind: str, margins: list[Margin], workings: Workings) -> str:
    low, *_, high = sorted(margins, key=lambda margin: margin.share)
    word, best = ("low", low) if LOWER.search(analysis.question) else ("high", high)
    which = f"the {word}est" if len(margins) > 2 else f"{word}er"
    whose = wording.capital(wording.subject(best.whole))
    verdict = f"{no_or_yes(analysis, best.whole.entity_name)}{whose}{kind} margin is {which}"
    return f"{verdict}: {'; '.join(_made_of(margin, workings) for margin in margins)}."


def _made_of(margin: Margin, workings: Workings) -> str:
    part, whole = margin.part, margin.whole
    return (
        f"{wording.subject(part)}{wording.label(part)} {wording.when(part)}, "
        f"{wording.amount(part)} {workings.cite(part.span)}, {wording.verb(part)} {margin.share:.1f}% of "
        f"{wording.label(whole)}, {wording.amount(whole)} {workings.cite(whole.span)}"
    )
