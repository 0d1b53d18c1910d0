"""Questions to begin with: what people approved, then what rules can answer of the tables."""

from __future__ import annotations

from collections.abc import Iterator

from agentic.sources.models import DataSource
from retrieval.tables.planning import planned
from retrieval.tables.rules.dates import dates_of, is_kept
from retrieval.tables.rules.plan import Place
from retrieval.tables.schema import FEW_VALUES, Table, words_of

MOST = 4
LARGEST = 5  # tables, of which is asked


def beginnings(source: DataSource) -> list[str]:
    """At most a few questions; those of the tables are shown where a plan stands for each."""
    approved = list(source.approved.values_list("question", flat=True)[:MOST])
    schema = source.stored_schema
    tables = sorted(schema.tables, key=lambda table: -(table.rows or 0))[:LARGEST]
    found = []
    for ask in (_counted, _by_parent, _by_month, _by_kind, _summed):
        made = (question for table in tables for question in ask(table))
        found += [next((each for each in made if planned(each, schema, source.dialect).sql), "")]
    return list(dict.fromkeys([*approved, *filter(None, found)]))[:MOST]


def _counted(table: Table) -> Iterator[str]:
    if table.foreign_keys or not table.primary_key:
        yield f"How many {_called(table)} are there?"


def _by_parent(table: Table) -> Iterator[str]:
    for key in table.foreign_keys:
        yield f"Top 5 {_called_path(key.table)} by number of {_called(table)}"


def _by_month(table: Table) -> Iterator[str]:
    if any(not is_kept(Place(table, column)) for column in dates_of(table)):
        yield f"Number of {_called(table)} by month"


def _by_kind(table: Table) -> Iterator[str]:
    for column in table.columns:
        if column.kind == "text" and 1 < len(column.samples) < FEW_VALUES - 4:
            yield f"How many {_called(table)} per {' '.join(words_of(column.name))}?"


def _summed(table: Table) -> Iterator[str]:
    keys = {*table.primary_key, *(name for key in table.foreign_keys for name in key.columns)}
    for column in table.columns:
        if column.kind == "number" and column.name not in keys:
            yield f"What is the average {' '.join(words_of(column.name))} of {_called(table)}?"


def _called(table: Table) -> str:
    return " ".join(words_of(table.name))


def _called_path(path: str) -> str:
    return " ".join(words_of(path.rpartition(".")[2]))
