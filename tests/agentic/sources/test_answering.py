"""A question to a source, from the asking to the answer, with and without a model."""

from __future__ import annotations

import itertools
import json
import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from agentic.api.presentation import run_json
from agentic.inquiry import Models
from agentic.models import CachedResult, Run
from agentic.runs import BadQuestion, continue_run, create_run, execute, start_run
from agentic.sources.models import SchemaElement
from agentic.sources.questions.approved import approve, nearest_examples
from agentic.sources.registering.connect import driver_of
from agentic.sources.registering.services import add_source, refresh_source
from agentic.sources.statements.generating import Task, write
from agentic.sources.statements.retrieval import fitting, index_schema, path_between
from documents.refusals import RefusedChange
from llm.fakes import ScriptedChatModel
from llm.providers.none import NoModel
from retrieval.tables.schema import Column, ForeignKey, Schema, Table
from retrieval.tables.understanding import understand

pytestmark = pytest.mark.django_db(transaction=True)
RIGHT = "```sql\nSELECT name FROM customers WHERE city = 'London' ORDER BY name\n```"
STRANGE = "Which people could come from London instead of Paris?"


@pytest.fixture(autouse=True)
def _patient(settings):
    settings.RAGSITE_SOURCE_REPAIR_SECONDS = 600


def asked(question, *, shop, user, embedder, replies=None, history=()):
    run = create_run(
        user=user, workspace=shop.workspace, question=question, mode="source", source=shop, history=history
    )
    chat = NoModel() if replies is None else ScriptedChatModel(replies)
    execute(run.pk, models=Models(chat, embedder))
    run.refresh_from_db()
    return run, chat


def test_rules_answer_without_a_model(shop, user, hash_embedder):
    run, _ = asked("What is the total amount of orders?", shop=shop, user=user, embedder=hash_embedder)
    assert (run.status, run.route, run.answered) == ("done", "source", True)
    assert "260.75" in run.answer
    assert run.source_state["sql"] == "SELECT SUM(orders.amount) AS total_amount FROM orders LIMIT 1000"
    assert [number["status"] for number in run.result["numbers"]] == ["computed"]


def test_without_a_model_what_was_not_understood_is_told(shop, user, hash_embedder):
    run, _ = asked("What is the total profit of orders?", shop=shop, user=user, embedder=hash_embedder)
    assert not run.answered
    assert "“profit”" in run.answer
    assert "customers, orders" in run.answer


def test_a_model_writes_what_rules_cannot(shop, user, hash_embedder):
    run, chat = asked(STRANGE, shop=shop, user=user, embedder=hash_embedder, replies=[RIGHT])
    assert run.answered
    assert "Ada" in run.answer
    assert "Cleo" in run.answer
    assert "CREATE TABLE customers" in chat.requests[0].system
    assert [step.kind for step in run.steps.all()] == ["analyse", "plan", "map", "write", "sql", "verify"]
    assert run.source_state["retries"] == 0
    chat.assert_used_up()


def test_it_is_written_again_with_what_was_wrong(shop, user, hash_embedder):
    replies = ["SELECT nam FROM people", "DELETE FROM customers", "SELECT nosuch(name) FROM customers", RIGHT]
    run, chat = asked(STRANGE, shop=shop, user=user, embedder=hash_embedder, replies=replies)
    told = [request.messages[-1].text for request in chat.requests]
    assert "Table 'people' does not exist" in told[1]
    assert "no SELECT in the reply" in told[2]
    assert "nosuch" in told[3]
    assert (run.answered, run.source_state["retries"]) == (True, 3)


def test_it_is_given_up_after_three_retries(shop, user, hash_embedder):
    replies = [f"SELECT a{number} FROM people" for number in range(4)]
    run, chat = asked(STRANGE, shop=shop, user=user, embedder=hash_embedder, replies=replies)
    chat.assert_used_up()
    assert not run.answered
    assert "4 statements were tried" in run.answer
    assert not run.result["numbers"]
    assert not CachedResult.objects.exists()


def test_what_the_schema_cannot_answer_is_said(shop, user, hash_embedder):
    replies = ["NOT POSSIBLE: there is no weather."]
    run, _ = asked("Why is there an order?", shop=shop, user=user, embedder=hash_embedder, replies=replies)
    assert not run.answered
    assert run.answer == "The tables of “shop” cannot answer this. there is no weather."


def test_the_same_question_is_answered_from_before(shop, user, hash_embedder, shop_file):
    first, _ = asked("How many orders are there?", shop=shop, user=user, embedder=hash_embedder)
    shop_file.rename(shop_file.with_suffix(".gone"))
    again = start_run(
        user=user, workspace=shop.workspace, question="how many orders are there", mode="source", source=shop
    )
    assert (again.status, again.answer) == ("done", first.answer)
    assert again.source_state["cached"]
    assert again.source_state["cached_at"]


def test_an_answer_from_before_is_given_and_read_without_the_schema(shop, user, hash_embedder):
    asked("How many orders are there?", shop=shop, user=user, embedder=hash_embedder)
    client = Client()
    client.force_login(user)
    body = {"question": "How many orders are there", "workspace": "mine", "source": "shop"}
    with CaptureQueriesContext(connection) as queries:
        run_id = client.post("/api/queries", body, content_type="application/json").json()["run_id"]
        assert client.get(f"/api/queries/{run_id}").json()["cached"]
    assert not [each["sql"] for each in queries if '"agentic_datasource"."schema"' in each["sql"]]


def test_an_answer_from_before_does_not_wait_for_the_disk(shop, user, hash_embedder):
    question = "How many orders per status?"
    asked(question, shop=shop, user=user, embedder=hash_embedder)
    told = {"user": user, "workspace": shop.workspace, "mode": "source", "source": shop}
    with CaptureQueriesContext(connection) as ran:
        assert start_run(question=question, **told).source_state["cached"]
    unhurried = "SET LOCAL synchronous_commit TO off; INSERT"
    assert any(each["sql"].startswith(unhurried) for each in ran.captured_queries)
    with CaptureQueriesContext(connection) as ran:
        start_run(question="How many orders are open?", **told)
    assert not any(each["sql"].startswith(unhurried) for each in ran.captured_queries)


def test_old_results_and_those_of_another_schema_are_not_given(shop, user, hash_embedder, shop_file):
    question = "How many orders are there?"
    asked(question, shop=shop, user=user, embedder=hash_embedder)
    CachedResult.objects.update(created_at=timezone.now() - timedelta(seconds=3601))
    run = start_run(user=user, workspace=shop.workspace, question=question, mode="source", source=shop)
    assert run.status == "queued"
    CachedResult.objects.update(created_at=timezone.now())
    refresh_source(user=user, source=shop)
    run = start_run(user=user, workspace=shop.workspace, question=question, mode="source", source=shop)
    assert run.status == "queued"


def test_a_source_that_is_away_is_told_and_not_kept(shop, user, hash_embedder, shop_file):
    shop_file.unlink()
    run, _ = asked("How many orders are there?", shop=shop, user=user, embedder=hash_embedder)
    assert run.status == "failed"
    assert run.error.startswith("There is no file")
    assert not CachedResult.objects.exists()


def test_the_mode_needs_a_source(user, workspace):
    with pytest.raises(BadQuestion, match="name one"):
        create_run(user=user, workspace=workspace, question="How many?", mode="source")


def test_approved_queries_are_examples_nearest_first(shop, user, hash_embedder):
    for question in ("Who lives in London?", "How much was paid in March?"):
        approve(user=user, source=shop, question=question, sql="SELECT name FROM customers")
    first, _ = nearest_examples(shop, "Who lives in Paris?", embedder=hash_embedder)
    assert (first.question, first.sql) == ("Who lives in London?", "SELECT name FROM customers")
    _, chat = asked(STRANGE, shop=shop, user=user, embedder=hash_embedder, replies=[RIGHT])
    assert "Example. Question: Who lives in London?" in chat.requests[0].messages[0].text
    with pytest.raises(RefusedChange, match="Table 'x' does not exist"):
        approve(user=user, source=shop, question="x", sql="SELECT * FROM x")


def test_the_api_gives_the_query_and_its_rows(shop, user, hash_embedder, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    asked("How many orders per status?", shop=shop, user=user, embedder=hash_embedder)
    client = Client()
    client.force_login(user)
    body = {"question": "How many orders per status", "workspace": "mine", "source": "shop"}
    sent = client.post("/api/queries", body, content_type="application/json")
    assert sent.status_code == 202, sent.content
    found = client.get(f"/api/queries/{sent.json()['run_id']}").json()
    assert found["cached"]
    assert found["columns"][0] == "status"
    assert found["results"][0]["status"] == "cancelled"
    assert found["generated_sql"].startswith("SELECT orders.status")
    assert found["natural_language_query"] == "How many orders per status"
    assert found["execution_time_ms"] < 10_000
    missing = client.post("/api/queries", {**body, "source": "other"}, content_type="application/json")
    assert missing.status_code == 404


def test_the_trace_tells_how_far_a_question_came(shop, user, hash_embedder):
    run, _ = asked(STRANGE, shop=shop, user=user, embedder=hash_embedder, replies=["SELECT 1 FROM x", RIGHT])
    client = Client()
    client.force_login(user)
    told = client.get(f"/api/runs/{run.pk}").json()
    names = (
        "question history intent entities tables columns filters sql validation results error retries step"
    )
    assert set(names.split()) <= set(told["state"])
    assert (told["state"]["retries"], told["state"]["validation"], told["state"]["results"]) == (
        1,
        "passed",
        2,
    )
    (written,) = [step for step in told["steps"] if step["kind"] == "write"]
    assert written["output"]["role"] == "standard"


def test_the_command_asks_a_source(shop, user, capsys):
    call_command(
        "ask",
        "How many orders are there?",
        workspace="mine",
        user="ada",
        source="shop",
        llm="none",
        json=True,
    )
    found = json.loads(capsys.readouterr().out)
    assert (found["route"], found["results"][0]) == ("source", {"order_count": 5})
    assert Run.objects.get().source == shop


def test_the_schema_is_embedded_once(shop, hash_embedder):
    assert index_schema(shop, embedder=hash_embedder) == 2 + 9 + 1
    assert index_schema(shop, embedder=hash_embedder) == 0
    names = set(SchemaElement.objects.values_list("element", flat=True))
    assert {"table:orders", "column:orders.amount", "rel:orders.customer_id>customers"} <= names


def test_tables_between_are_added():
    columns = (Column("id", "integer"),)
    tables = (
        Table("a", columns, foreign_keys=(ForeignKey(("b_id",), "b", ("id",)),)),
        Table("b", columns, foreign_keys=(ForeignKey(("c_id",), "c", ("id",)),)),
        Table("c", columns),
        Table("d", columns),
    )
    schema = Schema(tables)
    assert path_between(schema, ["a"], "c") == ["b"]
    assert [table.path for table in fitting(schema, ["a", "c"]).tables] == ["a", "b", "c"]


def test_a_doubtful_question_is_asked_back_and_answered_by_the_choice(shop, user, hash_embedder):
    question = "How many things were sold in each place?"
    replies = ["CLARIFY: What is a place? | the customer's city | the order's status", RIGHT]
    run, chat = asked(question, shop=shop, user=user, embedder=hash_embedder, replies=replies[:1])
    told = run_json(run)["clarification"]
    assert (run.outcome, told["reason"]) == ("clarified", "What is a place?")
    assert [each["label"] for each in told["options"]] == ["the customer's city", "the order's status"]
    assert run.source_state["needs_clarification"]
    continue_run(user=user, run=run, option="1", queued=False)
    chat = ScriptedChatModel(replies[1:])
    execute(run.pk, models=Models(chat, hash_embedder))
    run.refresh_from_db()
    assert "Meant is: the customer's city" in chat.requests[0].messages[0].text
    assert (run.answered, run.clarification) == (True, "")
    assert not CachedResult.objects.exists()


def test_rules_ask_which_column_is_meant(shop, user, hash_embedder, shop_file):
    with sqlite3.connect(shop_file) as made:
        made.execute(
            "ALTER TABLE orders RENAME COLUMN ordered_on TO placed_on"
        )  # nothing tells that it is meant
        made.execute("ALTER TABLE orders ADD COLUMN shipped_on date")
        made.execute("UPDATE orders SET shipped_on = '2025-01-0' || id")
    made.close()
    refresh_source(user=user, source=shop)
    shop.refresh_from_db()
    question = "How many orders are there in 2025?"
    run, _ = asked(question, shop=shop, user=user, embedder=hash_embedder)
    options = run_json(run)["clarification"]["options"]
    assert [each["label"] for each in options] == ["orders.placed_on", "orders.shipped_on"]
    continue_run(user=user, run=run, option="2", queued=False)
    execute(run.pk, models=Models(NoModel(), hash_embedder))
    run.refresh_from_db()
    assert "**5**" in run.answer
    plan = run.steps.filter(kind="plan").last()
    assert not plan.output["needs_clarification"]


@pytest.fixture
def two_dates(shop, user, shop_file):
    """A question whose date may be either of two."""
    with closing(sqlite3.connect(shop_file)) as made:
        made.executescript(
            "ALTER TABLE orders RENAME COLUMN ordered_on TO placed_on;"
            "ALTER TABLE orders ADD COLUMN shipped_on date; UPDATE orders SET shipped_on = '2025-01-0' || id;"
        )
    refresh_source(user=user, source=shop)
    return "How many orders are there in 2025?"


def test_the_command_lists_what_is_meant_and_goes_on_by_number(shop, two_dates, capsys):
    call_command("ask", two_dates, workspace="mine", user="ada", source="shop", llm="none")
    told = capsys.readouterr().out
    assert "1. orders.placed_on\n  2. orders.shipped_on" in told
    run = Run.objects.get()
    assert f"Go on: manage.py ask --run {run.pk} --option NUMBER" in told
    call_command("ask", workspace="mine", user="ada", run=run.pk, option="2", llm="none")
    assert "Order count: **5**" in capsys.readouterr().out


def test_the_api_goes_on_with_the_option_that_is_named(shop, user, two_dates, hash_embedder):
    run, _ = asked(two_dates, shop=shop, user=user, embedder=hash_embedder)
    client = Client()
    client.force_login(user)
    told = client.get(f"/api/queries/{run.pk}").json()
    assert (told["kind"], told["error"]) == ("clarification", "")
    chosen = told["clarification"]["options"][1]
    body = {"run_id": told["clarification"]["run_id"], "option": chosen["id"]}
    assert client.post("/api/queries", body, content_type="application/json").status_code == 202
    execute(run.pk, models=Models(NoModel(), hash_embedder))
    told = client.get(f"/api/queries/{run.pk}").json()
    assert (told["results"], told["choices"]) == ([{"order_count": 5}], ["orders.shipped_on"])


def test_a_small_model_is_not_asked_of_what_stands_nowhere(shop, user, hash_embedder):
    """It would write a statement all the same; what the person chooses is told to it."""
    run, chat = asked("Which customers like jazz?", shop=shop, user=user, embedder=hash_embedder, replies=[])
    told = run_json(run)["clarification"]
    assert (run.outcome, chat.requests) == ("clarified", [])
    assert told["reason"] == "Nothing in “shop” is called “jazz”: which of its columns is meant?"
    *columns, without = [each["label"] for each in told["options"]]
    assert len(columns) == 3
    assert set(columns) <= {f"{t.path}.{c.name}" for t in shop.stored_schema.tables for c in t.columns}
    assert without == "none of these: answer without it (jazz)"
    continue_run(user=user, run=run, option="1", queued=False)
    chat = ScriptedChatModel([RIGHT])
    execute(run.pk, models=Models(chat, hash_embedder))
    run.refresh_from_db()
    assert f"Meant is: “jazz” is {columns[0]}" in chat.requests[0].messages[0].text
    assert run.answered


def test_a_large_model_is_told_what_stands_nowhere(shop, user, hash_embedder):
    run = create_run(
        user=user, workspace=shop.workspace, question="Which customers like jazz?", mode="source", source=shop
    )
    chat = ScriptedChatModel(["NOT POSSIBLE: there is no music."], tier="openai")
    execute(run.pk, models=Models(chat, hash_embedder))
    assert "No table, column or value is called: jazz." in chat.requests[0].messages[0].text


def test_words_of_approved_questions_are_known(shop, user, hash_embedder):
    approve(user=user, source=shop, question="Who likes jazz?", sql="SELECT name FROM customers")
    run, _ = asked(
        "Which customers like jazz?", shop=shop, user=user, embedder=hash_embedder, replies=[RIGHT]
    )
    assert run.answered


@pytest.mark.parametrize(("patience", "count"), [(0.0, 1), (60.0, 2)])
def test_it_is_written_again_only_in_proportion_to_the_first(shop, patience, count):
    """Each look at the clock is ten seconds after the one before."""
    schema = shop.stored_schema
    task = Task(STRANGE, schema, schema, "sqlite", understand(STRANGE, schema), repair_seconds=patience)
    chat = ScriptedChatModel(["SELECT nam FROM people", RIGHT])
    ticks = itertools.count(step=10)
    written = write(task, chat=chat, driver=driver_of(shop), clock=lambda: float(next(ticks)))
    assert len(written.attempts) == count


def test_numbers_that_name_a_row_are_its_own(user, workspace, hash_embedder, tmp_path):
    path = tmp_path / "ledger.sqlite"
    with sqlite3.connect(path) as made:
        made.execute("CREATE TABLE ledger (quarter integer, revenue integer)")
        made.execute("INSERT INTO ledger VALUES (1, 700), (2, 550), (3, 700)")
    made.close()
    source = add_source(
        user=user, workspace=workspace, name="ledger", kind="sqlite", paths=[str(path)], is_trusted=True
    )
    run, _ = asked("What is the total revenue per quarter?", shop=source, user=user, embedder=hash_embedder)
    statuses = {number["text"]: number["status"] for number in run.result["numbers"]}
    assert statuses == dict.fromkeys(("3", "1", "2", "700", "550"), "computed")
    assert run.result["numbers"][0]["formula"] == "count of rows of the result"
    assert run.source_state["execution_ms"] >= 0
    assert run.result["tables"][0]["seconds"] > 0
