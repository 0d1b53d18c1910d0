import json
from datetime import timedelta

import pytest
from django.utils import timezone

from agentic.api.presentation import place_in_words, run_json, step_json, trace_json
from agentic.api.schemas import RunOut, TraceOut
from agentic.models import Run, RunStep
from tests.cases import every_case
from tests.factories import RunFactory, RunStepFactory

CONTRACT = {
    "answer",
    "kind",
    "plan",
    "answered_for",
    "not_considered",
    "proven",
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
            "coverage": {
                "considered": 2,
                "matched": 1,
                "read": 1,
                "total": 2,
                "without_facts": 0,
                "text": "Searched 2 of 2 documents; 1 matches, 1 read",
            },
        },
    )
    Run.objects.filter(pk=run.pk).update(created_at=now - timedelta(seconds=30))
    run.refresh_from_db()
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


def test_the_time_spent_waiting_is_part_of_the_answers_time(run):
    body = run_json(run)
    assert (body["seconds"], body["waiting_seconds"], body["waits_behind"]) == (32, 30, None)


def test_a_question_that_waits_says_how_many_go_before_it(run):
    running, earlier = RunFactory(status="running"), RunFactory(status="queued")
    waiting, later = RunFactory(status="queued"), RunFactory(status="queued")
    for place, each in enumerate((running, earlier, waiting, later)):
        Run.objects.filter(pk=each.pk).update(created_at=timezone.now() - timedelta(seconds=60 - place))
    waiting.refresh_from_db()
    body = run_json(waiting)
    assert (body["waits_behind"], body["seconds"]) == (2, None)
    assert 57 < body["waiting_seconds"] < 90
    assert place_in_words(body["waits_behind"]) == "2 questions before yours"
    assert place_in_words(1) == "1 question before yours"
    assert place_in_words(0) == "Yours is the next question"


def test_a_question_never_waits_behind_itself(db):
    run = RunFactory(status="queued")
    Run.objects.update(status="running")
    assert run.waits_behind == 0


@every_case("kind", RunStep.Kind.values)
def test_a_running_step_says_in_plain_words_what_is_done(kind):
    step = RunStep(kind=kind, created_at=timezone.now())
    assert step_json(step)["doing"].split()[0].endswith("ing")


def test_values_are_numbers_not_text(run):
    values = [number["value"] for number in json.loads(json.dumps(run_json(run)))["numbers"]]
    assert values == [4_200_000, 0.182]
    assert isinstance(values[0], int)


def test_a_trace_holds_what_each_step_gave_out(run):
    assert trace_json(run)["steps"][0]["output"] == {"rows": [[1]]}
