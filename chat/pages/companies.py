"""What the page of an analysis shows: a table of one length of period, and a chart for each of its rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from agentic.analysis.analyse import Analysis, SpanAnalysis
from agentic.analysis.cells import Cell
from agentic.analysis.spans import PLURALS, YEAR, Span
from agentic.facts import wording
from agentic.facts.queries import FigureRow
from documents.page_names import long_name, page_titles
from documents.views.charts import Picture, Point, picture_of, short_value

CHARTED = 5  # periods, the latest
FEWEST_BARS = 2
CHART_WIDTH, CHART_HEIGHT = 300.0, 170.0


Titles = dict[tuple[int, int], str]  # (document, page) → its name, where it has one


@dataclass(frozen=True)
class Mark:
    """A part of a formula. `row`: the figure, where it is no sign. `place`: what its page is called."""

    text: str
    row: FigureRow | None = None
    place: str = ""


@dataclass(frozen=True)
class ShownCell:
    cell: Cell
    titles: Titles

    @property
    def marks(self) -> list[Mark]:
        """The formula with its figures, each of which leads to its page; one of what stands on a page."""
        marks: list[Mark] = []
        before: FigureRow | str = "("
        for part in self.cell.parts:
            gap = "" if before == "(" or part == ")" else " "
            if isinstance(part, FigureRow):
                marks += [Mark(gap), Mark(wording.amount(part), part, self._place(part))]
            else:
                marks.append(Mark(f"{gap}{part}"))
            before = part
        return marks

    def _place(self, row: FigureRow) -> str:
        title = self.titles.get((row.document_id, row.page), "")
        return f"{row.filename}, {long_name(row.page, title)}" if row.page else row.filename


@dataclass(frozen=True)
class ShownRow:
    """One field or ratio over the periods, the latest first."""

    first: Cell
    cells: tuple[ShownCell, ...]

    @property
    def has_values(self) -> bool:
        return any(shown.cell.value is not None for shown in self.cells)

    @property
    def formula(self) -> str:
        """As the latest period computes it; empty of what stands on a page."""
        cell = next((shown.cell for shown in self.cells if shown.cell.way), None)
        return cell.formula if cell and not cell.is_read else ""


@dataclass(frozen=True)
class CompanyPage:
    """`kind`: the length of the periods that are shown."""

    analysis: Analysis
    kind: str

    @cached_property
    def shown(self) -> list[SpanAnalysis]:
        return self.analysis.of_kind(self.kind)

    @property
    def spans(self) -> list[Span]:
        return [each.span for each in self.shown]

    @property
    def kinds(self) -> list[tuple[str, str, int]]:
        """(name, title, how many periods) of each length."""
        return [(kind, PLURALS[kind], len(self.analysis.of_kind(kind))) for kind in self.analysis.kinds]

    @cached_property
    def groups(self) -> list[tuple[str, list[ShownRow]]]:
        rows = [row for each in self.shown for cell in each.cells for _, row in cell.inputs]
        titles = page_titles((row.document_id, row.page) for row in rows if row.page)
        return [
            ("Fields", _rows([each.fields for each in self.shown], titles)),
            ("Ratios", _rows([each.ratios for each in self.shown], titles)),
        ]

    @property
    def charts(self) -> list[Picture]:
        rows = [row for _, group in self.groups for row in group]
        pictures = (_picture(row, f"chart-{number}") for number, row in enumerate(rows))
        return [picture for picture in pictures if picture]

    @property
    def steps(self) -> list[tuple[str, Sequence[str]]]:
        """The log: of all, then of each period that is shown."""
        return [("First", self.analysis.steps), *((each.span.label, each.steps) for each in self.shown)]


def page_of(analysis: Analysis, kind: str) -> CompanyPage:
    """`kind`: an unknown one is as if none were given: the first."""
    kinds = analysis.kinds
    return CompanyPage(analysis, kind if kind in kinds else (kinds[0] if kinds else ""))


def _rows(columns: Sequence[tuple[Cell, ...]], titles: Titles) -> list[ShownRow]:
    return [
        ShownRow(cells[0], tuple(ShownCell(cell, titles) for cell in cells))
        for cells in zip(*columns, strict=True)
    ]


def _picture(row: ShownRow, name: str) -> Picture | None:
    """The latest periods, oldest first; None where fewer than two can be set side by side."""
    cells = [shown.cell for shown in row.cells[:CHARTED]][::-1]
    currency = next((cell.currency for cell in reversed(cells) if cell.value is not None), "")
    points = [_point(cell, currency) for cell in cells]
    if sum(point.number is not None for point in points) < FEWEST_BARS:
        return None
    title = f"{row.first.label}{f', {currency}' if currency else ''}"
    return picture_of(title, points, name=name, width=CHART_WIDTH, height=CHART_HEIGHT)


def _point(cell: Cell, currency: str) -> Point:
    """Amounts in another currency than the latest leave a gap."""
    if cell.value is None or cell.currency != currency:
        return Point(_label(cell.span), "–", None)
    shown = short_value(cell.value, currency) if currency else cell.text
    return Point(_label(cell.span), shown, float(cell.value))


def _label(span: Span) -> str:
    """As short as the room under a bar: “2023”, “Q3 2023”, “Sep 2023”."""
    return span.short if span.kind in (YEAR, "quarter") else f"{span.end:%b %Y}"
