"""What an answer is of, and the question's words for each part of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from agentic.verification.fitting.asked import Asked
from agentic.verification.fitting.told import Told, time_of
from agentic.verification.fitting.words import WORD
from reading.values.legal_forms import without_legal_form
from retrieval.question.grouping import find_grouping
from retrieval.stems import stems

CONDITION_FROM = re.compile(r"\s+(?:that|where)\s+")  # what stands behind it in a plan's words are conditions


class Part(NamedTuple):
    """`part`: measure | entity | period | grouping | condition. `asked`: the question's words for it."""

    part: str
    text: str
    asked: str = ""


def _said(asked: Asked) -> Iterator[tuple[str, str]]:
    """The words of the question for each part, as they stand there."""
    spans = [(start, end) for _, start, end in asked.measures]
    spans += [(start, end) for _, _, start, end in asked.ratios]
    texts = {"measure": [asked.bare[start:end] for start, end in sorted(spans)]}
    texts["entity"] = [words for words, _ in asked.whose]
    texts["period"] = [period.text for period in asked.periods]
    if grouping := find_grouping(asked.bare):
        texts["grouping"] = [asked.bare[grouping.start : grouping.end]]
    for part, words in texts.items():
        if found := [each for each in words if each and each in asked.question]:
            yield part, found[0]


def answered_by(asked: Asked, told: Told) -> Iterator[Part]:
    said = dict(_said(asked))
    for part, text in _of_what(told):
        words = said.get(part, "") if part != "condition" else ""
        if part == "measure" and not words:
            words = str(told.plan.get("judgement", ""))
        words = words or _words_like(text, asked.question)
        yield Part(part, text, words)


def _of_what(told: Told) -> Iterator[tuple[str, str]]:
    """Each part that the answer has, and what of it the answer is."""
    plan = told.plan
    labels = dict.fromkeys(f.label for f in told.figures if f.label)
    what = ", ".join(_measures_of(plan)) or ", ".join(list(labels)[:3])
    conditions = [str(each) for each in plan.get("conditions", ())]
    if conditions:
        what = CONDITION_FROM.split(what)[0]
    if by := plan.get("group_by"):
        what = what.removesuffix(f" by {by}")
    if what:
        yield "measure", what
    if whose := ", ".join(
        list(dict.fromkeys(without_legal_form(f.entity) for f in told.figures if f.entity))[:3]
    ):
        yield "entity", whose
    periods = list(plan.get("periods") or dict.fromkeys(time_of(f) for f in told.figures if time_of(f)))
    if periods:
        yield "period", ", ".join(periods[:3]) + (f" and {len(periods) - 3} more" if len(periods) > 3 else "")
    if by:
        yield "grouping", f"by {by}"
    for condition in conditions:
        yield "condition", condition


def _measures_of(plan: Mapping[str, Any]) -> list[str]:
    """What a plan is of; of a judgement each ratio that it rests on."""
    texts = [str(each.get("text", "")) for each in plan.get("with", ())]
    first = str(plan.get("text", ""))
    for text in texts:
        first = first.replace(text, "")
    every = [text.partition(" = ")[0].partition(";")[0].strip() for text in (first, *texts)]
    return list(dict.fromkeys(filter(None, every)))


def _words_like(condition: str, question: str) -> str:
    """The words of the question from the first to the last that the condition has too."""
    own = stems(condition)
    found = [word for word in WORD.finditer(question) if stems(word[0]) & own]
    return question[found[0].start() : found[-1].end()] if found else ""
