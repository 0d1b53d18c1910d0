import json
from datetime import timedelta

import pytest
from django.utils import timezone

from agentic.presentation import run_json, trace_json
from agentic.schemas import RunOut, TraceOut
from tests.factories import RunFactory, RunStepFactory

CONTRACT = {
    "answer",
    "mode",
    "route",
    "tier",
    "citations",
    "queries_executed",
    "reasoning_steps",
    "sources",
    "iterations",
    "numbers",
    "answered",
    "coverage",
    "clarification",
    "seconds",
    "run_id",
}


def citation(number: int, document_id: int, page: int | None) -> dict:
    return {
        "number": number,
        "document": f"{document_id}.pdf",
        "document_id": document_id,
        "page": page,
        "quote": "Revenue was $4.2 million.",
        "kind": "metric",
        "fact_id": 5,
    }


@pytest.fixture
def run(db):
    now = timezone.now()
    number = {"text": "$4.2 million", "value": "4200000.0000000000", "start": 0, "end": 12, "status": "exact"}
    share = number | {"text": "18.2%", "value": "0.182"}
    run = RunFactory(
        mode="auto",
        route="facts",
        tier="none",
        status="done",
        answer="$4.2 million [1]",
        answered=True,
        iterations=1,
        started_at=now,
        finished_at=now + timedelta(seconds=2),
        result={
            "text": "$4.2 million [1]",
            "answered": True,
            "citations": [citation(1, 7, 3), citation(2, 9, None), citation(3, 7, 2)],
            "numbers": [number, share],
            "coverage": {"searched": 2, "total": 2, "without_facts": 0, "text": "Searched 2 of 2 documents"},
        },
    )
    RunStepFactory(run=run, title="Look it up", sql="SELECT 1", rows=1, output={"rows": [[1]]})
    RunStepFactory(run=run, kind="verify", title="Check the figures")
    return run


def test_every_key_of_the_contract_is_there(run):
    assert run_json(run).keys() >= CONTRACT
    assert run_json(RunFactory()).keys() >= CONTRACT


def test_the_schema_describes_exactly_what_is_given(run):
    assert set(run_json(run)) == set(RunOut.model_fields)
    assert set(trace_json(run)) == set(TraceOut.model_fields)
    RunOut.model_validate(run_json(run))
    TraceOut.model_validate(trace_json(run))


def test_queries_steps_and_sources_are_in_order(run):
    body = run_json(run)
    assert body["queries_executed"] == ["SELECT 1"]
    assert [step["title"] for step in body["reasoning_steps"]] == ["Look it up", "Check the figures"]
    assert body["sources"] == [
        {"document": "7.pdf", "document_id": 7, "pages": [2, 3]},
        {"document": "9.pdf", "document_id": 9, "pages": []},
    ]
    assert body["seconds"] == 2


def test_values_are_numbers_not_text(run):
    values = [number["value"] for number in json.loads(json.dumps(run_json(run)))["numbers"]]
    assert values == [4_200_000, 0.182]
    assert isinstance(values[0], int)


def test_a_trace_holds_what_each_step_gave_out(run):
    assert trace_json(run)["steps"][0]["output"] == {"rows": [[1]]}
