"""Tables whose figures are not those of the document's subject: of an investee, a parent, a business bought.

An investor's note gives the summarised statements of a company of which it owns a part: “Net sales” in it is
neither the investor's nor a part of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from documents.tables import Table

_INVESTEES = re.compile(
    r"\binvestees?\b|\bjoint ventures?\b|\bassociated compan|\bmaterial associates?\b|"
    r"\bunconsolidated (?:\w+ )?(?:affiliat|entit|subsidiar|joint|partnership|compan)|"
    r"\bequity[- ]method (?:affiliat|entit|compan|associat)",
    re.IGNORECASE,
)
_SUMMARISED = re.compile(
    r"\b[Ss]ummari[sz]ed (?:[\w-]+ ){0,3}(?:information|data|statements?|sheets?|results)"
    r"(?: [\w-]+){0,4}? (?:of|for) (?:the )?"
    r"(?!(?:Company|Corporation|Group|Registrant|Fiscal|Years?|Quarters?)\b)[A-Z]"
)
_ANOTHER = re.compile(
    r"\bpro[\s-]forma\b|\bparent(?:[\s-]only| company)\b|\bguarantors?\b|\bcross guarantee\b|"
    r"\bdiscontinued operations\b|\bheld for sale\b|\bpurchase price\b|\bacquired business(?:es)?\b|"
    r"\b(?:assets|business(?:es)?) acquired\b|\bconstant[\s-]currency\b",
    re.IGNORECASE,
)


def is_of_another(title: str) -> bool:
    """Whether a table's title says that its totals are not those of the subject's own accounts."""
    return is_of_investee(title) or bool(_ANOTHER.search(title))


def is_of_investee(title: str) -> bool:
    """Whether a table's title says that it sums up the statements of a company owned in part."""
    return bool(_INVESTEES.search(title) or _SUMMARISED.search(title))


def with_titles_of_investees(tables: Sequence[Table]) -> list[Table]:
    """The tables; one without title that goes on where an investee's ends has that one's title.

    Its balance sheet has the sentence that leads up to both, the income statement below it only columns.
    """
    titled: list[Table] = []
    for table in tables:
        before = titled[-1] if titled else None
        if before and not table.title and _is_next(table, before) and is_of_investee(before.title):
            table = replace(table, title=before.title)
        titled.append(table)
    return titled


def _is_next(table: Table, before: Table) -> bool:
    return table.page - before.page <= 1
