"""Who wrote a bill and to whom, by where the two stand on its first page, as on any letter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from reading.kinds.catalogue import fields
from reading.kinds.cells import FieldCell, FieldDraft, cells_of
from reading.kinds.values import Value, read_value
from reading.model import Line, ParsedPage
from reading.values.legal_forms import without_legal_form

# The line above an addressee's: name, street and town of the sender, parted by one mark.
_PARTED = re.compile(r"\s+[-–—|·•*]\s+|,\s+")
_TOWN = re.compile(r"(?:[A-Z]{1,3}-)?\d{4,5}\s+[^\W\d_]|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b")
_STREET = re.compile(r"[^\W\d_]{3,}.*\s\d{1,4}\s?[a-zA-Z]?(?:[-/]\d{1,4})?|\d{1,5}[A-Z]?,? .*[^\W\d_]{3,}")
_AMOUNT = re.compile(r"\d[.,]\d\d\b|%")
ADDRESS_LINES = 4  # on either side of a name, in which its street and town stand
ADDRESS_WORDS = 7
PLACE = 3.0  # points within which the lines of an address begin below each other
LEADING = 2.2  # heights of a line from one of them to the next
MOST_CELLS = 120  # of the first page, down to where an addressee may stand
QUOTE_LENGTH = 400


def named_organization(text: str, key: str) -> Value | None:
    """The name that the text is, where it ends in a legal form."""
    value = read_value(text, fields()[key])
    is_one = value and isinstance(value.stored, str) and without_legal_form(value.stored) != value.stored
    return value if is_one else None


def party_draft(key: str, value: Value, page: int, line: Line) -> FieldDraft:
    return FieldDraft(key, fields()[key].label, value, page, line.text[:QUOTE_LENGTH])


def sender_line(pages: Sequence[ParsedPage]) -> list[FieldDraft]:
    """Whoever has name, street and town in one line: “Acme AG - Uferweg 40 - D-63571 Gelnhausen”."""
    for page in pages[:1]:
        for line in page.lines:
            name, *rest = _PARTED.split(line.text)
            if (
                len(rest) > 1
                and any(map(_TOWN.search, rest))
                and (value := named_organization(name, "seller"))
            ):
                return [party_draft("seller", value, page.number, line)]
    return []


def addressee(pages: Sequence[ParsedPage], sellers: Iterable[str]) -> list[FieldDraft]:
    """The one organization, no seller, over whose name or under it an address stands in lines of its own."""
    own = {without_legal_form(seller).casefold() for seller in sellers}
    if not own:
        return []  # whoever stands there may have written it
    for page in pages[:1]:
        cells = [cell for line in page.lines for cell in cells_of(line)][:MOST_CELLS]
        found = {
            str(value.stored): (value, cell.line)
            for cell in cells
            if (value := named_organization(cell.text, "buyer")) and _has_address(cell, cells)
            if without_legal_form(str(value.stored)).casefold() not in own
        }
        if len(found) == 1:
            value, line = next(iter(found.values()))
            return [party_draft("buyer", value, page.number, line)]
    return []


def _has_address(name: FieldCell, cells: Sequence[FieldCell]) -> bool:
    """Whether the lines of one column above or below the name are those of an address."""
    column = sorted(
        (each for each in cells if abs(each.x0 - name.x0) <= PLACE), key=lambda each: each.line.box.top
    )
    at = next(number for number, each in enumerate(column) if each is name)
    above, below = column[max(0, at - ADDRESS_LINES) : at][::-1], column[at + 1 : at + 1 + ADDRESS_LINES]
    return any(_is_address([name, *side]) for side in (below, above))


def _is_address(cells: Sequence[FieldCell]) -> bool:
    """Whether the cells stand close one after another and have a street or a town with its code."""
    lines: list[str] = []
    for before, cell in pairwise(cells):
        height = max(before.line.box.bottom - before.line.box.top, 1.0)
        is_far = abs(cell.line.box.top - before.line.box.top) > LEADING * height
        if is_far or _AMOUNT.search(cell.text) or len(cell.text.split()) > ADDRESS_WORDS or ":" in cell.text:
            break
        lines.append(cell.text)
    return len(lines) > 1 and any(_TOWN.search(line) or _STREET.fullmatch(line) for line in lines)
