"""How names, texts, times and doubts of a plan are spelled."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from retrieval.tables.rules.dates import form_of, quarters_told
from retrieval.tables.rules.plan import Made, Mark, Stuck, Time
from retrieval.tables.rules.vocabulary.words import CALENDAR, DAYS, MONTHS
from retrieval.tables.schema import Column, words_of


def is_calendar(column: Column) -> bool:
    return column.kind == "text" and any(each.strip().lower() in CALENDAR for each in column.samples)


def aliased(name: str, alias: str) -> str:
    return name if not alias or name.endswith(f".{alias}") else f"{name} AS {quoted_alias(alias)}"


def quoted_alias(alias: str) -> str:
    """In small letters, so that it needs no quotes: “hotelId” is hotel_id."""
    words = alias if alias == alias.lower() else "_".join(words_of(alias))
    return re.sub(r"\W", "_", words)


def which(mark: Mark, choices: Sequence[str]) -> Stuck:
    listed = ", ".join(choices[:-1]) + f" or {choices[-1]}" if len(choices) > 1 else "".join(choices)
    asked = choices if len(choices) > 1 else ()
    return Stuck(f"Which do you mean by “{mark.words}”: {listed}?", words=mark.words, choices=asked)


def no_value(mark: Mark) -> Stuck:
    return Stuck(f"“{mark.words}” cannot be compared so.", left=[mark.words])


def within(name: str, time: Time, form: str = "date") -> str:
    """Whether a date is of the time. `form`: how the column `name` holds it, as `form_of`."""
    parts = [f"{name} >= {bound(time.first, form)}"] if time.first else []
    parts += [f"{name} < {bound(time.behind, form)}"] if time.behind else []
    return " AND ".join(parts)


def bound(day: str, form: str) -> str:
    """A day as columns of the form hold it, so that it can be compared with them as they are."""
    if form in ("seconds", "milliseconds"):
        seconds = int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp())
        return str(seconds * (1000 if form == "milliseconds" else 1))
    if form == "/":
        return text(day.replace("-", "/"))
    return (
        day.replace("-", "")
        if form == "figures"
        else text(day.replace("-", "") if form == "compact" else day)
    )


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


_SHAPES = {"/": "%Y/%m/%d", ".": "%d{0}%m{0}%Y", "us": "%m{0}%d{0}%Y", "compact": "%Y%m%d"}
_STARTS = {"/": (1, 6, 9), ".": (7, 4, 1), "us": (7, 1, 4), "compact": (1, 5, 7)}  # of year, month, day


def as_date(name: str, column: Column, dialect: str) -> str:
    """What a column holds, as a date."""
    form = form_of(column)
    if form == "date" or (form == "iso" and dialect in ("sqlite", "mysql")):
        return name
    if form == "iso":
        return f"CAST({name} AS TIMESTAMP)"
    if form in ("seconds", "milliseconds"):
        return _since_1970(f"{name} / 1000" if form == "milliseconds" else name, dialect)
    separator = next((sign for sign in "./-" if sign in "".join(column.samples)), "")
    shape = _SHAPES[form].format(separator)
    if dialect == "sqlite":
        year, month, day = (1, 6, 9) if form == "/" else (1, 5, 7) if form == "compact" else (7, 4, 1)
        month, day = (1, 4) if form == "us" else (month, day)
        return " || '-' || ".join(
            f"SUBSTR({name}, {at}, {4 if at == year else 2})" for at in (year, month, day)
        )
    if dialect == "mysql":
        return f"STR_TO_DATE({name}, {text(shape)})"
    if dialect == "duckdb":
        return f"CAST(STRPTIME(CAST({name} AS VARCHAR), {text(shape)}) AS DATE)"
    shape = shape.replace("%Y", "YYYY").replace("%m", "MM").replace("%d", "DD")
    return f"TO_DATE(CAST({name} AS TEXT), {text(shape)})"


def _since_1970(seconds: str, dialect: str) -> str:
    if dialect == "sqlite":
        return f"DATETIME({seconds}, 'unixepoch')"
    if dialect == "mysql":
        return f"FROM_UNIXTIME({seconds})"
    if dialect == "duckdb":
        return f"MAKE_TIMESTAMP(CAST({seconds} AS BIGINT) * 1000000)"
    return f"TIMEZONE('UTC', TO_TIMESTAMP({seconds}))"


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


def soon_after(first: str, last: str, count: int, unit: str, dialect: str, *, by_day: bool) -> str:
    """Whether the last is of the time from the first until so many units behind it."""
    if dialect == "sqlite":
        cut = "DATE" if by_day else "DATETIME"
        count, unit = {"week": (count * 7, "day"), "quarter": (count * 3, "month")}.get(unit, (count, unit))
        return f"{cut}({last}) BETWEEN {cut}({first}) AND {cut}({first}, '+{count} {unit}s')"
    first, last = (f"CAST({each} AS {'DATE' if by_day else _MOMENT[dialect]})" for each in (first, last))
    if dialect == "mysql":
        return f"{last} BETWEEN {first} AND DATE_ADD({first}, INTERVAL {count} {unit.upper()})"
    count, unit = (count * 3, "month") if unit == "quarter" else (count, unit)
    return f"{last} BETWEEN {first} AND {first} + INTERVAL '{count} {unit}s'"


_MOMENT = {"postgres": "TIMESTAMP", "duckdb": "TIMESTAMP", "mysql": "DATETIME"}


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


def quarters_within(year: str, quarter: str, column: Column, time: Time) -> str:
    """Whether a row's year and quarter are of the time, which must begin and end with a quarter."""
    bounds = [bound for bound in (time.first, time.behind) if bound]
    if any(bound[5:] not in ("01-01", "04-01", "07-01", "10-01") for bound in bounds):
        raise Stuck("The quarters there have no months.")
    first, behind = (int(b[:4]) * 4 + int(b[5:7]) // 3 if b else None for b in (time.first, time.behind))
    told = quarters_told(column)
    if first is not None and behind == first + 1:
        names = [text(value) for value, number in told.items() if number == first % 4 + 1]
        if len(names) == 1 or column.kind == "number":
            return f"{year} = {first // 4} AND {quarter} = {names[0] if names else first % 4 + 1}"
    cases = " ".join(f"WHEN {text(value)} THEN {number}" for value, number in told.items())
    number = quarter if column.kind == "number" else f"CASE {quarter} {cases} END"
    parts = [f"{year} * 4 + {number} > {first}"] if first is not None else []
    parts += [f"{year} * 4 + {number} <= {behind}"] if behind is not None else []
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
    "order group user table select from where end desc asc limit column check to on all in by as is not "
    "and or index having join left right set values when then else case union between like distinct".split()
)
