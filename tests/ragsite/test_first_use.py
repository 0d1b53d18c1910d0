"""The first use of a ragsite on a PostgreSQL of one's own, and of one that other machines reach."""

import json
import re
import secrets
import signal
import subprocess
import tempfile
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

import psycopg
import pytest

from ragsite.storage.embedded import binaries
from ragsite.storage.server_account import open_the_way, server_account
from tests.ragsite.running.test_start import (
    PATIENCE,
    Started,
    assert_it_ends_cleanly,
    eventually,
    free_port,
    refusal,
)

REPORT = """# Skerrivane Ltd

Skerrivane builds instruments that measure tides and sells them to harbours.

Revenue was $18,742 thousand in the second quarter of 2025, after $17,310 thousand a year before.
"""
QUESTION = "What was Skerrivane's revenue in the second quarter of 2025?"
READING_PATIENCE = 3 * PATIENCE  # of one document, with the start of the embedder
NAME, PASSWORD = "ada", "tidal-instruments"


class OwnServer:
    """A PostgreSQL as an administrator keeps it: on a port, with passwords, and none of ragsite's."""

    def __init__(self, folder: Path) -> None:
        self.data, self.port, self.password = folder / "data", free_port(), secrets.token_hex(8)
        self.account = server_account(self.data)
        open_the_way(self.account, binaries(), folder)
        self.data.mkdir()
        word = folder / "password"
        word.write_text(self.password)
        for path in (self.data, word):
            self.account.own(path)
        self._run("initdb", "-U", "admin", "--auth=scram-sha-256", f"--pwfile={word}", "--no-sync")
        options = (
            f"-c listen_addresses=127.0.0.1 -c port={self.port} -c unix_socket_directories= -c fsync=off"
        )
        self._run("pg_ctl", "-w", "-l", str(self.data / "log"), "-o", options, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def owner(self, name: str, *rights: str) -> str:
        """The name of a new role that has these rights and no others."""
        self._execute("postgres", f"CREATE ROLE {name} LOGIN PASSWORD '{self.password}' {' '.join(rights)}")
        return name

    def database(self, name: str, owner: str) -> str:
        """The URL of a new database, which has pgvector as only the administrator can make it."""
        self._execute("postgres", f"CREATE DATABASE {name} OWNER {owner}")
        self._execute(name, "CREATE EXTENSION vector")
        return self._url(owner, name)

    def _execute(self, database: str, statement: str) -> None:
        with psycopg.connect(self._url("admin", database), autocommit=True) as connection:
            connection.execute(statement)

    def _url(self, user: str, database: str) -> str:
        return f"postgresql://{user}:{self.password}@127.0.0.1:{self.port}/{database}"

    def _run(self, program: str, *arguments: str) -> None:
        command = [binaries() / program, "-D", str(self.data), *arguments]
        with (self.data.parent / "output").open("a") as output:
            subprocess.run(
                command, check=True, cwd="/", stdout=output, stderr=output, **self.account.arguments
            )


class Visitor:
    """A browser, as far as signing in and asking need one."""

    def __init__(self, url: str, **headers: str) -> None:
        self.url, self.headers, self.cookies = url, headers, CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def open(self, path: str, body: bytes | None = None, **headers: str):
        request = urllib.request.Request(f"{self.url}{path}", body, {**self.headers, **headers})
        with self._opener.open(request, timeout=PATIENCE) as reply:
            return reply.url, reply.read().decode()

    def sign_in(self, name: str, password: str) -> str:
        """Where that leads."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.open("/login/")[1])[1]
        form = {"csrfmiddlewaretoken": token, "username": name, "password": password, "next": ""}
        return self.open("/login/", urlencode(form).encode())[0]

    def states(self) -> list[str]:
        """Of each document that this visitor may see."""
        documents = json.loads(self.open("/api/documents?limit=100")[1])["documents"]
        return [document["status"] for document in documents]

    def ask(self, question: str) -> str:
        return self._post("/api/agentic/query", json.dumps({"question": question}), "application/json")[
            "answer"
        ]

    def upload(self, name: str, text: str) -> None:
        part = f'Content-Disposition: form-data; name="file"; filename="{name}"'
        body = f"--part\r\n{part}\r\n\r\n{text}\r\n--part--\r\n"
        self._post("/api/documents/upload", body, "multipart/form-data; boundary=part")

    def _post(self, path: str, body: str, content_type: str) -> dict:
        token = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        headers = {"X-CSRFToken": token, "Content-Type": content_type}
        return json.loads(self.open(path, body.encode(), **headers)[1])


@pytest.fixture(scope="module")
def server():
    with tempfile.TemporaryDirectory(prefix="ragsite-test-") as folder:
        own = OwnServer(Path(folder))
        yield own
        own.stop()


@pytest.fixture(scope="module")
def librarian(server):
    """Who owns ragsite's databases. Roles are the server's: one role must own all that ragsite makes."""
    return server.owner("librarian", "CREATEROLE")


@pytest.fixture
def home():
    """A path where nothing is yet."""
    with tempfile.TemporaryDirectory(prefix="ragsite-test-") as folder:
        yield Path(folder) / "new" / "home"


@pytest.fixture
def administrator(monkeypatch):
    monkeypatch.setenv("RAGSITE_ADMIN_NAME", NAME)
    monkeypatch.setenv("RAGSITE_ADMIN_PASSWORD", PASSWORD)


@pytest.fixture
def started():
    running = []

    def start(home, *arguments):
        running.append(Started(home, *arguments))
        return running[-1]

    yield start
    for one in running:
        one.stop()


@pytest.mark.usefixtures("administrator")
def test_a_database_of_ones_own_is_used_from_nothing_to_an_answer(
    server, librarian, home, started, monkeypatch
):
    monkeypatch.setenv("DATABASE_URL", server.database("papers", librarian))
    ragsite = started(home)
    assert ragsite.line == (
        f"ragsite runs at {ragsite.url} (model: none). Sign in there as “{NAME}”. Ctrl-C stops it.\n"
    )
    visitor = Visitor(ragsite.url)
    assert "/login/" in visitor.open("/")[0]
    assert "/login/" not in visitor.sign_in(NAME, PASSWORD)
    visitor.upload("report.md", REPORT)
    # Reading stands back while pages are asked for: not too often.
    assert eventually(lambda: visitor.states() == ["ready"], within=READING_PATIENCE, every=1)
    assert "18,742" in visitor.ask(QUESTION)


def test_without_a_terminal_the_two_settings_are_named(server, librarian, home, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", server.database("unattended", librarian))
    said = refusal(home, "--llm", "none", "--port", str(free_port()))
    assert "RAGSITE_ADMIN_NAME and RAGSITE_ADMIN_PASSWORD" in said


def test_what_the_database_lacks_is_one_sentence(server, home, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", server.database("powerless", server.owner("reader")))
    said = refusal(home, "--llm", "none", "--port", str(free_port()))
    assert said.startswith("CommandError: The database is not prepared (")
    assert "docs/settings.md" in said


def test_a_url_that_gives_no_database_is_named_with_its_reason(server, librarian, home, monkeypatch):
    url = server.database("locked", librarian)
    monkeypatch.setenv("DATABASE_URL", url.replace(server.password, "wrong"))
    said = refusal(home, "--llm", "none", "--port", str(free_port()))
    assert "DATABASE_URL gives no database" in said
    assert "password authentication failed" in said
    assert "wrong" not in said


@pytest.mark.usefixtures("administrator")
def test_after_a_killed_start_the_next_one_works_and_whoever_reaches_it_on_all_addresses_signs_in(
    prepared_home,
):
    first = Started(prepared_home)
    orphan = first.process_of("ingestion").children()[0]
    orphan.suspend()  # hung: the signal that its parent's death sends does not end it
    first.stop(signal.SIGKILL)
    ragsite = Started(prepared_home, "--host", "0.0.0.0")
    assert not orphan.is_running()
    assert ragsite.line.endswith(
        f":{ragsite.port} (model: none). Sign in there as “{NAME}”. Ctrl-C stops it.\n"
    )
    web = ragsite.process_of("web")
    assert ("0.0.0.0", ragsite.port) in [one.laddr for one in web.net_connections()]
    assert "/login/" in Visitor(ragsite.url).open("/")[0]
    by_a_name = Visitor(ragsite.url, Host="documents.example")
    assert "Sign in" in by_a_name.open("/login/")[1]
    assert "/login/" not in by_a_name.sign_in(NAME, PASSWORD)
    assert_it_ends_cleanly(ragsite, signal.SIGTERM)


def test_an_address_of_another_machine_is_refused(tmp_path):
    assert "“192.0.2.7” is no address of this machine" in refusal(tmp_path, "--host", "192.0.2.7")
