"""From documents that hold what is given to those that give what is asked for, by what both have."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agentic.search.joins.anchors import Anchor
from agentic.search.joins.asked import Asked, akin_to
from agentic.search.joins.corpus import MOST, Corpus, value_of
from agentic.search.joins.ways import LETTER, WAYS, has_digit, numbers, numbers_in_text
from documents.models import Document, TableRow
from reading.values.dates import find_dates
from retrieval.scope.links import Link
from retrieval.stems import stems

MOST_ROWS = 50  # of a document whose labels are read
MOST_PATHS = 100  # that are weighed; more say that what is named tells nothing


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
        if not all(has_digit(link.words) or _is_said(link, said) for link in self.links):
            return False
        last = self.words_of_target()
        if not any(akin_to(word, last) for word in said):
            return False
        every = self.words()
        return all(akin_to(word, every) for word in asked.words)


def _values(document: Document) -> str:
    """The names of things that it gives: “Position: Quality engineer”, the rows of its tables."""
    rows = TableRow.objects.answering().filter(document=document, anchored=True).order_by("pk")
    values = map(value_of, rows.filter(table="properties"))
    labels = rows.exclude(table="properties").values_list("label", flat=True)
    named = [*values, *labels[:MOST_ROWS]]
    return " ".join(value for value in named if LETTER.search(value) and not any(find_dates(value)))


def _spoken(filename: str) -> str:
    return re.sub(r"[\W_]+", " ", filename.rpartition(".")[0])


def _is_said(link: Link, said: Iterable[str]) -> bool:
    """Whether the question says as what the two have a name in common: “employs” of “Employer”."""
    rows = [row for row in (link.start_row, link.target_row) if row]
    labels = " ".join(f"{row.label} {row.quote}" for row in rows)
    return any(akin_to(stem, said) for stem in stems(labels) - stems(link.words))


def answers_alone(anchors: Sequence[Anchor], asked: Asked, corpus: Corpus) -> bool:
    """Whether one that holds what is given gives what is asked for too, and accounts for each word."""
    rows = _asked_of([anchor.document.pk for anchor in anchors], asked, corpus)
    paths = [Path(anchor, (), row) for anchor in anchors for row in rows.get(anchor.document.pk, ())]
    return any(asked.fits(value_of(path.row)) and path.bears_out(asked) for path in paths)


def paths_to(asked: Asked, anchors: Sequence[Anchor], corpus: Corpus) -> list[Path]:
    """Those that account for all of the question, by the surest ways that give any."""
    for way in WAYS:
        if corpus.is_late:
            return []
        paths = [(link,) for link in way(anchors, corpus)]
        if found := _fitting(paths, anchors, asked, corpus):
            return found
    for first in (numbers, numbers_in_text):  # by a document between them
        if corpus.is_late:
            return []
        links = list(first(anchors, corpus))
        between = corpus.documents().filter(pk__in={link.target for link in links})
        if not 0 < len(between) <= MOST:
            continue
        second = list(numbers([Anchor(document, "") for document in between], corpus))
        two = [(link, on) for link in links for on in second if on.start == link.target]
        if found := _fitting(two, anchors, asked, corpus):
            return found
    return []


def _fitting(
    ways: Sequence[tuple[Link, ...]], anchors: Sequence[Anchor], asked: Asked, corpus: Corpus
) -> list[Path]:
    own = {anchor.document.pk: anchor for anchor in anchors}
    rows = _asked_of([links[-1].target for links in ways], asked, corpus)
    paths = [
        Path(own[links[0].start], links, row) for links in ways for row in rows.get(links[-1].target, ())
    ]
    fitting = [path for path in paths if path.row.document_id != path.anchor.document.pk]
    if len(fitting) > MOST_PATHS:
        return []
    giving = _asked_of(list(own), asked, corpus).keys()  # of which nobody asks what others alike give
    fitting = [path for path in fitting if path.anchor.document.pk not in giving or _is_by_number(path)]
    return [path for path in fitting if asked.fits(value_of(path.row)) and path.bears_out(asked)]


def _is_by_number(path: Path) -> bool:
    return all(has_digit(link.words) for link in path.links)


def _asked_of(documents: Sequence[int], asked: Asked, corpus: Corpus) -> dict[int, list[TableRow]]:
    """By document, the properties that are asked for."""
    found: dict[int, list[TableRow]] = defaultdict(list)
    for row in corpus.properties().filter(document__in=set(documents), label__in=asked.labels).order_by("pk"):
        found[row.document_id].append(row)
    return found
