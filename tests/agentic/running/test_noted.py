"""What a run notes of its model's calls."""

import pytest

from agentic.running.noted import NotedChatModel
from agentic.trace import Trace
from llm.errors import BadOutput
from llm.fakes import ScriptedChatModel
from llm.types import ChatRequest, Message
from llm.usage import Usage
from tests.factories import RunFactory

pytestmark = pytest.mark.django_db


def test_a_reply_that_fills_no_schema_is_counted_with_what_it_cost():
    trace = Trace(RunFactory())
    chat = NotedChatModel(ScriptedChatModel([BadOutput("No JSON.", usage=Usage(900, 40, 2, 128))]), trace)
    with pytest.raises(BadOutput):
        chat.complete(ChatRequest("", [Message("user", "When?")]))
    assert trace.usage == Usage(900, 40, 2, 128)
