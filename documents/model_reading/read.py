"""The model reader: what a document means, in a few calls whose JSON schema is enforced.

Figures are the rules' business; the model adds summary, claims, entities, topics and what the document is
good for. A statement is tied to a numbered sentence, so that its quote is never the model's wording; what the
document does not bear out is left out (`told.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from documents.model_reading.excerpt import ChunkText, Excerpt, long_excerpt, telling_excerpt
from documents.model_reading.grounded import (
    Teller,
    claims_of,
    contexts_of,
    distinct,
    entities_of,
    essence_of,
    known,
    topics_of,
)
from documents.model_reading.schemas import BriefContexts, BriefFindings, BriefGist, Contexts, Findings, Gist
from llm.errors import BadOutput, Refused, Timeout, TooLong
from llm.fencing import fenced
from llm.types import ChatModel, ChatRequest, Message
from reading.model import ContextDraft, Reading

__all__ = ["ChunkText", "read_by_model"]

Output = TypeVar("Output", bound=BaseModel)
OnProgress = Callable[[str, float], None]

CHUNKS_A_CALL = 20  # described in one reply of a large model
MOST_QUESTIONS = 5  # of a small model's on passages that speak for the document
LEFT_OUT = {
    "gist": "The model gave no summary",
    "findings": "The model gave no claims and names",
    "context": "The model did not say what each passage is about",
}


def read_by_model(
    reading: Reading,
    chunks: Sequence[ChunkText],
    chat: ChatModel,
    *,
    budget_tokens: int,
    wants: Collection[str],
    on_progress: OnProgress,
) -> Reading:
    """What the model adds to the rules' `reading`.

    `budget_tokens`: of text for the local tier, 0 for none. `wants`: “map” (essence and topics), “facts”
    (claims and entities), “context” (of the chunks that it reads). A part that the model cannot give is left
    out and noted in `left_out`; `Transient` and `Unavailable` are raised, a `Timeout` only where nothing was
    read before.
    """
    brief = chat.tier == "local"
    if not chunks or (brief and budget_tokens <= 0):
        return Reading()
    teller = Teller(choose_excerpt(reading, chunks, chat, budget_tokens), reading, brief)
    asking = Asking(chat, on_progress)
    added = Reading(left_out=asking.left_out)
    if "map" in wants:
        on_progress("Reading for the summary", 0.0)
        gist = asking.ask(teller.excerpt, teller, "gist", BriefGist if brief else Gist)
        if gist:
            added.essence = essence_of(gist, teller)
            added.topics = topics_of(gist, teller)
    if "facts" in wants:
        on_progress("Reading for claims and names", 0.4)
        wanted: type[BriefFindings | Findings] = BriefFindings if brief else Findings
        findings = asking.ask(teller.excerpt, teller, "findings", wanted)
        if findings:
            added.claims = list(claims_of(findings.claims, teller))
            added.entities = list(entities_of(findings.entities, teller))
    if "context" in wants:
        on_progress("Reading for what each passage says", 0.7)
        added.contexts = read_contexts(asking, teller)
    if brief and "map" in wants:
        added.essence.answers_questions_about = questions_of(added.contexts)
    on_progress("Read by the model", 1.0)
    return added


def choose_excerpt(
    reading: Reading, chunks: Sequence[ChunkText], chat: ChatModel, budget_tokens: int
) -> Excerpt:
    if chat.tier == "local":
        return telling_excerpt(chunks, reading, tokens=budget_tokens)
    return long_excerpt(chunks, tokens=chat.context_tokens)


def read_contexts(asking: Asking, teller: Teller) -> dict[int, ContextDraft]:
    contexts: dict[int, ContextDraft] = {}
    wanted: type[BriefContexts | Contexts] = BriefContexts if teller.brief else Contexts
    for part in [teller.excerpt] if teller.brief else parts_of(teller.excerpt):
        within = Teller(part, teller.rules, teller.brief)
        if said := asking.ask(part, within, "context", wanted):
            contexts |= contexts_of(said.passages, within)
    return contexts


def parts_of(excerpt: Excerpt) -> Iterator[Excerpt]:
    """The excerpt in pieces of as many chunks as one reply can describe."""
    for start in range(0, len(excerpt.chunks), CHUNKS_A_CALL):
        chunks = excerpt.chunks[start : start + CHUNKS_A_CALL]
        yield Excerpt(chunks, whole=excerpt.whole, tables=excerpt.tables, forms=excerpt.forms)


def questions_of(contexts: dict[int, ContextDraft]) -> list[str]:
    """What the first passages that were described answer."""
    return distinct(context.retrieval_hint for context in contexts.values())[:MOST_QUESTIONS]


class Asking:
    """The calls for one document. `left_out`: what the model did not give, and why."""

    def __init__(self, chat: ChatModel, on_progress: OnProgress) -> None:
        self.chat = chat
        self.on_progress = on_progress
        self.left_out: list[str] = []
        self.answered = 0
        self.too_slow = ""

    def ask(self, excerpt: Excerpt, teller: Teller, task: str, output: type[Output]) -> Output | None:
        """The filled schema; None where the model gave nothing usable, or was too slow before."""
        if self.too_slow:
            self._note(task, self.too_slow)
            return None
        try:
            reply = self.chat.complete(request_of(excerpt, teller, task, output))
        except (BadOutput, Refused, TooLong) as error:
            self._note(task, str(error))
            return None
        except Timeout as error:
            if not self.answered:
                raise
            self.too_slow = str(error)
            self._note(task, self.too_slow)
            return None
        self.answered += 1
        return reply.parsed  # type: ignore[return-value]  # of the type asked for

    def _note(self, task: str, reason: str) -> None:
        note = f"{LEFT_OUT[task]}: {reason}"
        if note not in self.left_out:
            self.left_out.append(note)
        self.on_progress(note, 0.5)


def request_of(excerpt: Excerpt, teller: Teller, task: str, output: type[BaseModel]) -> ChatRequest:
    """The passages come before the task: all calls begin alike, and only the first reads them."""
    material = fenced(f"{known(teller.rules)}\n{excerpt.render()}")
    text = f"{material}\n\n{prompt(task, brief=teller.brief)}"
    return ChatRequest(
        system=prompt("reader", brief=teller.brief),
        messages=[Message("user", text)],
        output=output,
        role="deep",
        max_tokens=900 if teller.brief else 6000,
    )


@cache
def prompt(name: str, *, brief: bool) -> str:
    """The text of a prompt, in its shorter form for a small model."""
    path = Path(__file__).parent / "prompts" / f"{name}{'_brief' if brief else ''}.md"
    return path.read_text(encoding="utf-8").strip()
