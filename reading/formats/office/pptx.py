"""PowerPoint files: each slide a page, with its tables, the figures of its charts and its notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pptx
from pptx.enum.shapes import MSO_SHAPE_TYPE

from reading.formats.flow import (
    MAX_COLUMNS,
    Block,
    Heading,
    Paragraph,
    TableBlock,
    TableCell,
    flow_page,
    table_of,
)
from reading.model import DocumentInfo, OutlineItem, ParsedPage


def read_pptx(path: Path) -> Iterator[DocumentInfo | ParsedPage]:
    """The file's properties, then its slides."""
    file = pptx.Presentation(str(path))
    pages: list[ParsedPage] = []
    outline: list[OutlineItem] = []
    for number, slide in enumerate(file.slides, 1):
        page, headings = flow_page(number, _blocks(slide), title=f"Slide {number}")
        pages.append(page)
        outline.extend(headings)
    core = file.core_properties
    created = core.modified or core.created
    yield DocumentInfo(
        page_count=len(pages),
        title=core.title or next((item.title for item in outline), ""),
        created=created.date() if isinstance(created, datetime) else None,
        outline=tuple(outline),
    )
    yield from pages


def _blocks(slide: Any) -> Iterator[Block]:
    """The title first, then the shapes from top to bottom, then the notes."""
    title = slide.shapes.title
    if title is not None and title.text_frame.text.strip():
        yield Heading(" ".join(title.text_frame.text.split()))
    for shape in sorted(_shapes(slide.shapes), key=lambda each: (each.top or 0, each.left or 0)):
        if title is None or shape.shape_id != title.shape_id:
            yield from _of_shape(shape)
    if slide.has_notes_slide:
        frame = slide.notes_slide.notes_text_frame
        if frame is not None and frame.text.strip():
            yield Paragraph(f"Notes: {frame.text.strip()}")


def _shapes(shapes: Iterable[Any]) -> Iterator[Any]:
    for shape in shapes:
        if shape.shape_type == MSO_SHAPE_TYPE.GROUP:
            yield from _shapes(shape.shapes)
        else:
            yield shape


def _of_shape(shape: Any) -> Iterator[Block]:
    if shape.has_text_frame:
        for paragraph in shape.text_frame.paragraphs:
            text = paragraph.text.replace("\v", "\n").strip()
            if text:
                yield Paragraph(text)
    elif getattr(shape, "has_table", False):
        yield TableBlock(tuple(_row(row) for row in shape.table.rows))
    elif getattr(shape, "has_chart", False):
        yield from _of_chart(shape.chart)


def _row(row: Any) -> tuple[TableCell, ...]:
    return tuple(
        TableCell(" ".join(cell.text_frame.text.split()), _span(cell))
        for cell in row.cells
        if not cell._tc.hMerge
    )


def _span(cell: Any) -> int:
    """Over how many columns the cell reaches; one that is merged with the cell above keeps its place."""
    return max(min(cell._tc.gridSpan, MAX_COLUMNS), 1)


def _of_chart(chart: Any) -> Iterator[Block]:
    """The chart's title, and its figures as a table: a row for each series."""
    has_title = chart.has_title and chart.chart_title.has_text_frame
    title = chart.chart_title.text_frame.text.strip() if has_title else ""
    if title:
        yield Paragraph(title)
    for plot in chart.plots:
        heads = ["", *(str(category) for category in plot.categories)]
        rows = [
            [str(series.name or ""), *("" if value is None else f"{value:.12g}" for value in series.values)]
            for series in plot.series
        ]
        yield table_of([heads, *rows], joins=bool(title))
