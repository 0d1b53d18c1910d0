"""Lists that windows give whole: as items under a line, by numbers, or in one row behind a colon."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from reading.values.number_words import ONE_WORD, number
from retrieval.passages.expected import Expected
from retrieval.passages.scoring import Asked, Scored
from retrieval.passages.subject import STEM
from retrieval.passages.windows import Window

LISTING = 0.6  # added to the score of a window that gives what is to be listed
ENUMERATED = re.compile(r"(?<!\w)\(?(?:\d{1,2}|[a-h]|i{1,3}|iv|vi{0,3})\)\s")
BEHIND_COLON = re.compile(r":\s+([^:.;]+)")
ROW_SEPARATOR = re.compile(r",\s+(?:and\s+|or\s+)?|\s+(?:and|or)\s+")
BETWEEN = r"(?:[\w-]+\s){0,2}"  # words between a number and its noun: “three distinct tests”
ORDINALS = ("first", "second", "third", "fourth", "fifth")
LEAST_LISTING = 0.5  # of them round a line that names what is to be listed, and in its document's name


def lists(window: Window, expected: Expected) -> bool:
    """Whether the window names what is to be listed and gives it: as items, “(1) …, (2) …” or “: a, b and c”.

    Where the question says how many, there must be as many.
    """
    text = window.text.casefold()
    noun = [word.casefold() for word in expected.noun.split()]
    last = noun[-1].removesuffix("s")[:STEM] if noun else ""
    if expected.kind != "list" or not noun or last not in text:
        return False
    whole = window.whole.casefold()
    if 2 * sum(word[:STEM] in whole for word in noun) <= len(noun) and len(noun) > 1:
        return False
    wanted = _number(expected.number)
    if window.members:
        return wanted in (0, len(window.members))
    if wanted > 1 and _numbered(last, text) >= wanted:
        return True
    many = re.finditer(rf"(?<!\w)(\d+|{ONE_WORD})\s{BETWEEN}{re.escape(last)}", text)
    told = any(number(each[1]) == wanted for each in many)
    return wanted > 0 and told and (len(ENUMERATED.findall(text)) >= wanted or bool(_row_of(wanted, text)))


def _numbered(noun: str, text: str) -> int:
    """How many of them it tells one after the other: “The first show is …, the second show is …”."""
    said = ((rf"\bthe {ordinal} (?:[\w-]+ )?{re.escape(noun)}") for ordinal in ORDINALS)
    return sum(1 for _ in takewhile(lambda pattern: re.search(pattern, text), said))


def _row_of(wanted: int, text: str) -> tuple[str, ...]:
    """So many things behind a colon, with commas and an “and” between them; () where none are."""
    rows = (tuple(ROW_SEPARATOR.split(row.strip())) for row in BEHIND_COLON.findall(text))
    return next((row for row in rows if len(row) == wanted), ())


def with_row(each: Scored, expected: Expected) -> Scored:
    """The window with the things that it names in one row, where so many are asked for."""
    row = _row_of(_number(expected.number), each.window.text) if expected.number else ()
    is_row = row and not each.window.members and lists(each.window, expected)
    return replace(each, window=replace(each.window, members=row)) if is_row else each


def _number(said: str) -> int:
    return number(said) if said else 0


def with_whole_list(each: Scored, lists: Sequence[Window], expected: Expected) -> Scored:
    """The whole list in place of some of its items, where one is asked for or its first line is told."""
    units, text = each.window.units, each.window.text
    has_lead = len(units) > 1 and units[0].text.endswith(":")
    if each.window.members or not (expected.kind in ("steps", "list") or has_lead):
        return each
    if not all(unit.kind == "item" for unit in units[has_lead:]):
        return each
    whole = next((listed for listed in lists if text in listed.text and units[-1] in listed.units), None)
    return replace(each, window=whole) if whole and not expected.is_value else each


def gives_list(each: Scored, asked: Asked) -> bool:
    """Whether the window names what is to be listed, and then gives it."""
    if asked.expected.kind != "list" or each.extra < LISTING:
        return False
    untold = sum(asked.worth[stem] for stem in each.missing)
    return 1 - untold / asked.total >= LEAST_LISTING
