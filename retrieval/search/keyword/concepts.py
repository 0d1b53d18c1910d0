"""Which measures answer a question that may not name them: a quick ratio stands on the balance sheet."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from retrieval.question.model import QueryAnalysis
from retrieval.question.wording.manner import without_manner


@dataclass(frozen=True)
class Concept:
    """What is asked about: the measures that answer it, and the words that reports have for it."""

    pattern: re.Pattern[str]
    measures: tuple[str, ...]
    words: str


@cache
def concepts() -> tuple[Concept, ...]:
    raw = tomllib.loads(Path(__file__).with_name("concepts.toml").read_text(encoding="utf-8"))
    return tuple(
        Concept(
            re.compile(rf"\b(?:{entry['pattern']})", re.IGNORECASE),
            tuple(entry.get("measures", ())),
            entry.get("words", ""),
        )
        for entry in raw.values()
    )


def wanted_measures(analysis: QueryAnalysis) -> tuple[str, ...]:
    """The canonical names of what the question names, and of what its ratios and statements are made of."""
    named = [mention.name for mention in analysis.measures]
    implied = [name for concept in _asked(analysis.question) for name in concept.measures]
    return tuple(dict.fromkeys([*named, *implied]))


def further_words(analysis: QueryAnalysis) -> str:
    """What reports call the things that the question asks about; nothing where it names none we know."""
    return " ".join(concept.words for concept in _asked(analysis.transformed_query) if concept.words)


def _asked(question: str) -> list[Concept]:
    question = without_manner(question)
    return [concept for concept in concepts() if concept.pattern.search(question)]
