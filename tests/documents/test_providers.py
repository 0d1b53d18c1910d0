import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.machinery import ModuleSpec
from types import ModuleType

import pytest

from documents import providers
from documents.providers import current_tier, get_chat_model, get_embedder, local_url, note_path
from llm.errors import Unavailable
from llm.providers.local_model import QWEN, cache_folder
from ragsite.running.instance import Instance, write_instance

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_set(settings, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    settings.RAGSITE_HOME = tmp_path / "home"
    for server in providers._own_servers:  # that a test before has started
        server.stop()
    for name in (
        "RAGSITE_LLM",
        "GEMINI_API_KEY",
        "OPENAI_BASE_URL",
        "RAGSITE_LOCAL_URL",
        "RAGSITE_LOCAL_MODEL",
    ):
        setattr(settings, name, "")


@pytest.fixture
def healthy():
    """A server that says it is well; its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    server.server_close()
    thread.join()


def note(url, pid):
    note_path().parent.mkdir(parents=True)
    note_path().write_text(json.dumps({"url": url, "pid": pid}))


def test_nothing_set_up_means_no_model():
    assert current_tier() == "none"
    with pytest.raises(Unavailable, match="GEMINI_API_KEY"):
        get_chat_model().complete(None)


def test_the_first_tier_that_is_set_up_answers(settings):
    settings.RAGSITE_LOCAL_URL = "http://127.0.0.1:9/v1"
    assert current_tier() == "local"
    settings.OPENAI_BASE_URL = "http://127.0.0.1:9/v1"
    assert current_tier() == "openai"
    settings.GEMINI_API_KEY = "k"
    assert current_tier() == "gemini"
    settings.RAGSITE_LLM = "none"
    assert current_tier() == "none"


def test_a_file_that_is_not_the_model_does_not_make_the_local_tier(settings, tmp_path):
    wrong = tmp_path / "wrong.gguf"
    wrong.write_bytes(b"wrong")
    settings.RAGSITE_LOCAL_MODEL = str(wrong)
    assert current_tier() == "none"


@pytest.mark.parametrize(
    "tier, says", [("gemini", "GEMINI_API_KEY"), ("openai", "OPENAI_BASE_URL"), ("claude", "choose one of")]
)
def test_a_tier_that_is_not_set_up_says_what_it_takes(tier, says):
    with pytest.raises(Unavailable, match=says):
        get_chat_model(tier)


def test_roles_fall_back_to_the_standard_model(settings):
    settings.OPENAI_BASE_URL = "http://127.0.0.1:9/v1"
    settings.OPENAI_MODEL, settings.OPENAI_FAST_MODEL, settings.OPENAI_DEEP_MODEL = "mid", "quick", ""
    model = get_chat_model("openai")
    assert model.models == {"fast": "quick", "standard": "mid", "deep": "mid"}
    assert get_chat_model("openai") is model
    model.close()


@pytest.fixture
def cached_model():
    """A file that passes for the local model: of its size, with a note of its digest."""
    cache_folder().mkdir(parents=True)
    path = cache_folder() / QWEN.filename
    with path.open("wb") as file:
        file.truncate(QWEN.bytes)
    state = [QWEN.bytes, path.stat().st_mtime_ns]
    path.with_name(path.name + ".sha256.json").write_text(json.dumps({"state": state, "sha256": QWEN.sha256}))


def test_a_cached_model_is_at_hand_only_where_llama_cpp_is(cached_model, monkeypatch):
    monkeypatch.setitem(sys.modules, "xllamacpp", ModuleType("xllamacpp"))
    sys.modules["xllamacpp"].__spec__ = ModuleSpec("xllamacpp", None)
    assert current_tier() == "local"
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    assert current_tier() == "none"


def test_commands_beside_a_running_site_take_its_tier(cached_model, settings):
    (settings.RAGSITE_HOME / "run").mkdir(parents=True)
    write_instance(settings.RAGSITE_HOME, Instance(os.getpid(), "http://127.0.0.1:9", "none"))
    settings.OPENAI_BASE_URL = "http://127.0.0.1:9/v1"
    assert current_tier() == "none"
    write_instance(settings.RAGSITE_HOME, Instance(2**22 + 1, "http://127.0.0.1:9", "none"))
    assert current_tier() == "openai"


def test_naming_the_local_tier_starts_nothing():
    model = get_chat_model("local")
    assert model.tier == "local"
    with pytest.raises(Unavailable, match=r"llm\.providers\.local_model"):
        model.complete(None)


def test_a_noted_server_that_lives_is_shared(healthy):
    note(healthy, os.getpid())
    assert local_url() == healthy


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"url": "http://127.0.0.1:9/v1", "pid": 1}'])
def test_a_note_of_a_server_that_is_gone_is_passed_over(content):
    note_path().parent.mkdir(parents=True)
    note_path().write_text(content)
    with pytest.raises(Unavailable):
        local_url()


def test_a_note_of_a_dead_process_is_passed_over(healthy):
    note(healthy, 2**22 + 1)
    with pytest.raises(Unavailable):
        local_url()


def test_the_setting_wins(settings, healthy):
    note(healthy, os.getpid())
    settings.RAGSITE_LOCAL_URL = "http://127.0.0.1:9/v1"
    assert local_url() == "http://127.0.0.1:9/v1"


def test_the_embedder_is_made_once():
    assert get_embedder() is get_embedder()
