"""Whose dollars a document's plain “$” are: a Canadian report says that its amounts are Canadian dollars."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from reading.model import MetricDraft, ParsedDocument, Table
from reading.values.currencies import DOLLAR_ISSUERS
from reading.values.units import one_of

US = "USD"
_CODES = DOLLAR_ISSUERS | {"u.s.": US, "united states": US}
_COUNTRIES = one_of(_CODES)
# What is said of all amounts, rather than of a loan or a subsidiary: “All amounts are in Canadian dollars”.
_OF_ALL = re.compile(
    rf"\b(?:presentation(?:al)?|reporting)\s+currency\s+(?:of\s+[^.;]{{0,40}}\s)?is\s+(?:the\s+)?"
    rf"(?P<c1>{_COUNTRIES})\s+dollars?|"
    rf"\b(?:all|the|these)\s+(?:\w+\s+){{0,4}}?(?:amounts|figures|values|statements|report)\b[^.;]{{0,40}}?"
    rf"\bin\s+(?:\w+\s+of\s+)?(?P<c2>{_COUNTRIES})\s+dollars|"
    rf"\breferences\b[^.;]{{0,60}}?\bto\s+(?P<c3>{_COUNTRIES})\s+dollars|"
    rf"\b(?P<c4>{_COUNTRIES})\s+dollars,?\s+(?:\(\S+\)\s+)?(?:unless|except)\b|"
    rf"^\W*(?:\w+\s+){{0,3}}?in\s+(?:\w+\s+of\s+)?(?P<c5>{_COUNTRIES})\s+dollars",
    re.IGNORECASE | re.MULTILINE,
)
# What is said once for good: “the presentation currency is the Canadian dollar”, “unless otherwise stated”.
_FOR_GOOD = re.compile(
    r"\bcurrency\s+(?:of\s+the\s+(?:Company|Group|Corporation|consolidated\s+\S+(?:\s+statements)?)\s+)?is\b|"
    r"\breferences\b|\bunless\b",
    re.IGNORECASE,
)
LEAST_SAID = 2  # times, in a document of more than so many pages: an annual report says it on each statement
FEW_PAGES = 20
NEAR = 20  # characters behind the dollars in which “unless otherwise stated” begins
_SAYS_US = re.compile(
    r"\bUS\s?\$|\bU\.S\.|\bUSD\b|\bUS\s+(?:dollars?|cents?)\b|\bUnited\s+States\s+dollars?\b"
)


def own_dollars(parsed: ParsedDocument) -> str:
    """The ISO code of the dollars that most of what the document says of all its amounts names."""
    said: Counter[str] = Counter()
    for page in parsed.pages:
        if "dollar" in page.text.lower():
            for match in _OF_ALL.finditer(page.text):
                country = "".join(filter(None, match.groups()))
                times = LEAST_SAID if _FOR_GOOD.search(page.text, match.start(), match.end() + NEAR) else 1
                said[_CODES[" ".join(country.lower().split())]] += times
    code, times = said.most_common(1)[0] if said else (US, 0)
    return code if times >= LEAST_SAID or len(parsed.pages) <= FEW_PAGES else US


def in_own_dollars(
    metrics: Iterable[MetricDraft], dollars: str, tables: Sequence[Table]
) -> list[MetricDraft]:
    """`metrics`, those in plain dollars counted in `dollars`, but where they say that they are American."""
    found = list(metrics)
    if dollars == US:
        return found
    return [
        replace(each, unit=dollars + each.unit.removeprefix(US))
        if each.unit.startswith(US) and not _is_american(each, tables)
        else each
        for each in found
    ]


def _is_american(metric: MetricDraft, tables: Sequence[Table]) -> bool:
    """Whether the figure, its sentence, its table's caption or its heading names American dollars."""
    words = [metric.value, metric.metric_name, metric.context, metric.place.quote]
    if metric.row and metric.row[0] < len(tables):
        words.append(tables[metric.row[0]].caption)
    return any(_SAYS_US.search(text) for text in words)
