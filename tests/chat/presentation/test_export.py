"""An answer taken along keeps its sources, and a spreadsheet cannot be tricked into running it."""

import csv
import io
import json

import pytest

from agentic.models import Run
from chat.presentation.export import as_csv, as_json, as_markdown
from tests import factories

TABLE = {
    "columns": ["name", "amount"],
    "rows": [["=HYPERLINK(1)", -5], ["a|b", None]],
    "spans": [{"document": "a.pdf", "page": 2}, None],
}


@pytest.fixture
def run(db):
    result = {
        "text": "Five [1].",
        "citations": [
            {"number": 1, "document_id": 1, "document": "a.pdf", "page": 2, "quote": "five\nof them"}
        ],
        "numbers": [
            {"text": "5", "value": "5", "status": "exact", "document": "a.pdf", "page": 2, "quote": "5"}
        ],
        "tables": [TABLE],
    }
    run = factories.RunFactory(status=Run.Status.DONE, result=result, answered=True)
    factories.RunStepFactory(run=run, sql="SELECT 5")
    return run


def rows_of(run):
    return list(csv.reader(io.StringIO(as_csv(run))))


def test_markdown_holds_question_answer_table_sources_and_queries(run):
    text = as_markdown(run)
    for part in (
        "# What was revenue",
        "Five [1].",
        "| a\\|b |",
        "1. `a.pdf`, page 2: “five of them”",
        "SELECT 5",
    ):
        assert part in text


def test_csv_holds_the_rows_with_their_pages_and_no_formulas(run):
    assert rows_of(run) == [
        ["name", "amount", "document", "page"],
        ["'=HYPERLINK(1)", "-5", "a.pdf", "2"],
        ["a|b", "", "", ""],
    ]


def test_csv_without_tables_holds_the_figures(run):
    run.result["tables"] = []
    assert rows_of(run)[1] == ["5", "5", "exact", "a.pdf", "2", "5"]


def test_json_holds_everything(run):
    exported = json.loads(as_json(run))
    assert exported["tables"] == [TABLE]
    assert exported["queries_executed"] == ["SELECT 5"]
    assert exported["answered"] is True


def test_rows_name_their_document_as_answers_store_it(run):
    run.result["tables"] = [{**TABLE, "spans": [{"filename": "b.pdf", "document_id": 1, "page": 3}, None]}]
    assert rows_of(run)[1][2:] == ["b.pdf", "3"]
