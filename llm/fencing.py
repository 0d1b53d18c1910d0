"""Material in a prompt, fenced off with a mark that whoever wrote the material cannot know."""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

MARK_DIGITS = 8  # hexadecimal; each costs a small model about a token, and a document has one try
_KEY = secrets.token_bytes(32)  # of this process
_CITATION = re.compile(r"\[(\d{1,3}(?:\s?[,–-]\s?\d{1,3})*)\]")


@dataclass(frozen=True)
class Fence:
    """The mark round one piece of material.

    It is drawn from the material with a secret: equal prompts stay equal, so that a provider's prefix cache
    works, and a text that was made to hold a mark seen before has another one.
    """

    mark: str

    @classmethod
    def of(cls, *material: str) -> Fence:
        digest = hmac.digest(_KEY, "\x1f".join(material).encode("utf-8", "replace"), "sha256")
        return cls(digest.hex()[:MARK_DIGITS])

    def around(self, text: str) -> str:
        return f"<<data {self.mark}\n{text}\n{self.mark} data>>"


def fenced(text: str) -> str:
    """`text` between lines that it cannot hold; the system prompt says what they mean."""
    return Fence.of(text).around(text)


def fenced_sources(sources: Iterable[tuple[str, str]]) -> str:
    """Titles and texts in one fence, each opened by its number and the mark.

    No text can open another source or cite one: a number in square brackets stands in round ones.
    """
    pairs = [(one_line(without_citations(title)), without_citations(text)) for title, text in sources]
    fence = Fence.of(*(part for pair in pairs for part in pair))
    texts = (f"[{n}] {fence.mark} {title}\n{text}" for n, (title, text) in enumerate(pairs, start=1))
    return fence.around("\n\n".join(texts))


def without_citations(text: str) -> str:
    """`text` in which no “[2]” can be taken for a citation."""
    return _CITATION.sub(r"(\1)", text)


def one_line(text: str) -> str:
    return " ".join(text.split())
