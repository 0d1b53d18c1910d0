"""Follow-ups that ask the question before once more: the lowest for the highest, who comes second."""

from __future__ import annotations

import re

EXTREMES = (
    ("highest", "lowest"),
    ("largest", "smallest"),
    ("most", "fewest"),
    ("most", "least"),
    ("biggest", "smallest"),
    ("greatest", "least"),
    ("longest", "shortest"),
    ("earliest", "latest"),
    ("heaviest", "lightest"),
    ("best", "worst"),
    ("strongest", "weakest"),
    ("maximum", "minimum"),
    ("hottest", "coldest"),
    ("warmest", "coolest"),
    ("tallest", "shortest"),
    ("fastest", "slowest"),
    ("oldest", "youngest"),
    ("oldest", "newest"),
    ("cheapest", "dearest"),
    ("deepest", "shallowest"),
    ("widest", "narrowest"),
    ("nearest", "farthest"),
    ("loudest", "quietest"),
)
_WORDS = sorted({word for pair in EXTREMES for word in pair}, key=len, reverse=True)
EXTREME = re.compile(rf"\b(?<!at )(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)
_LEAD = r"^\W*(?:(?:and|but|then|so|now)\s+)*"
OTHER_END = re.compile(
    rf"{_LEAD}(?:(?:which|what|who)(?: one)?\s+(?:(?:had|has|have|got|was|were|is|are)\s+)?|"
    r"what about\s+|)"
    rf"(?:the\s+)?(?P<word>{'|'.join(_WORDS)})(?:\s+ones?)?\W*$",
    re.IGNORECASE,
)
NEXT = re.compile(
    rf"{_LEAD}(?:(?:which|what|who)(?: one)?\s+(?:(?:comes?|came|is|was|ranks?|ranked|has|had)\s+)?|"
    r"what about\s+|)(?:in\s+)?(?:the\s+)?(?P<place>second|third|fourth|fifth)(?:\s+(?:one|place))?"
    r"(?:,?\s*(?:and\s+)?(?:with|at|by)?\s*(?:how (?:many|much|high)|what|which value))?\W*$",
    re.IGNORECASE,
)
PART = re.compile(
    rf"{_LEAD}(?P<asks>how (?:much|many)|what (?:share|part|percentage))\s+of\s+"
    r"(?:that|this|it|them|those)\s+(?P<rest>\S.*)$",
    re.IGNORECASE,
)
WHOLE = re.compile(r"^\W*what\s+(?:is|was|are|were)\s+(?P<whole>the\s+.+?)\W*$", re.IGNORECASE)


def turned(question: str, before: str) -> str:
    """The question before with what the follow-up changes in it; "" where it is no such follow-up."""
    said = EXTREME.search(before)
    if said and (other := OTHER_END.match(question)):
        return f"{before[: said.start()]}{other['word'].lower()}{before[said.end() :]}"
    if said and (after := NEXT.match(question)):
        return f"{before[: said.start()]}{after['place'].lower()} {said[0]}{before[said.end() :]}"
    whole = WHOLE.match(before)
    if whole and (part := PART.match(question)):
        return f"{part['asks'].capitalize()} of {whole['whole']} {part['rest']}"
    return ""
