"""How near windows and single sentences are to a question in meaning."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter

import numpy as np

from llm.types import Embedder
from retrieval.passages.scoring import MEANING, Scored
from retrieval.passages.windows import question_over

COMPARED = 40  # windows whose meaning is compared, those with most of the words
MOST_UNITS = 300  # sentences, rows and items of which each is; a text of usual length has fewer
WORD = re.compile(r"[^\W_]{2,}")
by_score = attrgetter("score")


def compared(
    weighed: Sequence[Scored], question: str, embedder: Embedder, *, always: Sequence[Scored] = ()
) -> list[Scored]:
    """Those with most of the words, and `always` some others, with their meaning, best first."""
    best = sorted(weighed, key=by_score, reverse=True)[:COMPARED]
    best += [each for each in always[:COMPARED] if not any(each is other for other in best)]
    for each, near in zip(best, meanings(question, best, embedder), strict=True):
        each.meaning = float(near)
    asked = [each for each in best if question_over(each.window) and each.window.units[0].opens]
    over = list(dict.fromkeys(question_over(each.window) for each in asked))
    if over:
        vectors = embedder.embed([question, *over])
        like = dict(zip(over, (vectors[1:] @ vectors[0]).tolist(), strict=True))
        for each in asked:
            each.asked_over = like[question_over(each.window)]
    return sorted(best, key=by_score, reverse=True)


def single(weighed: Sequence[Scored]) -> list[Scored]:
    """The windows of one sentence, row or item."""
    return [each for each in weighed if len(each.window.units) == 1 and not each.window.items]


def nearest(units: Sequence[Scored], question: str, embedder: Embedder) -> list[Scored]:
    """Single sentences, rows and items by what their words are worth and how near they are in meaning, which
    each is given.

    Of the question without the words that its document is called by: they would draw it to headings.
    """
    if not units:
        return []
    worth = {id(each): each.score - MEANING * each.meaning for each in units}
    units = sorted(units, key=lambda each: -worth[id(each)])[:MOST_UNITS]
    called = min(units, key=lambda each: each.passage.rank).passage.called
    texts = list(dict.fromkeys(each.window.text for each in units))
    vectors = embedder.embed([without_called(question, called), *texts])
    near = dict(zip(texts, (vectors[1:] @ vectors[0]).tolist(), strict=True))
    units = sorted(units, key=lambda each: -worth[id(each)] - near[each.window.text])
    return [replace(each, meaning=near[each.window.text]) for each in units]


def without_called(question: str, called: str) -> str:
    """The question without the words that a document is called by; whole where it has no others."""
    names = {word.casefold() for word in WORD.findall(called)}
    rest = [word for word in question.split() if not _words(word) or not _words(word) <= names]
    return " ".join(rest) if any(map(_words, rest)) else question


def _words(text: str) -> set[str]:
    return {word.casefold() for word in WORD.findall(text)}


def meanings(question: str, best: Sequence[Scored], embedder: Embedder) -> np.ndarray:
    """Cosines of the windows with the question, each with the heading over it where that is nearer."""
    if not best:
        return np.zeros(0)
    headed = [at for at, each in enumerate(best) if each.window.around]
    texts = [each.window.text for each in best]
    texts += [f"{best[at].window.around}\n{best[at].window.text}" for at in headed]
    vectors = embedder.embed([question, *texts])
    near: np.ndarray = vectors[1:] @ vectors[0]
    found = near[: len(best)].copy()
    for at, together in zip(headed, near[len(best) :], strict=True):
        found[at] = max(found[at], together)
    return found
