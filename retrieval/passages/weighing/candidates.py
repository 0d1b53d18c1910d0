"""The values of a window that may be what is asked for."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from retrieval.passages.expected import OF_FIRMS
from retrieval.passages.forms.doers import who_did, without_office
from retrieval.passages.guards.asked_words import any_of, unit_asked
from retrieval.passages.labels import in_its_line, is_label, numbers_an_item
from retrieval.passages.scoring import TOKEN, Asked, Scored
from retrieval.passages.values import PART_OF_MONTH, Value, firms_in, values_for

FOR_PERIOD = re.compile(
    r"\b(?:for|für|pour|para|per|voor|over)(?:\s(?:das\s)?(?:the\s)?(?:year|Jahr))?\s$", re.IGNORECASE
)
PRICED = re.compile(r"^[^\d.:!?]{2,60}\s-?\d[\d.,]*[.,]\d\d$")  # a line of a receipt: “CHANGE 1.54”
# Behind which a name stands, whatever words it is made of: “CONTACT: Ian Won”.
OF_A_NAME = re.compile(
    r"\b(?:contact|attention|attn|signed|author|editor|name|presenter|speaker)s?:\s$", re.IGNORECASE
)
NAMES = frozenset({"person", "organization"})
OF_MONTHS = re.compile(r"\b(?:month|season|monat|mois|mes|mese|maand|mês)\b", re.IGNORECASE)
BY_DAY = any_of("day")  # no year is one
WHITHER = re.compile(
    r"\bwohin\b|\bwhere (?:to|is|was|were|are|will|has|did)\b.*\b(?:mov\w+|go|went|sent|transferred)\b",
    re.IGNORECASE,
)
OUTSIDE = re.compile(  # what is of the place itself is not asked for
    r"\b(?:outside(?: of)?|other than(?: in)?|elsewhere than(?: in)?|not in)\s(?:the\s)?(?P<place>[\w’'-]+)",
    re.IGNORECASE,
)
STAYS = re.compile(
    r"\b(?:in(?: de[rmn]| the)?|im|am|at(?: the)?|aus(?: de[rm])?|vom|von|from(?: the)?|bei)\s$",
    re.IGNORECASE,
)


def candidates_in(
    each: Scored, asked: Asked, ordinary: Collection[str], verb: re.Pattern[str] | None
) -> list[Value]:
    """The values of the kind that is asked for, without those that only the question or a list gives."""
    text = each.window.text
    labelled = any(
        unit.kind == "row" or is_label(unit) or PRICED.match(unit.text) for unit in each.window.units
    )
    values = values_for(
        asked.question, asked.expected.kind, text, is_named=bool(asked.expected.noun), labelled=labelled
    )
    values = [value for value in values if not numbers_an_item(value, each.window)]
    if asked.expected.kind == "date" and not OF_MONTHS.search(asked.question):
        values = [value for value in values if _says_when(value.text)]
    if asked.expected.kind == "date":
        values = _without_periods(values, text)
    if asked.expected.kind == "number" and (units := unit_asked(asked.question)):
        fitting = [value for value in values if units.search(value.text) or units.match(text, value.end)]
        values = fitting or values
    if BY_DAY.search(asked.question):
        values = [value for value in values if not value.text.isdigit()]
    said = {token.lower() for token in TOKEN.findall(asked.question)}
    if asked.expected.kind == "person":
        values = [without_office(value, asked.expected.noun.casefold()) for value in values]
    refused = _is_partly_said if asked.expected.kind in NAMES else _is_said
    values = [value for value in values if not refused(value, said)]
    if outside := OUTSIDE.search(asked.question):
        place = re.compile(
            rf"\s(?:in|at|within|for)\s(?:the\s)?{re.escape(outside['place'])}\b", re.IGNORECASE
        )
        values = [value for value in values if not place.match(text, value.end)]
    if WHITHER.search(asked.question):
        values = [value for value in values if not STAYS.search(text[: value.start])]
    if asked.expected.kind in NAMES:
        whole = {value: in_its_line(value, each.window) for value in values}
        values = [own for value, own in whole.items() if own == value or " " in own.text]
    if asked.expected.kind == "person":
        values = [
            value
            for value in values
            if not _is_ordinary(value, ordinary) or OF_A_NAME.search(text[: value.start])
        ]
        values = who_did(values, text, verb) if verb else values
        if OF_FIRMS.search(asked.question):
            values += [value for value in firms_in(text) if not refused(value, said)]
    return values


def _says_when(text: str) -> bool:
    """Whether a date has more than the name of a month."""
    return any(sign.isdigit() for sign in text) or re.match(PART_OF_MONTH, text, re.IGNORECASE) is not None


def _without_periods(values: Sequence[Value], text: str) -> list[Value]:
    """Dates without years that only say for what period something is, beside a day: “for 2024, on 14 May”."""
    if not any(len(re.findall(r"\d+", value.text)) > 1 for value in values):
        return list(values)
    return [
        value for value in values if not (value.text.isdigit() and FOR_PERIOD.search(text[: value.start]))
    ]


def _is_said(value: Value, said: set[str]) -> bool:
    """Whether the question has the value itself: it asks for another."""
    return all(token.lower() in said for token in TOKEN.findall(value.text))


def _is_partly_said(value: Value, said: set[str]) -> bool:
    return any(token.lower() in said for token in TOKEN.findall(value.text) if not token.islower())


def _is_ordinary(value: Value, ordinary: Collection[str]) -> bool:
    """Whether half of a name is written small elsewhere: “Roll Call” is nobody."""
    words = [word for word in TOKEN.findall(value.text) if len(word) > 2]
    return 2 * sum(word.lower() in ordinary for word in words) >= len(words)
