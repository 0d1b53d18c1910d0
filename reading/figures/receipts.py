"""What receipts and bills say without colons: who issued them, when, under which number, and their total.

“Receipt No. 4711”, “Date 11/03/2024”, “TOTAL EUR 11.50”; the first line names whoever issued it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from reading.figures.sentences.from_sentences import Setting
from reading.kinds.cells import cells_of
from reading.lexicon import tells_journey
from reading.measures.canonical import canonical_name
from reading.measures.catalogue import fits
from reading.model import MetricDraft, ParsedDocument, ParsedPage, Place, RowDraft, unit_key
from reading.patterns import lazily
from reading.tables.marked.read import PROPERTIES
from reading.values.dates import DATE
from reading.values.quantities import Quantity, find_quantities, plain_number, read_quantity
from reading.values.units import MONEY_UNITS

MOST_PAGES = 3
MOST_CHARACTERS = 6_000  # of its first page; what is longer is no receipt
HEAD = 400  # characters in which it calls itself one
_KIND = (
    r"(?:receipt|invoice|bill|order|ticket|transaction|check|cheque|purchase order|p\.?o\.?|"
    r"(?:bon|beleg|quittung|facture|re[çc]u|scontrino|recibo))"
)
_CALLED = lazily(r"\b(?:receipt|invoice|bill|purchase order)\b", re.IGNORECASE)
# What a slip from a till ends with: how it was paid, or thanks.
_AT_A_TILL = lazily(
    r"^\W*(?:visa|master ?card|amex|maestro|girocard|(?:paid by |paid in |by )?(?:card|cash)|change(?: due)?|"
    r"thank you|merci|danke|vielen dank|grazie|gracias|carte bancaire|esp[èe]ces|bar gegeben|r[üu]ckgeld)\b",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBER = lazily(
    rf"(?<![\w-])(?P<key>(?:sales\s+|cash\s+|tax\s+)?{_KIND}\s*(?:no|nr|number|num|id|n[°º]|\#)\.?|"
    r"(?:trx|txn|trans)\b\.?)\s*[:\#]?\s*"
    r"(?P<value>(?=[A-Z/-]*\d)[A-Z\d][A-Z\d/-]*)\b",
    re.IGNORECASE,
)
_DATED = lazily(
    r"(?<![\w-])(?<!due )(?<!delivery )(?<!payment )(?<!expiry )(?<!end )(?<!start )"
    rf"(?P<key>(?:{_KIND}\s+)?date|issued(?:\s+on)?)\s*:?\s*(?P<value>{DATE})",
    re.IGNORECASE,
)
_DAY_ALONE = lazily(
    rf"(?:(?:le|am|on|the|il|el)\s+)?(?P<value>{DATE})"
    r"(?:[\s,]+(?:(?:at|à|um|alle|a las)\s+)?\d{1,2}[:.h]\d\d(?:[:.]\d\d)?(?:\s?[ap]\.?m\.?|\s+uhr)?)?"
    r"(?:\s+(?:trx|txn|trans)\b\W*\w+)?",
    re.IGNORECASE,
)
_TOTAL = lazily(
    r"(?P<key>(?:grand\s+)?total(?:\s+(?:amount|due|to\s+pay|paid|sum|ttc|[àa]\s+payer))?"
    r"(?:\s+\(?incl\.?[^)]{0,20}\)?)?|gesamt(?:betrag|summe)?|summe|zu\s+zahlen|totale|"
    r"(?:amount|balance)\s+(?:due|paid|to\s+pay))\s*[:.]*\s*(?P<value>\S.{0,30})",
    re.IGNORECASE,
)
_NO_ISSUER = lazily(
    r"^(?:(?:tax|sales|cash|customer|your|official|payment|taxi|parking)\s+)*(?:receipt|invoice|bill|order|"
    r"purchase order|copy|statement|page|date|welcome|thank)\b|[:@]|\bwww\.|\.pdf\b",
    re.IGNORECASE,
)
_ISSUER = lazily(
    r"(?:(?:name of )?(?:the )?(?:vendor|supplier|seller|merchant|shop|store|provider|payee|landlord)|"
    r"from|issued by|billed by|sold by)(?: name)?",
    re.IGNORECASE,
)
_NO_NAME = lazily(r"\d{3}|\d{2}\W+\w|[.!?]\s")  # numbers but at its end, and sentences
_GAP = lazily(r"\s{3,}|\t")
_CELL = lazily(r"(?P<key>[^\W\d_][^:]{1,40}?)\s?:\s+(?P<value>\S.{0,80})")
ISSUER = "Vendor"
ISSUER_WORDS = 7
HEADS = 3  # cells of a line that heads columns, and names nobody
_ADDRESS = lazily(r",\s[^,]*\d.*$")  # behind a name
HEADING = lazily(r"^[#*_\s]+|[#*_\s]+$")  # marks of a heading in plain text


def read_receipt(
    parsed: ParsedDocument, known: Collection[str], at: tuple[int, int], setting: Setting
) -> tuple[list[RowDraft], list[MetricDraft]]:
    """Rows of the table "properties" and the total of a receipt or bill; none of other documents.

    `known`: labels of properties that were read already. `at`: the table and its next row.
    """
    first = parsed.pages[0] if parsed.pages else None
    if first is None or len(parsed.pages) > MOST_PAGES or len(first.text) > MOST_CHARACTERS:
        return [], []
    if not _CALLED.search(first.text[:HEAD]) and not _is_slip(first):
        return [], []
    rows: list[RowDraft] = []
    told = {label.casefold() for label in known}
    for key, value, quote in _pairs(first, told):
        place = Place(page=first.number, quote=quote)
        rows.append(_row(place, key, value, (at[0], at[1] + len(rows))))
    totals = (
        [] if any("total" in label or "due" in label for label in told) else list(_totals(first, setting))
    )
    for total in totals[-1:]:
        where = (at[0], at[1] + len(rows))
        found = find_quantities(total.value)[0]
        number = plain_number(found.value)
        unit = {unit_key(total.metric_name): found.unit} if found.unit else {}
        row = _row(total.place, total.metric_name, total.value, where)
        properties = row.properties | ({total.metric_name: number} if number is not None else {}) | unit
        rows.append(RowDraft(**{**vars(row), "properties": properties}))
    return rows, totals[-1:]


def _is_slip(page: ParsedPage) -> bool:
    """Whether a paper that does not call itself a receipt is one: a day, a total, and how it was paid."""
    lines = [HEADING.sub("", line) for line in page.text.split("\n")]
    has_total = any((match := _TOTAL.fullmatch(line)) and _money(match["value"]) for line in lines)
    return (
        has_total
        and bool(_AT_A_TILL.search(page.text))
        and any(True for _ in _day([(each, each) for each in lines]))
    )


def _row(place: Place, key: str, value: str, at: tuple[int, int]) -> RowDraft:
    return RowDraft(
        place=place, table=PROPERTIES, table_index=at[0], row=at[1], label=key, properties={key: value}
    )


def _pairs(page: ParsedPage, told: set[str]) -> Iterator[tuple[str, str, str]]:
    """Key, value and line of what is not `told` yet."""
    lines = [(line.strip(), HEADING.sub("", line)) for line in page.text.split("\n")]
    for key, value, quote in _in_cells(lines):
        if key.casefold() not in told:
            told.add(key.casefold())
            yield key, value, quote
    issuers = told - {"from"} if tells_journey(page.text) else told
    if not any(_ISSUER.fullmatch(label) for label in issuers) and (
        issuer := _issuer(_names_at_most(page, lines))
    ):
        yield ISSUER, issuer[1], issuer[0]
    numbered = any(re.search(rf"{_KIND}\W*(?:no|nr|number|id|#)", label) for label in told)
    found = next(((m, q) for q, line in lines if (m := _NUMBER.search(line))), None)
    if found and not numbered:
        yield _label(found[0]["key"]), found[0]["value"], found[1]
    if not any("date" in label and "due" not in label for label in told):
        yield from _day(lines)


def _in_cells(lines: list[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    """“Invoice No: 9001      Date: 12 March 2024”: pairs side by side, and over the heads of a table."""
    for quote, line in lines:
        for cell in _GAP.split(line):
            pair = _CELL.fullmatch(cell.strip())
            if pair and not ((amount := read_quantity(pair["value"])) and (amount.unit or amount.step < 1)):
                yield pair["key"].strip(), pair["value"].strip(), quote


def _label(key: str) -> str:
    """“Receipt #” → “Receipt number”."""
    plain = re.sub(
        r"(?:\b(?:no|nr|num|id|n[°º])\.?|#|\bnumber)$", "number", " ".join(key.split()), flags=re.I
    )
    return " ".join((plain if plain.endswith("number") else f"{plain.rstrip('.')} number").split())


def _day(lines: list[tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    for find in (_DATED.search, _DAY_ALONE.fullmatch):
        for quote, line in lines:
            if match := find(line.strip()):
                key = match.groupdict().get("key") or "Date"
                yield key, match["value"], quote
                return


def _names_at_most(page: ParsedPage, lines: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The lines but for those that head columns: “Check In   Check Out   Rooms”."""
    heads = {line.text.strip() for line in page.lines if len(cells_of(line)) >= HEADS}
    return [line for line in lines if line[0] not in heads]


def _issuer(lines: list[tuple[str, str]]) -> tuple[str, str] | None:
    """The first line with its words as a name, where it is neither a heading nor a number or date."""
    for quote, line in lines[:4]:
        if not line or _NO_ISSUER.search(line) or _NUMBER.search(line) or _DAY_ALONE.search(line):
            continue
        is_name = line[:1].isupper() and len(line.split()) <= ISSUER_WORDS and not _NO_NAME.search(line)
        return (quote, _ADDRESS.sub("", line).strip(" .,;")) if is_name else None
    return None


def _totals(page: ParsedPage, setting: Setting) -> Iterator[MetricDraft]:
    for line in page.text.split("\n"):
        match = _TOTAL.fullmatch(HEADING.sub("", line))
        quantity = _money(match["value"]) if match else None
        if match is None or quantity is None:
            continue
        name = " ".join(match["key"].split())
        canonical = canonical_name(name)
        yield MetricDraft(
            place=Place(page=page.number, quote=line.strip()),
            metric_name=name,
            canonical_name=canonical if canonical and fits(canonical, quantity.unit) else "",
            value=quantity.text,
            numeric_value=quantity.value,
            unit=quantity.unit,
            scale=quantity.scale,
            context=line.strip(),
            entity_name=setting.entity,
            category="financial",
        )


def _money(text: str) -> Quantity | None:
    """The one amount that the text is, with its currency where it has one."""
    text = " ".join(text.split())
    found = read_quantity(text) or next(iter(find_quantities(text)), None)
    if found is None or len(found.text.strip()) < 0.6 * len(text):
        return None
    return found if found.unit in MONEY_UNITS or not found.unit else None
