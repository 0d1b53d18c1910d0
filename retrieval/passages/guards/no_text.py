"""Lines that tell nothing: places of a form that nobody has filled in, tables of contents."""

from __future__ import annotations

import re

BLANK = re.compile(r"_{4,}|…{2,}")
# “1.2 Whence the name? . . . . . . 12”
LEADER = re.compile(r"\w\W{0,3}?(?:\s?\.){5,}\s*(?P<page>\d{1,4}|[ivxlc]{1,6})?\s*$", re.IGNORECASE)
LEAST_LINES, LEAST_BARE = 3, 8  # of a table of contents, and of one whose lines have no numbers of sections
SECTION = re.compile(
    r"^\s*(?:§|\d+(?:\.\d+)*\.?|[A-Z](?:\.\d+)+|(?:chapter|section|part|appendix|kapitel|teil|anhang)\b)\s*\S",
    re.IGNORECASE,
)


def is_blank(text: str) -> bool:
    """Whether it is a line of a form with a place that nobody has filled in."""
    return BLANK.search(text) is not None


def without_contents(text: str) -> str:
    """The text without the lines of a table of contents, which name what other pages tell.

    Their numbers never fall, and most lines begin with that of a section: lists of prices are otherwise.
    """
    lines = text.split("\n")
    leading = {at: match for at, line in enumerate(lines) if (match := LEADER.search(line))}
    pages = [int(match["page"]) for match in leading.values() if (match["page"] or "").isdigit()]
    sections = sum(SECTION.match(lines[at]) is not None for at in leading)
    is_long = len(leading) >= (LEAST_LINES if 2 * sections > len(leading) else LEAST_BARE)
    if not is_long or len(pages) < LEAST_LINES or pages != sorted(pages):
        return text
    return "\n".join("" if at in leading else line for at, line in enumerate(lines))
