"""The figure of each of several organizations, side by side: whose is higher, and by how much."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from decimal import Decimal

from agentic.evidence import Draft
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.evidence import figures_evidence
from agentic.facts.figures.cases import Choice, cases, latest
from agentic.facts.queries import FigureRow
from agentic.facts.telling.conflicts import disagreements, settled
from agentic.facts.workings import Workings
from agentic.outcome import Outcome
from agentic.plans.figures.resolved import resolved
from reading.values.legal_forms import without_legal_form
from retrieval.question.kinds import compares_sides
from retrieval.question.model import QueryAnalysis
from retrieval.question.plans.model import Fold

LOWER = re.compile(
    r"\b(?:lower|smaller|less|fewer|worse|weaker|lowest|smallest|least|fewest|worst|weakest)\b", re.IGNORECASE
)
LOSS = re.compile(r"\bloss(?:es)?\b", re.IGNORECASE)
YES_OR_NO = re.compile(r"^\W*(?:is|are|was|were|do|does|did|has|have|had)\b(?=.*\bthan\b)", re.IGNORECASE)
SAME_YEAR = timedelta(days=200)  # books that close within some six months of each other are of one year
STALE = timedelta(days=400)  # spans that ended so long before the newest ones are of no use


def between(case: Case, rows: Sequence[FigureRow]) -> Outcome | None:
    """The figure of each of several organizations, and how far two are apart; None where none has one."""
    sides = alike(_by_name(case.analysis, rows))
    choices, found = settled([side for side in sides.values() if side], {None: list(rows)}, case.workings)
    if not choices:
        return None
    figures = [wording.as_paid(choice.best) for choice in choices]
    said = [f"{wording.subject(row)}{_said(row, case.workings)}" for row in figures]
    text = f"{wording.capital('; '.join(said))}."
    verdict = told_apart(case.analysis, figures)
    text = (f"{verdict} {text}" if _asks_whose(case.analysis) else f"{text} {verdict}").strip()
    if missing := lacking(case.analysis, rows):
        text += f" These documents give none for {wording.joined(missing)}."
    text += disagreements(choices, case.workings)
    paid = {period: [wording.as_paid(row) for row in own] for period, own in found.items()}
    draft = Draft(text=text, absent=tuple(missing), looked_up=resolved(figures, _fold(case.analysis)))
    return draft, figures_evidence(figures, paid, case)


def _fold(analysis: QueryAnalysis) -> Fold:
    if not _asks_whose(analysis):
        return "each"
    return "lowest" if LOWER.search(analysis.question) else "highest"


def lacking(analysis: QueryAnalysis, rows: Sequence[FigureRow]) -> list[str]:
    """The organizations that the question names and of which no row is."""
    return [without_legal_form(name) for name, side in _by_name(analysis, rows).items() if not side]


def _by_name(analysis: QueryAnalysis, rows: Sequence[FigureRow]) -> dict[str, list[FigureRow]]:
    """Each organization that the question names → its figures."""
    named = {mention.name: mention.names for mention in analysis.organizations}
    return {name: [row for row in rows if is_of(row, names)] for name, names in named.items()}


def is_of(row: FigureRow, names: Sequence[str]) -> bool:
    own = without_legal_form(row.entity_name).casefold()
    return any(own == without_legal_form(name).casefold() for name in names)


def alike(sides: Mapping[str, Sequence[FigureRow]]) -> dict[str, Choice | None]:
    """Each side's figure of the latest span that all have figures of: a year beside a year.

    Where there is none as long on every side, each side's latest.
    """
    newest = {name: latest(rows) for name, rows in sides.items()}
    known = [name for name, choice in newest.items() if choice and choice.best.period_end]
    if len(known) < 2:
        return newest
    usable = {name: _not_stale(sides[name]) for name in known}
    lengths = set.intersection(*({row.months for row in rows} for rows in usable.values()))
    if not lengths:
        return newest
    longest = max(lengths)
    of_length = {name: [row for row in rows if row.months == longest] for name, rows in usable.items()}
    ends = [max(row.period_end for row in rows if row.period_end) for rows in of_length.values()]
    until = min(ends) + SAME_YEAR
    in_time = {
        name: [r for r in rows if r.period_end and r.period_end <= until] for name, rows in of_length.items()
    }
    return newest | {name: latest(rows or of_length[name]) for name, rows in in_time.items()}


def _not_stale(rows: Sequence[FigureRow]) -> list[FigureRow]:
    dated = [row for row in rows if row.period_end]
    actual = [row for row in dated if not row.is_forecast] or dated
    last = max(row.period_end for row in actual if row.period_end)
    return [row for row in actual if row.period_end and row.period_end >= last - STALE]


def _said(row: FigureRow, workings: Workings) -> str:
    words = (wording.label(row), wording.when(row), wording.verb(row), wording.amount(row))
    return " ".join(word for word in (*words, workings.cite(row.span)) if word)


def told_apart(analysis: QueryAnalysis, figures: Sequence[FigureRow]) -> str:
    """Whose figure is higher or lower, as is asked, and by how much of two; or why it cannot be said."""
    if len(figures) < 2:
        return ""
    if len({row.unit for row in figures}) > 1:
        units = wording.joined(list(dict.fromkeys(row.unit or "no unit" for row in figures)))
        return f"Neither is called higher: they are in {units}."
    if len({row.months for row in figures}) > 1:
        return "Neither is called higher: they are of spans of different length."
    ranked = sorted(figures, key=ranking(analysis.question, figures), reverse=True)
    if ranked[0].numeric_value == ranked[-1].numeric_value:
        return f"{no_or_yes(analysis, '')}They are the same."
    word, best = ("lower", ranked[-1]) if LOWER.search(analysis.question) else ("higher", ranked[0])
    whose = wording.capital(wording.subject(best).strip() or best.filename)
    verb = "is"
    if _asks_whose(analysis):
        whose = f"{no_or_yes(analysis, best.entity_name)}{whose} {wording.label(best)}"
        verb = wording.verb(best)
    if len(figures) > 2:
        return f"{whose} {verb} the {word[:-2]}est."
    return f"{whose} {verb} {word} by {apart(ranked[0], ranked[-1], word)}."


def _asks_whose(analysis: QueryAnalysis) -> bool:
    """Whether the answer is one of the organizations, rather than the figures of each."""
    return compares_sides(analysis.question) or analysis.kind in ("highest", "lowest")


def ranking(question: str, figures: Sequence[FigureRow]) -> Callable[[FigureRow], Decimal]:
    """By value; losses, where they are asked for, by their size."""
    losses = LOSS.search(question) and all(row.numeric_value < 0 for row in figures)
    return lambda row: -row.numeric_value if losses else row.numeric_value


def no_or_yes(analysis: QueryAnalysis, winner: str) -> str:
    """“Yes. ” where the question claims what holds of the winner, “No. ” where of another; else nothing."""
    if not YES_OR_NO.search(analysis.question):
        return ""
    first = min(analysis.organizations, key=lambda mention: mention.start)
    own = without_legal_form(winner).casefold()
    return "Yes. " if own in {without_legal_form(name).casefold() for name in first.names} else "No. "


def apart(high: FigureRow, low: FigureRow, word: str) -> str:
    """“$2,100 thousand (100.0%)”: per cent of the one that the other is compared with."""
    apart = abs(high.numeric_value - low.numeric_value)
    text = wording.difference(apart, high if high.scale >= low.scale else low)
    base = high if word == "lower" else low
    if min(high.numeric_value, low.numeric_value) > 0 and high.unit != "%":
        text += f" ({apart / base.numeric_value * 100:.1f}%)"
    return text


def pairs_by_period(
    parts: Sequence[FigureRow], wholes: Sequence[FigureRow]
) -> list[tuple[FigureRow, FigureRow]]:
    """The figures of two measures that are of one period and unit, the latest first."""
    of_period = {_period(choice.best): choice.best for choice in cases(wholes)}
    pairs = [(part.best, of_period.get(_period(part.best))) for part in cases(parts)]
    return [(part, whole) for part, whole in pairs if whole is not None and whole.numeric_value > 0]


def _period(row: FigureRow) -> tuple:
    return row.period_start, row.period_end, row.unit
