"""Rows whose names say what they are only with a row beside them: “Federal”, “Percent change”."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from documents.tables.labels import Row, is_sum

LEAST_ADDENDS = 2
_BALANCE = re.compile(r"\bbalances?\b|\b(?:as of|at)\b", re.IGNORECASE)  # what has changed is no part of it
_TOTAL = re.compile(r"total\s", re.IGNORECASE)
_SHARE = r"(?:percent(?:age)?|per\s+cent|%)"
_OF_ROW_ABOVE = re.compile(
    rf"(?:year[\s-]over[\s-]year\s+)?{_SHARE}\s*(?:changes?|growth|increase|decrease|variance)\W*|"
    rf"(?:changes?|growth|variance)\s*\(?(?:in\s+)?{_SHARE}\)?\W*|"
    rf"(?:as\s+an?\s+)?{_SHARE}\s+of\s+(?:total\s+|net\s+)?(?:sales|revenues?)\W*",
    re.IGNORECASE,
)


def tell_apart(rows: Sequence[Row]) -> None:
    """Put rows under the row beside them without which they do not say what they are."""
    _set_parts_by_sums(rows)
    _set_rows_above(rows)


def _set_parts_by_sums(rows: Sequence[Row]) -> None:
    """Put rows that bear the same label under the same headings under the sum that ends their part."""
    said = Counter((row.path, row.label) for row in rows if row.has_cells and row.label)
    if all(count == 1 for count in said.values()):
        return
    part: list[Row] = []
    for row in rows:
        if not row.has_cells:
            part = []
        elif not _BALANCE.search(row.label) and _ends(part, row, said):
            for each in part:
                if said[each.path, each.label] > 1:
                    each.path = (*each.path, row.label)
            part = []
        elif _TOTAL.match(row.label):  # of more than the part, which it ends all the same
            part = []
        else:
            part.append(row)


def _ends(part: Sequence[Row], row: Row, said: Counter[tuple[tuple[str, ...], str]]) -> bool:
    is_asked = len(part) >= LEAST_ADDENDS and said[row.path, row.label] == 1
    repeats = is_asked and any(said[each.path, each.label] > 1 for each in part)
    return repeats and is_sum(row, part)


def _set_rows_above(rows: Sequence[Row]) -> None:
    """Put “Percent change” and “% of sales” under the row right above, whose change or share they are."""
    above: Row | None = None
    for row in rows:
        if not row.has_cells:
            above = None
        elif not _OF_ROW_ABOVE.fullmatch(row.label):
            above = row
        elif above and above.label and (not row.path or _OF_ROW_ABOVE.fullmatch(row.path[-1])):
            row.path = (*above.path, above.label)
