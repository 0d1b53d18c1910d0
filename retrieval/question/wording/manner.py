"""How an answer is to be given, apart from what is asked: roles to take, sources to keep to, digits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from retrieval.question.wording.informal import written_out

_START = r"(?:(?<=[.?!;:])|^)\s*"
_STATEMENT = (
    r"(?:(?:statements?\s+of\s+(?:(?:consolidated\s+)?(?:financial\s+position|cash\s+flows?|income|operations|earnings)))|"
    r"(?:cash\s+flow|income|p&l|profit\s+and\s+loss|financial)\s+statements?|balance\s+sheets?|p&l)"
)
_WHERE = rf"(?:{_STATEMENT}|information|details?|data|line items?|figures|filings?|reports?)"
# What a question asks of the writer, not of the documents: “if that is not useful, state so and say why”.
INSTRUCTION = re.compile(
    rf"{_START}(?:if\b[^.?!;]*\b(?:then|state|explain|please|return|answer|(?:say|note|mention|indicate)\s+(?:so|it|that|this))\b|"
    r"if\b[^.?!;]*\b(?:exclude|leave out|skip|ignore)\b|answer\b|respond\b|reply\b|"
    r"(?:give|provide) (?:a|an|your|the) (?:response|solution|answer)\b|please\b|"
    r"(?:just|only)\s+(?:give\s+(?:me\s+)?)?(?:the|a|one)\s+(?:number|figure|answer|value|result)s?\b|"
    r"state (?:that|your)\b|round\b|assume\b|imagine\b|suppose\b(?!\s+(?:we|you|i|one)\s+define)|"
    r"pretend\b|consider yourself\b|"
    r"you are (?:an?|the)\b|(?:take|assume|adopt) (?:on )?the (?:role|perspective|position)\b|"
    r"(?:address|approach|answer) the (?:following )?question\b|(?:we|i) (?:want|need|would like) to\b|"
    r"here(?:['’]s| is) the question\b|(?:use|rely on|refer to) (?:only )?the (?:data|details|information)\b|"
    r"(?:bas(?:e|ing) (?:your|the) (?:judg\w+|answers?))\b|"
    r"(?:calculate|compute|derive|extract)\s*(?:\([^)]*\)\s*)?(?:what was asked|the answer|it)\b"
    r"(?!\s+(?:for|of|in|at)\b))"
    r"[^.?!;:]*[.?!;:]?",
    re.IGNORECASE,
)
# “Using only the information within the balance sheet, how much …”: to the comma before what is asked.
_ASKS = (
    r"(?:what|how|which|who|when|did|does|do|is|are|was|were|has|have|had|calculate|compute|list|show|"
    r"compare|give)"
)
SOURCES = re.compile(
    rf"{_START}(?:(?:by|when|please)\s+)?(?:us(?:e|ing)|bas(?:ed?|ing)|rely(?:ing)?|drawing|consider(?:ing)?|looking|"
    rf"referring|going|according)\b[^.?!;]*?\b{_WHERE}\b[^.?!;]*?[,:]\s*(?={_ASKS}\b)",
    re.IGNORECASE,
)
_ROLE = re.compile(
    rf"{_START}(?:please\s+)?answer the (?:following )?question as if\b[^.?!]*[.?!]", re.IGNORECASE
)
_SCALES = {"thousand": Decimal(10) ** 3, "million": Decimal(10) ** 6, "billion": Decimal(10) ** 9}
_SCALES |= {"mn": _SCALES["million"], "mln": _SCALES["million"], "bn": _SCALES["billion"]}
_MONEY = r"(?:usd|us dollars|u\.s\. dollars|dollars|us\$|\$|eur|euros?|gbp|pounds)"
_SCALE = re.compile(
    rf"\(?(?:\bin\s+(?:{_MONEY}\s+)?|,\s*{_MONEY}\s+)(?P<scale>thousand|million|billion|mn|mln|bn)s?\b(?:\s+(?:of\s+)?{_MONEY})?\)?",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    r"\(?\b(?:in|as|with)\s+(?:units?\s+of\s+)?(?:an?\s+)?(?:per\s?cents?|percentages?|%)(?!\w)(?!\s+of\b)"
    r"(?P<rest>[^()?.]*\))?",
    re.IGNORECASE,
)
_DIGITS = {"one": 1, "two": 2, "three": 3, "four": 4}
_MANY = r"(?:one|two|three|four|\d)"
_PLACES = rf"{_MANY}\s+decimals?(?:\s+(?:places?|digits?|points?))?"
_DECIMALS = re.compile(
    rf"\b(?P<many>{_MANY})\s+decimals?\b|\bround(?:ed)?\s+(?:off\s+)?to\s+(?P<places>{_MANY})\s+(?:places?|digits?)\b",
    re.IGNORECASE,
)
_ROUNDED = re.compile(
    rf",?\s*\(?\b(?:rounded|round)\s+(?:your answer\s+)?(?:to|off to)\s+"
    rf"(?:{_PLACES}|{_MANY}\s+(?:places?|digits?))\)?",
    re.IGNORECASE,
)
# Of which statement the question wants its figures: kept apart, since figures are stored by what they are.
_FROM_STATEMENT = re.compile(
    rf"\b(?:(?:directly|explicitly)\s+)?(?:outlined|shown|stated|listed|presented|found)?\s*\b(?:in|from|on|per|within)\s+"
    rf"(?:the\s+|its\s+|their\s+|(?:[\w&.]+\s+){{0,3}}?[\w&.]+['’]s?\s+)?(?:consolidated\s+)?{_STATEMENT}",
    re.IGNORECASE,
)
# “… and what might this indicate about their supply chain?”, behind what figures answer.
_AND_WHAT = re.compile(
    r",?\s+and,?\s+"
    r"(?=(?:what|how|why|which|whom?|if so)\b|(?:when|where)\s+(?:is|are|was|were|do|does|did)\b)|"
    r"(?<=[?.!])\s+(?=if so\b)|(?<=\?)\s+(?=and\b)|"
    r"(?<=[?.!])\s+(?=(?:i|we)(?:\s+would|['’]d)\s+(?:also\s+)?like\b(?!\s+to\s+know)|also\b)",
    re.IGNORECASE,
)
_COMPARED = re.compile(r"how (?:does|do|did) (?:it|they|this|these) compare across\b[^?]*\?*", re.IGNORECASE)
# “as reported in its latest 10-Q filing” is the latest quarter; “in the Q3 2022 10-Q” that quarter.
_FORM = r"(?:(?P<q>10-?Q|quarterly)|10-?K|annual|20-?F)(?:\s+(?:reports?|filings?))?(?!\w)"
_IN_FORM = (
    r"\b(?:as\s+)?(?:(?:reported|disclosed|stated|given|outlined|shown|listed)\s+)?(?:in|from|of|for|per|by)\s+"
    r"(?:the|its|their|(?P<who>[\w.&]+)['’]s?)\s+"
)
_LATEST_FORM = re.compile(rf"{_IN_FORM}(?:most\s+recent|latest|newest|last)\s+{_FORM}", re.IGNORECASE)
_DATED_FORM = re.compile(
    rf"{_IN_FORM}(?P<when>(?:Q[1-4]|first|second|third|fourth)\s+(?:quarter\s+)?(?:of\s+)?\d{{4}})\s+{_FORM}",
    re.IGNORECASE,
)
# “If data is not available, return 'N/A'”. “Then state 0” is not obeyed: that nothing was found proves no 0.
_ABSENT = re.compile(
    r"\bif\b[^.?!;]*\b(?:not?|none|unavailable|missing|absent)\b[^.?!;]*"
    r"\b(?:return|state|answer|say|reply|respond|write|put)\s+(?:with\s+)?"
    r"(?P<what>[\"'“‘]?(?:N/?A|n\.a\.|unknown|not available|not applicable)\b[\"'”’]?)",
    re.IGNORECASE,
)
# “I'm writing a memo – could you tell me how much …”, “… to one decimal, please”.
_POLITELY = re.compile(
    rf"^(?:[^.?!]*?[–—:,;-]\s+)?(?:(?:could|can|would|will)\s+you\s+(?:please\s+|kindly\s+)?(?:tell|show|give)\s+(?:me|us)|"
    rf"(?:i|we)(?:['’]d|\s+would)\s+(?:like|love|want)\s+to\s+know|(?:do|would)\s+you\s+(?:happen\s+to\s+)?know)\s+"
    rf"(?:about\s+)?(?={_ASKS}\b|the\b)",
    re.IGNORECASE,
)
_PLEASE = re.compile(r",?\s*\b(?:please|thanks|thank you)\b\s*(?=[.?!]*$)", re.IGNORECASE)
_TO_DECIMALS = re.compile(
    rf"(?:,\s*(?:and\s+)?|,?\s*\b(?:with|to|at)\s+){_PLACES}(?!\w)",
    re.IGNORECASE,
)
_EMPTY = re.compile(r"\(\s*(?:and\s*)?\)")


@dataclass(frozen=True)
class Manner:
    """`scale` of amounts of money, and digits behind the point; None where nothing is said of them.

    `percent`: whether a change is to be told in per cent. `absent`: what to say where there is no answer.
    """

    scale: Decimal | None = None
    decimals: int | None = None
    percent: bool = False
    absent: str = ""


def without_manner(question: str) -> str:
    """The question without how to answer it; all of it where nothing would be left."""
    question = _DATED_FORM.sub(_dated, _LATEST_FORM.sub(_latest, written_out(question)))
    bare = INSTRUCTION.sub(" ", SOURCES.sub(" ", _ROLE.sub(" ", question)))
    bare = _POLITELY.sub("", _PLEASE.sub("", " ".join(bare.split())))
    bare = _ROUNDED.sub(" ", _PERCENT.sub(" ", _SCALE.sub(" ", bare)))
    bare = _TO_DECIMALS.sub(" ", bare)
    bare = " ".join(_EMPTY.sub(" ", bare).split())
    bare = re.sub(r"\s+([?.!,;:])", r"\1", bare)
    return bare if re.search(r"\w", bare) else question


def _latest(found: re.Match[str]) -> str:
    whose = f" of {found['who']}" if found["who"] else ""
    return f"in the latest {'quarter' if found['q'] else 'fiscal year'}{whose}"


def _dated(found: re.Match[str]) -> str:
    return f"in {found['when']}{' of ' + found['who'] if found['who'] else ''}"


def apart(question: str) -> tuple[str, str]:
    """What the question asks first, and what else: “How did X change”, “what might this indicate?”."""
    parts = _AND_WHAT.split(question, maxsplit=1)
    first, rest = parts if len(parts) == 2 else (question, "")
    if _COMPARED.fullmatch(rest):
        rest = ""
    return first.rstrip(" ,") + ("?" if rest and not first.rstrip().endswith("?") else ""), rest.strip()


def without_statement(question: str) -> str:
    """The question without which statement its figures are to be taken from."""
    return " ".join(_FROM_STATEMENT.sub(" ", question).split())


def manner_of(question: str) -> Manner:
    question = written_out(question)
    scale, decimals = _SCALE.search(question), _DECIMALS.search(question)
    many = (decimals["many"] or decimals["places"]).lower() if decimals else ""
    return Manner(
        _SCALES[scale["scale"].lower()] if scale else None,
        (_DIGITS.get(many) or int(many)) if many else None,
        bool(_PERCENT.search(question)),
        absent["what"].strip("\"'“”‘’") if (absent := _ABSENT.search(question)) else "",
    )
