"""The words of a question as tokens: numbers, values in quotes, days and times as they are written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from retrieval.tables.rules.plan import Mark, Stuck
from retrieval.tables.rules.vocabulary.words import (
    MONTHS,
    NUMBERS,
    ORDINALS,
    SCALES,
    TOKEN,
)

_QUARTER = re.compile(r"q([1-4])", re.I)
_SCALE = f"(?:{'|'.join(SCALES)})"
_SCALED = re.compile(
    rf"(?<![\w.,])(a|one|\d[\d,]*(?:\.\d+)?|{'|'.join(NUMBERS)}) ({_SCALE}(?: {_SCALE})*)\b", re.I
)
_YEAR = re.compile(r"(?:19|20)\d\d")


def tokens_of(question: str) -> list[str]:
    """“VIPs” are of the word “vip”."""
    text = re.sub(r"\b[A-Z]{2,}s\b", lambda match: match[0].lower(), question)
    return [match[0] for match in TOKEN.finditer(_SCALED.sub(_in_digits, text))]


def _in_digits(match: re.Match[str]) -> str:
    """“2.5 million” → 2500000; what is no whole number stays."""
    count = match[1].lower()
    number = Decimal("1" if count in ("a", "one") else NUMBERS.get(count, count).replace(",", ""))
    for scale in match[2].lower().split():
        number *= SCALES[scale]
    return f"{number:f}" if number % 1 else str(int(number))


def literal(token: str) -> Mark | None:
    if token[0] in "'\"“`":
        return Mark("V", token, value=token[1:-1])
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", token):
        return Mark("D", token, value=token)
    if _YEAR.fullmatch(token):
        return Mark("Y", token, value=token)
    if token.lower() in NUMBERS:
        return Mark("N", token, value=NUMBERS[token.lower()])
    if token[0].isdigit() and not token[-1].isalpha():  # “5a” is a name
        return Mark("N", token, value=token.replace(",", ""))
    return None


def time_of(tokens: Sequence[str]) -> Mark | None:
    """“January 2024”, “Q2 2024”, “first quarter of 2024”: a mark with the value 2024-01 or 2024-Q2."""
    words = [token.lower() for token in tokens if token.lower() != "of"]
    if len(words) > 2 and words[-2] == "quarter" and (number := ORDINALS.get("".join(words[:-2]))):
        words = [f"q{number}", words[-1]]
    if len(words) != 2 or not _YEAR.fullmatch(words[1]):
        return None
    if words[0] in MONTHS:
        return Mark("Y", " ".join(tokens), value=f"{words[1]}-{MONTHS.index(words[0]) + 1:02}")
    quarter = _QUARTER.fullmatch(words[0])
    return Mark("Y", " ".join(tokens), value=f"{words[1]}-Q{quarter[1]}") if quarter else None


def span(value: str) -> tuple[str, str]:
    """The first day of a year, quarter, month or day, and the first behind it."""
    if len(value) == 10:
        try:
            day = date.fromisoformat(value)
        except ValueError:
            raise Stuck(f"There is no day {value}.", left=[value]) from None
        return value, date.fromordinal(day.toordinal() + 1).isoformat()
    year, _, part = value.partition("-")
    if not part:
        return f"{year}-01-01", f"{int(year) + 1}-01-01"
    first, months = (3 * int(part[1:]) - 2, 3) if part[0] == "Q" else (int(part), 1)
    return f"{year}-{first:02}-01", _month(int(year), first + months)


def _month(year: int, month: int) -> str:
    return f"{year + (month - 1) // 12}-{(month - 1) % 12 + 1:02}-01"
