"""The model reader: what a document means, in a few calls whose JSON schema is enforced.

Figures are the rules' business; the model adds summary, claims, entities, topics and what the document is
good for. A statement is tied to a numbered sentence, so that its quote is never the model's wording.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from documents.dates import find_dates
from documents.extraction.excerpt import (
    ChunkText,
    Excerpt,
    NumberedSentence,
    long_excerpt,
    telling_excerpt,
)
from documents.extraction.outputs import (
    SENTENCE_CHARACTERS,
    BriefContexts,
    BriefFindings,
    BriefGist,
    ClaimOutput,
    ContextOutput,
    Contexts,
    EntityOutput,
    Findings,
    Gist,
)
from documents.extraction.types import (
    ClaimDraft,
    ContextDraft,
    EntityDraft,
    Essence,
    Place,
    Reading,
    TopicDraft,
)
from llm.errors import BadOutput, Refused, TooLong
from llm.types import ChatModel, ChatRequest, Message

__all__ = ["ChunkText", "read_by_model"]

Output = TypeVar("Output", bound=BaseModel)
OnProgress = Callable[[str, float], None]

LEAST_SHARED = 0.35  # of a claim's words that its sentence must have; below it the claim is not its own
CHUNKS_A_CALL = 20  # described in one reply of a large model
LEAST_WORDS = 3  # of a statement; fewer are a name with its title
WORD = re.compile(r"[^\W_]{3,}")
FIGURE = re.compile(r"\d[\d.,]*\d|\d")


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

    `budget_tokens`: of text for the local tier. `wants`: “map” (essence and topics), “facts” (claims and
    entities), “context” (of the chunks that it reads). A part that the model cannot give is left out and
    said so; `Transient` and `Unavailable` are raised.
    """
    added = Reading()
    if not chunks:
        return added
    brief = chat.tier == "local"
    excerpt = choose_excerpt(reading, chunks, chat, budget_tokens)
    passages = f"{known(reading)}\n{excerpt.render()}"
    if "map" in wants:
        on_progress("Reading for the summary", 0.0)
        gist = ask(chat, passages, "gist", BriefGist if brief else Gist, on_progress)
        if gist:
            added.essence = essence_of(gist, excerpt, subject_of(reading))
            added.topics = list(topics_of(gist, excerpt))
    if "facts" in wants:
        on_progress("Reading for claims and names", 0.5)
        findings = ask(chat, passages, "findings", BriefFindings if brief else Findings, on_progress)
        if findings:
            added.claims = list(claims_of(findings.claims, excerpt))
            added.entities = list(entities_of(findings.entities, excerpt))
    if "context" in wants:
        on_progress("Reading for what each passage says", 0.8)
        for part in [excerpt] if brief else parts_of(excerpt):
            passages = f"{known(reading)}\n{part.render()}"
            if said := ask(chat, passages, "context", BriefContexts if brief else Contexts, on_progress):
                added.contexts |= contexts_of(said.passages, part)
    on_progress("Read by the model", 1.0)
    return added


def choose_excerpt(
    reading: Reading, chunks: Sequence[ChunkText], chat: ChatModel, budget_tokens: int
) -> Excerpt:
    if chat.tier == "local":
        topics = [topic.topic_name for topic in reading.topics]
        return telling_excerpt(chunks, topics, tokens=budget_tokens)
    return long_excerpt(chunks, tokens=chat.context_tokens)


def parts_of(excerpt: Excerpt) -> Iterator[Excerpt]:
    """The excerpt in pieces of as many chunks as one reply can describe."""
    for start in range(0, len(excerpt.chunks), CHUNKS_A_CALL):
        chunks = excerpt.chunks[start : start + CHUNKS_A_CALL]
        yield Excerpt(chunks, whole=excerpt.whole, tables=excerpt.tables)


def known(reading: Reading) -> str:
    """What the rules know of the document: it keeps a small model from speaking of “the company”."""
    essence = reading.essence
    period = " to ".join(str(day) for day in (essence.period_start, essence.period_end) if day)
    parts = (("Title", essence.title), ("Subject", subject_of(reading)), ("Period", period))
    return "\n".join(f"{name}: {text}" for name, text in parts if text)


def subject_of(reading: Reading) -> str:
    return next((entity.entity_name for entity in reading.entities if entity.role == "subject"), "")


def ask(
    chat: ChatModel, passages: str, task: str, output: type[Output], on_progress: OnProgress
) -> Output | None:
    """The filled schema; None where the model gave nothing usable.

    The passages come before the task: both calls begin alike, and the second reads only its task.
    """
    text = f"{passages}\n\n---\n{prompt(task)}"
    request = ChatRequest(
        system=prompt("reader"),
        messages=[Message("user", text)],
        output=output,
        role="deep",
        max_tokens=900 if chat.tier == "local" else 6000,
    )
    try:
        return chat.complete(request).parsed  # type: ignore[return-value]  # of the type asked for
    except (BadOutput, Refused, TooLong) as error:
        on_progress(f"Went on without the model's {task}: {error}", 0.5)
        return None


@cache
def prompt(name: str) -> str:
    path = Path(__file__).parent / "prompts" / f"{name}.md"
    return path.read_text(encoding="utf-8").strip()


def essence_of(gist: Gist, excerpt: Excerpt, subject: str) -> Essence:
    return Essence(
        summary=gist.summary.strip(),
        purpose=gist.purpose.strip(),
        key_conclusion=gist.key_conclusion.strip(),
        document_type=gist.document_type,
        document_date=written_date(gist.document_date, excerpt),
        confidence_level="high" if excerpt.whole else "medium",
        answers_questions_about=distinct([specific(text, subject) for text in gist.answers_questions_about]),
        use_when=distinct(gist.use_when),
        do_not_use_for=distinct(gist.do_not_use_for),
        keywords=distinct([*gist.primary_topics, *gist.secondary_topics]),
    )


def specific(question: str, subject: str) -> str:
    """The question with the subject behind it, where it names nobody and nothing."""
    names_something = any(letter.isupper() or letter.isdigit() for letter in question[1:])
    if names_something or not subject:
        return question
    return f"{question.strip().rstrip('?')} ({subject})?"


def written_date(text: str, excerpt: Excerpt) -> date | None:
    """The date, if it stands in the document: small models make dates up."""
    written = (day for sentence in excerpt.sentences for day, _, _ in find_dates(sentence.text))
    return next((day for day in written if day.isoformat() == text), None)


def topics_of(gist: Gist, excerpt: Excerpt) -> Iterator[TopicDraft]:
    primary = distinct(gist.primary_topics)
    for name in distinct([*primary, *gist.secondary_topics]):
        if not says_something(name):
            continue
        sentence = sentence_about(name, excerpt)
        yield TopicDraft(place=place_of(sentence), topic_name=name, is_primary=name in primary)


def says_something(topic: str) -> bool:
    """Whether it is a phrase or a name. Single common words, such as “results”, fit every document."""
    return " " in topic or any(letter.isupper() for letter in topic[1:])


def claims_of(claims: Sequence[ClaimOutput], excerpt: Excerpt) -> Iterator[ClaimDraft]:
    """The claims that a sentence supports. One that is not faithful takes its words."""
    for claim in claims:
        sentence, shared = source_of(claim, excerpt)
        if sentence is None:
            continue
        words = " ".join(sentence.text.split())
        quantitative = bool(FIGURE.search(words))
        yield ClaimDraft(
            place=place_of(sentence),
            claim_text=claim.claim.strip() if is_faithful(claim.claim, words) else words,
            claim_type=claim.type,
            topic=claim.topic,
            confidence=round(0.4 + 0.5 * shared, 2),
            source_section=sentence.chunk.section,
            is_quantitative=quantitative,
            can_be_verified=quantitative or claim.type == "fact",
        )


def is_faithful(claim: str, words: str) -> bool:
    """Whether it is whole, with all its figures and letters beyond English in its sentence."""
    if len(claim) >= SENTENCE_CHARACTERS:
        return False
    foreign = {letter for letter in claim if ord(letter) > 127 and letter.isalpha()}
    return set(FIGURE.findall(claim)) <= set(FIGURE.findall(words)) and foreign <= set(words)


def source_of(claim: ClaimOutput, excerpt: Excerpt) -> tuple[NumberedSentence | None, float]:
    """The sentence that has most of the claim's words, and their share; the one cited wins a tie."""
    claimed = words_of(claim.claim)
    if len(claimed) < LEAST_WORDS:
        return None, 0.0

    def shared(sentence: NumberedSentence) -> float:
        return len(claimed & words_of(sentence.text)) / len(claimed)

    cited = [sentence for sentence in excerpt.sentences if sentence.number == claim.sentence]
    best = max([*cited, *excerpt.sentences], key=shared)
    return (best, shared(best)) if shared(best) >= LEAST_SHARED else (None, 0.0)


def entities_of(entities: Sequence[EntityOutput], excerpt: Excerpt) -> Iterator[EntityDraft]:
    """Each name once. One that the passages do not have keeps no page: anchoring will not find it either."""
    seen: set[str] = set()
    for entity in entities:
        name = " ".join(entity.name.split())
        if not name or name.casefold() in seen:
            continue
        seen.add(name.casefold())
        sentence = sentence_about(name, excerpt)
        yield EntityDraft(
            place=place_of(sentence, words=name),
            entity_name=name,
            entity_type=entity.type,
            role=entity.role,
            title=entity.title,
            context=" ".join(sentence.text.split()) if sentence else "",
        )


def contexts_of(outputs: Sequence[ContextOutput], excerpt: Excerpt) -> dict[int, ContextDraft]:
    """Chunk's index → its context. A text with a figure that the chunk does not have is left out."""
    chunks = {sentence.number: sentence.chunk for sentence in excerpt.sentences}
    contexts: dict[int, ContextDraft] = {}
    for output in outputs:
        chunk = chunks.get(output.sentence)
        if chunk is None or chunk.index in contexts:
            continue
        figures = set(FIGURE.findall(f"{chunk.section} {chunk.text}"))
        told = output.key_information.strip()
        contexts[chunk.index] = ContextDraft(
            topic=output.topic.strip(),
            key_information=told if set(FIGURE.findall(told)) <= figures else "",
            retrieval_hint=output.retrieval_hint.strip(),
        )
    return contexts


def sentence_about(name: str, excerpt: Excerpt) -> NumberedSentence | None:
    """The first sentence with the name in it, whatever its case and line breaks."""
    pattern = re.compile(r"\s+".join(re.escape(part) for part in name.split()), re.IGNORECASE)
    return next((sentence for sentence in excerpt.sentences if pattern.search(sentence.text)), None)


def place_of(sentence: NumberedSentence | None, *, words: str = "") -> Place:
    """The sentence's place; without one, `words` on no page."""
    if sentence is None:
        return Place(page=None, quote=words)
    return Place(page=sentence.chunk.page_start, quote=sentence.text)


def words_of(text: str) -> set[str]:
    return set(WORD.findall(text.lower()))


def distinct(texts: Sequence[str]) -> list[str]:
    """The texts that are not empty, each once whatever its case."""
    kept: dict[str, str] = {}
    for text in texts:
        kept.setdefault(text.strip().casefold(), text.strip())
    return [text for text in kept.values() if text]
