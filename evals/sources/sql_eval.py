"""Questions to other people's databases: how often the statement that is written gives the right rows."""

from __future__ import annotations

import csv
import itertools
import os
import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from django.db import connection
from django.test.utils import override_settings
from psycopg import sql as syntax

from agentic.sources.answering import SMALL
from agentic.sources.drivers.postgres import PostgresDriver
from agentic.sources.drivers.types import Fetched, SourceFailed
from agentic.sources.statements.generating import Task, statement_in, tried, write
from agentic.sources.statements.lookup import planned_with_values, strange_words
from documents.providers import get_chat_model
from evals.report import CannotMeasure, Report
from evals.sources.sql_gold import alternatives, fits, wants_order
from llm.errors import LLMError
from llm.types import ChatModel, ChatRequest, Message
from retrieval.tables.schema import Schema
from retrieval.tables.understanding import understand

SECONDS = 10.0
ROWS = 2000
PLAIN = "Write one PostgreSQL SELECT statement that answers the question. Reply with the statement only.\n\n"
WAYS = ("plain", "none", "model", "both")


@dataclass(frozen=True)
class Asked:
    question: str
    gold: str
    database: str
    category: str
    instructions: str


@dataclass
class Outcome:
    """`verdict`: right | wrong | failed (did not run) | refused."""

    asked: Asked
    verdict: str
    seconds: float
    sql: str = ""
    tries: int = 0


def run(
    *,
    data: Path,
    limit: int | None,
    tier: str = "local",
    ways: str = "plain,both",
    every: str = "1",
    half: str = "",
    sample: str = "0",
    seed: str = "1",
    misses: str = "",
) -> Report:
    """`ways`: of plain (schema and question alone), none (rules alone), model, both (rules, then the model),
    by commas. `every`: only each so-many-th question. `half`: odd or even, by the questions' places, from 0.
    `sample`: so many of them, drawn by `seed`. `misses`: a file for what was not right.

    Asked is one way after another and one database after another, as people ask a source: the model has
    read its schema before then, and no other prompt between.
    """
    questions = drawn(in_half(questions_of(data, limit, int(every)), half), int(sample), seed)
    chosen = [way for way in WAYS if way in ways.split(",")]
    chat = get_chat_model(tier) if set(chosen) - {"none"} else None
    found: dict[str, list[Outcome]] = {way: [] for way in chosen}
    with databases(data, sorted({each.database for each in questions})) as drivers:
        schemas = {name: driver.introspect() for name, driver in drivers.items()}
        for way, name in itertools.product(chosen, schemas):
            for each in (each for each in questions if each.database == name):
                outcome = answered(way, each, schemas[name], drivers[name], chat)
                found[way].append(outcome)
                told = f"{outcome.seconds:.1f} s, {outcome.tries} written"
                print(way, outcome.verdict, told, each.question[:90], flush=True)
                if misses and outcome.verdict != "right":
                    _note_miss(Path(misses), way, outcome)
    return Report(
        title="Questions to other databases (sql-eval)",
        columns=(
            "way",
            "questions",
            "right",
            "refused",
            "did not run",
            *_categories(questions),
            "s a question",
        ),
        rows=tuple(_row(way, outcomes, _categories(questions)) for way, outcomes in found.items()),
        notes=tuple(_notes(found, tier)),
    )


def _note_miss(file: Path, way: str, outcome: Outcome) -> None:
    asked = outcome.asked
    with file.open("a", encoding="utf-8") as out:
        out.write(
            f"{way} {outcome.verdict} [{asked.database}] {asked.question}\n"
            f"  gold: {asked.gold[:600]}\n  said: {' '.join(outcome.sql.split())}\n"
        )


def questions_of(data: Path, limit: int | None, every: int = 1) -> list[Asked]:
    path = data / "sql-eval" / "questions.csv"
    if not path.exists():
        raise CannotMeasure(f"There is no {path}: evals/README.md says where it is from.")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))[::every][:limit]
    return [
        Asked(r["question"], r["query"], r["db_name"], r["query_category"], r["instructions"]) for r in rows
    ]


def in_half(questions: list[Asked], half: str) -> list[Asked]:
    if half not in ("", "odd", "even"):
        raise CannotMeasure(f"There is no half “{half}”: take odd or even.")
    return questions[half == "odd" :: 2] if half else questions


def drawn(questions: list[Asked], count: int, seed: str) -> list[Asked]:
    """`count` of the questions in their order, the same for the same seed; all where it is 0."""
    if not 0 < count < len(questions):
        return questions
    places = sorted(random.Random(seed).sample(range(len(questions)), count))
    return [questions[place] for place in places]


@contextmanager
def databases(data: Path, names: Sequence[str]) -> Iterator[dict[str, PostgresDriver]]:
    """A driver of each, loaded into a scratch database of the server that ragsite has."""
    params = connection.get_connection_params()
    own = {key: params[key] for key in ("host", "port", "user", "password") if params.get(key)}
    made = {name: f"sql_eval_{os.getpid()}_{name}" for name in names}
    told = " ".join(f"{key}={value}" for key, value in own.items())
    with (
        psycopg.connect(**own, dbname="postgres", autocommit=True) as server,
        override_settings(RAGSITE_SOURCE_HOSTS=[str(own.get("host", "*")), "*"]),
    ):
        try:
            for name, database in made.items():
                server.execute(syntax.SQL("CREATE DATABASE {}").format(syntax.Identifier(database)))
                with psycopg.connect(**own, dbname=database, autocommit=True) as scratch:
                    scratch.execute((data / "sql-eval" / name / f"{name}.sql").read_text(encoding="utf-8"))
            yield {name: PostgresDriver(f"{told} dbname={database}") for name, database in made.items()}
        finally:
            for database in made.values():
                drop = syntax.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
                server.execute(drop.format(syntax.Identifier(database)))


def answered(
    way: str, asked: Asked, schema: Schema, driver: PostgresDriver, chat: ChatModel | None
) -> Outcome:
    started = time.monotonic()
    task = Task(
        asked.question, schema, schema, "postgres", understand(asked.question, schema),
        asked.instructions, rows=ROWS, seconds=SECONDS,
    )  # fmt: skip
    found: Fetched | None = None
    sql, tries = "", 0
    try:
        if way == "plain":
            sql = _plain(task, chat)
            found = driver.run(sql, rows=ROWS, seconds=SECONDS)
        else:
            if way in ("none", "both"):
                plan = planned_with_values(asked.question, schema, "postgres", driver)
                if plan.is_ambiguous:
                    return Outcome(asked, "refused", time.monotonic() - started, plan.note)
                if plan.sql:
                    attempt = tried(plan.sql, task, driver)
                    found, sql = attempt.found, attempt.sql
            if found is None and way in ("model", "both") and chat is not None:
                if chat.tier in SMALL and (strange := strange_words(asked.question, schema, driver)):
                    said = f"asked back: {', '.join(strange)}"
                    return Outcome(asked, "refused", time.monotonic() - started, said)
                good = (written := write(task, chat=chat, driver=driver)).good
                sql = good.sql if good else (written.attempts[-1].sql if written.attempts else "")
                found, tries = good.found if good else None, len(written.attempts)
                if said := written.refusal or written.asked_back:
                    return Outcome(asked, "refused", time.monotonic() - started, said, tries)
    except (SourceFailed, LLMError) as error:
        return Outcome(asked, "failed", time.monotonic() - started, f"{sql} -- {error}")
    seconds = time.monotonic() - started
    if found is None:
        return Outcome(asked, "refused" if way == "none" else "failed", seconds, sql, tries)
    return Outcome(asked, "right" if _is_right(asked, found, driver) else "wrong", seconds, sql, tries)


def _plain(task: Task, chat: ChatModel | None) -> str:
    """The same model, given the schema without keys, comments and values, and the question."""
    assert chat is not None
    bare = "\n".join(
        f"CREATE TABLE {table.path} ({', '.join(f'{c.name} {c.type}' for c in table.columns)});"
        for table in task.schema.tables
    )
    question = f"{task.question} {task.instructions}".strip()
    reply = chat.complete(
        ChatRequest(system=PLAIN + bare, messages=[Message("user", question)], max_tokens=450)
    )
    return statement_in(reply.text)


def _is_right(asked: Asked, found: Fetched, driver: PostgresDriver) -> bool:
    for gold in alternatives(asked.gold):
        try:
            rows = driver.run(gold, rows=ROWS, seconds=SECONDS).rows
        except SourceFailed:
            continue
        if fits(found.rows, rows, in_order=wants_order(asked.question)):
            return True
    return False


def _categories(questions: Sequence[Asked]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.category for each in questions))


def _row(way: str, outcomes: Sequence[Outcome], categories: Sequence[str]) -> tuple[Any, ...]:
    def count(verdict: str, part: Sequence[Outcome]) -> int:
        return sum(outcome.verdict == verdict for outcome in part)

    parts = [[each for each in outcomes if each.asked.category == category] for category in categories]
    return (
        way,
        len(outcomes),
        f"{count('right', outcomes)} ({count('right', outcomes) / max(1, len(outcomes)):.3f})",
        count("refused", outcomes),
        count("failed", outcomes),
        *(f"{count('right', part)} of {len(part)}" for part in parts),
        f"{sum(each.seconds for each in outcomes) / max(1, len(outcomes)):.1f}",
    )


def _notes(found: dict[str, list[Outcome]], tier: str) -> Iterator[str]:
    yield f"Tier {tier}. Right: the result equals a gold result or has its columns, in order where asked."
    if "none" in found:
        given = [each for each in found["none"] if each.verdict in ("right", "wrong")]
        right = sum(each.verdict == "right" for each in given)
        yield f"Rules alone gave {len(given)} answers, of which {right} are right."
