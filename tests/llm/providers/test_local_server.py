"""The real local model behind its real server."""

import sys
from subprocess import DEVNULL, Popen

import pytest

from llm.errors import TooLong, Unavailable
from llm.providers.local_model import find_model_file
from llm.providers.local_server import (
    BATCH_TOKENS,
    LocalServer,
    is_healthy,
    main,
    start_local_server,
    wait_until_ready,
)
from llm.providers.openai_model import OpenAIModel
from tests.llm.requests import City, ask


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    path = find_model_file()
    if path is None:
        pytest.skip("the local model is not on this machine: python -m llm.providers.local_model")
    server = start_local_server(path, tmp_path_factory.mktemp("log") / "model.log")
    try:
        wait_until_ready(server)
        yield server
    finally:
        server.stop()
    assert server.poll() == 0, "it ends when it is told to"
    assert not is_healthy(server.url)


@pytest.fixture
def model(server):
    models = {"fast": "local", "standard": "local", "deep": "local"}
    model = OpenAIModel(base_url=server.url, api_key="", models=models, seconds=300, tier="local")
    yield model
    model.close()


@pytest.mark.local_model
def test_a_reply_is_forced_into_the_schema(model):
    reply = model.complete(ask("Describe Tokyo.", output=City, max_tokens=60))
    assert isinstance(reply.parsed, City)
    assert "Tokyo" in reply.parsed.name
    assert reply.usage.calls == 1


@pytest.mark.local_model
def test_text_streams_piece_by_piece_and_is_counted(model):
    heard = []
    reply = model.complete(ask("Count from one to five in words.", max_tokens=30, on_text=heard.append))
    assert len([text for text in heard if text]) > 3
    assert "".join(heard) == reply.text
    assert "three" in reply.text.lower()
    assert reply.usage.calls == 1
    assert reply.usage.output_tokens > 3


@pytest.mark.local_model
def test_a_listener_hears_now_and_then_while_a_prompt_is_read(model):
    heard = []
    model.complete(ask("word " * BATCH_TOKENS, max_tokens=1, on_text=heard.append))
    assert heard[:2] == ["", ""], "of one event for each batch before the first word"


@pytest.mark.local_model
def test_a_prompt_beyond_its_context_says_so(model):
    with pytest.raises(TooLong):
        model.complete(ask("word " * 9000))


def test_a_missing_file_ends_it_with_a_sentence(capsys, tmp_path):
    assert main(["--model", str(tmp_path / "none.gguf")]) == 1
    assert "There is no model file" in capsys.readouterr().err


def test_a_server_that_ends_at_once_is_not_waited_for(tmp_path):
    with Popen([sys.executable, "-c", ""], stdout=DEVNULL) as process:
        server = LocalServer(process, "http://127.0.0.1:9/v1", tmp_path / "model.log")
        with pytest.raises(Unavailable, match=r"model\.log"):
            wait_until_ready(server, seconds=20)
