"""What the sentence round a number says: for when, in which unit and scale, with which sign."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache

from reading.lexicon import SCALES, SIGNS
from reading.text.sentences import ends_sentence
from reading.values.periods import FiscalCalendar, Period, find_periods
from reading.values.quantities import Quantity, find_quantities
from reading.values.units import SCALE_WORDS

MARK = re.compile(r"(?<!\\)\[(\d{1,3}(?:\s?[,–-]\s?\d{1,3})*)\]")
_OWN = secrets.token_hex(8)  # of this process: no document's words can hold a mark that `own_mark` wrote
_OWN_MARK = re.compile(rf"\[{_OWN}:(\d+)\]")
_SENTENCE_END = re.compile(r"(?<=[.!?;])(?:\s?\[\d[\d,\s–-]*\])*\s+(?=[A-Z“\"(*])|\n+")
_BULLET = re.compile(r"(?m)(?<=^)[-–•*](?=\s)")
_CAPTION = re.compile(
    rf"\b(?:in|of)\s+(?:(?:US|U\.S\.)?\s?[{SIGNS}]|[A-Z]{{3}})?\s?({SCALES})\b", re.IGNORECASE
)
_DOWNWARD = re.compile(
    r"\b(?:loss(?:es)?|lost|deficit|negative|declin\w+|decreas\w+|fell|fall(?:en|s)?|drop\w*|down|lower\w*|less|"
    r"reduc\w+|shr\w+nk|shrank|used|outflows?|charges?|expenses?|costs?|paid|payments?|repurchas\w+|minus)\b",
    re.IGNORECASE,
)
_SIGNED_MEASURE = re.compile(
    r"\b(?:income|profit|earnings|loss|eps|margin|change|growth|cash|equity|result|return)\b", re.IGNORECASE
)
_NOT_A_DAY = re.compile(r"[’']\d\d\b|\b\d+[\s-](?:weeks?|months?)\b", re.IGNORECASE)
_DAY = re.compile(r"\b\d{1,2}\b")
CALENDAR_YEARS = FiscalCalendar()
DAYS_OFF = 10  # 52/53-week periods end up to so many days from the month's end that people name
YEAR_DAYS = 300
QUARTER_DAYS = 120  # at most, with an odd week


@dataclass(frozen=True)
class Statement:
    """One sentence, list item or table row of a text. `scale`: of a caption such as “in millions”, else 1."""

    text: str
    start: int
    end: int
    scale: Decimal = Decimal(1)

    @property
    def marks(self) -> frozenset[int]:
        return frozenset(number for match in MARK.finditer(self.text) for number in marked(match))

    @property
    def periods(self) -> tuple[Period, ...]:
        return periods_in(self.text)

    @property
    def goes_down(self) -> bool:
        return _DOWNWARD.search(self.text) is not None


@lru_cache(maxsize=512)
def periods_in(text: str) -> tuple[Period, ...]:
    return tuple(period for period, _, _ in find_periods(text, CALENDAR_YEARS))


def own_mark(number: int) -> str:
    """A citation in a text that is put together from documents' words; `with_plain_marks` makes it [2]."""
    return f"[{_OWN}:{number}]"


def with_plain_marks(text: str) -> str:
    """The text with its citations as [2]; a “[2]” among the documents' words is escaped as in Markdown."""
    if _OWN not in text:
        return text
    return _OWN_MARK.sub(r"[\1]", escaped(text))


def escaped(text: str) -> str:
    return MARK.sub(r"\\\g<0>", text)


def marked(match: re.Match[str]) -> list[int]:
    """The numbers of a citation mark: [2], [1, 3], [1–3]."""
    numbers: list[int] = []
    for part in match[1].split(","):
        first, *last = (int(number) for number in re.split(r"[–-]", part))
        numbers.extend(range(first, (last[0] if last else first) + 1))
    return numbers


def quantities_in(text: str) -> list[tuple[Quantity, Statement]]:
    """The quantities of `text` that are no part of a period's name, each with its sentence."""
    return list(_quantities_in(text))


@lru_cache(maxsize=1024)
def _quantities_in(text: str) -> tuple[tuple[Quantity, Statement], ...]:
    spans = [(start, end) for _, start, end in find_periods(text, CALENDAR_YEARS)]
    statements = split_statements(text)
    text = _BULLET.sub(" ", text)  # a dash before a number of a list is no minus
    return tuple(
        (quantity, next(one for one in statements if quantity.start < one.end))
        for quantity in find_quantities(text)
        if not any(start <= quantity.start < end for start, end in spans)
    )


def split_statements(text: str) -> list[Statement]:
    """The sentences of `text`; a caption of scale reaches to the end of its paragraph or table."""
    statements: list[Statement] = []
    position, scale = 0, Decimal(1)
    for match in [*filter(_is_end, _SENTENCE_END.finditer(text)), None]:
        end = match.start() if match else len(text)
        # Marks between the full stop and the blank belong to the sentence before.
        end += len(match[0].rstrip()) if match else 0
        words = text[position:end]
        if caption := _CAPTION.search(words):
            scale = SCALE_WORDS[caption[1].lower()]
        statements.append(Statement(words, position, end, scale))
        position = match.end() if match else end
        if match and "\n\n" in match[0]:
            scale = Decimal(1)
    return statements


def _is_end(match: re.Match[str]) -> bool:
    """Whether a sentence ends there, and not “Helix v.” or “No.”; a new line and marks behind it say so."""
    text, at = match.string, match.start()
    is_bare = match[0].isspace() and "\n" not in match[0]
    return not is_bare or text[at - 1] != "." or ends_sentence(text, at - 1, at)


def sign_fits(value: Decimal, known: Decimal, label: str, statement: Statement) -> bool:
    """Whether the sentence may say `value` of `known`: a loss is negative in tables, not in words."""
    if (value < 0) == (known < 0) or not value:
        return True
    return statement.goes_down or (known < 0 and not _SIGNED_MEASURE.search(label))


def same_time(
    stated: Period, start: date | None, end: date | None, year: int | None, quarter: int | None
) -> bool:
    """Whether a figure for start–end, named fiscal `year` and `quarter`, is one for the `stated` period."""
    if end is None and year is None:
        return True
    if _names_a_day(stated):
        return end is not None and _same_dates(stated, start, end)
    if stated.fiscal_year is not None and year is not None and _same_name(stated, start, end, year, quarter):
        return True
    return end is not None and _same_dates(stated, start, end)


def same_time_as_asked(
    asked: Period, start: date | None, end: date | None, year: int | None, quarter: int | None
) -> bool:
    """The same of a period that a question names, which may call the year before or after by its number."""
    if same_time(asked, start, end, year, quarter) or end is None:
        return True
    if start is not None and asked.start_date is not None and not _as_long(asked, start, end):
        return False
    return abs((end - asked.end_date).days) < YEAR_DAYS / 2 and (end.month, end.day) != (12, 31)


def contains(stated: Period, start: date | None, end: date, year: int | None) -> bool:
    """Whether what is for start–end lies in the period, or has its name."""
    if stated.fiscal_year is not None and stated.fiscal_year == year and stated.fiscal_quarter is None:
        return True
    first = stated.start_date or stated.end_date
    is_in = (first - end).days <= 0 and (end - stated.end_date).days <= DAYS_OFF
    return is_in or same_time(stated, start, end, year, None)


def is_before(end: date, period: Period) -> bool:
    """Whether what ended then is of a time before the one that a sentence compares it with."""
    return (period.end_date - end).days > QUARTER_DAYS / 2


def _same_name(stated: Period, start: date | None, end: date | None, year: int, quarter: int | None) -> bool:
    if stated.fiscal_year != year:
        return False
    is_span = start is not None and end is not None
    if stated.fiscal_quarter is not None:
        return quarter in (None, stated.fiscal_quarter) and not (
            is_span and (end - start).days > QUARTER_DAYS  # type: ignore[operator]
        )
    return not is_span or _as_long(stated, start, end)  # type: ignore[arg-type]


def _as_long(stated: Period, start: date, end: date) -> bool:
    """Whether a span is as long as the period named; weeks may make it a little longer."""
    if stated.start_date is None:
        return True
    days = (stated.end_date - stated.start_date).days
    return abs(days - (end - start).days) <= 2 * DAYS_OFF


def _same_dates(stated: Period, start: date | None, end: date) -> bool:
    if not _near(end, stated.end_date):
        return False
    return start is None or stated.start_date is None or _near(start, stated.start_date)


def _near(one: date, other: date) -> bool:
    return abs((one - other).days) <= DAYS_OFF


def _names_a_day(period: Period) -> bool:
    return _DAY.search(_NOT_A_DAY.sub("", period.text)) is not None


def contradict(stated: Period, found: Period) -> bool:
    """Whether two periods named in words are certainly not the same.

    Companies name their years and quarters as they like: with a day on one side alone, the lengths are
    compared, and the years as far as such names may be apart.
    """
    if stated.start_date and found.start_date and not _as_long(stated, found.start_date, found.end_date):
        return True
    by_day = _names_a_day(stated), _names_a_day(found)
    if all(by_day):
        return not _near(stated.end_date, found.end_date)
    if any(by_day):
        day, name = (stated, found) if by_day[0] else (found, stated)
        return _lies_outside(day.end_date, name)
    if stated.fiscal_year is None or found.fiscal_year is None:
        return False
    quarters = {stated.fiscal_quarter, found.fiscal_quarter}
    return stated.fiscal_year != found.fiscal_year or (None not in quarters and len(quarters) > 1)


def contradict_as_asked(asked: Period, found: Period) -> bool:
    """The same of a period that a question names, which may call the year before or after by its number."""
    if asked.start_date and found.start_date and not _as_long(asked, found.start_date, found.end_date):
        return True
    return abs((asked.end_date - found.end_date).days) > 366 + YEAR_DAYS / 2


def _lies_outside(day: date, named: Period) -> bool:
    """Whether the day is in no year that may go by the period's name."""
    if named.fiscal_year is None:
        return False
    return abs(day.year - named.fiscal_year) > ((day.month, day.day) != (12, 31))
