"""What a question expects: an amount, a date, a person, a reason … by its words, in its language."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from reading.text.languages import FUNCTION_WORDS, language_of

OPEN = "open"  # whatever the passages say of it
VALUES = frozenset(
    "duration clock date law percent count amount change number person place organization expansion "
    "phone".split()
)  # of which something stands in a sentence
TELLING = frozenset({"definition", "origin", "reason", "said", "steps", "list", "yesno", OPEN})
IN_WORDS = frozenset({"definition", "origin", "reason", "said", "steps"})  # which no row of numbers tells
OF_KIND_WORDS = frozenset({"date", "clock", "place", "phone"})
MOST_KIND_WORDS = 4
# What only says which end is meant.
BOUNDS = re.compile(
    r"\bat the (?:very )?(?:latest|earliest|most|least)\b"
    r"|\b(?:current|latest|newest|most recent) (?=(?:version|edition|release|issue)\b)"
    r"|\bthe (?:longest|shortest) (?:possible )?(?:time|period)\b|\b(?:spätestens|frühestens|uiterlijk)\b"
    r"|\bau plus (?:tard|tôt)\b|\bcomo (?:muy tarde|máximo)\b|\bal più (?:tardi|presto)\b"
    r"|\bop zijn (?:laatst|vroegst)\b",
    re.IGNORECASE,
)
CONDITIONS = re.compile(
    r"\b(?:on|under|in|subject to) what (?:conditions?|terms|circumstances|cases?)\b", re.I
)
PHONE_WORD = re.compile(
    r"\b(?:numbers?|phone|telephone|mobile|fax|hotline|helpline|calls?|rings?|dials?|phones?|reach)\b",
    re.IGNORECASE,
)
KIND_WORD = re.compile(
    r"\b(?:which|what)\s(?:is\sthe\s|was\sthe\s)?(?P<word>day|date|month|year|time|deadline|city|town|country|place|address)\b",
    re.IGNORECASE,
)
# Who is it: of such, firms more often than persons.
OF_FIRMS = re.compile(
    r"\b(?:auditors?|audit(?:ed|s)?|accountants?|suppliers?|suppl(?:y|ies|ied)|vendors?|sellers?|buyers?|customers?|"
    r"landlords?|tenants?|less(?:or|ee)s?|licens(?:or|ee)s?|contractors?|underwriters?|insurers?|lenders?|"
    r"borrowers?|trustees?|registrars?|agents?|custodians?|manufactur\w+|distributors?|publish\w+|parent)\b",
    re.IGNORECASE,
)
SAYS = re.compile(
    r"\b(?:do|does|did)\b[^?]*\b(?P<verb>set|give|report|state|specify|show|mention|list|contain|provide|estimate|name)\b"
    r"|\b(?:is|are|was|were) (?P<asked>needed|required|necessary|demanded|prescribed|stated|given)\b",
    re.IGNORECASE,
)
WHICH = re.compile(r"^\W*(?:which|what)\s", re.IGNORECASE)
EMBEDDED = re.compile(r"(?:by\s|for\s|within\s)?(?:how|who\w*|where|why)\b", re.IGNORECASE)
HEADED = re.compile(
    r"^\W*(?:what|which)\s(?!(?:am|is|are|was|were|do|does|did|can|may|must|will|should|happens?)\b)(?:[\w’'-]+\s){0,3}?(?P<head>[a-z]{4,})\s"
    r"(?:(?:of|for|in|on|at|to|from|with|by)\s[^?]*?)?(?:(?:do|does|did|can|may|must|will|should)\s|(?:is|are|was|were)\s(?:needed|required|necessary)\b)",
    re.IGNORECASE,
)
GENERAL = frozenset("event case circumstance situation condition occasion thing".split())  # of no one thing
_WORDS = tomllib.loads(Path(__file__).with_name("question_words.toml").read_text(encoding="utf-8"))
_PATTERNS: dict[str, tuple[tuple[str, re.Pattern[str]], ...]] = {
    language: tuple(
        (kind, re.compile(pattern, re.IGNORECASE))
        for kind, patterns in kinds.items()
        if kind != "asks"
        for pattern in patterns
    )
    for language, kinds in _WORDS.items()
}
TITLE = re.compile(r'["“”][^"“”]*[?!.][^"“”]*["“”]')


@dataclass(frozen=True)
class Expected:
    """`kind`: a key of question_words.toml, or “open”. `noun`: what is counted, measured, paid
    or listed; `number`: how many are to be listed, as the question says it."""

    kind: str
    language: str
    noun: str = ""
    number: str = ""

    @property
    def is_value(self) -> bool:
        return self.kind in VALUES

    @property
    def is_in_words(self) -> bool:
        return self.kind in IN_WORDS


def expected_of(question: str) -> Expected:
    """What the question expects, by the word that asks first; in the order of kinds where several do."""
    language = language_of(question)
    if (asked := _asked(question, language)) is None:
        return Expected(OPEN, language)
    match, kind = asked
    said = match.groupdict()
    return Expected(kind, language, _bare(said.get("noun") or "", language), said.get("number") or "")


def _asked(question: str, language: str) -> tuple[re.Match[str], str] | None:
    """The words that ask, with the kind that they ask for; no title in quotes asks: “… Now What?”."""
    question = TITLE.sub(lambda match: "X" * len(match[0]), question)
    every = ((pattern.search(question), kind) for kind, pattern in _PATTERNS.get(language, ()))
    found = [(match, kind) for match, kind in every if match and not _is_embedded(match, question)]
    if not found:
        return None
    match, kind = min(found, key=lambda each: each[0].start())  # the first of equals
    if kind == "yesno":  # “Is it paid for, and if not, why?”
        return next((each for each in found if each[1] == "reason"), (match, kind))
    return match, kind


def _is_embedded(match: re.Match[str], question: str) -> bool:
    """Whether another question is asked first: “Which contracts say how long …”, which asks for contracts."""
    first = WHICH.match(question)
    return first is not None and match.start() >= first.end() and EMBEDDED.match(match[0]) is not None


def asking_words(question: str, language: str) -> str:
    """The words that only ask: “wann”, “combien”."""
    pattern = _WORDS.get(language, {}).get("asks")
    return " ".join(re.findall(pattern, question, re.IGNORECASE)) if pattern else ""


def kind_words(question: str, language: str) -> str:
    """Words that only say of what kind an answer is, “day” of “on which day”, or that it is told."""
    said = [each[0] for pattern in (BOUNDS, CONDITIONS) for each in pattern.finditer(question)]
    if language != "en":
        asked = _asked(question, language)
        words = asked[0][0].split() if asked and asked[1] in OF_KIND_WORDS else []
        return " ".join([*said, *(words if len(words) <= MOST_KIND_WORDS else ())])
    expected = expected_of(question)
    if expected.kind in OF_KIND_WORDS and (match := KIND_WORD.search(question)):
        said.append(match["word"])
    if expected.kind == "phone":
        said += PHONE_WORD.findall(question)
    if says := SAYS.search(question):
        said.append(says["verb"] or says["asked"])
    return " ".join([*said, expected.number])


def head_of(question: str) -> str:
    """The noun that “what” or “which” asks for, “risk” of “What relative risk of … does it give?”."""
    match = HEADED.match(question)
    head = match["head"].casefold() if match else ""
    return "" if head.removesuffix("s") in GENERAL else head


def _bare(noun: str, language: str) -> str:
    """The words before the first that only binds others: “countries” of “countries is the total”."""
    words = noun.split()
    ends = (at for at, word in enumerate(words) if word.lower() in FUNCTION_WORDS[language])
    return " ".join(words[: next(ends, len(words))])
