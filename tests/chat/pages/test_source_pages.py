"""The pages of data sources, and what an answer of one offers."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from agentic.inquiry import Models
from agentic.models import ApprovedQuery, DataSource, Run, SavedQuestion
from agentic.runs import execute
from agentic.sources.answering import BY_HAND
from agentic.sources.questions.saved_questions import ask_again, save_question
from agentic.sources.registering.services import add_source, refresh_source
from documents.models import Role
from llm.providers.none import NoModel
from tests.factories import MembershipFactory

pytestmark = pytest.mark.django_db
SALES = "CREATE TABLE shops (id integer PRIMARY KEY, town text);" + (
    "CREATE TABLE sales (id integer PRIMARY KEY, shop_id integer REFERENCES shops (id), sold_on date,"
    " value real);"
    "INSERT INTO shops VALUES (1, 'Rome'), (2, 'Oslo');"
    "INSERT INTO sales VALUES (1, 1, '2024-01-05', 10), (2, 2, '2024-02-05', 20), (3, 1, '2024-03-05', 5);"
)


@pytest.fixture(autouse=True)
def _own_home(settings, tmp_path):
    settings.RAGSITE_HOME = tmp_path / "home"


@pytest.fixture
def source(user, workspace, tmp_path):
    path = tmp_path / "sales.sqlite"
    with closing(sqlite3.connect(path)) as made:
        made.executescript(SALES)
    return add_source(
        user=user, workspace=workspace, name="sales", kind="sqlite", paths=[str(path)], is_trusted=True
    )


@pytest.fixture
def page(client, user):
    client.force_login(user)
    return client


def shown(client, name, *args):
    response = client.get(reverse(name, args=args))
    assert response.status_code == 200
    return response.content.decode()


def asked(client, workspace, embedder, text="What is the total value of sales per month?", **fields):
    """The answer's page behind the question."""
    sent = client.post(
        reverse("ask", args=[workspace.slug]), {"text": text, "mode": "source", "source": "sales", **fields}
    )
    run = Run.objects.latest("created_at")
    if run.status == "queued":
        execute(run.pk, models=Models(NoModel(), embedder))
    return client.get(sent.url).content.decode()


def test_files_are_added_on_a_page(page, workspace):
    assert "None yet" in shown(page, "sources", "mine")
    file = SimpleUploadedFile("towns.csv", b"town,people\nRome,3\nOslo,1\n")
    sent = page.post(reverse("sources", args=["mine"]), {"name": "Towns", "kind": "files", "files": file})
    assert sent.url == reverse("source", args=["mine", "towns"])
    html = shown(page, "source", "mine", "towns")
    assert "“towns” is added: 1 table read." in html
    assert "2 rows" in html


def test_a_sqlite_file_that_ends_like_a_duckdb_one_is_known_by_its_first_bytes(page, workspace, tmp_path):
    with sqlite3.connect(tmp_path / "shop.db") as made:
        made.execute("CREATE TABLE towns (name text)")
    made.close()
    file = SimpleUploadedFile("shop.db", (tmp_path / "shop.db").read_bytes())
    page.post(reverse("sources", args=["mine"]), {"name": "shop", "kind": "files", "files": file})
    assert DataSource.objects.get().kind == "sqlite"


def test_the_form_that_was_refused_stays_open(page, workspace):
    file = SimpleUploadedFile("notes.txt", b"none")
    sent = page.post(reverse("sources", args=["mine"]), {"name": "x", "kind": "files", "files": file})
    opened = re.findall(r"<details [^>]*open>\s*<summary><h2>(.*?)</h2>", sent.content.decode())
    assert opened == ["Add files: CSV, Excel, Parquet, SQLite or DuckDB"]


def test_what_cannot_be_opened_is_said_on_the_page(page, workspace):
    given = {"name": "x", "kind": "postgresql", "dsn": "postgresql://a:b@127.0.0.1/c"}
    sent = page.post(reverse("sources", args=["mine"]), given)
    assert sent.status_code == 422
    html = sent.content.decode()
    assert "may not be reached from here" in html
    assert "a:b@" not in html
    assert not DataSource.objects.exists()


def test_the_page_draws_the_tables_and_says_them(page, source):
    html = shown(page, "source", "mine", "sales")
    assert "sales.shop_id refers to shops" in html
    assert 'class="edge"' in html
    assert "2024-01-05 to 2024-03-05" in html


def test_a_viewer_sees_no_forms_that_change(client, source, workspace):
    client.force_login(MembershipFactory(workspace=workspace, role=Role.VIEWER).user)
    html = shown(client, "source", "mine", "sales")
    assert "Remove it" not in html
    assert "Read anew" not in html
    assert "Add a server" not in shown(client, "sources", "mine")


def test_questions_are_saved_and_show_what_they_gave(page, source, user, hash_embedder):
    page.post(
        reverse("save_question", args=["mine", "sales"]), {"question": "How many sales?", "every": "week"}
    )
    saved = SavedQuestion.objects.get()
    page.post(reverse("again_saved", args=["mine", "sales", saved.pk]))
    run = Run.objects.get()
    execute(run.pk, models=Models(NoModel(), hash_embedder))
    html = shown(page, "source", "mine", "sales")
    assert "every week" in html
    assert 'class="small saved-answer">' in html
    file = page.get(reverse("run_results", args=[run.pk, "xlsx"]))
    assert file.content[:2] == b"PK"
    page.post(reverse("forget_saved", args=["mine", "sales", saved.pk]))
    assert not SavedQuestion.objects.exists()


def test_another_members_saved_questions_are_not_shown(client, source, user, workspace):
    ask_again(save_question(user=user, source=source, question="How many secret sales?"))
    client.force_login(MembershipFactory(workspace=workspace, role=Role.OWNER).user)
    assert "secret" not in shown(client, "source", "mine", "sales")
    saved = SavedQuestion.objects.get()
    assert client.post(reverse("forget_saved", args=["mine", "sales", saved.pk])).status_code == 404


def test_approved_queries_are_checked_kept_and_taken_back(page, source):
    address = reverse("approve_query", args=["mine", "sales"])
    bad = page.post(address, {"question": "Which?", "sql": "SELECT * FROM nothing"})
    assert bad.status_code == 422
    assert "does not exist" in bad.content.decode()
    page.post(address, {"question": "Which towns?", "sql": "SELECT town FROM shops"})
    assert "Which towns?" in shown(page, "source", "mine", "sales")
    page.post(reverse("forget_query", args=["mine", "sales", ApprovedQuery.objects.get().pk]))
    assert not ApprovedQuery.objects.exists()


def test_a_source_is_changed_read_anew_and_removed(page, source):
    page.post(
        reverse("change_source", args=["mine", "sales"]), {"description": "By shop", "use_role": "editor"}
    )
    source.refresh_from_db()
    assert (source.description, source.use_role) == ("By shop", "editor")
    page.post(reverse("refresh_source", args=["mine", "sales"]))
    assert "nothing has changed" in shown(page, "source", "mine", "sales")
    assert page.post(reverse("remove_source", args=["mine", "sales"])).url == reverse(
        "sources", args=["mine"]
    )
    assert not DataSource.objects.exists()


def test_an_answer_shows_its_sql_its_chart_and_its_files(page, workspace, source, hash_embedder):
    html = asked(page, workspace, hash_embedder)
    run = Run.objects.get()
    assert f'id="edit-{run.pk}"' in html
    assert 'class="bar"' in html
    assert reverse("run_results", args=[run.pk, "xlsx"]) in html
    assert "kept-note" not in html


def test_a_kept_result_says_so_and_is_run_again(page, workspace, source, hash_embedder):
    asked(page, workspace, hash_embedder)
    html = asked(page, workspace, hash_embedder)
    assert "This result is one from before" in html
    html = asked(page, workspace, hash_embedder, fresh="1")
    assert "This result is one from before" not in html


def test_the_sql_is_changed_and_run_again(page, workspace, source, hash_embedder):
    html = asked(page, workspace, hash_embedder, sql="SELECT town FROM shops ORDER BY town DESC LIMIT 1")
    assert "Town: <strong>Rome</strong>" in html


def test_an_answer_of_an_edited_statement_has_no_green_shield(page, workspace, source, hash_embedder):
    html = asked(page, workspace, hash_embedder)
    assert '<span class="badge good">' in html
    html = asked(page, workspace, hash_embedder, sql="SELECT max(value) AS most FROM sales")
    shown_last = html[html.rindex("data-answer-text") :]
    assert '<span class="badge warn">' in shown_last
    assert "Edited by hand: not checked against the question" in shown_last
    assert BY_HAND in shown_last
    assert '<span class="badge good">' not in shown_last


def test_an_edited_statement_that_is_refused_is_not_said_to_have_run(page, workspace, source, hash_embedder):
    html = asked(page, workspace, hash_embedder, sql="SELECT * FROM nothing")
    assert "This query did not run" in html
    assert "Table &#x27;nothing&#x27; does not exist" in html or "Table 'nothing' does not exist" in html
    assert BY_HAND not in html


def test_an_edited_statement_is_told_as_such_by_the_api_and_in_files(page, workspace, source, hash_embedder):
    asked(page, workspace, hash_embedder)
    assert page.get(f"/api/queries/{Run.objects.get().pk}").json()["proven"]
    asked(page, workspace, hash_embedder, sql="SELECT max(value) AS most FROM sales")
    run = Run.objects.latest("created_at")
    told = page.get(f"/api/queries/{run.pk}").json()
    assert told["answered"]
    assert (told["edited_by_hand"], told["proven"], told["warnings"]) == (True, False, [BY_HAND])
    assert BY_HAND in page.get(reverse("run_export", args=[run.pk, "md"])).content.decode()
    assert "edited-by-hand" in page.get(reverse("run_results", args=[run.pk, "csv"]))["Content-Disposition"]
    assert page.get(f"/api/queries/{run.pk}/results.json").json()["edited_by_hand"]


def test_a_viewer_sees_the_sql_but_changes_none(client, workspace, source, hash_embedder):
    client.force_login(MembershipFactory(workspace=workspace, role=Role.VIEWER).user)
    html = asked(client, workspace, hash_embedder)
    run = Run.objects.get()
    assert "sql-keyword" in html
    assert f'id="edit-{run.pk}"' not in html
    given = {"text": "x", "mode": "source", "source": "sales", "sql": "SELECT 1"}
    assert client.post(reverse("ask", args=["mine"]), given).status_code == 403
    kept = client.post(reverse("run_keep", args=[run.pk]), {"what": "query", "sql": "SELECT town FROM shops"})
    assert kept.status_code == 422
    assert not ApprovedQuery.objects.exists()


def test_beside_an_answer_its_query_and_question_are_kept(page, workspace, source, hash_embedder):
    asked(page, workspace, hash_embedder)
    run = Run.objects.get()
    keep = reverse("run_keep", args=[run.pk])
    sent = page.post(keep, {"what": "query", "sql": run.source_state["sql"]})
    assert "Saved as an example" in sent.content.decode()
    assert ApprovedQuery.objects.get().question == run.question
    assert "every day" in page.post(keep, {"every": "day"}).content.decode()
    saved = SavedQuestion.objects.get()
    assert (saved.every, saved.last_run) == ("day", run)


def test_an_answer_is_called_wrong_beside_it(page, workspace, source, hash_embedder):
    assert "Is this answer right?" in asked(page, workspace, hash_embedder)
    run = Run.objects.get()
    told = page.post(reverse("run_keep", args=[run.pk]), {"what": "wrong"}).content.decode()
    assert "Noted as wrong" in told
    html = shown(page, "source", "mine", "sales")
    assert "Found wrong" in html
    assert run.question in html


def test_what_a_source_asks_back_is_answered_by_a_button(page, workspace, source, hash_embedder, tmp_path):
    with closing(sqlite3.connect(tmp_path / "sales.sqlite")) as made:
        made.executescript(
            "ALTER TABLE sales RENAME COLUMN sold_on TO placed_on;"
            "ALTER TABLE sales ADD COLUMN shipped_on date; UPDATE sales SET shipped_on = '2024-01-05'"
        )
    refresh_source(user=source.created_by, source=source)
    html = asked(page, workspace, hash_embedder, text="What is the total value of sales in February 2024?")
    run = Run.objects.get()
    choose = reverse("run_choose", args=[run.pk])
    assert f'hx-post="{choose}"' in html
    assert re.findall(r'class="button small">([a-z_.]+)</button>', html) == [
        "sales.placed_on",
        "sales.shipped_on",
    ]
    sent = page.post(choose, {"option": "1"})
    execute(run.pk, models=Models(NoModel(), hash_embedder))
    html = page.get(sent.url).content.decode()
    assert "You chose: sales.placed_on" in html
    assert "20" in html
    assert (
        "Chosen: `sales.placed_on`" in page.get(reverse("run_export", args=[run.pk, "md"])).content.decode()
    )


def test_the_source_of_a_conversation_stays_chosen(page, workspace, source, hash_embedder):
    assert "<option selected>sales</option>" in asked(page, workspace, hash_embedder)
    chosen = page.get(reverse("chat", args=["mine"]), {"source": "sales"}).content.decode()
    assert "<option selected>sales</option>" in chosen
    assert "<option>sales</option>" in page.get(reverse("chat", args=["mine"])).content.decode()


def test_a_chosen_source_says_what_it_can_be_asked(page, workspace, source):
    text = page.get(reverse("chat", args=[workspace.slug]), {"source": "sales"}).content.decode()
    assert "How many sales are there?" in text
    assert "Ask your documents" not in text
    assert "Ask your documents" in shown(page, "chat", workspace.slug)


def test_what_rules_do_not_read_is_not_called_absent(page, workspace, source, hash_embedder):
    text = asked(page, workspace, hash_embedder, text="Which shops does the mayor like?")
    assert "Rules alone do not read this question" in text
    assert "Not in these tables" not in text


def test_a_share_is_shown_with_a_few_decimals(page, workspace, source, hash_embedder):
    text = asked(page, workspace, hash_embedder, text="What share of the total value comes from Rome?")
    assert "0.4286" in text
    assert "0.42857" not in text
