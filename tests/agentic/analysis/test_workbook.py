"""The workbook computes what the analysis computes, from cells that lead to their pages."""

import ast
import io
import operator
from decimal import Decimal

import openpyxl
import pytest

from agentic.analysis.analyse import analyse_company, analyse_document
from agentic.analysis.workbook import workbook_of
from tests.agentic.analysis.conftest import fill
from tests.agentic.figures_of import company, figure

pytestmark = pytest.mark.django_db

OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


def opened(analysis):
    def link(row):
        return f"https://here.example/{row.document_id}/?page={row.page}"

    return openpyxl.load_workbook(io.BytesIO(workbook_of(analysis, link)))


def computed(sheet, formula):
    """What a spreadsheet makes of the formula."""

    def value(node):
        if isinstance(node, ast.BinOp):
            return OPERATORS[type(node.op)](value(node.left), value(node.right))
        return Decimal(node.value) if isinstance(node, ast.Constant) else Decimal(str(sheet[node.id].value))

    return value(ast.parse(formula.removeprefix("="), mode="eval").body)


def rows(sheet):
    return {row[0].value: row for row in sheet.iter_rows() if row[0].value}


def test_every_computed_cell_is_a_formula_with_the_analysiss_value(user, report):
    analysis = analyse_document(user, report, ratios=["all"])
    sheet = opened(analysis)["Years"]
    found = rows(sheet)
    checked = 0
    for column, each in enumerate(analysis.of_kind("year"), start=2):
        for cell in each.cells:
            place = found[cell.label][column]
            if cell.value is None:
                assert place.value == "not given"
                continue
            assert place.data_type == "f"
            assert computed(sheet, place.value) == pytest.approx(cell.value)
            checked += 1
    assert checked > 40


def test_inputs_lead_to_their_pages(user, report):
    analysis = analyse_document(user, report)
    sheet = opened(analysis)["Years"]
    place = rows(sheet)["Operating income"][2]
    linked = next(
        cell for row in sheet.iter_rows(min_row=5, max_row=16) for cell in row if cell.value == 1_500_000
    )
    (_, row), *_ = analysis.newest.fields[6].inputs
    assert linked.hyperlink.target == f"https://here.example/{report.pk}/?page={row.page}"
    assert place.value == f"={linked.coordinate}"


def test_lengths_of_period_have_sheets_of_their_own(user, report):
    figure(report, 2_600, 2023, until=12)
    assert opened(analyse_document(user, report)).sheetnames == ["Years", "Quarters", "Notes"]


def test_a_company_named_like_a_formula_stays_text(user, workspace):
    document = fill(company(workspace, "=cmd()", "x.pdf"))
    for analysis in (analyse_document(user, document), analyse_company(user, workspace, "=cmd()")):
        book = opened(analysis)
        cell = book["Years"]["A1"]
        assert (cell.value, cell.data_type) == ("=cmd()", "s")
        formulas = [cell.value for sheet in book for row in sheet for cell in row if cell.data_type == "f"]
        assert formulas
        assert not any("cmd" in text for text in formulas)


def test_notes_hold_definitions_refusals_insights_and_the_log(user, report):
    notes = opened(analyse_document(user, report))["Notes"]
    kinds = {row[0].value for row in notes.iter_rows(min_row=2)}
    assert kinds == {"Definition", "Not given", "Insight", "Log"}


def test_whole_amounts_are_written_without_a_point_behind_them(user, report):
    sheet = opened(analyse_document(user, report))["Years"]
    revenue = rows(sheet)["Revenue"]
    assert {cell.number_format for cell in revenue[2:] if cell.value is not None} == {"#,##0"}
