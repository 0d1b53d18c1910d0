"""The measures that a question names: by the vocabulary's words, and by verbs that people ask with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reading.measures.catalogue import find_measures

# “Earned more” than others, not “earned more interest”: what follows ends the clause.
_THAT = (
    r"\s+(?:more|less|the most|the least)(?:\s+money)?"
    r"(?=\s*(?:[,?.;]|$)|\s+(?:in|than|during|last|for|or|over)\b)"
)
_MORE = r"\b(?:more|higher|larger|bigger|greater|less|lower|smaller)\s+"
SPOKEN: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("net_income", re.compile(rf"\b(?:earn(?:s|ed)?|ma(?:ke|kes|de))(?={_THAT})", re.IGNORECASE)),
    ("net_income", re.compile(rf"{_MORE}(?P<of>profits?|earnings)\b(?! margin)", re.IGNORECASE)),
    ("revenue", re.compile(rf"\b(?:sells?|sold)(?={_THAT})", re.IGNORECASE)),
    ("revenue", re.compile(rf"{_MORE}(?P<of>sales|turnover)\b", re.IGNORECASE)),
    ("cash_and_equivalents", re.compile(rf"{_MORE}(?P<of>cash)\b(?! flow)", re.IGNORECASE)),
    (
        "net_income",
        re.compile(
            r"\b(?:ma(?:ke|kes|de)|report(?:ed)?|post(?:ed)?|record(?:ed)?|incur(?:red)?|had|have)\s+an?\s+"
            r"(?:overall\s+)?(?:loss|profit)\b(?! (?:on|from|margin|of \w+ on))|"
            r"\b(?:un)?profitable\b|\bloss-making\b",
            re.IGNORECASE,
        ),
    ),
    (
        "capital_expenditures",
        re.compile(
            r"\b(?:spen(?:d|ds|t|ding)|invest(?:ed|s|ing)?|expenditures?|outlays?)\s+(?:on|in|for)\s+(?:new\s+)?"
            r"(?:PP&E|PPNE|property,?(?:\s+plant)?,?(?:\s+(?:and|&)\s+equipment)|plant\s+and\s+equipment|"
            r"fixed\s+assets|capex|capital\s+expenditures?)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "property_plant_equipment",
        re.compile(
            r"\b(?:net\s+)?(?:PP&E|PPNE|PP and E|property,? plant,? (?:and|&) equipment|fixed assets)"
            r"(?:,?\s+net\b)?(?! turnover)",
            re.IGNORECASE,
        ),
    ),
    (
        "net_income",
        re.compile(
            r"\b(?:net\s+)?(?:income|earnings|profit|loss)\s+attributable\s+to\s+(?:the\s+)?"
            r"(?:company['’]s\s+|common\s+)?(?:share|stock)?(?:holders|owners)(?:\s+of\s+the\s+(?:company|parent))?\b",
            re.IGNORECASE,
        ),
    ),
    (
        "dividends_paid",
        re.compile(
            r"\b(?:pa(?:y|ys|id)|distribut\w+)\s+(?:out\s+)?(?:in\s+|as\s+)?(?:any\s+|total\s+)?"
            r"(?:cash\s+)?dividends\b(?:\s+(?:to|on)\s+(?:its\s+|the\s+)?(?:common\s+)?"
            r"(?:shareholders|stockholders|shares|stock)\b)?(?! per)",
            re.IGNORECASE,
        ),
    ),
    (
        "dividends_paid",
        re.compile(
            r"\b(?:cash\s+)?dividends\s+(?:(?:that|did|has|have)\s+)?(?:[\w&.'’-]+\s+){1,4}?pa(?:id|ys?)\b"
            r"(?! per)",
            re.IGNORECASE,
        ),
    ),
    (
        "share_repurchases",
        re.compile(
            r"\b(?:share|stock)\s+(?:re-?purchas(?:es?|ing)|buy-?backs?)"
            r"(?:\s+(?:activit(?:y|ies)|programs?|programmes?|transactions?))?\b"
            r"(?!\s+(?:authori[sz]\w+|plans?|agreements?|limit))",
            re.IGNORECASE,
        ),
    ),
    *(
        (
            f"{kind}_cash_flow",
            re.compile(
                r"\b(?:net\s+)?cash\s+(?:flows?\s+)?(?:(?:provided|generated|used)\s+)?(?:from|by|in|for)\s+"
                rf"(?:its\s+)?{kind}\s+activit(?:y|ies)\b",
                re.IGNORECASE,
            ),
        )
        for kind in ("operating", "investing", "financing")
    ),
    (
        "operating_expenses",
        re.compile(r"\boperational\s+(?:expenses?|expenditures?|costs?)\b", re.IGNORECASE),
    ),
    (
        "research_and_development",
        re.compile(
            r"\b(?:R&D|R and D|research (?:and|&) development)\s+"
            r"(?:expenditures?|spend(?:ing)?|costs?|expenses?)\b",
            re.IGNORECASE,
        ),
    ),
    ("depreciation_amortization", re.compile(r"\bD\s?&\s?A\b")),
    ("interest_expense", re.compile(r"\bgross\s+interest\s+expenses?\b", re.IGNORECASE)),
    (
        "interest_expense",
        re.compile(
            r"\bspen(?:d|ds|t|ding)\s+on\s+(?P<of>interest)\b"
            r"(?!\s+(?:rate|bearing|swap|paid|on|income|hedg|in\s+(?!(?:the|fiscal)\b|FY|Q?\d)))",
            re.IGNORECASE,
        ),
    ),
    (
        "headcount",
        re.compile(
            r"\bemploy(?:s|ed|ing)?\b(?=[^.?]{0,40}\b(?:people|persons|staff|associates|workers|employees)\b)",
            re.IGNORECASE,
        ),
    ),
    ("headcount", re.compile(r"\bemploy(?:s|ed)?(?=\s+(?:more|fewer)(?:\s+people)?\b)", re.IGNORECASE)),
)

# “Other receivables” are none of the receivables, unearned revenue is a debt.
REST = re.compile(r"\b(?:other|unearned|deferred)\s+$", re.IGNORECASE)


def measures_in(question: str) -> list[tuple[str, int, int]]:
    """The canonical names that the question measures, with their characters, in its order."""
    named = [each for each in find_measures(question) if not REST.search(question[: each[1]])]
    spoken = list(_spoken(question, named))
    longer = [(start, end) for _, start, end in spoken]
    kept = [each for each in named if not any(low < each[2] and each[1] < high for low, high in longer)]
    return sorted([*kept, *spoken], key=lambda found: found[1])


def _spoken(question: str, named: list[tuple[str, int, int]]) -> Iterator[tuple[str, int, int]]:
    """Those that are said by other words, or with more words than the vocabulary's for the same measure."""
    for name, pattern in SPOKEN:
        for match in pattern.finditer(question):
            start, end = match.span("of") if "of" in pattern.groupindex else match.span()
            over = [each for each in named if each[1] < end and start < each[2]]
            if all(each[0] == name and start <= each[1] and each[2] <= end for each in over):
                yield name, start, end
