"""Questions to databases of other fields by rules alone: the rows that each must give, “-” for a refusal."""

from __future__ import annotations

import sqlite3
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from agentic.sources.drivers.sqlite import SQLiteDriver
from agentic.sources.statements.generating import Task, tried
from agentic.sources.statements.lookup import planned_with_values
from evals.sources.sql_gold import alternatives, fits, wants_order
from retrieval.tables.understanding import understand
from tests.cases import every_case

FOREIGN = Path(__file__).with_name("foreign")
QUESTIONS = [
    (sheet.stem, *line.split("\t"))
    for sheet in sorted(FOREIGN.glob("*.tsv"))
    for line in sheet.read_text(encoding="utf-8").splitlines()
]


@cache
def _opened(name: str):
    path = Path(mkdtemp()) / f"{name}.sqlite"
    made = sqlite3.connect(path)
    made.executescript((FOREIGN / f"{name}.sql").read_text(encoding="utf-8"))
    made.close()
    driver = SQLiteDriver(path)
    return driver, driver.introspect()


@every_case("database, question, gold", QUESTIONS)
def test_a_question_to_another_database_is_answered_or_refused(database, question, gold):
    driver, schema = _opened(database)
    plan = planned_with_values(question, schema, "sqlite", driver)
    if gold == "-":
        assert not plan.sql
        return
    assert plan.sql, plan
    task = Task(question, schema, schema, "sqlite", understand(question, schema), rows=200)
    attempt = tried(plan.sql, task, driver)
    assert attempt.found, attempt.error
    rows = attempt.found.rows
    wanted = [driver.run(each, rows=200, seconds=5).rows for each in alternatives(gold)]
    assert any(fits(rows, each, in_order=wants_order(question)) for each in wanted), (plan.sql, rows)
