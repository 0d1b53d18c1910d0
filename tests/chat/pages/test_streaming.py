"""A run is followed as HTML: steps as they come, then the answer; who comes late misses nothing."""

import asyncio

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.urls import reverse

from agentic.models import Run
from agentic.runs import finish
from agentic.trace import Trace
from chat.pages.streaming import answer_stream, server_sent
from tests import factories
from tests.chat.conftest import converse


@pytest.fixture
def asked(transactional_db, user, workspace):
    run = factories.RunFactory(user=user, workspace=workspace, status=Run.Status.RUNNING)
    converse(user, workspace, run)
    return run


async def collect(run):
    return [event async for event in answer_stream(run.pk, "mine")]


def answer_it(run):
    trace = Trace(run)
    with trace.step("sql", "Look the figure up") as step:
        step.sql, step.rows = "SELECT 1", 1
    trace.text("It is **five**")
    finish(run, status=Run.Status.DONE, answered=True, answer="It is **five**.", route="facts")


def names(events):
    return [event.split("\n", 1)[0].removeprefix("event: ") for event in events]


def test_steps_and_answer_arrive_in_order(asked):
    async def follow_while_it_is_answered():
        following = asyncio.create_task(collect(asked))
        await asyncio.sleep(0.3)
        await sync_to_async(answer_it)(asked)
        return await asyncio.wait_for(following, 10)

    events = async_to_sync(follow_while_it_is_answered)()
    assert names(events)[0] == "steps"
    assert names(events)[-1] == "answer"
    assert "Look the figure up" in events[0]
    assert "<strong>five</strong>" in events[-1]
    assert "data-live" not in events[-1]


def test_who_waits_hears_how_many_go_before_and_that_the_turn_has_come(transactional_db, user, workspace):
    before = factories.RunFactory(status=Run.Status.RUNNING)
    run = factories.RunFactory(user=user, workspace=workspace)
    converse(user, workspace, run)

    def next_turn():
        finish(before, status=Run.Status.DONE)

    async def follow():
        events = []
        async for event in answer_stream(run.pk, "mine"):
            events.append(event)
            if len(events) == 1:
                await sync_to_async(next_turn)()
            elif len(events) == 2:
                await sync_to_async(answer_it)(run)
        return events

    events = async_to_sync(asyncio.wait_for)(follow(), 20)
    assert "Waiting: 1 question before yours" in events[0]
    assert "Waiting: yours is the next question" in events[1]
    assert names(events)[-1] == "answer"


def test_who_comes_back_gets_the_whole_state_and_the_end(asked):
    answer_it(asked)
    events = async_to_sync(collect)(asked)
    assert names(events) == ["steps", "answer"]
    assert "Look the figure up" in events[0]


def test_who_waits_for_a_model_reads_what_rules_have_found(asked):
    with Trace(asked).step("read", "Look for what the question expects") as step:
        step.output = {"so_far": ["“It weighs <14> tonnes.” (tide.txt, page 1)"]}
    finish(asked, status=Run.Status.DONE, answered=True, answer="14 tonnes.", route="map")
    events = async_to_sync(collect)(asked)
    assert "<blockquote>“It weighs &lt;14&gt; tonnes.” (tide.txt, page 1)</blockquote>" in events[0]
    assert "<blockquote>" not in events[-1]


def test_each_line_of_an_event_is_a_data_line():
    assert server_sent("text", "<p>a\nb</p>") == "event: text\ndata: <p>a\ndata: b</p>\n\n"


def test_the_stream_is_not_cached_and_not_held_back(asked, client, user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(user)
    response = client.get(reverse("run_events", args=[asked.pk]))
    assert response["Content-Type"] == "text/event-stream"
    assert response["Cache-Control"] == "no-store"
    assert response["X-Accel-Buffering"] == "no"
    response.close()
