"""An analysis as a workbook: inputs linked to their pages, and formulas over them for what is computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal

from openpyxl.utils import get_column_letter

from agentic.analysis.analyse import Analysis, SpanAnalysis
from agentic.analysis.cells import Cell
from agentic.analysis.items import words_of
from agentic.analysis.spans import PLURALS
from agentic.analysis.ways import parts
from agentic.facts.queries import FigureRow
from documents.library.spreadsheets import Cell as SheetCell
from documents.library.spreadsheets import Formula, WorkbookFile
from retrieval.question.plans.model import Leaf

WHOLE, WITH_CENTS = "#,##0", "#,##0.00"  # “#,##0.##” leaves a point behind whole amounts
FORMS = {"%": "0.0%", "times": "0.00", "days": "0.0"}
SIGNS = {"÷": "/", "×": "*", "−": "-"}
FIRST_INPUT = 5  # row
FIRST_COLUMN = 3
NOT_GIVEN = "not given"

Link = Callable[[FigureRow], str]  # the address of a figure's page
Row = list[SheetCell | None]


def workbook_of(analysis: Analysis, link: Link) -> bytes:
    """A sheet for each length of period, and one of notes. `link`: raises nothing; "" for no page."""
    book = WorkbookFile()
    for kind in analysis.kinds:
        sheet = _Sheet(analysis, analysis.of_kind(kind), link)
        book.sheet(PLURALS[kind], sheet.rows(), widths=(42, 10, 18))
    book.sheet("Notes", _notes(analysis), widths=(24, 30, 100))
    return book.content()


class _Sheet:
    """Periods of one length side by side, the latest first."""

    def __init__(self, analysis: Analysis, spans: Sequence[SpanAnalysis], link: Link) -> None:
        self._analysis, self._spans, self._link = analysis, spans, link
        used = dict.fromkeys(leaf for each in spans for cell in each.cells for leaf, _ in cell.inputs)
        self._place = {leaf: FIRST_INPUT + index for index, leaf in enumerate(used)}

    def rows(self) -> Iterator[Row]:
        """In the order of `_place`: the formulas count on it."""
        company = self._analysis.company
        yield [SheetCell(company.name if company else "", is_head=True)]
        yield [_head("Period"), None, *(_head(each.span.label) for each in self._spans)]
        yield [_head("Ends"), None, *(SheetCell(f"{each.span.end:%Y-%m-%d}") for each in self._spans)]
        yield [_head("Read from documents, in base units"), _head("Unit")]
        for leaf in self._place:
            yield self._input_row(leaf)
        yield []
        yield [_head("Fields")]
        for index, item in enumerate(self._spans[0].fields):
            yield self._item_row(item, [each.fields[index] for each in self._spans])
        yield []
        yield [_head("Ratios")]
        for index, item in enumerate(self._spans[0].ratios):
            yield self._item_row(item, [each.ratios[index] for each in self._spans])

    def _input_row(self, leaf: Leaf) -> Row:
        found = [self._input(each, leaf) for each in self._spans]
        units = "/".join(sorted({row.unit for row in found if row}))
        label = words_of(leaf)
        cells = (self._input_cell(row) if row else None for row in found)
        return [SheetCell(label[:1].upper() + label[1:]), SheetCell(units), *cells]

    def _input(self, each: SpanAnalysis, leaf: Leaf) -> FigureRow | None:
        return next((row for cell in each.cells for own, row in cell.inputs if own == leaf), None)

    def _input_cell(self, row: FigureRow) -> SheetCell:
        form = _form(row.unit, row.numeric_value)
        return SheetCell(row.numeric_value, address=self._link(row), form=form)

    def _item_row(self, first: Cell, cells: Sequence[Cell]) -> Row:
        units = sorted({cell.currency or cell.item.unit for cell in cells if cell.value is not None})
        written = (self._item_cell(cell, column) for column, cell in enumerate(cells, start=FIRST_COLUMN))
        return [SheetCell(first.label), SheetCell("/".join(units)), *written]

    def _item_cell(self, cell: Cell, column: int) -> SheetCell:
        if cell.way is None:
            return SheetCell(NOT_GIVEN)
        letter = get_column_letter(column)
        text = "".join(
            f"{letter}{self._place[part]}" if isinstance(part, Leaf) else SIGNS.get(part, part)
            for part in parts(cell.way)
        )
        return SheetCell(Formula(f"={text}"), form=_form(cell.item.unit, cell.value or Decimal(0)))


def _form(unit: str, value: Decimal) -> str:
    """How Excel is to write a value of this unit; amounts of money without cents where they have none."""
    return FORMS.get(unit) or (WHOLE if value == value.to_integral_value() else WITH_CENTS)


def _head(text: str) -> SheetCell:
    return SheetCell(text, is_head=True)


def _notes(analysis: Analysis) -> Iterator[Row]:
    """Definitions, what is not given and why, insights, and how all came about."""
    yield [_head("What"), _head("Of"), _head("Note")]
    newest = analysis.newest
    for cell in newest.cells if newest else ():
        yield _note("Definition", cell.label, cell.item.source)
    for each in analysis.spans:
        for cell in each.cells:
            if said := cell.refused or cell.note:
                yield _note("Not given" if cell.refused else "Mind", f"{cell.label}, {each.span.label}", said)
    for insight in analysis.insights:
        yield _note("Insight", insight.cell.span.label, insight.sentence)
    for step in analysis.steps:
        yield _note("Log", "", step)
    for each in analysis.spans:
        for step in each.steps:
            yield _note("Log", each.span.label, step)


def _note(*words: str) -> Row:
    return [SheetCell(each) for each in words]
