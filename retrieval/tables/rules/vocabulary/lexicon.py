"""The words of `lexicon.toml`, as rules look them up."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from decimal import Decimal
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from retrieval.tables.schema import Column, Table, words_of
from retrieval.tables.understanding import stem

FILE = Path(__file__).with_name("lexicon.toml")
EVERYDAY = Path(__file__).with_name("everyday_words.toml")
_ENDINGS = frozenset("d ed led ful s es ing ling al ly y er".split())
_GLUED = re.compile(r"([a-z]{4,})(wt|pct|cnt|qty|avg|temp)")
_CUT = re.compile(r"([a-z]{3,}[a-hj-z])(num|nbr|qty|amt)")  # “tailnum”, but no platinum
_LASTING = frozenset("time duration length runtime".split())
MARK = 4  # letters that a run-together name may begin with and that are no word


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


@cache
def verbs() -> frozenset[str]:
    """Verbs that relate two tables, in all the forms that questions have."""
    return frozenset(_file()["relating"].split())


@cache
def dimensions() -> tuple[tuple[str, str, frozenset[str]], ...]:
    """(most, least, words of columns): adjectives as alternatives of a pattern."""
    return tuple((most, least, frozenset(words.split())) for most, least, words in _file()["dimensions"])


@cache
def degrees() -> tuple[tuple[str, frozenset[str]], ...]:
    """(adjectives, nouns and verbs as alternatives of a pattern, words of columns)."""
    return tuple((said, frozenset(words.split())) for said, words in _file()["degrees"])


@cache
def adjectives() -> frozenset[str]:
    """The single words of these: “most expensive” names no table of expenses."""
    return frozenset(re.findall(r"[a-z]+", " ".join(f"{most} {least}" for most, least, _ in dimensions())))


@cache
def dated(word: str) -> frozenset[str]:
    """Words of columns that hold the date of what the verb says."""
    found = [names.split() for forms, names in _file()["dated"] if word in forms.split()]
    return frozenset(name for names in found for name in names)


@cache
def date_names() -> frozenset[str]:
    """Words by which columns of dates are called after what was done."""
    return frozenset(name for _, names in _file()["dated"] for name in names.split())


@cache
def spans() -> tuple[tuple[str, str], ...]:
    """(beginning, end): the pairs that are told, then each beginning with each end."""
    told = tuple((first, last) for first, last in _file()["spans"])
    firsts = dict.fromkeys([*(first for first, _ in told), *_file()["beginnings"].split()])
    return tuple(dict.fromkeys([*told, *product(firsts, dict.fromkeys(last for _, last in told))]))


@cache
def promised() -> frozenset[str]:
    """Words of columns that tell by when something was to be done."""
    return frozenset(_file()["promised"].split())


@cache
def measuring() -> tuple[tuple[str, frozenset[str]], ...]:
    """(verbs, words of columns): verbs as alternatives of a pattern."""
    return tuple((verbs, frozenset(words.split())) for verbs, words in _file()["measuring"])


@cache
def extending() -> frozenset[str]:
    """Verbs that say no more than how much of something there is."""
    return frozenset(_file()["extending"].split())


@cache
def of_kinds() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """(stems that documents of a kind are called by, verbs for what is done with what they are of)."""
    return tuple((frozenset(called.split()), frozenset(done.split())) for called, done in _file()["of_kinds"])


@cache
def phrasal() -> dict[str, str]:
    """Verbs of two words → the one that tables have."""
    return dict(line.split("=") for line in _file()["phrasal"])


@cache
def past(verb: str) -> frozenset[str]:
    """Its past forms, as a column of states has them, where they do not end in “ed”."""
    return frozenset(
        word for line in _file()["irregular"] if verb == line.split()[0] for word in line.split()[1:]
    )


@cache
def irregular_pasts() -> frozenset[str]:
    """The past of verbs that does not end in “ed”."""
    return frozenset(word for line in _file()["irregular"] for word in line.split()[1:])


@cache
def doers(verb: str) -> frozenset[str]:
    """What who does so is called: the director of who directed."""
    found = {name for forms, names in _file()["doers"] if verb in forms.split() for name in names.split()}
    bare = re.sub(r"(?:ed|es|e|s|d)$", "", verb)
    return frozenset([*found, *(f"{each}{end}" for each in (bare, verb) for end in ("er", "or", "r"))])


@cache
def roles() -> frozenset[str]:
    """What those are called who have a part of their own in one work."""
    return frozenset(_file()["roles"].split())


@cache
def bounding() -> tuple[str, str, str]:
    """Words of columns that bound others, that plan what others tell, and of those that tell it."""
    limits, planned, actual = _file()["bounding"]
    return limits, planned, actual


@cache
def called(word: str) -> tuple[frozenset[str], ...]:
    """Words that tables have for what a question calls so, a set for each of its meanings."""
    found = []
    for line in _file()["called"]:
        said, _, held = line.partition("<")
        if word in said.split():
            found.append(frozenset((held or said).split()) - {word})
    return tuple(found)


@cache
def events(word: str) -> frozenset[str]:
    """What the heading of a number is called that tells how often that happened: “deaths” for “died”."""
    lines = (line.partition("<") for line in _file()["events"])
    return frozenset(each for said, _, held in lines if word in said.split() for each in held.split())


@cache
def kept() -> frozenset[str]:
    """Words of columns that tell when a record was made or changed."""
    return frozenset(_file()["kept"].split())


@cache
def short() -> dict[str, str]:
    """Word of a name → what it is short for."""
    return dict(line.split() for line in _file()["short"].strip().splitlines())


@cache
def units() -> tuple[tuple[str, frozenset[str]], ...]:
    """What is measured, and the ways in which one of its units is written."""
    return tuple((kind, unit) for kind, unit, _ in _scaled_units())


@cache
def _scaled_units() -> tuple[tuple[str, frozenset[str], Decimal], ...]:
    lines = [(kind, line.split()) for kind, lines in _file()["units"].items() for line in lines]
    return tuple((kind, frozenset(words[1:]), Decimal(words[0])) for kind, words in lines)


@cache
def scale(unit: str, other: str) -> Decimal | None:
    """How many of the other unit one is; None where they measure different things, or it is not known."""
    own, second = ([each for each in _scaled_units() if word in each[1]] for word in (unit, other))
    if len(own) != 1 or len(second) != 1 or own[0][0] != second[0][0] or not own[0][2] * second[0][2]:
        return None
    return own[0][2] / second[0][2]


@cache
def unit_words() -> frozenset[str]:
    return frozenset(word for _, unit in units() for word in unit)


@cache
def substances() -> dict[str, str]:
    """What is measured → the kind of the units in which it is."""
    return {word: kind for kind, words in _file()["substances"].items() for word in words.split()}


@cache
def same_unit(word: str) -> frozenset[str]:
    """The ways in which the unit is written that the word is one of: “t” and “tonne” for “tonnes”."""
    return frozenset[str]().union(*(unit for _, unit in units() if word in unit))


@cache
def durations() -> dict[str, Decimal]:
    """Word of a unit of time → its seconds."""
    lines = (line.split() for line in _file()["durations"].strip().splitlines())
    return {word: Decimal(seconds) for seconds, *words in lines for word in words}


@cache
def ways() -> dict[str, frozenset[str]]:
    """“from” and “to” → words of columns that tell where something comes from or goes to."""
    return {word: frozenset(line.split()) for word, line in _file()["ways"].items()}


@cache
def money() -> frozenset[str]:
    """Stems of tables whose total is told in money, and words of the columns that hold it."""
    return frozenset(map(stem, _file()["money"].split()))


@cache
def income() -> frozenset[str]:
    """Stems of tables whose amounts are revenue."""
    return frozenset(_file()["income"].split())


@cache
def flows() -> frozenset[str]:
    """Words of columns that tell how much went in or out: of several times it makes one."""
    return frozenset(_file()["flows"].split())


@cache
def amounts() -> frozenset[str]:
    return frozenset(_file()["amounts"].split())


def form_of(word: str, values: Collection[str]) -> str:
    """The one value of which a word is a form: “successful” of success; "" where there is none."""
    many = {value for value in values if stem(word) == stem(value)}
    found = many or {value for value in values if _is_form(word.lower(), value.lower())}
    return found.pop() if len(found) == 1 else ""


def _is_form(word: str, value: str) -> bool:
    short_, long_ = sorted((word, value), key=len)
    return len(short_) > 3 and long_.startswith(short_) and long_[len(short_) :] in _ENDINGS


@cache
def opposite(word: str) -> str:
    """What says the other of it; "" where none is known."""
    pairs = [line.split() for line in _file()["opposites"].strip().splitlines()]
    return next((one for one, other in pairs if other == word), "")


@cache
def sex_as(word: str) -> frozenset[str]:
    """How a column may write the sex that the word tells; none for other words."""
    lines = (line.split() for line in _file()["sexes"].strip().splitlines())
    return next((frozenset(line) for line in lines if word.lower() in line and len(word) > 1), frozenset())


def codes_of(place: str) -> tuple[str, ...]:
    """The codes of a state or country that is called so, in small letters."""
    return tuple(_codes().get(place.lower(), ()))


@cache
def place_of(word: str) -> tuple[str, ...]:
    """What the country or continent is called, in small letters, that an adjective tells; none for others."""
    return _adjectives_of_places().get(word.lower(), ())


@cache
def _adjectives_of_places() -> dict[str, tuple[str, ...]]:
    lines = (line.partition(" < ") for line in _file()["nationalities"].strip().splitlines())
    return {word: tuple(names.lower().split(", ")) for words, _, names in lines for word in words.split()}


@cache
def _codes() -> dict[str, list[str]]:
    """By the name of a place, in small letters as they are."""
    found: dict[str, list[str]] = {}
    for name, _, code in (line.rpartition(" ") for line in _file()["codes"].strip().splitlines()):
        found.setdefault(name.lower(), []).append(code.lower())
    return found


@cache
def everyday_words() -> dict[str, str]:
    return tomllib.loads(EVERYDAY.read_text(encoding="utf-8"))


@cache
def _same() -> dict[str, frozenset[str]]:
    groups = [frozenset(map(stem, line.split())) for line in everyday_words()["same"].strip().splitlines()]
    words = {word for group in groups for word in group}
    return {word: frozenset().union(*(group for group in groups if word in group)) for word in words}


def same_as(word: str) -> frozenset[str]:
    """Stems of words that people use for the same thing."""
    return _same().get(stem(word), frozenset())


@cache
def _vocabulary() -> frozenset[str]:
    told = [*everyday_words()["words"].split(), *everyday_words()["same"].split()]
    known = [*short(), *short().values(), *(word for word in told if len(word) > 2), "id"]
    return frozenset([*known, *(name for _, names in _file()["dated"] for name in names.split())])


KEYS = ("id", "number", "code", "key")  # ends of the names of keys
_PARTS_OF_NAMES = {
    part: {frozenset(words.split()) for words in ways}
    for part, ways in {
        "first": ("first name", "forename", "firstname", "given name", "fname"),
        "last": ("last name", "surname", "lastname", "family name", "lname"),
    }.items()
}


@cache
def spoken(name: str) -> tuple[str, ...]:
    """The words of a name as people say them: “xycustjoindate”, “cust_join_dt” give customer, join, date."""
    words = words_of(name)
    if len(words) == 1 and len(words[0]) > 5:
        parted = (_parted(words[0][at:]) for at in range(MARK + 1))
        words = next((found for found in parted if len(found) > 1), words)
        if len(words) == 1 and (cut := _CUT.fullmatch(words[0])):
            words = [cut[1], cut[2]]
    if len(words) > 1 and words[-1] in unit_words() and words[-2] != "per":
        words = words[:-1]
    if len(words) > 1 and words[-1] in scales():
        words = words[:-1]
    said = [short().get(word, word) for word in words]
    if len(words) > 1 and words[-1] == "no":  # “meter_no”
        said[-1] = "number"
    if len(words) > 1 and words[-1] == "min" and words[-2] in _LASTING:  # of minutes
        said.pop()
    return tuple(said)


@cache
def scales() -> dict[str, int]:
    """Ends of the names of columns → how many of what is counted make one of theirs: bn of sales_bn."""
    lines = (line.split() for line in _file()["scales"].strip().splitlines())
    return {word: int(number) for number, *words in lines for word in words}


def scale_of(column: str) -> int:
    """The same of a column: 1 where its name tells none."""
    words = words_of(column)
    return scales().get(words[-1], 1) if len(words) > 1 else 1


def nouns_of(table: Table) -> tuple[str, ...]:
    """What rows of a table are called: the words of its name, and of its key, as players by player_id."""
    keys = [spoken(key) for key in table.primary_key] if len(table.primary_key) == 1 else []
    return (*spoken(table.name), *(word for key in keys if key[-1] in KEYS for word in key[:-1]))


def is_own_name(column: Column, table: Table) -> bool:
    """Whether a row is called by it: the name or title of a track, not the city of a restaurant."""
    *owner, last = spoken(column.name)
    return last in ("name", "title") and {*map(stem, owner)} <= {*map(stem, spoken(table.name))}


def is_short_for(name: str, words: str) -> bool:
    """Whether a column is called by the first letters of several words: HR of home runs."""
    said = words.lower().split()
    return len(said) > 1 and "".join(word[0] for word in said) == name.lower()


def kind_in(table: Table) -> Column | None:
    """The column of texts that is called as rows are and does not tell one from another: award_id of awards.

    It tells which award a row is of, where the table has no key by it.
    """
    refers = {column for key in table.foreign_keys for column in key.columns}
    own = tuple(map(stem, spoken(table.name)))
    found = [
        column
        for column in table.columns
        if column.kind == "text" and column.name not in {*refers, *table.primary_key}
        and tuple(map(stem, spoken(column.name))) in (own, (*own, "id"), (*own, "name"), (*own, "type"))
    ]  # fmt: skip
    return found[0] if len(found) == 1 else None


@cache
def leading() -> dict[str, str]:
    """Way → the words before the name of what it leads from or to, as alternatives of a pattern."""
    return dict(_file()["leading"])


def part_of_name(column: str) -> str:
    """Whether a column holds first or last names of persons; "" of others."""
    words = frozenset(words_of(column))
    return next((part for part, ways in _PARTS_OF_NAMES.items() if words in ways), "")


def in_full(name: str) -> tuple[str, ...]:
    """The words of a name, and what they are short for: nothing is read into one: no age into a mileage."""
    return tuple(each for word in words_of(name) for each in dict.fromkeys((word, short().get(word, word))))


def glued(word: str) -> tuple[str, ...]:
    """A word and the short form at its end, written out: “brainwt” is the brain's weight; none for others."""
    match = _GLUED.fullmatch(word)
    return (match[1], short()[match[2]]) if match else ()


@cache
def _parted(text: str) -> list[str]:
    """Known words that make up the text, the longest first; none where something is left over."""
    if text in _vocabulary():
        return [text]
    for length in range(len(text) - 2, 1, -1):
        if text[:length] in _vocabulary() and (rest := _parted(text[length:])):
            return [text[:length], *rest]
    return []
