"""Net amount, tax and total that stand below their names in one row, proven by their sum."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from reading.kinds.catalogue import RATE_BEHIND, Field, fields
from reading.kinds.cells import FieldCell, FieldDraft
from reading.kinds.values import Value, read_value

SUMS = ("net", "tax", "total")
LEADING = 3.0  # heights of a line from one row to the next
ROUNDING = Decimal("0.02")
QUOTE_LENGTH = 400
Row = Mapping[str, tuple[Value, FieldCell]]


def sums_under_heads(
    found: Sequence[FieldDraft], rows: Mapping[int, Sequence[Sequence[FieldCell]]]
) -> list[FieldDraft]:
    """Those of the three that were not `found`, from a row that adds up and contradicts none that was.

    `rows`: the cells of each line, by page. Of several rows, one for each rate, it is that of their sums.
    """
    known = {each.key: each.value.amount for each in found if each.key in SUMS}
    if len(known) == len(SUMS):
        return []
    for page, lines in rows.items():
        for at, cells in enumerate(lines):
            heads = _heads(cells)
            summed = _summed(list(_below(heads, lines[at:]))) if heads else None
            if summed and all(summed[key][0].amount == amount for key, amount in known.items()):
                return [_draft(key, page, *summed[key]) for key in SUMS if key not in known]
    return []


def total_to_pay(found: Sequence[FieldDraft]) -> list[FieldDraft]:
    """What is to be paid, as the total of a bill that names no other, where net amount and tax come to it."""
    known = {each.key: each for each in found}
    if "total" in known or not known.keys() >= {"net", "tax", "payable"}:
        return []
    net, tax, payable = (known[key].value.amount or Decimal(0) for key in ("net", "tax", "payable"))
    is_total = abs(net + tax - payable) <= ROUNDING
    return [replace(known["payable"], key="total", label=fields()["total"].label)] if is_total else []


def _heads(cells: Sequence[FieldCell]) -> dict[str, FieldCell]:
    """The cells of a line that name the three, where all are named."""
    if len(cells) < len(SUMS):
        return {}
    named = {key: [cell for cell in cells if _names(cell, fields()[key])] for key in SUMS}
    return {key: each[-1] for key, each in named.items()} if all(named.values()) else {}


def _names(cell: FieldCell, field: Field) -> bool:
    bare = RATE_BEHIND.sub("", cell.text)  # “TVA 20 %” heads the taxes
    matches = (label.fullmatch(bare) for label in field.labels)
    return any(match and not re.search(r"\w", match["rest"]) for match in matches)


def _below(heads: Mapping[str, FieldCell], lines: Sequence[Sequence[FieldCell]]) -> Iterator[Row]:
    """The rows right below the heads whose amounts add up."""
    for before, row in pairwise(lines):
        box, above = row[0].line.box, before[0].line.box
        if box.top - above.top > LEADING * max(above.bottom - above.top, 1.0):
            return
        amounts = {key: _amount_under(head, row, fields()[key]) for key, head in heads.items()}
        said = {key: each for key, each in amounts.items() if each}
        if len(said) < len(SUMS) or not _adds_up(said):
            return
        yield said


def _amount_under(head: FieldCell, row: Sequence[FieldCell], field: Field) -> tuple[Value, FieldCell] | None:
    under = [cell for cell in row if cell.x0 < head.x1 and head.x0 < cell.x1]
    value = read_value(under[0].text, field) if len(under) == 1 else None
    return (value, under[0]) if value and value.amount is not None else None


def _adds_up(row: Row) -> bool:
    net, tax, total = (row[key][0].amount or Decimal(0) for key in SUMS)
    return abs(net + tax - total) <= ROUNDING


def _summed(rows: Sequence[Row]) -> Row | None:
    """The one row, or the last of several where it is what the others come to."""
    if len(rows) < 2:
        return rows[0] if rows else None
    amounts = [row["total"][0].amount or Decimal(0) for row in rows]
    return rows[-1] if abs(sum(amounts[:-1]) - amounts[-1]) <= ROUNDING else None


def _draft(key: str, page: int, value: Value, cell: FieldCell) -> FieldDraft:
    return FieldDraft(key, fields()[key].label, value, page, cell.line.text[:QUOTE_LENGTH])
