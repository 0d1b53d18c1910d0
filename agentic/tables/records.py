"""Documents of one kind as the rows of a table: the labels of what they say of themselves are its columns."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil
from typing import NamedTuple

from django.db.models import Count

from agentic.evidence import Span
from agentic.facts.case import Case
from agentic.tables.loading import documents_for
from documents.models import Document, TableRow
from reading.model import unit_key
from reading.values.dates import find_dates
from retrieval.sheets.assembly import column_of, content_of, sheets_across
from retrieval.sheets.model import DOCUMENTS, Column, Content, Row, Sheet
from retrieval.sheets.stems import WORDS, stems_of
from retrieval.sql_log import statements_shown

LEAST_LABELS = 3  # that documents of one kind share
SHARED = 0.6  # of a document's labels that another of its kind has too
MOST_RECORDS = 2_000
MOST_WITH_LINES = 300  # documents whose tables are put together
FIRST_KINDS = 4  # of the documents whose words are the question's
LEAST_CALLED = 2  # words that tell a kind of documents
LONGEST_LABEL = 40  # characters of what a document is called by
SHORT = 2  # letters of what is no word
CALLED = "document"
BY = re.compile(r"\bby$", re.IGNORECASE)


class Property(NamedTuple):
    label: str
    value: object
    unit: str
    span: Span


Record = tuple[Property, ...]


def records_for(case: Case) -> list[Sheet]:
    """A table of each kind of documents whose passages hold most of the question's words, best first."""
    found = documents_for(case)
    key = ("records", *found)
    if key not in case.workings.sheets:
        case.workings.sheets[key] = _sheets(case, found) if found else []
    return case.workings.sheets[key]


def _sheets(case: Case, found: Sequence[int]) -> list[Sheet]:
    sheets: list[Sheet] = []
    why = "Read what documents of the likeliest kinds say of themselves"
    with case.workings.trace.step("sql", why) as step, statements_shown() as statements:
        for records in _kinds(case, found):
            if called := _called(records):
                sheets.append(replace(_sheet(records, called), unseen=_unseen(case, records, called)))
                if len(records) <= MOST_WITH_LINES:
                    sheets += sheets_across(list(records), called)
        step.sql, step.rows = ";\n".join(statements), sum(len(sheet.rows) for sheet in sheets)
    return sheets


def _kinds(case: Case, found: Sequence[int]) -> Iterator[dict[int, Record]]:
    """By document the properties of each kind, of which one of `found` is."""
    own = _records(found)
    seen: set[int] = set()
    for document in [pk for pk in found if len(_labels(own.get(pk, ()))) >= LEAST_LABELS][:FIRST_KINDS]:
        if document in seen:
            continue
        alike = _alike(case, _labels(own[document]))
        if 1 < len(alike) <= MOST_RECORDS:
            seen |= alike
            yield _records(sorted(alike))


def _alike(case: Case, labels: set[str]) -> set[int]:
    """The documents that may be looked at which have most of these labels; none where these are too many.

    An edition that another has taken the place of is none of them.
    """
    scope = case.scope if case.scope.is_chosen else case.looking_everywhere().scope
    rows = TableRow.objects.answering().filter(workspace=scope.workspace, table="properties", anchored=True)
    having: set[int] = set()
    for label in sorted(labels):  # of each no more are read than are told apart
        own = set(rows.filter(label=label).values_list("document", flat=True)[: MOST_RECORDS + 1])
        having |= own if len(own) <= MOST_RECORDS else set()
    if len(having) <= 1:
        return having
    least = max(LEAST_LABELS, ceil(SHARED * len(labels)))
    alike = rows.filter(
        label__in=labels, document__in=scope.documents().filter(pk__in=having, superseded_by=None)
    )
    counted = alike.values("document").annotate(held=Count("label", distinct=True)).filter(held__gte=least)
    return set(counted.values_list("document", flat=True))


def _records(documents: Sequence[int]) -> dict[int, Record]:
    rows = (
        TableRow.objects.answering()
        .filter(document__in=documents, table="properties", anchored=True)
        .order_by("document__filename", "document", "page", "row", "pk")
        .values_list("pk", "document", "document__filename", "label", "properties", "page", "quote")
    )
    found: dict[int, list[Property]] = defaultdict(list)
    for pk, document, filename, label, properties, page, quote in rows:
        span = Span(document_id=document, filename=filename, page=page, quote=quote, kind="row", fact_id=pk)
        unit = str(properties.get(unit_key(label), ""))
        found[document].append(Property(label, properties.get(label), unit, span))
    return {document: tuple(each) for document, each in found.items()}


def _labels(record: Record) -> set[str]:
    return {each.label for each in record}


def _sheet(records: dict[int, Record], called: Sequence[str]) -> Sheet:
    often = Counter(label for record in records.values() for label in _labels(record))
    order = dict.fromkeys(each.label for record in records.values() for each in record)
    shared = [label for label in order if 2 * often[label] > len(records)]
    named = _naming(records, shared)
    rows = tuple(_row(record, named) for record in records.values())
    stems = stems_of({*shared, *called, *_titles(records), CALLED})
    columns = [column_of(label, rows, stems) for label in shared]
    label = next((column for column in columns if column.name == named), None)
    if label is None:
        label = Column(CALLED, stems[CALLED], frozenset(), is_number=False)
        columns.append(label)
    return Sheet(
        document_id=next(iter(records)),
        filename=" ".join(called),
        title=" ".join(called),
        columns=tuple(columns),
        rows=rows,
        names=frozenset().union(*(stems[word] for word in {*called, *_titles(records)})),
        label=label,
        is_list=True,
        rows_are=DOCUMENTS,
    )


def _row(record: Record, named: str) -> Row:
    """The first value of each label; a label that stands several times with words has them all."""
    cells: dict[str, Content] = {}
    places: dict[str, Span] = {}
    units: dict[str, str] = {}
    for each in record:
        content = content_of(each.value)
        if each.value in (None, ""):
            continue
        known = cells.get(each.label)
        if isinstance(known, str) and isinstance(content, str):
            cells[each.label] = f"{known}, {content}"
        if known is not None:
            continue
        cells[each.label], places[each.label] = content, each.span
        if each.unit:
            units[each.label] = each.unit
    first = record[0].span
    label = str(cells.get(named) or first.filename)
    if named not in cells:
        cells[CALLED] = label
    return Row(label=label, cells=cells, span=places.get(named, first), units=units, places=places)


def _naming(records: dict[int, Record], shared: Sequence[str]) -> str:
    """The first label by whose words documents are told apart; "" with none. Who did something names none."""
    for label in shared:
        if BY.search(label):
            continue
        values = [each.value for record in records.values() for each in record if each.label == label]
        are_words = all(
            isinstance(value, str) and len(value) <= LONGEST_LABEL and not _is_day(value) for value in values
        )
        if are_words and len(values) == len(records) == len(set(values)):
            return label
    return ""


def _is_day(value: str) -> bool:
    """Whether it is a day alone, by which nothing is called."""
    return any((start, end) == (0, len(value)) for _, start, end in find_dates(value))


def _titles(records: dict[int, Record]) -> set[str]:
    """The words that the titles of all of them have."""
    titles = Document.objects.filter(pk__in=records).values_list("title", flat=True)
    return set.intersection(
        *({word.casefold() for word in WORDS.findall(each) if _tells(word)} for each in titles)
    )


def _called(records: dict[int, Record]) -> list[str]:
    """The words that all of them are called by, in their order: “lift inspection”."""
    rows = list(Document.objects.filter(pk__in=records).values_list("filename", "title", "document_type"))
    found: list[str] = []
    for names in ([name.rpartition(".")[0] for name, _, _ in rows], [title for _, title, _ in rows]):
        words = [[word.casefold() for word in WORDS.findall(name) if _tells(word)] for name in names]
        common = set.intersection(*map(set, words))
        called = [word for word in dict.fromkeys(words[0]) if word in common]
        if not found or any(word.startswith(tuple(found)) for word in called):
            found = called or found  # “invoice” says more than “inv”
    if found:
        return found
    kinds = {kind.replace("_", " ") for _, _, kind in rows}
    return kinds.pop().split() if len(kinds) == 1 else []


def _unseen(case: Case, records: dict[int, Record], called: Sequence[str]) -> int:
    """How many further documents are called by all of these words: nothing of the kind was read there."""
    scope = case.scope if case.scope.is_chosen else case.looking_everywhere().scope
    if len(called) < LEAST_CALLED or scope.candidates > MOST_RECORDS:
        return 0
    others = scope.documents().filter(superseded_by=None).exclude(pk__in=records)
    pairs = others.values_list("filename", "title")
    return sum(any(set(called) <= _words(name) for name in pair) for pair in pairs)


def _words(name: str) -> set[str]:
    return {word.casefold() for word in WORDS.findall(name)}


def _tells(word: str) -> bool:
    """Whether it is a word, and not the beginning of a number: “PO-7001”."""
    return word.isalpha() and len(word) > SHORT


def unseen_of(sheet: Sheet) -> str:
    """A sentence on the documents of the kind whose labels could not be read; "" with none."""
    if not sheet.unseen or sheet.rows_are != DOCUMENTS:
        return ""
    many = "1 more document is" if sheet.unseen == 1 else f"{sheet.unseen} more documents are"
    return f"{many} called “{sheet.title}” too, and nothing of that kind could be read there."
