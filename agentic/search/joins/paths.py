"""From documents that hold what is given to those that give what is asked for, by what both have."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from agentic.search.joins.anchors import MOST, Anchor, has, properties_of, value_of
from agentic.search.joins.asked import NAME, Asked, akin_to
from documents.models import Chunk, Document, TableRow
from reading.values.dates import find_dates
from retrieval.scope.links import Link
from retrieval.stems import stems

MOST_TEXT = 200_000  # characters of a document's text that are looked through
MOST_CODES = 12  # of one document that are looked for in texts and names
MOST_WORDS = 8  # of a name
CODE = re.compile(r"(?=.*\d)[^\W_](?:[\w/.-]*[^\W_])?")  # “C-1007”
LETTER = re.compile(r"[^\W\d_]")
LEAST = 4  # characters of what tells documents apart
MOST_ROWS = 50  # of a document whose labels are read
NAMED = re.compile(r"[A-ZÀ-Þ\d]")


@dataclass(frozen=True)
class Path:
    """`links`: one after the other, from `anchor` to the document of `row`, which gives what is asked for."""

    anchor: Anchor
    links: tuple[Link, ...]
    row: TableRow

    def words(self) -> set[str]:
        """The stems of what the documents on the way are called, give, and have in common."""
        documents = [self.anchor.document, *(row.document for row in self._rows())]
        called = " ".join(f"{each.title} {_spoken(each.filename)}" for each in documents)
        common = " ".join(f"{row.label} {value_of(row)}" for row in self._rows())
        own = stems(f"{called} {common} {self.anchor.words} {_values(self.anchor.document)}")
        return own | self.words_of_target()

    def words_of_target(self) -> set[str]:
        """Those of the document that gives it, and of what leads there."""
        document = self.row.document
        last = [row for link in self.links[-1:] for row in (link.start_row, link.target_row) if row]
        labels = " ".join(row.label for row in last)
        return stems(f"{document.title} {_spoken(document.filename)} {labels} {_values(document)}")

    def _rows(self) -> list[TableRow]:
        return [row for link in self.links for row in (link.start_row, link.target_row) if row]

    def bears_out(self, asked: Asked) -> bool:
        """Whether the documents on the way account for each word, and one says what the last of them is."""
        said = asked.words | asked.label_stems
        if not all(_is_number(link) or _is_said(link, said) for link in self.links):
            return False
        last = self.words_of_target()
        if not any(akin_to(word, last) for word in said):
            return False
        every = self.words()
        return all(akin_to(word, every) for word in asked.words)


def _values(document: Document) -> str:
    """The names of things that it gives: “Position: Quality engineer”, the rows of its tables."""
    values = map(value_of, properties_of([document.pk]))
    rows = TableRow.objects.answering().filter(document=document).exclude(table="properties")
    named = [*values, *rows.order_by("pk").values_list("label", flat=True)[:MOST_ROWS]]
    return " ".join(value for value in named if LETTER.search(value) and not any(find_dates(value)))


def _spoken(filename: str) -> str:
    return re.sub(r"[\W_]+", " ", filename.rpartition(".")[0])


def _is_number(link: Link) -> bool:
    return any(map(str.isdigit, link.words))


def _is_said(link: Link, said: Iterable[str]) -> bool:
    """Whether the question says as what the two have a name in common: “employs” of “Employer”."""
    rows = [row for row in (link.start_row, link.target_row) if row]
    labels = " ".join(f"{row.label} {row.quote}" for row in rows)
    return any(akin_to(stem, said) for stem in stems(labels) - stems(link.words))


def answers_alone(anchor: Anchor, asked: Asked) -> bool:
    """Whether the document that holds what is given gives what is asked for, and accounts for each word."""
    rows = properties_of([anchor.document.pk]).filter(label__in=asked.labels)
    return bool(_fitting([Path(anchor, (), row) for row in rows], asked))


def paths_to(asked: Asked, anchors: Sequence[Anchor], documents: QuerySet[Document]) -> list[Path]:
    """Those that account for all of the question, by the surest ways that give any."""
    giving = properties_of(documents).filter(label__in=asked.labels)
    giving_documents = documents.filter(pk__in=giving.values("document"))
    own = {anchor.document.pk: anchor for anchor in anchors}
    for way in WAYS:
        links = list(way(anchors, giving_documents))
        rows = _by_document(giving.filter(document__in={link.target for link in links}))
        paths = [Path(own[link.start], (link,), row) for link in links for row in rows.get(link.target, ())]
        if found := _fitting(paths, asked):
            return found
    return _by_way_of_others(asked, anchors, documents.exclude(pk__in=own), giving, giving_documents)


def _by_way_of_others(
    asked: Asked,
    anchors: Sequence[Anchor],
    others: QuerySet[Document],
    giving: QuerySet[TableRow],
    giving_documents: QuerySet[Document],
) -> list[Path]:
    """By a document between them, with a number in common on either side."""
    own = {anchor.document.pk: anchor for anchor in anchors}
    for first in (numbers, numbers_in_text):
        links = list(first(anchors, others))
        between = Document.objects.filter(pk__in={link.target for link in links})
        if not 0 < len(between) <= MOST:
            continue
        middle = {document.pk: Anchor(document, "") for document in between}
        second = list(numbers(list(middle.values()), giving_documents.exclude(pk__in=middle)))
        rows = _by_document(giving.filter(document__in={link.target for link in second}))
        paths = [
            Path(own[link.start], (link, on), row)
            for link in links
            for on in second
            if on.start == link.target
            for row in rows.get(on.target, ())
        ]
        if found := _fitting(paths, asked):
            return found
    return []


def _fitting(paths: Sequence[Path], asked: Asked) -> list[Path]:
    return [path for path in paths if asked.fits(value_of(path.row)) and path.bears_out(asked)]


def _by_document(rows: QuerySet[TableRow]) -> dict[int, list[TableRow]]:
    found: dict[int, list[TableRow]] = defaultdict(list)
    for row in rows:
        found[row.document_id].append(row)
    return found


# --- ways in which documents have something in common, the surest first ---


def numbers(anchors: Sequence[Anchor], targets: QuerySet[Document]) -> Iterator[Link]:
    """The same number or code as a property, under whatever label."""
    return _same_values(anchors, targets, lambda value: any(map(str.isdigit, value)))


def names(anchors: Sequence[Anchor], targets: QuerySet[Document]) -> Iterator[Link]:
    """The same name as a property."""
    return _same_values(anchors, targets, lambda value: not any(map(str.isdigit, value)))


def _same_values(
    anchors: Sequence[Anchor], targets: QuerySet[Document], is_one: Callable[[str], bool]
) -> Iterator[Link]:
    own: dict[str, list[TableRow]] = defaultdict(list)
    for row in properties_of([anchor.document.pk for anchor in anchors]):
        if is_telling(value := value_of(row)) and is_one(value):
            own[value.casefold()].append(row)
    if not own:
        return
    for other in _giving(list(own), targets):
        for row in own.get(value_of(other).casefold(), ()):
            if row.document_id != other.document_id:
                yield Link(row.document_id, other.document_id, "number", value_of(other), row, other)


def numbers_in_text(anchors: Sequence[Anchor], targets: QuerySet[Document]) -> Iterator[Link]:
    """A number or code of the other stands in the text of the first, or in the sentence that is meant."""
    return _named_in_text(anchors, targets, lambda value: any(map(str.isdigit, value)))


def names_in_text(anchors: Sequence[Anchor], targets: QuerySet[Document]) -> Iterator[Link]:
    return _named_in_text(anchors, targets, lambda value: not any(map(str.isdigit, value)))


def _named_in_text(
    anchors: Sequence[Anchor], targets: QuerySet[Document], is_one: Callable[[str], bool]
) -> Iterator[Link]:
    for anchor in anchors:
        named = {name.casefold(): passage for passage, text in _texts(anchor) for name in runs_in(text)}
        named = {name: passage for name, passage in named.items() if is_one(name)}
        others = targets.exclude(pk=anchor.document.pk)
        for row in _giving(list(named), others):
            value = value_of(row)
            if is_telling(value):
                passage = named[value.casefold()]
                pair = (anchor.document.pk, row.document_id)
                yield Link(*pair, "text", value, target_row=row, passage=passage)
        for code, passage in [each for each in named.items() if CODE.fullmatch(each[0])][:MOST_CODES]:
            for other in others.filter(Q(title__icontains=code) | Q(filename__icontains=code))[:MOST]:
                if has(code, f"{other.title} {other.filename}"):
                    yield Link(anchor.document.pk, other.pk, "text", code, passage=passage)


def told_in_text(anchors: Sequence[Anchor], targets: QuerySet[Document]) -> Iterator[Link]:
    """A number or code that the first gives stands in the text of the other."""
    rows = properties_of([anchor.document.pk for anchor in anchors])
    codes = [row for row in rows if CODE.fullmatch(value_of(row)) and is_telling(value_of(row))]
    passages = Chunk.objects.filter(document__in=targets, excluded=False).select_related("document")
    for row in codes[:MOST_CODES]:
        for passage in passages.filter(text__icontains=value_of(row)).order_by("document", "index")[:MOST]:
            if passage.document_id != row.document_id and has(value_of(row), passage.text):
                pair = (row.document_id, passage.document_id)
                yield Link(*pair, "text", value_of(row), start_row=row, passage=passage)


def _giving(values: Sequence[str], targets: QuerySet[Document]) -> QuerySet[TableRow]:
    """The properties that have one of the values, in small letters."""
    same = "lower(documents_tablerow.properties ->> documents_tablerow.label) = ANY(%s)"
    return properties_of(targets).extra(where=[same], params=[list(values)])


def _texts(anchor: Anchor) -> list[tuple[Chunk, str]]:
    if anchor.passage is not None:
        return [(anchor.passage, anchor.sentence)]
    chunks = Chunk.objects.filter(document=anchor.document, excluded=False).select_related("document")
    kept, length = [], 0
    for chunk in chunks.order_by("index"):
        length += len(chunk.text)
        if length > MOST_TEXT:
            break
        kept.append((chunk, chunk.text))
    return kept


def runs_in(text: str) -> set[str]:
    """The names and numbers of a text, and the parts of those of several words."""
    found = set()
    for match in NAME.finditer(text):
        words = match[0].split()[:MOST_WORDS]
        for start in range(len(words)):
            found |= {" ".join(words[start:end]).rstrip(".") for end in range(start + 1, len(words) + 1)}
    return {run for run in found if len(run) >= LEAST}


WAYS = (numbers, names, numbers_in_text, told_in_text, names_in_text)


def is_telling(value: str) -> bool:
    """Whether it is a name or a code: no day, no number alone, no common word."""
    if len(value) < LEAST or any(find_dates(value)):
        return False
    return LETTER.search(value) is not None and NAMED.search(value) is not None
