"""The currency that signs and codes in cells and on pages name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from documents.units import CURRENCIES

# Each way to write a sign begins with a character, rather than with “\b”: these few are found in a fifteenth
# of the time. Whole words are told by what stands before them instead.
_SIGN = re.compile(
    "|".join(
        [
            *(rf"{country}\$" for country in ("US", "CA", "C", "AU", "A", "NZ", "HK", "S", "R")),
            *(re.escape(sign) for sign in "$€£¥₹₩"),
            r"Rs(?<!\wRs)\b\.?",
            *(
                rf"{code}(?<!\w{code})\b"
                for code in ("EUR", "USD", "GBP", "CHF", "JPY", "INR", "SEK", "NOK", "DKK", "AUD", "CAD")
            ),
        ]
    )
)
_BEHIND = re.compile(rf"(?:^|\s)\(?(?P<money>{'|'.join(map(re.escape, CURRENCIES))})\)?$")


def currency_behind(header: str) -> str:
    """The ISO code of the currency that a heading ends in, but for a plain “$”: “2023 RMB”, “2023 US$”."""
    said = _BEHIND.search(header)
    return _currency(said["money"]) if said and said["money"] != "$" else ""


def currency_of(texts: Sequence[str]) -> str:
    """The currency whose sign or code first stands in the cells, or ""."""
    return next((_currency(sign[0]) for text in texts if (sign := _SIGN.search(text))), "")


def usual_currency(texts: Iterable[str]) -> str:
    """The currency that a document's pages name most often, or ""."""
    counts = Counter(_currency(sign) for text in texts for sign in _SIGN.findall(text))
    return counts.most_common(1)[0][0] if counts else ""


def _currency(sign: str) -> str:
    return CURRENCIES[sign]
