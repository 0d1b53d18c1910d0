"""Whether parts are parts of the world, so that a table by segment tells them by region too."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from babel import Locale

# What regions of companies are called beside the names of continents and countries.
_BESIDE = frozenset(
    (
        "north south east west northern southern eastern western central middle latin greater emea apac mea "
        "apj anz benelux nordic nordics iberia dach pacific atlantic international domestic foreign overseas "
        "rest of the other others world worldwide and region regions markets countries us usa uk uae americas"
    ).split()
)
_WORD = re.compile(r"[^\W\d_]+")
_POINTS = re.compile(r"(?<=[A-Za-z])\.(?=[A-Za-z]|\s|$)")  # “U.S.”


def are_places(names: Iterable[str]) -> bool:
    """Whether each name is made of words for places alone."""
    words = [_WORD.findall(_POINTS.sub("", name).casefold()) for name in names]
    return bool(words) and all(own and all(word in _places() for word in own) for own in words)


@cache
def _places() -> frozenset[str]:
    names = Locale("en").territories.values()
    return _BESIDE | {word for name in names for word in _WORD.findall(name.casefold())}


def begins_with_place(label: str) -> bool:
    """Whether a label begins with the name of a continent or a country: “Asia Pacific”, “Europe revenue”."""
    first, *rest = label.split()
    return first in _names() or " ".join((first, *rest[:1])) in _names()


@cache
def _names() -> frozenset[str]:
    return frozenset(name for name in Locale("en").territories.values() if name[:1].isupper())
