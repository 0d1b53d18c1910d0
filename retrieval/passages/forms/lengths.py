"""How long a thing is, “twelve feet long”, which “how long” may ask for; how often something is done."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reading.values.number_words import IN_WORDS

HOW_LONG_IS = re.compile(r"\bhow long (?:is|are|was|were)\b", re.IGNORECASE)
LENGTH = re.compile(
    rf"(?<![\w.,])(?:(?:about|nearly|some)\s)?(?:\d[\d.,]*|{IN_WORDS})[\s-]"
    r"(?:feet|foot|ft|inch(?:es)?|yards?|miles?|(?:kilo|centi|milli)?met(?:er|re)s?|[kcm]?m)"
    r"(?=\s(?:long|in\slength)\b)",
    re.IGNORECASE,
)

HOW_OFTEN = re.compile(
    r"\bhow (?:often|frequently)\b|\bwie (?:oft|häufig)\b|\bà quelle fréquence\b|\bcon qué frecuencia\b"
    r"|\b(?:con che frequenza|quanto spesso|ogni quanto)\b|\bhoe vaak\b",
    re.IGNORECASE,
)
_SPAN = (
    r"(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|quarters?|seasons?|years?|mondays?|tuesdays?|wednesdays?|"
    r"thursdays?|fridays?|saturdays?|sundays?|tage?|wochen?|monate?|jahre?|jours?|semaines?|mois|ans?|días?|semanas?|mes(?:es)?|"
    r"años?|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|dag(?:en)?|we(?:ek|ken)|maand(?:en)?|jaar)"
)
RHYTHM = re.compile(
    rf"\b(?:every|alle|tous les|toutes les|cada|ogni|elke?|om de)\s(?:[\w,.]+\s){{0,2}}?{_SPAN}\b"
    rf"|\b(?:each|jede[nrs]?|chaque)\s(?:\w+\s)?{_SPAN}\b"
    rf"|\b(?:(?:once|twice|(?:\d+|{IN_WORDS}) times)|\w*mal|(?:\w+ )?fois|\w+ ve(?:z|ces)|\w+ volt[ae]|"
    r"\w+ keer)\s(?:an?|per|every|each|in|im|pro|par|al|a la|all[ao’']|por|in der|in het)\s?(?:\w+\s)?"
    rf"{_SPAN}\b"
    r"|\b(?:hourly|daily|weekly|fortnightly|monthly|quarterly|(?:semi-?|bi-?)?annually|yearly|täglich|"
    r"wöchentlich|monatlich|jährlich)\b",
    re.IGNORECASE,
)


def rhythms_in(text: str) -> Iterator[tuple[int, int]]:
    """Where the text tells how often something is done: “every two years”, “twice a week”."""
    yield from (match.span() for match in RHYTHM.finditer(text))


def is_rhythm(text: str) -> bool:
    """Whether it only says how often something is done, not how long it lasts: “every week”."""
    return RHYTHM.fullmatch(text) is not None


def lengths_for(question: str, text: str) -> Iterator[tuple[int, int]]:
    """Where the text tells lengths, if the question asks how long something is."""
    if HOW_LONG_IS.search(question):
        yield from (match.span() for match in LENGTH.finditer(text))
