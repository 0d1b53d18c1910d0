"""The checked answers to the two questions of one text, as one answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agentic.evidence import Answer
from agentic.verification.sentences.statements import MARK
from retrieval.question.wording.both import Both

DIGITS = re.compile(r"\d+")


def merged(both: Both, answers: Sequence[Answer]) -> Answer:
    """Each answer under its question, its sources and numbers counted on from those before it.

    It covers what is asked only where each covers its own; a question without an answer is named as missing.
    """
    text, told = "", list[Answer]()
    questions = (both.first, both.second)
    for question, answer in zip(questions, answers, strict=True):
        text = f"{text}\n\n**{question}**\n\n".lstrip()
        told.append(_moved(answer, characters=len(text), sources=max(map(_last, told), default=0)))
        text += told[-1].text
    first, second = told
    unanswered = [question for question, each in zip(questions, told, strict=True) if not each.answered]
    return replace(
        first,
        text=text,
        answered=len(unanswered) < len(told),
        citations=first.citations + second.citations,
        numbers=first.numbers + second.numbers,
        tables=first.tables + second.tables,
        coverage=first.coverage or second.coverage,
        tried=tuple(dict.fromkeys(first.tried + second.tried)),
        nearest=first.nearest or second.nearest,
        warnings=tuple(dict.fromkeys((*first.warnings, *second.warnings))),
        plan=_plan([each.plan for each in told]),
        fit=_fit([each.fit for each in told], unanswered),
        clarification="",
        clarify=None,
        matches=first.matches or second.matches,
        carried=second.carried or first.carried,
    )


def _last(answer: Answer) -> int:
    """The highest number of its sources."""
    return max((citation.number for citation in answer.citations), default=0)


def _moved(answer: Answer, *, characters: int, sources: int) -> Answer:
    """The answer as it stands so many characters further on, behind so many sources."""
    text, at, grown = "", 0, [0] * (len(answer.text) + 1)  # by how much the text before a place grew
    for match in MARK.finditer(answer.text):
        mark = DIGITS.sub(lambda number: str(int(number[0]) + sources), match[0])
        text += answer.text[at : match.start()] + mark
        at = match.end()
        grown[at:] = [len(text) - at] * (len(grown) - at)
    numbers = (
        replace(
            number,
            start=number.start + grown[number.start] + characters,
            end=number.end + grown[number.end] + characters,
        )
        for number in answer.numbers
    )
    citations = (replace(each, number=each.number + sources) for each in answer.citations)
    return replace(answer, text=text + answer.text[at:], numbers=tuple(numbers), citations=tuple(citations))


def _plan(plans: Sequence[Mapping[str, Any] | None]) -> Mapping[str, Any] | None:
    held = [plan for plan in plans if plan]
    if len(held) < 2:
        return next(iter(held), None)
    return {"ask": "each", "of": held, "text": "; ".join(str(plan.get("text", "")) for plan in held)}


def _fit(fits: Sequence[Mapping[str, Any] | None], unanswered: Sequence[str]) -> Mapping[str, Any]:
    held = [fit for fit in fits if fit]
    missing = [sentence for fit in held for sentence in fit["missing"]]
    missing += [f"There is no answer to “{question}”" for question in unanswered]
    return {
        "covers": not missing,
        "missing": list(dict.fromkeys(missing)),
        "not_considered": list(dict.fromkeys(word for fit in held for word in fit["not_considered"])),
        "answered": [part for fit in held for part in fit["answered"]],
    }
