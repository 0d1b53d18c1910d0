"""One number out of several figures: sums, averages, extremes, shares and changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from agentic.evidence import Draft, Span
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.comparisons.compare import LOSS, LOWER, between
from agentic.facts.comparisons.compare_periods import alike
from agentic.facts.comparisons.spans import SPANS, of_one_length
from agentic.facts.evidence import LISTED, figures_evidence
from agentic.facts.figures.cases import Choice, distinct_cases, latest, per_document, recency
from agentic.facts.figures.fetching import Found
from agentic.facts.figures.parts import of_parts
from agentic.facts.figures.tables import grouped, heading, is_of_period
from agentic.facts.figures.target import ASKING, Target, known_spans, without
from agentic.facts.figures.totals import nouns_of
from agentic.facts.parts.rest import REST
from agentic.facts.parts.tables import tables_told_by
from agentic.facts.queries import FigureRow
from agentic.facts.telling.conflicts import disagreements, settled
from agentic.facts.workings import Workings
from agentic.outcome import Outcome
from agentic.plans.figures.resolved import resolved, share
from documents.models import Document
from reading.values.legal_forms import without_legal_form
from retrieval.question.kinds import MORE, PART, WORDS
from retrieval.question.model import QueryAnalysis
from retrieval.question.plans.model import Fold
from retrieval.scope.conditions import documents_called
from retrieval.stems import stems

_UP = r"rise|risen|increased?|grown?|improved?|go up|gone up"
_DOWN = r"fall|fallen|decreased?|declined?|drop|dropped|shrink|shrunk|go down|gone down"
CLAIM = re.compile(
    rf"^\W*(?:(?:did|has|have)\b(?!.*\bby\b).*?|(?:was|is|were) there (?:any|an?) )"
    rf"\b(?:(?P<up>{_UP})|(?P<down>{_DOWN}|decline|decrease|reduction))\b",
    re.IGNORECASE,
)
EITHER = re.compile(r"\bor\b", re.IGNORECASE)
MARGIN_RATE = re.compile(r"\bmargins?\s+(?:percentages?|per\s?cent|rates?|ratios?|%)", re.IGNORECASE)
MOST_LABELS = 3  # said of the figures that one number is made of
MOST_NAMED = 3  # documents that are not in it
MOST_TIMES = 8  # told one by one beside the highest or lowest


def compared(case: Case, found: Found) -> Outcome | None:
    """How the figure moved between the first and the last period; None where there is but one, or where
    they are of different lengths, units or subjects."""
    choices = [choice for rows in found.values() if (choice := latest(rows)) is not None]
    choices, found = settled(choices, found, case.workings)
    if len(choices) < 2:
        return None
    first, *_, last = sorted(choices, key=recency)
    old, new = wording.as_paid(first.best), wording.as_paid(last.best)
    if not alike([old, new]):  # a quarter did not “rise” to a year
        return None
    like = new if new.scale >= old.scale else old
    change = new.numeric_value - old.numeric_value
    moved = "rose" if change > 0 else "fell" if change < 0 else "did not change"
    what = wording.capital(wording.subject(new) + wording.label(new))
    text = f"{_claimed(case.analysis, change)}{what} {moved}"
    if change:
        text += f" by {wording.difference(change, like)}"
        if old.numeric_value and new.unit != "%":
            text += f" ({abs(change / old.numeric_value) * 100:.1f}%)"
    text += (
        f", from {wording.amount(old)} {wording.when(old)} {case.cite(old.span)}"
        f" to {wording.amount(new)} {wording.when(new)} {case.cite(new.span)}."
    )
    text += disagreements((first, last), case.workings)
    draft = Draft(text=text, looked_up=resolved([old, new], "change"))
    return draft, figures_evidence([old, new], found, case)


def _claimed(analysis: QueryAnalysis, change: Decimal) -> str:
    """“Yes. ” or “No. ” where the question is whether it rose, or fell; else nothing."""
    claim = CLAIM.search(analysis.question)
    if claim is None or EITHER.search(analysis.question):
        return ""
    holds = change > 0 if claim["up"] else change < 0
    return "Yes. " if holds else "No. "


def ratio(case: Case, target: Target, found: Found) -> Outcome | None:
    """One measure as a share of another, or one period's of a longer one; None for neither."""
    choices, found = settled(_sides(target, found), found, case.workings)
    figures = [choice.best for choice in choices]
    if len(figures) != 2 or len({(row.unit, without_legal_form(row.entity_name)) for row in figures}) > 1:
        return None
    return share_of(
        sorted(choices, key=lambda each: (each.best.days, abs(each.best.numeric_value))), case, found
    )


def share_of(choices: Sequence[Choice], case: Case, found: Found | None = None) -> Outcome | None:
    """The first of two figures as a share of the second; None of nothing."""
    part, whole = (wording.as_paid(choice.best) for choice in choices)
    if not whole.numeric_value:
        return None
    per_cent = abs(part.numeric_value / whole.numeric_value) * 100
    text = (
        f"{wording.capital(wording.subject(part) + wording.label(part))} {wording.when(part)}, "
        f"{wording.amount(part)} {case.cite(part.span)}, {wording.verb(part)} {per_cent:.1f}% of "
        f"{wording.label(whole)} {wording.when(whole)}, {wording.amount(whole)} {case.cite(whole.span)}."
    )
    text += disagreements(choices, case.workings)
    draft = Draft(text=text, looked_up=share(part, whole))
    return draft, figures_evidence([part, whole], found or {None: [part, whole]}, case)


def share_of_part(case: Case, target: Target, find: Callable[[Case, Target], Found]) -> Outcome | None:
    """“What percentage of revenue did the services segment contribute?”: a part's figure over the whole's."""
    if MARGIN_RATE.search(case.question) or len(case.analysis.periods) > 1:
        return None
    target = _by_measure(case.analysis, target)
    whole = latest([row for rows in find(case, replace(target, left=frozenset())).values() for row in rows])
    for _, found in of_parts(case, target, find):
        rows = [row for rows in found.values() for row in rows]
        own = latest([row for row in rows if whole and _is_of_same_time(row, whole.best)])
        if whole and own and whole.best.numeric_value:
            return share_of([own, whole], case)
    return None


def _by_measure(analysis: QueryAnalysis, target: Target) -> Target:
    """The measure with what its label has beside it, in place of the label: “Pharmaceutical” of “sales”."""
    if not target.labels or target.left or len({mention.name for mention in analysis.measures}) != 1:
        return target
    words = " ".join(analysis.question[m.start : m.end] for m in analysis.measures)
    left = stems(" ".join(target.labels)) - stems(words)
    return Target(canonical=(analysis.measures[0].name,), left=frozenset(left)) if left else target


def _is_of_same_time(row: FigureRow, other: FigureRow) -> bool:
    same = (row.period_start, row.period_end, row.unit) == (other.period_start, other.period_end, other.unit)
    return same and row.numeric_value != other.numeric_value


def _sides(target: Target, found: Found) -> list[Choice]:
    """The part and the whole, in either order: two measures, or one in two periods. Empty for neither."""
    if len(target.canonical) == 2:
        rows = [row for figures in found.values() for row in figures]
        sides = [latest([row for row in rows if row.canonical_name == name]) for name in target.canonical]
    else:
        sides = [latest(rows) for rows in found.values()] if len(found) == 2 else []
    return [side for side in sides if side is not None]


def _sum(case: Case, rows: list[FigureRow]) -> Outcome | None:
    return _aggregate("sum", lambda total, _: total, case, rows)


def _average(case: Case, rows: list[FigureRow]) -> Outcome | None:
    return _aggregate("average", lambda total, count: total / count, case, rows)


def _aggregate(
    fold: Fold, combine: Callable[[Decimal, int], Decimal], case: Case, rows: list[FigureRow]
) -> Outcome | None:
    choices = per_document(rows) if case.analysis.document_nouns else of_one_length(distinct_cases(rows))
    choices, _ = settled(choices, {None: rows}, case.workings)
    figures = [wording.as_paid(choice.best) for choice in choices]
    if len(figures) < 2 or len({row.unit for row in figures}) > 1:
        return None
    value = combine(sum((row.numeric_value for row in figures), Decimal(0)), len(figures))
    like = replace(max(figures, key=lambda row: len(row.value.partition(".")[2])), scale=figures[0].scale)
    like = wording.in_scale(like, case.manner.scale, case.manner.decimals)
    of = f"{len(figures)} figures ({_called(figures)})"
    text = (
        f"The {fold} of {of} is {wording.plain_amount(value, like)}: {wording.joined(_told(case, figures))}."
    )
    text += _left_out(case, figures) + disagreements(choices, case.workings)
    draft = Draft(text=text, looked_up=resolved(figures, fold))
    return draft, figures_evidence(figures, _ground(figures, choices), case)


def _called(figures: Sequence[FigureRow]) -> str:
    """“Acme's revenue”: the labels that the figures go by, and whose they are where they are one's."""
    labels = {wording.label(row).casefold(): wording.label(row) for row in reversed(figures)}
    whose = {wording.subject(row) for row in figures}
    return (
        f"{whose.pop() if len(whose) == 1 else ''}{', '.join(list(reversed(labels.values()))[:MOST_LABELS])}"
    )


def _told(case: Case, figures: Sequence[FigureRow]) -> list[str]:
    """Each amount, with its time where they are one's of several times."""
    times = {(row.period_start, row.period_end) for row in figures}
    is_of_one = len({without_legal_form(row.entity_name) for row in figures}) == 1
    dated = is_of_one and len(times) == len(figures) and all(row.period_end for row in figures)
    return [
        " ".join(filter(None, (wording.amount(row), wording.at(row) if dated else "", case.cite(row.span))))
        for row in figures[:LISTED]
    ]


def _left_out(case: Case, figures: Sequence[FigureRow]) -> str:
    """Which documents of the kind asked for are not in a number, since they give no such figure."""
    nouns = nouns_of(case.analysis)
    if not nouns or case.analysis.periods or case.analysis.organizations:
        return ""
    called = case.scope.documents().filter(documents_called(nouns), superseded_by=None).order_by("filename")
    missing = list(called.exclude(pk__in=[row.document_id for row in figures])[: MOST_NAMED + 1])
    if not missing:
        return ""
    names = [f"{document.filename} {case.cite(_whole(document))}" for document in missing[:MOST_NAMED]]
    more = " and others" if len(missing) > MOST_NAMED else ""
    in_unit = f" in {figures[0].unit}" if figures[0].unit else ""
    return f" Not in it, since no such figure{in_unit} was read there: {', '.join(names)}{more}."


def _whole(document: Document) -> Span:
    return Span(
        document_id=document.pk,
        filename=document.filename,
        page=1,
        quote=document.title,
        kind="document",
        fact_id=document.pk,
    )


def _ground(figures: Sequence[FigureRow], choices: Sequence[Choice]) -> Found:
    """What a number made of many figures is checked against: these, and those said beside them."""
    return {None: [*figures, *(row for choice in choices for row in choice.others)]}


def _extreme(*, highest: bool) -> Callable[..., Outcome | None]:
    def handler(case: Case, rows: list[FigureRow]) -> Outcome | None:
        analysis, workings = case.analysis, case.workings
        if len({mention.name for mention in analysis.organizations}) > 1 and len(analysis.periods) < 2:
            return between(case, rows)
        choices, _ = settled(of_one_length(distinct_cases(rows)), {None: rows}, workings)
        if len(choices) == 1 and choices[0].best.period_end:
            return _only_one(choices, case)
        if len(choices) < 2:
            return None
        if len({choice.best.unit for choice in choices}) > 1:  # no amount is higher than one of another money
            return between(case, rows)
        choices.sort(key=lambda choice: wording.as_paid(choice.best).numeric_value, reverse=highest)
        figures = [wording.as_paid(choice.best) for choice in choices]
        best = figures[0]
        whose = f", {without_legal_form(best.entity_name)}" if best.entity_name else ""
        told = f" {when}" if (when := wording.when(best)) else ""
        text = (
            f"The {'highest' if highest else 'lowest'} {wording.label(best)} of {_number(figures)} is "
            f"{wording.amount(best)} {workings.cite(best.span)}"
            f"{whose}{told} ({best.filename}).{_others(case, figures)}"
        )
        text += disagreements(choices, workings)
        draft = Draft(text=text, looked_up=resolved(figures, "highest" if highest else "lowest"))
        return draft, figures_evidence(figures, _ground(figures, choices), case)

    return handler


def _others(case: Case, figures: Sequence[FigureRow]) -> str:
    """The figures of the other times, where they are few and one's; `figures`: the one asked for first."""
    if len({without_legal_form(row.entity_name) for row in figures}) > 1 or len(figures) > MOST_TIMES:
        return ""
    if not all(row.period_end for row in figures):
        return ""
    _, *others = _told(case, figures)
    return f" The {'others are' if len(others) > 1 else 'other is'} {wording.joined(others)}."


def _only_one(choices: Sequence[Choice], case: Case) -> Outcome:
    row = choices[0].best
    said = f"{wording.subject(row)}{wording.label(row)} {wording.when(row)}, {wording.amount(row)}"
    text = f"These documents give only one such figure: {said} {case.cite(row.span)}."
    text += disagreements(choices, case.workings)
    return Draft(text=text, looked_up=resolved([row])), figures_evidence([row], _ground([row], choices), case)


def _number(figures: Sequence[FigureRow]) -> str:
    """“4 quarters”, or how many figures there are where they are of several subjects or of no such spans."""
    names = {without_legal_form(row.entity_name) for row in figures}
    spans = SPANS.get(figures[0].months, "") if len(names) == 1 and figures[0].period_start else ""
    return f"{len(figures)} {spans}".strip()


AGGREGATES = {
    "sum": _sum,
    "average": _average,
    "highest": _extreme(highest=True),
    "lowest": _extreme(highest=False),
}


MOST_PARTS = 8  # said one by one


def asks_for_part(analysis: QueryAnalysis) -> bool:
    """Whether the part of something with the most or the least of a measure is asked for."""
    compares = analysis.kind in ("highest", "lowest") or MORE.search(analysis.question)
    return bool(compares) and bool(PART.search(analysis.question)) and bool(analysis.measures)


def asks_for_loss_of_part(analysis: QueryAnalysis) -> bool:
    """“Which segment had an operating loss?”"""
    return bool(PART.search(analysis.question) and LOSS.search(analysis.question) and analysis.measures)


def parts_at_a_loss(case: Case) -> Outcome | None:
    """The parts that lost money, or that none did; None where that is not asked, or no table tells."""
    part = PART.search(case.question)
    if part is None or not asks_for_loss_of_part(case.analysis) or asks_for_part(case.analysis):
        return None
    rows = _parts(case, part["part"])
    if not rows:
        return None
    lost = [row for row in rows if row.numeric_value < 0]
    told = [
        f"{row.metric_name}, {wording.amount(row)} {case.cite(row.span)}"
        for row in (lost or rows)[:MOST_PARTS]
    ]
    when = wording.when(rows[0])
    if lost:
        verb = "had a loss" if len(lost) == 1 else "had losses"
        text = f"{wording.joined([row.metric_name for row in lost])} {verb} {when}: {wording.joined(told)}."
    else:
        text = f"None had a loss {when}: {wording.joined(told)}."
    draft = Draft(text=f"{heading(rows[0])}{text}", looked_up=resolved(lost or rows, by="part"))
    return draft, figures_evidence(rows, {None: rows}, case)


def _parts(case: Case, part: str) -> list[FigureRow]:
    """The figures of the parts in the time asked for, else in the latest; none where no table tells.

    None either where a word of the question has no place.
    """
    names = tuple(dict.fromkeys(mention.name for mention in case.analysis.measures))
    left = stems(without(case.question, known_spans(case.analysis))) - stems(ASKING) - stems(WORDS)
    if left or len(names) > 1 or len(case.analysis.periods) > 1:
        return []
    tables = tables_told_by(case, Target(canonical=names), part)
    told = [rows for table in tables if len(rows := _of_one_time(case.analysis, table)) > 1]
    return max(told, key=lambda own: (own[0].period_end or date.min, own[0].days, len(own)), default=[])


def largest_part(case: Case) -> Outcome | None:
    """The part with the most, or the least, and the others'; None where no table is sure to tell."""
    part = PART.search(case.question)
    rows = _parts(case, part["part"]) if part else []
    if not rows:
        return None
    rows.sort(key=lambda row: row.numeric_value, reverse=not LOWER.search(case.question))
    rows.sort(key=lambda row: bool(REST.match(row.metric_name)))
    word = "least" if LOWER.search(case.question) else "most"
    plan = resolved(rows, "lowest" if word == "least" else "highest", by="part")
    draft = Draft(text=_said(rows, word, case.workings), looked_up=plan)
    return draft, figures_evidence(rows, {None: rows}, case)


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
