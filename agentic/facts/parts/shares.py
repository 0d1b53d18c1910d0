"""What part of a measure its parts make up: “What share of revenue came from Europe?”"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from agentic.evidence import Draft, Figure
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.evidence import figures_evidence
from agentic.facts.figures.tables import grouped, is_of_period
from agentic.facts.figures.target import Target
from agentic.facts.parts.called import Called, measure_asked, parts_called, shared_places, words_beside
from agentic.facts.parts.lacking import lacking_part
from agentic.facts.parts.tables import tables_told_by
from agentic.facts.queries import FigureRow
from agentic.outcome import Outcome
from agentic.plans.figures.lookup import rows_of, taken
from agentic.plans.figures.resolved import share, together
from reading.values.periods import Period
from retrieval.question.grouping import find_grouping
from retrieval.question.model import blanked
from retrieval.question.plans.bounds import find_bound
from retrieval.question.wording.words import OF_CHANGE

SHARE = re.compile(
    r"\b(?:(?:share|proportion|portion|fraction|per\s?cent(?:age)?)\b|how much of\b)|%\s+of\b", re.IGNORECASE
)
# What grew by so many per cent is no share, and neither is a margin or a rate of tax.
NO_SHARE = re.compile(
    r"\b(?:grew|grow\w*|increas\w+|decreas\w+|declin\w+|fell|fall\w*|rose|ris(?:e|en|ing)|chang\w+|drop\w*|shr[aiu]nk|"
    r"margins?|per\s+share|earnings\s+per|higher|lower|more|less|than|points)\b",
    re.IGNORECASE,
)
OF_SHARES = (
    "come comes came coming from contribute contributes contributed contribution account accounts accounted "
    "accounting for derive derived represent represents represented make makes made up making generate "
    "generated generates earn earned bring brought attributable attributed provide provided deliver "
    "delivered total overall whole company group together combined jointly constitute constituted comprise "
    "comprised"
)
CALLED_SHARE = re.compile(r"\b(?:share|proportion|portion)\b", re.IGNORECASE)
CLAIM = re.compile(r"^\W*(?:is|was|are|were|did|does|do|has|have|had)\b(?!.*\bor\b)", re.IGNORECASE)
RISES = re.compile(r"\b(?:higher|larger|bigger|greater|grow\w*|grew|increas\w+|ris(?:e|en|ing)|rose)\b", re.I)
FALLS = re.compile(r"\b(?:lower|smaller|less|declin\w+|decreas\w+|fell|fall\w*|drop\w*|shr[aiu]nk)\b", re.I)
TENTH = Decimal("0.001")
MOST = 12  # parts told one by one


@dataclass(frozen=True)
class Told:
    """The rows of parts of one time, and the figure of the whole."""

    rows: tuple[FigureRow, ...]
    whole: FigureRow

    @property
    def sum(self) -> Decimal:
        return sum((row.numeric_value for row in self.rows), Decimal(0))


def answer_shares_of_parts(case: Case) -> Outcome | None:
    """The share of the parts that the question calls, or of each; None where it asks for none.

    Where it calls a part that no table has, that is said, unless something else answers.
    """
    question = case.question
    if not SHARE.search(question) or find_bound(question):
        return None
    if NO_SHARE.search(question) and not _is_of_two_times(case):
        return None
    measure = measure_asked(case)
    if not measure or len({each.name for each in case.analysis.organizations}) > 1:
        return None
    parts = parts_called(case, measure)
    if not parts:
        return _of_each(case, measure) or lacking_part(case, measure, parts, OF_SHARES)
    if words_beside(case, parts, f"{OF_SHARES} {OF_CHANGE}"):
        return lacking_part(case, measure, parts, OF_SHARES)
    told = [
        own for period in case.analysis.periods or (None,) if (own := _told(case, measure, parts, period))
    ]
    if not told or len(told) < len(case.analysis.periods):
        return None
    return _answered(case, told, moved=_is_of_two_times(case))


def _is_of_two_times(case: Case) -> bool:
    """Whether a share, called so, is set beside that of another time."""
    moves = NO_SHARE.search(case.question)
    return bool(moves and CALLED_SHARE.search(case.question)) and len(case.analysis.periods) == 2


def _told(case: Case, measure: str, parts: Sequence[Called], period: Period | None) -> Told | None:
    """The parts beside the whole in the time asked for, else the latest; None where tables differ."""
    every = [
        own
        for place in shared_places(parts)
        if (own := _beside_whole(case, measure, [part.of(place) for part in parts], period))
    ]
    last = max((own.whole.period_end for own in every if own.whole.period_end), default=None)
    newest = [own for own in every if own.whole.period_end == last]
    longest = [own for own in newest if own.whole.days == max(each.whole.days for each in newest)]
    sums = {own.sum for own in longest}
    return longest[0] if len(sums) == 1 else None


def _beside_whole(
    case: Case, measure: str, parts: Sequence[Sequence[FigureRow]], period: Period | None
) -> Told | None:
    """Of one table: each part once, in the newest time that all parts and the whole are told of."""
    wholes = [row for row in rows_of(case, measure, (period,) if period else ()) if not row.is_forecast]
    by_time = [grouped([r for r in rows if not period or is_of_period(r, period)], _time) for rows in parts]
    for time in sorted(set.intersection(*(set(own) for own in by_time)), key=_newest_first):
        whole = taken([row for row in wholes if _time(row) == time])
        values = [{row.numeric_value for row in own[time]} for own in by_time]
        if whole is None or any(len(each) > 1 for each in values):
            continue
        found = Told(tuple(own[time][0] for own in by_time), whole.best)
        if all(row.numeric_value >= 0 for row in found.rows) and 0 < found.sum <= whole.best.numeric_value:
            return found
    return None


def _time(row: FigureRow) -> tuple[Any, ...]:
    return row.entity_name, row.period_end, row.days, row.unit


def _newest_first(time: tuple[Any, ...]) -> tuple[Any, ...]:
    _, end, days, unit = time
    return -(end.toordinal() if end else 0), -days, unit


def _of_each(case: Case, measure: str) -> Outcome | None:
    """Of every part of a table, where the question groups by such parts."""
    grouping = find_grouping(case.question)
    if grouping is None or grouping.by != "part" or len(case.analysis.periods) > 1:
        return None
    rest = case.asking(question=blanked(case.question, [(grouping.start, grouping.end)]))
    if words_beside(rest, (), OF_SHARES):
        return None
    period = next(iter(case.analysis.periods), None)
    for table in tables_told_by(case, Target(canonical=(measure,)), grouping.noun):
        rows = list(grouped(table, lambda row: row.metric_name).values())
        if len(rows) > 1 and (own := _beside_whole(case, measure, rows, period)):
            return _answered(case, [own], each=True)
    return None


def _answered(case: Case, told: Sequence[Told], *, each: bool = False, moved: bool = False) -> Outcome:
    lines, figures, rows = [], [], []
    if moved:
        told = sorted(told, key=lambda own: own.whole.period_end or date.min)
        move, change = _moved(case, *told)
        lines.append(move)
        figures.append(change)
    for own in told:
        lines.append(_listed(case, own) if each else _said(case, own))
        figures += list(_figures(own))
        rows += [*own.rows, own.whole]
    plan = together([share(_named_in_full(row, own.whole), own.whole) for own in told for row in own.rows])
    evidence = figures_evidence(rows, {None: rows}, case)
    draft = Draft(text="\n\n".join(lines), looked_up=plan)
    return draft, replace(evidence, figures=(*figures, *evidence.figures))


def _named_in_full(row: FigureRow, whole: FigureRow) -> FigureRow:
    """The row as “services revenue”, where a plan has nothing over it that says of what it is the part."""
    return replace(row, metric_name=f"{row.metric_name} {whole.canonical_name.replace('_', ' ')}")


def _moved(case: Case, old: Told, new: Told) -> tuple[str, Figure]:
    """“Yes. The share rose by 2.8 percentage points, from 37.2% to 40.0%.”"""
    before, after = (rounded(own.sum / own.whole.numeric_value) for own in (old, new))
    change = after - before
    rises, falls = RISES.search(case.question), FALLS.search(case.question)
    is_claim = CLAIM.search(case.question) and _claims_later(case) and bool(rises) != bool(falls)
    holds = change > 0 if rises else change < 0
    yes_or_no = ("Yes. " if holds else "No. ") if is_claim else ""
    points = f"{abs(change) * 100:.1f} percentage points"
    verb = "rose" if change > 0 else "fell" if change < 0 else "did not change"
    by = f" by {points}, from {per_cent(before)} to {per_cent(after)}" if change else ""
    formula = f"{per_cent(max(before, after))} − {per_cent(min(before, after))}"
    like = replace(new.whole.figure, label="change of the share", measure="", span=None, heading="")
    figure = replace(like, value=abs(change), text=points, unit="pp", scale=Decimal("0.01"), formula=formula)
    return f"{yes_or_no}The share {verb}{by}.", figure


def _claims_later(case: Case) -> bool:
    """Whether what is claimed is of the later time: “higher in 2024 than in 2023”, not the other way."""
    first, last = case.analysis.periods[0], case.analysis.periods[-1]
    return "than" not in case.question.lower().split() or first.end_date > last.end_date


def _said(case: Case, told: Told) -> str:
    """“Europe made up 40.0% of Acme's revenue in fiscal 2024: $960 million [1] of $2,400 million [2].”"""
    whole = told.whole
    together = "together " if len(told.rows) > 1 else ""
    share_of_all = per_cent(told.sum / whole.numeric_value)
    head = f"{wording.joined([row.metric_name for row in told.rows])} {together}made up {share_of_all}"
    what = f"{wording.subject(whole)}{wording.label(whole)} {wording.when(whole)}"
    amounts = [f"{wording.amount(row)} {case.cite(row.span)}" for row in told.rows]
    if len(told.rows) > 1:
        amounts = [
            f"{row.metric_name} {amount} ({per_cent(row.numeric_value / whole.numeric_value)})"
            for row, amount in zip(told.rows, amounts, strict=True)
        ]
    return f"{head} of {what}: {wording.joined(amounts)} of {wording.amount(whole)} {case.cite(whole.span)}."


def _listed(case: Case, told: Told) -> str:
    whole = told.whole
    rows = sorted(told.rows, key=lambda row: row.numeric_value, reverse=True)[:MOST]
    what = f"{wording.subject(whole)}{wording.label(whole)} {wording.when(whole)}"
    head = f"Shares of {what}, {wording.amount(whole)} {case.cite(whole.span)}:"
    lines = [
        f"- {row.metric_name}: {per_cent(row.numeric_value / whole.numeric_value)}, {wording.amount(row)} "
        f"{case.cite(row.span)}"
        for row in rows
    ]
    return "\n".join([head, "", *lines])


def _figures(told: Told) -> Iterator[Figure]:
    for row in told.rows:
        yield share_figure(row, told.whole, row.numeric_value, wording.amount(row))
    if len(told.rows) > 1:
        summed = " + ".join(wording.amount(row) for row in told.rows)
        yield share_figure(told.rows[0], told.whole, told.sum, f"({summed})")


def share_figure(row: FigureRow, whole: FigureRow, amount: Decimal, written: str) -> Figure:
    """An amount as a share of another, computed. `written`: the amount as the formula has it."""
    value = amount / whole.numeric_value
    return replace(
        row.figure,
        value=rounded(value),
        text=per_cent(value),
        unit="%",
        scale=Decimal("0.01"),
        span=None,
        formula=f"{written} ÷ {wording.amount(whole)}",
    )


def rounded(share: Decimal) -> Decimal:
    return share.quantize(TENTH, ROUND_HALF_UP)


def per_cent(share: Decimal) -> str:
    return f"{rounded(share) * 100:.1f}%"
