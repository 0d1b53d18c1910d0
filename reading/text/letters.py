"""Words without the marks of their alphabet: “Nestlé” and “NESTLÉ” alike, “Газпром” as “gazprom”."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# As companies write themselves in Latin letters; a letter of several stands for its sound.
_GREEK = dict(
    zip(
        "αβγδεζηθικλμνξοπρσςτυφχψω",
        "a v g d e z i th i k l m n x o p r s s t y f ch ps o".split(),
        strict=True,
    )
)
_CYRILLIC = dict(
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґјљњћђџўѝ",
        "a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya i yi ye g j lj nj c "
        "dj dz u i".split(),
        strict=True,
    )
)
_LETTERS = _GREEK | {letter: "" if sound == "_" else sound for letter, sound in _CYRILLIC.items()}
_OTHERS = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "þ": "th", "ł": "l", "đ": "d", "ı": "i"}
_ABROAD = re.compile(r"[\u0370-\u03ff\u0400-\u04ff]")


@lru_cache(maxsize=65_536)
def folded(word: str) -> str:
    """The word in small Latin letters without accents; other alphabets than Greek and Cyrillic stay."""
    small = unicodedata.normalize("NFKD", word.casefold())
    plain = unicodedata.normalize("NFKC", _bare(small))
    spelled = "".join(_LETTERS.get(char, _OTHERS.get(char, char)) for char in plain)
    return spelled.replace("ks", "x") if _ABROAD.search(plain) else spelled


def bare(text: str) -> str:
    """The text without accents, its capitals kept: “Perez” for “Pérez”."""
    return text if text.isascii() else unicodedata.normalize("NFC", _bare(unicodedata.normalize("NFD", text)))


def _bare(decomposed: str) -> str:
    """Without combining marks, save that of “й”, which makes another letter of it."""
    kept = re.sub("и\u0306", "й", decomposed)
    return "".join(char for char in kept if not unicodedata.combining(char))
