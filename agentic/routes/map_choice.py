"""Which documents and passages to read: by the model that consults the map, by rank without one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.conf import settings
from pydantic import BaseModel, Field

from agentic.inquiry import Models
from agentic.running.prompts import prompt
from agentic.trace import Trace
from llm.errors import BadOutput, Refused, TooLong, Transient
from llm.fencing import fenced
from llm.types import ChatModel, ChatRequest, Message
from retrieval.document_map import MapView, map_view
from retrieval.question.model import QueryAnalysis
from retrieval.scope.model import Scope
from retrieval.search.search import Hit, find

MAP_LINES = {"none": 12, "local": 12, "gemini": 100, "openai": 60}  # what a tier's context and speed bear
MAP_TOKENS = {"none": 900, "local": 900, "gemini": 30_000, "openai": 8_000}
MAP_SHARE = 0.4  # of what a call may hold, at most
CHARACTERS_PER_TOKEN = 3.2  # of names, dates and numbers, by the local model's tokenizer
CONSULT_FROM = 4  # documents; with fewer there is nothing to choose
CHOSEN_DOCUMENTS, CHOSEN_PASSAGES = 5, 6
OF_EACH = 3  # passages of a document that the map points to and the search did not find


class MapChoice(BaseModel):
    """What the model chooses from the map."""

    reason: str = Field(max_length=300)
    document_ids: list[int] = Field(max_length=8)
    passages: list[int] = Field(default_factory=list, max_length=8)


@dataclass(frozen=True)
class Chosen:
    """What to read, best first."""

    documents: tuple[int, ...]
    chunks: tuple[int, ...] = ()


def consult(
    analysis: QueryAnalysis, scope: Scope, hits: Sequence[Hit], models: Models, trace: Trace
) -> Chosen:
    """The documents and passages to read: by the model where there is a choice, by rank without one."""
    chat = models.chat
    room = int(CHARACTERS_PER_TOKEN * _map_tokens(chat))
    view = map_view(analysis, scope=scope, hits=hits, limit=MAP_LINES[chat.tier], characters=room)
    ranked = Chosen(tuple(line.document_id for line in view.lines))
    with trace.step("map", "Consult the document map", documents=len(view.lines)) as step:
        chosen, reason = ranked, "Ranked by retrieval profile and passages"
        if trace.was_late:
            reason = f"{reason}, since the model was too slow before"
        elif _is_open(view, chat):
            try:
                choice = _ask_for_choice(analysis, view, chat, trace)
            except (BadOutput, Refused, TooLong, Transient) as error:
                step.error, reason = str(error), f"{reason}, since the model made no choice"
            else:
                chosen, reason = _known(choice, view) or ranked, choice.reason
        step.rows = len(chosen.documents)
        step.output = {
            "reason": reason,
            "map": view.head,
            "left_out": view.left_out,
            **_told(chosen, view, hits),
        }
    return chosen


def _is_open(view: MapView, chat: ChatModel) -> bool:
    """Whether there is something to choose, for which a model is there.

    A small one takes half a minute over it and chooses no better than the ranks.
    """
    return chat.tier not in ("none", "local") and len(view.lines) >= CONSULT_FROM


def _map_tokens(chat: ChatModel) -> float:
    """What the map may take of a call; without a model nobody reads it."""
    most = MAP_TOKENS[chat.tier]
    return min(most, MAP_SHARE * chat.context_tokens) if chat.context_tokens else most


def _known(choice: MapChoice, view: MapView) -> Chosen | None:
    """Of the model's choice what the map shows; None where that is nothing."""
    of_passage = {chunk: line.document_id for line in view.lines for chunk in line.chunk_ids}
    shown = {line.document_id for line in view.lines}
    chunks = [chunk for chunk in dict.fromkeys(choice.passages) if chunk in of_passage]
    documents = [pk for pk in choice.document_ids if pk in shown] + [of_passage[chunk] for chunk in chunks]
    return Chosen(tuple(dict.fromkeys(documents)), tuple(chunks)) if documents else None


def _told(chosen: Chosen, view: MapView, hits: Sequence[Hit]) -> dict[str, list[str]]:
    """The choice by names, for the trace."""
    names = {line.document_id: line.filename for line in view.lines}
    pages = {hit.chunk_id: f"{hit.filename}, p. {hit.page_start}" for hit in hits}
    return {
        "documents": [names[pk] for pk in chosen.documents[:10]],
        "passages": [pages[chunk] for chunk in chosen.chunks],
    }


def _ask_for_choice(analysis: QueryAnalysis, view: MapView, chat: ChatModel, trace: Trace) -> MapChoice:
    rules = prompt("consult_map")
    trace.prompt_versions[rules.name] = rules.version
    request = ChatRequest(
        system=rules.text.format(most=CHOSEN_DOCUMENTS, passages=CHOSEN_PASSAGES),
        messages=[Message("user", f"{fenced(view.text)}\n\nQuestion: {analysis.transformed_query}")],
        output=MapChoice,
        role="fast",
        max_tokens=200,
        timeout=settings.RAGSITE_MAP_SECONDS,
    )
    reply = chat.complete(request)
    trace.spent(reply.usage)
    assert isinstance(reply.parsed, MapChoice)
    return reply.parsed


def unread(
    analysis: QueryAnalysis, scope: Scope, hits: Sequence[Hit], chosen: Chosen, models: Models
) -> tuple[Hit, ...]:
    """The best passages of documents that the map points to and the search did not find."""
    found = {hit.document_id for hit in hits}
    missing = tuple(pk for pk in chosen.documents[:CHOSEN_DOCUMENTS] if pk not in found)
    if not missing or models.chat.tier == "none":
        return ()
    narrow = replace(scope, document_ids=missing)
    return find(analysis, scope=narrow, embedder=models.embedder, top_k=OF_EACH * len(missing)).hits
