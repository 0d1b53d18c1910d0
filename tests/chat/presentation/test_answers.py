"""An answer's view: cells as people read them, proof in words, details of steps."""

from decimal import Decimal

import pytest

from agentic.models import Run, RunStep
from chat.presentation.answers import AnswerView, StepView
from chat.presentation.cells import cell_of
from tests.cases import every_case


@every_case(
    "value, column, text",
    [
        ("3226773000.0000000000", "numeric_value", "3,226,773,000"),
        ("0.1820000000", "numeric_value", "0.182"),
        (-4378, "amount", "−4,378"),
        (2022, "fiscal_year", "2022"),
        (17, "document_id", "17"),
        (None, "amount", "–"),
        (True, "is_current", "yes"),
        (["a", "b"], "topics", "a, b"),
        (1234.5, "total", "1,234.5"),
        ("$3,226,773 thousand", "value", "$3,226,773 thousand"),
        ("financial_report", "type", "financial report"),
        (float("nan"), "total", "nan"),
    ],
)
def test_cells_are_read_easily(value, column, text):
    assert cell_of(value, column).text == text


def test_words_are_no_numbers():
    assert not cell_of("Net sales", "metric").is_number
    assert cell_of(Decimal("5"), "sum").is_number


@pytest.mark.parametrize("text", ["€132,437.79", "(4,378)", "18.2%", "$3.2 billion"])
def test_figures_as_they_are_written_stand_with_the_numbers(text):
    assert cell_of(text, "value").is_number


def test_empty_columns_and_a_second_page_are_left_out():
    span = {"document": "a.pdf", "document_id": 3, "page": 2, "quote": "ten"}
    table = {"columns": ["figure", "period", "page"], "rows": [["ten", "", 2]], "spans": [span]}
    (shown,) = view(tables=[table]).tables
    assert [column.text for column in shown.columns] == ["Figure"]


def view(**result):
    return AnswerView(Run(result=result, answered=True, status="done"), "mine")


@pytest.mark.parametrize(
    "statuses,words",
    [
        ([], ""),
        (["exact"], "1 of 1 figure proven"),
        (["exact", "rounded", "computed"], "3 of 3 figures proven"),
        (["exact", "unsupported"], "1 of 2 figures unproven"),
        (["exact", "curated"], "1 of 2 figures proven, 1 set by a curator"),
    ],
)
def test_proof_in_words(statuses, words):
    assert view(numbers=[{"status": status} for status in statuses]).proof_words == words


def test_a_row_leads_to_its_page_and_rows_without_a_place_to_none():
    span = {"document": "a.pdf", "document_id": 3, "page": 2, "quote": "ten & more"}
    table = {"columns": ["total"], "rows": [[10], [20]], "spans": [span]}
    (shown,) = view(tables=[table]).tables
    (_, first), (_, second) = shown.rows
    assert first.place.href == "/w/mine/documents/3/?page=2&quote=ten+%26+more"
    assert first.place.fragment == "/w/mine/documents/3/pages/2/evidence/?quote=ten+%26+more"
    assert second is None
    assert shown.has_places


def test_details_of_a_step_are_words_and_long_lists_are_counted():
    step = RunStep(
        input={"is_factual": True, "nested": {"a": 1}}, output={"documents": [str(n) for n in range(20)]}
    )
    details = dict(StepView(step).details)
    assert details["is factual"] == "yes"
    assert details["documents"].endswith("and 8 more")
    assert "nested" not in details


def test_other_modes_leave_out_the_one_that_answered():
    answer = AnswerView(Run(mode="auto", route="facts"), "mine")
    assert [mode.value for mode in answer.other_modes] == ["map", "sql", "search"]


def test_a_step_shows_by_what_documents_were_chosen():
    step = RunStep(
        kind="prefilter", output={"of": 30, "filters": {"organizations": ["Acme", "Acme plc"]}}, rows=2
    )
    assert ("organizations", "Acme, Acme plc") in StepView(step).details
    assert StepView(step).found == "2 documents"


def test_a_step_shows_a_plan_as_its_sentence():
    plan = {
        "text": "net margin = net income ÷ revenue; Acme",
        "planner": "rules",
        "expression": {"divide": []},
    }
    details = dict(StepView(RunStep(kind="plan", output={"plan": plan})).details)
    assert details == {"plan": "net margin = net income ÷ revenue; Acme", "planner": "rules"}


def test_what_is_chosen_of_a_source_is_counted_as_tables():
    step = RunStep(kind="map", rows=5, output={"tables": ["orders", "customers"]})
    assert StepView(step).found == "5 tables"


def test_marks_open_the_figure_among_the_words_where_there_is_one():
    place = {"document": "a.pdf", "document_id": 3, "page": 2, "quote": "Income 4,256 2,600"}
    number = {
        **place,
        "text": "4.3 million",
        "start": 4,
        "end": 15,
        "status": "rounded",
        "as_written": "4,256",
    }
    shown = view(text="Was 4.3 million [1].", numbers=[number], citations=[{**place, "number": 1}])
    assert str(shown.html).count("figure=4%2C256") == 2
    assert "figure=4%2C256" in shown.citations[0].place.fragment
    other = {**number, "as_written": "2,600"}
    several = view(text="", numbers=[number, other], citations=[{**place, "number": 1}])
    assert "figure=" not in several.citations[0].place.fragment


def test_a_row_of_a_table_opens_its_figure():
    span = {"document": "a.pdf", "document_id": 3, "page": 2, "quote": "Income 4,256 2,600"}
    table = {"columns": ["period", "value"], "rows": [["Q3 2025", "2,600"]], "spans": [span]}
    (shown,) = view(tables=[table]).tables
    ((_, source),) = shown.rows
    assert "figure=2%2C600" in source.place.fragment
