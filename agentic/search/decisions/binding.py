"""Where the words of a question that no field goes by are looked for: in rows, or in what their documents
are called.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from agentic.annotations.queries import source_of
from agentic.search.decisions.rules import carrier_of
from agentic.search.decisions.steps import Attempt, Decomposition
from agentic.sql.execution import run_select
from agentic.trace import Trace
from documents.models import Workspace
from retrieval.annotations.conditions import OF_TABLES, row_tests
from retrieval.annotations.fields import Fields


@dataclass(frozen=True)
class Bound:
    """`missing`: terms that stand in no row and in no document's name."""

    asked: Decomposition
    missing: tuple[str, ...] = ()
    attempts: tuple[Attempt, ...] = ()


def bind_terms(
    asked: Decomposition, known: Fields, *, workspace: Workspace, document_ids: list[int], trace: Trace
) -> Bound:
    """The terms as conditions: on the row where rows have the words, else on its document.

    An invoice line of tires is about tires, whoever sold it; a transistor's rating is about its datasheet's
    title.
    """
    if not asked.terms or asked.in_all:
        return Bound(asked)
    counts = _counts(asked, known, asked.terms, workspace, document_ids, trace)
    split = [
        word
        for term, count in zip(asked.terms, counts, strict=True)
        if not any(count)
        for word in term.split()
    ]
    terms = [term for term, count in zip(asked.terms, counts, strict=True) if any(count)]
    found = [count for count in counts if any(count)]
    if split and split != asked.terms:
        more = _counts(asked, known, split, workspace, document_ids, trace)
        terms += [word for word, count in zip(split, more, strict=True) if any(count)]
        found += [count for count in more if any(count)]
        split = [word for word, count in zip(split, more, strict=True) if not any(count)]
    inside = [term for term, (items, _, _) in zip(terms, found, strict=True) if items]
    around = [term for term, (items, _, _) in zip(terms, found, strict=True) if not items]
    constraints: dict[str, dict[str, Any]] = dict(asked.constraints)
    if inside:
        words = [_value(constraints, "text"), *inside]
        constraints["text"] = {"op": "~", "value": " ".join(filter(None, words))}
        if not asked.measure:
            constraints["table"] = OF_TABLES
    if around:
        constraints["about"] = {
            "op": "~",
            "value": " ".join(filter(None, [_value(constraints, "about"), *around])),
        }
    if split:
        constraints["about"] = {
            "op": "~",
            "value": " ".join(filter(None, [_value(constraints, "about"), *split])),
        }
    attempts = tuple(
        Attempt(tried=f"“{term}” in rows, titles and properties", hits=max(count))
        for term, count in zip(terms, found, strict=True)
    )
    attempts += tuple(Attempt(tried=f"“{word}” in rows, titles and properties", hits=0) for word in split)
    return Bound(asked.model_copy(update={"constraints": constraints}), tuple(split), attempts)


def _value(constraints: dict[str, dict[str, Any]], name: str) -> str:
    return str(constraints.get(name, {}).get("value", ""))


def _counts(
    asked: Decomposition,
    known: Fields,
    terms: list[str],
    workspace: Workspace,
    document_ids: list[int],
    trace: Trace,
) -> list[tuple[int, int, int]]:
    """Of each term: in how many rows of tables it stands, in properties, and in titles; among what is
    asked for.
    """
    carrier = carrier_of(asked, known)
    columns = []
    for term in terms:
        (own,) = row_tests({"text": {"op": "~", "value": term}}, workspace)
        (around,) = row_tests({"about": {"op": "~", "value": term}}, workspace)
        columns.append(f"count(*) FILTER (WHERE {own} AND r.table_name <> 'properties')")
        columns.append(f"count(*) FILTER (WHERE {own} AND r.table_name = 'properties')")
        columns.append(f"count(*) FILTER (WHERE {around})")
    source = source_of(workspace, asked.constraints, document_ids=document_ids, carrier=carrier)
    sql = f"SELECT {', '.join(f'{column} AS c{at}' for at, column in enumerate(columns))}\n{source}"
    with trace.step("sql", "Look where the question's words stand", terms=terms) as step:
        table = run_select(sql, workspace=workspace, explanation="Look where the words stand")
        row = [int(cell) for cell in table.rows[0]]
        step.sql = table.sql
        step.output = {
            "terms": dict(
                zip(terms, (max(row[3 * at : 3 * at + 3]) for at in range(len(terms))), strict=True)
            )
        }
    return [(row[3 * at], row[3 * at + 1], row[3 * at + 2]) for at in range(len(terms))]
