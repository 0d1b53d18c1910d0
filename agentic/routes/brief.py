"""A small model's answer: a value in a few words, told in the line it stands in.

Asked for sentences with marks, or to say no where there is no answer, a model of 1.5 billion parameters
says no nearly always. Asked for a few words it finds values; what it says of anything else, or of numbers
that are to be put together, is as often wrong as right, and so it is not asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agentic.citations.sentences import sentences
from agentic.evidence import Span
from agentic.facts.figures.target import ASKING
from agentic.routes.composing import Composed
from agentic.running.prompts import prompt
from agentic.trace import Trace
from agentic.verification.fitting.kinds import EXTREME
from agentic.verification.sentences.statements import own_mark
from llm.fencing import fenced, without_citations
from llm.types import ChatModel, ChatRequest, Message
from retrieval.question.model import QueryAnalysis
from retrieval.stems import stems

ASK = "Answer it in a few words from the lines."
ANSWER_TOKENS = 80
SHARED = 0.6  # of a reply's own words, that stand in the lines it is told in
MOST_LINES = 4  # that one reply is told in
REFUSES = re.compile(
    r"\b(?:not (?:found|mentioned|stated|specified|provided|given|told|known|clear|available|possible)|"
    r"no (?:information|answer|mention)|"
    r"(?:do|does|did)(?: not|n['’]t) (?:say|tell|mention|provide|state|specify|contain|give))\b|"
    r"^\W*(?:none|unknown|n/?a)\W*$",
    re.IGNORECASE,
)
# Numbers that are to be compared, added or ranked.
PUT_TOGETHER = re.compile(
    r"\b(?:than|more|less|fewer|differ\w*|drop(?:ped)?|r[io]se\w*|rising|f[ae]ll(?:en)?|in?creas\w*|decreas\w*|"
    r"(?:go|goes|gone|went) (?:up|down)|altogether|in total|combined|together|including|average|share|"
    r"first|last|each|every)\b",
    re.IGNORECASE,
)
NUMBER = re.compile(r"\d[\d.,]*")


@dataclass(frozen=True)
class Line:
    """`source`: the number of the span it stands in, from 1."""

    text: str
    source: int


def answer_briefly(
    analysis: QueryAnalysis,
    spans: Sequence[Span],
    headed: Callable[[Span], str],
    chat: ChatModel,
    trace: Trace,
    *,
    accepts: Callable[[str, Sequence[Line]], bool],
) -> Composed:
    """The value that the model finds, quoted with its lines; empty where no line has it.

    `headed`: what a span's place is called. `accepts`: whether a reply and the lines it stands in can be it.
    """
    if PUT_TOGETHER.search(analysis.transformed_query) or EXTREME.search(analysis.transformed_query):
        return Composed()
    rules = prompt("read_lines")
    trace.prompt_versions[rules.name] = rules.version
    lines = [Line(text, n) for n, span in enumerate(spans, start=1) for text in sentences(span.quote)]
    asked = f"{_shown(lines, spans, headed)}\n\nQuestion: {analysis.transformed_query}\n"
    reply = _ask(chat, trace, f"{asked}{ASK}")
    reply = " ".join(reply.split()).strip("“”\"' ").rstrip(".")
    held = lines_of(reply, lines, analysis.transformed_query)
    if not held or REFUSES.search(reply) or not accepts(reply, held):
        return Composed()
    quotes = " ".join(f"“{line.text}” {own_mark(line.source)}" for line in held)
    return Composed(f"{without_citations(reply)}: {quotes}", claims="")


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
