"""Settings given on the page: kept, encrypted, held at once, and behind those of the environment."""

import io
import json

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from documents.configuration import (
    change_settings,
    configured,
    forget_values,
    shown_settings,
    stored_values,
)
from documents.model_trial import models_of, try_tier
from documents.models import ApiKey, SiteValue
from documents.providers import current_tier, get_chat_model
from documents.refusals import RefusedChange
from llm.errors import Unavailable
from tests.llm.scripted_server import Reply, serving

pytestmark = pytest.mark.django_db
NAMES = (
    "RAGSITE_LLM",
    "GEMINI_API_KEY",
    "OPENAI_BASE_URL",
    "OPENAI_API_KEY",
    "OPENAI_MODEL",
    "RAGSITE_LOCAL_URL",
)
KEY = "AIzaSy-not-a-real-key-1234"
SERVER = {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1", "OPENAI_MODEL": "mid"}
YES = {"id": "1", "object": "chat.completion", "created": 1, "model": "mid"}
YES |= {
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Yes"}}]
}


@pytest.fixture(autouse=True)
def _nothing_set(settings, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))  # where the local model's file would be
    settings.RAGSITE_HOME = tmp_path / "home"
    for name in (*NAMES, "RAGSITE_LOCAL_URL"):
        setattr(settings, name, "")


@pytest.fixture
def root(django_user_model):
    return django_user_model.objects.create_superuser("root")


@pytest.fixture
def change(root):
    return lambda **changes: change_settings(user=root, changes=changes)


def shown(name):
    return next(one for one in shown_settings() if one.setting.name == name)


def test_a_key_given_on_the_page_turns_its_tier_on(change, django_capture_on_commit_callbacks):
    assert current_tier() in ("none", "local")
    with pytest.raises(Unavailable, match="settings page"):
        get_chat_model("gemini")
    change(GEMINI_API_KEY=KEY)
    assert current_tier() == "gemini"
    assert get_chat_model().name == "gemini-3-flash-preview"
    change(GEMINI_MODEL="gemini-x")
    assert get_chat_model().name == "gemini-x"
    change(GEMINI_API_KEY="")
    assert current_tier() in ("none", "local")


def test_a_secret_is_stored_encrypted_and_shown_by_its_end(change):
    change(GEMINI_API_KEY=KEY)
    assert KEY not in SiteValue.objects.get().value
    assert shown("GEMINI_API_KEY").value == "…1234"
    change(GEMINI_API_KEY="short")
    assert shown("GEMINI_API_KEY").value == "…"


def test_another_secret_key_makes_a_secret_unreadable_and_says_so(change, settings):
    change(GEMINI_API_KEY=KEY)
    settings.SECRET_KEY = "another"
    forget_values()
    assert configured("GEMINI_API_KEY") == ""
    assert "give it anew" in shown("GEMINI_API_KEY").trouble


def test_the_environment_wins_and_is_not_changed_here(change, settings):
    change(OPENAI_MODEL="page")
    settings.OPENAI_MODEL = "environment"
    assert configured("OPENAI_MODEL") == "environment"
    assert (shown("OPENAI_MODEL").value, shown("OPENAI_MODEL").is_fixed) == ("environment", True)
    with pytest.raises(RefusedChange, match="OPENAI_MODEL is set by the environment, which wins"):
        change(OPENAI_MODEL="other")


def test_what_another_process_changes_is_seen_once_what_is_kept_is_old(monkeypatch):
    assert configured("OPENAI_MODEL") == ""
    SiteValue.objects.create(name="OPENAI_MODEL", value="mid")
    assert configured("OPENAI_MODEL") == ""
    monkeypatch.setattr("documents.configuration.KEPT_SECONDS", 0)
    assert configured("OPENAI_MODEL") == "mid"


def test_values_are_read_once_for_many_questions(django_assert_num_queries):
    with django_assert_num_queries(1):
        for _ in range(5):
            stored_values()


@pytest.mark.parametrize(
    "changes, says",
    [
        ({"RAGSITE_LLM": "claude"}, "choose none, local, gemini, openai"),
        ({"RAGSITE_LLM": "local"}, "The local model is not on this machine"),
        ({"RAGSITE_LLM": "gemini"}, "The tier gemini lacks “Key”"),
        ({"RAGSITE_LLM": "openai", "OPENAI_MODEL": "x"}, "lacks “Address”"),
        ({"OPENAI_BASE_URL": "localhost:11434"}, "is no address"),
        ({"OPENAI_BASE_URL": "file:///etc/passwd"}, "is no address"),
        ({"OPENAI_BASE_URL": "http://me:secret@host/v1"}, "is no address"),
        ({"GEMINI_API_KEY": "a key"}, "has blanks"),
        ({"OPENAI_MODEL": "x" * 501}, "too long"),
        ({"DATABASE_URL": "x"}, "is not set here"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(change, changes, says):
    with pytest.raises(RefusedChange, match=says):
        change(**changes)
    assert not SiteValue.objects.exists()
    assert stored_values() == {}


def test_another_address_does_not_get_the_key_of_the_first(change):
    change(**SERVER, OPENAI_API_KEY="sk-first-server-key")
    change(OPENAI_BASE_URL=SERVER["OPENAI_BASE_URL"])
    assert configured("OPENAI_API_KEY") == "sk-first-server-key"
    change(OPENAI_BASE_URL="http://127.0.0.1:10/v1")
    assert configured("OPENAI_API_KEY") == ""
    change(OPENAI_BASE_URL="http://127.0.0.1:11/v1", OPENAI_API_KEY="sk-second")
    assert configured("OPENAI_API_KEY") == "sk-second"


def test_a_key_of_the_environment_reaches_no_address_that_the_page_names(change, settings):
    settings.OPENAI_API_KEY = "sk-for-other-programs"
    change(**SERVER)
    assert configured("OPENAI_API_KEY") == ""
    change(OPENAI_API_KEY="sk-given-here")
    assert configured("OPENAI_API_KEY") == "sk-given-here"
    settings.OPENAI_BASE_URL = "http://127.0.0.1:7/v1"
    assert configured("OPENAI_API_KEY") == "sk-for-other-programs"


def test_only_administrators_change_settings(user, root, workspace):
    for somebody in (user, ApiKey.user_of(ApiKey.issue(user=root, name="x", workspaces=[workspace])[1])):
        with pytest.raises(PermissionDenied, match="Only administrators"):
            change_settings(user=somebody, changes={"OPENAI_MODEL": "x"})


def test_without_the_database_the_environment_stands(settings):
    def away(*_):
        raise OperationalError("the connection is lost")

    settings.GEMINI_API_KEY = KEY
    with connection.execute_wrapper(away):
        assert current_tier() == "gemini"


def test_a_trial_asks_each_model_once(change):
    with serving(Reply(YES), Reply(YES)) as server:
        change(OPENAI_BASE_URL=f"{server.url}/v1", OPENAI_MODEL="mid", OPENAI_DEEP_MODEL="big")
        assert models_of("openai") == {"standard": "mid", "deep": "big"}
        trial = try_tier()
    assert trial.ok
    assert [asked.body["model"] for asked in server.asked] == ["mid", "big"]
    assert trial.message.startswith("mid (standard) answered in ")


def test_a_trial_says_what_is_wrong(change):
    with serving(Reply({"error": {"message": "Incorrect API key."}}, status=401)) as server:
        change(OPENAI_BASE_URL=f"{server.url}/v1", OPENAI_MODEL="mid")
        trial = try_tier()
    assert not trial.ok
    assert trial.message.startswith("mid (standard) did not answer: ")


def test_a_trial_of_what_is_not_there_says_so():
    assert try_tier("none").ok
    assert "does not run yet" in try_tier("local").message
    assert "needs a key" in try_tier("gemini").message
    with pytest.raises(RefusedChange, match="There is no tier “claude”"):
        try_tier("claude")


def test_the_command_shows_changes_and_tries(root):
    def run(*arguments):
        out = io.StringIO()
        call_command("configure", *arguments, "--user", "root", stdout=out)
        return out.getvalue()

    assert "OPENAI_MODEL: –" in run()
    told = json.loads(run("OPENAI_MODEL=mid", f"GEMINI_API_KEY={KEY}", "--json"))
    assert told["tier"] == "gemini"
    assert told["settings"]["OPENAI_MODEL"] == {"value": "mid", "source": "here"}
    assert told["settings"]["GEMINI_API_KEY"]["value"] == "…1234"
    assert "GEMINI_API_KEY: –" in run("GEMINI_API_KEY=", "RAGSITE_LLM=none")
    assert "Rules answer" in run("--test")
    for wrong, says in ((["OPENAI_MODEL"], "is no change"), (["X=1"], "is not set here")):
        with pytest.raises(CommandError, match=says):
            run(*wrong)
