"""What each document gives of a role: dates, lengths of time, amounts and names, with the place."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal

from agentic.evidence import Span
from agentic.facts.case import Case
from agentic.facts.queries import FigureRow, figure_rows, figures_sql, of_documents
from agentic.facts.queries import named as labelled
from agentic.facts.wording import SYMBOLS
from agentic.properties.terms import Value, ends_of_terms, said_day
from documents.models import Document, Entity, Metric, TableRow
from reading.values.dates import find_dates
from reading.values.legal_forms import without_legal_form
from reading.values.quantities import find_quantities
from reading.values.units import MONEY_UNITS
from retrieval.annotations.roles import Role, plain_label, role_of_labels, roles
from retrieval.properties.amounts import worth
from retrieval.properties.parts import Known
from retrieval.sql import literal

MOST_ROWS = 1000
MOST_LABELS = 2000
NAME_WORDS = 6
SHORT_NAME = (2, 3)  # words of one that goes by its first or last too
_CENTS = re.compile(r"[.,]\d\d(?!\d)\W*(?:[A-Z]{3})?$")  # “300,00” too
DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
SLASHED = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})/\d")
LEAD = 16  # characters before a date: “on or about”, “Friday, ”
ISSUED = frozenset(("invoice", "receipt", "bill"))  # of which whoever issues them is the vendor
_NET = re.compile(r"\bnet\b|^\W*\d+\W*$", re.IGNORECASE)
_ADDRESS = re.compile(r"\s*(?:[,;|]\s+(?=\d|[^,;|]*\d)|\s{3,}|\s+[–—]\s+).*$")
_FIELDS = (
    "r.id, r.document_id, d.filename, r.label, r.properties ->> r.label AS value, r.page, r.quote,\n"
    "       r.reader, r.properties ->> (r.label || ' (unit)') AS unit"
)


Values = Mapping[str, Mapping[int, Sequence[Value]]]  # a role's key → document → what it gives


def known_of(documents: Sequence[Document], nouns: Sequence[str]) -> Known:
    """The labels, names and last date that the documents give."""
    rows = (
        TableRow.objects.answering()
        .filter(document__in=documents, anchored=True, table="properties")
        .order_by("pk")
        .values_list("label", "properties")[: 5 * MOST_LABELS]
    )
    labels: dict[str, set[str]] = defaultdict(set)
    texts: dict[str, set[str]] = defaultdict(set)
    for label, properties in rows:
        labels[label.casefold()].add(label)
        if isinstance(value := properties.get(label), str):
            texts[label.casefold()].add(value)
    ours = roles().values()
    called = _called(nouns)
    of_label = {key: [role for role in ours if role.rank(key, called) is not None] for key in labels}
    own = {key: role_of_labels(sorted(labels[key])) for key, of in of_label.items() if not of}
    own |= {short: role for key, role in own.items() if (short := plain_label(key)) not in labels}
    names: dict[str, tuple[Role, ...]] = {}
    days: set[date] = set()
    for key, values in texts.items():
        of = [role for role in of_label[key] if role.kind == "name"] or ([own[key]] if key in own else [])
        for value in values:
            days.update(day for day, _, _ in find_dates(value))
            name = _name(value)
            if of and name and len(name) > 2 and len(name.split()) <= NAME_WORDS and not name.isdigit():
                for each in {name.casefold(), without_legal_form(name).casefold()}:
                    names[each] = tuple(dict.fromkeys((*names.get(each, ()), *of)))
    names |= {word: names[name] for word, name in _short(names).items() if word not in names}
    said = " ".join(f"{document.filename} {document.title}" for document in documents)
    return Known(own, names, frozenset(re.findall(r"[^\W\d_]{3,}", said.casefold())), max(days, default=None))


def _short(names: Collection[str]) -> dict[str, str]:
    """The first and last words of names that no other shares them with: word → name, as people are called."""
    short = [name for name in names if SHORT_NAME[0] <= len(name.split()) <= SHORT_NAME[1]]
    ends = Counter(word for name in short for word in {name.split()[0], name.split()[-1]})
    return {
        word: name
        for name in short
        for word in (name.split()[0], name.split()[-1])
        if ends[word] == 1 and len(word) > 2 and word.isalpha()
    }


def values_of(
    case: Case, wanted: Iterable[Role], documents: Sequence[Document], nouns: Sequence[str]
) -> Values | None:
    """What each document gives of each role, by its surest label; None where there is too much of it."""
    found: dict[str, dict[int, Sequence[Value]]] = {}
    for role in wanted:
        values = (
            _amounts(case, role, documents, nouns)
            if role.kind == "money"
            else _written(case, role, documents)
        )
        if values is None:
            return None
        own = _by_document(values)
        lacking = [document for document in documents if document.pk not in own]
        found[role.key] = own | _fallback(case, role, lacking, nouns)
    return found


def _by_document(values: Iterable[Value]) -> dict[int, Sequence[Value]]:
    """What each document gives by its surest label."""
    found: dict[int, list[Value]] = defaultdict(list)
    for value in values:
        found[value.span.document_id].append(value)
    return {document: _surest(each) for document, each in found.items()}


def _surest(values: Sequence[Value]) -> list[Value]:
    """Those of the surest label, each once."""
    rank = min(value.rank for value in values)
    return list({value.key: value for value in reversed(values) if value.rank == rank}.values())


def _written(case: Case, role: Role, documents: Sequence[Document]) -> list[Value] | None:
    labels = (
        TableRow.objects.answering()
        .filter(document__in=documents, anchored=True, table="properties")
        .order_by()
        .values_list("label", flat=True)
        .distinct()[:MOST_LABELS]
    )
    ranks = {label: rank for label in labels if (rank := role.rank(label)) is not None}
    if not ranks:
        return []
    within = of_documents([document.pk for document in documents]).replace("m.", "r.")
    named = ", ".join(map(literal, sorted(ranks)))
    table = case.select(
        f"SELECT {_FIELDS}\nFROM table_rows r\nJOIN documents d ON d.id = r.document_id\n"
        f"WHERE r.anchored AND r.table_name = 'properties'\n  AND r.label IN ({named})\n"
        f"  AND {within}\nORDER BY r.document_id, r.page, r.id\nLIMIT {MOST_ROWS}",
        f"Find the {role.noun} of each document",
    )
    if len(table.rows) >= MOST_ROWS:
        return None
    turned = _day_first(documents) if role.kind in ("date", "any") else frozenset()
    found = (_value(role, row, ranks[row[3]], day_first=row[1] in turned) for row in table.rows)
    return [value for value in found if value is not None]


def _value(role: Role, row: tuple, rank: int, *, day_first: bool) -> Value | None:
    label, quote, is_read = row[3], row[6], row[7] != "curator"
    words = quote[len(label) :].strip(" :\n\t") if is_read and quote.startswith(label) else ""
    span = Span(document_id=row[1], filename=row[2], page=row[5], quote=quote, kind="row", fact_id=row[0])
    kept = f"{row[4] or ''} {row[8] or ''}".strip()
    read = _READ[role.kind](role, words or kept, day_first)
    return Value(*read[:2], span=span, rank=rank, unit=read[2]) if read else None


Read = tuple[date | Decimal | str, str, str] | None


def _day_first(documents: Sequence[Document]) -> frozenset[int]:
    """The documents in which 3/4/2023 is the third of April: as their own date was read, or another shows."""
    rows = (
        TableRow.objects.answering()
        .filter(document__in=documents, anchored=True, table="properties", quote__contains="/")
        .values_list("document_id", "document__document_date", "quote")[: 5 * MOST_LABELS]
    )
    votes = Counter[int]()
    for document, own, quote in rows:
        for one, two in SLASHED.findall(quote):
            votes[document] += (int(one) > 12) - (int(two) > 12)
        first, second = ({day for day, _, _ in find_dates(quote, day_first=way)} for way in (True, False))
        votes[document] += ((own in first) - (own in second)) if first != second else 0
    return frozenset(document for document, count in votes.items() if count > 0)


def _day(_: Role, text: str, day_first: bool) -> Read:
    found = next(iter(find_dates(text, day_first=day_first)), None)
    if found is None or found[1] > LEAD or any(char.isdigit() for char in text[: found[1]]):
        return None
    return found[0], said_day(found[0]), ""


def _length(role: Role, text: str, _: bool = False) -> Read:
    for quantity in find_quantities(text):
        value, unit = worth(quantity)
        if unit == "days":
            return value, quantity.text.replace("(", "").replace(")", ""), unit  # “thirty (30) days”
        if not unit and role.key == "payment" and _NET.search(text):
            return value, f"{quantity.text} days", "days"
    return None


def _named(_: Role, text: str, __: bool = False) -> Read:
    name = _name(text)
    return (name, name, "") if name else None


def _name(text: str) -> str:
    return _ADDRESS.sub("", text.strip()).strip(" ,;")


def _anything(role: Role, text: str, day_first: bool) -> Read:
    if day := _day(role, text, day_first):
        return day
    found = find_quantities(text)
    if len(found) == 1 and text.strip(" .").startswith(found[0].text.strip()):
        value, unit = worth(found[0])
        return value, found[0].text, unit
    return _named(role, text)


_READ: Mapping[str, Callable[[Role, str, bool], Read]] = {
    "date": _day,
    "duration": _length,
    "name": _named,
    "any": _anything,
}


def _amounts(
    case: Case, amount: Role, documents: Sequence[Document], nouns: Sequence[str]
) -> list[Value] | None:
    """What each document comes to, by the labels of totals; what of it is tax, or without."""
    ids = [document.pk for document in documents]
    labels = (
        Metric.objects.answering()
        .filter(document__in=documents, anchored=True, numeric_value__isnull=False)
        .order_by()
        .values_list("metric_name", flat=True)
        .distinct()[: 10 * MOST_LABELS]
    )
    called = _called(nouns)
    ranks = {label: rank for label in labels if (rank := amount.rank(label, called)) is not None}
    if not ranks:
        return []
    statement = figures_sql([labelled((), sorted(ranks)), of_documents(ids)], limit=MOST_ROWS)
    rows = figure_rows(case.select(statement, f"Find the {amount.noun} of each document"))
    if len(rows) >= MOST_ROWS:
        return None
    return [_amount(row, ranks[row.metric_name]) for row in rows if not row.unit or row.unit.isupper()]


def _called(nouns: Sequence[str]) -> list[str]:
    """What the documents may be called in a label: “Order total” of a purchase order."""
    called = {word for noun in nouns for word in (noun, noun.split()[-1])}
    return sorted(called | ({"contract", "agreement"} if called & {"contract", "agreement"} else set()))


def _amount(row: FigureRow, rank: int) -> Value:
    written = DIGITS.search(row.value)
    cents = 2 if _CENTS.search(row.value) else len(written[0].partition(".")[2]) if written else 0
    return Value(row.numeric_value, money(row.numeric_value, row.unit, cents), row.span, rank, row.unit)


def money(value: Decimal, unit: str, decimals: int = 0) -> str:
    """“€1,250.00”, “CHF 90”, “12.5 km”, “12.50” where no unit is known; `decimals`: at least so many."""
    exponent = value.normalize().as_tuple().exponent
    own = max(0, -exponent) if isinstance(exponent, int) else 0
    said = f"{abs(value):,.{max(own, decimals)}f}"
    sign, symbol = "-" if value < 0 else "", SYMBOLS.get(unit)
    if symbol or not unit:
        return f"{sign}{symbol or ''}{said}"
    return f"{unit} {sign}{said}" if unit in MONEY_UNITS else f"{sign}{said} {unit}"


def _fallback(
    case: Case, role: Role, documents: Sequence[Document], nouns: Sequence[str]
) -> dict[int, Sequence[Value]]:
    """A document's own date, whoever issued it, and how long it runs, where it has no such line."""
    if role.key == "term":
        return _terms(case, documents, nouns)
    if role.key == "end":
        starts = _by_document(_written(case, roles()["start"], documents) or ())
        terms = _by_document(_written(case, roles()["term"], documents) or ())
        return ends_of_terms(starts, terms, _renewing(documents))
    if role.key == "date":
        return {
            document.pk: [Value(document.document_date, said_day(document.document_date), whole(document))]
            for document in documents
            if document.document_date
        }
    if role.key == "vendor" and documents and set(nouns) & ISSUED:
        return _issuers(case, documents)
    return {}


def _renewing(documents: Sequence[Document]) -> frozenset[int]:
    """Those that say that they are renewed."""
    rows = TableRow.objects.answering().filter(document__in=documents, table="properties")
    return frozenset(rows.filter(label__istartswith="renewal").values_list("document_id", flat=True))


def _terms(case: Case, documents: Sequence[Document], nouns: Sequence[str]) -> dict[int, Sequence[Value]]:
    """How long each document runs by its first and last day, where it gives one of each."""
    given = values_of(case, (roles()["start"], roles()["end"]), documents, nouns) or {}
    found: dict[int, Sequence[Value]] = {}
    for document in documents:
        first, last = (given.get(key, {}).get(document.pk, ()) for key in ("start", "end"))
        days = [each.content for each in (*first, *last) if isinstance(each.content, date)]
        if len(first) == len(last) == 1 and len(days) == 2 and days[0] < days[1]:
            length = (days[1] - days[0]).days + 1
            span = f"{first[0].text} to {last[0].text}"
            text = f"{length:,} days, {span}"
            found[document.pk] = [Value(Decimal(length), text, last[0].span, unit="days", formula=span)]
    return found


def _issuers(case: Case, documents: Sequence[Document]) -> dict[int, Sequence[Value]]:
    within = of_documents([document.pk for document in documents]).replace("m.", "e.")
    table = case.select(
        "SELECT e.id, e.document_id, d.filename, e.entity_name, e.page, e.quote\nFROM entities e\n"
        "JOIN documents d ON d.id = e.document_id\n"
        "WHERE e.anchored AND e.role = 'subject' AND e.page IS NOT NULL\n"
        f"  AND e.entity_type = '{Entity.Type.ORGANIZATION}' AND {within}\n"
        f"ORDER BY e.document_id, e.id\nLIMIT {MOST_ROWS}",
        "Find who issued the others",
    )
    found: dict[int, Sequence[Value]] = {}
    for row in table.rows:
        span = Span(
            document_id=row[1], filename=row[2], page=row[4], quote=row[5], kind="entity", fact_id=row[0]
        )
        found.setdefault(row[1], [Value(row[3], row[3], span)])
    return found


def whole(document: Document) -> Span:
    """The document itself."""
    return Span(
        document_id=document.pk, filename=document.filename, page=1, quote=document.title, kind="document",
        fact_id=document.pk,
    )  # fmt: skip
