"""Which measures answer a question that may not name them: a quick ratio stands on the balance sheet."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from retrieval.analysis import QueryAnalysis

# What a question asks of the writer, not of the documents: “if that is not useful, state so and say why”.
INSTRUCTION = re.compile(
    r"(?:(?<=[.?!;])|^)\s*(?:if\b[^.?!;]*\b(?:then|state|explain|please)\b|answer\b|respond\b|"
    r"give (?:a|your) |please\b|state (?:that|your)\b|round\b|assume\b)[^.?!;]*[.?!;]?",
    re.IGNORECASE,
)


@cache
def _concepts() -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    raw = tomllib.loads(Path(__file__).with_name("concepts.toml").read_text(encoding="utf-8"))
    return tuple(
        (re.compile(rf"\b(?:{entry['pattern']})", re.IGNORECASE), tuple(entry["measures"]))
        for entry in raw.values()
    )


def wanted_measures(analysis: QueryAnalysis) -> tuple[str, ...]:
    """The canonical names of what the question names, and of what its ratios and statements are made of."""
    question = without_instructions(analysis.question)
    named = [mention.name for mention in analysis.measures]
    implied = [name for pattern, names in _concepts() if pattern.search(question) for name in names]
    return tuple(dict.fromkeys([*named, *implied]))


def without_instructions(question: str) -> str:
    """The question without its sentences on how to answer; all of it where nothing would be left."""
    return " ".join(INSTRUCTION.sub(" ", question).split()) or question
