"""Questions that name what they ask about by way of another document, taken apart into steps.

“Who signed the contract that the invoice of May refers to?”: first the invoice, then the contract that it is
linked with, then who signed that. “List the invoices from the supplier of contract C-1”: first the contract,
then its supplier, then the invoices from it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from retrieval.question.kinds import DOCUMENT_NOUNS

_NOUN = "|".join(sorted(DOCUMENT_NOUNS, key=len, reverse=True))
_A = r"(?:the|an?|this|that|its)"
_KIND = rf"(?P<kind>{_NOUN})s?"
_OTHER = rf"(?P<other>(?:(?:{_A}|all|those)\s+(?:[\w-]+\s+){{0,2}}?)?(?:{_NOUN})s?\b(?:\s+\S.*?)?)"
_REST = r"(?:\s+[\w’'-]+){1,4}?"  # of what is asked: “the invoice due that …”
_NAMED = rf"(?P<other>(?:{_A}\s+)?(?:{_NOUN})s?\s+\S.*?)"  # “invoice INV-7”, not “each invoice”
_NAMES = (
    r"(?:refer(?:s|red)?(?: to)?|mentions?|names?|cites?|quotes?|belongs? to|relates? to|"
    r"(?:is|are|was|were) (?:based on|issued under|covered by|part of)|falls? under)"
)
_NAMED_IN = (
    r"(?:(?:that|which)\s+(?:is|are|was|were)\s+)?"
    r"(?:referred to|referenced|mentioned|named|cited)\s+(?:in|by|on)"
)
_END = r"\s*[?.!]*\s*$"
# The other document is the subject, it follows a participle, or it is what is referred to.
LINKED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^(?P<ask>.+?\b(?:{_A}|which)\s+{_KIND})\s+(?:(?:to |under |on )?(?:that|which)\s+)?"
        rf"{_OTHER}\s+{_NAMES}{_END}",
        rf"^(?P<ask>.+?\b{_A}\s+{_KIND}{_REST})\s+(?:that|which)\s+{_OTHER}\s+{_NAMES}{_END}",
        rf"^(?P<ask>.+?\b{_A}\s+{_KIND})\s+(?:{_NAMED_IN}|behind|underlying)\s+{_OTHER}{_END}",
        rf"^(?P<ask>.+?\b{_KIND})\s+(?:(?:that|which)\s+)?{_NAMES}\s+{_OTHER}{_END}",
        rf"^(?P<ask>.+?\b{_A}\s+{_KIND}{_REST})\s+(?:that|which)\s+{_NAMES}\s+{_OTHER}{_END}",
        rf"^(?P<ask>.+?\b(?:{_A}\s+)?{_KIND})\s+(?:of|for|to)\s+{_NAMED}{_END}",
    )
)
# “… the supplier of contract C-1”, “… the company that issued invoice INV-7”; the last one of a question
VALUE = re.compile(
    rf"^(?P<ask>.*)\bthe\s+(?P<field>[\w’'-]+(?:\s+[\w’'-]+){{0,3}}?)\s+"
    rf"(?:(?:of|on|in|from)|(?:that|which|who)\s+\w+)\s+{_NAMED}{_END}",
    re.IGNORECASE,
)
# “… the solvent with the lowest boiling point”
THING = re.compile(
    rf"^(?P<ask>.*)\bthe\s+(?!(?:{_NOUN})s?\b)(?P<field>[\w’'-]+(?:\s+[\w’'-]+){{0,2}}?)\s+"
    rf"(?P<other>(?:with|that|which|whose|having)\s+\S.*?){_END}",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Hop:
    """`first`: the question that finds the first documents. `ask`: what is asked then.

    `way` “linked”: of the documents called `kind` that are linked with the first ones. “value”: with their
    value of `field` in the place of “{}”.
    """

    way: Literal["linked", "value"]
    first: str
    ask: str
    kind: str = ""
    field: str = ""


def hops_of(question: str) -> list[Hop]:
    """The ways to take the question apart, the surest first; none where it speaks of one document."""
    plain = " ".join(question.split())
    found = [_linked(match) for pattern in LINKED if (match := pattern.match(plain))]
    if (match := VALUE.match(plain)) and re.search(rf"\b(?:{_NOUN})s?\b", match["ask"], re.IGNORECASE):
        found.insert(0, _value(match, f"List {match['other']}"))
    if match := THING.match(plain):
        found.append(_value(match, f"Which {match['field']} {match['other']}"))
    return found


def _linked(match: re.Match[str]) -> Hop:
    return Hop("linked", f"List {match['other']}", match["ask"].strip(), kind=match["kind"].lower())


def _value(match: re.Match[str], first: str) -> Hop:
    return Hop("value", first, f"{match['ask']}{{}}", field=match["field"])
