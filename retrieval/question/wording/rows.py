"""Words by which a question asks about rows: count, sum, rank, group, compare, and what bounds it sets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from reading.text.letters import bare

COUNT = re.compile(
    r"\b(?:how many|number of|count (?:of|the)|(?:for|in|on|to|at) how many)"
    r"(?: of (?:the|these|those|all(?: the)?|its|their))?\s+(?P<noun>[^?.,]*)",
    re.IGNORECASE,
)
OFTEN = re.compile(r"\bhow (?:often|many times)\b", re.IGNORECASE)
WHICH = re.compile(
    r"\b(?:which|what|list(?: all)?(?: the)?|name(?: all)?(?: the)?)\s+"
    r"(?:of\s+(?:the|these|those|our|my|all(?:\s+the)?)\s+)?(?P<noun>[^?.,]*)",
    re.I,
)
VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|of|in|with|for|that|which|from|on|at|by|to|the|there|"
    r"where|whose|whom|gives?|fell|falls?|received?|got|gets?|won|scored|earned|collected|achieved|reached)\b",
    re.IGNORECASE,
)
SUM = re.compile(
    r"\b(?:sum|total(?: of)?|in total|together|altogether|combined|add(?:ed)? up|all told)\b", re.IGNORECASE
)
AVERAGE = re.compile(r"\b(?:average|mean|averaging)\b", re.IGNORECASE)
ALIKE = re.compile(r"\b(?:have|has|had|with|share|shares|shared|of) the same\b", re.IGNORECASE)
MEDIAN = re.compile(r"\bmedian\b", re.IGNORECASE)
DISTINCT = re.compile(r"\b(?:different|distinct|unique|various)\s+(?P<noun>[^\W\d_]+)", re.IGNORECASE)
YEAR_BOUND = re.compile(
    r"\b(?P<word>before|prior to|after|since)\s+(?P<year>(?:1[5-9]|20)\d\d)(?!\d)",
    re.IGNORECASE,
)
HIGH = re.compile(
    r"\b(?<!\bat )(?<!\bat the )"
    r"(?:most|highest|largest|biggest|greatest|maximum|longest|strongest|best|top|first)\b",
    re.IGNORECASE,
)
LOW = re.compile(
    r"\b(?<!\bat )(?<!\bat the )"
    r"(?:lowest|smallest|least|fewest|minimum|shortest|weakest|worst|lightest|cheapest)\b",
    re.IGNORECASE,
)
PLACES = {"second": 2, "third": 3, "fourth": 4, "fifth": 5}
PLACE = re.compile(rf"\b(?P<place>{'|'.join(PLACES)})[- ](?={HIGH.pattern}|{LOW.pattern})", re.IGNORECASE)
MORE = re.compile(
    r"\b(?:(?P<up>more|higher|greater|larger|bigger|longer)|fewer|less|lower|smaller|shorter)\b(?P<noun>[^?.,]*?)\bthan\b",
    re.IGNORECASE,
)
FALLING = re.compile(r"\b(?:decreas\w*|declin\w*|drop\w*|fall|loss\w*|reduction)\b", re.IGNORECASE)
MOVING = re.compile(
    r"\b(?:chang\w*|growth|grew|increas\w*|ris(?:e|en|ing)|rose|gain\w*|decreas\w*|declin\w*|drop\w*|fall|fell|"
    r"reduction|differ\w*)\b|^(?:chang|increas|decreas|declin|differ)",
    re.IGNORECASE,
)
NONE = re.compile(r"\b(?:no|zero|without(?: any)?|did not have(?: any)?|had not(?: any)?)\s+$", re.IGNORECASE)
LAST = re.compile(r"[^\W\d]*\W*$")  # a unit, and the question's end
AT = re.compile(r"\b(?:is|was|were|are|of|equals?|equal to|at|exactly)\s+(?:exactly\s+)?$", re.IGNORECASE)
SIGN = re.compile(r"\b(?:(?P<up>positive)|(?P<down>negative))\b", re.IGNORECASE)
EITHER = re.compile(r"\b(?:either|any|one) (?:of|period|year|column)|\bor\b", re.IGNORECASE)
GROUP = re.compile(
    r"\b(?:by|per|(?:for|in|into) each(?: of)?|of each|to each|each|every)\s+(?:the\s+)?"
    r"(?P<noun>[^\W\d_]+(?:\s+(?:of\s+)?[^\W\d_]+){0,2})",
    re.IGNORECASE,
)
ASKING = frozenset("when what which whom who how".split())
_COMPARED = (
    "more|less|fewer|(?:high|low|larg|small|long|short|heavi|light|great|tall|wid|deep|bigg|old|young|cheap|"
    "fast)er"
)
DIFFERENCE = re.compile(
    rf"\b(?:how (?:much|many) (?:{_COMPARED})|by how (?:much|many)|difference|exceed\w*)\b", re.IGNORECASE
)
NEGATED = re.compile(r"\b(?:not|never|except|excluding|outside|other than)\b|n['’]t\b", re.IGNORECASE)
LACKING = re.compile(r"^(?:lack|exclud|except|without|not|non|other|avoid|miss|outside|before|after|un)")
AMOUNT = re.compile(r"\b(?:amount|price|value|cost|fee|salary|budget)s?\b", re.IGNORECASE)
WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")


def norm(word: str) -> str:
    """A word without capitals, accents and the commonest ends of plurals."""
    word = bare(word.casefold())
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def groups_in(question: str) -> bool:
    """Whether something is asked for by group: “by month”, not “by when”."""
    return any(match["noun"].split()[0].casefold() not in ASKING for match in GROUP.finditer(question))


def normed(text: str) -> tuple[str, ...]:
    return tuple(norm(word) for word in WORD.findall(text))


@dataclass(frozen=True)
class Token:
    text: str
    start: int
    end: int
    stems: frozenset[str]
    meant: str = ""  # the word of a table that this one is another for

    @cached_property
    def norm(self) -> str:
        return norm(self.meant or self.text)
