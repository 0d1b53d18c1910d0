"""The model's reading gives way to questions and to rules."""

import threading
import time

import pytest
from django.utils import timezone

from documents.ingestion.priority.model_priority import (
    SIGN_OF_LIFE,
    PatientChatModel,
    others_go_first,
    patient,
)
from documents.models import Document
from llm.fakes import ScriptedChatModel
from llm.types import ChatRequest, Message
from tests.factories import DocumentFactory

REQUEST = ChatRequest(system="Read.", messages=[Message("user", "text")])


def test_a_call_waits_for_the_question():
    chat, question = ScriptedChatModel(["done"]), threading.Event()
    question.set()
    call = threading.Thread(target=PatientChatModel(chat, busy=question.is_set).complete, args=(REQUEST,))
    call.start()
    call.join(0.2)
    assert chat.requests == []
    question.clear()
    call.join(5)
    assert len(chat.requests) == 1


def test_a_call_under_way_is_abandoned_and_asked_again():
    question = threading.Event()

    class Slow(ScriptedChatModel):
        def complete(self, request):
            if self.requests:
                return super().complete(request)
            self.requests.append(request)
            question.set()
            threading.Timer(1.5, question.clear).start()
            for _ in range(100):  # ten seconds, then the reply is through and the test fails
                time.sleep(0.1)
                request.on_text("word ")
            raise AssertionError("The call was not abandoned.")

    chat = Slow(["done"])
    assert PatientChatModel(chat, busy=question.is_set).complete(REQUEST).text == "done"
    assert len(chat.requests) == 2


@pytest.mark.parametrize(("tier", "waits"), [("local", True), ("gemini", False)])
def test_only_the_local_model_is_shared(tier, waits):
    assert isinstance(patient(ScriptedChatModel([], tier=tier)), PatientChatModel) is waits


@pytest.mark.django_db
def test_the_model_leaves_the_processors_to_files_that_rules_read():
    document = DocumentFactory(status="reading", claimed_at=timezone.now())
    assert others_go_first()
    Document.objects.filter(pk=document.pk).update(claimed_at=timezone.now() - 2 * SIGN_OF_LIFE)
    assert not others_go_first(), "its worker is silent or dead"
    Document.objects.filter(pk=document.pk).update(status="ready", claimed_at=timezone.now())
    assert not others_go_first()
