"""Questions in another language than the document that answers them, translated by a scripted model."""

import pytest

from agentic.inquiry import Models
from agentic.runs import execute
from llm.errors import Timeout
from llm.fakes import ScriptedChatModel
from tests.factories import ChunkFactory, DocumentFactory, PageFactory, RunFactory

pytestmark = pytest.mark.django_db(transaction=True)

SKONTO = (
    "Bei Zahlung innerhalb von 8 Tagen gewähren wir der Orgelbau Kastner GmbH 2 % Skonto auf die Rechnung."
)
ENGLISH = "What markdown does Kastner give for settling up within 8 days?"
GERMAN = "Wie viel Prozent Skonto gewährt Kastner bei Zahlung innerhalb von 8 Tagen?"


@pytest.fixture
def ask(workspace, user, hash_embedder):
    document = DocumentFactory(workspace=workspace, filename="kastner.txt", language="de")
    PageFactory(document=document, text=SKONTO)
    vector = hash_embedder.embed([SKONTO])[0]
    ChunkFactory(document=document, text=SKONTO, embedding=vector, embedding_model=hash_embedder.name)

    def run(question, *replies):
        made = RunFactory(workspace=workspace, user=user, question=question)
        with ScriptedChatModel(replies, tier="local") as chat:
            execute(made.pk, models=Models(chat, hash_embedder))
        run.requests = chat.requests
        made.refresh_from_db()
        assert made.status == "done", made.error
        return made

    return run


def test_rules_answer_what_a_model_put_into_the_language_of_the_document(ask):
    run = ask(ENGLISH, GERMAN)
    assert (run.answered, run.route) == (True, "map")
    assert "2 %" in run.answer
    assert f"The question was read as “{GERMAN}”." in run.result["warnings"]
    assert ask.requests[0].messages[0].text == f"Into German: {ENGLISH}"
    assert run.steps.filter(output__read_as=GERMAN).exists()
    assert run.result["fit"] == ask(GERMAN).result["fit"]  # checked against what was answered


def test_a_question_in_the_documents_language_is_not_translated(ask):
    assert ask(GERMAN).answered
    assert not ask.requests


@pytest.mark.parametrize("reply", [GERMAN.replace("8", "9"), Timeout("late")])
def test_the_question_stays_as_it_was_where_the_translation_loses_something(ask, reply):
    run = ask(ENGLISH, reply)
    assert not run.answered
    assert "read as" not in str(run.result)
