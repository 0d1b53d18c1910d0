"""The embedded server on a real folder: shared, counted, and up again after being killed."""

import os
import stat
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
import pytest
from django.conf import settings

from ragsite.storage.database import NAME, OWNER, socket_folder
from ragsite.storage.embedded import EmbeddedError, ensure_embedded, is_running
from tests.homes import copy_database, new_home

USER = """
import sys, time
from pathlib import Path
from ragsite.storage.embedded import ensure_embedded

ensure_embedded(Path(sys.argv[1]), durable=False)
print("ready", flush=True)
time.sleep(float(sys.argv[2]))
"""


@pytest.fixture(scope="module")
def server():
    """A server made from nothing, for tests that leave it as it is."""
    with (
        tempfile.TemporaryDirectory(prefix="ragsite-test-") as folder,
        ensure_embedded(Path(folder), durable=False) as share,
    ):
        yield share


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The stopped database of a home that was started once."""
    folder = tmp_path_factory.mktemp("made")
    with new_home() as home:
        ensure_embedded(home, durable=False).release()
        copy_database(home, folder)
    return folder


@pytest.fixture
def empty_home():
    with new_home() as home:
        yield home


@pytest.fixture
def home(made):
    """A home whose database needs not be made any more."""
    with new_home(made) as home:
        yield home


def connect(home, **options):
    return psycopg.connect(host=str(socket_folder(home)), user=OWNER, dbname=NAME, autocommit=True, **options)


def kill(share):
    server = psutil.Process(share.pid)
    server.kill()
    server.wait(5)


def another_user(home, *, seconds):
    """A process of its own that uses the server of `home` for so long."""
    process = subprocess.Popen(
        [sys.executable, "-c", USER, str(home), str(seconds)],
        cwd=settings.BASE_DIR,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "ready\n"
    return process


def test_the_database_has_pgvector_and_listens_on_no_port(server):
    with connect(server.home) as connection:
        assert connection.execute("SELECT '[1,2]'::vector <-> '[1,4]'::vector").fetchone() == (2.0,)
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)


def test_nobody_else_reaches_the_socket_or_the_data(server):
    for folder in (socket_folder(server.home), server.home / "postgres"):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_the_log_holds_no_statements_and_no_keys(server):
    with connect(server.home) as connection:
        connection.execute("CREATE TABLE sessions (session_key text PRIMARY KEY)")
        connection.execute("INSERT INTO sessions VALUES ('secret-of-a-session')")
        with pytest.raises(psycopg.errors.UniqueViolation, match="secret-of-a-session"):
            connection.execute("INSERT INTO sessions VALUES ('secret-of-a-session')")
    log = (server.home / "log" / "postgres.log").read_text()
    assert "duplicate key value" in log
    assert "secret-of-a-session" not in log


def test_the_server_does_not_run_as_root(server):
    assert psutil.Process(server.pid).uids().real != 0


def test_the_last_of_two_users_stops_the_server(home):
    first, second = ensure_embedded(home, durable=False), ensure_embedded(home, durable=False)
    assert first.pid == second.pid
    first.release()
    assert is_running(home)
    second.release()
    assert not is_running(home)


def test_another_process_keeps_the_server_and_stops_it_at_its_end(home):
    share = ensure_embedded(home, durable=False)
    with another_user(home, seconds=1) as other:
        share.release()
        assert is_running(home)
        other.wait(10)
    assert not is_running(home)


def test_a_killed_user_is_no_longer_counted(home):
    share = ensure_embedded(home, durable=False)
    with another_user(home, seconds=60) as other:
        other.kill()
    share.release()
    assert not is_running(home)


def test_a_forked_child_does_not_stop_its_parents_server(server):
    if (child := os.fork()) == 0:
        server.release()
        os._exit(0)
    os.waitpid(child, 0)
    assert is_running(server.home)


def test_a_killed_server_is_started_again_with_what_it_held(home):
    with ensure_embedded(home) as share, connect(home) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
        kill(share)
    with ensure_embedded(home), connect(home) as connection:
        assert connection.execute("SELECT answer FROM kept").fetchone() == (42,)


def suspended_helpers(share):
    """The server's child processes, stopped: they cannot notice that their server is gone."""
    helpers = []
    for helper in psutil.Process(share.pid).children():
        with suppress(psutil.NoSuchProcess):  # a short-lived worker may end meanwhile
            helper.suspend()
            helpers.append(helper)
    return helpers


def test_helpers_that_outlive_a_killed_server_do_not_hinder_the_next(home):
    with ensure_embedded(home, durable=False) as share:
        helpers = suspended_helpers(share)
        assert helpers
        kill(share)
        share.start_again()
        with connect(home) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
    assert not [helper for helper in helpers if helper.is_running()]


def test_a_stale_note_with_another_process_number_is_not_believed(home):
    ensure_embedded(home, durable=False).release()
    (home / "postgres" / "postmaster.pid").write_text(f"{os.getpid()}\n{home / 'postgres'}\n")
    assert not is_running(home)
    with ensure_embedded(home, durable=False) as share:
        assert share.pid != os.getpid()


def test_a_folder_left_half_made_is_made_anew(empty_home):
    (empty_home / "postgres.new").mkdir()
    (empty_home / "postgres.new" / "PG_VERSION").write_text("18\n")
    with ensure_embedded(empty_home, durable=False), connect(empty_home) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_broken_data_is_one_sentence_that_names_the_log(home):
    ensure_embedded(home, durable=False).release()
    (home / "postgres" / "global" / "pg_control").unlink()
    with pytest.raises(EmbeddedError, match=r"does not start \(.*\): see .*postgres\.log") as caught:
        ensure_embedded(home, durable=False)
    assert "\n" not in str(caught.value)


def test_a_home_that_is_a_file_is_one_sentence(home):
    (home / "file").touch()
    with pytest.raises(EmbeddedError, match="Cannot write to"):
        ensure_embedded(home / "file")


def test_a_long_path_puts_the_socket_elsewhere(home):
    deep = home / ("long" * 30)
    with ensure_embedded(deep, durable=False), connect(deep) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    assert not str(socket_folder(deep)).startswith(str(deep))
    socket_folder(deep).rmdir()
