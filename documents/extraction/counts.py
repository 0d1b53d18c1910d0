"""Counts whose sentence names before the verb what they count: “the number of options was 74,000”."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from documents.quantities import Quantity
from documents.units import ONE, UNIT_NOUNS

NEAR = 240  # characters before a number that can say what it counts
_NOUN = "|".join(sorted({noun for noun in UNIT_NOUNS if noun.isalpha() and noun.endswith("s")}))
_COUNTED = re.compile(
    rf"(?:\bnumber\s+of\s+(?:[\w-]+\s+){{0,6}}?(?P<noun>{_NOUN})|\b(?P<shares>shares))\b[^;$€£%]*?\s"
    r"(?:was|were|is|are|totall?ed|totals?|aggregated|amounted\s+to)\s+"
    r"(?:(?:approximately|about|a\s+total\s+of|nearly)\s+)?"
    r"(?:\d[\d,.]*(?:\s+(?:million|billion))?,?\s+(?:and\s+)?){0,4}$",
    re.IGNORECASE,
)
_WORTH = re.compile(
    r"\b(?:values?|prices?|costs?|proceeds|amounts?|periods?|terms?|percentages?|ratios?|dividends?|earnings|"
    r"loss|income|rates?|lives|life|par)\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.;]\s")


def counted(quantities: Iterable[Quantity], text: str) -> Iterator[Quantity]:
    """The quantities, those without a unit with that of what their sentence counts, where it says so."""
    for each in quantities:
        is_large = each.scale > ONE or "," in each.text
        found = _COUNTED.search(_clause(text, each.start)) if is_large and not each.unit else None
        if found and not _WORTH.search(found.string):
            yield replace(each, unit=(found["noun"] or found["shares"]).lower())
        else:
            yield each


def _clause(text: str, end: int) -> str:
    return _SENTENCE_END.split(text[max(end - NEAR, 0) : end])[-1]
