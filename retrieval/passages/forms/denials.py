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
    r"n[’']t\b|\b(?:not|never|no|without|nicht|kein\w*|pas|non|niet|geen|não|forbidden|prohibited)\b", re.I
)
LEAST_SHARED = 0.6  # of the question's words in the sentence


def denial(window: Window, question: str, language: str) -> str:
    """“No” in the language of the question where the window is one sentence that says so; else "".

    What is denied is a word of the question, or that something is allowed: another clause of the sentence may
    have its own “not”.
    """
    text = BULLET.sub("", window.units[0].text)
    if len(window.units) > 1 or language not in NEGATIVE or ASKS_NOT.search(question) or PARTLY.search(text):
        return ""
    asked, told = stems_in([question, text], language)
    if not asked or len(asked & told) < LEAST_SHARED * len(asked):
        return ""
    words = re.findall(r"[^\W\d_]+", text)
    denied = {
        word.casefold() for word, own in zip(words, stems_in(words, language), strict=True) if own & asked
    }
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
