"""Values of a written statement in the spelling of the source, and keys of what is called so."""

from __future__ import annotations

from agentic.sources.statements.naming import Named
from agentic.sources.statements.spelling import each_once, with_values, with_years
from retrieval.tables.schema import Column, ForeignKey, Schema, Table
from tests.cases import every_case

SCHEMA = Schema(
    (
        Table(
            "airlines",
            (Column("carrier", "text", "text"), Column("name", "text", "text")),
            primary_key=("carrier",),
        ),
        Table(
            "flights",
            (
                Column("flown_on", "date", "date"),
                Column("id", "integer", "number"),
                Column("carrier", "text", "text"),
                Column("gate", "text", "text"),
            ),
            foreign_keys=(ForeignKey(("carrier",), "airlines", ("carrier",)),),
        ),
    )
)
NAMES = Named(
    {"jetblue airways": {"airlines.name"}}, {"jetblue": "jetblue airways"}, {"JetBlue": "JetBlue Airways"}
)
KEY = "(SELECT carrier FROM airlines WHERE name = 'JetBlue Airways')"


@every_case(
    "sql, mended",
    [
        (
            "SELECT name FROM airlines WHERE name = 'jetblue'",
            "SELECT name FROM airlines WHERE name = 'JetBlue Airways'",
        ),
        (
            "SELECT id FROM flights WHERE carrier = 'JetBlue'",
            f"SELECT id FROM flights WHERE carrier IN {KEY}",
        ),
        # of a column that has nothing to do with it, and of values that nobody named
        ("SELECT id FROM flights WHERE gate = 'JetBlue'", "SELECT id FROM flights WHERE gate = 'JetBlue'"),
        ("SELECT id FROM flights WHERE carrier = 'B6'", "SELECT id FROM flights WHERE carrier = 'B6'"),
        ("SELECT id FROM", "SELECT id FROM"),
    ],
)
def test_a_value_is_compared_where_it_stands(sql, mended):
    assert with_values(sql, NAMES.told(), NAMES, schema=SCHEMA, dialect="sqlite") == mended


YEAR = "(flown_on >= '2019-01-01' AND flown_on < '2020-01-01')"


@every_case(
    "question, sql, mended",
    [
        (
            "How many in 2019?",
            "SELECT id FROM flights WHERE flown_on = '2019-01-01'",
            f"SELECT id FROM flights WHERE {YEAR}",
        ),
        (
            "How many in 2019?",
            "SELECT id FROM flights WHERE flown_on = '2019'",
            f"SELECT id FROM flights WHERE {YEAR}",
        ),
        ("How many on 1 January 2019?", "SELECT id FROM flights WHERE flown_on = '2019-01-01'", ""),
        ("How many in 2018?", "SELECT id FROM flights WHERE flown_on = '2019-01-01'", ""),
        ("At gate 2019?", "SELECT id FROM flights WHERE gate = '2019'", ""),
    ],
)
def test_a_year_is_no_day(question, sql, mended):
    assert with_years(sql, question, schema=SCHEMA, dialect="sqlite") == (mended or sql)


JOINED = "a.name FROM airlines AS a JOIN flights AS f ON f.carrier = a.carrier"


@every_case(
    "question, sql, mended",
    [
        ("Which airlines fly from gate 4?", f"SELECT {JOINED}", f"SELECT DISTINCT {JOINED}"),
        # of a list of flights each is one
        ("Which flights are there?", f"SELECT f.gate, {JOINED}", ""),
        ("List the airlines of all flights", f"SELECT {JOINED}", ""),
        ("Which airlines are there?", "SELECT name FROM airlines", ""),
    ],
)
def test_a_name_is_told_once_where_it_is_asked_which(question, sql, mended):
    assert each_once(sql, question, schema=SCHEMA, dialect="sqlite") == (mended or sql)
