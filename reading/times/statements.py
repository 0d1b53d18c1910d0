"""Whether a table is a main statement, whose kind settles for when all its rows are."""

from __future__ import annotations

import re

from reading.lexicon import POSITION
from reading.model import Table

TITLE_WORDS = 14  # of a line that is the title of a statement rather than a sentence about one
_POSITION = re.compile(
    rf"\b(?:{POSITION})\b|\bstatements? of (?:[\w\s]+ )?financial (?:position|condition)\b", re.IGNORECASE
)
_PERFORMANCE = re.compile(
    r"\bstatements? of (?:[\w\s]+ )?(?:income|operations|earnings|cash flows?|profit)\b|"
    r"\b(?:income|cash flows?) statements?\b",
    re.IGNORECASE,
)
_REFERS = re.compile(
    r"\b(?:in|on|from|to|within|with|per)\b(?: \w+){0,3} ?$|^(?:notes?|table|reconciliation)\b", re.IGNORECASE
)
_BOTH_SIDES = re.compile(
    r"(?:total )?liabilities(?:,.*)? and\b.*\b(?:equity|deficit|capital)\b", re.IGNORECASE
)
_AVERAGE = re.compile(r"\baverage\b", re.IGNORECASE)
_CASH_HELD = re.compile(
    r"(?:total )?(?:restricted )?(?:cash|balances)\b(?!.*\b(?:paid|received|used|provided|flows?|dividends?|"
    r"payments?|proceeds|from|for|acquired|increase|decrease|effect|collateral)\b)",
    re.IGNORECASE,
)


def statement_kind(table: Table) -> str:
    """“day” for a balance sheet, “span” for a statement of income or of cash flows, "" for other tables."""
    averages = any(_AVERAGE.search(column.header) for column in table.columns)
    if not averages and any(_BOTH_SIDES.match(row.label) for row in table.rows):
        return "day"
    for line in re.split(r" – |: ", table.title):
        for pattern, kind in ((_POSITION, "day"), (_PERFORMANCE, "span")):
            named = pattern.search(line) if len(line.split()) <= TITLE_WORDS else None
            if named and not _REFERS.search(line[: named.start()]):
                return kind
    return ""


def holds_cash(label: str) -> bool:
    """Whether a row shows the cash held, the one thing in a statement of flows that is of a day."""
    return bool(_CASH_HELD.match(label))
