"""Words that name nothing of a schema may be values: they are looked up before a plan is given up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from agentic.sources.drivers.types import Driver, SourceFailed, quoted
from retrieval.tables.coverage import unheld
from retrieval.tables.planning import UNSAID, planned
from retrieval.tables.rules.plan import Planned
from retrieval.tables.rules.vocabulary.words import FILLERS, TOKEN
from retrieval.tables.schema import Column, Schema, Table

MOST_COLUMNS, MOST_PHRASES, LONGEST = 60, 40, 5
SECONDS = 2.0


def planned_with_values(
    question: str, schema: Schema, dialect: str, driver: Driver, *, meant: Mapping[str, str] = UNSAID
) -> Planned:
    """As `planned`, with values that only the source knows."""
    plan = planned(question, schema, dialect, meant=meant)
    if plan.sql or plan.is_ambiguous or not plan.left:
        return plan
    values = values_in(phrases(question, plan.left), schema, driver)
    return planned(question, schema, dialect, values=values, meant=meant) if values else plan


def strange_words(
    question: str, schema: Schema, driver: Driver, *, known: Collection[str] = ()
) -> tuple[str, ...]:
    """Words of the question that stand nowhere in the source, as `unheld`; `known` ones are held besides."""
    missing = unheld(question, schema, known)
    if not missing:
        return ()
    return unheld(question, schema, [*known, *values_in(phrases(question, missing), schema, driver)])


def phrases(question: str, left: Iterable[str]) -> list[str]:
    """Runs of words that have one of `left` in them, in small letters."""
    tokens = list(TOKEN.finditer(question))
    missing = {word.lower() for words in left for word in (words, *words.split())}
    found = []
    for start in range(len(tokens)):
        for length in range(1, LONGEST + 1):
            run = tokens[start : start + length]
            words = [token[0].lower() for token in run]
            if len(run) < length or not missing & {*words}:
                continue
            if any(end.lower() in FILLERS and not end.isupper() for end in (run[0][0], run[-1][0])):
                continue
            written = question[run[0].start() : run[-1].end()]  # with its points: “Dr. Cohen”
            ways = [" ".join(words), written]
            if question[run[-1].end() :].startswith("."):  # “Atlas Shipping Inc.”
                ways.append(f"{written}.")
            texts = (each.strip("'\"“”`").lower() for each in ways)
            found += [text for text in texts if len(text) > 1 and not text.isdigit()]
    return list(dict.fromkeys(found))[:MOST_PHRASES]


def values_in(words: Sequence[str], schema: Schema, driver: Driver) -> dict[str, set[str]]:
    """Those of `words` that stand in text columns, as a whole value each → where."""
    columns = [(t, c) for t in schema.tables for c in t.columns if c.kind == "text"][:MOST_COLUMNS]
    if not words or not columns:
        return {}
    listed = ", ".join("'" + word.replace("'", "''") + "'" for word in words)
    parts = [
        _looking(number, table, column, listed, driver.dialect)
        for number, (table, column) in enumerate(columns)
    ]
    try:
        rows = driver.run(" UNION ALL ".join(parts), rows=200, seconds=SECONDS).rows
    except SourceFailed:
        return {}
    found: dict[str, set[str]] = {}
    for place, value in rows:
        table, column = columns[int(place)]
        found.setdefault(str(value), set()).add(f"{table.path}.{column.name}")
    return found


def _looking(number: int, table: Table, column: Column, listed: str, dialect: str) -> str:
    quote = "`" if dialect == "mysql" else '"'
    path = ".".join(quoted(part, quote) for part in (table.schema, table.name) if part)
    name = quoted(column.name, quote)
    return (
        f"SELECT {number} AS place, value FROM (SELECT DISTINCT lower({name}) AS value FROM {path} "
        f"WHERE lower({name}) IN ({listed}) LIMIT 5) AS found{number}"
    )
