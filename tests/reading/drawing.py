"""Pages drawn in fixed-width text, for tests of what is read from positions."""

from __future__ import annotations

import re
from textwrap import dedent

from reading.model import Box, Line, ParsedDocument, ParsedPage, Word

CHARACTER = 4.0  # points wide
BLANK = 2.8  # points wide between two words, 0.35 of the height as in print
HEIGHT = 8.0  # points high
LEADING = 10.0  # points from line to line


def draw(*pages: str) -> ParsedDocument:
    """A document whose words stand where they stand in the text; a blank line is a gap, “=====” a rule.

    Between “**” and “**” a line is bold.
    """
    return ParsedDocument(tuple(_page(number, dedent(text)) for number, text in enumerate(pages, start=1)))


def _page(number: int, drawing: str) -> ParsedPage:
    lines, offset = [], 0
    rules: list[Box] = []
    for row, text in enumerate(drawing.strip("\n").split("\n")):
        if re.fullmatch(r"[=\s]*={3}[=\s]*", text):
            rules.extend(_word(match, row).box for match in re.finditer(r"=+", text))
            continue
        is_bold = text.strip().startswith("**")
        words = tuple(_word(match, row) for match in re.finditer(r"\S+", text.replace("**", "  ")))
        if not words:
            continue
        joined = " ".join(word.text for word in words)
        box = Box(words[0].box.x0, words[0].box.top, words[-1].box.x1, words[0].box.bottom)
        lines.append(Line(words, joined, box, char_start=offset, bold=is_bold, font_size=HEIGHT))
        offset += len(joined) + 1
    text = "\n".join(line.text for line in lines)
    return ParsedPage(number, text, tuple(lines), 612.0, 792.0, rules=tuple(rules))


def _word(match: re.Match[str], row: int) -> Word:
    top = row * LEADING
    return Word(
        match[0], Box(match.start() * CHARACTER, top, (match.end() + 1) * CHARACTER - BLANK, top + HEIGHT)
    )
