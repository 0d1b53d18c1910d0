"""Questions that are kept to be asked again, and results that are taken along."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta

import openpyxl
import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from agentic.inquiry import Models
from agentic.models import CachedResult, Run, SavedQuestion
from agentic.runs import execute, start_run
from agentic.sources.answers.charts import chart_of
from agentic.sources.answers.files import results_file
from agentic.sources.drivers.types import Fetched
from agentic.sources.questions.saved_questions import ask_again, ask_due, save_question, saved_for, saved_of
from agentic.tasks import ask_saved_task
from documents.models import Role
from documents.refusals import RefusedChange
from llm.providers.none import NoModel
from tests.factories import MembershipFactory

pytestmark = pytest.mark.django_db
QUESTION = "How many orders per status?"


def answered(run, embedder):
    execute(run.pk, models=Models(NoModel(), embedder))
    run.refresh_from_db()
    return run


def test_a_saved_question_keeps_what_it_gave_last(shop, user, hash_embedder):
    saved = save_question(user=user, source=shop, question=f"  {QUESTION} ")
    answered(ask_again(saved), hash_embedder)
    saved.refresh_from_db()
    assert saved.last_run.answered
    assert saved.last_run.result["tables"][0]["rows"][0][0] == "cancelled"


def test_it_is_asked_past_what_is_kept(shop, user, hash_embedder):
    saved = save_question(user=user, source=shop, question=QUESTION)
    answered(ask_again(saved), hash_embedder)
    assert CachedResult.objects.exists()
    assert ask_again(saved).status == "queued"


def test_on_a_schedule_it_is_asked_when_its_time_has_come(shop, user):
    saved = save_question(user=user, source=shop, question=QUESTION, every="day")
    save_question(user=user, source=shop, question="How many orders are there?")
    assert ask_due() == 0
    SavedQuestion.objects.update(due_at=timezone.now() - timedelta(minutes=1))
    SavedQuestion.objects.filter(every="").update(due_at=None)
    assert ask_saved_task() == 1
    saved.refresh_from_db()
    assert saved.last_run.question == QUESTION
    assert saved.due_at > timezone.now() + timedelta(hours=23)
    assert ask_due() == 0


def test_who_may_ask_no_longer_is_not_asked_for(shop, workspace, user):
    member = MembershipFactory(workspace=workspace, role=Role.VIEWER)
    save_question(user=member.user, source=shop, question=QUESTION, every="hour")
    SavedQuestion.objects.update(due_at=timezone.now())
    member.delete()
    assert ask_due() == 0
    assert not Run.objects.exists()


def test_the_same_question_is_kept_once(shop, user):
    save_question(user=user, source=shop, question=QUESTION)
    save_question(user=user, source=shop, question=QUESTION, every="week")
    (saved,) = saved_of(user, shop)
    assert saved.every == "week"


@pytest.mark.parametrize(
    "given, why", [({"question": " "}, "Write the"), ({"every": "year"}, "every is “year”")]
)
def test_what_cannot_be_kept_is_said(shop, user, given, why):
    with pytest.raises(RefusedChange, match=why):
        save_question(**{"user": user, "source": shop, "question": QUESTION, **given})


def test_saved_questions_are_ones_own(shop, user, workspace):
    other = MembershipFactory(workspace=workspace, role=Role.OWNER).user
    saved = save_question(user=user, source=shop, question=QUESTION)
    assert not saved_of(other, shop)
    with pytest.raises(SavedQuestion.DoesNotExist):
        saved_for(other, shop, saved.pk)


def edited(sql, *, shop, user):
    return start_run(
        user=user,
        workspace=shop.workspace,
        question=QUESTION,
        mode="source",
        source=shop,
        options={"sql": sql},
    )


def test_a_statement_of_ones_own_runs_behind_the_same_walls(shop, user, hash_embedder):
    run = answered(edited("SELECT name FROM customers ORDER BY name", shop=shop, user=user), hash_embedder)
    assert run.result["tables"][0]["rows"] == [["Ada"], ["Bob"], ["Cleo"]]
    refused = answered(edited("DELETE FROM orders", shop=shop, user=user), hash_embedder)
    assert (refused.status, refused.answered) == ("done", False)
    assert "SELECT" in refused.answer
    assert not CachedResult.objects.exists()


def test_only_who_may_change_the_source_may_write_a_statement(shop, workspace):
    viewer = MembershipFactory(workspace=workspace, role=Role.VIEWER).user
    with pytest.raises(PermissionDenied):
        edited("SELECT 1", shop=shop, user=viewer)
    assert not Run.objects.exists()


def test_results_are_given_as_files(shop, user, hash_embedder):
    run = answered(
        edited("SELECT id, '=1+1' AS note FROM orders WHERE id < 3", shop=shop, user=user), hash_embedder
    )
    rows = list(csv.reader(io.StringIO(results_file(run, "csv").decode())))
    assert rows == [["id", "note"], ["1", "'=1+1"], ["2", "'=1+1"]]
    sheet = openpyxl.load_workbook(io.BytesIO(results_file(run, "xlsx"))).active
    assert [[cell.value for cell in row] for row in sheet.rows][1] == [1, "=1+1"]
    assert sheet["B2"].data_type == "s"
    assert json.loads(results_file(run, "json"))["results"][1]["id"] == 2
    with pytest.raises(RefusedChange, match="csv, xlsx, json"):
        results_file(run, "exe")


def test_a_run_without_rows_has_no_file(shop, user):
    with pytest.raises(RefusedChange, match="nothing to take"):
        results_file(edited("SELECT 1", shop=shop, user=user), "csv")


@pytest.mark.parametrize(
    "columns, rows, chart",
    [
        (("month", "total"), [(f"2024-0{n}", n * 10) for n in range(1, 6)], ("bars", "month", "total")),
        (("day", "n"), [(f"2024-01-{n:02}", n) for n in range(1, 31)], ("line", "day", "n")),
        (("year", "sales"), [(2020 + n, 5.5 * n) for n in range(4)], ("bars", "year", "sales")),
        (("status", "orders"), [("open", 1), ("paid", 2), ("lost", 3)], ("bars", "status", "orders")),
        (("name", "n"), [(f"customer {n}", n) for n in range(30)], None),
        (("id", "n"), [(n, n) for n in range(5)], None),
        (("id", "name", "n"), [(n, f"name {n}", n) for n in range(1, 5)], ("bars", "name", "n")),
        (("a", "n"), [("x", 1), ("x", 2), ("y", 3)], None),
        (("a", "n"), [("x", 1), ("y", 2)], None),
        (("n",), [(1,), (2,), (3,)], None),
    ],
)
def test_a_series_gets_a_chart(columns, rows, chart):
    found = chart_of(Fetched(columns, tuple(rows)))
    assert found == (dict(zip(("kind", "x", "y"), chart, strict=True)) if chart else None)


@pytest.fixture
def client(user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    made = Client()
    made.force_login(user)
    return made


def test_the_api_of_saved_questions(shop, client, user, hash_embedder):
    base = "/api/sources/shop/saved"
    sent = client.post(
        f"{base}?workspace=mine", {"question": QUESTION, "every": "day"}, content_type="application/json"
    )
    assert (sent.status_code, sent.json()["every"]) == (201, "day")
    asked = client.post(f"{base}/{sent.json()['id']}/ask?workspace=mine").json()
    answered(Run.objects.get(pk=asked["query_id"]), hash_embedder)
    (saved,) = client.get(f"{base}?workspace=mine").json()["saved"]
    assert saved["last_run"] == asked["query_id"]
    assert "paid" in saved["last_answer"]
    file = client.get(f"/api/queries/{asked['query_id']}/results.csv")
    assert file.content.decode().splitlines()[0].startswith("status,")
    assert "attachment" in file["Content-Disposition"]
    gone = client.delete(f"{base}/{sent.json()['id']}?workspace=mine")
    assert gone.json()["message"].startswith("“How many orders")
    assert not SavedQuestion.objects.exists()


def test_the_api_of_approved_queries(shop, client):
    base = "/api/sources/shop/queries"
    body = {"question": "Who is there?", "sql": "SELECT name FROM customers"}
    sent = client.post(f"{base}?workspace=mine", body, content_type="application/json")
    assert (sent.status_code, sent.json()["approved_by"]) == (201, "ada")
    bad = client.post(
        f"{base}?workspace=mine", {**body, "sql": "DROP TABLE x"}, content_type="application/json"
    )
    assert bad.status_code == 422
    (listed,) = client.get(f"{base}?workspace=mine").json()["queries"]
    assert listed["sql"] == "SELECT name FROM customers"
    assert client.delete(f"{base}/{listed['id']}?workspace=mine").status_code == 200
    assert client.get(f"{base}?workspace=mine").json()["total"] == 0


def test_the_api_runs_an_edited_statement_and_asks_afresh(shop, client, hash_embedder):
    body = {
        "question": QUESTION,
        "workspace": "mine",
        "source": "shop",
        "sql": "SELECT count(*) AS n FROM orders",
    }
    sent = client.post("/api/queries", body, content_type="application/json").json()
    answered(Run.objects.get(pk=sent["run_id"]), hash_embedder)
    found = client.get(f"/api/queries/{sent['run_id']}").json()
    assert (found["results"], found["chart"]) == ([{"n": 5}], None)
    fresh = client.post(
        "/api/queries", {**body, "sql": "", "fresh": True}, content_type="application/json"
    ).json()
    assert fresh["status"] == "queued"
