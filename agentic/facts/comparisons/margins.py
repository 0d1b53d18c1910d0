"""Margins of several organizations: computed of each one's amounts, since few tables state them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from agentic.evidence import Draft
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.comparisons.compare import LOWER, alike, is_of, no_or_yes, pairs_by_period
from agentic.facts.evidence import figures_evidence
from agentic.facts.figures.fetching import Found
from agentic.facts.figures.newest import figures_asked_for
from agentic.facts.figures.target import ASKING, Target, known_spans, without
from agentic.facts.queries import FigureRow
from agentic.facts.workings import Workings
from agentic.outcome import Outcome
from agentic.plans.figures.resolved import share, together
from retrieval.question.model import QueryAnalysis
from retrieval.stems import stems

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


def compared_margins(case: Case) -> Outcome | None:
    """Whose margin is higher, with the amounts that each is made of; None where a side has none."""
    for kind, part in _kinds(case.analysis):
        parts, found = _of_each(case, part)
        wholes, more = _of_each(case, "revenue")
        margins = _margins(parts, wholes)
        if margins:
            text = _told(case.analysis, kind, margins, case.workings)
            rows = [row for figures in (*found, *more) for row in figures]
            figures = [row for margin in margins for row in (margin.part, margin.whole)]
            plan = together([share(margin.part, margin.whole) for margin in margins])
            return Draft(text=text, looked_up=plan), figures_evidence(figures, {None: rows}, case)
    return None


def _kinds(analysis: QueryAnalysis) -> Iterator[tuple[str, str]]:
    asked = MARGIN.search(analysis.question)
    said = (asked["of"] or "").lower() if asked else ""
    wanted = "net" if "profit" in said else said
    return ((kind, part) for kind, part in PARTS.items() if wanted in ("", kind))


def _of_each(case: Case, measure: str) -> tuple[dict[str, list[FigureRow]], list[list[FigureRow]]]:
    """Each organization's figures of a measure, by name; and all that were found."""
    own: dict[str, list[FigureRow]] = {}
    for mention in {mention.name: mention for mention in case.analysis.organizations}.values():
        found = _found(case.asking(organizations=(mention,), kind="ratio"), measure)
        own[mention.name] = [row for rows in found.values() for row in rows if is_of(row, mention.names)]
    return own, list(own.values())


def _found(case: Case, measure: str) -> Found:
    return figures_asked_for(case, Target(canonical=(measure,)))


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
