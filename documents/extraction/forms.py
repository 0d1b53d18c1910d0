"""Patterns of statements that say where a figure stands, or whose it is, before what it measures."""

from __future__ import annotations

import re

from documents.extraction.clauses import FIGURE, TIME
from documents.extraction.cuts import LIST
from documents.extraction.naming import ABOUT

HAS_VALUE = re.compile(  # “investments in private companies had a carrying value of”
    r"^(?P<whose>.+?)\s+(?:had|have|has)\s+(?:an?\s+)?(?P<what>(?:(?:net|total|aggregate|estimated|combined)\s+)*"
    r"(?:carrying|fair|book|market|face|notional|principal)\s+(?:values?|amounts?))$",
    re.IGNORECASE,
)
WITHIN = re.compile(  # “Included in other liabilities were unearned revenues of $5”, “was $5 of them”
    rf"^(?:also\s+)?included\s+(?:with)?in\s+[^{FIGURE[1:-1]}]{{1,120}}?\s(?:is|are|was|were)\s+"
    rf"(?:(?P<what>[^,;{FIGURE[1:-1]}{TIME[1:-1]}]+?)\s+of\s+)?{ABOUT}(?P<list>{LIST})"
    rf"(?(what)|(?:,\s+respectively,)?\s+of\s+(?P<after>[^,;{FIGURE[1:-1]}{TIME[1:-1]}]+))",
    re.IGNORECASE,
)
