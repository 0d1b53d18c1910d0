"""What a model makes of a question that rules are in doubt of; only what can be grounded is taken."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from django.conf import settings
from django.utils import timezone
from pydantic import BaseModel, Field

from agentic.running.prompts import prompt
from agentic.trace import Trace
from documents.models import Document, Workspace
from llm.errors import LLMError, Timeout
from llm.fencing import fenced, one_line
from llm.types import ChatModel, ChatRequest, Message
from retrieval.question.analyse import analyse
from retrieval.question.confidence import CONFIDENT, POINTING, RECENTLY, VAGUE_TIME
from retrieval.question.model import QueryAnalysis
from retrieval.question.naming.mentions import Mention, mentions_in
from retrieval.question.naming.names import Names, names_of
from retrieval.question.naming.phrases import words_of
from retrieval.question.naming.subjects import plain_name
from retrieval.question.periods.times import TimeReference

REPLY_TOKENS = 250  # at most; a small model fills 30 to 80
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


class BriefReading(BaseModel):
    """What a small model fills in, which writes ten tokens a second; see prompts/read_question_brief.md."""

    organizations: list[str] = Field(default_factory=list, max_length=3)
    date_from: str = Field(default="", max_length=10)
    date_to: str = Field(default="", max_length=10)


class BriefFollowUp(BriefReading):
    """The same of a question in a conversation."""

    question: str = Field(default="", max_length=300)


@dataclass(frozen=True)
class Doubted:
    """A question that rules are in doubt of. `said`: all that the model may take names and numbers from.

    `brief`: the model is small. Of what such a one was seen to say, the dates of events hold; whom a name
    stands for and when “recently” was it guesses, mostly wrong.
    """

    analysis: QueryAnalysis
    workspace: Workspace
    history: Sequence[Mapping[str, str]] = ()
    brief: bool = False
    dropped: list[str] = field(default_factory=list)

    @property
    def said(self) -> str:
        return " ".join([self.analysis.question, *(turn.get("text", "") for turn in self.history)])

    @property
    def can_be_settled(self) -> bool:
        """Whether a model can tell what the rules are in doubt of, and an answer would depend on it.

        A name that no document has can stand for one of several organizations, words for a time, and others
        for what was said before. Whatever else a question asks for, its words are searched for as they are.
        """
        question = self.analysis.question
        named = self.analysis.unknown_names and not self.brief and len(self.organizations) > 1
        vague = None if self.analysis.time_references else VAGUE_TIME.search(question)
        dated = vague and not (self.brief and RECENTLY.fullmatch(vague[0]))
        return bool(named or dated or (self.history and POINTING.search(question)))

    @property
    def organizations(self) -> list[str]:
        """Those that documents are about, each by one name."""
        by_name = {plain_name(name).casefold(): name for name in names_of(self.workspace).subjects}
        return list(by_name.values())


def read_by_model(
    analysis: QueryAnalysis,
    *,
    workspace: Workspace,
    history: Sequence[Mapping[str, str]],
    chat: ChatModel,
    trace: Trace,
) -> QueryAnalysis:
    """The analysis with what a model adds to it; the same where it cannot help, fails or takes too long."""
    doubted = Doubted(analysis, workspace, history, chat.tier == "local")
    seconds = settings.RAGSITE_ANALYSIS_SECONDS
    if chat.tier == "none" or not seconds or analysis.confidence >= CONFIDENT or not doubted.can_be_settled:
        return analysis
    with trace.step(
        "analyse", "Read the question again with the model", doubts=list(analysis.doubts)
    ) as step:
        try:
            reading = _ask(doubted, chat, trace)
        except Timeout:
            step.error = f"The model took more than {seconds} s over it. The rules’ reading stays."
            return analysis
        except LLMError as error:
            step.error = f"{error} The rules’ reading stays."
            return analysis
        analysis = grounded(reading, doubted)
        step.output = {**analysis.as_json(), "dropped": doubted.dropped}
    return analysis


def _ask(doubted: Doubted, chat: ChatModel, trace: Trace) -> QuestionReading:
    rules = prompt("read_question_brief" if doubted.brief else "read_question")
    trace.prompt_versions[rules.name] = rules.version
    subjects = doubted.organizations[:KNOWN]
    talk = [f"{turn.get('role')}: {turn.get('text', '')[:TURN_CHARS]}" for turn in doubted.history[-TURNS:]]
    told = (
        f"Organizations: {'; '.join(map(one_line, subjects))}" if subjects else "",
        "\n".join(["Conversation:", *talk]) if talk else "",
    )
    parts = (
        fenced("\n".join(filter(None, told))) if any(told) else "",
        f"Today: {timezone.localdate()}",
        f"Question: {doubted.analysis.question}",
    )
    request = ChatRequest(
        system=rules.text,
        messages=[Message("user", "\n".join(part for part in parts if part))],
        output=(BriefFollowUp if talk else BriefReading) if doubted.brief else QuestionReading,
        role="fast",
        max_tokens=REPLY_TOKENS,
        timeout=settings.RAGSITE_ANALYSIS_SECONDS,
    )
    reply = chat.complete(request)
    trace.spent(reply.usage)
    assert reply.parsed is not None
    return QuestionReading(**reply.parsed.model_dump())


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
    """Those of the names that the documents hold and the question can mean; they stand at no place of it."""
    found: dict[str, Mention] = {}
    for name in said:
        whole = [mention for mention in mentions_in(name, names)[kind] if mention.start == 0]
        if whole and (kind == "topic" or _is_meant(whole[0], doubted)):
            found[whole[0].name] = replace(whole[0], start=0, end=0)
        elif whole:
            doubted.dropped.append(f"nothing in the question stands for “{name}”")
        elif name.strip():
            doubted.dropped.append(f"no document names the {kind} “{name}”")
    return tuple(found.values())


def _is_meant(mention: Mention, doubted: Doubted) -> bool:
    """Whether a word of the name was said, or a name that no document has, for which it may stand."""
    words = {word for name in mention.names for word in words_of(plain_name(name))}
    stands = doubted.analysis.unknown_names and not doubted.brief
    return bool(stands or words & {*words_of(doubted.said)})


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
    if timezone.localdate() == first or (last == timezone.localdate() and not first):
        doubted.dropped.append("today is when the question is asked, not what it asks for")
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
