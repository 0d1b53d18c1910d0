"""How the sample documents look: page frame, headings, statements, key–value tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Literal

from reportlab.lib import colors
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

WIDTH, HEIGHT = A4
MARGIN = 57.0  # points, 2 cm
CONTENT_WIDTH = WIDTH - 2 * MARGIN
INK = colors.HexColor("#16262e")
MUTED = colors.HexColor("#5b6d76")
SEA = colors.HexColor("#0b6e75")
MIST = colors.HexColor("#e8f1f1")

BODY = ParagraphStyle("body", fontName="Helvetica", fontSize=9.5, leading=13.5, textColor=INK, spaceAfter=6)
SMALL = ParagraphStyle("small", parent=BODY, fontSize=8, leading=10.5, textColor=MUTED)
BOLD = ParagraphStyle("bold", parent=BODY, fontName="Helvetica-Bold", textColor=SEA)
TITLE = ParagraphStyle("title", parent=BOLD, fontSize=19, leading=24)
HEADING = ParagraphStyle("heading", parent=BOLD, fontSize=12, leading=15, spaceBefore=12)
CELL = ParagraphStyle("cell", parent=BODY, fontSize=9, leading=11.5, spaceAfter=0)
CELL_RIGHT = ParagraphStyle("cell right", parent=CELL, alignment=TA_RIGHT)

RowKind = Literal["line", "heading", "subtotal", "total"]


@dataclass(frozen=True)
class StatementRow:
    """A label and its cells, as printed. `kind` draws the rules: a total ends in a double one."""

    label: str
    cells: Sequence[str] = ()
    kind: RowKind = "line"
    indent: int = 0


def write_pdf(path: Path, story: Sequence[Flowable], *, title: str, author: str, dated: date) -> None:
    """Lay the story out. The bytes depend on the arguments alone: no clock, no random identifiers."""

    def header(canvas: Canvas, template: BaseDocTemplate) -> None:
        canvas.setDateFormatter(lambda *_: f"D:{dated:%Y%m%d}090000+00'00'")
        _draw_header(canvas, title=title, author=author)

    template = BaseDocTemplate(
        str(path),
        pagesize=A4,
        title=title,
        author=author,
        subject=title,
        invariant=1,
        lang="en",
        creator="",
        producer="",
    )
    body = Frame(MARGIN, MARGIN, CONTENT_WIDTH, HEIGHT - 2 * MARGIN - 14, 0, 0, 0, 0)
    template.addPageTemplates(PageTemplate(frames=[body], onPage=header, onPageEnd=_draw_footer))
    template.build(list(story))


def _draw_header(canvas: Canvas, *, title: str, author: str) -> None:
    canvas.saveState()
    canvas.setFillColor(SEA)
    canvas.rect(MARGIN, HEIGHT - 46, 26, 3, stroke=0, fill=1)
    canvas.setFillColor(MUTED)
    canvas.setFont("Helvetica", 8)
    canvas.drawString(MARGIN + 34, HEIGHT - 47, author)
    canvas.drawRightString(WIDTH - MARGIN, HEIGHT - 47, title)
    canvas.restoreState()


def _draw_footer(canvas: Canvas, template: BaseDocTemplate) -> None:
    canvas.saveState()
    canvas.setFillColor(MUTED)
    canvas.setFont("Helvetica", 8)
    canvas.setStrokeColor(MUTED)
    canvas.setLineWidth(0.25)
    canvas.line(MARGIN, 44, WIDTH - MARGIN, 44)
    canvas.drawRightString(WIDTH - MARGIN, 32, f"Page {canvas.getPageNumber()}")
    canvas.restoreState()


def title(text: str, below: str = "") -> list[Flowable]:
    return [Paragraph(text, TITLE), Paragraph(below, SMALL), Spacer(1, 8)]


def heading(text: str) -> Flowable:
    return Paragraph(text, HEADING)


def prose(*paragraphs: str) -> list[Flowable]:
    return [Paragraph(text, BODY) for text in paragraphs]


def statement(
    rows: Sequence[StatementRow], *, spans: Sequence[tuple[str, int]], headers: Sequence[str], width: float
) -> Table:
    """A financial statement. `spans`: a header over so many columns; `width`: of a column of figures."""
    over = [""]
    for text, columns in spans:
        over += [text, *[""] * (columns - 1)]
    data = [over, ["", *headers]] + [[row.label, *row.cells] for row in rows]
    label_width = CONTENT_WIDTH - width * len(headers)
    table = Table(data, colWidths=[label_width, *[width] * len(headers)], rowHeights=15)
    table.setStyle(TableStyle(_header_style(spans, len(headers)) + _row_styles(rows)))
    return table


def _header_style(spans: Sequence[tuple[str, int]], columns: int) -> list[tuple[Any, ...]]:
    style: list[tuple[Any, ...]] = [
        ("FONT", (0, 0), (-1, -1), "Helvetica", 9),
        ("FONT", (0, 0), (-1, 1), "Helvetica-Bold", 8),
        ("TEXTCOLOR", (0, 0), (-1, -1), INK),
        ("ALIGN", (1, 0), (-1, -1), "RIGHT"),
        ("LEFTPADDING", (0, 0), (0, -1), 0),
        ("BACKGROUND", (0, 0), (-1, 1), MIST),
        ("LINEBELOW", (0, 1), (columns, 1), 0.8, SEA),
    ]
    start = 1
    for _, count in spans:
        end = start + count - 1
        if count > 1:
            style += [("SPAN", (start, 0), (end, 0)), ("ALIGN", (start, 0), (end, 0), "CENTER")]
        start = end + 1
    return style


def _row_styles(rows: Sequence[StatementRow]) -> list[tuple[Any, ...]]:
    style: list[tuple[Any, ...]] = []
    for number, row in enumerate(rows, start=2):
        if row.kind != "line":
            style.append(("FONT", (0, number), (-1, number), "Helvetica-Bold", 9))
        if row.kind in ("subtotal", "total"):
            style.append(("LINEABOVE", (1, number), (-1, number), 0.5, INK))
        if row.kind == "total":
            style.append(("LINEBELOW", (1, number), (-1, number), 0.5, INK, None, None, None, 2, 1))
        if row.indent:
            style.append(("LEFTPADDING", (0, number), (0, number), 10 * row.indent))
    return style


def grid(rows: Sequence[Sequence[str]], *, widths: Sequence[float], right: Sequence[int] = ()) -> Table:
    """A ruled table with a header row. `right`: the columns that are aligned to the right."""
    table = Table([list(row) for row in rows], colWidths=list(widths), repeatRows=1)
    style: list[tuple[Any, ...]] = [
        ("FONT", (0, 0), (-1, -1), "Helvetica", 9),
        ("FONT", (0, 0), (-1, 0), "Helvetica-Bold", 8.5),
        ("TEXTCOLOR", (0, 0), (-1, -1), INK),
        ("BACKGROUND", (0, 0), (-1, 0), MIST),
        ("LINEBELOW", (0, 0), (-1, 0), 0.8, SEA),
        ("LINEBELOW", (0, 1), (-1, -1), 0.25, MUTED),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
    ]
    style += [("ALIGN", (column, 0), (column, -1), "RIGHT") for column in right]
    table.setStyle(TableStyle(style))
    return table


def key_values(
    pairs: Sequence[tuple[str, str]], *, key_width: float = 170, style: ParagraphStyle = CELL
) -> Table:
    """Names on the left, what they are on the right, ruled between."""
    rows = [[key, Paragraph(value, style)] for key, value in pairs]
    table = Table(rows, colWidths=[key_width, CONTENT_WIDTH - key_width])
    table.setStyle(
        TableStyle(
            [
                ("FONT", (0, 0), (0, -1), "Helvetica-Bold", 9),
                ("TEXTCOLOR", (0, 0), (-1, -1), INK),
                ("LINEBELOW", (0, 0), (-1, -1), 0.25, MUTED),
                ("LEFTPADDING", (0, 0), (0, -1), 0),
                ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ]
        )
    )
    return table
