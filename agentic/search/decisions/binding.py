"""Where the words of a question that no field goes by are looked for: in rows, or in what their documents
are called.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from agentic.annotations.sources import documents_of, source_of
from agentic.search.decisions.rules import carrier_of
from agentic.search.decisions.steps import Attempt, Decomposition
from agentic.search.decisions.words import EXTREME, WHO_DOES
from agentic.search.lists.verbs import IRREGULAR
from agentic.sql.execution import run_select
from agentic.trace import Trace
from documents.models import Workspace
from retrieval.annotations.conditions import OF_TABLES, is_of_documents, row_tests
from retrieval.annotations.fields import Fields
from retrieval.tables.rules.vocabulary.lexicon import verbs

MOST_COUNTED = 1_000  # of a single word: how often a common one stands is found with the other conditions
BOUNDS = ("<", "≤", ">", "≥", "between")
PLACES = IN_TABLES, IN_PROPERTIES = "r.table_name <> 'properties'", "r.table_name = 'properties'"

MOST_AT_ONCE = 12  # terms that one statement looks for


@dataclass(frozen=True)
class Bound:
    """`missing`: terms that stand in no row and in no document's name."""

    asked: Decomposition
    missing: tuple[str, ...] = ()
    attempts: tuple[Attempt, ...] = ()


def bind_terms(
    asked: Decomposition,
    known: Fields,
    *,
    question: str,
    workspace: Workspace,
    document_ids: list[int],
    trace: Trace,
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
    if asked.constraints.keys() - {"kind"} or asked.function:
        split = [word for word in split if not _only_relates(word, question, asked)]
    inside = [term for term, (items, _, _) in zip(terms, found, strict=True) if items]
    if len(inside) > 1 and (called := _called_so(inside, asked, known, workspace, document_ids, trace)):
        inside = [term for term in inside if term not in called]
        found = [(0, 0, 1) if term in called else count for term, count in zip(terms, found, strict=True)]
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
    if inside and asked.function == "count" and not (asked.kinds or asked.group_by):
        told = [rf"{re.escape(term)}\s+{re.escape(name)}" for term in inside for name in asked.shown]
        if not told or re.search("|".join(told), question, re.IGNORECASE):
            asked = asked.model_copy(
                update={"by_document": False}
            )  # “how many door faults” are lines of a log
    attempts = [_attempt(term, max(count)) for term, count in zip(terms, found, strict=True)]
    attempts += [_attempt(word, 0) for word in split]
    return Bound(asked.model_copy(update={"constraints": constraints}), tuple(split), tuple(attempts))


def _called_so(
    inside: list[str],
    asked: Decomposition,
    known: Fields,
    workspace: Workspace,
    document_ids: list[int],
    trace: Trace,
) -> list[str]:
    """Of terms that never stand in one row together, those that are what its document is called: “books” of
    “copies of books by P. Noether”, though a supplier's name has the word as well."""
    plain = [term for term in inside if term.islower()]
    if not plain or len(plain) == len(inside):
        return []
    named = " ".join(term for term in inside if term not in plain)
    together, alone = _counts(asked, known, [" ".join(inside), named], workspace, document_ids, trace)
    return [] if together[0] or not alone[0] else plain


def _only_relates(word: str, question: str, asked: Decomposition) -> bool:
    """Whether a verb that stands nowhere says no more than its condition: “made on”, “that Ann taught”."""
    plain = word.lower()
    if plain in verbs():
        return True
    if asked.function in ("min", "max"):  # “fetched the highest price”, “and who wrote it”
        ends = re.search(rf"\b{re.escape(word)}\s+(?:by far\s+)?the\s+(?P<end>\S+)", question)
        does = WHO_DOES.search(question)
        if (ends and EXTREME.fullmatch(ends["end"])) or (
            does and plain == (does["verb"] or does["what"]).lower()
        ):
            return True
    if not (plain.endswith("ed") or plain in IRREGULAR):
        return False
    given = [
        str(value)
        for condition in asked.constraints.values()
        for value in (condition["value"] if condition["op"] == "in" else ())
    ]
    is_bounded = any(condition["op"] in BOUNDS for condition in asked.constraints.values())
    if is_bounded and re.search(
        rf"\b(?:can|could|may)\s+be\s+{re.escape(word)}\s+with\b", question, re.IGNORECASE
    ):
        return True  # “can be ended with less than 60 days notice”
    done = [rf"{re.escape(word)}\s+by", *(rf"{re.escape(value)}\s+{re.escape(word)}" for value in given)]
    return re.search(rf"\b(?:{'|'.join(done)})\b", question) is not None


def _value(constraints: dict[str, dict[str, Any]], name: str) -> str:
    return str(constraints.get(name, {}).get("value", ""))


def _attempt(words: str, hits: int) -> Attempt:
    least = "at least " if hits == MOST_COUNTED else ""
    return Attempt(tried=f"“{words}” in {least}so many rows, titles and properties", hits=hits)


def _counts(
    asked: Decomposition,
    known: Fields,
    terms: list[str],
    workspace: Workspace,
    document_ids: list[int],
    trace: Trace,
) -> list[tuple[int, int, int]]:
    """Of each term: in how many rows of tables it stands, in properties, and in what documents are called;
    among what is asked for. What comes after the first of these is looked into where that has none.
    """
    if len(terms) > MOST_AT_ONCE:  # a statement has an end, and a question may hold a whole label
        parts = (terms[at : at + MOST_AT_ONCE] for at in range(0, len(terms), MOST_AT_ONCE))
        return [
            count for part in parts for count in _counts(asked, known, part, workspace, document_ids, trace)
        ]
    source = source_of(
        workspace, asked.constraints, document_ids=document_ids, carrier=carrier_of(asked, known)
    )
    statements: list[str] = []

    def counted(columns: Iterable[str], more: str = "") -> list[int]:
        sql = f"SELECT {', '.join(f'{column} AS c{at}' for at, column in enumerate(columns))}{more}"
        table = run_select(sql, workspace=workspace, explanation="Look where the words stand")
        statements.append(table.sql)
        return [int(cell) for cell in table.rows[0]]

    def bounded(test: str, source: str = source) -> str:
        return (
            f"(SELECT count(*) FROM (SELECT 1 AS found\n{source}\n  AND {test}\nLIMIT {MOST_COUNTED}) AS t)"
        )

    def called(term: str) -> str:
        """Of the documents, where no condition is on their rows: there are several of these for each."""
        in_row = not is_of_documents(asked.constraints)
        (test,) = row_tests({"about": {"op": "~", "value": term}}, workspace, in_row=in_row)
        if in_row:
            return bounded(test)
        return bounded(test, documents_of(workspace, asked.constraints, document_ids=document_ids))

    with trace.step("sql", "Look where the question's words stand", terms=terms) as step:
        own = [row_tests({"text": {"op": "~", "value": term}}, workspace)[0] for term in terms]
        if len(terms) == 1:
            tables = counted([bounded(f"{IN_TABLES} AND {own[0]}")])
            properties = [0] if any(tables) else counted([bounded(f"{IN_PROPERTIES} AND {own[0]}")])
        else:  # all in one pass over the rows
            columns = [f"count(*) FILTER (WHERE {place} AND {test})" for place in PLACES for test in own]
            # Where documents are chosen by other conditions, the words alone would lead to all rows.
            narrowed = "" if asked.constraints else f"\n  AND ({' OR '.join(own)})"
            both = counted(columns, f"\n{source}{narrowed}")
            tables, properties = both[: len(terms)], both[len(terms) :]
        missing = [at for at in range(len(terms)) if not tables[at] and not properties[at]]
        around = [0] * len(terms)
        if missing:
            tests = [called(terms[at]) for at in missing]
            for at, count in zip(missing, counted(tests), strict=True):
                around[at] = count
        counts = list(zip(tables, properties, around, strict=True))
        step.sql = ";\n\n".join(statements)
        step.output = {"terms": {term: max(count) for term, count in zip(terms, counts, strict=True)}}
    return counts
