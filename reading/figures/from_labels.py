"""Figures in the labels of a statement's rows: “$0.01 par value; 10,757 and 10,828 shares issued”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from reading.lexicon import SIGNS, YEAR
from reading.model import Table, TableLine
from reading.tables.units.captions import Caption, read_caption
from reading.tables.units.kinds import MOST_SHARES
from reading.values.dates import find_dates
from reading.values.fiscal import Period
from reading.values.quantities import Quantity, find_quantities
from reading.values.units import ONE

LEAST_WRITTEN_OUT = (
    1_000_000  # a count of shares from here on is written out, whatever the caption says of dollars
)
NAME_WORDS = 14
_YEAR_BEFORE = re.compile(rf"\b({YEAR})\s*[,:—–-]+\s*$")
_PAR_VALUE = re.compile(r"\b(?:par|stated|nominal)\s+value\b", re.IGNORECASE)
_STATE = re.compile(
    r"^[\s,]*(?P<what>(?:shares\s+)?"
    r"(?:issued and outstanding|authori[sz]ed|issued|outstanding|held in treasury))",
    re.IGNORECASE,
)
_STATE_BEFORE = re.compile(r"(?P<what>authori[sz]ed(?: and unissued)?|issued|outstanding)\W*$", re.IGNORECASE)
# Behind these words a label names what is taken off, or lies in, the amount of its row.
_PART = re.compile(
    r"\b(?:net of|less|including|includes|excluding|after deducting|of which)\b", re.IGNORECASE
)
_TOLD_BEHIND = re.compile(r"\s+([a-z][\w-]*(?:\s[\w-]+){0,4})\)")  # “($38, $0 and $(7) pretax)”
_TAX = re.compile(r"(?:income\s+)?tax(?:es)?", re.IGNORECASE)
_DUE = re.compile(r"\b(?:due|maturing|maturity)\b", re.IGNORECASE)
_IF_IT_CHANGES = re.compile(r"\b(?:increase|decrease|change|hypothetical|higher|lower)\b", re.IGNORECASE)
_NO_COUPON = re.compile(
    r"(?:\+|\b(?:plus|margin|spread|effective(?: interest)?(?: rate)?|over)\b)[\s:of]*$", re.I
)
_NOTE = re.compile(r"\(\s*notes?\b[^()]*\)", re.IGNORECASE)
_BETWEEN_FIGURES = re.compile(r"(?:\W|\d|\band\b|\bat\b|\bin\b)*")
_SET_APART = re.compile(r"[-–]\s")
_EDGE_WORDS = re.compile(
    rf"^(?!(?!{YEAR}\b)[\d-]+\s[A-Z])[\W\d]+"
    r"|(?:\W|\b(?:of|and|less|net|at|the|for|to)\b)+$",
    re.IGNORECASE,
)


def read_label_facts(
    table: Table, row: TableLine, own: Period | None = None
) -> Iterator[tuple[str, Quantity, Period]]:
    """Each figure in the row's label: what it counts, its amount in base units, and when.

    `own`: the row's own time, where no column has one.
    """
    found = _with_shared_units([_with_sign(each) for each in find_quantities(row.label)], row.label)
    periods = _periods(table) if found else []
    yield from _coupon(table, row)
    if not periods:
        yield from _of_one_share(row.label, found, own)
        return
    caption = read_caption(f"{table.caption} {table.title}")
    if caption.scale is None and table.columns[0].scale != ONE:
        caption = replace(caption, scale=table.columns[0].scale)
    for index, quantity in enumerate(found):
        name = _name(row.label, found, index)
        for period in _periods_of(row.label, found, index, periods) if name else ():
            yield name, _scaled(quantity, row.label, caption), period


def _coupon(table: Table, row: TableLine) -> Iterator[tuple[str, Quantity, Period]]:
    """The rate of “3.05%, $600 due September 2022”, on the table's newest day if some of it is owed then."""
    if "%" not in row.label or not _DUE.search(row.label) or _IF_IT_CHANGES.search(row.label):
        return
    newest = max(_periods(table), key=lambda period: period.end_date, default=None)
    is_owed = any(cell.quantity and table.columns[cell.column].period == newest for cell in row.cells)
    rates = [each for each in find_quantities(row.label) if each.unit == "%"]
    if not newest or newest.start_date or not is_owed or len(rates) != 1:
        return
    if not _NO_COUPON.search(row.label[: rates[0].start]):
        rate = replace(rates[0], value=abs(rates[0].value))  # “Notes due 2022 (2.4%)”
        yield f"{row.label}, interest rate", rate, newest


def _of_one_share(
    label: str, found: Sequence[Quantity], own: Period | None
) -> Iterator[tuple[str, Quantity, Period]]:
    """The one amount per share of a row of a statement of equity: “Dividends ($4.29 per share)”."""
    amounts = [at for at, each in enumerate(found) if each.unit.endswith("/share")]
    if own and len(amounts) == 1 and not _PAR_VALUE.search(label):
        name = _name(label, found, amounts[0])
        yield from [(name, found[amounts[0]], own)] if name else []


def _periods(table: Table) -> list[Period]:
    """The days or spans that the table's columns show, each once, left to right."""
    return list(dict.fromkeys(column.period for column in table.columns if column.period))


def _with_sign(quantity: Quantity) -> Quantity:
    """The quantity without a minus for a dash set apart (“- 218.1 million”), with one for brackets."""
    if _SET_APART.match(quantity.text):
        return replace(quantity, value=abs(quantity.value))
    in_brackets = re.fullmatch(rf"\([{SIGNS}]\s?[\d.,]+\)", quantity.text)
    return replace(quantity, value=-abs(quantity.value)) if in_brackets else quantity


def _with_shared_units(found: Sequence[Quantity], label: str) -> list[Quantity]:
    """“10,757 and 10,828 million shares”: the first number counts what the second one counts."""
    shared = list(found)
    for index in reversed(range(len(shared) - 1)):
        first, second = shared[index], shared[index + 1]
        if _joined(first, second, label) and not first.unit:
            scale = second.scale if first.scale == ONE else ONE
            shared[index] = replace(first, unit=second.unit).scaled(scale)
    return [each for each in shared if each.unit == "shares" or len(each.unit.split("/")[0]) == 3]


def _joined(first: Quantity, second: Quantity, label: str) -> bool:
    between = label[first.end : second.start]
    return bool(re.fullmatch(r"\s*(?:shares)?\s*,?\s*(?:and|,)\s*", between))


def _chain(found: Sequence[Quantity], index: int, label: str) -> tuple[int, int]:
    """The first and the last of the figures that are told in one breath: “$12, ($16) and ($4)”."""
    first = last = index
    while first and _joined(found[first - 1], found[first], label):
        first -= 1
    while last + 1 < len(found) and _joined(found[last], found[last + 1], label):
        last += 1
    return first, last


def _periods_of(
    label: str, found: Sequence[Quantity], index: int, periods: Sequence[Period]
) -> Sequence[Period]:
    quantity = found[index]
    year = _YEAR_BEFORE.search(label[: quantity.start])
    if year:
        return [period for period in periods if period.fiscal_year == int(year[1])]
    first, last = _chain(found, index, label)
    if first < last:
        return periods[index - first : index - first + 1] if last - first + 1 == len(periods) else []
    dated = _on_day_after(label, quantity, periods)
    if dated:
        return dated
    if quantity.unit == "shares" or _PAR_VALUE.search(label):
        return periods
    is_followed_by_years = any(_YEAR_BEFORE.search(label[: other.start]) for other in found)
    return periods[:1] if is_followed_by_years else []


def _on_day_after(label: str, quantity: Quantity, periods: Sequence[Period]) -> list[Period]:
    """“5 shares at June 30, 2022 and 4 shares at June 30, 2021”: the day that follows, of several."""
    days = list(find_dates(label))
    after = [day for day, start, _ in days if start >= quantity.end]
    if len({day for day, _, _ in days}) < 2 or not after:
        return []
    return [period for period in periods if period.end_date == after[0]]


def _scaled(quantity: Quantity, label: str, caption: Caption) -> Quantity:
    if quantity.scale != ONE or caption.scale is None:
        return quantity
    if quantity.unit == "shares":
        written_out = caption.money_only and abs(quantity.value) >= LEAST_WRITTEN_OUT
        scaled = quantity.scaled(caption.share_scale or ONE)
        return quantity if written_out or abs(scaled.value) > MOST_SHARES else scaled
    near = label[max(0, quantity.start - 30) : quantity.end + 30]
    if _PAR_VALUE.search(near) or quantity.step != Decimal(1) or "/" in quantity.unit:
        return replace(quantity, unit=f"{quantity.unit.removesuffix('/share')}/share")
    return quantity.scaled(caption.scale)


def _name(label: str, found: Sequence[Quantity], index: int) -> str:
    quantity = found[index]
    first, last = _chain(found, index, label)
    after = _STATE.match(label[found[last].end :])
    if quantity.unit == "shares" and after:
        return f"shares {after['what'].lower().removeprefix('shares').strip()}"
    state = _STATE_BEFORE.search(label[: found[first].start])
    if quantity.unit == "shares":
        return f"shares {state['what'].lower()}" if state else _before(label, found, first)
    if _PAR_VALUE.search(label[max(0, quantity.start - 30) : quantity.end + 30]):
        return "par value"
    told = _TOLD_BEHIND.match(label[found[last].end :])
    return ", ".join(filter(None, [_before(label, found, first), told[1] if told else ""]))


def _before(label: str, found: Sequence[Quantity], first: int) -> str:
    """The words that lead up to the figures of which `found[first]` is one; "" where they say nothing."""
    while first and _BETWEEN_FIGURES.fullmatch(label[found[first - 1].end : found[first].start]):
        first -= 1
    text = _NOTE.sub("", label[: found[first].start])
    lead = re.split(r";|\((?![^()]*\))|\d[,—–-]\s", text.rstrip(" :,—–-(0123456789"))[-1]
    *whole, part = _PART.split(lead)
    name = _EDGE_WORDS.sub("", part)
    if whole and _TAX.fullmatch(name):
        of = lead[: lead.rindex(part)].rsplit(",", 1)[0].strip()
        name = f"{name} on {of[:1].lower() if of[1:2].islower() else of[:1]}{of[1:]}"
    return " ".join(name.split()[-NAME_WORDS:])
