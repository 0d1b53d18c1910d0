"""A context of TAT-QA as a file: a web page, or a page of a report as filings are printed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from reportlab.lib.pagesizes import letter
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from evals.reading.tatqa_gold import Context, Heading, headings_of, is_heading

MARGIN = 54.0  # points, as all below
FONT, BOLD = "Times-Roman", "Times-Bold"
SIZE, LEADING = 9.0, 11.5
LABELS = 0.42  # of the width, at most
GAP = 14.0  # between columns
HANGING = 8.0  # by which the further lines of a label are set in
CLOSING = 6.0  # behind digits: “)” and “%” stand there
LEAST_COLUMN = 34.0
HEADING_WORDS = 12  # of a paragraph without full stop, at most
_LEADS_UP = re.compile(r"\b(?:as follows|following (?:table|is)|table below|below)\b|:$", re.IGNORECASE)
_FOOTNOTE = re.compile(r"(?:\(?(?:\d{1,2}|[a-z])\)|\*|†)\s")
_AMOUNT = re.compile(r"(?P<sign>(?:US)?[$€£])?\s*(?P<digits>.*?)(?P<closing>\)?\s*%?\s*(?:\([a-z\d]\))?)$")


def around(context: Context) -> tuple[list[str], list[str]]:
    """The paragraphs before the table and behind it: it follows what leads up to it."""
    plain = [text for text in context.paragraphs if not _FOOTNOTE.match(text)]
    leads = [at for at, text in enumerate(plain) if _LEADS_UP.search(text[-200:])]
    open_ended = [at for at in leads if plain[at].endswith(":")]
    cut = (open_ended or leads)[0] + 1 if leads else len(plain)
    notes = [text for text in context.paragraphs if _FOOTNOTE.match(text)]
    return plain[:cut], [*notes, *plain[cut:]]


def is_title(text: str) -> bool:
    return len(text.split()) <= HEADING_WORDS and not text.endswith((".", ":", ";", ","))


def write_html(context: Context, path: Path) -> Path:
    before, after = around(context)
    parts = [*_paragraphs(before), "<table>", *map(_html_row, context.rows), "</table>", *_paragraphs(after)]
    page = "\n".join(parts)
    path.write_text(f"<!DOCTYPE html><html><body>\n{page}\n</body></html>", encoding="utf-8")
    return path


def _paragraphs(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield f"<p><b>{escape(text)}</b></p>" if is_title(text) else f"<p>{escape(text)}</p>"


def _html_row(row: Sequence[str]) -> str:
    if not is_heading(row):
        return "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>"
    cells, at = [f"<th>{escape(row[0])}</th>"], 1
    for heading in headings_of(row):
        cells.extend("<th></th>" for _ in range(at, heading.first))
        span = heading.last - heading.first + 1
        cells.append(f'<th colspan="{span}">{escape(heading.text)}</th>')
        at = heading.last + 1
    cells.extend("<th></th>" for _ in range(at, len(row)))
    return "<tr>" + "".join(cells) + "</tr>"


def write_pdf(context: Context, path: Path) -> Path:
    canvas = Canvas(str(path), pagesize=letter, invariant=True)
    before, after = around(context)
    sheet = _Sheet(canvas)
    for text in before:
        sheet.paragraph(text)
    _Drawing(sheet, context.rows).draw()
    for text in after:
        sheet.paragraph(text)
    canvas.save()
    return path


class _Sheet:
    """The place on the page where the next line goes."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.width = letter[0] - 2 * MARGIN
        self.y = letter[1] - MARGIN

    def need(self, height: float) -> None:
        if self.y - height < MARGIN:
            self.canvas.showPage()
            self.y = letter[1] - MARGIN

    def paragraph(self, text: str) -> None:
        font = BOLD if is_title(text) else FONT
        for line in simpleSplit(text, font, SIZE, self.width):
            self.need(LEADING)
            self.y -= LEADING
            self.canvas.setFont(font, SIZE)
            self.canvas.drawString(MARGIN, self.y, line)
        self.y -= LEADING / 2


class _Drawing:
    """A table in print: headings centred over their columns with a rule, “$” apart, digits flush right."""

    def __init__(self, sheet: _Sheet, rows: Sequence[Sequence[str]]) -> None:
        self.sheet, self.rows, self.canvas = sheet, rows, sheet.canvas
        self.size = SIZE
        self.widths = self._widths()
        while self._total() > sheet.width and self.size > 5:
            self.size -= 0.5
            self.widths = self._widths()
        self.labels = min(
            max((self._wide(row[0]) for row in rows if any(row[1:])), default=0.0) + HANGING + 1,
            max(sheet.width - sum(self.widths) - GAP * len(self.widths), LABELS * sheet.width),
        )
        self.leading = LEADING * self.size / SIZE

    def _wide(self, text: str) -> float:
        return float(stringWidth(text, FONT, self.size))

    def _total(self) -> float:
        return LABELS * self.sheet.width + sum(self.widths) + GAP * len(self.widths)

    def _widths(self) -> list[float]:
        """Of each column, by its amounts; headings are broken into lines, at most at every word."""
        widths = []
        for at in range(1, max(map(len, self.rows), default=1)):
            amounts = [self._wide(row[at]) + 6 for row in self.rows if not is_heading(row)]
            words = [
                self._wide(word)
                for row in self.rows
                if is_heading(row)
                for heading in headings_of(row)
                if heading.first == heading.last == at
                for word in heading.text.split()
            ]
            widths.append(max([LEAST_COLUMN, *amounts, *words]) + CLOSING)
        return widths

    def _left(self, column: int) -> float:
        return MARGIN + self.labels + sum(self.widths[: column - 1]) + GAP * column

    def _right(self, column: int) -> float:
        return self._left(column) + self.widths[column - 1]

    def draw(self) -> None:
        height = sum(self._height(row) for row in self.rows)
        if height < letter[1] - 2 * MARGIN:
            self.sheet.need(height)
        for row in self.rows:
            self.sheet.need(self._height(row))
            self._draw_row(row)
        self.sheet.y -= self.leading

    def _label_lines(self, row: Sequence[str]) -> list[str]:
        is_alone = not any(row[1:])
        lines: list[str] = simpleSplit(row[0], FONT, self.size, self.sheet.width if is_alone else self.labels)
        return lines

    def _heading_lines(self, heading: Heading) -> list[str]:
        room = self._right(heading.last) - self._left(heading.first)
        lines: list[str] = simpleSplit(heading.text, BOLD, self.size, room)
        return lines

    def _height(self, row: Sequence[str]) -> float:
        lines = [len(self._label_lines(row))]
        if is_heading(row):
            lines += [len(self._heading_lines(each)) for each in headings_of(row)]
        return self.leading * max([*lines, 1]) + (2 if is_heading(row) else 0)

    def _draw_row(self, row: Sequence[str]) -> None:
        height = self._height(row)
        last = self.sheet.y - height + 3
        self._draw_label(self._label_lines(row), last)
        if is_heading(row):
            for heading in headings_of(row):
                self._draw_heading(heading, last)
        else:
            for column, text in enumerate(row[1:], start=1):
                self._draw_amount(text, column, last)
        self.sheet.y -= height

    def _draw_label(self, lines: Sequence[str], last: float) -> None:
        self.canvas.setFont(FONT, self.size)
        for nth, line in enumerate(lines):
            at = MARGIN + (HANGING if nth else 0)
            self.canvas.drawString(at, last + (len(lines) - 1 - nth) * self.leading, line)

    def _draw_heading(self, heading: Heading, last: float) -> None:
        left, right = self._left(heading.first), self._right(heading.last)
        self.canvas.setFont(BOLD, self.size)
        for nth, line in enumerate(reversed(self._heading_lines(heading))):
            self.canvas.drawCentredString((left + right) / 2, last + nth * self.leading, line)
        self.canvas.line(left, last - 2, right, last - 2)

    def _draw_amount(self, text: str, column: int, y: float) -> None:
        match = _AMOUNT.match(text)
        self.canvas.setFont(FONT, self.size)
        if not match or not any(sign.isdigit() for sign in text):
            self.canvas.drawRightString(self._right(column) - CLOSING, y, text)
            return
        if match["sign"]:
            self.canvas.drawString(self._left(column), y, match["sign"])
        self.canvas.drawRightString(self._right(column) - CLOSING, y, match["digits"])
        self.canvas.drawString(self._right(column) - CLOSING, y, match["closing"])
