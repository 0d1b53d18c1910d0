"""Fields that a question names by a verb or an adjective: “scored at least 85”, “deeper than 70 m”."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agentic.search.decisions.words import ACTS, VAGUE
from agentic.search.joins.asked import akin_to
from reading.values.units import MONEY_UNITS
from retrieval.annotations.conditions import of_role
from retrieval.annotations.fields import FieldInfo, Fields
from retrieval.annotations.units import base_of
from retrieval.properties.parts import FILLERS
from retrieval.properties.spoken import spoken_in
from retrieval.scope.document_kinds import singular
from retrieval.stems import stems_of_each
from retrieval.tables.rules.vocabulary.lexicon import dimensions

LEAST_LETTERS = 4  # of a verb
MOST_NAMES = 1_000  # of fields that are compared with a word
_HOW = re.compile(r"\bhow\s+(?P<word>[a-z]{4,})\b", re.IGNORECASE)
_THAN = re.compile(r"\b(?P<word>[a-z]{3,}er)\s+than\b", re.IGNORECASE)


def fields_called(gram: str, known: Fields) -> list[FieldInfo]:
    """The fields that go by the words, the commonest first; several where these are a part of their names."""
    plain = " ".join(singular(word) for word in gram.lower().split())
    if plain in VAGUE or plain in ACTS or plain in FILLERS or gram in MONEY_UNITS:
        return []
    if info := known.get(gram) or known.get(plain):
        return [info]
    numbers = [info for info in known.by_part.get(plain, ()) if info.is_number]
    return sorted(numbers, key=lambda info: -info.rows)


def group_field(gram: str, known: Fields) -> str:
    """The name of the field that groups are formed by; "" for a number, or where nothing is called so."""
    for spoken in spoken_in(gram, {}):
        if spoken.end - spoken.start == len(gram) and of_role(spoken.role.key, known):
            return spoken.role.key
    info = known.get(gram) or known.get(singular(gram.lower()))
    if info:
        return "" if info.is_number else info.name
    return _done_by(gram, known)


def _done_by(word: str, known: Fields) -> str:
    """The one field that names who does something, by what he is called: “reader” of “Read by”."""
    if len(word) < LEAST_LETTERS or not (word.islower() and word.endswith(("er", "or", "ers", "ors"))):
        return ""
    doers = {name: name.removesuffix(" by") for name in known.by_name if name.endswith(" by")}
    told = stems_of_each([word, *doers.values()])
    found = [name for name, verb in doers.items() if any(akin_to(stem, told[verb]) for stem in told[word])]
    return found[0] if len(found) == 1 else ""


def said_by(word: str, infos: Iterable[FieldInfo]) -> list[FieldInfo]:
    """The fields in whose name the word stands in another form: “scored” or “weigh” in “Score”, “Weight”."""
    if len(word) < LEAST_LETTERS or not word.islower():
        return []
    named = sorted(infos, key=lambda info: -info.rows)[:MOST_NAMES]
    told = stems_of_each([word, *(info.name for info in named)])
    own = told[word]
    return [
        info
        for info in named
        if (own and own <= told[info.name]) or any(part.startswith(word) for part in info.name.split())
    ]


def measured_by(text: str, infos: Iterable[FieldInfo]) -> list[FieldInfo]:
    """The fields that an adjective of the text measures: “deeper than” and “how deep” are said of a depth."""
    found = _THAN.search(text) or _HOW.search(text)
    if found is None:
        return []
    names = _columns(found["word"].lower())
    return [info for info in infos if names & set(re.findall(r"[a-z]+", info.name))]


def priced(infos: Iterable[FieldInfo]) -> list[FieldInfo]:
    """Those that say what something costs."""
    return measured_by("cheaper than", infos)


def _columns(word: str) -> frozenset[str]:
    """What columns are called that the adjective, or its comparative, compares."""
    highest = {f"{word[:-1]}st"} if word.endswith("er") else {f"{word}est", f"{word}st"}
    return frozenset(
        name
        for most, least, names in dimensions()
        if highest & set(f"{most}|{least}".split("|"))
        for name in names
    )


def apart(text: str, known: Fields) -> FieldInfo | None:
    """The one field of two or three words that all stand in the text apart: “is the report … due”."""
    words = set(re.findall(r"[a-z]+", text.lower()))
    found = [
        info
        for info in known.by_name.values()
        if 2 <= len(parts := re.findall(r"[a-z]+", info.name)) <= 3 and words >= set(parts)
    ]
    return found[0] if len(found) == 1 else None


def fits_unit(info: FieldInfo, unit: str) -> bool:
    """Whether the field's values can be compared with a number in the unit."""
    if not unit or not info.unit:
        is_named = singular(info.name) == singular(unit)  # a column “Minutes”
        return not unit or unit in MONEY_UNITS or is_named
    if unit in MONEY_UNITS and info.unit.startswith(f"{unit}/"):
        return True  # “at least EUR 40,000” of a salary per year
    return base_of(info.unit)[0] == base_of(unit)[0]
