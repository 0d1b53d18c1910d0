"""An answer in a model's words: once more where a number has no source, and then only what holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agentic.citations.sentences import narrowed, sentences, with_marks
from agentic.evidence import Draft, Evidence, Span
from agentic.facts.figures.target import ASKING
from agentic.running.prompts import prompt
from agentic.trace import Trace
from agentic.verification.sentences.borne_out import borne_out
from agentic.verification.sentences.statements import MARK, own_mark
from agentic.verification.verify import verify
from llm.fencing import fenced_sources
from llm.types import ChatModel, ChatRequest, Message
from retrieval.question.model import QueryAnalysis
from retrieval.stems import stems

NOT_FOUND = "NOT FOUND"
VALUE_WORDS = 6  # of a reply that is no sentence
OF_QUESTION = 0.5  # of the question's words that stand in the source of such a reply
REFUSAL_WORDS = 6  # in a longer reply the words are those of an answer
ANSWER_TOKENS = 300  # four sentences
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
