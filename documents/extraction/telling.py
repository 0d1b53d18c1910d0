"""What a passage says, where no fact was read from it: its most telling sentence and its own phrases."""

from __future__ import annotations

from collections import Counter

from documents.extraction.claims import telling_weight, without_numbering
from documents.extraction.keywords import phrases_of
from documents.extraction.passages import is_running_text
from documents.sentences import sentence_spans

LONGEST = 240  # characters of a sentence that is told
MOST_PHRASES = 4


def telling_sentence(text: str) -> str:
    """The sentence that states most, the first of several alike; "" where none is whole and short enough."""
    whole = (" ".join(text[start:end].split()) for start, end in sentence_spans(text))
    running = [without_numbering(each) for each in whole if len(each) <= LONGEST and is_running_text(each)]
    return max(running, key=telling_weight, default="")


def own_phrases(text: str) -> list[str]:
    """The phrases of two and three words that the passage uses most, none inside another."""
    counts = Counter(map(str.lower, phrases_of(text, shortest=2)))
    kept: list[str] = []
    taken: set[str] = set()
    for phrase in sorted(counts, key=lambda phrase: (-counts[phrase], -phrase.count(" "))):
        words = phrase.split()
        if taken.isdisjoint(words):
            kept.append(phrase)
            taken.update(words)
        if len(kept) == MOST_PHRASES:
            break
    return kept
