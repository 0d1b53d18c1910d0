"""What a question asks of bills, and the words by which it means each of them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from reading.text.letters import folded
from reading.text.month_names import NamedMonth, months_in

_WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
CURRENCIES: dict[str, str] = _WORDS["currencies"]


def _any(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(_WORDS[name])})(?![^\W_])", re.IGNORECASE)


BILL, TOGETHER, TOTAL, PAYABLE = _any("bill"), _any("together"), _any("total"), _any("payable")
NET = _any("net")
OTHERWISE, EACH, SELLER, NUMBERS = _any("otherwise"), _any("each"), _any("seller"), _any("numbers")
TAX, VALUE_ADDED, RATE = (
    _any("tax"),
    _any("value_added"),
    re.compile(rf"(?:{'|'.join(_WORDS['rate'])})", re.I),
)
HIGHER, LOWER, NOT_AMOUNT = _any("higher"), _any("lower"), _any("not_amount")
WITH_TAX = re.compile(r"\bt\.?t\.?c\b|(?:incl|inkl)\w*\.? \w+|i\.?v\.?a\.? inclu\w+", re.IGNORECASE)
_ADDRESSED = "|".join(_WORDS["addressed"])
TO = re.compile(
    rf"^\W*(?:{'|'.join(_WORDS['which'])})\s+(?:[^\W_]+\s+){{0,3}}?"
    rf"(?:{BILL.pattern})\s+(?:that\s+|which\s+|die\s+|qui\s+|que\s+|che\s+)?(?:{_ADDRESSED})\s+(?P<whom>[^?!;]+)",
    re.IGNORECASE,
)
ASKING = frozenset(folded(word) for word in _WORDS["asking"].split())
WORD = re.compile(r"[^\W_]+(?:[-./_][^\W_]+)*")
YEAR = re.compile(r"(?:19|20)\d\d")
PARTED = re.compile(r"(?<!\w)(?:and|or|plus|und|oder|sowie|et|ou|y|o|e|en)(?!\w)|[,;]", re.IGNORECASE)
NUMBER_SIGN = re.compile(r"(?<![^\W_])n[°ºo.]{1,2}\s*(?=\d)", re.IGNORECASE)


@dataclass(frozen=True)
class Named:
    """What a question calls one bill: `text` as it stands there."""

    text: str

    @cached_property
    def months(self) -> list[NamedMonth]:
        return months_in(self.text)

    @cached_property
    def years(self) -> frozenset[int]:
        """Years without a month."""
        return frozenset(int(word) for word in WORD.findall(self._without_months) if YEAR.fullmatch(word))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words that name it, in small letters without accents; no times, no words that only ask."""
        rest = self._without_months
        for pattern in (NET, BILL, TOGETHER, TAX, RATE, HIGHER, LOWER, PAYABLE, TOTAL):
            rest = pattern.sub(" ", rest)
        found = (folded(word) for word in WORD.findall(rest) if not YEAR.fullmatch(word))
        return tuple(
            word for word in found if word not in ASKING and word not in CURRENCIES and len(word) > 1
        )

    @cached_property
    def tax(self) -> str:
        """The tax that is spoken of with it; "" for none."""
        found = TAX.search(self.text)
        return found[0] if found else ""

    @property
    def is_any(self) -> bool:
        """Whether it says nothing by which a bill could be known."""
        return not (self.words or self.months or self.years)

    @cached_property
    def _without_months(self) -> str:
        text = NUMBER_SIGN.sub(" ", self.text)
        parts, at = [], 0
        for month in months_in(text):
            parts.append(text[at : month.start])
            at = month.end
        return " ".join([*parts, text[at:]])

    @property
    def said(self) -> str:
        return " ".join(self.text.split()).strip(" ?.!:")


def named_bills(question: str) -> list[Named]:
    """Each part of the question that names a bill, in their order."""
    if not BILL.search(question):
        return []
    parts = (Named(part) for part in PARTED.split(question))
    return [part for part in parts if not part.is_any]


def money_asked(question: str) -> str:
    """The role of the amount that is asked for: all of a bill, what it comes to before its taxes, or its tax.

    "" where something else is asked.
    """
    bare = WITH_TAX.sub(" ", question)
    rest = NET.sub(" ", bare)
    if OTHERWISE.search(rest) or NOT_AMOUNT.search(rest):
        return ""
    if NET.search(bare):
        return "" if TAX.search(rest) else "net"
    return "tax" if TAX.search(rest) else "amount"


def currency_asked(question: str) -> str:
    """The currency in which the question wants the sum; "" where it names none."""
    codes = {CURRENCIES[word] for word in map(folded, WORD.findall(question)) if word in CURRENCIES}
    return codes.pop() if len(codes) == 1 else ""


def whom(question: str) -> str:
    """To whom the bills went that the question asks for; "" where it asks nothing of the kind."""
    found = TO.search(question)
    if found is None or OTHERWISE.search(question) or TOTAL.search(NUMBERS.sub(" ", question)):
        return ""
    return re.split(r"[.,:](?:\s|$)", found["whom"])[0].strip()


def unnamed(question: str) -> bool:
    """Whether no word of the question says which bills are meant."""
    rest = question
    for pattern in (SELLER, EACH, NUMBERS):
        rest = pattern.sub(" ", rest)
    return all(part.is_any for part in map(Named, PARTED.split(rest)))


def words_of(texts: Sequence[str]) -> frozenset[str]:
    """All words of the texts, whole and in parts, in small letters without accents."""
    found = {folded(word) for text in texts for word in WORD.findall(text)}
    return frozenset(found | {part for word in found for part in re.split(r"[-./_]", word) if part})
