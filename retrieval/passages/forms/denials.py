"""Whether a sentence says no to what is asked: “Smoking is not allowed” to “Is smoking allowed?”."""

from __future__ import annotations

import re

from retrieval.passages.windows import BULLET, Window
from retrieval.stems import stems_in

NO = {"en": "No", "de": "Nein", "fr": "Non", "es": "No", "it": "No", "nl": "Nee", "pt": "Não"}
# No more than so many words from the “not” to a word of the question.
_NEAR = r"\s+(?:[\w’'-]+\s+){0,2}?"
NEGATIVE = {
    "en": r"not|never|cannot|neither|nor",
    "de": r"nicht|niemals|nie|keinesfalls",
    "fr": r"pas|jamais",
    "es": r"no|nunca",
    "it": r"non|mai",
    "nl": r"niet|nooit",
    "pt": r"não|nunca",
}
OF_NONE = {"en": r"no|none of(?: the)?", "de": r"keine[rsmn]?|kein", "nl": r"geen"}
FORBIDDING = re.compile(
    r"\b(?:prohibited|forbidden|ruled out|verboten|untersagt|interdite?s?|prohibid[oa]s?|vietat[oaie]|"
    r"verboden)\b",
    re.IGNORECASE,
)
ALLOWED = frozenset(
    "allowed permitted gestattet erlaubt zulässig autorisé autorisée permis permise permitido permitida "
    "consentito consentita permesso permessa toegestaan permitido permitida".split()
)
# By which a sentence says no only in part, or the question asks for the opposite.
PARTLY = re.compile(
    r"\b(?:unless|except\w*|only|but|however|without|although|though|if|until|before|when|out of|außer|nur|"
    r"sofern|wenn|sauf|seulement|si|salvo|sólo|solo|se|tranne|tenzij|alleen|behalve|apenas)\b",
    re.IGNORECASE,
)
ASKS_NOT = re.compile(
    r"n[’']t\b|\b(?:not|never|no|without|nicht|kein\w*|pas|non|niet|geen|não|forbidden|prohibited)\b(?!-)",
    re.I,
)
# What the question has word for word is denied with the rest: “without a licence”.
WITHOUT = re.compile(r"\bwithout (?:the |an? |any )?(?P<what>[^\W\d_]+)", re.IGNORECASE)
# A clause that grants something beside what is denied, and takes none of it back.
CONCESSION = re.compile(r",\s(?:even )?(?:although|though)\s.*$", re.IGNORECASE)
PART_OF = re.compile(r"\bpart of\b", re.IGNORECASE)  # which what does not belong to it is not
POINTS_BACK = re.compile(r"\b(?:these|those|they|them|such|this|it)\b", re.IGNORECASE)
LEAST_DENIED = 2  # of them in a sentence that points back at another
LEAST_SHARED = 0.6  # of the question's words in the sentence


def denial(window: Window, question: str, language: str) -> str:
    """“No” in the language of the question where the last sentence of the window says so; else "".

    What is denied is a word of the question, or that something is allowed: another clause of the sentence may
    have its own “not”. A sentence before it only names what the last one points back at.
    """
    *before, text = (BULLET.sub("", unit.text) for unit in window.units)
    if len(before) > 1 or (before and not POINTS_BACK.search(text)):
        return ""
    question, text = _without_said(question, text)
    text = _without_concession(text, question, language)
    if language not in NEGATIVE or ASKS_NOT.search(question) or PARTLY.search(text):
        return ""
    asked, told, named = stems_in([question, text, " ".join(before)], language)
    if not asked or len(asked & (told | named)) < LEAST_SHARED * len(asked):
        return ""
    words = re.findall(r"[^\W\d_]+", text)
    denied = {
        word.casefold() for word, own in zip(words, stems_in(words, language), strict=True) if own & asked
    }
    if PART_OF.search(question):
        denied |= {"belong", "belongs"} & {word.casefold() for word in words}
    if before and len(denied) < LEAST_DENIED:
        return ""
    if FORBIDDING.search(text):
        return NO[language]
    negations = [NEGATIVE[language]] if language in NEGATIVE else []
    negations += [rf"^(?:{OF_NONE[language]})"] if language in OF_NONE else []
    behind = (
        match["word"].casefold()
        for each in negations
        for match in re.finditer(rf"(?:\b(?:{each}))(?={_NEAR}(?P<word>[^\W\d_]+))", text, re.IGNORECASE)
    )
    return NO[language] if any(word in denied for word in behind) else ""


def _without_said(question: str, text: str) -> tuple[str, str]:
    """Both without the “without a licence” that they share, which says under what both speak."""
    asked, told = WITHOUT.search(question), WITHOUT.search(text)
    if asked is None or told is None or asked["what"].casefold() != told["what"].casefold():
        return question, text
    return WITHOUT.sub("", question, count=1), WITHOUT.sub("", text, count=1)


def _without_concession(text: str, question: str, language: str) -> str:
    """The sentence without an “although …” at its end that has no more words of the question."""
    behind = CONCESSION.search(text)
    if behind is None:
        return text
    asked, before, conceded = stems_in([question, text[: behind.start()], behind[0]], language)
    return text if asked & conceded - before else text[: behind.start()]
