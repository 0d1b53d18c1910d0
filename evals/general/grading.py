"""Whether an answer gives what a reference says: values however written, lists whole, reasons by sense."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from evals.answer_sets.answers import Given
from evals.answering.judging import Verdict
from reading.text.letters import folded
from reading.values.dates import find_dates
from reading.values.number_words import ONE_WORD, number

BY_SENSE = frozenset({"why/how", "clause", "definition"})
COMPLETE = frozenset({"list", "group"})
LEAST_SENSE = 0.6  # of a reference's telling words that an answer by sense has
MOST_WORDS = 90  # of an answer that gives a value: what is longer hides it among others
MOST_NUMBERS = 8  # of an answer that gives one number
NUMBER = re.compile(r"(?<![\w.])[-−–(]?\d(?:[\d.,'’`\u00a0\u202f ]*\d)?")
WORD = re.compile(r"[^\W\d_][\w’'-]*")
WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
IN_WORDS = re.compile(rf"\b{ONE_WORD}\b", re.IGNORECASE)
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")  # “NoRain” is “No rain”
MARK = re.compile(r"\[\d+\]")
SPLIT = re.compile(r"\s*;\s*|,\s+(?!\d{3}\b)|\s+and\s+|\s+y\s+|\s+und\s+|\s+et\s+")
DASHES = re.compile(r"(?<=\d)\s*[–—-]\s*(?=\d)")
FILLER = frozenset(
    "a an the of in on at for to by with from and or is are was were be been it its their they this that "
    "which who as than then about some only against both each per no yes not up down after before de la el "
    "los das der die".split()
)


@dataclass(frozen=True)
class Reference:
    """`gold`: None where the documents do not tell. `also`: other accepted forms."""

    kind: str
    gold: str | None
    also: tuple[str, ...] = ()

    @property
    def forms(self) -> tuple[str, ...]:
        return (self.gold, *self.also) if self.gold else ()


def grade(given: Given, reference: Reference) -> Verdict:
    """Right where one form is given whole; of a question without an answer, where it is refused."""
    if reference.gold is None:
        return "right" if given.is_refused else "wrong"
    if given.is_refused:
        return "refused"
    text = MARK.sub(" | ", given.text)  # blanks would join the numbers round it
    return "right" if any(_gives(text, form, reference.kind) for form in reference.forms) else "wrong"


def _gives(text: str, form: str, kind: str) -> bool:
    if kind in COMPLETE:
        parts = [part for part in SPLIT.split(form) if part]
        return all(_has(text, part) for part in parts)
    if kind in BY_SENSE and len(_telling(form)) > 2:
        return _share(text, form) >= LEAST_SENSE and _numbers(form) <= _numbers(text)
    return _is_brief(text) and _has(text, form)


def _is_brief(text: str) -> bool:
    """Whether a reader finds one value in it at once: in its first lines, or in all of it if it is short."""
    return len(text.split()) <= MOST_WORDS or len(_numbers(text)) <= MOST_NUMBERS


def _has(text: str, form: str) -> bool:
    """Whether all dates, numbers and names of the form stand in the text; it begins with a mere yes or no."""
    if form.strip().casefold() in ("yes", "no"):
        return text.lstrip().casefold().startswith(form.strip().casefold())
    dates = {day for day, _, _ in find_dates(form)}
    if dates and dates <= {day for day, _, _ in find_dates(text)}:
        return True
    if wide := WIDE.findall(form):
        return any(word in text for word in wide)
    bare = re.sub(r"\([^)]*\)", " ", form)
    numbers, words = list(_readings(bare)), _telling(bare)
    given = _numbers(text)
    if not all(any(_is_given(number, given) for number in either) for either in numbers):
        return False
    told = _telling(text)
    needed = {word for word in words if word not in UNITS} if numbers else words
    return bool(numbers or needed) and len(needed & told) >= (len(needed) + 1) // 2


def _is_given(number: Decimal, given: set[Decimal]) -> bool:
    """Whether it is there, or one of more decimals that is so rounded."""
    step = Decimal(1).scaleb(int(number.as_tuple().exponent))
    return number in given or (step < 1 and any(abs(each - number) <= step / 2 for each in given))


def _share(text: str, form: str) -> float:
    telling = _telling(form)
    told = {word[:5] for word in _telling(text)}
    return sum(word[:5] in told for word in telling) / max(1, len(telling))


def _telling(text: str) -> set[str]:
    text = CAMEL.sub(" ", text)
    return {folded(word) for word in WORD.findall(text)} - FILLER


def _numbers(text: str) -> set[Decimal]:
    """All numbers in it by their value, however they are written; words for numbers too."""
    found = set(_values(DASHES.sub(" to ", text)))
    return found | {Decimal(number(match[0])).normalize() for match in IN_WORDS.finditer(text)}


def _values(text: str) -> Iterator[Decimal]:
    for either in _written(text):
        yield from either


def _readings(form: str) -> Iterator[tuple[Decimal, ...]]:
    """Each number of a reference, in digits or words, by the values that it may have."""
    yield from _written(DASHES.sub(" to ", form))
    yield from ((Decimal(number(match[0])).normalize(),) for match in IN_WORDS.finditer(form))


def _written(text: str) -> Iterator[tuple[Decimal, ...]]:
    """Each number in digits, as points and commas may be read."""
    for match in NUMBER.finditer(text):
        written = re.sub(r"[\s'’`\u00a0\u202f()−–-]", "", match[0])
        found = []
        for plain in _plain(written):
            try:
                found.append(abs(Decimal(plain)).normalize())
            except InvalidOperation:
                continue
        yield tuple(found)


def _plain(written: str) -> Sequence[str]:
    """The ways to read points and commas: “1.249” is both; “470,15” has cents."""
    both = (written.replace(",", ""), written.replace(".", "").replace(",", "."))
    if "," in written and "." in written:
        return (both[0] if written.rfind(".") > written.rfind(",") else both[1],)
    return both


UNITS = frozenset(
    "eur usd euro euros dollars dollar chf rs ghs percent cents pound tons kcal litres litre g mm ppm months "
    "month years year days day hours hour person million billion thousand".split()
)
