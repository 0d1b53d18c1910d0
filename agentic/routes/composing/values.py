"""A small model's answer: a value in a few words, told in the line it stands in.

Asked for sentences with marks, or to say no where there is no answer, a model of 1.5 billion parameters
says no nearly always. Asked for a few words it finds values; what it says of anything else, or of numbers
that are to be put together, is as often wrong as right, and so it is not asked.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agentic.citations.sentences import sentences
from agentic.evidence import Span
from agentic.facts.figures.target import ASKING
from agentic.routes.composing.answer import Composed
from agentic.running.prompts import prompt
from agentic.trace import Trace
from agentic.verification.fitting.kinds import EXTREME
from agentic.verification.sentences.statements import own_mark
from llm.fencing import fenced, without_citations
from llm.types import ChatModel, ChatRequest, Message
from retrieval.passages.expected import Expected
from retrieval.passages.scoring import Scored
from retrieval.passages.values import values_in
from retrieval.question.counting import ANY_NUMBER
from retrieval.stems import stems

ASK = "Answer it in a few words from the lines."
ANSWER_TOKENS = 80
SHARED = 0.6  # of a reply's own words, that stand in the lines it is told in
MOST_LINES = 4  # that one reply is told in
# Numbers that are to be compared, added or ranked.
PUT_TOGETHER = re.compile(
    r"\b(?:than|more|less|fewer|differ\w*|drop(?:ped)?|r[io]se\w*|rising|f[ae]ll(?:en)?|increas\w*|decreas\w*|"
    r"(?:go|goes|gone|went) (?:up|down)|altogether|in total|combined|together|including|average|share|"
    r"first|last|each|every)\b",
    re.IGNORECASE,
)
NEAR_ENOUGH = 0.4  # least cosine of a line with the question
AS_MUCH = 0.75  # of the words of the question that the document has which has most of them
NUMBER = re.compile(r"\d[\d.,]*")


@dataclass(frozen=True)
class Line:
    """`source`: the number of the span it stands in, from 1."""

    text: str
    source: int


def answer_briefly(
    question: str,
    expected: Expected,
    near: Sequence[Scored],
    spans: Sequence[Span],
    *,
    headed: Callable[[Span], str],
    chat: ChatModel,
    trace: Trace,
) -> Composed:
    """The value that the model finds in the spans, quoted with its lines; empty where it can be none.

    `near`: the sentences of which the spans are made, nearest first. `headed`: what a span's place is called.
    """
    if PUT_TOGETHER.search(question) or EXTREME.search(question):
        return Composed()
    rules = prompt("read_lines")
    trace.prompt_versions[rules.name] = rules.version
    lines = [Line(text, n) for n, span in enumerate(spans, start=1) for text in sentences(span.quote)]
    reply = _ask(chat, trace, f"{_shown(lines, spans, headed)}\n\nQuestion: {question}\n{ASK}")
    reply = " ".join(reply.split()).strip("“”\"' ").rstrip(".")
    held = lines_of(reply, lines, question)
    if not held or not is_of_kind(reply, expected, question):
        return Composed()
    if not stand_near([line.text for line in held], near, question):
        return Composed()
    quotes = " ".join(f"“{line.text}” {own_mark(line.source)}" for line in held)
    return Composed(f"{without_citations(reply)}: {quotes}", claims="")


def is_of_kind(reply: str, expected: Expected, question: str) -> bool:
    """Whether it has a value of the kind that is expected; a year is one where a year is asked for."""
    if expected.kind == "date" and reply.isdigit() and "year" not in question.lower():
        return False
    is_plain = expected.kind in ("count", "number") and ANY_NUMBER.search(reply)
    return bool(is_plain or values_in(reply, expected.kind))


def stand_near(lines: Sequence[str], near: Sequence[Scored], question: str) -> bool:
    """Whether the lines are near the question in meaning, in a document that has as much of it as any other.

    A line may begin with the heading that is quoted with it.
    """
    held = [
        each for each in near if any(line in each.window.text or each.window.text in line for line in lines)
    ]
    if max((each.meaning for each in held), default=0.0) < NEAR_ENOUGH:
        return False
    asked = stems(question) - stems(ASKING)
    texts: dict[str, set[str]] = defaultdict(set)
    for each in near:
        texts[each.passage.identity].add(each.passage.text)
    said = {document: len(asked & stems(" ".join([document, *pages]))) for document, pages in texts.items()}
    return max(said[each.passage.identity] for each in held) >= AS_MUCH * max(said.values())


def lines_of(reply: str, lines: Sequence[Line], question: str) -> list[Line]:
    """The fewest lines that have all numbers of the reply and most of its own words; none where some lack.

    Of lines that have as much, the one that has more of the question.
    """
    asked = stems(question)
    own = stems(reply) - asked - stems(ASKING)
    numbers = _numbers(reply)
    wanted = own | numbers
    if not wanted:
        return []  # it only says again what was asked
    having = {line: (stems(line.text) | _numbers(line.text)) & wanted for line in lines}
    told: list[Line] = []
    left = set(wanted)
    while left and len(told) < MOST_LINES:
        best = max(lines, key=lambda line: (len(having[line] & left), len(stems(line.text) & asked)))
        if not having[best] & left:
            break
        told.append(best)
        left -= having[best]
    is_told = not left & numbers and len(left) <= (1 - SHARED) * len(wanted)
    return sorted(told, key=lines.index) if is_told else []


def _numbers(text: str) -> frozenset[str]:
    """Its numbers as their digits."""
    return frozenset(found.rstrip(".,").replace(",", "") for found in NUMBER.findall(text))


def _shown(lines: Sequence[Line], spans: Sequence[Span], headed: Callable[[Span], str]) -> str:
    """The lines with their numbers, under the name and the heading of their place, in a fence."""
    shown: list[str] = []
    for number, line in enumerate(lines, start=1):
        if number == 1 or line.source != lines[number - 2].source:
            shown.append(f"From {without_citations(headed(spans[line.source - 1]))}:")
        shown.append(f"[{number}] {without_citations(line.text)}")
    return fenced("\n".join(shown))


def _ask(chat: ChatModel, trace: Trace, text: str) -> str:
    system = prompt("read_lines").text
    with trace.step("compose", "Find the value in the nearest lines") as step:
        reply = chat.complete(
            ChatRequest(system=system, messages=[Message("user", text)], max_tokens=ANSWER_TOKENS)
        )
        trace.spent(reply.usage)
        step.output = {"model": reply.model, "reply": reply.text.strip()}
    return reply.text
