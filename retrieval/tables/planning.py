"""Statements made by rules, where every word of a question has a place.

What is named (tables, columns, values, numbers, times) is put in place of its words; then patterns take what
is asked of it. What is left over but fillers makes the plan be refused: half a question is not answered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from django.utils import timezone

from retrieval.tables.rules.naming import Names
from retrieval.tables.rules.plan import DATE, Plan, Planned, Stuck
from retrieval.tables.rules.reading import plan_of
from retrieval.tables.rules.schema_names import Values
from retrieval.tables.rules.statement import statement_of
from retrieval.tables.schema import Schema
from retrieval.tables.shares import share_of_counts

NONE: Mapping[str, tuple[str, ...]] = {}
UNSAID: Mapping[str, str] = {}


def planned(
    question: str,
    schema: Schema,
    dialect: str,
    *,
    values: Values = NONE,
    named: Mapping[str, str] = UNSAID,
    meant: Mapping[str, str] = UNSAID,
    today: date | None = None,
) -> Planned:
    """The statement, or what could not be placed.

    `values`: words that are known to stand in columns. `named`: words → the value that they name.
    `meant`: words → the table or column that was chosen for them.
    """

    def made(asked: str) -> tuple[Plan, str]:
        plan = plan_of(asked, Names(schema, values, meant, named), today=today or timezone.localdate())
        plan.date = meant.get(DATE, "")
        return plan, told(plan)

    def told(plan: Plan) -> str:
        return statement_of(plan, schema, dialect)

    share = share_of_counts(question, made, told, dialect)
    if share and share.sql:
        return share
    try:
        plan, sql = made(question)
        return Planned(sql=sql, note=plan.note)
    except Stuck as stuck:
        unsaid = share.left if share else ()
        return replace(stuck.planned, left=(*stuck.planned.left, *unsaid))
