"""Words that name nothing of a schema may be values: they are looked up before a plan is given up."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from agentic.sources.drivers.types import Driver
from agentic.sources.statements.naming import named_in, phrases, values_in
from retrieval.tables.coverage import unheld
from retrieval.tables.planning import UNSAID, planned
from retrieval.tables.rules.plan import Planned
from retrieval.tables.schema import Schema


def planned_with_values(
    question: str, schema: Schema, dialect: str, driver: Driver, *, meant: Mapping[str, str] = UNSAID
) -> Planned:
    """As `planned`, with values that only the source knows."""
    plan = planned(question, schema, dialect, meant=meant)
    if plan.sql or plan.is_ambiguous:
        return plan
    found = named_in(question, plan.left, schema, driver)
    if not found.values:
        return plan
    plan = planned(question, schema, dialect, values=found.values, named=found.words, meant=meant)
    note = f"{plan.note} {found.note(plan.sql)}".strip() if plan.sql else plan.note
    return replace(plan, note=note)


def strange_words(
    question: str, schema: Schema, driver: Driver, *, known: Collection[str] = ()
) -> tuple[str, ...]:
    """Words of the question that stand nowhere in the source, as `unheld`; `known` ones are held besides."""
    missing = unheld(question, schema, known)
    if not missing:
        return ()
    return unheld(question, schema, [*known, *values_in(phrases(question, missing), schema, driver)])
