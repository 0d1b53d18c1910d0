"""A question in parts: by rules, by a model where they do not know its words, with what was chosen before."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agentic.outcome import Outcome
from agentic.search.answers.clarify import ambiguous
from agentic.search.answers.outcomes import telling
from agentic.search.carried import own_words, with_carried
from agentic.search.decisions import rules
from agentic.search.decisions.binding import Bound, bind_terms
from agentic.search.decisions.question import decompose
from agentic.search.decisions.steps import (
    Decomposition,
    Option,
)
from agentic.search.lists.sorts import MOST_DOCUMENTS
from agentic.search.state import Search
from documents.models import Chunk, TableRow
from retrieval.question.analyse import analyse
from retrieval.scope.document_kinds import singular

FULL_NAME = re.compile(r"(?:[A-Z][\w’'-]+|[A-Z]\.)(?:\s+(?:[A-Z][\w’'-]+|[A-Z]\.)){1,3}")
MOST_NAMING = 5  # documents with a name in their text


def decompose_query(search: Search) -> None:
    """The question in parts: by rules; by a model where words are left that rules have no place for."""
    with search.inquiry.trace.step("decompose", "Take the question apart") as step:
        asked = chosen(named_in_text(search, in_full(search)), search.choices)
        step.output = {"reader": "rules", **told(asked)}
    bound = bind(search, asked)
    if bound.missing and (better := search.decider.decompose(search.question, asked, search.known)):
        asked = chosen(better, search.choices)
        bound = bind(search, asked)
    search.bound = bound


def named_in_text(search: Search, asked: Decomposition) -> Decomposition:
    """With the few documents whose text has a full name of the question that no row has, for what is asked
    of them: “What score did Owen Tshabalala get?”
    """
    names = [term for term in asked.terms if FULL_NAME.fullmatch(term)]
    if not names or not (asked.shown or asked.measure) or search.everywhere.candidates > MOST_DOCUMENTS:
        return asked
    workspace, chosen_ids = search.everywhere.workspace, search.document_ids
    rows = TableRow.objects.answering().filter(workspace=workspace, anchored=True)
    passages = Chunk.objects.filter(workspace=workspace, excluded=False)
    if chosen_ids:
        passages = passages.filter(document__in=chosen_ids)
    constraints, left = dict(asked.constraints), list(asked.terms)
    for name in names:
        if rows.filter(quote__contains=name).exists():
            continue
        found = passages.filter(text__contains=name).values_list("document_id", flat=True).distinct()
        documents = sorted(found[: MOST_NAMING + 1])
        if 0 < len(documents) <= MOST_NAMING:
            constraints["document_id"] = {"op": "in", "value": documents}
            left.remove(name)
    if left == asked.terms:
        return asked
    is_qa = asked.intent == "qa"
    update = {"constraints": constraints, "terms": left, "by_document": asked.by_document or is_qa}
    return asked.model_copy(update={**update, "intent": "list", "output": "table"} if is_qa else update)


def in_full(search: Search) -> Decomposition:
    """The question in parts, with what it leaves out where it goes on with the one before."""
    question = search.inquiry.question
    if not search.continues:
        return decompose(search.inquiry.analysis, search.known)
    words = own_words(question.text)
    told = any(map(str.isalnum, words))
    own = decompose(analyse(words, workspace=question.workspace), search.known) if told else Decomposition()
    return with_carried(own, search.before, question.text)


def bind(search: Search, asked: Decomposition) -> Bound:
    if asked.in_all:
        return Bound(named_by(search, asked))
    if asked.intent not in ("list", "compute"):
        return Bound(asked)
    return bind_terms(
        asked,
        search.known,
        question=search.question,
        workspace=search.inquiry.question.workspace,
        document_ids=search.document_ids,
        trace=search.inquiry.trace,
    )


def named_by(search: Search, asked: Decomposition) -> Decomposition:
    """By which property things are told apart that several kinds of documents share: “Solvent”, else
    their model.
    """
    wanted = [word for term in asked.terms for word in [term, *term.split()]]
    for name in [*asked.shown, *wanted]:
        for spelled in (name, singular(name.lower())):
            info = search.known.get(spelled)
            if info and not info.is_number:
                return asked.model_copy(update={"group_by": info.name})
    about = {"about": {"op": "~", "value": " ".join(asked.terms)}} if asked.terms else {}
    return asked.model_copy(update={"constraints": {**asked.constraints, **about}})


def chosen(asked: Decomposition, choices: Sequence[Mapping[str, Any]]) -> Decomposition:
    """The question with what the user chose where it was asked back."""
    for choice in choices:
        option = Option.model_validate(choice)
        constraints = {**asked.constraints, **option.add}
        dropped = set(option.drop)
        asked = asked.model_copy(
            update={
                "constraints": {name: each for name, each in constraints.items() if name not in dropped},
                "buckets": [] if "bucket" in dropped else asked.buckets,
                "terms": [] if dropped & {"text", "about"} else asked.terms,
                "measure": option.measure or asked.measure,
                "ambiguities": [] if option.measure else asked.ambiguities,
            }
        )
    return asked


def told(asked: Decomposition) -> dict[str, Any]:
    """For the trace: what is there."""
    kept = {name: value for name, value in asked.model_dump().items() if value}
    constraints = [
        f"{name} {c.get('op')} {c.get('value')} {c.get('unit', '')}".strip()
        for name, c in asked.constraints.items()
    ]
    return {**kept, "conditions": constraints}


def unclear(search: Search) -> Outcome | None:
    """A question back where a word may be one of several fields, and the rows do not tell which."""
    asked = search.asked
    if not asked.ambiguities or not asked.measure:
        return None
    info = search.known.get(asked.measure)
    word = asked.ambiguities[0].split("”")[0].strip("“")
    others = [other for other in search.known.by_part.get(word.lower(), ()) if other.is_number]
    if info is None or len(others) < 2:
        return None
    options = []
    for number, other in enumerate(others[:6], start=1):
        again = asked.model_copy(update={"measure": other.name})
        calls = rules.structured_calls(again, search.known)
        rows, documents = rules.counted(calls[-1], search.inquiry.question.workspace, search.document_ids)
        if rows:
            options.append(
                Option(id=f"field-{number}", label=other.title, count=documents, measure=other.name)
            )
    if len(options) < 2:
        if options:
            search.bound = replace(
                search.bound, asked=asked.model_copy(update={"measure": options[0].measure})
            )
        return None
    names = ", ".join(f"“{option.label}”" for option in options)
    return ambiguous(telling(search), options, f"“{word}” may be {names}: which is meant?")
