"""Which statement or note each page of a filing shows."""

from __future__ import annotations

import re

from reading.model import ParsedDocument, ParsedPage

HEAD_LINES = 14  # a statement's title stands among them
TITLE_WORDS = 16
LEAST_NUMBERS = 20  # on the page of a statement
_STATEMENTS = (
    ("comprehensive income", re.compile(r"\bstatements? of (?:other )?comprehensive", re.IGNORECASE)),
    (
        "cash flow statement",
        re.compile(r"\bstatements? of cash flows|\bcash flows? statements?", re.IGNORECASE),
    ),
    ("statement of equity", re.compile(r"\bstatements? of [\w\s’']*equity", re.IGNORECASE)),
    (
        "balance sheet",
        re.compile(r"\bbalance sheets?\b|\bstatements? of financial (?:position|condition)", re.IGNORECASE),
    ),
    (
        "income statement",
        re.compile(
            r"\bstatements? of (?:consolidated )?(?:income|operations|earnings)|\bincome statements?", re.I
        ),
    ),
)
_NOTE = re.compile(
    r"^(?:note\s+(?P<number>\d{1,2})\b|(?P<plain>\d{1,2})\.\s+[A-Z][A-Za-z ,&’'-]{3,60}$)", re.I
)
_ITEM = re.compile(r"^(?:part\s+i+\W+)?item\s*\d+[ab]?\b", re.IGNORECASE)


def place_of_pages(parsed: ParsedDocument) -> dict[int, str]:
    """For each page "income statement", …, "note 7", or "elsewhere"; of several notes the first to begin."""
    places: dict[int, str] = {}
    note = ""
    for page in parsed.pages:
        statement = _statement(page)
        begun = "" if statement else _note(page)
        if statement or any(_ITEM.match(line.text) for line in page.lines[:HEAD_LINES]):
            note = ""
        places[page.number] = statement or note or begun or "elsewhere"
        note = begun or note
    return places


def _statement(page: ParsedPage) -> str:
    """The statement whose title heads the page; a list of contents names several and holds few figures."""
    if (
        sum(any(sign.isdigit() for sign in word.text) for line in page.lines for word in line.words)
        < LEAST_NUMBERS
    ):
        return ""
    heads = [line.text for line in page.lines[:HEAD_LINES] if len(line.words) <= TITLE_WORDS]
    named = [kind for kind, pattern in _STATEMENTS if any(pattern.search(head) for head in heads)]
    return named[0] if 0 < len(named) <= 2 else ""


def _note(page: ParsedPage) -> str:
    """The last note that begins on the page."""
    begun = [match for line in page.lines if (match := _NOTE.match(line.text))]
    return f"note {begun[-1]['number'] or begun[-1]['plain']}" if begun else ""
