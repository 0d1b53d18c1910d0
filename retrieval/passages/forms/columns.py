"""Rows of a table that a page has as lines of text: the line of columns over them, and the cell asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from retrieval.passages.windows import BULLET, STOPS, Unit, Window

CELL = r"[£$€]?[-−]?\d[\d.,]*%?"
CELLS = re.compile(rf"(?<=\s){CELL}(?:\s+{CELL})+$")
TOKEN = re.compile(r"\S+")
WORD = re.compile(r"[^\W_]+")
MOST_ROWS = 20  # below one line of columns
LEAST_ROWS = 2  # that have as many cells: fewer are no table
MOST_TITLE_WORDS = 6
OF_CELLS = frozenset({"amount", "percent", "number", "count"})  # kinds of values
OF_A_COLUMN = 0.9  # how near a cell is whose row and column are both named
LIKE = 5  # letters by which two forms of a word are one


def tables_of(units: Sequence[Unit]) -> Iterator[Window]:
    """Each row of numbers with the line of its columns, and with the title over that if one is there."""
    for at, header in enumerate(units[:-LEAST_ROWS]):
        if STOPS.search(header.text) or CELLS.search(header.text):
            continue
        rows = list(_rows_below(units, at))
        if not rows or rows[0][0] != at + 1:
            continue
        columns = _columns(header.text, len(rows[0][1]))
        rows = [(place, cells) for place, cells in rows if len(cells) == len(columns)]
        if not columns or len(rows) < LEAST_ROWS:
            continue
        above = units[at - 1] if at else None
        titles = (above,) if above is not None and _is_title(above.text) else ()
        for place, cells in rows:
            yield Window((*titles, header, units[place]), columns=tuple(zip(columns, cells, strict=True)))


def _rows_below(units: Sequence[Unit], at: int) -> Iterator[tuple[int, list[str]]]:
    for place in range(at + 1, min(len(units), at + 1 + MOST_ROWS)):
        text = units[place].text
        if STOPS.search(text) or units[place].paragraph != units[at].paragraph:
            return
        if match := CELLS.search(text):
            yield place, match[0].split()


def _columns(header: str, count: int) -> list[str]:
    """What so many columns are called, by the words with a capital or number that begin each; [] if others.

    The first of one more is that of the rows' names.
    """
    words = TOKEN.findall(header)
    if len(words) in (count, count + 1):
        return words[-count:]
    names: list[str] = []
    for word in words:
        if word[:1].isupper() or not names:
            names.append(word)
        else:
            names[-1] = f"{names[-1]} {word}"
    return names[-count:] if len(names) in (count, count + 1) else []


def _is_title(text: str) -> bool:
    return len(text.split()) <= MOST_TITLE_WORDS and (
        BULLET.match(text) is not None or not STOPS.search(text)
    )


def cell_of(window: Window, question: str) -> tuple[int, int] | None:
    """Where the cell stands in the window’s words, of the one column that the question has most words of.

    None where none is, or where the row is called by no word of the question.
    """
    asked = {word.casefold()[:LIKE] for word in WORD.findall(question)}
    said = [_words(name) & asked for name, _ in window.columns]
    alike = frozenset[str].intersection(*map(frozenset, said)) if said else frozenset()
    own = [len(words - alike) for words in said]
    row = window.units[-1].text
    match = CELLS.search(row)
    if match is None or not own or own.count(max(own)) != 1 or not max(own):
        return None
    if not {word for word in _words(row[: match.start()]) & asked if len(word) > 2}:
        return None
    places = [cell.span() for cell in TOKEN.finditer(match[0])]
    start, end = places[own.index(max(own))]
    first = len(window.text) - len(row) + match.start()
    return first + start, first + end


def _words(text: str) -> set[str]:
    return {word.casefold()[:LIKE] for word in WORD.findall(text)}


def header_over(text: str, line: str) -> str:
    """The nearest line over a row that only names columns, “No. Action Due State”; "" where none does."""
    before = text[: max(0, text.find(line[:40]))].splitlines()
    for above in reversed(before[-MOST_ROWS:]):
        words = [word for word in above.split() if any(sign.isalpha() for sign in word)]
        if (
            len(words) > 2
            and not any(sign.isdigit() for sign in above)
            and all(w[:1].isupper() for w in words)
        ):
            return above
    return ""
