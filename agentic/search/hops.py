"""Questions that need two documents: the first step's results fill the next.

“Who signed the contract that the invoice of May refers to?”: the invoice, then the contract that it is linked
with, then what is asked of that. Documents are joined by what they give and whom they name, else by searches.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agentic.outcome import Outcome
from agentic.search.among import Ask, asked_among
from agentic.search.answers.compose import value_in
from agentic.search.answers.linked import said_of, span_of, told, with_sentences
from agentic.search.decisions import rules
from agentic.search.decisions.question import decompose
from agentic.search.decisions.steps import Decomposition, ToolCall
from agentic.search.state import Search
from documents.models import Chunk, TableRow
from retrieval.annotations.conditions import of_role
from retrieval.question.analyse import analyse
from retrieval.question.hops import Hop, hops_of
from retrieval.scope.document_kinds import singular
from retrieval.scope.links import links_between
from retrieval.stems import stems

MOST = 20  # documents of one step
MOST_FOUND = 3  # that a search by words may give for a step
DAY = re.compile(r"\d{1,4}\D+\w+\D+\d{1,4}")


@dataclass(frozen=True)
class Value:
    """What a row of the first documents gives, to stand in the next question."""

    text: str
    row: TableRow


def answer_in_steps(search: Search, ask: Ask) -> Outcome | None:
    """The answer over two documents; None where the question needs one, or a step finds nothing.

    `ask`: answers what a step has made of the question.
    """
    for hop in hops_of(search.question):
        if hop.way == "value" and _label_of(hop, search) is None:
            continue
        trace = search.inquiry.trace
        with trace.step("decompose", "Take the question apart into steps") as step:
            between = f"The {hop.kind} that is linked with it" if hop.kind else f"Its {hop.field}"
            step.output = {"subqueries": [hop.first, between, hop.ask.format("…") if hop.field else hop.ask]}
        starts = _first_documents(hop, search)
        if not starts:
            continue
        outcome = _linked(hop, starts, search, ask) if hop.kind else _filled(hop, starts, search, ask)
        if outcome:
            return outcome
    return None


# --- the first documents ---


def _first_documents(hop: Hop, search: Search) -> list[int]:
    """By what rows and documents give, else by the words alone."""
    asked = decompose(analyse(hop.first, workspace=search.everywhere.workspace), search.known)
    found = _by_fields(asked, hop, search) if _is_told_by_fields(asked) else []
    return found or (
        [] if hop.way == "value" and not hop.kind and asked.function else _by_words(asked, search)
    )


def _is_told_by_fields(asked: Decomposition) -> bool:
    return not asked.terms and bool(set(asked.constraints) - {"kind"} or asked.function in ("min", "max"))


def _by_fields(asked: Decomposition, hop: Hop, search: Search) -> list[int]:
    if asked.function not in ("", "min", "max"):
        return []
    (call, *_) = rules.structured_calls(asked.model_copy(update={"by_document": True}), search.known)
    found = search.box.call(call.model_copy(update={"why": hop.first}))
    rows = found.rows[:MOST]
    if asked.function:  # the rows come in the order of their values
        values = [value_in(row, asked.measure, search.known) for row in rows]
        rows = [row for row, value in zip(rows, values, strict=True) if value and value == values[0]]
    return list(dict.fromkeys(int(row["document_id"]) for row in rows))


def _by_words(asked: Decomposition, search: Search) -> list[int]:
    """The documents of that kind whose passages have all of the words."""
    words = " ".join(asked.terms)
    if not words or not asked.kinds:
        return []
    kept = {"query": words, "filters": rules.passage_filters(asked)}
    call = ToolCall(tool="search_text", arguments=kept, why=f"Search for {words}")
    found, wanted = search.box.call(call).passages, stems(words)
    texts = Chunk.objects.in_bulk([hit["chunk_id"] for hit in found])
    own = [
        hit["document_id"]
        for hit in found
        if wanted <= stems(f"{hit['filename']} {texts[hit['chunk_id']].text}")
    ]
    own = list(dict.fromkeys(own))
    return own if len(own) <= MOST_FOUND else []


# --- documents that are linked with them ---


def _linked(hop: Hop, starts: Sequence[int], search: Search, ask: Ask) -> Outcome | None:
    scope, trace = search.everywhere, search.inquiry.trace
    title = f"Find the {hop.kind} that shares a number or a name"
    with trace.step("search", title, of=len(starts)) as step:
        links = links_between(starts, hop.kind, workspace=scope.workspace, chosen=scope.chosen)
        step.rows = len(links)
        step.output = {"by": [f"{link.way}: {link.words or link.detail}" for link in links[:MOST]]}
    if not links:
        return None
    targets = list(dict.fromkeys(link.target for link in links))
    asked = decompose(analyse(hop.ask, workspace=scope.workspace), search.known)
    rows = [] if asked.function else _asked_of(targets, hop)
    outcome = told(rows, search) if rows else asked_among(hop.ask, targets, search, ask)
    return with_sentences(outcome, [said_of(link) for link in links[:MOST]]) if outcome else None


def _asked_of(documents: Sequence[int], hop: Hop) -> list[TableRow]:
    """The properties whose labels say what is asked: “Signed by” of “who signed”; of each the nearest."""
    wanted = stems(hop.ask) - stems(hop.kind)
    rows = TableRow.objects.answering().filter(document__in=documents, anchored=True, table="properties")
    shared = [(len(wanted & stems(row.label)), row) for row in rows.select_related("document").order_by("pk")]
    most = max((count for count, row in shared if _fits(row, hop.ask)), default=0)
    return [row for count, row in shared if count == most and _fits(row, hop.ask)] if most else []


def _fits(row: TableRow, ask: str) -> bool:
    """Whether the value is of the sort that is asked for: a day of “when”, no number of “who”."""
    value = str(row.properties.get(row.label, ""))
    first = ask.split()[0].lower()
    if first == "when":
        return DAY.search(value) is not None
    return bool(value) and not (first in ("who", "whom", "whose") and any(map(str.isdigit, value)))


# --- a value of theirs in the next question ---


def _filled(hop: Hop, starts: Sequence[int], search: Search, ask: Ask) -> Outcome | None:
    """The next question with the value in it, where the first documents agree on one."""
    values = _values_of(hop, starts, search)
    if len({value.text.casefold() for value in values}) != 1:
        return None
    value = values[0]
    outcome = asked_among(hop.ask.format(value.text), (), search, ask)
    said = f"{value.text} is the {hop.field.lower()} of {value.row.document.filename}"
    return with_sentences(outcome, [(said, [span_of(value.row)])]) if outcome else None


def _label_of(hop: Hop, search: Search) -> tuple[str, ...] | None:
    """The labels under which documents give it as text; None for what none gives."""
    plain = singular(hop.field.lower())
    info = of_role(plain, search.known) or search.known.get(plain) or search.known.get(hop.field)
    return info.spellings if info and info.in_properties and not info.is_number else None


def _values_of(hop: Hop, documents: Sequence[int], search: Search) -> list[Value]:
    rows = TableRow.objects.answering().filter(document__in=documents, anchored=True, table="properties")
    labels = _label_of(hop, search) or ()
    found = rows.filter(label__in=labels).select_related("document").order_by("pk")
    values = [(row.properties.get(row.label), row) for row in found]
    return [Value(value, row) for value, row in values if isinstance(value, str) and value.strip()]
