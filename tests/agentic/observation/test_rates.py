"""How runs went, route by route: what is stored of each, the admin's page, the numbers for Prometheus."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from agentic.api.presentation import run_json
from agentic.evidence import Answer
from agentic.models import Run, RunStep
from agentic.observation.metrics import metrics_text
from agentic.observation.observed import observed
from agentic.observation.rates import rates, slowest
from agentic.outcome import Answered
from agentic.runs import finish, stop_run, store
from agentic.trace import Trace
from documents.models import ApiKey
from tests.factories import MembershipFactory, RunFactory, UserFactory


def over(workspace, user, outcome="answered", *, days_ago=0, seconds=1, **fields):
    asked_at = timezone.now() - timedelta(days=days_ago)
    run = RunFactory(workspace=workspace, user=user, status="done", outcome=outcome, **fields)
    finished_at = asked_at + timedelta(seconds=seconds)
    Run.objects.filter(pk=run.pk).update(created_at=asked_at, finished_at=finished_at)
    return run


@pytest.fixture
def runs(workspace, user):
    over(workspace, user, route="facts", seconds=0.2)
    over(workspace, user, "no_hit", route="facts", days_ago=3)
    over(
        workspace, user, route="search", way="hybrid", fallbacks=1, tool_calls=3, seconds=40, tier="gemini",
        usage={"calls": 2, "input_tokens": 100, "output_tokens": 20, "cached_tokens": 60},
        question="The slow one?",
    )  # fmt: skip
    over(workspace, user, "clarified", route="search", way="hybrid")
    over(workspace, user, "failed", days_ago=60)
    RunFactory(workspace=workspace, user=user, status="running")
    return Run.objects.all()


@pytest.mark.parametrize(
    "answer, outcome",
    [
        (Answer(text="4", answered=True), "answered"),
        (Answer(text="None.", answered=False), "no_hit"),
        (Answer(text="", answered=False, clarification="Which?"), "clarified"),
    ],
)
def test_how_a_run_ended_is_stored_with_it(answer, outcome, workspace, user):
    run = RunFactory(workspace=workspace, user=user)
    trace = Trace(run)
    trace.ways += ["structured", "hybrid"]
    with trace.step(RunStep.Kind.SEARCH, "Search", tool="search_text", arguments={}):
        pass
    store(run, Answered(answer, "search"), trace, tier="none")
    run.refresh_from_db()
    assert (run.outcome, run.way, run.fallbacks, run.tool_calls) == (outcome, "hybrid", 1, 1)
    told = run_json(run)
    assert (told["outcome"], told["fallbacks"], told["tool_calls"]) == (outcome, 1, 1)


def test_a_route_that_refused_before_is_a_fallback(workspace, user):
    trace = Trace(RunFactory(workspace=workspace, user=user))
    trace.refused = 1
    assert observed(Answered(Answer(text="4", answered=True), "map"), trace, [])["fallbacks"] == 1


def test_a_run_that_failed_or_was_stopped_says_so(workspace, user):
    failed, stopped = (RunFactory(workspace=workspace, user=user) for _ in range(2))
    finish(failed, status=Run.Status.FAILED, error="Away.")
    stop_run(user=user, run=stopped)
    stopped.refresh_from_db()
    assert (failed.outcome, stopped.outcome) == ("failed", "stopped")


def test_rates_are_told_by_route_and_over_time(runs, django_assert_num_queries):
    with django_assert_num_queries(2):
        whole, by_time = rates(runs, days=30)
    told = {each.route: each for each in whole}
    assert set(told) == {"facts", "search: hybrid"}
    assert told["facts"].shares == [0.5, 0.5, 0, 0, 0]
    assert told["search: hybrid"].shares == [0.5, 0, 0.5, 0.5, 0]
    assert (told["search: hybrid"].tokens, told["search: hybrid"].tool_calls) == (120, 3)
    assert [each.asked for each in by_time["facts"]] == [1, 1]
    assert {each.route for each in rates(runs, days=90)[0]} == {"facts", "search: hybrid", "none"}
    assert slowest(runs, days=30)[0].question == "The slow one?"


def test_the_admin_shows_rates_of_ones_own_workspaces_alone(runs, workspace, user):
    user.is_staff = user.is_superuser = True
    user.save()
    client = Client()
    client.force_login(user)
    page = client.get("/admin/agentic/run/rates/?days=90")
    assert "search: hybrid over time" in page.content.decode()
    assert "The slow one?" in page.content.decode()
    assert "/admin/agentic/run/rates/" in client.get("/admin/agentic/run/").content.decode()
    other = UserFactory(is_staff=True)
    MembershipFactory(user=other)
    client.force_login(other)
    assert client.get("/admin/agentic/run/rates/").status_code == 403


def test_an_administrator_sees_nothing_of_session_workspaces(runs, workspace, settings):
    workspace.kind = "session"
    workspace.save()
    client = Client()
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    page = client.get("/admin/agentic/run/rates/").content.decode()
    assert "The slow one?" not in page
    assert "No question was asked" in page


def value(families, name, **labels):
    return next(
        sample.value
        for family in families
        for sample in family.samples
        if sample.name == name and labels.items() <= sample.labels.items()
    )


def test_prometheus_reads_the_same_numbers(runs):
    families = list(text_string_to_metric_families(metrics_text().decode()))
    assert value(families, "ragsite_runs_total", route="facts", outcome="no_hit") == 1
    assert value(families, "ragsite_run_fallbacks_total", route="search: hybrid") == 1
    assert value(families, "ragsite_tool_calls_total", route="search: hybrid") == 3
    assert value(families, "ragsite_model_calls_total", tier="gemini") == 2
    assert value(families, "ragsite_model_tokens_total", kind="cached", tier="gemini") == 60
    assert value(families, "ragsite_run_seconds_bucket", route="search: hybrid", le="30.0") == 1
    assert value(families, "ragsite_run_seconds_count", route="search: hybrid") == 2
    assert value(families, "ragsite_runs_open", status="running") == 1


def test_the_numbers_are_for_administrators(runs, settings, user):
    settings.RAGSITE_AUTO_LOGIN = False
    root = UserFactory(is_superuser=True)
    keys = {
        "manage": ApiKey.issue(user=root, name="prometheus", scopes=["manage"])[1],
        "read": ApiKey.issue(user=root, name="reader", scopes=["read"])[1],
        "member": ApiKey.issue(user=user, name="member")[1],
        "wrong": "rs_wrong",
    }
    told = {
        name: Client(headers={"Authorization": f"Bearer {key}"}).get("/metrics").status_code
        for name, key in keys.items()
    }
    assert told == {"manage": 200, "read": 403, "member": 403, "wrong": 401}
    assert Client().get("/metrics").status_code == 401
    client = Client()
    client.force_login(root)
    shown = client.get("/metrics")
    assert shown.headers["Content-Type"].startswith("text/plain")
    assert b"ragsite_runs_total" in shown.content
