"""Figures in sentences: “Net sales increased 18.2% to $3.2 billion compared to $2.7 billion in 2021”."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from documents.extraction.sentences import Sentence
from documents.extraction.table_facts import period_fields
from documents.extraction.types import MetricDraft, Place
from documents.fiscal import FiscalCalendar, Period, instant
from documents.periods import find_periods
from documents.quantities import Quantity, find_quantities
from documents.vocabulary import find_measures, fits, kind_of

NAME_WORDS = 12
AFTER_WORDS = 6
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
    r"(?:[\s,(–—-]+|\b(?:was|were|is|are|be|been|of|to|by|at|in|for|on|and|or|a|an|the|from|had|has|have|with|"
    r"includes?|including|totall?ed|totall?ing|approximately|about|nearly|roughly|over|under|up|down|than|reached|"
    r"recorded|recognized|compared|representing|amounted|amounting|we|our|its|only|additional|respectively|"
    r"up to|that|cost|increased|decreased|equal|estimated|expected|between)\b[\s,(]*)+$",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"^(?:[\s,)–—•.-]+|\b(?:and|or|the|a|an|of|in|for|to|which|that|also|with|by|on|at|our|its|we|as|from|compared|addition|company|today|"
    r"respectively|during|increased|decreased)\b[\s,]*)+",
    re.IGNORECASE,
)
_PLAIN_BEFORE = re.compile(
    r"(?:^|[,;:.(“\"]|\b(?:the|our|its|total|consolidated|company['’]s|in|and|of|with|quarter|year|annual|quarterly|reported|"
    r"full|(?:19|20)\d\d|as|to|compared|worldwide|overall|were|was|had|generated|record|had))\s*$",
    re.IGNORECASE,
)
_PART_AFTER = re.compile(
    r"^\s+(?:from(?!\s+(?:the\s+)?(?:\w+\s+)?(?:operations|quarter|year|prior|\d))"
    r"|related|attributable|associated|per|by|growth|margin|mix|tax)\b",
    re.IGNORECASE,
)
_SHARE_OF = re.compile(r"\s+(?:of|in)\s+(?:total\s+|annual\s+|consolidated\s+|our\s+)?", re.IGNORECASE)
_ENDS_IN_COMPARISON = re.compile(
    r"\b(?:compared\s+(?:to|with)|versus|vs\.?|as\s+against|from|than)\s+(?:an?\s+\w+\s+of\s+|a\s+)?"
    r"(?:approximately\s+)?$",
    re.IGNORECASE,
)
_CONNECTS = re.compile(
    r"[\s,(–—-]*(?:\b(?:to|and|or|through|by|up|down|a|an|approximately|about|between)\b[\s,(]*)*",
    re.IGNORECASE,
)
_MOVE_IN = re.compile(
    r"\s+(?:increase|growth|rise|improvement|decrease|decline|reduction|drop)s?\s+(?:in|of)\s+(?:the\s+|our\s+)?",
    re.IGNORECASE,
)
_PHRASE_END = re.compile(
    r"[,;:.()]|\b(?:and|was|were|is|are|compared|versus|from|during|which|that|as|at|for|in|on|with)\b|\d"
)
_AT_END_OF = re.compile(r"\b(?:end|close)\s+of\s+(?:the\s+)?(?:our\s+)?$", re.IGNORECASE)
_ANY_CALENDAR = FiscalCalendar()


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
    periods = [_closed(text, item, setting.calendar) for item in find_periods(text, setting.calendar)]
    assigned = _in_order(text, quantities, periods)
    main = clue = None
    for index, quantity in enumerate(quantities):
        before = quantities[index - 1].end if index else 0
        clue = _clue(text, quantity, before, main, clue)
        if clue is None:
            continue
        main = main or clue
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


def _clue(text: str, quantity: Quantity, start: int, main: _Clue | None, last: _Clue | None) -> _Clue | None:
    """What the words round a figure say that it measures.

    `start`: where the last figure ended. `main`: the first measure of the sentence, to which a comparison
    goes back; `last`: what the figure before measured.
    """
    between = _blanked(text[start : quantity.start])
    if start and _ENDS_IN_COMPARISON.search(between):
        return main
    after = text[quantity.end :]
    moved = _MOVE_IN.match(after)
    if moved:
        return _Clue(_words_after(after[moved.end() :]))
    measured = _SHARE_OF.match(after)
    if measured:
        at = quantity.end + measured.end()
        named = [item for item in find_measures(text[at : at + 60]) if item[1] == 0]
        if named and quantity.unit == "%":
            return _Clue(f"{main.name} as a share of {text[at : at + named[0][2]]}") if main else None
        if named:
            return _measure_clue(text, named[0][0], at, at + named[0][2])
    measures = find_measures(between)
    if measures:
        name, first, end = measures[-1]
        return _measure_clue(text, name, start + first, start + end)
    if start and _CONNECTS.fullmatch(between):
        return last
    name = _words(between) or _words_after(after)
    return _Clue(name) if name else None


def _blanked(text: str) -> str:
    """`text` with what stands in brackets blanked out, at its length."""
    return re.sub(r"\([^)]*\)", lambda found: " " * len(found[0]), text)


def _measure_clue(text: str, name: str, start: int, end: int) -> _Clue:
    qualified = not _PLAIN_BEFORE.search(text[:start]) or _PART_AFTER.search(text[end:])
    words = " ".join(text[start:end].split())
    if not qualified:
        return _Clue(words, name)
    before = _words(text[max(0, start - 60) : start])
    return _Clue(f"{' '.join(before.split()[-4:])} {words}".strip())


def _words(between: str) -> str:
    """The words of the last clause before a figure, without times and the verbs that lead up to it."""
    clause = _CLAUSE.split(" ".join(_without_times(between).split()))[-1] or between
    trimmed = _LEADING.sub("", _TRAILING.sub("", clause))
    return " ".join(trimmed.split()[-NAME_WORDS:])


def _words_after(after: str) -> str:
    """The words behind a figure up to the next verb, comma or figure."""
    phrase = _PHRASE_END.split(" ".join(after.split()))[0]
    return " ".join(_LEADING.sub("", _TRAILING.sub("", phrase)).split()[:AFTER_WORDS])


def _without_times(text: str) -> str:
    for _, start, end in reversed(find_periods(text, _ANY_CALENDAR)):
        text = f"{text[:start]} {text[end:]}"
    return text


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
