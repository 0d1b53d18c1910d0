"""A schema in words, for a model."""

from __future__ import annotations

from agentic.sources.statements.describe import described
from retrieval.tables.schema import Column, ForeignKey, Schema, Table

TRIPS = Table(
    name="trips",
    columns=(
        Column("id", "bigint", "number", lowest="1", highest="9"),
        Column("bus_id", "bigint", "number"),
        Column("left_at", "bigint", "number", lowest="1704067200", highest="1706832000"),
        Column("paid_on", "integer", "number", lowest="20240105", highest="20240301"),
        Column("seen_on", "date", "date", lowest="2024-01-05", highest="2024-03-01"),
        Column("state", "character varying", "text", samples=("done", "open")),
        Column("town", "text", "text", samples=tuple(f"Town {n:02}" for n in range(12))),
    ),
    primary_key=("id",),
    foreign_keys=(ForeignKey(("bus_id",), "buses", ("id",)),),
)


def test_figures_that_are_dates_are_told_as_such():
    told = described(Schema((TRIPS,))).splitlines()
    assert " left_at bigint, -- seconds since 1970" in told
    assert " paid_on integer, -- a date, as 20240331" in told
    assert " bus_id bigint REFERENCES buses(id)," in told


def test_a_column_is_told_in_few_tokens():
    table = Table(
        name="guests",
        columns=(
            Column("town", "text", "text", samples=tuple(f"Town{letter}" for letter in "abcdefghijkl")),
            Column("phone", "text", "text", samples=tuple(f"(555)-456-{n}" for n in range(12))),
            Column("paid", "text", "text", samples=tuple(f"{n + 10}.03.2024" for n in range(12))),
        ),
    )
    told = described(Schema((TRIPS, table))).splitlines()
    assert " seen_on date, -- 2024" in told
    assert " state text, -- 'done', 'open'" in told
    assert " town text, -- such as 'Towna'" in told
    assert " phone text," in told
    assert " paid text, -- such as '10.03.2024'" in told
    assert "" not in told
