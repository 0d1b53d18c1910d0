"""Statements made by rules, where every word of a question has a place.

What is named (tables, columns, values, numbers, times) is put in place of its words; then patterns take what
is asked of it. What is left over but fillers makes the plan be refused: half a question is not answered.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django.utils import timezone

from agentic.sources.rules.naming import Values
from agentic.sources.rules.plan import Planned, Stuck
from agentic.sources.rules.reading import plan_of
from agentic.sources.rules.statement import statement_of
from agentic.sources.schema import Schema

NONE: Mapping[str, tuple[str, ...]] = {}


def planned(
    question: str, schema: Schema, dialect: str, *, values: Values = NONE, today: date | None = None
) -> Planned:
    """The statement, or what could not be placed. `values`: words that are known to stand in columns."""
    try:
        plan = plan_of(question, schema, values=values, today=today or timezone.localdate())
        return Planned(sql=statement_of(plan, schema, dialect))
    except Stuck as stuck:
        return stuck.planned
