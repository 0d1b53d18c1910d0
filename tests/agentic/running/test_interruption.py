"""A model's call is ended as soon as its user asks for that, whatever the model is at."""

import threading
import time

import pytest

from agentic.running.interruption import GivenUp, InterruptibleChatModel
from agentic.trace import Stopped
from llm.errors import Timeout
from llm.fakes import ScriptedChatModel
from llm.types import ChatRequest, Message

REQUEST = ChatRequest(system="Answer.", messages=[Message("user", "Why?")])


class Thinking(ScriptedChatModel):
    """Says nothing until it is let go, and then tries to go on."""

    def __init__(self, **options):
        super().__init__([], **options)
        self.let_go, self.ended = threading.Event(), threading.Event()
        self.given_up = False

    def complete(self, request):
        assert self.let_go.wait(30)
        try:
            if request.on_text:
                request.on_text("At last")
        except GivenUp:
            self.given_up = True
            raise
        finally:
            self.ended.set()


def stop():
    raise Stopped


@pytest.mark.parametrize(("tier", "listens"), [("local", True), ("gemini", False)])
def test_a_silent_call_is_left_at_once_and_ends_at_its_next_word(tier, listens):
    chat = Thinking(tier=tier)
    with pytest.raises(Stopped):
        InterruptibleChatModel(chat, stop).complete(REQUEST)
    assert not chat.ended.is_set(), "nobody waited for the model"
    chat.let_go.set()
    assert chat.ended.wait(30)
    assert chat.given_up is listens, "the local model works for nobody else meanwhile"


def test_a_silent_call_is_left_when_its_time_is_over():
    """A provider looks at the clock where a piece of text comes."""
    chat = Thinking(tier="local")
    request = ChatRequest(system="", messages=REQUEST.messages, timeout=0.1)
    with pytest.raises(Timeout, match="in the time it was given"):
        InterruptibleChatModel(chat, lambda: None).complete(request)
    assert not chat.ended.is_set()
    chat.let_go.set()
    assert chat.ended.wait(30)


def test_what_is_heard_comes_in_order_and_in_the_thread_that_asked():
    heard = []
    request = ChatRequest(
        system="", messages=REQUEST.messages, on_text=lambda t: heard.append((t, threading.get_ident()))
    )
    reply = InterruptibleChatModel(ScriptedChatModel(["One two three"]), stop).complete(request)
    assert reply.text == "One two three"
    assert heard == [(word, threading.get_ident()) for word in ("One", " two", " three")]


def test_who_listens_can_end_the_call_too():
    def refuse(_):
        raise Stopped

    request = ChatRequest(system="", messages=REQUEST.messages, on_text=refuse)
    with pytest.raises(Stopped):
        InterruptibleChatModel(ScriptedChatModel(["One"]), lambda: None).complete(request)


def test_what_goes_wrong_in_the_call_is_raised_to_who_asked():
    with pytest.raises(Timeout):
        InterruptibleChatModel(ScriptedChatModel([Timeout("Too slow.")]), stop).complete(REQUEST)


def test_it_is_looked_now_and_then_while_the_call_lasts():
    class Slow(ScriptedChatModel):
        def complete(self, request):
            deadline = time.monotonic() + 30
            while len(looks) < 2 and time.monotonic() < deadline:
                time.sleep(0.01)
            return super().complete(request)

    looks = []
    chat = InterruptibleChatModel(Slow(["Done"]), lambda: looks.append(threading.get_ident()))
    assert chat.complete(REQUEST).text == "Done"
    assert set(looks) == {threading.get_ident()}
