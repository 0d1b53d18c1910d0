"""Whether the letters of a text are those that were meant: a broken font map gives others for each."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from reading.text.languages import FUNCTION_WORDS

LEAST_LETTERS = 150  # fewer tell too little
LEAST_WORDS = 30
# How often two letters are the same, one drawn of the text and one of European languages: .055 to .07
# in texts of any of them, .038 where all letters are alike frequent.
LIKENESS = 0.05
SMALL_WORDS = 0.02  # of all words, at least, in texts of the languages whose small words are known
ACCENTED = 0.03  # of the letters of a language that is written with such; moved letters have none
STRANGE = 0.2  # of the marks: characters of private use, replaced ones
# By 1,000 letters, the mean of English, German, French, Spanish, Italian, Dutch and Portuguese.
FREQUENCIES = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyz",
        (95, 13, 32, 44, 141, 13, 16, 26, 78, 4, 7, 48, 28, 76, 71, 24, 7, 67, 69, 69, 48, 15, 9, 3, 7, 6),
        strict=True,
    )
)
_WORD = re.compile(r"\S+")
_STRANGE = re.compile("[\ue000-\uf8ff\ufffd\U000f0000-\U0010ffff]")


def is_garbled(text: str) -> bool:
    """Whether its characters are no language's: letters stand for others, or for none."""
    marks = len("".join(text.split()))
    if marks < LEAST_LETTERS:
        return False
    if len(_STRANGE.findall(text)) >= STRANGE * marks:
        return True
    letters = Counter(char for char in text.lower() if "a" <= char <= "z")
    words = [word.strip(".,;:()[]").lower() for word in _WORD.findall(text) if any(map(str.isalpha, word))]
    count = letters.total()
    if count < LEAST_LETTERS or len(words) < LEAST_WORDS or count < marks / 2:
        return False
    if sum(map(str.isalpha, text)) - count > ACCENTED * count:  # Polish, Turkish … have other frequencies
        return False
    alike = sum(FREQUENCIES[letter] / 1000 * times for letter, times in letters.items()) / count
    return alike < LIKENESS and sum(word in _small_words() for word in words) < SMALL_WORDS * len(words)


@cache
def _small_words() -> frozenset[str]:
    """Of two letters and more: single ones stand for themselves in garbled texts too."""
    return frozenset(word for words in FUNCTION_WORDS.values() for word in words if len(word) > 1)
