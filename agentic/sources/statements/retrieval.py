"""Which part of a large schema a question is about, by the meaning of names and comments."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from django.db import transaction
from pgvector.django import CosineDistance

from agentic.sources.models import DataSource, SchemaElement
from agentic.sources.statements.describe import described, told_of
from llm.types import Embedder
from retrieval.tables.schema import Schema, words_of
from retrieval.tables.understanding import Understood

WHOLE_CHARACTERS = 12_000  # of a described schema; the local model reads some 4,000 tokens of it
NEAREST = 24  # elements
LEAST_TABLES = 2  # found, below which the schema is shown from its beginning


def index_schema(source: DataSource, *, embedder: Embedder) -> int:
    """Embed the elements of the source's schema that are new or told otherwise; returns how many.

    What is gone is removed.
    """
    told = {element: (text, metadata) for element, text, metadata in elements(source.stored_schema)}
    known = dict(source.elements.filter(embedder=embedder.name).values_list("element", "text"))
    fresh = [element for element, (text, _) in told.items() if known.get(element) != text]
    vectors: Any = embedder.embed([told[element][0] for element in fresh]) if fresh else []
    with transaction.atomic():
        source.elements.exclude(element__in=told, embedder=embedder.name).delete()
        source.elements.filter(element__in=fresh).delete()
        SchemaElement.objects.bulk_create(
            SchemaElement(
                source=source,
                element=element,
                text=told[element][0],
                metadata=told[element][1],
                embedder=embedder.name,
                embedding=vector,
            )
            for element, vector in zip(fresh, vectors, strict=True)
        )
    return len(fresh)


def elements(schema: Schema) -> Iterator[tuple[str, str, dict[str, str]]]:
    """(id, words, metadata) of each table, column and relation."""
    for table in schema.tables:
        names = ", ".join(" ".join(words_of(column.name)) for column in table.columns)
        said = " ".join(words_of(table.name))
        yield f"table:{table.path}", f"{said}: {names}. {table.comment}".strip(), {"table": table.path}
        for column in table.columns:
            text = f"{' '.join(words_of(column.name))} of {said}. {told_of(column)}".strip()
            yield f"column:{table.path}.{column.name}", text, {"table": table.path, "column": column.name}
    for table, key in schema.relations:
        text = f"{' '.join(words_of(table.name))} refers to {' '.join(words_of(key.table))}"
        yield (
            f"rel:{table.path}.{'+'.join(key.columns)}>{key.table}",
            text,
            {"table": table.path, "to": key.table},
        )


def nearest_names(source: DataSource, words: str, *, embedder: Embedder, count: int = 3) -> list[str]:
    """The paths of columns that are nearest to the words in meaning, the nearest first."""
    index_schema(source, embedder=embedder)
    (vector,) = embedder.embed([words])
    columns = source.elements.filter(element__startswith="column:").order_by(
        CosineDistance("embedding", vector)
    )
    return [each.element.removeprefix("column:") for each in columns[:count]]


def relevant(source: DataSource, question: str, understood: Understood, *, embedder: Embedder) -> Schema:
    """The whole schema where it fits; else the tables nearest to the question and those between them."""
    schema = source.stored_schema
    if len(described(schema)) <= WHOLE_CHARACTERS:
        return schema
    index_schema(source, embedder=embedder)
    names = " ".join([question, *understood.tables, *understood.columns])
    (vector,) = embedder.embed([names])
    nearest = source.elements.order_by(CosineDistance("embedding", vector))[:NEAREST]
    found = list(dict.fromkeys([*understood.tables, *(each.metadata["table"] for each in nearest)]))
    if len(found) < LEAST_TABLES:
        found = [table.path for table in schema.tables]
    return fitting(schema, found)


def fitting(schema: Schema, tables: Sequence[str]) -> Schema:
    """As many of `tables`, best first, as fit, each with those that join it to the ones before."""
    chosen: list[str] = []
    for table in tables:
        wider = [*chosen, *(t for t in [*path_between(schema, chosen, table), table] if t not in chosen)]
        if chosen and len(described(schema.only(wider))) > WHOLE_CHARACTERS:
            break
        chosen = wider
    return schema.only(chosen)


def path_between(schema: Schema, chosen: Sequence[str], table: str) -> list[str]:
    """The tables on the shortest way over keys from any of `chosen` to `table`, without the ends."""
    next_to: dict[str, set[str]] = {}
    for own, key in schema.relations:
        next_to.setdefault(own.path, set()).add(key.table)
        next_to.setdefault(key.table, set()).add(own.path)
    came_from: dict[str, str] = {}
    queue, seen = deque([table]), {table}
    while queue:
        here = queue.popleft()
        if here in chosen:
            way, at = [], came_from.get(here, table)
            while at != table:
                way.append(at)
                at = came_from[at]
            return way
        for other in sorted(next_to.get(here, set()) - seen):
            seen.add(other)
            came_from[other] = here
            queue.append(other)
    return []
