"""A model writes the statement, and writes it again where the walls or the database refuse it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import sqlglot
from sqlglot import exp

from agentic.running.prompts import prompt
from agentic.sources.drivers.types import Driver, Fetched, SourceFailed
from agentic.sources.statements.describe import described
from agentic.sources.statements.mending import mended
from agentic.sources.statements.naming import named_in
from agentic.sources.statements.spelling import each_once, with_values, with_years
from agentic.sources.statements.ties import with_ties
from agentic.sources.walls.validate import validate
from agentic.sql.guard import DIALECTS
from agentic.sql.refusal import UnsafeSQL
from llm.fencing import fenced
from llm.types import ChatModel, ChatRequest, Message, ModelRole
from llm.usage import Usage
from retrieval.tables.schema import Schema, is_sampled_whole
from retrieval.tables.understanding import Understood, phrases

REPLY_TOKENS = 320  # the longest of 210 gold statements has some 300
RETRIES = 3
PATIENCE = 1.5  # times the first statement's seconds, within which another is begun
MOST_EXAMPLES = 3
VALUE_COLUMNS = 40  # text columns in which values of the question are looked for
VALUE_SECONDS = 2.0
NOT_POSSIBLE = "NOT POSSIBLE"
NO_ROWS = "It gives no rows: look at the conditions and how values are spelled."
_ASKED_BACK = re.compile(r"\s*CLARIFY:\s*(\S[^\n]*)")
ROLES: dict[str, ModelRole] = {"simple": "standard", "medium": "standard", "complex": "deep"}
_FENCED = re.compile(r"```(?:\w+)?\s*(.*?)(?:```|$)", re.S)
_START = re.compile(r"\b(?:WITH|SELECT)\b", re.I)


@dataclass
class Attempt:
    """One statement that was tried. `error`: why it was refused, by the walls or the database.

    `is_shared`: whether one row was asked for and several are equally first, all of which are found.
    `beyond`: of several that were asked for, how many more are equal to the last. `note`: what it takes for
    granted. `seconds`: that the database took.
    """

    sql: str
    error: str = ""
    found: Fetched | None = None
    is_shared: bool = False
    beyond: int = 0
    note: str = ""
    seconds: float = 0.0


@dataclass
class Written:
    """`asked_back`: what the model wants to know first; `options`: what may be answered."""

    attempts: list[Attempt] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    refusal: str = ""
    asked_back: str = ""
    options: tuple[str, ...] = ()

    @property
    def good(self) -> Attempt | None:
        """The last that ran, one with rows before one without."""
        ran = [attempt for attempt in self.attempts if attempt.found is not None]
        return next((a for a in reversed(ran) if a.found and a.found.rows), ran[-1] if ran else None)

    @property
    def retries(self) -> int:
        return max(0, len(self.attempts) - 1)


@dataclass(frozen=True)
class Example:
    question: str
    sql: str


@dataclass(frozen=True)
class Task:
    """What is to be written. `schema`: the part that is shown; `whole`: all that exists.

    `meant`: what was answered when it was asked back. `repair_seconds`: since the beginning, within which a
    statement is written again however fast the first was.
    """

    question: str
    schema: Schema
    whole: Schema
    dialect: str
    understood: Understood
    instructions: str = ""
    examples: Sequence[Example] = ()
    history: Sequence[dict[str, str]] = ()
    meant: Sequence[str] = ()
    rows: int = 1000
    seconds: float = 20.0
    repair_seconds: float = 5.0


def system_of(task: Task) -> str:
    """What stays the same from question to question, so that the model has read it before."""
    told = prompt("source_sql").text.replace("{dialect}", DIALECTS[task.dialect])
    return f"{told}\n\n{fenced(described(task.schema))}"


def asked(task: Task, values: Sequence[tuple[str, str]]) -> str:
    lines = [f"Example. Question: {each.question}\n{each.sql}" for each in task.examples[:MOST_EXAMPLES]]
    if task.history:
        before = "; ".join(each["text"][:200] for each in task.history if each.get("role") == "user")
        lines.append(f"Asked before: {before}")
    lines.append(f"Question: {task.question}")
    if task.instructions:
        lines.append(task.instructions)
    lines += [f"Meant is: {each}" for each in task.meant]
    if values:
        told = ", ".join(f"{place} = '{word}'" for word, place in values[:6])
        lines.append(f"Values that stand there: {told}")
    lines += task.understood.hints
    return "\n".join(lines)


def write(
    task: Task,
    *,
    chat: ChatModel,
    driver: Driver,
    retries: int = RETRIES,
    on_try: Any = None,
    clock: Callable[[], float] = time.monotonic,
) -> Written:
    """Statements until one runs, at most `retries` again, as long as that is in proportion to the first.

    `on_try(attempt)` is told of each.
    """
    written, started = Written(), clock()
    until = started
    names = named_in(task.question, [], task.schema, driver)
    values = [*task.understood.values, *values_of(task, driver), *names.told()]
    messages = [Message("user", asked(task, values))]
    role = ROLES[task.understood.complexity]
    asked_for_rows = False
    while len(written.attempts) <= retries:
        reply = chat.complete(
            ChatRequest(system=system_of(task), messages=list(messages), role=role, max_tokens=REPLY_TOKENS)
        )
        written.usage += reply.usage
        if not written.attempts:
            until += max(task.repair_seconds, PATIENCE * (clock() - started))
        if back := _ASKED_BACK.match(reply.text):
            question, *options = (part.strip() for part in back[1].split("|"))
            written.asked_back, written.options = question, tuple(filter(None, options))
            return written
        if NOT_POSSIBLE in reply.text.upper()[:200]:
            written.refusal = reply.text.strip()
            return written
        sql = with_values(statement_in(reply.text), values, names, schema=task.whole, dialect=task.dialect)
        for put_right in (with_years, each_once):
            sql = put_right(sql, task.question, schema=task.whole, dialect=task.dialect)
        attempt = tried(sql, task, driver)
        attempt = replace(attempt, note=names.note(attempt.sql))
        if any(attempt.sql == other.sql for other in written.attempts):
            break
        written.attempts.append(attempt)
        if on_try:
            on_try(attempt)
        unknown = [] if attempt.found is None else list(unknown_values(attempt.sql, task))
        rows = attempt.found.rows if attempt.found is not None else ()
        is_empty = not rows or (bool(unknown) and not any(map(any, rows)))  # none of what nobody has
        if attempt.found is not None and (not is_empty or asked_for_rows or not (values or unknown)):
            break
        if clock() > until:
            break
        asked_for_rows = asked_for_rows or attempt.found is not None
        why = attempt.error or " ".join([NO_ROWS, *unknown])
        messages += [Message("assistant", f"```sql\n{attempt.sql}\n```"), Message("user", _again(why))]
    return written


def _again(why: str) -> str:
    return f"That is not right: {why}\nWrite the corrected statement only."


def tried(sql: str, task: Task, driver: Driver) -> Attempt:
    """The statement mended by rules, checked and run, with all rows that are equally first."""
    if not sql:
        return Attempt("", "There is no SELECT in the reply.")
    sql = mended(sql, schema=task.whole, dialect=task.dialect)
    return _with_ties(sql, as_written(sql, task, driver), task, driver)


def _with_ties(sql: str, attempt: Attempt, task: Task, driver: Driver) -> Attempt:
    """The attempt with all rows that are equally first, or with how many more are equal to its last."""
    found = attempt.found
    if found is None or not found.rows:
        return attempt
    ranked, first = with_ties(sql, found.columns, dialect=task.dialect)
    if not ranked or len(found.rows) != first:
        return attempt
    whole = as_written(ranked, task, driver)
    if whole.found is None or len(whole.found.rows) <= first:
        return attempt
    if first == 1:
        return replace(whole, is_shared=True)
    if whole.found.truncated:  # nobody counted all that are equal
        return attempt
    return replace(attempt, beyond=len(whole.found.rows) - first)


def as_written(sql: str, task: Task, driver: Driver) -> Attempt:
    """The statement checked and run. Raises `SourceFailed` where the source is away."""
    try:
        checked = validate(sql, schema=task.whole, dialect=task.dialect, rows=task.rows)
        started = time.perf_counter()
        found = driver.run(checked.asked, rows=task.rows, seconds=task.seconds)
    except UnsafeSQL as error:
        return Attempt(sql, error.reason)
    except SourceFailed as error:
        if not error.is_statement:
            raise
        return Attempt(sql, f"{DIALECTS[task.dialect]} says: {error}")
    return Attempt(checked.shown, found=found, seconds=time.perf_counter() - started)


def unknown_values(sql: str, task: Task) -> Iterator[str]:
    """A sentence for each value of a condition that its column does not have, as far as that is known."""
    for equal in sqlglot.parse_one(sql, dialect=task.dialect).find_all(exp.EQ):
        column, value = equal.left, equal.right
        if not (isinstance(column, exp.Column) and isinstance(value, exp.Literal) and value.is_string):
            continue
        held = [c for table in task.whole.tables if (c := table.column(column.name)) and is_sampled_whole(c)]
        if held and not any(value.this in each.samples for each in held):
            known = ", ".join(map(repr, held[0].samples))
            yield f"{column.name} is never {value.this!r}: it is one of {known}."


def statement_in(reply: str) -> str:
    """The statement of a model's reply, without fences and words round it."""
    fenced = _FENCED.search(reply)
    text = fenced[1] if fenced else reply
    start = _START.search(text)
    return text[start.start() :].split(";")[0].strip() if start else ""


def values_of(task: Task, driver: Driver) -> list[tuple[str, str]]:
    """[(value, table.column)] of phrases of the question that stand in a text column, as spelled there."""
    wanted = phrases(task.question)
    columns = [
        (table, column)
        for table in task.schema.tables
        for column in table.columns
        if column.kind == "text" and not is_known(column.samples, wanted)
    ][:VALUE_COLUMNS]
    if not wanted or not columns:
        return []
    listed = ", ".join(f"'{text.lower()}'" for text in (word.replace("'", "''") for word in wanted))
    quote = "`" if task.dialect == "mysql" else '"'
    parts = []
    for number, (table, column) in enumerate(columns):
        path = ".".join(f"{quote}{part}{quote}" for part in (table.schema, table.name) if part)
        name = f"{quote}{column.name}{quote}"
        parts.append(
            f"SELECT {number} AS place, value FROM (SELECT DISTINCT {name} AS value FROM {path} "
            f"WHERE lower({name}) IN ({listed}) LIMIT 2) AS found{number}"
        )
    try:
        found = driver.run(" UNION ALL ".join(parts), rows=20, seconds=VALUE_SECONDS)
    except SourceFailed:
        return []
    places = [f"{table.path}.{column.name}" for table, column in columns]
    return [(str(row[1]), places[int(row[0])]) for row in found.rows]


def is_known(samples: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether the values were found by the samples already."""
    return bool({sample.lower() for sample in samples} & {word.lower() for word in wanted})
