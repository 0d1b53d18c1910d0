"""Numbers that stand in words: “twelve”, “twenty-four”, “two hundred and fifty”, “third”. No Django here."""

from __future__ import annotations

import re

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_WORTH = (
    {word: worth for worth, word in enumerate(_SMALL)}
    | {word: 10 * tens for tens, word in enumerate(_TENS, start=2)}
    | {"hundred": 100, "thousand": 1000}
)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}


def _any_of(words: list[str]) -> str:
    return "(?:" + "|".join(sorted(words, key=len, reverse=True)) + ")"


# Not in “twenty four-year leases”
_BELOW_HUNDRED = (
    rf"(?:{_any_of(_TENS)}(?:-{_any_of(_SMALL[1:10])}\b|\s{_any_of(_SMALL[1:10])}\b(?!-))?|{_any_of(_SMALL)})"
)
_BELOW_THOUSAND = (
    rf"(?:{_BELOW_HUNDRED}(?:[\s-]hundred(?:\s(?:and\s)?{_BELOW_HUNDRED}\b(?![\s-](?:hundred|thousand)))?)?)"
)
ONE_WORD = _any_of([*_SMALL, *_TENS])
# “Two thousand” alone is two and a scale, as “two million” is; “two thousand five hundred” is one number.
IN_WORDS = (
    r"(?:(?<!thousand\s)(?<!million\s)(?<!billion\s)"
    rf"(?:{_BELOW_THOUSAND}[\s-]thousand,?\s(?:and\s)?)?{_BELOW_THOUSAND})"
)
UP_TO_99 = rf"(?:\d{{1,2}}|{_BELOW_HUNDRED})"
ORDINAL = r"(?:first|second|third|fourth|1\s?st|2\s?nd|3\s?rd|4\s?th)"


def number(text: str) -> int:
    """What `text` says, in digits or in the words of `IN_WORDS`, in whatever case."""
    if text.isdigit():
        return int(text)
    whole = part = 0
    for word in re.findall(r"[a-z]+", text.lower()):
        if word == "hundred":
            part *= 100
        elif word == "thousand":
            whole, part = part * 1000, 0
        elif word != "and":
            part += _WORTH[word]
    return whole + part


def ordinal(text: str) -> int:
    """What `text`, as `ORDINAL` finds it, says: 1 to 4."""
    return _ORDINALS.get(text.lower()) or int(text[0])
