"""What a model makes of a question that rules are in doubt of; only what can be grounded is taken."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from django.utils import timezone
from pydantic import BaseModel, Field

from agentic.prompt_files import prompt
from agentic.trace import Trace
from documents.models import Document, Workspace
from llm.errors import LLMError
from llm.types import ChatModel, ChatRequest, Message
from retrieval.analysis import CONFIDENT, Mention, QueryAnalysis, TimeReference, analyse
from retrieval.certainty import POINTING, VAGUE_TIME
from retrieval.mentions import mentions_in
from retrieval.names import Names, names_of
from retrieval.phrases import words_of

REPLY_TOKENS = 250
KNOWN = 30  # organizations that the model is told of: about 150 tokens
TURNS = 4  # messages of the conversation that it sees
TURN_CHARS = 300  # of each
GROUNDED = 0.8  # confidence once the model has told something that holds
NAME_OR_NUMBER = re.compile(r"\b(?:[A-Z][\w&’'-]+|\d[\d.,]*)\b")
KINDS = {"organizations": "organization", "people": "person", "locations": "location", "topics": "topic"}


class QuestionReading(BaseModel):
    """What the model fills in; see prompts/read_question.md."""

    question: str = Field(default="", max_length=400)
    organizations: list[str] = Field(default_factory=list, max_length=5)
    people: list[str] = Field(default_factory=list, max_length=5)
    locations: list[str] = Field(default_factory=list, max_length=5)
    topics: list[str] = Field(default_factory=list, max_length=3)
    document_types: list[str] = Field(default_factory=list, max_length=3)
    date_from: str = Field(default="", max_length=10)
    date_to: str = Field(default="", max_length=10)
    is_comparison: bool = False
    is_analytical: bool = False


@dataclass(frozen=True)
class Doubted:
    """A question that rules are in doubt of. `said`: all that the model may take names and numbers from."""

    analysis: QueryAnalysis
    workspace: Workspace
    history: Sequence[Mapping[str, str]] = ()
    dropped: list[str] = field(default_factory=list)

    @property
    def said(self) -> str:
        return " ".join([self.analysis.question, *(turn.get("text", "") for turn in self.history)])


def read_by_model(
    analysis: QueryAnalysis,
    *,
    workspace: Workspace,
    history: Sequence[Mapping[str, str]],
    chat: ChatModel,
    trace: Trace,
) -> QueryAnalysis:
    """The analysis with what a model adds to it; the same where rules are sure, or the model fails."""
    if chat.tier == "none" or analysis.confidence >= CONFIDENT:
        return analysis
    doubted = Doubted(analysis, workspace, history)
    with trace.step(
        "analyse", "Read the question again with the model", doubts=list(analysis.doubts)
    ) as step:
        try:
            reading = _ask(doubted, chat, trace)
        except LLMError as error:
            step.error = f"{error} The rules’ reading stays."
            return analysis
        analysis = grounded(reading, doubted)
        step.output = {**analysis.as_json(), "dropped": doubted.dropped}
    return analysis


def _ask(doubted: Doubted, chat: ChatModel, trace: Trace) -> QuestionReading:
    rules = prompt("read_question")
    trace.prompt_versions[rules.name] = rules.version
    subjects = list(names_of(doubted.workspace).subjects)[:KNOWN]
    talk = [f"{turn.get('role')}: {turn.get('text', '')[:TURN_CHARS]}" for turn in doubted.history[-TURNS:]]
    parts = (
        f"Organizations: {'; '.join(subjects)}" if subjects else "",
        f"Today: {timezone.localdate()}",
        "\n".join(["Conversation:", *talk]) if talk else "",
        f"Question: {doubted.analysis.question}",
    )
    request = ChatRequest(
        system=rules.text,
        messages=[Message("user", "\n".join(part for part in parts if part))],
        output=QuestionReading,
        role="fast",
        max_tokens=REPLY_TOKENS,
    )
    reply = chat.complete(request)
    trace.spent(reply.usage)
    assert isinstance(reply.parsed, QuestionReading)
    return reply.parsed


def grounded(reading: QuestionReading, doubted: Doubted) -> QueryAnalysis:
    """The rules' analysis with what of the model's is borne out; what is not goes to `dropped`."""
    names = names_of(doubted.workspace)
    known = {field: _known(getattr(reading, field), kind, names, doubted) for field, kind in KINDS.items()}
    times = _times(reading, doubted)
    base = doubted.analysis
    whole = _restated(reading.question, [m.name for found in known.values() for m in found], doubted)
    if whole:
        base = replace(analyse(whole, workspace=doubted.workspace), inherited=base.inherited)
    types = [name for name in reading.document_types if name in Document.Type.values]
    doubted.dropped.extend(
        f"“{name}” is no type of document" for name in reading.document_types if name not in types
    )
    added: dict[str, object] = {
        name: _together(getattr(base, name), found) for name, found in known.items() if found
    }
    if types:
        added["further_types"] = tuple(dict.fromkeys([*base.further_types, *types]))
    if times and not base.time_references:
        added |= {"time_references": times, "is_temporal": True}
    told = bool(added or whole)
    return replace(
        base,
        is_comparison=base.is_comparison or reading.is_comparison,
        is_analytical=base.is_analytical or reading.is_analytical,
        is_factual=not (base.is_analytical or reading.is_analytical),
        confidence=max(base.confidence, GROUNDED) if told else base.confidence,
        reader="model" if told else base.reader,
        **added,  # type: ignore[arg-type]
    )


def _known(said: Sequence[str], kind: str, names: Names, doubted: Doubted) -> tuple[Mention, ...]:
    """Those of the names that the documents hold; they stand at no place of the question."""
    found: list[Mention] = []
    for name in said:
        held = mentions_in(name, names)[kind]
        whole = [mention for mention in held if mention.start == 0]
        if whole:
            found.append(replace(whole[0], start=0, end=0))
        elif name.strip():
            doubted.dropped.append(f"no document names the {kind} “{name}”")
    return tuple(found)


def _together(own: Sequence[Mention], found: Sequence[Mention]) -> tuple[Mention, ...]:
    known = {name for mention in own for name in mention.names}
    return (*own, *(mention for mention in found if mention.name not in known))


def _times(reading: QuestionReading, doubted: Doubted) -> tuple[TimeReference, ...]:
    """The model's dates, if they are dates in order and the question speaks of a time at all."""
    if not (reading.date_from or reading.date_to):
        return ()
    try:
        first = date.fromisoformat(reading.date_from) if reading.date_from else None
        last = date.fromisoformat(reading.date_to) if reading.date_to else None
    except ValueError:
        doubted.dropped.append(f"“{reading.date_from} – {reading.date_to}” are no dates")
        return ()
    if first and last and last < first:
        doubted.dropped.append(f"{first} is after {last}")
        return ()
    question = doubted.analysis.question
    speaks = doubted.analysis.is_temporal or VAGUE_TIME.search(question) or re.search(r"\d", question)
    if not (speaks or (doubted.history and POINTING.search(question))):
        doubted.dropped.append(f"the question speaks of no time, so not {first} – {last}")
        return ()
    text = " – ".join(str(day) if day else "…" for day in (first, last))
    return (TimeReference(text=text, date_from=first, date_to=last, start=0, end=0),)


def _restated(whole: str, names: Sequence[str], doubted: Doubted) -> str:
    """The model's wording of the question, if it brings in no name and no number of its own."""
    text = " ".join(whole.split())
    if not text or text.casefold() == doubted.analysis.question.casefold():
        return ""
    known = {*words_of(doubted.said), *(word for name in names for word in words_of(name))}
    first = text.split()[0]
    foreign = [
        word
        for word in NAME_OR_NUMBER.findall(text)
        if word != first and not set(words_of(word)) - {"s"} <= known
    ]
    if foreign:
        doubted.dropped.append(f"its wording brings in {', '.join(dict.fromkeys(foreign))}")
        return ""
    return text
