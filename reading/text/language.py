"""Which language a text is in, by its letters and its small words."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

from reading.model import ParsedDocument, once_for_document

SAMPLE = 20_000  # characters of a document, that tell as well as all of it
LEAST_LETTERS = 20
SHARE_OF_SCRIPT = 0.2  # of the letters: texts of other scripts bring names and numbers in Latin ones
SHARE_OF_KANA = 0.05  # of the letters of a Japanese text, whose nouns stand in Chinese characters
LEAST_WORDS = 4  # small words of one language, before it is told
LEAST_DISTINCT, LEAST_LONGER = (
    3,
    2,
)  # of them, and of two letters or more: “a” stands in tables of any language
LEAD = 1.2  # times as many small words as the next language has

_DATA: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("languages.toml").read_text(encoding="utf-8")
)
_WORDS: dict[str, frozenset[str]] = {key: frozenset(words.split()) for key, words in _DATA["words"].items()}
_SCRIPTS = {key: re.compile(f"[{letters}]") for key, letters in _DATA["scripts"].items()}
_WORD = re.compile(r"[^\W\d_]+")
# Abbreviations of places and currencies look like small words of other languages.
_MARKED = re.compile(r"[A-Z]{2,}|\S+@\S+|https?:\S+")


@once_for_document
def language_of(parsed: ParsedDocument) -> str:
    """The document's language as two letters of ISO 639-1; "" where it has too few words to tell."""
    text, wanted = [], SAMPLE
    for page in parsed.pages:
        text.append(page.text[:wanted])
        wanted -= len(text[-1])
        if wanted <= 0:
            break
    return detect_language("\n".join(text))


def detect_language(text: str) -> str:
    """The language of most of the text as two letters of ISO 639-1; "" where it cannot be told."""
    letters = sum(map(str.isalpha, text))
    if letters >= LEAST_LETTERS or any(script.search(text) for script in _SCRIPTS.values()):
        counts = {key: len(script.findall(text)) for key, script in _SCRIPTS.items()}
        if counts["ja"] >= SHARE_OF_KANA * (counts["ja"] + counts["zh"]) > 0:
            counts["ja"] += counts["zh"]
            counts["zh"] = 0
        best = max(counts, key=lambda key: counts[key])
        if counts[best] >= SHARE_OF_SCRIPT * letters > 0:
            return best
    words = Counter(_WORD.findall(_MARKED.sub(" ", text).lower()))
    scores = {key: sum(words[word] for word in known) for key, known in _WORDS.items()}
    (best, most), (_, second) = sorted(scores.items(), key=lambda item: -item[1])[:2]
    told = [word for word in _WORDS[best] if words[word]]
    is_varied = len(told) >= LEAST_DISTINCT and sum(len(word) > 1 for word in told) >= LEAST_LONGER
    return best if most >= max(LEAST_WORDS, LEAD * second) and is_varied else ""
