"""An answer in a model's words: once more where a number has no source, and then only what holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from agentic.citations.sentences import figures_in, narrowed, placed, sentences, span_of, with_marks
from agentic.evidence import Draft, Evidence, Span
from agentic.facts.figures.target import ASKING
from agentic.running.prompts import prompt
from agentic.trace import Trace
from agentic.verification.sentences.borne_out import borne_out
from agentic.verification.sentences.statements import MARK, own_mark
from agentic.verification.verify import verify
from llm.fencing import fenced_sources
from llm.types import ChatModel, ChatRequest, Message
from retrieval.passages.scoring import Scored
from retrieval.passages.windows import Unit
from retrieval.question.model import QueryAnalysis
from retrieval.stems import stems

NOT_FOUND = "NOT FOUND"
VALUE_WORDS = 6  # of a reply that is no sentence
OF_QUESTION = 0.5  # of the question's words that stand in the source of such a reply
REFUSAL_WORDS = 6  # in a longer reply the words are those of an answer
ANSWER_TOKENS = 300  # four sentences
READ_BY_SMALL = 1_600  # characters of passages: the local model reads some 220 a second
AGAIN = (
    "No source has {numbers} as you say it. Answer the question again from the sources alone, without that; "
    "if they do not answer it, write only: NOT FOUND"
)


@dataclass(frozen=True)
class Composed:
    """`text`: the answer; "" where the sources hold none. `warnings`: what was struck of it.

    `claims`: as of a `Draft`.
    """

    text: str = ""
    warnings: tuple[str, ...] = ()
    claims: str | None = None


@dataclass
class Part:
    """Words of one page that stand together, nearest to the question first found. `units`: by their place."""

    first: Scored
    units: dict[int, Unit] = field(default_factory=dict)

    def meets(self, other: Scored) -> bool:
        """Whether it shares a sentence, row or item with a window."""
        at, there = self.first.passage, other.passage
        is_same_page = (at.hit.document_id, at.page, at.rank) == (
            there.hit.document_id,
            there.page,
            there.rank,
        )
        return is_same_page and any(unit.start in self.units for unit in _units(other))

    @property
    def span(self) -> Span:
        passage, window = self.first.passage, self.first.window
        quote = " ".join(self.units[start].text for start in sorted(self.units))
        span = replace(span_of(passage.hit, quote), page=passage.page)
        return placed(replace(span, section=window.around or passage.hit.section))


def _units(each: Scored) -> tuple[Unit, ...]:
    return (*each.window.units, *each.window.items)


def nearest_parts(evidence: Evidence, near: Sequence[Scored], *, most: int = READ_BY_SMALL) -> Evidence:
    """The evidence cut to the windows nearest to the question; as it was where there is none.

    Windows that overlap make one span, and there are no more spans than before. `most`: characters of all.
    """
    parts: list[Part] = []
    room = most
    for each in near:
        part = next((part for part in parts if part.meets(each)), None)
        new = {unit.start: unit for unit in _units(each) if part is None or unit.start not in part.units}
        length = sum(len(unit.text) for unit in new.values())
        if parts and (length > room or (part is None and len(parts) == len(evidence.spans))):
            continue
        room -= length
        if part is None:
            parts.append(part := Part(each))
        part.units.update(new)
    if not parts:
        return evidence
    spans = tuple(part.span for part in parts)
    return replace(evidence, spans=spans, figures=tuple(f for span in spans for f in figures_in(span)))


def compose(
    analysis: QueryAnalysis,
    evidence: Evidence,
    headed: Callable[[Span], str],
    chat: ChatModel,
    trace: Trace,
    *,
    once: bool = False,
) -> Composed | None:
    """The model's answer, each sentence borne out by its source and each number found.

    `once`: it is not asked again where a number has no source. None where it refuses in words that a source
    may have put into its mouth.
    """
    rules = prompt("compose")
    trace.prompt_versions[rules.name] = rules.version
    sources = fenced_sources((headed(span), span.quote) for span in evidence.spans)
    messages = [Message("user", f"Sources:\n{sources}\n\nQuestion: {analysis.transformed_query}")]
    text = _ask(rules.text, messages, chat, trace, "Write the answer from the passages")
    if _refuses(text, evidence):
        return None if text and _may_be_quoted(evidence) else Composed()
    text = with_marks(text, evidence.spans)
    if quoted := _in_its_words(text, evidence.spans, analysis.transformed_query):
        return Composed(quoted, claims="")
    if unsupported := _unsupported(text, evidence, analysis):
        if once:
            return Composed()
        messages += [
            Message("assistant", text),
            Message("user", AGAIN.format(numbers=", ".join(unsupported))),
        ]
        text = _ask(rules.text, messages, chat, trace, "Write the answer again without what no source has")
        text = with_marks(text, evidence.spans)
        if _refuses(text, evidence) or _unsupported(text, evidence, analysis):
            return Composed()
    left = borne_out(text, evidence.spans, question=analysis.transformed_query)
    warnings = tuple(f"Struck, since no source bears it out: “{sentence}”" for sentence in left.struck)
    return Composed(left.text, warnings)


def _in_its_words(reply: str, spans: Sequence[Span], question: str) -> str:
    """A value that was given without a sentence and a mark, with the words of a source that it stands in.

    "" for any other reply, and where these words have nothing of the question, or their source little.
    """
    value = reply.strip().rstrip(".").strip("“”\"'")
    if not value or MARK.search(value) or len(value.split()) > VALUE_WORDS:
        return ""
    stands = re.compile(rf"(?<!\w){re.escape(value)}(?!\w)", re.IGNORECASE)
    asked = stems(question) - stems(ASKING)
    found = [
        (len(asked & stems(sentence)), -number, sentence)
        for number, span in enumerate(spans, start=1)
        if len(asked & stems(f"{span.filename} {span.section} {span.quote}")) >= OF_QUESTION * len(asked)
        for sentence in sentences(span.quote)
        if stands.search(sentence)
    ]
    shared, number, sentence = max(found, default=(0, 0, ""))
    return f"{value}: “{sentence}” {own_mark(-number)}" if shared else ""


def _ask(system: str, messages: list[Message], chat: ChatModel, trace: Trace, why: str) -> str:
    trace.restart_text()
    request = ChatRequest(
        system=system, messages=list(messages), max_tokens=ANSWER_TOKENS, on_text=trace.text
    )
    with trace.step("compose", why) as step:
        reply = chat.complete(request)
        trace.spent(reply.usage)
        step.output = {"model": reply.model, "finish_reason": reply.finish_reason}
    return reply.text.strip()


def _refuses(text: str, evidence: Evidence) -> bool:
    """Whether it says that there is no answer; of words that a source has too, only where they are all."""
    if NOT_FOUND in text and _may_be_quoted(evidence):
        return len(text.split()) <= REFUSAL_WORDS
    return not text or NOT_FOUND in text


def _may_be_quoted(evidence: Evidence) -> bool:
    """Whether a source may have put a refusal into the model's mouth."""
    return any(NOT_FOUND in " ".join(span.quote.upper().split()) for span in evidence.spans)


def _unsupported(text: str, evidence: Evidence, analysis: QueryAnalysis) -> list[str]:
    """The numbers of the text that stand in no source and follow from none."""
    answer = verify(Draft(text=text), narrowed(text, evidence), question=analysis.question, analysis=analysis)
    return list(dict.fromkeys(each.text for each in answer.numbers if each.status == "unsupported"))
