"""A marked sentence cut into its main statement, what caused it, and what it is compared with."""

from __future__ import annotations

import re
from dataclasses import dataclass

from documents.extraction.clauses import FIGURE, PRIOR_TIME, THIS_TIME, TIME
from documents.extraction.naming import ABOUT

_ITEM = rf"{ABOUT}{FIGURE}(?:,?\s*{TIME}(?=,?\s+(?:and\s+)?{ABOUT}{FIGURE},?\s*{TIME}))?"
LIST = rf"{_ITEM}(?:,?\s+(?:and\s+)?{_ITEM}|,{_ITEM})*"  # only one way to read each: else 2ⁿ of n figures
CUT = re.compile(
    r"[;:]|\s[–—]\s|,?\s+(?P<cause>(?:primarily|mainly|largely|principally|partly|partially)\b|driven\s+by|"
    r"due\s+to|reflecting|as\s+a\s+result\s+of|resulting\s+from|attributable\s+to|because\s+of|offset\s+by|"
    r"led\s+by|caused\s+by|owing\s+to|reflects?\b)"
    rf"|,?\s+(?:as\s+)?(?P<compare>compared\s+(?:to|with)|versus|vs\.?|relative\s+to|against|consistent\s+with|"
    rf"similar\s+to|in\s+line\s+with|in\s+comparison\s+(?:to|with)|(?:up|down)\s+from|than\s+(?={ABOUT}{FIGURE}|{TIME}|{PRIOR_TIME})"
    rf"|(?:from|over)\s+(?=(?:an?\s+\w+\s+of\s+)?{ABOUT}{FIGURE}|{TIME}|{PRIOR_TIME}|{THIS_TIME}))",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Clause:
    """A part of the sentence. `kind`: "" of the main statement, "cause", or "compare"."""

    start: int
    end: int
    kind: str


def clauses(text: str) -> list[Clause]:
    """The sentence cut at colons, at what led to a change, and at what it is compared with."""
    found = list(CUT.finditer(text))
    starts = [0, *(cut.start() for cut in found)]
    kinds = ["", *(cut.lastgroup or "" for cut in found)]
    ends = [*starts[1:], len(text)]
    return [Clause(*each) for each in zip(starts, ends, kinds, strict=True)]
