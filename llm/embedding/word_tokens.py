"""The embedder's tokens, kept by word: no token reaches over a blank, and most words come again."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

MOST_CHARACTERS = 1_000_000  # of the words that are kept: some 120,000, in 40 MB


class _Tokens(NamedTuple):
    ids: tuple[int, ...]
    starts: tuple[int, ...]  # in the word


class WordTokens:
    """What a tokenizer that parts texts at blanks first, as those of BERT do, finds in them.

    Looking a word up takes a third of the time of finding its tokens. Safe for several threads.
    """

    def __init__(self, tokenizer: Any, *, most_characters: int = MOST_CHARACTERS) -> None:
        self._tokenizer = tokenizer
        self._most_characters = most_characters
        self._known: dict[str, _Tokens] = {}
        self._characters = 0

    def ids(self, text: str) -> np.ndarray:
        """The numbers of the text's tokens, int64."""
        found = self._find(_words(text))
        return np.fromiter(chain.from_iterable(tokens.ids for tokens in found), dtype=np.int64)

    def starts(self, text: str) -> list[int]:
        """The offsets in the text at which its tokens begin."""
        words = _words(text)
        in_words = [tokens.starts for tokens in self._find(words)]
        of_words = np.repeat(_begins(words), list(map(len, in_words)))
        starts: list[int] = (of_words + np.fromiter(chain.from_iterable(in_words), dtype=np.int64)).tolist()
        return starts

    def _find(self, words: list[str]) -> list[_Tokens]:
        known = self._known  # another thread may put an empty one in its place
        if missing := list(set(words).difference(known)):
            known.update(zip(missing, self._tokens(missing), strict=True))
            self._characters += sum(map(len, missing))
            if self._characters > self._most_characters:
                self._known, self._characters = {}, 0
        return list(map(known.__getitem__, words))

    def _tokens(self, words: list[str]) -> Iterable[_Tokens]:
        """Those of each word. One text of all is encoded faster than a list of words."""
        encoding = self._tokenizer.encode(" ".join(words), add_special_tokens=False)
        ids: list[list[int]] = [[] for _ in words]
        starts: list[list[int]] = [[] for _ in words]
        begins = _begins(words).tolist()
        for number, (at, _) in zip(encoding.ids, encoding.offsets, strict=True):
            word = bisect_right(begins, at) - 1
            ids[word].append(number)
            starts[word].append(at - begins[word])
        return map(_Tokens, map(tuple, ids), map(tuple, starts))


def _begins(words: Sequence[str]) -> np.ndarray:
    """Where each word begins in the text in which a blank parts them."""
    lengths = np.fromiter(map(len, words), dtype=np.int64) + 1
    begins: np.ndarray = lengths.cumsum() - lengths
    return begins


def _words(text: str) -> list[str]:
    """The text parted at each of the two blanks that part nearly all words; the words hold any others."""
    return text.replace("\n", " ").split(" ")
