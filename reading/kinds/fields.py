"""The fields of a document of a kind: by labels beside or above their values, and by sentences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from reading.kinds.catalogue import Field, Kind, fields
from reading.kinds.cells import FieldCell, FieldDraft, cells_of
from reading.kinds.letters import addressee, named_organization, party_draft, sender_line
from reading.kinds.sums import sums_under_heads, total_to_pay
from reading.kinds.values import Value, currencies_in, only_currency, read_value
from reading.lexicon import YEAR, tells_journey
from reading.model import ParsedDocument, ParsedPage
from reading.values.legal_forms import LEGAL_FORMS

MOST_PAGES = 40
LINES_BELOW = 3  # a label, in which its value may stand
BELOW = 2.2  # heights of a line between a label and what stands below it
BELOW_COLON = 3.5  # where it has the line for itself and a colon at its end
HEAD = 4000  # characters in which parties are named
HEAD_LINES = 3  # in which a letterhead names whoever issues a bill
NEEDS_COLON = frozenset(("name", "names", "text", "law"))  # between a label and its value in one cell
MONTH_FIRST = frozenset(("en", ""))
QUOTE_LENGTH = 400
MOST_PARTIES = 4  # that labels name: more are a list of something else
MOST_LINES = 6  # over which a list goes on, each with a comma at its end
_SLASHED = re.compile(rf"(?<![\d/])(\d{{1,2}})/(\d{{1,2}})/{YEAR}(?![\d/])")
_NEXT_LABEL = re.compile(r"(?<=[.;])\s+(?=[A-ZÀ-Ý][\w ]{1,30}:\s)")
_DAY_FIRST = re.compile(r"£|\bGBP\b|\+44\b")
_OPEN = re.compile(r"(?:,|;|\b(?:and|und|et|y|e|en))\s*$")
_FROM = re.compile(r"\W*from\b", re.IGNORECASE)
_RATE = re.compile(  # beside the name of a tax
    r"\s*(?:zzgl\.?|inkl\.?|plus|incl\.?|@|at|al|à|van)?\s*\(?\s*\d{1,2}(?:[.,]\d+)?\s?%\s*\)?\s*"
)
_LETTERHEAD_END = re.compile(  # behind the name: its street, but for “Acme, S.A.”
    rf"\s+[-–—|·•]\s+|,(?!\s*(?:{LEGAL_FORMS})\b\.?)|\s{{3,}}"
)


def read_fields(parsed: ParsedDocument, kind: Kind, *, language: str = "") -> list[FieldDraft]:
    """What the document gives of its kind's fields, each field from its surest place."""
    if not kind.fields:
        return []
    pages = parsed.pages[:MOST_PAGES]
    rows = {page.number: [cells_of(line) for line in page.lines] for page in pages}
    day_first = puts_day_first(parsed, language)
    found: list[FieldDraft] = []
    for name in kind.fields:
        field = fields()[name]
        found.extend(_of_field(field, pages, rows, day_first=day_first))
    if pages and tells_journey(pages[0].text):
        found = [each for each in found if not (each.key == "seller" and _FROM.match(each.quote))]
    known = {each.key for each in found}
    if "seller" in kind.fields and "seller" not in known:
        found.extend(sender_line(pages) or _letterhead(pages))
    if "buyer" in kind.fields and "buyer" not in known:
        sellers = [str(each.value.stored) for each in found if each.key == "seller"]
        found.extend(addressee(pages, sellers))
    if "total" in kind.fields:
        found.extend(sums_under_heads(found, rows))
        found.extend(total_to_pay(found))
    found.sort(key=lambda each: kind.fields.index(each.key))
    noun = kind.noun[:1].upper() + kind.noun[1:]
    return [replace(each, label=each.label.replace("{noun}", noun)) for each in _with_currency(found, pages)]


def _of_field(
    field: Field, pages: Sequence[ParsedPage], rows: dict[int, list[list[FieldCell]]], *, day_first: bool
) -> list[FieldDraft]:
    """What labels give, else sentences; of parties sentences go first, for labels head signatures too."""
    if field.of == "names":
        return list(_by_texts(field, pages, day_first=day_first)) or _by_labels(
            field, pages, rows, day_first=day_first
        )
    return _by_labels(field, pages, rows, day_first=day_first) or list(
        _by_texts(field, pages, day_first=day_first)
    )


def puts_day_first(parsed: ParsedDocument, language: str) -> bool:
    """Whether 3/4/2023 is the third of April in the document.

    As its other dates tell, else its language; in English what is paid in pounds is dated so too.
    """
    first = second = 0
    for page in parsed.pages[:MOST_PAGES]:
        for match in _SLASHED.finditer(page.text):
            first += int(match[1]) > 12
            second += int(match[2]) > 12
    if first or second:
        return first > second
    return language not in MONTH_FIRST or any(_DAY_FIRST.search(page.text) for page in parsed.pages[:1])


def _with_currency(found: Sequence[FieldDraft], pages: Sequence[ParsedPage]) -> list[FieldDraft]:
    """The fields, amounts without a currency in that of the document, or the only one that it names."""
    named = next((str(each.value.stored) for each in found if each.key == "currency"), "")
    units = Counter(each.value.unit for each in found if len(each.value.unit) == 3)
    said = frozenset[str]() if named or units else currencies_in("\n".join(page.text for page in pages))
    unit = named or next((unit for unit, _ in units.most_common(1)), "") or _only(said)
    return [
        replace(each, value=replace(each.value, unit=unit))
        if fields()[each.key].of == "money" and not each.value.unit
        else each
        for each in found
    ]


def _by_labels(
    field: Field, pages: Sequence[ParsedPage], rows: dict[int, list[list[FieldCell]]], *, day_first: bool
) -> list[FieldDraft]:
    """The value at the longest label; of like ones the last amount of money, and the first of others.

    Of names, one for each label that has one: “Landlord: …”, “Tenant: …”.
    """
    ranked = list(_at_labels(field, pages, rows, day_first=day_first))
    if field.of != "names":
        return [max(ranked, key=lambda each: each[0])[1]] if ranked else []
    named = {draft.value.stored: draft for _, draft in reversed(ranked)}
    parties = list(reversed(named.values()))
    return parties if 1 < len(parties) <= MOST_PARTIES else []


def _at_labels(
    field: Field, pages: Sequence[ParsedPage], rows: dict[int, list[list[FieldCell]]], *, day_first: bool
) -> Iterator[tuple[tuple[int, int], FieldDraft]]:
    """The value at each of the field's labels, with how sure it is."""
    for at, (page, cell, row, number) in enumerate(_all_cells(pages, rows)):
        text = _without_rate(cell.text.strip("•*-–| "), field)
        for pattern in field.labels:
            match = pattern.fullmatch(text)
            if match is None:
                continue
            length = match.start("rest") if match["rest"] else len(cell.text)
            below = rows[page][number:]
            rest = _gone_on(match["rest"], below) if field.of == "text" else match["rest"]
            if field.of == "money" and row and (unit := only_currency(rest)):
                row, rest = [replace(row[0], text=f"{row[0].text} {unit}"), *row[1:]], ""
            rest = _NEXT_LABEL.split(rest)[0] if field.of == "text" else rest
            value, quote = _value_at(field, rest, bool(match["colon"]), cell, row, below, day_first)
            if value is not None:
                rank = (length, at if field.of == "money" else -at)
                yield rank, FieldDraft(field.key, field.label, value, page, quote)


def _without_rate(text: str, field: Field) -> str:
    """The label of an amount without the rate before or behind it: “21% btw”, “MwSt. 19 %”."""
    if field.of != "money":
        return text
    before = _RATE.match(text)
    bare = text[before.end() :] if before else text
    behind = re.search(rf"{_RATE.pattern}$", bare)
    return (bare[: behind.start()] if behind else bare) or text


def _all_cells(
    pages: Sequence[ParsedPage], rows: dict[int, list[list[FieldCell]]]
) -> Iterator[tuple[int, FieldCell, list[FieldCell], int]]:
    """Each cell with its page, those right of it and the number of the next line."""
    for page in pages:
        for number, cells in enumerate(rows[page.number], 1):
            for at, cell in enumerate(cells):
                yield page.number, cell, cells[at + 1 :], number


def _value_at(
    field: Field,
    rest: str,
    has_colon: bool,
    cell: FieldCell,
    right: Sequence[FieldCell],
    below: Sequence[Sequence[FieldCell]],
    day_first: bool,
) -> tuple[Value | None, str]:
    """The value in the label's own cell, else right of it, else below; with the words of its line."""
    if rest:
        may_be = has_colon or field.of not in NEEDS_COLON
        value = _read(rest, field, day_first) if may_be else None
        return value, cell.line.text[:QUOTE_LENGTH]
    is_pair = len(right) == 1 and cell.line.text.startswith(cell.text)
    if field.of == "text" and not (has_colon or is_pair):
        return None, ""
    is_one = field.of != "money" or len(right) == 1
    if right and is_one and (value := _read(right[0].text, field, day_first)):
        return value, cell.line.text[:QUOTE_LENGTH]
    if field.of == "money" and (right or cell.text != cell.line.text):
        return None, ""  # it heads a column
    bottom = cell.line.box.bottom
    most = BELOW_COLON if has_colon and cell.text == cell.line.text else BELOW
    for row in below[:LINES_BELOW]:
        height = max(row[0].line.box.bottom - row[0].line.box.top, 1.0)
        if row[0].line.box.top - bottom > most * height:
            break
        bottom = row[0].line.box.bottom
        under = [each for each in row if each.x1 > cell.x0]
        if field.of == "money" and len(row) > 1:
            break
        if under and under[0].x0 < cell.x1 and (value := _read(_pair(under), field, day_first)):
            return value, under[0].line.text[:QUOTE_LENGTH]
        is_else = under and under[0].x0 < cell.x1 and any(map(str.isdigit, under[0].text))
        if field.of not in ("name", "names") or is_else:
            break
    return None, ""


def _pair(cells: Sequence[FieldCell]) -> str:
    """The first cell's words, with the next one's where it is a label itself: “Name:   Acme”."""
    return " ".join(each.text for each in cells[: 2 if cells[0].text.endswith(":") else 1])


def _gone_on(text: str, below: Sequence[Sequence[FieldCell]]) -> str:
    """The words with the next lines, as long as a list is open at the end."""
    for row in below[:MOST_LINES]:
        if not text or not _OPEN.search(text):
            break
        text = f"{text} {row[0].line.text}"
    return text


def _read(text: str, field: Field, day_first: bool) -> Value | None:
    value = read_value(text, field, day_first=day_first)
    return None if value is None or _is_label(value.stored) else value


def _is_label(value: object) -> bool:
    """Whether the words are the name of a field: a contract may leave its law to “Governing Law”."""
    if not isinstance(value, str):
        return False
    return any(
        (match := label.fullmatch(value)) and not match["rest"]
        for each in fields().values()
        for label in each.labels
    )


def _by_texts(field: Field, pages: Sequence[ParsedPage], *, day_first: bool) -> Iterator[FieldDraft]:
    for page in pages[:1] if field.of == "names" else pages:
        text = page.text[:HEAD] if field.of == "names" else page.text
        for pattern in field.texts:
            if not (match := pattern.search(text)):
                continue
            parts = [each for each in (match.group("value"), match.groupdict().get("value2")) if each]
            values = [_read(part, field, day_first) for part in parts]
            if all(values):
                quote = " ".join(match[0].split())[:QUOTE_LENGTH]
                yield from (
                    FieldDraft(field.key, field.label, value, page.number, quote) for value in values if value
                )
                return


def _only(codes: frozenset[str]) -> str:
    return next(iter(codes)) if len(codes) == 1 else ""


def _letterhead(pages: Sequence[ParsedPage]) -> list[FieldDraft]:
    """Whoever has a legal form in the first lines of a bill."""
    for line in pages[0].lines[:HEAD_LINES] if pages else ():
        for cell in cells_of(line):
            if named := named_organization(_LETTERHEAD_END.split(cell.text)[0], "seller"):
                return [party_draft("seller", named, pages[0].number, line)]
    return []
