"""How names, texts, times and doubts of a plan are spelled."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.tables.rules.plan import Made, Mark, Stuck, Time
from retrieval.tables.rules.words import CALENDAR, DAYS, MONTHS
from retrieval.tables.schema import Column


def is_calendar(column: Column) -> bool:
    return column.kind == "text" and any(each.strip().lower() in CALENDAR for each in column.samples)


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
    if unit == "dayofweek":
        return weekday(name, dialect)
    if unit == "year":
        return f"STRFTIME('%Y', {name})" if dialect == "sqlite" else f"EXTRACT(YEAR FROM {name})"
    if unit == "day" and dialect not in ("sqlite", "mysql"):
        return f"CAST({name} AS DATE)"
    if dialect not in ("sqlite", "mysql"):
        return f"DATE_TRUNC('{unit}', {name})"
    if unit == "day":
        return f"DATE({name})"
    if unit == "month":
        return f"STRFTIME('%Y-%m', {name})" if dialect == "sqlite" else f"DATE_FORMAT({name}, '%Y-%m')"
    if unit == "week":  # its Monday
        monday = f"DATE({name}, 'weekday 0', '-6 days')"
        return monday if dialect == "sqlite" else f"DATE_SUB(DATE({name}), INTERVAL WEEKDAY({name}) DAY)"
    if dialect == "mysql":
        return f"CONCAT(YEAR({name}), '-Q', QUARTER({name}))"
    return f"STRFTIME('%Y', {name}) || '-Q' || ((CAST(STRFTIME('%m', {name}) AS INTEGER) + 2) / 3)"


def weekday(name: str, dialect: str) -> str:
    """The day of the week, Monday is 1."""
    if dialect == "sqlite":
        return f"((CAST(STRFTIME('%w', {name}) AS INTEGER) + 6) % 7 + 1)"
    return f"(WEEKDAY({name}) + 1)" if dialect == "mysql" else f"EXTRACT(ISODOW FROM {name})"


def as_date(name: str, dialect: str) -> str:
    """A text that holds a date, as one."""
    return name if dialect in ("sqlite", "mysql") else f"CAST({name} AS TIMESTAMP)"


SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}


def between(first: str, last: str, made: Made, dialect: str) -> str:
    """How long it is from one to the other, in units."""
    seconds = SECONDS[made.unit]
    if dialect == "sqlite":
        return f"((JULIANDAY({last}) - JULIANDAY({first})) * {86400 / seconds:g})"
    if dialect == "mysql":
        return f"(TIMESTAMPDIFF(SECOND, {first}, {last}) / {seconds})"
    assert made.last is not None
    if dialect == "postgres" and made.unit == "day" and {made.first.type, made.last.type} == {"date"}:
        return f"({last} - {first})"
    span = f"EXTRACT(EPOCH FROM CAST({last} AS TIMESTAMP) - CAST({first} AS TIMESTAMP))"
    return f"({span} / {seconds})" if seconds > 1 else span


def since(first: str, made: Made, dialect: str) -> str:
    """How many whole years, or days, it is from a date to today."""
    if made.how == "age":
        if dialect == "sqlite":
            day = "CAST(STRFTIME('%Y%m%d', {}) AS INTEGER)"
            today, then = day.format("CURRENT_DATE"), day.format(first)
            return f"(({today} - {then}) / 10000)"
        if dialect == "mysql":
            return f"TIMESTAMPDIFF(YEAR, {first}, CURRENT_DATE)"
        return f"EXTRACT(YEAR FROM AGE(CURRENT_DATE, CAST({first} AS DATE)))"
    if dialect == "sqlite":
        return f"(JULIANDAY(CURRENT_DATE) - JULIANDAY({first}))"
    if dialect == "mysql":
        return f"TIMESTAMPDIFF(DAY, {first}, CURRENT_DATE)"
    return f"(CURRENT_DATE - CAST({first} AS DATE))"


def month_number(year: str, month: str, column: Column) -> str:
    """Twelve a year, and the month's own from 0."""
    if column.kind == "number":
        return f"({year} * 12 + {month} - 1)"
    return f"({year} * 12 + {in_calendar(month, column)} - 1)"


def months_within(name: str, time: Time) -> str:
    """Whether a number of months is of the time, which must begin and end with a month."""
    bounds = [bound for bound in (time.first, time.behind) if bound]
    if any(not bound.endswith("-01") for bound in bounds):
        raise Stuck("The months there have no days.")
    first, behind = (int(b[:4]) * 12 + int(b[5:7]) - 1 if b else None for b in (time.first, time.behind))
    parts = [f"{name} >= {first}"] if first is not None else []
    parts += [f"{name} < {behind}"] if behind is not None else []
    return " AND ".join(parts)


def in_calendar(name: str, column: Column) -> str:
    """The number of the month or of the day of the week that a column calls by its name."""
    names = MONTHS if any(value.strip().lower() in MONTHS for value in column.samples) else DAYS
    cases = " ".join(f"WHEN {text(each)} THEN {number}" for number, each in enumerate(names, 1))
    return f"CASE LOWER(TRIM({name})) {cases} END"


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
