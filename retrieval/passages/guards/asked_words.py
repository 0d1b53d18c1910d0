"""Patterns of the words in guard_words.toml."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

_WORDS = tomllib.loads(Path(__file__).with_name("guard_words.toml").read_text(encoding="utf-8"))


def unit_asked(question: str) -> re.Pattern[str] | None:
    """The units of which a value has one where it is asked how old, deep, heavy or loud something is."""
    return next((units for is_asked, units in SIZES if is_asked.search(question)), None)


def any_of(*sections: str, behind: str = "") -> re.Pattern[str]:
    """Whole words of the sections, of all languages. `behind`: what must follow them."""
    words = "|".join(part for section in sections for part in _WORDS[section].values())
    return re.compile(rf"(?<!\w)(?:{words})(?!\w){behind}", re.IGNORECASE)


def pairs_of(section: str) -> list[tuple[re.Pattern[str], re.Pattern[str]]]:
    """The pairs of each line, in both orders."""
    found = []
    for line in _WORDS[section].values():
        for pair in re.split(r"\s{2,}|\n", line):
            one, other = (
                re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE) for words in pair.split("=")
            )
            found += [(one, other), (other, one)]
    return found


def patterns_by_pattern(section: str) -> list[tuple[re.Pattern[str], re.Pattern[str]]]:
    """What is asked, and what then stands right behind a value."""
    return [
        (re.compile(rf"(?<!\w)(?:{asked})(?!\w)", re.IGNORECASE), re.compile(rf"[\s-]?{told}", re.IGNORECASE))
        for asked, told in _WORDS[section].items()
    ]


SIZES = patterns_by_pattern("sizes")
