"""Statements made by rules, where every word of a question has a place.

What is named (tables, columns, values, numbers, times) is put in place of its words; then patterns take what
is asked of it. What is left over but fillers makes the plan be refused: half a question is not answered.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django.utils import timezone

from retrieval.tables.rules.naming import Names
from retrieval.tables.rules.plan import DATE, Planned, Stuck
from retrieval.tables.rules.reading import plan_of
from retrieval.tables.rules.schema_names import Values
from retrieval.tables.rules.statement import statement_of
from retrieval.tables.schema import Schema

NONE: Mapping[str, tuple[str, ...]] = {}
UNSAID: Mapping[str, str] = {}


def planned(
    question: str,
    schema: Schema,
    dialect: str,
    *,
    values: Values = NONE,
    meant: Mapping[str, str] = UNSAID,
    today: date | None = None,
) -> Planned:
    """The statement, or what could not be placed.

    `values`: words that are known to stand in columns. `meant`: words → the table or column that was chosen
    for them.
    """
    try:
        plan = plan_of(question, Names(schema, values, meant), today=today or timezone.localdate())
        plan.date = meant.get(DATE, "")
        sql = statement_of(plan, schema, dialect)
        return Planned(sql=sql, note=plan.note)
    except Stuck as stuck:
        return stuck.planned
