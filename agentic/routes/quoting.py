"""What the passages say in their own words: sentences by their nearness to a question, before headings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from agentic.citations.sentences import sentences
from llm.types import Embedder
from reading.measures.catalogue import MEASURES, find_measures
from reading.values.quantities import find_quantities
from retrieval.question.model import QueryAnalysis
from retrieval.search.search import Hit

MOST_HEADING_WORDS = 12
_ENDS = re.compile(r"[.!?:;,][\"'”’)\]]*$")
_NUMBER = re.compile(r"^(?:(?:item|note|section|article|part)\s+)?[\dIVX.()]+\s+", re.IGNORECASE)
_BULLET = re.compile(r"^[•·*–—-]")


@dataclass(frozen=True)
class Quotable:
    """`heading`: the one right over the sentence; "" where there is none."""

    hit: Hit
    text: str
    heading: str
    is_heading: bool


def quotable(hits: Iterable[Hit], fits: Callable[[str, Hit], bool]) -> Iterator[Quotable]:
    """The sentences and headings of the passages that fit, in their order."""
    for hit in hits:
        heading = ""
        for text in dict.fromkeys(sentences(hit.text)):
            is_heading = _is_heading(text)
            if fits(text, hit):
                yield Quotable(hit, text, "" if is_heading else heading, is_heading)
            heading = text if is_heading else ""


def tells_other_measure(analysis: QueryAnalysis, sentence: str) -> bool:
    """Whether figures of another measure stand there than the question asks for, and none of its own.

    Measures whose names share a word are near enough: a part of debt for debt.
    """
    asked = {word for mention in analysis.measures for word in mention.name.split("_")}
    if not asked or analysis.is_analytical or not find_quantities(sentence):
        return False
    if all(MEASURES[mention.name].kind == "ratio" for mention in analysis.measures) and "%" not in sentence:
        return True
    told = [set(name.split("_")) for name, _, _ in find_measures(sentence)]
    return bool(told) and not any(words & asked for words in told)


def likeness(question: str, pool: list[Quotable], embedder: Embedder) -> np.ndarray:
    """How near each is to the question, as a cosine; half with the heading above where that is nearer."""
    headed = [at for at, each in enumerate(pool) if each.heading]
    texts = [each.text for each in pool] + [f"{pool[at].heading}\n{pool[at].text}" for at in headed]
    vectors = embedder.embed([question, *texts])
    near: np.ndarray = vectors[1:] @ vectors[0]
    found = near[: len(pool)].copy()
    for at, together in zip(headed, near[len(pool) :], strict=True):
        found[at] = max(found[at], (found[at] + together) / 2)
    return found


def _is_heading(text: str) -> bool:
    """Whether it is a short line without the end of a sentence and without figures."""
    bare = _NUMBER.sub("", text)
    if _ENDS.search(bare) or _BULLET.match(bare) or ": " in bare:
        return False
    return len(bare.split()) <= MOST_HEADING_WORDS and not find_quantities(bare)
