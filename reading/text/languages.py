"""Which language a text is in, by the words that each is full of. No Django here."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import lru_cache
from pathlib import Path

FUNCTION_WORDS: dict[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in tomllib.loads(
        Path(__file__).with_name("function_words.toml").read_text(encoding="utf-8")
    ).items()
}
ENGLISH = "en"
READ = 20_000  # characters that tell it
MOST_FOREIGN = 0.2  # of a text's letters that are Chinese or Japanese in one that is written otherwise
WORD = re.compile(r"[^\W\d_]+")
_KANA = re.compile(r"[\u3040-\u30ff]")
_HAN = re.compile(r"[\u3400-\u9fff]")
_EVERY = Counter(word for words in FUNCTION_WORDS.values() for word in words)


@lru_cache(maxsize=1024)
def language_of(text: str) -> str:
    """“en”, “de”, “fr”, “es”, “it”, “nl”, “pt”, “ja” or “zh”; English where nothing tells.

    A word that several languages have counts for each of them in part.
    """
    some = text[:READ]
    letters = sum(map(len, WORD.findall(some)))
    han, kana = len(_HAN.findall(some)), len(_KANA.findall(some))
    if "¿" in some[:1]:
        return "es"
    if letters and (han + kana) / letters > MOST_FOREIGN:
        return "ja" if kana else "zh"
    words = Counter(word.lower() for word in WORD.findall(some))
    told = {
        language: sum(count / _EVERY[word] for word, count in words.items() if word in known)
        for language, known in FUNCTION_WORDS.items()
    }
    return max(told, key=lambda language: (told[language], language == ENGLISH))
