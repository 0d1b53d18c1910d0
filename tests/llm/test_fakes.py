import numpy as np
import pytest

from llm.errors import Refused
from llm.fakes import HashEmbedder, ScriptedChatModel
from tests.llm.requests import City, ask

PARIS = City(name="Paris", size="large")


def test_replies_come_in_order_and_requests_are_recorded():
    with ScriptedChatModel(["one", PARIS, Refused("no")]) as chat:
        assert chat.complete(ask("first")).text == "one"
        assert chat.complete(ask(output=City)).parsed == PARIS
        with pytest.raises(Refused):
            chat.complete(ask())
    assert chat.requests[0].messages[0].text == "first"


def test_an_unused_reply_fails_the_test():
    with pytest.raises(AssertionError, match="not asked for"), ScriptedChatModel(["one"]):
        pass


def test_a_request_too_many_fails_the_test():
    with pytest.raises(AssertionError, match="used up"):
        ScriptedChatModel([]).complete(ask())


def test_a_reply_of_another_type_fails_the_test():
    with pytest.raises(AssertionError, match="City was asked for"):
        ScriptedChatModel(["text"]).complete(ask(output=City))


def test_text_is_streamed_without_loss():
    heard = []
    ScriptedChatModel(["  two\n words "]).complete(ask(on_text=heard.append))
    assert "".join(heard) == "  two\n words "
    assert len(heard) > 1


def test_hash_vectors_are_normalised_and_nearer_for_common_words():
    one, like, unlike, empty = HashEmbedder().embed(["net sales rose", "net sales fell", "a lease", ""])
    assert one @ like > one @ unlike
    assert np.linalg.norm(empty) == pytest.approx(1)
