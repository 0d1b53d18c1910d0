"""Figures in sentences: “Net sales increased 18.2% to $3.2 billion compared to $2.7 billion in 2021”."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from itertools import pairwise

from documents.dates import month_end
from documents.extraction.naming import Clue, read_clue
from documents.extraction.sentences import Sentence
from documents.extraction.table_facts import period_fields
from documents.extraction.types import MetricDraft, Place
from documents.fiscal import FiscalCalendar, Period, instant
from documents.periods import find_periods
from documents.quantities import Quantity, find_quantities
from documents.units import ONE
from documents.vocabulary import fits, kind_of

QUOTE_LENGTH = 700
MOST_DAYS_AHEAD = 800  # of the document's own span: later years are those in which something falls due
_TIME_UNITS = frozenset(
    ("days", "weeks", "months", "years", "hours", "minutes", "seconds", "quarters", "points", "pages")
)
_COMPARED = re.compile(
    r"\b(?:compared\s+(?:to|with)|consistent\s+with|similar\s+to|in\s+line\s+with|relative\s+to|versus|vs\.?|as\s+against|than|(?:up|down)\s+from|from|over\s+the)\b",
    re.IGNORECASE,
)
_UP = r"(?:increas(?:ed|es|ing|e)|grew|grown|ros[e]|up|higher|improved|gained|climbed)"
_DOWN = r"(?:decreas(?:ed|es|ing|e)|declin(?:ed|es|ing|e)|fell|down|lower|dropped|reduced)"
_MOVED_BY = re.compile(
    rf"\b(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\s+(?:(?:by|of)\s+)?(?:approximately\s+|about\s+|nearly\s+|roughly\s+)?$",
    re.IGNORECASE,
)
_MOVE_AFTER = re.compile(
    r"^\s*,?\s*(?:or\s+\S+\s+)?(?P<word>increase|growth|rise|improvement|decrease|decline|reduction|drop)\b",
    re.I,
)
_AT_END_OF = re.compile(r"\b(?:end|close)\s+of\s+(?:the\s+)?(?:our\s+)?$", re.IGNORECASE)
_IN_PASSING = re.compile(
    r",? or \S+(?: percent| million| billion)?(?: of (?:[a-z]+ ){1,4}?[a-z]+)?,?\s*"
    r"(?:in|for|during)?\s*(?:the\s+)?"
)
_MORE_OF_SAME = re.compile(r"[\s,(]*(?:or|and)\b", re.IGNORECASE)
_HYPOTHETICAL = re.compile(
    r"\b(?:for (?:every|each)|every|assum(?:es?|ing)|hypothetical)\s+(?:an?\s+)?$", re.IGNORECASE
)
_NOT_WHEN = re.compile(
    r"\b(?:due|matur(?:es?|ing|ity)|expir(?:es?|ing)|through|until|beginning|effective|since|after|before|"
    r"terminat(?:es|ing)|Act\s+of|by)\s+(?:on\s+|in\s+|the\s+|fiscal\s+|(?:the\s+)?end\s+of\s+|various\s+\w+\s+)*$",
    re.IGNORECASE,
)
_NAMES_DEBT = re.compile(
    r"\s+(?:(?:Senior|Term|Credit|Incentive|Equity|Stock|Floating|Rate)\s+)*"
    r"(?:notes?|debentures?|bonds?|act|plan|agreement|facility|program|form|annual report)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Setting:
    """What sentences are read against. `main`: the span of time that the document is about.

    `money_scale`: what one of a plain “$19” is worth.
    """

    calendar: FiscalCalendar
    entity: str
    main: Period | None
    money_scale: Decimal = ONE


def read_sentence_facts(sentences: Iterable[Sentence], setting: Setting) -> list[MetricDraft]:
    """The figures in sentences that say what they measure."""
    return [metric for sentence in sentences for metric in _metrics(sentence, setting)]


def _metrics(sentence: Sentence, setting: Setting) -> Iterator[MetricDraft]:
    text = sentence.text
    every = find_quantities(text)
    quantities = [_in_full(each, setting) for each in every if each.unit and each.unit not in _TIME_UNITS]
    if not quantities or _is_row(text, every):
        return
    periods = _periods(text, setting)
    assigned = _in_order(text, quantities, periods)
    main: Clue | None = None
    clue: Clue | None = None
    move = ""
    for index, quantity in enumerate(quantities):
        before = quantities[index - 1].end if index else 0
        last = clue
        clue = read_clue(text, quantity, before, main, last)
        is_more = bool(clue and last and clue.name == last.name) and bool(
            _MORE_OF_SAME.match(text[before : quantity.start])
        )
        move = _move(text, quantity) or (_same_move(move, quantity) if index and is_more else "")
        if clue is None or _HYPOTHETICAL.search(text[before : quantity.start]):
            continue
        main = main or clue
        period = assigned.get(index) or _period(text, index, quantities, periods)
        if period is None and not _follows_comparison(text, quantity):
            period = _surrounding_period(sentence, setting, clue)
        yield _metric(sentence, quantity, clue, move, period, setting, _base(text, quantity, periods))


def _in_full(quantity: Quantity, setting: Setting) -> Quantity:
    """An amount of money in base units where the document writes $19 for $19 million throughout."""
    is_whole = len(quantity.unit) == 3 and quantity.scale == ONE and quantity.step == ONE
    return quantity.scaled(setting.money_scale) if is_whole else quantity


def _is_row(text: str, quantities: Sequence[Quantity]) -> bool:
    """Whether figures stand side by side without a word between, as in a row that no table was made of."""
    return any(not text[first.end : second.start].strip(" \n$€£") for first, second in pairwise(quantities))


def _periods(text: str, setting: Setting) -> list[tuple[Period, int, int]]:
    """The times that the sentence names, without those of laws, names of debt, and days to come."""
    found = [_closed(text, item, setting.calendar) for item in find_periods(text, setting.calendar)]
    return [
        (period, start, end)
        for period, start, end in found
        if not (_NOT_WHEN.search(text[:start]) or _NAMES_DEBT.match(text, end))
        and (setting.main is None or (period.end_date - setting.main.end_date).days < MOST_DAYS_AHEAD)
    ]


def _same_move(move: str, quantity: Quantity) -> str:
    if quantity.unit == "%":
        return "growth" if move == "increase" else move
    return "increase" if move == "growth" else move


def _metric(
    sentence: Sentence,
    quantity: Quantity,
    clue: Clue,
    move: str,
    period: Period | None,
    setting: Setting,
    base: str,
) -> MetricDraft:
    canonical = clue.canonical if not move and clue.canonical and fits(clue.canonical, quantity.unit) else ""
    name = clue.name if clue.name.lower().endswith(move) else f"{clue.name} {move}"
    return MetricDraft(
        place=Place(page=sentence.page, quote=sentence.text[:QUOTE_LENGTH]),
        metric_name=name,
        canonical_name=canonical,
        value=" ".join(quantity.text.split()),
        numeric_value=quantity.value,
        unit=quantity.unit,
        scale=quantity.scale,
        context=" ".join(sentence.text.split())[:QUOTE_LENGTH],
        comparison_base=base if move else "",
        entity_name=setting.entity,
        category="financial" if canonical or len(quantity.unit.split("/")[0]) == 3 else "operational",
        **period_fields(period),
    )


def _closed(text: str, item: tuple[Period, int, int], calendar: FiscalCalendar) -> tuple[Period, int, int]:
    """“At the end of fiscal 2022” is a day, not a year."""
    period, start, end = item
    if period.start_date is None or not _AT_END_OF.search(text[:start]):
        return item
    return instant(period.text, period.end_date, calendar), start, end


def _move(text: str, quantity: Quantity) -> str:
    """“growth”, “increase” or “decrease” where the figure is a change rather than a level."""
    moved = _MOVED_BY.search(text[: quantity.start])
    if moved:
        return "decrease" if moved["down"] else "growth" if quantity.unit == "%" else "increase"
    after = _MOVE_AFTER.match(text[quantity.end :])
    return after["word"].lower() if after else ""


def _in_order(
    text: str, quantities: Sequence[Quantity], periods: Sequence[tuple[Period, int, int]]
) -> dict[int, Period]:
    """Figures given one after another for as many spans of time: “$5 and $4 in 2022 and 2021”."""
    assigned: dict[int, Period] = {}
    index = 0
    while index < len(quantities):
        last = index
        while last + 1 < len(quantities) and _is_listed(text, quantities[last], quantities[last + 1]):
            last += 1
        count = last - index + 1
        if count > 1:
            following = _run_after(text, quantities[last].end, periods, count)
            preceding = _run_before(text, quantities[index].start, periods, count)
            for position, period in enumerate(following or preceding):
                assigned[index + position] = period
        index = last + 1
    return assigned


def _is_listed(text: str, first: Quantity, second: Quantity) -> bool:
    between = text[first.end : second.start]
    return first.unit == second.unit and bool(re.fullmatch(r"\s*(?:,\s*and|,|and)\s+(?:\w+\s+)?", between))


def _run_after(text: str, at: int, periods: Sequence[tuple[Period, int, int]], count: int) -> list[Period]:
    """The next `count` periods if they are a list of exactly so many that begins before another figure."""
    after = [item for item in periods if item[1] >= at]
    run = _run(text, after)
    return (
        [item[0] for item in run] if len(run) == count and not find_quantities(text[at : run[0][1]]) else []
    )


def _run_before(text: str, at: int, periods: Sequence[tuple[Period, int, int]], count: int) -> list[Period]:
    before = [item for item in periods if item[2] <= at]
    for start in range(len(before)):
        run = _run(text, before[start:])
        if len(run) == len(before) - start == count:
            return [item[0] for item in run]
    return []


def _run(text: str, periods: Sequence[tuple[Period, int, int]]) -> list[tuple[Period, int, int]]:
    run = list(periods[:1])
    for item in periods[1:]:
        between = text[run[-1][2] : item[1]]
        if not re.fullmatch(r"\s*(?:,\s*and|,|and|or)?\s*(?:in|for|the|at|as of)?\s*(?:the\s+)?", between):
            break
        run.append(item)
    return _like_first(run)


def _like_first(run: list[tuple[Period, int, int]]) -> list[tuple[Period, int, int]]:
    """“At December 31, 2022, 2021 and 2020”: the years after a day mean the same day of theirs."""
    if not run or run[0][0].start_date is not None:
        return run
    day = run[0][0].end_date
    return [(_same_day(period, day), start, end) for period, start, end in run]


def _same_day(period: Period, day: date) -> Period:
    if not period.text.strip().isdigit():
        return period
    year = int(period.text)
    is_last = day == month_end(day.year, day.month)
    end = month_end(year, day.month) if is_last else day.replace(year=year)
    return replace(period, start_date=None, end_date=end)


def _period(
    text: str,
    index: int,
    quantities: Sequence[Quantity],
    periods: Sequence[tuple[Period, int, int]],
) -> Period | None:
    """The time said behind the figure, up to a comparison or the next figure, else the last one before."""
    quantity = quantities[index]
    for period, start, _ in periods:
        if start >= quantity.end:
            between = text[quantity.end : start]
            crossed = any(quantity.end <= other.start < start for other in quantities[index + 1 :])
            crossed = crossed and not _IN_PASSING.fullmatch(between)
            if not crossed and not _COMPARED.search(between):
                return period
            break
    for period, _, end in reversed(periods):
        if end <= quantity.start and not _COMPARED.search(text[end : quantity.start]):
            return period
    return None


def _follows_comparison(text: str, quantity: Quantity) -> bool:
    return bool(_COMPARED.search(text[: quantity.start]))


def _surrounding_period(sentence: Sentence, setting: Setting, clue: Clue) -> Period | None:
    """The time that the heading names; for whole measures, else the span that the document is about."""
    named = find_periods(sentence.heading, setting.calendar)
    if named and not (setting.main and named[0][0].end_date > setting.main.end_date):
        return named[0][0]
    is_flow = clue.canonical and kind_of(clue.canonical) in ("money", "per_share", "ratio")
    return (
        setting.main
        if is_flow and not re.search(r"\bexpect|\boutlook|\bwill\b|\bguidance", sentence.text)
        else None
    )


def _base(text: str, quantity: Quantity, periods: Sequence[tuple[Period, int, int]]) -> str:
    """What a change is measured against, in the words of the sentence."""
    compared = _COMPARED.search(text, quantity.end)
    if compared is None:
        return ""
    later = [period.text for period, start, _ in periods if start >= compared.start()]
    return " ".join(later[0].split())[:200] if later else ""
