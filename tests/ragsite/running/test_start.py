"""The real `manage.py start`: what it starts, what it refuses, what it survives and that nothing is left."""

import json
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from urllib.error import HTTPError, URLError

import psutil
import pytest
from django.conf import settings

from ragsite.running.instance import read_instance
from ragsite.running.processes import OWNER_VARIABLE
from ragsite.storage.embedded import is_running
from tests.homes import environment_of

PATIENCE = 120.0  # seconds; a busy machine of two cores starts all of it in 15


class Started:
    """A `start` in a process of its own, on a home without samples.

    `webs`: web processes. One is enough for most tests, and each takes seconds of a processor to start.
    """

    def __init__(self, home: Path, *arguments: str, llm: str = "none", webs: int = 1) -> None:
        self.home = home
        self.port = free_port()
        (home / "samples").mkdir(mode=0o700, parents=True, exist_ok=True)
        (home / "samples" / "loaded").touch(mode=0o600)
        asked = ("--llm", llm) if llm else ()
        self.process = manage(
            home, "start", *asked, "--port", str(self.port), *arguments, RAGSITE_WEB_PROCESSES=str(webs)
        )
        self.line = self.process.stdout.readline()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def process_of(self, name: str) -> psutil.Process:
        return psutil.Process(self.pids[name])

    @property
    def pids(self) -> dict[str, int]:
        return read_instance(self.home).processes

    def is_well(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/api/health", timeout=30) as reply:
                return json.load(reply)["status"] == "ok"
        except (HTTPError, URLError, OSError):
            return False

    def stop(self, number: int = signal.SIGINT) -> int:
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()
        return code


def manage(home: Path, *arguments: str, **variables: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env=environment_of(home) | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def refusal(home: Path, *arguments: str) -> str:
    """What a `start` that cannot start says: one line, and status 1."""
    with manage(home, "start", *arguments) as process:
        output, error = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1, error
    assert not output
    assert error.count("\n") == 1, error
    return error


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def left_of(home: Path) -> list[psutil.Process]:
    """The living processes of a start on `home`."""
    found = []
    for process in psutil.process_iter():
        try:
            if (
                process.environ().get(OWNER_VARIABLE) == str(home)
                and process.status() != psutil.STATUS_ZOMBIE
            ):
                found.append(process)
        except psutil.Error:
            continue
    return found


def assert_it_ends_cleanly(started: Started, number: int) -> None:
    """A signal ends every process and the database, which has written all it has."""
    home = started.home
    assert started.is_well()
    assert started.stop(number) == 0
    assert not left_of(home)
    assert not is_running(home)
    assert "database system is shut down" in (home / "log" / "postgres.log").read_text()
    assert read_instance(home) is None


def eventually(holds: Callable[[], bool], *, within: float = PATIENCE, every: float = 0.2) -> bool:
    deadline = time.monotonic() + within
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(every)
    return True


@pytest.fixture(scope="module")
def nothing_chosen():
    """Neither a tier nor the file of a local model, for as long as tests of one start last."""
    with tempfile.TemporaryDirectory(prefix="ragsite-test-") as cache, pytest.MonkeyPatch.context() as patch:
        patch.delenv("RAGSITE_LLM")
        patch.setenv("XDG_CACHE_HOME", cache)
        yield


@pytest.fixture(scope="module")
def running(nothing_chosen):
    """Started from nothing."""
    with tempfile.TemporaryDirectory(prefix="ragsite-test-") as folder:
        started = Started(Path(folder), llm="", webs=2)
        yield started
        started.stop()


@pytest.fixture
def home(prepared_home):
    """What `running` shows of a first start need not be paid for again."""
    return prepared_home


def test_one_line_says_where_it_runs_and_all_parts_are_well(running):
    assert running.line == f"ragsite runs at {running.url} (model: none). Ctrl-C stops it.\n"
    assert running.is_well()
    assert set(running.pids) == {"questions", "ingestion", "web", "web-2"}


def test_whoever_sits_at_the_machine_is_signed_in(running):
    with urllib.request.urlopen(f"{running.url}/", timeout=60) as reply:
        assert reply.status == 200
        assert "/login/" not in reply.url


def test_a_forwarded_request_has_to_sign_in(running):
    request = urllib.request.Request(f"{running.url}/", headers={"X-Forwarded-For": "192.0.2.7"})
    with urllib.request.urlopen(request, timeout=60) as reply:
        assert "/login/" in reply.url


def test_what_it_stores_is_for_nobody_else_to_read(running):
    # As root it lets the account of the database pass through its folders, which does not show what is there.
    others = [path for path in running.home.rglob("*") if path.stat().st_mode & 0o066]
    assert [path for path in others if not path.is_socket()] == []


def test_the_web_process_loads_no_torch(running):
    maps = Path(f"/proc/{running.pids['web']}/maps").read_text()
    assert "site-packages/torch" not in maps


def test_a_second_start_says_where_the_first_one_is(running):
    said = refusal(running.home, "--port", str(free_port()))
    assert running.url in said
    assert str(running.process.pid) in said


def test_a_taken_port_is_named(running, tmp_path):
    assert f"Port {running.port} is taken" in refusal(tmp_path, "--port", str(running.port), "--llm", "none")


def test_a_killed_worker_is_replaced(running):
    cluster = running.process_of("questions")
    [sentinel] = cluster.children()
    sentinel.children()[0].kill()
    assert eventually(lambda: running.pids["questions"] != cluster.pid and running.is_well())
    assert not cluster.is_running()


def test_a_killed_web_server_is_started_again(running):
    web = running.process_of("web")
    web.kill()
    assert eventually(lambda: running.pids["web"] != web.pid and running.is_well())


def test_a_killed_database_is_started_again(running):
    folder = str(running.home / "postgres")
    [server] = [
        process
        for process in psutil.process_iter(["name", "cmdline"])
        if process.info["name"] == "postgres" and folder in (process.info["cmdline"] or ())  # None as it ends
    ]
    server.kill()
    server.wait(10)
    assert eventually(lambda: is_running(running.home) and running.is_well())


def test_a_missing_local_model_is_named(home, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "cache"))
    assert "run `make model`" in refusal(home, "--llm", "local", "--port", str(free_port()))


def test_another_file_than_the_model_is_refused(home, monkeypatch):
    (home / "other.gguf").write_bytes(b"GGUF")
    monkeypatch.setenv("RAGSITE_LOCAL_MODEL", str(home / "other.gguf"))
    assert "SHA-256" in refusal(home, "--llm", "local", "--port", str(free_port()))


def test_a_tier_without_its_key_is_refused(home):
    assert "set GEMINI_API_KEY" in refusal(home, "--llm", "gemini", "--port", str(free_port()))


def test_a_home_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").touch()
    assert "RAGSITE_HOME" in refusal(tmp_path / "file" / "home")


def test_a_setting_that_makes_no_sense_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("RAGSITE_PORT", "eight")
    assert "RAGSITE_PORT is “eight”: write a whole number." in refusal(tmp_path)


def test_a_tier_chosen_while_it_runs_gets_its_workers_and_ctrl_c_ends_all(running):
    """The last of the tests of one start: a start of its own takes ten seconds of a processor."""
    assert "reading" not in running.pids
    chosen = ("OPENAI_BASE_URL=http://127.0.0.1:9/v1", "OPENAI_MODEL=mid")
    with manage(running.home, "configure", *chosen) as process:
        assert "tier: openai" in process.communicate(timeout=PATIENCE)[0]
    assert eventually(lambda: "reading" in running.pids and running.is_well())
    assert_it_ends_cleanly(running, signal.SIGINT)
