"""What a question wants counted (“how many stores”), and sentences that give its number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from reading.lexicon import SIGNS, YEAR
from reading.values.number_words import IN_WORDS

# No count is “the policy number of”.
NUMBER_OF = (
    r"(?:^\W*|\b(?:the|a|an|total|overall|exact|what|and|of|by|in|with|give|show|count|compare)\s+)number of"
)
HOW_MANY = re.compile(rf"\bhow many\s+|{NUMBER_OF}\s+", re.IGNORECASE)
HEADCOUNT = re.compile(r"\b(?:headcount|workforce|staff)\b", re.IGNORECASE)
WORD = re.compile(r"[^\W\d_][\w’'-]*")
# Where the words for what is counted end.
AFTER = re.compile(
    r"^(?:do(?:es)?|did|has|have|had|is|are|was|were|will|can|could|would|in|at|on|of|for|by|to|from|with|"
    r"there|worldwide|and|or)$",
    re.IGNORECASE,
)
# Words that do not tell which of the things are counted.
GENERAL = re.compile(
    r"^(?:how|many|what|which|the|its|their|our|this|that|been|currently|now|total|altogether|overall|all|any|"
    r"have|work(?:s|ing)?|operat\w+|runs?|own(?:s|ed)?|holds?|held|employ\w*|exist\w*|maintain\w*|headcount|"
    r"workforce|count|year|quarter|fiscal|last|end|company|firm|group|full|time|full-time|part-time|people)$",
    re.IGNORECASE,
)
STEM = 6  # letters of a word that its other forms share
IRREGULAR = ("people", "men", "women", "children", "staff", "personnel")
# Groups of words that reports use for one thing; those after the bar need a word of EMPLOYING beside them.
SYNONYMS = (
    "employee staff colleague worker personnel headcount workforce associate|team member|people person",
    "store shop outlet",
    "plant factory facility site",
    "customer client subscriber user",
    "country nation",
    "vehicle car",
    "aircraft airplane plane",
    "patient participant",
)
EMPLOYING = re.compile(r"\bemploy|\bworkforce\b|\bstaff\b|\bheadcount\b", re.IGNORECASE)
# A number that is no year, day of a month, amount of money or per cent.
NUMBER = (
    rf"(?<![\w.,{SIGNS}/-])(?<!note )(?<!item )(?<!part )(?<!page )(?<!table )(?!{YEAR}(?![\d,]))"
    rf"(?:\d{{1,3}}(?:,\d{{3}})+|\d+(?:\.\d+)?|{IN_WORDS})"
    r"(?:\s+(?:hundred|thousand|million|billion|dozen))?(?![\w%,/])(?!\.\d)(?!\s*(?:%|per\s?cent))"
)
BEFORE, BEHIND = 60, 20  # characters round a number and its noun in which it is said of which they are
ANY_NUMBER = re.compile(NUMBER, re.IGNORECASE)
# “102,000 full-time and part-time”: what may stand between the number and what is counted.
BETWEEN = (
    r"(?:(?:\s+|,\s+)(?!(?:years?|months?|days?|weeks?|hours?|times|dollars|shares|in|with|for|to|by|since|"
    r"percent|the|that|which|who|than|half|thirds?|quarters?|fifths?|sixths?|eighths?|tenths?)\b)[^\W\d_][\w’'-]*){0,6}?\s+(?:of\s+(?:our|its|their|the)\s+)?"
)
LINKS = (
    r"(?:[:|]|\s|,|\b(?:was|were|is|are|of|total(?:l?ed|s)?|count|numbers?|reached|at|to|about|approximately|around|"
    r"nearly|over|more|than|some|worldwide|globally)\b)"
)


@dataclass(frozen=True)
class Counted:
    """`nouns`: what is counted, in the singular, and other words for it; `weak`: those that may be others.

    `further`: the beginnings of the words that tell which of them, “distri” of “distribution centers”.
    """

    nouns: tuple[str, ...]
    weak: tuple[str, ...] = ()
    further: tuple[str, ...] = ()

    def is_told_in(self, sentence: str) -> bool:
        """Whether a number stands right beside one of the nouns, and what else is asked in the sentence."""
        patterns = [self._strong, *([self._weak] if self.weak and EMPLOYING.search(sentence) else [])]
        return any(
            all(
                word in sentence[max(0, match.start() - BEFORE) : match.end() + BEHIND].lower()
                for word in self.further
            )
            for pattern in patterns
            for match in pattern.finditer(sentence)
        )

    @cached_property
    def _strong(self) -> re.Pattern[str]:
        return _beside(self.nouns)

    @cached_property
    def _weak(self) -> re.Pattern[str]:
        return _beside(self.weak)


def counted_in(question: str) -> Counted | None:
    """What the question wants counted; None where it asks for no number of things."""
    found = HOW_MANY.search(question)
    noun = _noun(question[found.end() :]) if found else ""
    if not noun and HEADCOUNT.search(question):
        noun = "employee"
    if not noun:
        return None
    further = _further(question, noun)
    for group in SYNONYMS:
        strong, *weak = group.split("|")
        others = tuple(word for part in weak for word in ([part] if part == "team member" else part.split()))
        if noun in strong.split() or noun in others:
            return Counted((*strong.split(), *(w for w in others if w == noun)), others, further)
    return Counted((noun,), further=further)


def _further(question: str, noun: str) -> tuple[str, ...]:
    """The beginnings of the question's other words that say something; names are the search's to look for."""
    words = [word for word in WORD.findall(HOW_MANY.sub(" ", question)) if word[0].islower()]
    telling = [w for w in words if len(w) > 2 and not AFTER.match(w) and not GENERAL.match(w)]
    return tuple(word[:STEM] for word in telling if not re.fullmatch(_forms(noun), word))


def _noun(text: str) -> str:
    """The last plural of the words before a verb or a preposition, in the singular; "" for none."""
    plural = ""
    for word in WORD.findall(re.split(r"[?.,;:]", text)[0])[:6]:
        if AFTER.match(word):
            break
        if word.lower() in IRREGULAR or (word.endswith("s") and not word.endswith("ss")):
            plural = word.lower()
    return _singular(plural)


def _singular(plural: str) -> str:
    if plural.endswith("ies"):
        return f"{plural[:-3]}y"
    if re.search(r"(?:s|x|z|ch|sh)es$", plural):
        return plural[:-2]
    return plural.removesuffix("s")


def _forms(noun: str) -> str:
    """A pattern for the noun in the singular and the plural."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}(?:y|ies)"
    return rf"{re.escape(noun)}(?:e?s)?"


def _beside(nouns: tuple[str, ...]) -> re.Pattern[str]:
    noun = rf"\b(?:{'|'.join(_forms(noun) for noun in nouns)})\b"
    # Right behind the noun a short number may be a page's or a note's.
    after = rf"{noun}(?:{LINKS}{{2,12}}?{NUMBER}|\s+(?={{}}){NUMBER})".replace("{}", r"\d{1,3},\d|\d{3}")
    return re.compile(rf"{NUMBER}{BETWEEN}{noun}|{after}", re.IGNORECASE)
