"""Which documents of a kind are linked with others: by a number both give, by naming, by shared names."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from django.db.models import QuerySet
from django.db.models.functions import Lower

from documents.models import Chunk, Document, Entity, Relationship, Status, TableRow, Workspace
from retrieval.scope.conditions import documents_called

LEAST_LETTERS = 4  # of a number that tells documents apart
MOST_LINKS = 100
MOST_NUMBERS = 12  # of one document that are looked for in texts
NUMBER = re.compile(r"(?=.*\d)[^\W_](?:[\w/.-]*[^\W_])?")  # “C-1007”, no amount and no day
NUMBERED = re.compile(
    r"\b(?:numbers?|no\.?|nr\.?|ref(?:erence)?|id|code|contract|order|agreement|policy|invoice|certificate|model)\s*:?$",
    re.IGNORECASE,
)
Way = Literal["number", "name", "text", "parties"]


@dataclass(frozen=True)
class Link:
    """`words`: what both have, of `way`. `start_row`, `target_row`: the rows or passages that say so."""

    start: int
    target: int
    way: Way
    words: str
    start_row: TableRow | None = None
    target_row: TableRow | None = None
    passage: Chunk | None = None
    detail: str = ""


def links_between(
    starts: Sequence[int], kind: str, *, workspace: Workspace, chosen: Sequence[int] | None = None
) -> list[Link]:
    """The documents of the kind that each of the first ones is linked with, by the surest way that links any.

    `chosen`: only these documents.
    """
    targets = workspace.documents.filter(documents_called([kind]), status=Status.READY)
    targets = targets.filter(superseded_by=None).exclude(pk__in=starts)
    if chosen is not None:
        targets = targets.filter(pk__in=chosen)
    ways = (_by_number, _by_relation, _by_text, _by_parties)
    return next((links[:MOST_LINKS] for way in ways if (links := list(way(starts, targets)))), [])


def _properties(documents: Iterable[int] | QuerySet[Document]) -> QuerySet[TableRow]:
    rows = TableRow.objects.answering().filter(anchored=True, table="properties", document__in=documents)
    return rows.select_related("document").order_by("pk")


def numbers_of(documents: Iterable[int]) -> Iterator[tuple[TableRow, str]]:
    """The numbers by which the documents call themselves and others: “Contract number: C-1007”."""
    for row in _properties(documents):
        value = row.properties.get(row.label)
        is_named = NUMBERED.search(row.label) and "date" not in row.label.casefold()
        if isinstance(value, str) and is_named and len(value) >= LEAST_LETTERS and NUMBER.fullmatch(value):
            yield row, value


def _by_number(starts: Sequence[int], targets: QuerySet[Document]) -> Iterator[Link]:
    """The same number, under whatever label: “Order number” here, “Purchase order” there."""
    own: dict[str, list[TableRow]] = defaultdict(list)
    for row, value in numbers_of(starts):
        own[value.casefold()].append(row)
    if not own:
        return
    seen = set()
    for other in _properties(targets).filter(small_value__in=list(own)):
        value = str(other.properties[other.label])
        for row in own.get(value.casefold(), ()):
            pair = (row.document_id, other.document_id)
            if pair not in seen:
                seen.add(pair)
                yield Link(*pair, "number", value, row, other)


def _by_relation(starts: Sequence[int], targets: QuerySet[Document]) -> Iterator[Link]:
    """One names the other, as was seen when they were read."""
    named = Relationship.objects.filter(relationship_type=Relationship.Type.REFERENCES)
    for each in named.filter(source__in=starts, target__in=targets):
        yield Link(each.source_id, each.target_id, "name", "", detail=each.description)
    for each in named.filter(source__in=targets, target__in=starts):
        yield Link(each.target_id, each.source_id, "name", "", detail=each.description)


def _by_text(starts: Sequence[int], targets: QuerySet[Document]) -> Iterator[Link]:
    """A number of the first documents stands in the text of one of the kind, or one of theirs in its text."""
    for row, value in list(numbers_of(starts))[:MOST_NUMBERS]:
        for chunk in _passages_with(value, targets):
            yield Link(row.document_id, chunk.document_id, "text", value, start_row=row, passage=chunk)
    for row, value in numbers_of(targets.values_list("pk", flat=True)[:MOST_LINKS]):
        for chunk in _passages_with(value, starts):
            yield Link(chunk.document_id, row.document_id, "text", value, target_row=row, passage=chunk)


def _passages_with(value: str, documents: Iterable[int] | QuerySet[Document]) -> Iterator[Chunk]:
    """The first passage of each document that has the number as a word."""
    pattern = rf"(?<![\w-]){re.escape(value)}(?![\w-])"
    found = Chunk.objects.filter(document__in=documents, excluded=False, text__icontains=value)
    seen = set()
    for chunk in found.select_related("document").order_by("document", "index")[:MOST_LINKS]:
        if chunk.document_id not in seen and re.search(pattern, chunk.text, re.IGNORECASE):
            seen.add(chunk.document_id)
            yield chunk


def _by_parties(starts: Sequence[int], targets: QuerySet[Document]) -> Iterator[Link]:
    """The one document of the kind that names more of the same organizations and people than any other.

    A name that most documents of the kind have tells none of them apart.
    """
    kinds = (Entity.Type.ORGANIZATION, Entity.Type.PERSON)
    rows = Entity.objects.answering().filter(entity_type__in=kinds, anchored=True)
    named = rows.annotate(name=Lower("entity_name")).values_list("document_id", "name").distinct()
    most_have = targets.count() / 2
    for start in starts:
        own = [name for _, name in named.filter(document=start)]
        shared: dict[int, set[str]] = defaultdict(set)
        for document, name in named.filter(document__in=targets, name__in=own):
            shared[document].add(name)
        usual = Counter(name for names in shared.values() for name in names)
        telling = {name for name, count in usual.items() if count == 1 or count <= most_have}
        most = max((len(names) for names in shared.values() if names & telling), default=0)
        best = [document for document, names in shared.items() if len(names) == most]
        if most and len(best) == 1:
            yield Link(start, best[0], "parties", ", ".join(sorted(shared[best[0]])))
