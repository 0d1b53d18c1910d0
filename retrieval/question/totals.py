"""How surely a label is that of what a document comes to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reading.lexicon import SIGNS

# The first that a document has is its total: what is to be paid, then what is called its total, then
# a bare “Total”, which may be that of a table within it.
_DUE = r"(?:due|payable|owed|owing|to pay|to be paid)"
_TOTALS = (
    rf"(?:total )?(?:amount|balance|sum) {_DUE}|total {_DUE}|grand total",
    r"{noun} (?:total|amount|value|price|sum)|total {noun}(?: (?:amount|value|price|sum))?|"
    r"total (?:amount|fee|price|cost|value|consideration)",
    r"total(?: \(?(?:incl|including|with|gross)\b.*)?|gross (?:total|amount)",
)
_ASIDE = re.compile(
    rf"\s*(?:\([^()]*\)|\b(?:in )?(?:[A-Z]{{3}}|[{SIGNS}])$|:$)"
)  # “Total (EUR)”, “Total EUR”


def total_rank(label: str, nouns: Sequence[str]) -> int | None:
    """0 for the surest words of a total; None for a label that is none."""
    words = " ".join(_ASIDE.sub("", label.strip()).casefold().split())
    noun = "(?:" + "|".join(map(re.escape, nouns)) + ")"
    return next(
        (rank for rank, words_of in enumerate(_TOTALS) if re.fullmatch(words_of.format(noun=noun), words)),
        None,
    )
