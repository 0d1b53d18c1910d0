"""How names, texts, times and doubts of a plan are spelled."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.tables.rules.plan import Mark, Stuck, Time
from retrieval.tables.rules.words import CALENDAR
from retrieval.tables.schema import Column


def is_calendar(column: Column) -> bool:
    return column.kind == "text" and any(each.lower() in CALENDAR for each in column.samples)


def aliased(name: str, alias: str) -> str:
    return name if not alias or name.endswith(f".{alias}") else f"{name} AS {quoted_alias(alias)}"


def quoted_alias(alias: str) -> str:
    return re.sub(r"\W", "_", alias.lower())


def which(mark: Mark, choices: Sequence[str]) -> Stuck:
    listed = ", ".join(choices[:-1]) + f" or {choices[-1]}" if len(choices) > 1 else "".join(choices)
    asked = choices if len(choices) > 1 else ()
    return Stuck(f"Which do you mean by “{mark.words}”: {listed}?", words=mark.words, choices=asked)


def no_value(mark: Mark) -> Stuck:
    return Stuck(f"“{mark.words}” cannot be compared so.", left=[mark.words])


def within(name: str, time: Time) -> str:
    parts = [f"{name} >= {text(time.first)}"] if time.first else []
    parts += [f"{name} < {text(time.behind)}"] if time.behind else []
    return " AND ".join(parts)


def part(name: str, unit: str, dialect: str) -> str:
    """The day, week, month, quarter or year of a date."""
    if unit == "year":
        return f"STRFTIME('%Y', {name})" if dialect == "sqlite" else f"EXTRACT(YEAR FROM {name})"
    if dialect not in ("sqlite", "mysql"):
        return f"DATE_TRUNC('{unit}', {name})"
    if unit == "day":
        return f"DATE({name})"
    if unit != "month":
        raise Stuck(f"Rules make no {unit}s of dates there.", left=[unit])
    return f"STRFTIME('%Y-%m', {name})" if dialect == "sqlite" else f"DATE_FORMAT({name}, '%Y-%m')"


def weekday_in(name: str, days: Sequence[int], dialect: str) -> str:
    """Whether a date falls on one of the days, of which Monday is 1."""
    if dialect == "sqlite":
        return f"CAST(STRFTIME('%w', {name}) AS INTEGER) IN ({', '.join(str(day % 7) for day in days)})"
    if dialect == "mysql":
        return f"WEEKDAY({name}) IN ({', '.join(str(day - 1) for day in days)})"
    return f"EXTRACT(ISODOW FROM {name}) IN ({', '.join(map(str, days))})"


def text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def quoted(name: str, dialect: str) -> str:
    if re.fullmatch(r"[a-z_][a-z0-9_]*", name) and name not in RESERVED:
        return name
    quote = "`" if dialect == "mysql" else '"'
    return f"{quote}{name.replace(quote, quote * 2)}{quote}"


RESERVED = frozenset(
    "order group user table select from where end desc asc limit column check to on all".split()
)
