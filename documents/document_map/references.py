"""Which documents name each other in their text: by title, by file name, by their own number."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.contrib.postgres.search import SearchQuery
from django.db.models import Q

from documents.models import Chunk, Document, Relationship, Status, TableRow
from documents.page_names import page_noun

LEAST_WORDS = 3  # of a title without a figure in it; shorter ones are common words
LEAST_LETTERS = 8  # of a name with a figure in it
INDEXED_LETTERS = 4
MOST_NAMES = 60  # of one document that are looked for in the others
NUMBER_LABEL = re.compile(r"\b(?:number|no\.?|nr\.?|ref(?:erence)?|id)\s*:?$", re.IGNORECASE)
WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Named:
    """A document and the words, blank-joined and in lower case, by which others may name it."""

    document: Document
    names: tuple[str, ...]


def mentions(document: Document) -> list[Relationship]:
    """One “references” for each document that `document` names, and for each that names it."""
    others = _others(document)
    numbers = _own_numbers([document, *others])
    mine = Named(document, tuple(_names(document, numbers)))
    known = [Named(other, tuple(_names(other, numbers))) for other in others]
    shared = Counter(name for named in (mine, *known) for name in set(named.names))
    return [
        *_named_by(document, mine, [named for named in known if named.names], shared),
        *_naming(document, mine, known, shared),
    ]


def _others(document: Document) -> list[Document]:
    ready = document.workspace.documents.exclude(status=Status.FAILED).exclude(pk=document.pk)
    return list(ready.only("filename", "title", "organizations", "workspace_id", "media_type"))


def _own_numbers(documents: Iterable[Document]) -> dict[int, list[str]]:
    """What each document's properties call its number: an invoice's, a contract's."""
    rows = TableRow.objects.filter(document__in=list(documents), table="properties")
    numbers: dict[int, list[str]] = {}
    for pk, label, properties in rows.values_list("document_id", "label", "properties"):
        if NUMBER_LABEL.search(label):
            numbers.setdefault(pk, []).extend(text for text in properties.values() if isinstance(text, str))
    return numbers


def _names(document: Document, numbers: dict[int, list[str]]) -> Iterator[str]:
    stem = document.filename.rsplit(".", 1)[0]
    whose = {plain(name) for name in document.organizations}  # whoever names one of them names no document
    for text in (document.title, stem, *numbers.get(document.pk, ())):
        name = plain(text)
        if is_telling(name) and name not in whose:
            yield name


def is_telling(name: str) -> bool:
    """Whether the words can hardly mean anything but one document."""
    has_figure = any(letter.isdigit() for letter in name)
    has_letter = any(letter.isalpha() for letter in name)
    return has_letter and (len(name) >= LEAST_LETTERS if has_figure else name.count(" ") + 1 >= LEAST_WORDS)


def plain(text: str) -> str:
    """Its words in lower case with one blank between, so that marks and line breaks make no difference."""
    return " ".join(WORD.findall(text.lower()))


def _named_by(
    document: Document, mine: Named, others: Iterable[Named], shared: Counter[str]
) -> Iterator[Relationship]:
    """What `document` names. A name that two documents have, or that is part of its own, tells nothing."""
    pages = {number: f" {plain(text)} " for number, text in document.pages.values_list("number", "text")}
    whole = "".join(pages.values())
    for other in others:
        for name in other.names:
            if shared[name] > 1 or any(name in own for own in mine.names) or f" {name} " not in whole:
                continue
            page = next((number for number, text in pages.items() if f" {name} " in text), None)
            if page is not None:
                yield _reference(document, other.document, name, page)
                break


def _naming(
    document: Document, mine: Named, others: Iterable[Named], shared: Counter[str]
) -> Iterator[Relationship]:
    """Which others name `document`; the text index finds their passages."""
    by_number = {other.document.pk: other for other in others}
    names = [name for name in mine.names if shared[name] == 1][:MOST_NAMES]
    if not names or not by_number:
        return
    wanted = reduce(or_, map(_contains, names))
    chunks = Chunk.objects.filter(wanted, document__in=by_number).order_by("document_id", "index")
    seen: set[int] = set()
    for chunk in chunks.only("document_id", "page_start", "text"):
        other, text = by_number[chunk.document_id], f" {plain(chunk.text)} "
        for name in names:
            is_own = any(name in own for own in other.names)
            if chunk.document_id not in seen and not is_own and f" {name} " in text:
                seen.add(chunk.document_id)
                yield _reference(other.document, document, name, chunk.page_start)


def _contains(name: str) -> Q:
    """Chunks with the words in this order. The text index narrows them down by the words that it surely has:
    it cuts numbers with hyphens in ways of its own."""
    condition = Q(text__iregex=r"\y" + r"[^[:alnum:]]+".join(name.split()) + r"\y")
    words = [word for word in name.split() if word.isalpha() and len(word) >= INDEXED_LETTERS]
    return condition & Q(search=SearchQuery(" ".join(words), config="english")) if words else condition


def _reference(source: Document, target: Document, name: str, page: int) -> Relationship:
    return Relationship(
        workspace_id=target.workspace_id,
        source=source,
        target=target,
        relationship_type=Relationship.Type.REFERENCES,
        description=f"{source.filename} names it on {page_noun(source)} {page}: “{name}”.",
    )
