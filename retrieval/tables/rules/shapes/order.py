"""Whole shapes of questions, in the order in which they are looked for."""

from __future__ import annotations

from retrieval.tables.rules.parts.marked import Marked
from retrieval.tables.rules.parts.money import take_costs, take_income, take_posted
from retrieval.tables.rules.shapes.averages import take_averages, take_measuring
from retrieval.tables.rules.shapes.column_units import take_units
from retrieval.tables.rules.shapes.gaps import take_gaps
from retrieval.tables.rules.shapes.often import take_often, take_times_done
from retrieval.tables.rules.shapes.states import take_states
from retrieval.tables.schema import Schema


def take_shapes(reader: Marked, schema: Schema) -> None:
    take_costs(reader)
    take_income(reader, schema)
    take_posted(reader)
    take_units(reader, schema)
    take_gaps(reader, schema)
    take_states(reader, schema)
    take_averages(reader)
    take_measuring(reader)
    take_often(reader, schema.tables)
    take_times_done(reader, schema.tables)
