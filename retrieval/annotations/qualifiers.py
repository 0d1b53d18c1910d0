"""What a question says of the documents that it adds up: language, currency, how many, deductions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reading.values.number_words import IN_WORDS, number
from reading.values.units import MONEY_UNITS, MONEY_WORDS, one_of

LANGUAGES = {
    "english": "en",
    "german": "de",
    "french": "fr",
    "spanish": "es",
    "italian": "it",
    "dutch": "nl",
    "portuguese": "pt",
    "japanese": "ja",
    "chinese": "zh",
}
CREDIT_NOTE = "credit note"
CREDIT_NOTES = re.compile(
    r"\bcredit[\s_-]*(?:note|memo)|\bavoir\b|gutschrift|\bnota[\s_-]*d[ei][\s_-]*cr[eéè]dito|\bcreditnota",
    re.IGNORECASE,
)
_LANGUAGE = re.compile(
    rf"\b(?:(?:written )?in\s+)?(?P<name>{'|'.join(LANGUAGES)})(?P<sure>[- ]language)?\b", re.IGNORECASE
)
_NOTES = r"(?:the\s+|all\s+|any\s+)?credit\s+(?:note|memo)s?"
_DEDUCTED = re.compile(
    rf",?\s*(?:\bafter\s+)?\b(?:deducting|subtracting|less|minus|net\s+of)\s+{_NOTES}|"
    rf",?\s*(?:\bwith\s+)?{_NOTES}\s+(?:being\s+)?(?:deducted|subtracted|taken\s+off)\b",
    re.IGNORECASE,
)
_CURRENCY = re.compile(rf"\bin\s+(?P<word>[A-Z]{{3}}\b|{one_of(MONEY_WORDS)}\b)", re.IGNORECASE)
_COUNT = re.compile(rf"\bthe\s+(?P<count>{IN_WORDS}|[2-9]|[1-9]\d)\s+$", re.IGNORECASE)
BETWEEN = 40  # characters from a language or a number to the noun that it is said of


@dataclass(frozen=True)
class Qualifiers:
    """`language`: a code of two letters; `currency`: of three. `count`: how many there must be, or 0.

    `deducts`: credit notes count against the others. `spans`: the characters of the question that say so.
    """

    language: str = ""
    currency: str = ""
    count: int = 0
    deducts: bool = False
    spans: tuple[tuple[int, int], ...] = ()

    @property
    def said(self) -> str:
        """“In German”; “there” where nothing tells the documents from others."""
        names = [name.capitalize() for name, code in LANGUAGES.items() if code == self.language]
        return f"in {names[0] if names else self.currency}" if names or self.currency else "there"


def qualifiers_of(question: str, nouns: Sequence[tuple[int, int]]) -> Qualifiers:
    """What stands there of documents. `nouns`: the characters of what they are called."""
    spans: list[tuple[int, int]] = []
    language, currency, count = "", "", 0
    deducted = _DEDUCTED.search(question)
    spans += [deducted.span()] if deducted else []
    for match in _LANGUAGE.finditer(question):
        if (
            match["sure"]
            or match[0].lower().startswith(("in ", "written "))
            or _is_before(match.end(), nouns)
        ):
            language = LANGUAGES[match["name"].lower()]
            spans.append(match.span())
    if said := _CURRENCY.search(question):
        word = said["word"]
        currency = (
            MONEY_WORDS[word.lower()][0]
            if word.lower() in MONEY_WORDS
            else word
            if word in MONEY_UNITS
            else ""
        )
        spans += [said.span()] if currency else []
    for start, _ in nouns:
        for at in range(max(0, start - BETWEEN), start + 1):
            if counted := _COUNT.search(question[:at]):
                count = int(counted["count"]) if counted["count"].isdigit() else number(counted["count"])
                spans.append(counted.span("count"))
                break
    return Qualifiers(language, currency, count, deducted is not None, tuple(spans))


def _is_before(end: int, nouns: Sequence[tuple[int, int]]) -> bool:
    """Whether a noun follows within the same phrase."""
    return any(0 <= start - end <= BETWEEN for start, _ in nouns)


def is_credit_note(title: str, filename: str) -> bool:
    """Whether a document calls itself one, in any of the languages that invoices are read in."""
    return CREDIT_NOTES.search(f"{title} {filename}") is not None
