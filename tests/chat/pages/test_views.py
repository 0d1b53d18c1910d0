"""The chat's pages: what is shown, what asking does, and that nobody sees another's conversation."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from agentic.models import Run, RunStep
from chat.models import ChatSession
from tests import factories
from tests.chat.conftest import converse

HTMX = {"HX-Request": "true"}


def post(client, name, *args, data=None, **headers):
    return client.post(reverse(name, args=args), data or {}, headers=headers)


def test_home_opens_the_workspace_that_was_open_last(signed_in, user, workspace):
    second = factories.MembershipFactory(user=user, workspace__slug="second").workspace
    signed_in.get(reverse("chat", args=[second.slug]))
    assert signed_in.get("/").url == "/w/second/"


def test_home_without_a_workspace_says_what_to_do(signed_in):
    response = signed_in.get("/")
    assert "Make one, or ask an owner to add you" in response.content.decode()


def test_strangers_are_sent_to_the_sign_in_page(client, workspace, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    response = client.get("/w/mine/")
    assert response.url == "/login/?next=/w/mine/"
    assert "Sign in" in client.get(response.url).content.decode()


def test_pages_allow_no_script_but_their_own(signed_in, workspace):
    response = signed_in.get("/w/mine/")
    assert "default-src 'self'" in response["Content-Security-Policy"]
    html = response.content.decode()
    assert "<script>" not in html
    assert " style=" not in html
    assert " onclick=" not in html


def test_the_sidebar_leads_to_every_page_and_the_admin_only_for_staff(signed_in, user, workspace):
    html = signed_in.get("/w/mine/").content.decode()
    for name in ("documents", "document_map", "figures", "conflicts"):
        assert f'href="{reverse(name, args=["mine"])}"' in html
    for name in ("settings", "help", "api:openapi-view", "workspaces"):
        assert f'href="{reverse(name)}"' in html
    assert f'href="{reverse("admin:index")}"' not in html
    user.is_staff = True
    user.save()
    assert f'href="{reverse("admin:index")}"' in signed_in.get("/w/mine/").content.decode()


def test_help_says_what_the_ways_to_answer_and_the_lines_under_figures_mean(signed_in, workspace):
    html = signed_in.get(reverse("help")).content.decode()
    for words in (
        "Document map",
        "has no source: check it before use",
        "walk through the sources",
        'aria-current="page"',
    ):
        assert words in html


def test_an_empty_workspace_offers_to_add_documents(signed_in, workspace):
    html = signed_in.get("/w/mine/").content.decode()
    assert "There is nothing to read yet" in html
    assert reverse("documents", args=["mine"]) in html


def test_a_new_chat_suggests_questions_that_the_documents_answer(signed_in, workspace):
    profile = {"answers_questions_about": ["topics", "What was revenue in 2024?"]}
    factories.DocumentFactory(
        workspace=workspace, title="Annual report", map_entry={"retrieval_profile": profile}
    )
    html = signed_in.get("/w/mine/").content.decode()
    assert "What was revenue in 2024?" in html
    assert "Annual report" in html


def test_a_new_chat_says_how_far_the_reading_is(signed_in, workspace):
    factories.DocumentFactory(workspace=workspace)
    factories.DocumentFactory(
        workspace=workspace, filename="b.pdf", status="reading", progress=40, stage="Reading tables"
    )
    html = signed_in.get("/w/mine/").content.decode()
    assert "Reading 2 documents." in html
    assert "b.pdf: Reading tables" in html
    assert 'hx-trigger="every 1500ms"' in html
    assert 'value="70"' in html


def test_a_conversation_shows_question_answer_proof_and_queries(signed_in, answered):
    html = signed_in.get(reverse("conversation", args=["mine", answered.pk])).content.decode()
    assert "What was revenue in 2024?" in html
    assert "figure figure-exact" in html
    assert "1 of 1 figure proven" in html
    assert "Searched 1 of 1 document" in html
    assert '<span class="sql-keyword">SELECT</span>' in html
    assert "12 ms" in html
    assert "1 step · 1 query" in html


def test_an_unproven_figure_is_said_below_the_answer(signed_in, user, answered):
    run = Run.objects.get()
    run.result["numbers"][0]["status"] = "unsupported"
    run.save()
    html = signed_in.get(reverse("conversation", args=["mine", answered.pk])).content.decode()
    assert "1 of 1 figure unproven" in html
    assert "(unproven)" in html


def test_no_answer_shows_what_was_tried_the_nearest_and_ways_to_widen(signed_in, user, workspace):
    nearest = [
        {"number": n, "document": f"d{n}.pdf", "document_id": n, "page": 1, "quote": f"near {n}"}
        for n in range(1, 6)
    ]
    result = {"text": "", "answered": False, "tried": ["Looked for “moon”: 0 found"], "nearest": nearest}
    run = factories.RunFactory(user=user, workspace=workspace, status="done", route="facts", result=result)
    html = signed_in.get(
        reverse("conversation", args=["mine", converse(user, workspace, run).pk])
    ).content.decode()
    assert "Not in these documents" in html
    assert "Looked for “moon”: 0 found" in html
    assert "near 3" in html
    assert "near 4" not in html
    assert '<input type="hidden" name="mode" value="map">' in html
    assert '<input type="hidden" name="mode" value="facts">' not in html


@pytest.mark.parametrize(
    "fields,words",
    [
        ({"status": "failed", "error": "The model is away."}, "The model is away."),
        ({"status": "stopped", "answer": "Half of"}, "Stopped before the answer was whole"),
        ({"status": "done", "clarification": "Which year?"}, "Which year?"),
        ({"status": "running", "partial": "So **far**"}, "So <strong>far</strong>"),
        ({"status": "queued"}, "Waiting: yours is the next question"),
        ({"status": "running"}, "Beginning"),
    ],
)
def test_every_end_of_a_run_has_its_words(signed_in, user, workspace, fields, words):
    run = factories.RunFactory(user=user, workspace=workspace, **fields)
    session = converse(user, workspace, run)
    assert words in signed_in.get(reverse("conversation", args=["mine", session.pk])).content.decode()


def test_a_running_answer_is_followed_and_can_be_stopped(signed_in, user, workspace):
    run = factories.RunFactory(user=user, workspace=workspace)
    session = converse(user, workspace, run)
    html = signed_in.get(reverse("conversation", args=["mine", session.pk])).content.decode()
    assert f'sse-connect="/runs/{run.pk}/events"' in html
    assert post(signed_in, "run_stop", run.pk).status_code == 204
    run.refresh_from_db()
    assert run.status == Run.Status.STOPPED


def test_a_question_that_waits_says_behind_how_many_and_for_how_long(signed_in, user, workspace):
    factories.RunFactory(status="running")
    factories.RunFactory(status="queued")
    run = factories.RunFactory(user=user, workspace=workspace)
    long_ago = timezone.now() - timedelta(seconds=30)
    Run.objects.filter(pk=run.pk).update(created_at=long_ago + timedelta(seconds=1))
    Run.objects.exclude(pk=run.pk).update(created_at=long_ago)
    session = converse(user, workspace, run)
    html = signed_in.get(reverse("conversation", args=["mine", session.pk])).content.decode()
    assert "Waiting: 2 questions before yours" in html
    assert 'data-elapsed="29.' in html or 'data-elapsed="3' in html


def test_the_step_that_runs_is_told_in_plain_words_with_its_seconds(signed_in, user, workspace):
    run = factories.RunFactory(user=user, workspace=workspace, status="running", started_at=timezone.now())
    factories.RunStepFactory(run=run, kind="analyse", title="Read the question", seconds=0.01)
    step = factories.RunStepFactory(run=run, kind="write", title="Write SQL")
    RunStep.objects.filter(pk=step.pk).update(created_at=timezone.now() - timedelta(seconds=14))
    session = converse(user, workspace, run)
    html = signed_in.get(reverse("conversation", args=["mine", session.pk])).content.decode()
    assert "Writing SQL" in html
    assert 'data-elapsed="14.' in html
    assert "Read the question" in html


def test_an_answer_says_how_much_of_its_time_it_waited(signed_in, answered):
    now = timezone.now()
    times = {"created_at": now - timedelta(seconds=42), "started_at": now - timedelta(seconds=12)}
    Run.objects.update(**times, finished_at=now)
    html = signed_in.get(reverse("conversation", args=["mine", answered.pk])).content.decode()
    assert "42 s, of which 30 s waiting" in html
    Run.objects.update(started_at=times["created_at"])
    html = signed_in.get(reverse("conversation", args=["mine", answered.pk])).content.decode()
    assert "waiting" not in html


@pytest.mark.parametrize(("tier", "offered"), [("openai", True), ("none", False)])
def test_a_quick_answer_is_offered_where_a_model_is_at_work(
    signed_in, user, workspace, settings, tier, offered
):
    settings.RAGSITE_LLM = tier
    run = factories.RunFactory(user=user, workspace=workspace, status="running")
    session = converse(user, workspace, run)
    html = signed_in.get(reverse("conversation", args=["mine", session.pk])).content.decode()
    assert ("Quick answer now" in html) is offered


def test_a_quick_answer_is_asked_for_by_whose_question_it_is(signed_in, user, other_user, workspace):
    run = factories.RunFactory(user=user, workspace=workspace, status="running")
    theirs = factories.RunFactory(user=other_user, workspace=workspace, status="running")
    assert "The quick answer is on its way." in post(signed_in, "run_quick", run.pk).content.decode()
    assert post(signed_in, "run_quick", theirs.pk).status_code == 404
    asked = dict(Run.objects.values_list("pk", "quick_requested"))
    assert asked == {run.pk: True, theirs.pk: False}


def test_after_a_quick_answer_the_model_can_be_asked(signed_in, answered):
    address = reverse("conversation", args=["mine", answered.pk])
    assert "Let the model answer" not in signed_in.get(address).content.decode()
    Run.objects.update(quick=True, mode="sql")
    html = signed_in.get(address).content.decode()
    assert "Let the model answer" in html
    assert '<input type="hidden" name="mode" value="sql">' in html


def test_texts_of_documents_are_escaped_everywhere(signed_in, user, workspace, answered):
    hostile = "<script>alert(1)</script>"
    run = Run.objects.get()
    run.result["tables"] = [
        {
            "columns": [hostile],
            "rows": [[hostile]],
            "spans": [run.result["citations"][0]],
            "explanation": hostile,
        }
    ]
    run.result |= {"warnings": [hostile], "tried": [hostile]}
    run.result["citations"][0]["quote"] = hostile
    run.question = hostile
    run.save()
    run.steps.update(title=hostile, error=hostile, output={"found": hostile})
    html = signed_in.get(reverse("conversation", args=["mine", answered.pk])).content.decode()
    assert hostile not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html


def test_asking_begins_a_conversation_and_names_its_address(signed_in, workspace):
    response = post(signed_in, "ask", "mine", data={"text": "Why did costs rise?", "mode": "map"}, **HTMX)
    session = ChatSession.objects.get()
    html = response.content.decode()
    assert response["HX-Push-Url"] == f"/w/mine/c/{session.pk}/"
    assert session.title == "Why did costs rise?"
    assert f'name="session" value="{session.pk}" hx-swap-oob="true"' in html
    assert "data-live" in html
    assert Run.objects.get().mode == "map"


def test_asking_again_stays_in_the_conversation(signed_in, answered):
    data = {"text": "Why did it grow?", "mode": "map", "session": answered.pk}
    response = post(signed_in, "ask", "mine", data=data, **HTMX)
    assert "HX-Push-Url" not in response
    assert answered.messages.count() == 4
    newest = Run.objects.latest("created_at")
    assert newest.history[-1] == {"role": "assistant", "text": "Revenue was $4.2 million [1]."}


def test_asking_without_script_leads_to_the_conversation(signed_in, workspace):
    response = post(signed_in, "ask", "mine", data={"text": "Why?", "mode": "map"})
    assert response.url == f"/w/mine/c/{ChatSession.objects.get().pk}/"


@pytest.mark.parametrize("text", ["", "   ", "x" * 100_000])
def test_a_bad_question_is_refused_in_a_sentence_and_nothing_is_stored(signed_in, workspace, text):
    response = post(signed_in, "ask", "mine", data={"text": text}, **HTMX)
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    assert not ChatSession.objects.exists()
    assert not Run.objects.exists()


def test_conversations_are_found_by_the_words_of_their_questions(signed_in, user, workspace, answered):
    other = converse(
        user, workspace, factories.RunFactory(user=user, workspace=workspace, question="Notice?")
    )
    html = signed_in.get("/w/mine/conversations/?q=revenue").content.decode()
    assert str(answered.pk) in html
    assert str(other.pk) not in html
    assert "No conversation mentions" in signed_in.get("/w/mine/conversations/?q=moon").content.decode()


def test_a_conversation_is_renamed_and_an_empty_name_changes_nothing(signed_in, answered):
    response = post(signed_in, "rename_conversation", "mine", answered.pk, data={"title": " Growth  "})
    assert "Growth" in response.content.decode()
    post(signed_in, "rename_conversation", "mine", answered.pk, data={"title": "  "})
    answered.refresh_from_db()
    assert answered.title == "Growth"


def test_a_renamed_conversation_names_the_tab_of_whoever_reads_it(signed_in, answered):
    asked = ("rename_conversation", "mine", answered.pk)
    reading = {"HX-Current-URL": f"http://testserver/w/mine/c/{answered.pk}/", **HTMX}
    html = post(signed_in, *asked, data={"title": "Growth"}, **reading).content.decode()
    assert "<title>Growth · ragsite</title>" in html
    assert 'aria-current="page"' in html
    elsewhere = {"HX-Current-URL": "http://testserver/w/mine/", **HTMX}
    assert "<title>" not in post(signed_in, *asked, data={"title": "More"}, **elsewhere).content.decode()


def test_deleting_a_conversation_removes_its_answers_and_leaves_a_receipt(signed_in, answered):
    current = {"HX-Current-URL": f"http://testserver/w/mine/c/{answered.pk}/", **HTMX}
    response = post(signed_in, "delete_conversation", "mine", answered.pk, **current)
    assert response["HX-Location"] == "/w/mine/"
    assert "with 1 answer" in signed_in.get("/w/mine/").content.decode()
    assert not ChatSession.objects.exists()
    assert not Run.objects.exists()


def test_a_rating_is_kept_and_taken_back(signed_in, answered):
    run = Run.objects.get()
    assert 'aria-pressed="true"' in post(signed_in, "run_rating", run.pk, data={"rating": 1}).content.decode()
    assert answered.messages.get(run=run).rating == 1
    post(signed_in, "run_rating", run.pk, data={"rating": 1})
    assert answered.messages.get(run=run).rating is None
    assert post(signed_in, "run_rating", run.pk, data={"rating": 5}).status_code == 400


@pytest.mark.parametrize(
    "form,media_type", [("md", "text/markdown"), ("csv", "text/csv"), ("json", "application/json")]
)
def test_an_answer_is_exported(signed_in, answered, form, media_type):
    response = signed_in.get(reverse("run_export", args=[Run.objects.get().pk, form]))
    assert response["Content-Security-Policy"].startswith("default-src 'none'; sandbox")
    assert response["Content-Type"].startswith(media_type)
    assert f'.{form}"' in response["Content-Disposition"]
    assert "$4.2 million" in response.content.decode()


def test_an_unknown_export_is_not_found(signed_in, answered):
    assert signed_in.get(reverse("run_export", args=[Run.objects.get().pk, "exe"])).status_code == 404


@pytest.fixture
def signed_in_as_other(client, other_user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(other_user)
    return client


@pytest.mark.parametrize("shares_workspace", [False, True])
def test_conversations_of_others_do_not_exist(signed_in_as_other, other_user, answered, shares_workspace):
    if shares_workspace:
        factories.MembershipFactory(user=other_user, workspace=answered.workspace)
    run = Run.objects.get()
    client = signed_in_as_other
    responses = [
        client.get(reverse("conversation", args=["mine", answered.pk])),
        client.get(reverse("run_events", args=[run.pk])),
        client.get(reverse("run_export", args=[run.pk, "json"])),
        client.get(reverse("run_matches", args=[run.pk, "csv"])),
        post(client, "run_choose", run.pk, data={"option": "vendor-1"}),
        post(client, "run_stop", run.pk),
        post(client, "run_rating", run.pk, data={"rating": 1}),
        post(client, "rename_conversation", "mine", answered.pk, data={"title": "Mine now"}),
        post(client, "delete_conversation", "mine", answered.pk),
        post(client, "ask", "mine", data={"text": "And now?", "session": answered.pk}),
    ]
    assert {response.status_code for response in responses} == {404}
    answered.refresh_from_db()
    assert answered.title == run.question
    assert Run.objects.count() == 1


def test_workspaces_of_others_do_not_exist(signed_in_as_other, answered):
    for name in ("chat", "conversations", "welcome"):
        assert signed_in_as_other.get(reverse(name, args=["mine"])).status_code == 404
    assert post(signed_in_as_other, "ask", "mine", data={"text": "Hello?"}).status_code == 404


def test_the_sidebar_lists_only_own_conversations(signed_in_as_other, other_user, answered):
    factories.MembershipFactory(user=other_user, workspace=answered.workspace)
    for address in ("/w/mine/", "/w/mine/conversations/?q=revenue"):
        assert str(answered.pk) not in signed_in_as_other.get(address).content.decode()


@pytest.mark.parametrize("count", [1, 12])
def test_a_long_conversation_costs_no_more_queries(
    signed_in, user, workspace, answered, django_assert_max_num_queries, count
):
    for _ in range(count):
        run = factories.RunFactory(
            user=user, workspace=workspace, status="done", answered=True, answer="Yes."
        )
        factories.RunStepFactory(run=run)
        factories.MessageFactory(session=answered, text="Again?")
        factories.MessageFactory(session=answered, role="assistant", run=run)
        converse(user, workspace, factories.RunFactory(user=user, workspace=workspace))
    signed_in.get("/w/mine/")
    with django_assert_max_num_queries(10):
        signed_in.get(reverse("conversation", args=["mine", answered.pk]))
