"""The measures that a clause names, and the stems of its words."""

from __future__ import annotations

import re
from functools import lru_cache

from agentic.verification.sentences.statements import MARK
from reading.measures.catalogue import find_measures

_WORD = re.compile(r"[^\W\d_]{4,}")
STEM = 5  # letters by which “European” is “Europe”
_EMPTY = frozenset(
    """with were from that this which into during than about approximately million billion thousand total
    company have been year quarter compared fiscal ended respectively cent percent over under more less
    least most only also their made make amounted came stood reported nearly while whereas does increase
    increased decrease decreased down rose fell grew""".split()
)  # fmt: skip
_MARGIN = re.compile(r"\b(?P<of>gross|operating|net|profit)\s(?:profit\s)?margins?\b", re.IGNORECASE)
_MARGIN_OF = {
    "gross": "gross_profit",
    "operating": "operating_income",
    "net": "net_income",
    "profit": "net_income",
}


@lru_cache(maxsize=4096)
def measures_in(text: str) -> tuple[tuple[str, int, int], ...]:
    """The measures that `text` names, with their places; a margin as the profit it is made of."""
    margins = [(_MARGIN_OF[m["of"].lower()], *m.span()) for m in _MARGIN.finditer(text)]
    named = [m for m in find_measures(text) if not any(start <= m[1] < end for _, start, end in margins)]
    return tuple(sorted([*named, *margins], key=lambda measure: measure[1]))


def stems(text: str) -> frozenset[str]:
    """What the words that tell something begin with."""
    words = (word.lower() for word in _WORD.findall(MARK.sub("", text)))
    return frozenset(word[:STEM] for word in words if word not in _EMPTY)
