"""Numbers with their unit and scale, found in free text or in the cell of a table.

Shared by the reader, the verifier of answers and the analysis of questions, so that all three agree on
what a number says. No Django here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import Protocol

from reading.lexicon import A_YEAR, MONTH_NAME, SIGNS, YEAR
from reading.patterns import lazily
from reading.values.formatting import one_line
from reading.values.number_words import IN_WORDS, ONE_WORD, number
from reading.values.units import (
    CURRENCIES,
    EXACT,
    LONGEST_NUMBER,
    MONEY_SCALES,
    MONEY_WORDS,
    ONE,
    PERCENT_WORDS,
    SCALE_WORDS,
    SHORT_UNITS,
    UNIT_NOUNS,
    UNIT_SYMBOLS,
    in_common_letters,
    one_of,
)


@dataclass(frozen=True)
class Quantity:
    """`value` in base units, per cent as a fraction; `text` is what was read, from `start` to `end`.

    `unit`: an ISO currency code, with "/share" for amounts per share; "%"; "pp" for percentage and basis
    points; a plural noun or a symbol ("shares", "days", "kg"); or "". `scale`: `value` divided by the number
    as written. `step`: the worth of the last written digit (4.2 billion: 100,000,000).
    """

    text: str
    start: int
    end: int
    value: Decimal
    unit: str = ""
    scale: Decimal = ONE
    step: Decimal = ONE

    def scaled(self, factor: Decimal) -> Quantity:
        """The same number where the words round it say that it counts in `factor`."""
        value, scale, step = (EXACT.multiply(each, factor) for each in (self.value, self.scale, self.step))
        return replace(self, value=value, scale=scale, step=step)

    def is_rounding_of(self, value: Decimal) -> bool:
        """Whether the value, whatever its sign, is so written as far as this number is."""
        return abs(abs(value) - abs(self.value)) <= self.step / 2


_CURRENCY = one_of(CURRENCIES)
_NOT_ADJECTIVE = "(?:per|of|an?|in|and|or|to|for|from|the|by|at|on|each|is|was|were)"
_NOUN = one_of(UNIT_NOUNS)
# In this order: 1,234.5 – 12,34,567.8 (India) – 1.234,5 – 1'234.5 and 1 234.5 with thin blanks –
# 12,5 before a sign – 1234.5 – .5
_NUMBER = (
    r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,2}(?:,\d\d)+,\d{3}(?:\.\d+)?|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:['’\u202f\u2009]\d{3})+(?:\.\d+)?"
    r"|\d{1,3},\d{1,2}(?=\s?(?:%|(?i:mio|mrd)\b|€|EUR\b))|\d+(?:\.\d+)?|\.\d+)"
)
_UNIT = rf"""
    (?:
        \s?(?P<percent>{one_of(PERCENT_WORDS)})(?!\w)
      | \s(?P<money>{one_of(MONEY_WORDS)})(?!\w)
      | \s?(?P<code>{_CURRENCY})(?![\w$])(?!\s?\d)
      | [\s-]?(?P<symbol>(?-i:{one_of(UNIT_SYMBOLS)}))(?![\w’'])
      | [\s-]?(?P<unit>{_NOUN})(?!\w|(?<!s)[’'])  # “90 days' notice”
      | \s(?!{_NOT_ADJECTIVE}\s)[a-z][a-z-]+\s(?P<noun>{_NOUN})(?![\w’'])
    )?
"""
_FIRST = re.escape("".join({mark[0] for mark in CURRENCIES}))
_QUANTITY = lazily(
    rf"""
    (?=[-−–+(.\d{_FIRST}])  # nothing else need be tried
    (?P<sign>(?<![\w)%$])[-−–+]\s?)?
    (?P<open>\(\s?)?
    (?:(?P<currency>{_CURRENCY})\s?(?P<inner>\(\s?|[-−–])?)?
    (?<![\w.,/\#&_:])(?<![^\W\d][-‑–])
    (?P<number>{_NUMBER})
    (?!\d|[.,]\d|['’]?s\b|-[A-Za-z]\b|/\d)
    (?P<close>\s?\))?
    (?:[\s-]?(?P<scale>(?i:{one_of(SCALE_WORDS)}))(?![\w’'])
        |(?(currency)\s?(?P<letter>(?i:mm|[mbkt]))|(?P<attached>[kK]))(?!\w))?
    (?P<after_scale>\s?\))?
    (?(currency)|(?i:{_UNIT}))
    (?P<after_unit>\s?\))?
    (?P<per_share>(?:\s+(?:per|an?)\s+(?:[\w-]+\s+){{0,3}}?|\s?/\s?)share\b)?
    (?!\w)
    """,
    re.VERBOSE,
)
_SAYS_WHAT = ("currency", "percent", "scale", "money", "code", "symbol", "unit", "noun")  # it counts
_IN_SHORT_UNIT = lazily(rf"(?P<number>{_NUMBER})\s?(?P<unit>{one_of(SHORT_UNITS)})\.?", re.IGNORECASE)
_NUMBER_WORD = lazily(rf"\b{ONE_WORD}\b")  # in small letters
_WORD_QUANTITY = lazily(
    rf"""
    \b(?P<number>{IN_WORDS})\b(?!-(?:first|second|third|\w+th)\b)
    (?:[\s-](?P<scale>{one_of(SCALE_WORDS)})\b)?
    (?:
        \s(?P<percent>{one_of(word for word in PERCENT_WORDS if len(word) > 3)})\b
      | \s(?P<money>{one_of(MONEY_WORDS)})\b
      | [\s-](?:[a-z][a-z-]+\s)?(?P<unit>{_NOUN})\b
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)

_MONTH = rf"{MONTH_NAME}\b\.?"
_PLACE_WORD = (
    "Section Sections Item Items Note Notes Exhibit Exhibits Article Articles Annex Appendix Schedule "
    "Rule Rules Part Chapter Clause Clauses Table Figure Page Pages Topic Regulation Title Level Phase "
    "Tier Type Step Version Release Form No. No Nos. Number ASC ASU IFRS IAS SFAS ISO EN DIN"
).split()
_ADDRESS = r"https?://\S+ | www\.\S+ | (?<!\S)\S+@\S+\.\w+"
# Tried at the beginning of each word: what a number does not follow is none of these, which is soon seen.
_NO_QUANTITY = rf"""
  (?<!\w)(?=[^\W\d_]++\W*+(?:years?\W*+)?\d)(?:
    {_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?(?:\s*,\s*|\s+){YEAR}\b          # January 28, 2023
  | {_MONTH}\s+\d{{1,2}}\b(?!,\d|\.\d|%)
  | {_MONTH},?\s+{YEAR}\b
  | (?:Q[1-4]|FY|CY|H[12]|fiscal(?:\s+years?)?)[\s’']{{0,2}}(?:19|20)?\d\d\b
  | {one_of(_PLACE_WORD)}\s\(?\d+[\w.-]*(?:\(\w+\))*(?:(?:,|\sand|\sor|\sto)\s\d+[\w.-]*)*
  )
| (?<!\w)(?=\d)(?:
    \d{{1,2}}(?:st|nd|rd|th)?\.?\s+(?:of\s+)?{_MONTH},?(?:\s+{YEAR}\b)?  # 28 January 2023
  | {YEAR}-\d\d-\d\d\b | \d{{1,2}}/\d{{1,2}}/\d{{2,4}}\b | \d{{1,2}}\.\d{{1,2}}\.{YEAR}\b
  | \d{{1,2}}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\b\.?)?
  | {YEAR}\s?(?:[-–/]|to|and|through)\s?(?:{YEAR}|\d\d)\b(?![.,]?\d|\s?%)
  | [1-4]Q[\s’']{{0,2}}(?:19|20)?\d\d\b
  | \d{{3}}[-‑.]\d{{3}}[-‑.]\d{{4}}\b                                             # telephone
  | \d+(?:[-‑]\d+){{2,}}\b | \d{{2,4}}[-‑]\d{{5,}}\b | 0\d+[-‑]\d+\b            # identifiers
  | \d+(?:\.\d+){{2,}}\b(?!,\d)                                                  # 4.2.1
  | \d+\s?(?:st|nd|rd|th)\b
  | ^\d{{1,2}}[.)](?=[ \t]+[^\W\d])                                               # list markers
  | ^\d{{1,2}}\.\d{{1,2}}(?=[ \t]+(?-i:[A-Z][a-z]+|A)[ ][a-z])                    # 3.2 A party may
  | (?<![{SIGNS}.,('’-])0\d+\b(?![.,]\d)                                            # 0163
  )
| \(\d{{3}}\)\s?\d{{3}}[-‑–\s]\d{{4}} | \+\d[\d\s()‑-]{{8,}}\d                  # telephone
| \[\d+(?:\s?[,–-]\s?\d+)*\] | §+\s?\d[\w.()-]*
| ^(?:[ \t]*\(\d{{1,2}}\)|[ \t]+\d{{1,2}}[.)])(?=[ \t]+[^\W\d])
| ^[ \t]+\d{{1,2}}\.\d{{1,2}}(?=[ \t]+(?-i:[A-Z][a-z]+|A)[ ][a-z])
"""
_NOT_QUANTITIES = lazily(_NO_QUANTITY, re.VERBOSE | re.IGNORECASE | re.MULTILINE)
_NOT_QUANTITIES_NOR_ADDRESSES = lazily(
    f"{_ADDRESS}|{_NO_QUANTITY}", re.VERBOSE | re.IGNORECASE | re.MULTILINE
)
_DIGIT = lazily(r"\d")
_CELL_END = lazily(rf"[ \t]*(?:$|[\r\n]|[-—–({SIGNS}%\d]|per\b)")
_NUMBER_WORD_END = lazily(rf"\b(?:{IN_WORDS}|thousand)\s*$", re.IGNORECASE)
_NAME_GOES_ON = lazily(r"\s+[A-Z][a-z]")
_FOOTNOTE_MARKS = lazily(r"(?:\s*(?:\(\d{1,2}\)|\([a-z]\)|[*†‡§]))*\s*")


def find_quantities(text: str) -> list[Quantity]:
    """The numbers in `text` in order, each with its unit and scale words.

    Dates, years, ordinals, times, section numbers, list markers, identifiers, telephone numbers and
    citation marks are not quantities. A range gives its two ends. Word numbers ("twenty-four stores")
    count where a unit follows.
    """
    return list(_quantities_in(text))


@lru_cache(maxsize=8192)  # the sentences of a long report, which several readers ask about
def _quantities_in(text: str) -> tuple[Quantity, ...]:
    in_digits, in_words = _DIGIT.search(text), _NUMBER_WORD.search(text.lower())
    if not in_digits and not (in_words and _WORD_QUANTITY.search(text)):
        return ()
    no_quantities = _NOT_QUANTITIES_NOR_ADDRESSES if _has_address(text) else _NOT_QUANTITIES
    masked = no_quantities.sub(lambda match: "\x00" * len(match[0]), in_common_letters(text))
    found = [*_written_in_digits(masked, text), *(_written_in_words(masked) if in_words else ())]
    found.sort(key=lambda quantity: (quantity.start, -quantity.end))
    return tuple(_share_across_ranges(_without_overlaps(found), text))


def _has_address(text: str) -> bool:
    """Whether an address of a page or of a person may stand in the text; looking for one is slow."""
    return "@" in text or "//" in text or "www." in text.lower()


def in_short_unit(text: str) -> Quantity | None:
    """The quantity that a whole value is, in a unit that is a word elsewhere: “2.5 h”; None of others."""
    match = _IN_SHORT_UNIT.fullmatch(text.strip())
    if match is None or len(match["number"]) > LONGEST_NUMBER:
        return None
    number = _decimal(match["number"])
    step = Decimal(1).scaleb(min(int(number.as_tuple().exponent), 0))
    return Quantity(match[0], 0, len(match[0]), number, SHORT_UNITS[match["unit"].lower()], ONE, step)


def read_quantity(text: str) -> Quantity | None:
    """The one quantity that `text`, the cell of a table, is; None where it is anything else."""
    match = _QUANTITY.match(in_common_letters(text))
    if match is None or not _FOOTNOTE_MARKS.fullmatch(text, match.end()):
        return None
    if len(match["number"]) > LONGEST_NUMBER:
        return None
    negative = bool(match["open"] or match["inner"] or (match["sign"] or "+").strip() != "+")
    return _quantity(match, text, negative=negative)


def _written_in_digits(masked: str, text: str) -> Iterator[Quantity]:
    for match in _QUANTITY.finditer(masked):
        if not _is_noise(match, masked):
            yield _quantity(match, text, negative=_is_negative(match, masked))


def _written_in_words(text: str) -> Iterator[Quantity]:
    for match in _WORD_QUANTITY.finditer(text):
        unit, factor = _unit(match["percent"], match["money"] or "", match["unit"])
        scale = factor * (SCALE_WORDS[match["scale"].lower()] if match["scale"] else ONE)
        value = number(match["number"]) * scale
        yield Quantity(match[0], match.start(), match.end(), value, unit, scale, scale)


def _is_noise(match: re.Match[str], masked: str) -> bool:
    """Whether this is a bare year, a footnote mark or a piece of a name rather than a figure."""
    number = match["number"]
    if _is_of_name(match, masked) or len(number) > LONGEST_NUMBER:
        return True
    is_year = not match["sign"] and A_YEAR.fullmatch(number)
    is_mark = match["open"] and len(number) <= 2 and number.isdigit() and _closes(match)
    if not (is_year or is_mark) or any(match.group(*_SAYS_WHAT)):
        return False
    return bool(is_year) or not _follows_a_number(match, masked)


def _is_of_name(match: re.Match[str], masked: str) -> bool:
    """Whether it is the year of “the 2022 Employee Plan” or of “2022 special item”, or the “409A Pension”."""
    noun = match["unit"] or match["noun"]
    if noun and not (match["scale"] or match["sign"]) and A_YEAR.fullmatch(match["number"]):
        return noun[0].isupper() or not noun.endswith("s")
    symbol = match["symbol"]
    is_attached = symbol and re.fullmatch(rf"\d{{3,}}{re.escape(symbol)}", match[0].strip())
    return bool(is_attached and len(symbol) == 1 and _NAME_GOES_ON.match(masked, match.end()))


def _follows_a_number(match: re.Match[str], masked: str) -> bool:
    before = masked[: match.start()].rstrip()
    return before[-1:].isdigit() or before[-1:] in tuple(")%$—")


def _closes(match: re.Match[str]) -> bool:
    return bool(match["close"] or match["after_scale"] or match["after_unit"])


def _is_negative(match: re.Match[str], masked: str) -> bool:
    """Whether a minus or accounting brackets make it so; brackets in prose often only set apart."""
    if match["sign"] and match["sign"].strip() != "+":
        return True
    if match["inner"]:
        return match["inner"].strip() != "(" or _closes(match)
    if not (match["open"] and _closes(match)) or _NUMBER_WORD_END.search(masked[: match.start()]):
        return False
    return bool(_CELL_END.match(masked, match.end()) or match["per_share"])


def _quantity(match: re.Match[str], text: str, *, negative: bool) -> Quantity:
    money = match["money"] or match["code"] or match["currency"] or ""
    unit, scale = _unit(match["percent"], money, match["symbol"] or match["unit"] or match["noun"])
    if match["per_share"] and money:
        unit += "/share"
    scale *= _scale(match)
    number = _decimal(match["number"])
    start, end = _span(match)
    return Quantity(
        text=text[start:end],
        start=start,
        end=end,
        value=EXACT.multiply(number.copy_negate() if negative else number, scale),
        unit=unit,
        scale=scale,
        step=EXACT.multiply(Decimal(1).scaleb(min(int(number.as_tuple().exponent), 0)), scale),
    )


def _span(match: re.Match[str]) -> tuple[int, int]:
    """Where the quantity stands, without a bracket whose fellow is not part of it."""
    start, end = match.span()
    opened = match["open"] or (match["inner"] or "").startswith("(")
    if opened and not _closes(match):
        start = match.start("currency") if match["currency"] and not match["inner"] else match.start("number")
    elif _closes(match) and not opened:
        name = next(name for name in ("close", "after_scale", "after_unit") if match[name])
        end = match.start(name)
    return start, end


def _scale(match: re.Match[str]) -> Decimal:
    if match["scale"]:
        return SCALE_WORDS[match["scale"].lower()]
    letter = match["letter"] or match["attached"]
    return MONEY_SCALES[letter.lower()] if letter else ONE


def _unit(percent: str | None, money: str, noun: str | None) -> tuple[str, Decimal]:
    """The unit's name and what one of it is in base units."""
    if percent:
        return PERCENT_WORDS[one_line(percent).lower()]
    if money:
        return MONEY_WORDS.get(one_line(money).lower()) or (_currency(money), ONE)
    if noun is None:
        return "", ONE
    written = one_line(noun)
    return UNIT_SYMBOLS.get(written) or UNIT_NOUNS[written.lower()], ONE


def _currency(mark: str) -> str:
    return CURRENCIES.get(mark) or CURRENCIES[mark.upper()]


def _decimal(number: str) -> Decimal:
    """A number as written, in English or continental grouping."""
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+,\d+|\d{1,3},\d{1,2}", number):
        return Decimal(number.replace(".", "").replace(",", "."))
    return Decimal(re.sub(r"[,'’\u202f\u2009]", "", number))


def _without_overlaps(found: list[Quantity]) -> list[Quantity]:
    kept: list[Quantity] = []
    for quantity in found:
        if not kept or quantity.start >= kept[-1].end:
            kept.append(quantity)
    return kept


def _share_across_ranges(found: list[Quantity], text: str) -> list[Quantity]:
    """“$4 to 5 billion”, “4 to 5%”: each end of a range takes from the other what it leaves unsaid."""
    for index in range(len(found) - 1):
        first, second = found[index], found[index + 1]
        if not _is_range(first, second, text):
            continue
        if first.scale == ONE != second.scale and (first.unit in ("", second.unit) or not second.unit):
            first = first.scaled(second.scale)
        elif second.scale == ONE != first.scale and not second.unit:
            second = second.scaled(first.scale)
        is_to = text[first.end : second.start].strip().lower() == "to"
        if is_to and first.unit in ("%", "pp") and not second.unit:
            continue  # “rose 3% to 812”: in a range the sign stands behind both or behind the last
        unit = first.unit or second.unit
        found[index], found[index + 1] = replace(first, unit=unit), replace(second, unit=second.unit or unit)
    return found


def _is_range(first: Quantity, second: Quantity, text: str) -> bool:
    between = text[first.end : second.start].strip().lower()
    if between == "and":
        return text[: first.start].rstrip().lower().endswith("between")
    return between in ("-", "–", "—", "‑", "to")


def plain_number(value: Decimal) -> int | float | None:
    """The value as JSON has numbers; None where none is just as much."""
    if value == value.to_integral_value():
        return int(value)
    near = float(value)
    return near if Decimal(repr(near)) == value else None


_DECIMALS = lazily(r"\.(\d+)")


def written_step(written: str, scale: Decimal) -> Decimal:
    """The worth of a figure's last written digit in base units: “4.2” in billions is known to 100 million."""
    decimals = _DECIMALS.search(written.replace(",", ""))
    return scale / (Decimal(10) ** len(decimals[1])) if decimals else scale


class Figure(Protocol):
    """A figure as written, with its scale, and what it is worth in base units."""

    @property
    def value(self) -> str: ...
    @property
    def scale(self) -> Decimal: ...
    @property
    def numeric_value(self) -> Decimal | None: ...


def step_of(figure: Figure) -> Decimal:
    """The worth of the figure's last written digit in base units."""
    return written_step(figure.value, figure.scale)


def are_one_number(one: Figure, other: Figure, *, signed: bool = True) -> bool:
    """Whether both may be roundings of one value. False where the worth of either is not known.

    Not `signed`: an outflow or a loss may be written with its minus and without.
    """
    mine, its = one.numeric_value, other.numeric_value
    if mine is None or its is None:
        return False
    apart = abs(mine - its) if signed else abs(abs(mine) - abs(its))
    return apart <= (step_of(one) + step_of(other)) / 2
