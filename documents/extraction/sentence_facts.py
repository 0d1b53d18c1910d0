"""Figures in sentences: “Net sales increased 18.2% to $3.2 billion compared to $2.7 billion in fiscal 2021”."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from documents.extraction.sentences import Sentence
from documents.extraction.table_facts import period_fields
from documents.extraction.types import MetricDraft, Place
from documents.fiscal import FiscalCalendar, Period
from documents.periods import find_periods
from documents.quantities import Quantity, find_quantities
from documents.vocabulary import find_measures, fits, kind_of

NAME_WORDS = 12
QUOTE_LENGTH = 700
_TIME_UNITS = frozenset(
    ("days", "weeks", "months", "years", "hours", "minutes", "seconds", "quarters", "points", "pages")
)
_COMPARED = re.compile(
    r"\b(?:compared\s+(?:to|with)|versus|vs\.?|as\s+against|than|(?:up|down)\s+from|from|over\s+the)\b",
    re.IGNORECASE,
)
_UP = r"(?:increas(?:ed|es|ing|e)|grew|grown|ros[e]|up|higher|improved|gained|climbed)"
_DOWN = r"(?:decreas(?:ed|es|ing|e)|declin(?:ed|es|ing|e)|fell|down|lower|dropped|reduced)"
_MOVED_BY = re.compile(
    rf"\b(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\s+(?:by\s+)?(?:approximately\s+|about\s+|nearly\s+|roughly\s+)?$",
    re.IGNORECASE,
)
_MOVE_AFTER = re.compile(
    r"^\s*,?\s*(?:or\s+\S+\s+)?(?P<word>increase|growth|rise|improvement|decrease|decline|reduction|drop)\b",
    re.I,
)
_CLAUSE = re.compile(
    r"[;:]|,\s+(?:and|but|while|which|including|partially|primarily|offset)\b|\b(?:primarily|driven|due)\b"
)
_TRAILING = re.compile(
    r"(?:[\s,(–—-]+|\b(?:was|were|is|are|be|been|of|to|by|at|in|for|on|and|or|a|an|the|from|had|has|have|with|includes?|"
    r"including|totall?ed|totall?ing|approximately|about|nearly|roughly|over|under|up|down|than|reached|recorded|"
    r"recognized|compared|representing|amounted|amounting|we|our|its|only|additional|respectively|up to|that|cost|"
    r"increased|decreased|equal|estimated|expected|between)\b[\s,(]*)+$",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"^(?:[\s,)–—•.-]+|\b(?:and|or|the|a|an|of|in|for|to|which|that|also|with|by|on|at|our|its|we|as|from|compared|"
    r"respectively|during|increased|decreased)\b[\s,]*)+",
    re.IGNORECASE,
)
_PLAIN_BEFORE = re.compile(
    r"(?:^|[,;:.(“\"]|\b(?:the|our|its|total|consolidated|company['’]s|in|and|of|with|quarter|year|annual|quarterly|reported|"
    r"full|(?:19|20)\d\d|as|to|compared|worldwide|overall|were|was|had|generated|record|had))\s*$",
    re.IGNORECASE,
)
_PART_AFTER = re.compile(
    r"^\s+(?:from(?!\s+(?:the\s+)?(?:\w+\s+)?(?:operations|quarter|year|prior|\d))|related|attributable|associated|per|by|growth|margin|mix|tax)\b",
    re.I,
)
_SHARE_OF = re.compile(r"^\s+of\s+(?:\w+\s+){0,3}?(?=\w)", re.IGNORECASE)


@dataclass(frozen=True)
class Setting:
    """What sentences are read against. `main`: the span of time that the document is about."""

    calendar: FiscalCalendar
    entity: str
    main: Period | None


@dataclass(frozen=True)
class _Clue:
    """What a figure measures, in words, and the canonical name if it is the whole measure."""

    name: str
    canonical: str = ""


def read_sentence_facts(sentences: Iterable[Sentence], setting: Setting) -> list[MetricDraft]:
    """The figures in sentences that say what they measure."""
    return [metric for sentence in sentences for metric in _metrics(sentence, setting)]


def _metrics(sentence: Sentence, setting: Setting) -> Iterator[MetricDraft]:
    text = sentence.text
    quantities = [each for each in find_quantities(text) if each.unit and each.unit not in _TIME_UNITS]
    if not quantities:
        return
    periods = find_periods(text, setting.calendar)
    assigned = _in_order(text, quantities, periods)
    clue: _Clue | None = None
    for index, quantity in enumerate(quantities):
        before = quantities[index - 1].end if index else 0
        clue = _clue(text, quantity, before, clue)
        if clue is None:
            continue
        period = assigned.get(index) or _period(text, index, quantities, periods)
        if period is None and not _follows_comparison(text, quantity):
            period = _surrounding_period(sentence, setting, clue)
        yield _metric(sentence, quantity, clue, period, setting, _base(text, quantity, periods))


def _metric(
    sentence: Sentence,
    quantity: Quantity,
    clue: _Clue,
    period: Period | None,
    setting: Setting,
    base: str,
) -> MetricDraft:
    move = _move(sentence.text, quantity)
    canonical = clue.canonical if not move and clue.canonical and fits(clue.canonical, quantity.unit) else ""
    return MetricDraft(
        place=Place(page=sentence.page, quote=sentence.text[:QUOTE_LENGTH]),
        metric_name=f"{clue.name} {move}".strip(),
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


def _clue(text: str, quantity: Quantity, start: int, last: _Clue | None) -> _Clue | None:
    """What the words between the last figure and this one, or behind it, say that it measures."""
    between = text[start : quantity.start]
    measures = find_measures(between)
    if measures:
        name, first, end = measures[-1]
        return _measure_clue(text, name, start + first, start + end)
    after = re.match(r"\s+(?:of|in)\s+(?:total\s+|annual\s+|consolidated\s+)?", text[quantity.end :])
    if after:
        at = quantity.end + after.end()
        for name, first, end in find_measures(text[at : at + 60])[:1]:
            if first == 0 and quantity.unit == "%":
                words = last.name if last else ""
                return _Clue(f"{words} as a share of {text[at : at + end]}".strip()) if words else None
            if first == 0:
                return _measure_clue(text, name, at, at + end)
    if last and start and (_COMPARED.search(between) or len(between.split()) <= 3):
        return last
    name = _words(between)
    return _Clue(name) if name else last


def _measure_clue(text: str, name: str, start: int, end: int) -> _Clue:
    qualified = not _PLAIN_BEFORE.search(text[:start]) or _PART_AFTER.search(text[end:])
    words = " ".join(text[start:end].split())
    if not qualified:
        return _Clue(words, name)
    before = _words(text[max(0, start - 60) : start])
    return _Clue(f"{' '.join(before.split()[-4:])} {words}".strip())


def _words(between: str) -> str:
    """The words of the last clause before a figure, without the verbs that lead up to it."""
    clause = _CLAUSE.split(" ".join(between.split()))[-1] or between
    trimmed = _LEADING.sub("", _TRAILING.sub("", clause))
    return " ".join(trimmed.split()[-NAME_WORDS:])


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
    return run


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
            if not crossed and not _COMPARED.search(between):
                return period
            break
    for period, _, end in reversed(periods):
        if end <= quantity.start and not _COMPARED.search(text[end : quantity.start]):
            return period
    return None


def _follows_comparison(text: str, quantity: Quantity) -> bool:
    return bool(_COMPARED.search(text[: quantity.start]))


def _surrounding_period(sentence: Sentence, setting: Setting, clue: _Clue) -> Period | None:
    """The time that the heading names; for whole measures, else the span that the document is about."""
    named = find_periods(sentence.heading, setting.calendar)
    if named:
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
