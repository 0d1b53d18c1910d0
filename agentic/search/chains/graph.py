"""Documents and the lines of their tables as records, and by what these refer to one another.

A code that a document calls itself by links it with those that give that code. The same name on both sides
links them only where the question speaks of what one of them gives it as.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from agentic.search.joins.asked import akin_to, telling_stems
from agentic.search.joins.corpus import Corpus
from agentic.search.joins.ways import NAMED, is_telling
from agentic.search.lists.verbs import regular
from documents.models import Chunk, Document, TableRow
from reading.values.dates import find_dates
from reading.values.legal_forms import without_legal_form
from retrieval.annotations.fields import UNIT_MARK
from retrieval.scope.links import NUMBERED, Link, Way
from retrieval.stems import stems_of_each

MOST_DOCUMENTS = 1_000
MOST_ROWS = 3_000  # beyond them following takes seconds
MOST_SHARING = 100  # records that give a code or a name
LEAST = 4  # characters of a code
LONGEST_NAME = 6  # words
LONGEST_TITLE = 6  # words of what documents of one sort call themselves
ALIKE = 0.6  # of the labels that documents of one sort share
CODE = re.compile(r"(?<![\w/-])(?=[\w/.-]*\d)[A-Za-z0-9]\w*(?:[-/.]\w+)*(?![\w-])")
SHORT_CODE = re.compile(r"[A-Z]{1,2}[-/]\d+")  # “B-7”
PART = re.compile(r"[^\W_]+")
NUMBERED_TITLE = re.compile(r"(?:\W*(?:table|sheet)\b[\w ]*\d*|.*:.*)", re.IGNORECASE)


@dataclass(frozen=True)
class Cell:
    """`text`: as it is told."""

    label: str
    text: str
    number: Decimal | None
    unit: str
    row: TableRow


@dataclass(frozen=True, eq=False)
class Record:
    """A document by what it says of itself, or a line of one of its tables.

    `sort`: the same for all that call themselves alike. `called`: the stems of that.
    """

    document: Document
    cells: tuple[Cell, ...]
    called: frozenset[str]
    sort: str
    is_line: bool = False

    def cell(self, labels: Iterable[str]) -> Cell | None:
        return next((cell for cell in self.cells if cell.label in labels), None)


Step = tuple[Record, Link | None]  # where it leads; None from a line to its document and back


class Graph:
    """The records of a workspace, or of the documents chosen."""

    def __init__(self, corpus: Corpus) -> None:
        self.documents = list(corpus.documents().order_by("pk")[: MOST_DOCUMENTS + 1])
        rows = TableRow.objects.answering().filter(document__in=self.documents, anchored=True)
        self._rows = rows.select_related("document").order_by("pk")
        self.is_too_large = len(self.documents) > MOST_DOCUMENTS or rows.count() > MOST_ROWS

    @cached_property
    def rows(self) -> list[TableRow]:
        return list(self._rows)

    @cached_property
    def records(self) -> list[Record]:
        return [*self.of_document.values(), *(line for own in self.lines.values() for line in own)]

    @cached_property
    def of_document(self) -> dict[int, Record]:
        own: dict[int, list[Cell]] = defaultdict(list)
        for row in self.rows:
            if row.table == "properties":
                own[row.document_id] += _cells(row)
        names = {each.pk: _called(each) for each in self.documents}
        words = stems_of_each(" ".join(each) for each in names.values())
        made: dict[int, Record] = {}
        sorts: dict[str, set[str]] = {}
        for document in self.documents:
            cells = tuple(own[document.pk])
            called = words[" ".join(names[document.pk])]
            sort = _sort_of(document, {cell.label for cell in cells}, sorts)
            made[document.pk] = Record(document, cells, called, sort)
        return made

    @cached_property
    def lines(self) -> dict[int, list[Record]]:
        found: dict[int, list[Record]] = defaultdict(list)
        titles = {row.table for row in self.rows if row.table != "properties"}
        plain = {title: "" if NUMBERED_TITLE.fullmatch(title) else title.strip("# ") for title in titles}
        words = stems_of_each(plain.values())
        for row in self.rows:
            if row.table != "properties" and (cells := tuple(_cells(row))):
                sort = "|".join(sorted(cell.label for cell in cells))
                own = Record(row.document, cells, words[plain[row.table]], sort, is_line=True)
                found[row.document_id].append(own)
        return found

    @cached_property
    def labels(self) -> dict[str, frozenset[str]]:
        """Label → its stems that say what it gives."""
        plain = {cell.label: regular(cell.label) for each in self.records for cell in each.cells}
        own = stems_of_each(plain.values())
        return {label: frozenset(telling_stems(own[words])) for label, words in plain.items()}

    # What links them ---------------------------------------------------------------------------------------

    @cached_property
    def owners(self) -> dict[str, list[Record]]:
        """Code → the records that call themselves by it."""
        found: dict[str, list[Record]] = defaultdict(list)
        for record in self.of_document.values():
            for code in dict.fromkeys([*codes_in(record.document.title), *_in_filename(record.document)]):
                found[code].append(record)
            for cell in record.cells:
                own = self.labels[cell.label]
                if own and all(akin_to(stem, record.called) for stem in own):
                    for code in _codes_of(cell):
                        found[code] += [record] if record not in found[code] else []
        return found

    @cached_property
    def referring(self) -> dict[str, list[tuple[Record, Cell]]]:
        """Code → the records that give it, and call themselves otherwise."""
        found: dict[str, list[tuple[Record, Cell]]] = defaultdict(list)
        for record in self.records:
            for cell in record.cells:
                for code in _codes_of(cell):
                    is_whole = code == cell.text.casefold()
                    if record not in self.owners.get(code, ()) and (is_whole or not record.is_line):
                        found[code].append((record, cell))
        return found

    @cached_property
    def named(self) -> dict[str, list[tuple[Record, Cell]]]:
        """Name → the records that give it."""
        found: dict[str, list[tuple[Record, Cell]]] = defaultdict(list)
        for record in self.records:
            for cell in record.cells:
                if cell.number is None and (name := name_of(cell.text)):
                    found[name].append((record, cell))
        return found

    @cached_property
    def in_texts(self) -> dict[int, list[tuple[str, Chunk]]]:
        """Document → the codes of others that stand in its text alone, with their passages."""
        found: dict[int, list[tuple[str, Chunk]]] = defaultdict(list)
        passages = Chunk.objects.filter(document__in=self.documents, excluded=False)
        for passage in passages.select_related("document").order_by("document", "index"):
            for code in codes_in(passage.text):
                owners = [each.document.pk for each in self.owners.get(code, ())]
                if owners and passage.document_id not in owners:
                    found[passage.document_id].append((code, passage))
        return found

    def steps(self, record: Record, leads_by: Callable[[str], bool]) -> Iterator[Step]:
        """The records that it is linked with. `leads_by`: whether names lead on by a label."""
        pk = record.document.pk
        if record.is_line:
            yield self.of_document[pk], None
        else:
            yield from ((line, None) for line in self.lines.get(pk, ()))
        yield from self._by_codes(record)
        yield from self._by_names(record, leads_by)
        if not record.is_line:
            yield from self._by_texts(record)

    def _by_codes(self, record: Record) -> Iterator[Step]:
        for code in self._own_codes.get(id(record), ()):
            for other, cell in self.referring.get(code, ())[:MOST_SHARING]:
                yield other, _linked(record, other, code, None, cell.row)
        for cell in record.cells:
            for code in _codes_of(cell):
                owners = self.owners.get(code, ())
                for other in owners:
                    if other is not record:
                        yield other, _linked(record, other, code, cell.row, None)
                if not owners and not record.is_line and code == cell.text.casefold():
                    for other, same in self.referring.get(code, ())[:MOST_SHARING]:
                        if other is not record and other.document.pk != record.document.pk:
                            yield other, _linked(record, other, code, cell.row, same.row)

    @cached_property
    def _own_codes(self) -> dict[int, list[str]]:
        found: dict[int, list[str]] = defaultdict(list)
        for code, owners in self.owners.items():
            for record in owners:
                found[id(record)].append(code)
        return found

    def _by_names(self, record: Record, leads_by: Callable[[str], bool]) -> Iterator[Step]:
        for cell in record.cells:
            name = name_of(cell.text) if cell.number is None else ""
            sharing = self.named.get(name, ()) if name else ()
            for other, same in sharing if len(sharing) <= MOST_SHARING else ():
                is_said = leads_by(cell.label) or leads_by(same.label)
                if other.document.pk != record.document.pk and is_said:
                    yield other, _linked(record, other, cell.text, cell.row, same.row)

    def _by_texts(self, record: Record) -> Iterator[Step]:
        for code, passage in self.in_texts.get(record.document.pk, ()):
            for other in self.owners[code]:
                yield other, _in_text(record, other, code, passage)
        for code in self._own_codes.get(id(record), ()):
            for passage in self._naming.get(code, ())[:MOST_SHARING]:
                other = self.of_document[passage.document_id]
                yield other, _in_text(record, other, code, passage)

    @cached_property
    def _naming(self) -> dict[str, list[Chunk]]:
        """Code → the passages of others that have it."""
        found: dict[str, list[Chunk]] = defaultdict(list)
        for own in self.in_texts.values():
            for code, passage in own:
                found[code].append(passage)
        return found

    def number_of(self, record: Record) -> str:
        """What a document calls itself by: its number, else its file's name."""
        codes = self._own_codes.get(id(record), ())
        known = [code for code in codes if self.referring.get(code)] or list(codes)
        for cell in record.cells:
            if cell.text.casefold() in codes:
                return cell.text
        written = {code.casefold(): code for code in CODE.findall(record.document.title)}
        return next((written[code] for code in known if code in written), record.document.filename)


def _linked(one: Record, other: Record, words: str, start: TableRow | None, target: TableRow | None) -> Link:
    way: Way = "number" if codes_in(words) or words.isdigit() else "name"
    return Link(one.document.pk, other.document.pk, way, words, start, target)


def _in_text(one: Record, other: Record, code: str, passage: Chunk) -> Link:
    return Link(one.document.pk, other.document.pk, "text", code, passage=passage)


def codes_in(text: str) -> list[str]:
    """Numbers with letters or marks, and long ones, in small letters; no days, amounts or years."""
    days = [(start, end) for _, start, end in find_dates(text)]
    found = []
    for match in CODE.finditer(text):
        code, is_day = match[0], any(start <= match.start() < end for start, end in days)
        has_letter = any(map(str.isalpha, code))
        is_long = len(code) >= LEAST or SHORT_CODE.fullmatch(code)
        if is_long and not is_day and (has_letter or (code.isdigit() and len(code) > LEAST)):
            found.append(code.casefold())
    return found


def _codes_of(cell: Cell) -> list[str]:
    if cell.number is not None:
        is_code = NUMBERED.search(cell.label) and cell.number == int(cell.number)
        return [str(int(cell.number))] if is_code else []
    return codes_in(cell.text)


def name_of(text: str) -> str:
    """A name in small letters, without what is said of it behind a comma; empty where it is none."""
    name = text.split(",")[0].strip()
    plain = without_legal_form(name) or name
    is_name = is_telling(plain) and NAMED.match(plain) and not codes_in(plain)
    return plain.casefold() if is_name and len(plain.split()) <= LONGEST_NAME else ""


def _cells(row: TableRow) -> Iterator[Cell]:
    """In the order in which they stand."""
    for label, value in sorted(row.properties.items(), key=lambda pair: row.quote.find(str(pair[1]))):
        if label.endswith(UNIT_MARK) or value in (None, ""):
            continue
        unit = str(row.properties.get(f"{label}{UNIT_MARK}") or "")
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        number = Decimal(str(value)) if is_number else None
        yield Cell(label, f"{value:,} {unit}".strip() if is_number else str(value), number, unit, row)


def _called(document: Document) -> list[str]:
    kind = "" if document.document_type == "other" else document.document_type
    texts = (_name_of(document.title), document.filename.rpartition(".")[0], kind)
    words = [word for text in texts for word in PART.findall(text.casefold())]
    return [word for word in words if word.isalpha() and len(word) > 1]


def _name_of(title: str) -> str:
    return " ".join(word for word in title.casefold().split() if not any(map(str.isdigit, word)))


def _in_filename(document: Document) -> Iterator[str]:
    """The runs of its parts that have a digit: “dn-881” of “delivery-DN-881.txt”."""
    name = document.filename.rpartition(".")[0].casefold()
    parts = list(PART.finditer(name))
    for at, first in enumerate(parts):
        for last in parts[at : at + 3]:
            run = name[first.start() : last.end()]
            is_long = len(run) >= LEAST or SHORT_CODE.fullmatch(run.upper())
            if any(map(str.isdigit, run)) and is_long and any(map(str.isalpha, run)):
                yield run


def _sort_of(document: Document, labels: set[str], sorts: dict[str, set[str]]) -> str:
    """The one of `sorts` whose first document is called alike or gives the same labels, else a new one."""
    name = _name_of(document.title)
    name = name if 0 < len(name.split()) <= LONGEST_TITLE else document.filename
    for other, others in sorts.items():
        is_alike = labels and len(labels & others) >= ALIKE * len(labels | others)
        if other == name or is_alike:
            return other
    sorts[name] = labels
    return name
