import json
import uuid

import pytest

from agentic.models import Run
from chat.models import ChatSession
from tests.agentic.api.test_presentation import CONTRACT
from tests.agentic.api.test_runs import store_revenue
from tests.factories import ChatSessionFactory, MessageFactory, RunFactory

QUESTION = "What was Acme's revenue in 2024?"


@pytest.fixture(autouse=True)
def _signed_in(client, user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(user)


def ask(client, **body):
    return client.post(
        "/api/chat/query", json.dumps({"workspace": "mine", **body}), content_type="application/json"
    )


@pytest.mark.django_db(transaction=True)  # the statements' reader sees committed rows only
def test_a_first_question_begins_a_conversation(client, user, workspace):
    store_revenue(workspace)
    body = ask(client, question=QUESTION, wait=0, session_id="").json()
    session = ChatSession.objects.get()
    assert body.keys() >= CONTRACT | {"session_id"}
    assert body["session_id"] == str(session.pk)
    assert session.user == user
    assert body["answered"]


def test_a_follow_up_knows_what_was_said(client, user, workspace):
    session = ChatSessionFactory(user=user, workspace=workspace)
    MessageFactory(session=session, text=QUESTION)
    earlier = RunFactory(user=user, workspace=workspace, status="done", answer="$4.2 million")
    MessageFactory(session=session, role="assistant", run=earlier)
    body = ask(client, question="Why did it grow?", mode="map", wait=0, session_id=str(session.pk)).json()
    assert body["session_id"] == str(session.pk)
    run = Run.objects.get(pk=body["run_id"])
    assert [message["text"] for message in run.history] == [QUESTION, "$4.2 million"]
    assert session.messages.count() == 4


def test_conversations_of_others_do_not_exist(client, other_user, workspace):
    theirs = ChatSessionFactory(user=other_user, workspace=workspace)
    for pk in (theirs.pk, uuid.uuid4()):
        response = ask(client, question=QUESTION, session_id=str(pk))
        assert response.status_code == 404
        assert "no such conversation" in response.json()["error"]
    assert not Run.objects.exists()
