"""What documents have in common, the surest ways first: numbers and names, as properties and in texts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from agentic.search.joins.anchors import Anchor, has
from agentic.search.joins.asked import NAME
from agentic.search.joins.corpus import CODE, MOST, Corpus, any_has, value_of
from documents.models import Chunk, TableRow
from reading.values.dates import find_dates
from retrieval.scope.links import Link

MOST_TEXT = 50_000  # characters of a document's text that are looked through
MOST_CODES = 12  # that are looked for in texts and in what documents are called
MOST_WORDS = 8  # of a name
LEAST = 4  # characters of what tells documents apart
LETTER = re.compile(r"[^\W\d_]")
NAMED = re.compile(r"[A-ZÀ-Þ\d]")


def numbers(anchors: Sequence[Anchor], corpus: Corpus) -> Iterator[Link]:
    """The same number or code as a property, under whatever label."""
    return _same_values(anchors, corpus, has_digit)


def names(anchors: Sequence[Anchor], corpus: Corpus) -> Iterator[Link]:
    """The same name as a property."""
    return _same_values(anchors, corpus, lambda value: not has_digit(value))


def _same_values(anchors: Sequence[Anchor], corpus: Corpus, is_one: Callable[[str], bool]) -> Iterator[Link]:
    own: dict[str, list[TableRow]] = defaultdict(list)
    for row in _given_by(anchors, corpus):
        if is_one(value_of(row)):
            own[value_of(row).casefold()].append(row)
    for other in corpus.giving(list(own)):
        for row in own[value_of(other).casefold()]:
            if row.document_id != other.document_id:
                yield Link(row.document_id, other.document_id, "number", value_of(other), row, other)


def _given_by(anchors: Sequence[Anchor], corpus: Corpus) -> list[TableRow]:
    rows = corpus.properties().filter(document__in=[anchor.document.pk for anchor in anchors])
    return [row for row in rows.order_by("document", "pk") if is_telling(value_of(row))]


def numbers_in_text(anchors: Sequence[Anchor], corpus: Corpus) -> Iterator[Link]:
    """A number or code of the other stands in the text of the first, or in the sentence that is meant."""
    return _named_in_text(anchors, corpus, has_digit)


def names_in_text(anchors: Sequence[Anchor], corpus: Corpus) -> Iterator[Link]:
    return _named_in_text(anchors, corpus, lambda value: not has_digit(value))


def _named_in_text(
    anchors: Sequence[Anchor], corpus: Corpus, is_one: Callable[[str], bool]
) -> Iterator[Link]:
    named: dict[str, list[tuple[Anchor, Chunk]]] = defaultdict(list)
    for anchor in anchors:
        for passage, text in _texts(anchor):
            for name in filter(is_one, runs_in(text)):
                named[name.casefold()].append((anchor, passage))
    for row in corpus.giving(list(named)):
        for anchor, passage in named[value_of(row).casefold()] if is_telling(value_of(row)) else ():
            if anchor.document.pk != row.document_id:
                pair = (anchor.document.pk, row.document_id)
                yield Link(*pair, "text", value_of(row), target_row=row, passage=passage)
    codes = [code for code in named if CODE.fullmatch(code)][:MOST_CODES]
    called = any_has(codes, "title") | any_has(codes, "filename") if codes else None
    for other in corpus.documents().filter(called)[:MOST] if called else ():
        for code in codes:
            if has(code, f"{other.title} {other.filename}"):
                for anchor, passage in named[code]:
                    if anchor.document.pk != other.pk:
                        yield Link(anchor.document.pk, other.pk, "text", code, passage=passage)


def told_in_text(anchors: Sequence[Anchor], corpus: Corpus) -> Iterator[Link]:
    """A number or code that the first gives stands in the text of the other."""
    rows = [row for row in _given_by(anchors, corpus) if CODE.fullmatch(value_of(row))][:MOST_CODES]
    if not rows:
        return
    for passage in corpus.passages().filter(any_has([value_of(row) for row in rows], "text"))[:MOST]:
        for row in rows:
            if passage.document_id != row.document_id and has(value_of(row), passage.text):
                pair = (row.document_id, passage.document_id)
                yield Link(*pair, "text", value_of(row), start_row=row, passage=passage)


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


def is_telling(value: str) -> bool:
    """Whether it is a name or a code: no day, no number alone, no common word."""
    if len(value) < LEAST or any(find_dates(value)):
        return False
    return LETTER.search(value) is not None and NAMED.search(value) is not None


def has_digit(value: str) -> bool:
    return any(map(str.isdigit, value))


WAYS = (numbers, names, numbers_in_text, told_in_text, names_in_text)
