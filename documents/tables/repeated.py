"""Rows of one name that only the sum below them tells apart: “Federal”, “State”, “Current tax provision”."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from documents.tables.labels import Row, is_sum

LEAST_ADDENDS = 2
_BALANCE = re.compile(r"\bbalances?\b|\b(?:as of|at)\b", re.IGNORECASE)  # what has changed is no part of it


def set_parts_by_sums(rows: Sequence[Row]) -> None:
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
        else:
            part.append(row)


def _ends(part: Sequence[Row], row: Row, said: Counter[tuple[tuple[str, ...], str]]) -> bool:
    is_asked = len(part) >= LEAST_ADDENDS and said[row.path, row.label] == 1
    repeats = is_asked and any(said[each.path, each.label] > 1 for each in part)
    return repeats and is_sum(row, part)
