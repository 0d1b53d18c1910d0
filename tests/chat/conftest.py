import pytest

from agentic.models import Run
from chat.models import ChatSession, Message
from tests import factories


@pytest.fixture
def signed_in(client, user, settings):
    """The test client, used by `user` alone."""
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(user)
    return client


@pytest.fixture
def answered(user, workspace):
    """A conversation of `user` with one answer that has a step, a citation and a number."""
    document = factories.DocumentFactory(workspace=workspace, filename="report.txt")
    factories.PageFactory(document=document, text="Revenue was $4.2 million.")
    source = {
        "document": "report.txt",
        "document_id": document.pk,
        "page": 1,
        "quote": "Revenue was $4.2 million.",
    }
    number = {
        "text": "$4.2 million",
        "value": "4200000",
        "start": 12,
        "end": 24,
        "status": "exact",
        "formula": "",
    }
    run = factories.RunFactory(
        user=user,
        workspace=workspace,
        status=Run.Status.DONE,
        route="facts",
        tier="none",
        answered=True,
        answer="Revenue was $4.2 million [1].",
        result={
            "text": "Revenue was $4.2 million [1].",
            "answered": True,
            "citations": [{"number": 1, "kind": "metric", "fact_id": 1, **source}],
            "numbers": [{**number, **source}],
            "tables": [],
            "coverage": {
                "considered": 1,
                "matched": 1,
                "read": 1,
                "total": 1,
                "without_facts": 0,
                "text": "Searched 1 of 1 document",
            },
            "tried": [],
            "nearest": [],
            "warnings": [],
        },
    )
    factories.RunStepFactory(run=run, position=1, sql="SELECT value FROM metrics", rows=1, seconds=0.012)
    return converse(user, workspace, run)


def converse(user, workspace, run) -> ChatSession:
    session = factories.ChatSessionFactory(user=user, workspace=workspace, title=run.question)
    factories.MessageFactory(session=session, text=run.question)
    factories.MessageFactory(session=session, role=Message.Role.ASSISTANT, text="", run=run)
    return session
