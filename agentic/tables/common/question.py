"""A question for what meets two conditions at once: “Which welders have both …?”, “… also …”."""

from __future__ import annotations

import re
from typing import NamedTuple

_ASK = r"(?:which|what|list(?:\s+the)?|name(?:\s+the)?|show(?:\s+me)?(?:\s+the)?)"
_HEAD = rf"^\W*(?:please\s+)?(?:{_ASK}\s+(?P<head>.+?)|(?P<who>who))"
_IN = r"(?:on|in|with|for|from|among|at|by)"
_HAS = (
    r"(?:have|has|had|hold|holds|held|got|are|is|were|was|appears?|stands?|occurs?|did|made|took|given|named|"
    r"listed|found)"
)
_PATTERNS = (
    # “Which clients appear both on an order and on an invoice?”
    re.compile(
        rf"{_HEAD}\s+(?:(?:that|which|who)\s+)?{_HAS}?\s*(?:\b{_HAS}\b\s*)?{_IN}?\s*both\s+(?P<first>.+?)\s+and\s+"
        r"(?P<second>.+?)\W*$",
        re.IGNORECASE,
    ),
    # “Which clients of the order forms also have an invoice?”
    re.compile(
        rf"{_HEAD}\s+(?P<first>(?:{_IN}|of|that|who|which|{_HAS})\b.+?)\s+(?:and\s+)?(?:also|as well as)\s+"
        r"(?P<second>.+?)\W*$",
        re.IGNORECASE,
    ),
)
_LEAD = re.compile(
    rf"^\W*(?:(?:{_HAS}|{_IN}|of|also|that|which|who|an?|the|some|any|be|been|and)\b\s*)+", re.IGNORECASE
)


class Shared(NamedTuple):
    """`head`: what is asked for, “” for whoever; `first`, `second`: what it shall have."""

    head: str
    first: str
    second: str


def shared_in(question: str) -> Shared | None:
    for pattern in _PATTERNS:
        if said := pattern.match(question):
            first, second = (_LEAD.sub("", said[part]).strip() for part in ("first", "second"))
            if first and second:
                return Shared((said["head"] or "").strip(), first, second)
    return None
