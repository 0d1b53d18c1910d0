"""Figures in sentences: “Net sales increased 18.2% to $3.2 billion compared to $2.7 billion in 2021”.

A figure is stored only where a pattern says what it measures and the words say when. The sentence itself
can still be found where they do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

from reading.figures.rows.from_tables import period_fields
from reading.figures.rows.section_paths import joined, told_by
from reading.figures.sentences.clauses import (
    FIGURE,
    KEPT_BRACKETS,
    OTHER_DAY,
    PRIOR_TIME,
    THIS_TIME,
    TIME,
    Marked,
    counted,
    mark,
    times_like_first,
)
from reading.figures.sentences.noun_phrases import ABOUT, BE, canonical
from reading.figures.sentences.sentence_patterns import LIST, Reading, readings
from reading.lexicon import PER_SHARE, SIGNS
from reading.measures.catalogue import fits
from reading.model import MetricDraft, Place
from reading.text.passages_of_page import Sentence
from reading.values.fiscal import FiscalCalendar, Period, instant
from reading.values.legal_forms import without_legal_form
from reading.values.periods import find_periods
from reading.values.quantities import Quantity, find_quantities
from reading.values.units import ONE

QUOTE_LENGTH = 700
MOST_DAYS_APART = 20  # spans of one list: quarters and years of weeks differ by one or two weeks
_NOT_SO = re.compile(
    r"\b(?:would|could|might|(?-i:may)|should|shall|will|must|expects?|expected|anticipates?|anticipated|intends?|"
    r"plan(?:s|ned)?\s+to|hypothetical|assum(?:es?|ing|ed|ptions?)|if|whether|(?-i:targets?)|goals?|guidance|outlook|"
    r"forecast(?:s|ed|ing)?|projected|potential|up\s+to|at\s+least|maximum|minimum|range[sd]?|ranging|between|not\s+exceed|"
    r"in\s+excess\s+of|less\s+than|cumulative(?:ly)?|to\s+date|since|inception|pro\s+forma|per\s+year|"
    r"each\s+year|commit(?:s|ted)?\s+to|agree(?:s|d)?\s+to|for\s+(?:every|each))\b",
    re.IGNORECASE,
)
_EXPECTED_THEN = re.compile(  # of an amount that is so today
    rf",\s+(?:\S+\s+){{0,3}}?which\s+(?:the\s+Company\s+|we\s+|{FIGURE}\s+)?(?:is\s+|are\s+)?expect[^;]*$",
    re.IGNORECASE,
)
# “unrecognized tax benefits that, if recognized, would affect our tax rate” are so much today.
_IF_SO = re.compile(
    r"(?:,?\s+that|,?\s+which)?,?\s+if\s+(?:fully\s+|ultimately\s+)?recogni[sz]ed,?\s+(?:that\s+)?(?:would|could)\s+"
    r"(?:\w+ly\s+)?(?:affect|impact|reduce|decrease|lower|benefit)\s+(?:the|our)\s+((?:annual\s+|effective\s+|income\s+)*"
    r"tax\s+rate)",
    re.IGNORECASE,
)
_HEDGED = re.compile(r"(\bhedg(?:e|es|ed|ing)\s+(?:\w+\s+){0,3}?)forecast(?:ed)?\s", re.IGNORECASE)
_GOES_ON = re.compile(rf"[a-z](?![A-Z])|{FIGURE}")  # the rest of a sentence that began elsewhere
_ITEM_MARK = re.compile(r"\s*\((?:[ivx]{2,4}|[a-h]|\d)\)\s")  # an item of a list may begin in lower case
_HEADS_SPAN = re.compile(r"\b(?:months|quarter|weeks|year|fiscal|compared|versus|vs)\b", re.IGNORECASE)
_IS_STOCK = re.compile(
    r"\b(?:balances?|outstanding|unrecogni[sz]ed|backlog|commitments?|obligations?|allowances?|liabilit\w+|"
    r"receivables?|payables?|inventor\w+|debt|borrowings|assets|equity|goodwill|cash\s+equivalents|securities|"
    r"accrued|deferred|unearned|carrying|fair\s+values?|reserves?|notional|cash|stores|facility|shares)\b",
    re.IGNORECASE,
)
_RELATED = re.compile(
    r"\s(?:of|from|on|for|to|in|with|related|relating|pertaining|attributable|associated|recorded)\s",
    re.IGNORECASE,
)
_BALANCE = re.compile(
    r"^(?!.*\b(?:average|impair\w*|write\w*)\b)(?:.*\b)?"
    r"(?:assets?|liabilit(?:y|ies)|receivables?|payables?|inventor(?:y|ies)|goodwill|backlog|debt|"
    r"unrecogni[sz]ed\s+(?:[\w-]+\s+){0,2}(?:costs?|expenses?|benefits))$",
    re.IGNORECASE,
)
_RUN = re.compile(rf"(?P<first>{TIME})(?P<more>(?:,?\s*(?:and\s+)?(?:the\s+)?{TIME})*)")
_NEW_STATEMENT = re.compile(
    rf"[;:.]\s|{FIGURE}|\b(?:which|but|while|that|who|whose|where|when|resulting|further|including|with|payable|"
    r"effective|record)\b"
    rf"|,\s+(?:and\s+(?!{TIME})|an?\s)"
)
_COMPARISON = re.compile(r"\b(?:compared\s+(?:to|with)|versus|vs\.?|than|relative\s+to)\b", re.IGNORECASE)
_NO_HEADING = re.compile(
    r"table\s+of\s+contents|statements?\b|balance\s+sheets?|\bnotes?\b|^\W|\d{3}|.{80}", re.IGNORECASE
)
_BASE = re.compile(r"\b(?:compared\s+(?:to|with)|versus|vs\.?|over|than|from)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Setting:
    """What sentences are read against. `main`: the span of time that the document is about.

    `money_scale`: what one of a plain “$19” is worth, or None where that is not certain. `discussed`: the
    span that sentences mean that name none.
    """

    calendar: FiscalCalendar
    entity: str
    main: Period | None
    money_scale: Decimal | None = ONE
    discussed: Period | None = None


def read_sentence_facts(sentences: Iterable[Sentence], setting: Setting) -> list[MetricDraft]:
    """The figures in sentences that say what they measure, and when."""
    return [metric for sentence in sentences for metric in _metrics(sentence, setting)]


def _metrics(sentence: Sentence, setting: Setting) -> Iterator[MetricDraft]:
    every = list(counted(find_quantities(sentence.text), sentence.text))
    if not any(each.unit for each in every) or _is_row(sentence.text, every):
        return
    marked = mark(sentence.text, setting.calendar, setting.main)
    marked = replace(
        marked, text=_HEDGED.sub(r"\1", _IF_SO.sub(r" affecting the \1", _EXPECTED_THEN.sub("", marked.text)))
    )
    goes_on = _GOES_ON.match(marked.text) and not _ITEM_MARK.match(sentence.text)
    if _NOT_SO.search(marked.text) or goes_on:
        return
    for reading in [_at_each_time(each, marked) for each in readings(marked)]:
        periods = _periods(reading, marked, sentence, setting)
        if periods is None or _is_stock_over(reading, periods):
            continue
        if reading.move and any(each and not each.start_date for each in periods):
            continue
        if _is_balance(reading):
            periods = [_last_day(each, setting.calendar) for each in periods]
        for sign, period in zip(reading.signs, periods, strict=True):
            quantity = _in_full(_of_share(marked.figures[sign], reading, marked), setting)
            if quantity is not None:
                yield _metric(sentence, quantity, reading, period, setting, _base(reading, marked))


def _is_stock_over(reading: Reading, periods: Sequence[Period | None]) -> bool:
    """Whether something was done to a balance during a span: “transferred obligations of $5 in 2022”."""
    head = KEPT_BRACKETS.sub("", re.split(r"\s(?:of|from|on|for|to|in|related)\s", reading.name)[0]).split()
    is_done = not (reading.is_statement or reading.move) and _IS_STOCK.search(" ".join(head[-1:]))
    return bool(is_done) and any(each and each.start_date for each in periods)


def _is_balance(reading: Reading) -> bool:
    """Whether what was so much in a year can only be told of its last day: “the lease liability was $5”."""
    head = _RELATED.split(KEPT_BRACKETS.sub("", reading.name))[0]
    return reading.is_statement and not reading.move and bool(_BALANCE.search(head))


def _last_day(period: Period | None, calendar: FiscalCalendar) -> Period | None:
    return instant(period.text, period.end_date, calendar) if period and period.start_date else period


def _of_share(quantity: Quantity, reading: Reading, marked: Marked) -> Quantity:
    """An amount per share where the name or the last of several figures says so."""
    is_money = len(quantity.unit) == 3 and quantity.scale == ONE
    last = marked.figures[reading.signs[-1]]
    if is_money and (PER_SHARE.search(reading.name) or last.unit == f"{quantity.unit}/share"):
        return replace(quantity, unit=f"{quantity.unit}/share")
    return quantity


def _in_full(quantity: Quantity, setting: Setting) -> Quantity | None:
    """An amount of money in base units where the document writes $19 for $19 million throughout.

    None where the text does not settle what the number is: its scale, or whether brackets mean a loss.
    """
    is_whole = len(quantity.unit) == 3 and quantity.scale == ONE and quantity.step == ONE
    if is_whole and setting.money_scale is None:
        return None
    if quantity.text.startswith("(") and quantity.value >= 0:
        return None
    return quantity.scaled(setting.money_scale or ONE) if is_whole else quantity


def _is_row(text: str, quantities: Sequence[Quantity]) -> bool:
    """Whether figures stand side by side without a word between, as in a row that no table was made of."""
    return any(
        not text[first.end : second.start].strip(f" \n{SIGNS}") for first, second in pairwise(quantities)
    )


def _at_each_time(reading: Reading, marked: Marked) -> Reading:
    """“$5 in 2023 and $4 in both 2022 and 2021”, “were $5 at both days”: the last is so each time."""
    count, after = len(reading.signs), _times_after(reading, marked)
    is_last_of_list = len(_times_between(reading, marked)) == count - 1 > 0
    if not is_last_of_list and not (reading.is_statement and all(not each.start_date for each in after)):
        return reading
    says_level = re.search(rf"\b{BE}\s+{ABOUT}{FIGURE}$", marked.text[: reading.end], re.IGNORECASE)
    adjoining = re.match(rf"\s*{TIME}", marked.text[reading.end : reading.until])
    further = max(len(after) - 1, 0) if adjoining and (is_last_of_list or says_level) else 0
    return replace(reading, signs=(*reading.signs, *reading.signs[-1:] * further))


def _periods(
    reading: Reading, marked: Marked, sentence: Sentence, setting: Setting
) -> Sequence[Period | None] | None:
    """The time of each figure of the reading, or None where the words do not settle them."""
    count = len(reading.signs)
    after = _times_after(reading, marked)
    between = _times_between(reading, marked)
    if between:
        return [*between, *after] if len(between) + len(after) == count else None
    if after:
        return after if len(after) == count else None
    if reading.kind == "compare":
        return None
    before = _times_before(reading, marked)
    if before is not None and len(before) == count:
        return before
    shared = _times_shared(reading, marked) if count > 1 else []
    if shared or before is not None:
        return shared if len(shared) == count else None
    if count > 1 or _says_other_time(reading, marked):
        return None
    if setting.main is None:
        return [None]
    period = _surrounding_period(sentence, setting)
    if not reading.is_statement:
        return None
    is_stock = not reading.move and _IS_STOCK.search(reading.name) and not canonical(reading.name)
    return None if period is None or is_stock or period.start_date is None else [period]


def _times_after(reading: Reading, marked: Marked) -> list[Period]:
    """The times said behind the figures in their clause, before another figure or a new statement."""
    rest = marked.text[reading.end : reading.until]
    rest = re.sub(rf"^,?\s+or\s+[^,.;]*?{FIGURE}(?:\s+of\s+[^,.;]+?)?,?(?=\s|$)", " ", rest)
    rest = re.sub(rf"^\s+to\s+(?:\w+\s+)?{FIGURE}", " ", rest)
    stop = _NEW_STATEMENT.search(rest)
    run = _RUN.search(rest[: stop.start()] if stop else rest)
    if run is None or re.search(r"\b(?:from|over|since|to|and)\s+$", rest[: run.start()]):
        return []
    return _of_run(run, marked)


def _times_shared(reading: Reading, marked: Marked) -> list[Period]:
    """“Additions were $5 and $4 and deductions $3 and $2 in 2022 and 2021”: the times behind lists as long.

    Not those of “37% and 33% for bonds and 5% and 4% for shares”: each list is one of a part.
    """
    rest = marked.text[reading.end : reading.until]
    if re.match(r",?\s+(?:for|of|in|at|on)\s", rest):
        return []
    run = _RUN.search(rest)
    lists = list(re.finditer(LIST, rest[: run.start()] if run else ""))
    if run is None or any(len(re.findall(FIGURE, each[0])) != len(reading.signs) for each in lists):
        return []
    is_of_last = lists and not _NEW_STATEMENT.search(rest[lists[-1].end() : run.start()])
    return _of_run(run, marked) if is_of_last and ";" not in rest[: run.start()] else []


def _times_between(reading: Reading, marked: Marked) -> list[Period]:
    """“$5 in 2022, $4 in 2021 and $3 in 2020”: the times of all figures but the last."""
    words = marked.text[reading.start : reading.end]
    signs = re.findall(rf"(?:{'|'.join(reading.signs)}),?\s*({TIME})", words)
    return [marked.times[sign][0] for sign in signs if len(marked.times[sign]) == 1]


def _times_before(reading: Reading, marked: Marked) -> list[Period] | None:
    """The times said before the figures in the same statement, else None; empty if they are several."""
    first = marked.text.find(reading.signs[0])
    before = marked.text[: reading.start if reading.kind == "cause" else first]
    before = _COMPARISON.split(before)[0] if reading.kind == "cause" else _COMPARISON.split(before)[-1]
    runs = list(_RUN.finditer(before))
    if not runs:
        return None
    is_new_statement = re.search(FIGURE, before[runs[0].end() : runs[-1].start()]) and not re.search(
        FIGURE, before[runs[-1].end() :]
    )
    if len({run[0] for run in runs}) > 1 and not is_new_statement:
        return []
    return _of_run(runs[-1], marked)


def _of_run(run: re.Match[str], marked: Marked) -> list[Period]:
    signs = re.findall(TIME, run[0])
    if len(signs) > 1 and any(len(marked.times[sign]) > 1 for sign in signs):
        return []
    found = times_like_first([period for sign in signs for period in marked.times[sign]])
    days = [(each.end_date - each.start_date).days for each in found if each.start_date]
    if len(signs) > 1 and days and max(days) - min(days) > MOST_DAYS_APART:
        return []  # “the first quarter of 2023 and 2022”
    return found


def _says_other_time(reading: Reading, marked: Marked) -> bool:
    """Whether the figure's own words speak of a time that only the document's reader could tell."""
    at = marked.text.find(reading.signs[0])
    near = (
        marked.text[:at] + re.split(r"\b(?:compared|versus|over|than|from)\b", marked.text[reading.end :])[0]
    )
    return bool(re.search(f"[{PRIOR_TIME}{THIS_TIME}{OTHER_DAY}]", near))


def _surrounding_period(sentence: Sentence, setting: Setting) -> Period | None:
    """The span of time that the heading names, else the one that the text round the sentence is about."""
    heading = sentence.heading
    if _HEADS_SPAN.search(heading):
        named = [period for period, _, _ in find_periods(heading, setting.calendar) if period.start_date]
        if named and not (setting.main and named[0].end_date > setting.main.end_date):
            return named[0]
    return setting.discussed


def _metric(
    sentence: Sentence,
    quantity: Quantity,
    reading: Reading,
    period: Period | None,
    setting: Setting,
    base: str,
) -> MetricDraft:
    # A loss or a benefit is written without the minus that its measure has.
    is_loss = re.search(r"\bloss|\bdeficit|\bused\b|\bbenefit\b", KEPT_BRACKETS.sub("", reading.name), re.I)
    own = _own_name(reading.name, setting.entity)
    is_own = reading.is_whole or own != reading.name
    measure = canonical(own) if is_own and not (reading.move or is_loss) else ""
    measure = measure if measure and fits(measure, quantity.unit) else ""
    reading = replace(reading, name=own) if measure else reading
    return MetricDraft(
        place=Place(page=sentence.page, quote=sentence.text[:QUOTE_LENGTH]),
        metric_name=_full_name(reading, quantity),
        canonical_name=measure,
        value=" ".join(quantity.text.split()),
        numeric_value=quantity.value,
        unit=quantity.unit,
        scale=quantity.scale,
        context=_context(sentence),
        comparison_base=base if reading.move else "",
        entity_name=setting.entity,
        category="financial" if measure or len(quantity.unit.split("/")[0]) == 3 else "operational",
        **period_fields(period),
    )


def _own_name(name: str, entity: str) -> str:
    """The name without the words that say it is the subject's: “revenue of Acme plc”, “Acme’s revenue”."""
    names = sorted({entity, without_legal_form(entity)} - {""}, key=len, reverse=True)
    whose = "|".join([*map(re.escape, names), r"the\s+(?:company|group)"])
    bare = re.sub(rf"\s+of\s+(?:{whose})\.?$", "", name, flags=re.IGNORECASE)
    return re.sub(rf"^(?:{whose})\.?(?:['’]s?)\s+", "", bare, flags=re.IGNORECASE)


def _context(sentence: Sentence) -> str:
    """The sentence, after its headings where they may say of what part it speaks."""
    heading = " ".join(sentence.heading.split())
    tells = re.search(r"[a-z]", heading) and not (_NO_HEADING.search(heading) or find_quantities(heading))
    text = " ".join(sentence.text.split())
    told = told_by(sentence.path)
    return joined(told, joined([heading] if tells else [], text))[:QUOTE_LENGTH]


def _full_name(reading: Reading, quantity: Quantity) -> str:
    counts_shares = quantity.unit == "shares" and not re.search(r"\bshares?\b", reading.name, re.IGNORECASE)
    return f"{'shares of ' * counts_shares}{reading.name} {reading.move}".strip()


def _base(reading: Reading, marked: Marked) -> str:
    """What a change is measured against, in the words of the sentence."""
    compared = _BASE.search(marked.text, reading.end)
    run = _RUN.search(marked.text, compared.end()) if compared else None
    return " ".join(marked.times[run["first"]][0].text.split())[:200] if run else ""
