"""Whether a table's amounts are of a day rather than over a span of time."""

from __future__ import annotations

import re
from collections.abc import Sequence

_POSITION = re.compile(r"\bbalance sheets?\b|\bfinancial (?:position|condition)\b", re.IGNORECASE)
_FLOWS = re.compile(
    r"\bcash flows?\b|\bstatements? of (?:income|operations|earnings)|"
    r"\b(?:year|months|weeks|quarter)s?\s+ended\b",
    re.IGNORECASE,
)
_PER_SHARE = re.compile(r"\b(?:earnings|income|profit|loss) per (?:common )?share\b", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_STOCK_WORDS = frozenset(
    "asset assets liability liabilities debt note notes borrowing borrowings receivable receivables "
    "inventory inventories payable payables goodwill equipment accrued obligation obligations "
    "balance balances accumulated outstanding due building buildings land reserve reserves "
    "allowance allowances".split()
)
_FLOW_WORDS = frozenset(
    "expense expenses income sales revenue revenues cost costs earnings paid proceeds purchase "
    "purchases gain gains loss losses charge charges amortization depreciation provision provisions "
    "payment payments benefit benefits change changes taxes contribution contributions spending".split()
)
_FLOW_ROW = re.compile(
    r"(?:total |net )*(?:revenues?|sales|turnover|income|profit|earnings|ebitda?|result)\b(?! tax)",
    re.IGNORECASE,
)
FLOW_ROWS = 2  # of a summary that shows balances among them
_POSITION_ROW = re.compile(
    r"total (?:assets|liabilities)\b"
    r"|(?:total |net |gross )*deferred (?:income )?tax (?:assets|liabilities)\b(?!.*\bchange)",
    re.IGNORECASE,
)


def shows_position(around: str, labels: Sequence[str]) -> bool:
    """Whether they are, by the table's titles and captions, `around` it, and the labels of its rows."""
    if _FLOWS.search(around):
        return False
    flows = sum(bool(_FLOW_ROW.match(label)) for label in labels)
    has_totals = flows < FLOW_ROWS and any(_POSITION_ROW.match(label) for label in labels)
    if _POSITION.search(around) or has_totals:
        return True
    if _PER_SHARE.search(around):
        return False
    words = _WORD.findall(" ".join([around, *labels]).lower())
    return sum(word in _STOCK_WORDS for word in words) > 2 * sum(word in _FLOW_WORDS for word in words)
