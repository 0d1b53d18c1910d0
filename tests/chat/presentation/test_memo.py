"""A copied answer can be pasted into a memo: no digit is glued to a figure, and the sources come along."""

import pytest

from agentic.models import Run
from chat.presentation.memo import as_html, as_text
from tests import factories

TEXT = "Income was €4,256 thousand[1]. About 9 of them[1, 2].\n\n- **First** item\n- Second <b>item</b>"


@pytest.fixture
def run(db):
    at = TEXT.index("9 of")
    result = {
        "text": TEXT,
        "citations": [
            {"number": 1, "document_id": 1, "document": "a.pdf", "page": 2, "quote": "Income\n4,256 2,600"},
            {
                "number": 2,
                "document_id": 1,
                "document": "b.xlsx",
                "page": 1,
                "place": "Sheet “Q2”",
                "quote": "",
            },
        ],
        "numbers": [{"text": "9", "value": "9", "start": at, "end": at + 1, "status": "unsupported"}],
        "tables": [
            {
                "columns": ["name", "amount", "page"],
                "rows": [["Fees & costs", -5000, 2], ["Rent", 7, None]],
                "spans": [{"document": "a.pdf", "document_id": 1, "page": 2, "quote": "5"}, None],
                "explanation": "By name",
            }
        ],
        "warnings": ["No source was found for 9: check before use."],
    }
    return factories.RunFactory(status=Run.Status.DONE, result=result, answered=True)


def test_text_holds_answer_table_and_sources(run):
    assert as_text(run) == (
        "Income was €4,256 thousand [1]. About 9 (unproven) of them [1, 2].\n\n"
        "- First item\n- Second <b>item</b>\n\n"
        "By name\n\n"
        "Name\tAmount\tSource\nFees & costs\t-5,000\ta.pdf, page 2\nRent\t7\t\n\n"
        "No source was found for 9: check before use.\n\n"
        "Sources\n\n"
        "[1] a.pdf, page 2: “Income 4,256 2,600”\n[2] b.xlsx, Sheet “Q2”\n"
    )


def test_html_holds_the_same_and_no_markup_of_documents(run):
    html = as_html(run)
    assert "€4,256 thousand [1]" in html
    assert "<td>Fees &amp; costs</td>" in html
    assert '<li value="2">b.xlsx, Sheet “Q2”</li>' in html
    assert "<b>item</b>" not in html


def test_an_answer_without_a_result_is_its_text(db):
    run = factories.RunFactory(status=Run.Status.STOPPED, answer="Half of", result={})
    assert as_text(run) == "Half of\n"


def test_a_table_that_is_pasted_into_a_spreadsheet_computes_nothing(run):
    run.result["tables"][0]["rows"] = [["=HYPERLINK(1)", -5000, 2], ["\ufeff＠cmd", "+1+2", None]]
    assert "<td>&#x27;=HYPERLINK(1)</td>" in as_html(run)
    lines = as_text(run).splitlines()
    assert any(line.startswith("'=HYPERLINK(1)\t-5,000") for line in lines)
    assert any(line.startswith("'\ufeff＠cmd\t'+1+2") for line in lines)
