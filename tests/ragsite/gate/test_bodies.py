"""Raw sockets against the real web server: what is read of a request, from whom, and how slowly."""

import asyncio
import json
import os
import select
import shutil
import socket
import threading
import time
from contextlib import closing, contextmanager, suppress

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import connections
from django.test import Client

from documents.library.services import ensure_default_workspace
from documents.models import ApiKey, Document
from ragsite.gate.bodies import TOO_MANY, Room, Turns
from ragsite.gate.refusals import Refused
from ragsite.running.web import server, share_connections
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 30.0  # seconds
MEGABYTE = 1_000_000
END = b"\r\n--edge--\r\n"


@pytest.fixture(scope="module")
def _shared_connections():
    """As in a process of the web; what other tests find is as it was."""
    database = connections.settings["default"]
    before = {**database, "OPTIONS": dict(database["OPTIONS"])}
    connections["default"].close()  # what is no pool's cannot be given back to one
    share_connections()
    yield
    connections["default"].close()
    connections["default"].close_pool()
    database["OPTIONS"].clear()
    database["OPTIONS"].update(before.pop("OPTIONS"))
    database.update(before)


@pytest.fixture(scope="module")
def port(_shared_connections):
    """The port of a web server in a thread of this process, so that it reads the test's settings."""
    web = server()
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        thread = threading.Thread(target=web.run, kwargs={"sockets": [listener]})
        thread.start()
        yield listener.getsockname()[1]
        web.should_exit = True
        thread.join()


@pytest.fixture(autouse=True)
def _as_others_reach_it(settings, tmp_path):
    settings.RAGSITE_AUTO_LOGIN = False
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path / "spool"


@pytest.fixture
def user(transactional_db):
    return factories.MembershipFactory(role="owner", workspace__slug="mine").user


@pytest.fixture
def key(user):
    return f"Authorization: Bearer {ApiKey.issue(user=user, name='program')[1]}"


@contextmanager
def request(port, path, *headers, method="POST"):
    """A connection on which the head of a request has been sent."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", *headers]
        line.sendall("\r\n".join([*head, "", ""]).encode())
        yield line


def reply(line):
    """Status, headers and body of the answer, up to the end of the connection."""
    text = b""
    while block := line.recv(65536):
        text += block
    head, _, body = text.partition(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    return int(first.split()[1]), dict(each.lower().split(": ", 1) for each in rest), body.decode()


def form(size, name="file"):
    """The body of an upload to the API with a text file of `size` bytes."""
    text = '--edge\r\nContent-Disposition: form-data; name="workspace"\r\n\r\nmine\r\n--edge\r\n'
    text += f'Content-Disposition: form-data; name="{name}"; filename="a.txt"\r\n'
    text += "Content-Type: text/plain\r\n\r\n"
    return text.encode() + (b"Some words. " * (size // 12 + 1))[:size] + END


FORM = "Content-Type: multipart/form-data; boundary=edge"
UPLOAD = "/api/documents/upload"


def flood(line, most):
    """Send blocks until the server closes or `most` bytes are on their way; how many went."""
    block, sent = b"10000\r\n" + b"x" * 65536 + b"\r\n", 0
    with suppress(OSError):  # a connection that is closed while one sends
        while sent < most and not select.select([line], [], [], 0)[0]:
            line.sendall(block)
            sent += 65536
    return sent


def spooled(settings):
    """Bytes of the files that lie in the folder of bodies, named there or not any more."""
    found = 0
    for descriptor in os.listdir("/proc/self/fd"):
        try:
            if os.readlink(f"/proc/self/fd/{descriptor}").startswith(str(settings.FILE_UPLOAD_TEMP_DIR)):
                found += os.stat(f"/proc/self/fd/{descriptor}").st_size
        except OSError:
            continue
    return found


def test_two_gigabytes_from_nobody_are_refused_by_their_head(port, settings):
    with request(port, UPLOAD, FORM, "Content-Length: 2000000000", "Expect: 100-continue") as line:
        status, headers, body = reply(line)
    assert status == 401
    assert json.loads(body)["error"].startswith("Sign in before you send this much")
    assert headers["connection"] == "close"
    assert not settings.FILE_UPLOAD_TEMP_DIR.exists()


def test_a_browser_that_is_not_signed_in_is_shown_a_page(port):
    with request(
        port, "/w/mine/documents/upload/", FORM, "Accept: text/html", "Content-Length: 900000"
    ) as line:
        line.sendall(b"x" * 900_000)
        status, headers, body = reply(line)
    assert status == 401
    assert "<h1>Sign in first</h1>" in body
    assert "default-src 'self'" in headers["content-security-policy"]


def test_a_flood_of_unknown_length_from_nobody_is_ended(port, settings):
    with request(port, UPLOAD, FORM, "Transfer-Encoding: chunked") as line:
        sent = flood(line, 50 * MEGABYTE)
        status, _, _ = reply(line)
    assert status == 401
    assert sent < 5 * MEGABYTE  # what lies in the buffers of the line when the answer comes
    assert spooled(settings) == 0


@pytest.mark.parametrize("cookie", ["made-up-session-key", "expired"])
def test_a_session_that_is_over_sends_no_more_than_nobody(port, user, cookie):
    if cookie == "expired":
        browser = Client()
        browser.force_login(user)
        cookie = browser.session.session_key
        session = SessionStore(cookie)
        session.set_expiry(-1)
        session.save()
    headers = [FORM, f"Cookie: sessionid={cookie}", "Content-Length: 900000", "X-Requested-With: fetch"]
    with request(port, "/w/mine/documents/upload/", *headers) as line:
        status, _, body = reply(line)
    assert status == 401
    assert "not signed in" in json.loads(body)["error"]


def test_a_wrong_key_is_told_so_before_its_upload_is_read(port, user):
    headers = [FORM, "Authorization: Bearer rs_wrong", "Content-Length: 900000"]
    with request(port, UPLOAD, *headers) as line:
        status, _, body = reply(line)
    assert status == 401
    assert "This API key is not valid" in json.loads(body)["error"]


def test_an_upload_with_a_key_arrives_and_is_kept_beside_the_home(port, key, settings):
    body = form(4 * MEGABYTE)
    with request(port, UPLOAD, FORM, key, f"Content-Length: {len(body)}", "Connection: close") as line:
        line.sendall(body[:-10])
        assert eventually(lambda: spooled(settings) > 3 * MEGABYTE)
        line.sendall(body[-10:])
        status, _, text = reply(line)
    assert status == 201, text
    assert Document.objects.get().bytes == 4 * MEGABYTE
    assert eventually(lambda: spooled(settings) == 0)


def test_an_upload_of_a_signed_in_browser_arrives(port, user):
    browser = Client()
    browser.force_login(user)
    cookie = f"Cookie: sessionid={browser.session.session_key}; csrftoken={'a' * 32}"
    body = form(MEGABYTE, "files")
    headers = [FORM, cookie, f"X-CSRFToken: {'a' * 32}", f"Content-Length: {len(body)}", "Connection: close"]
    with request(port, "/w/mine/documents/upload/", *headers) as line:
        line.sendall(body)
        assert reply(line)[0] == 302
    assert Document.objects.get().bytes == MEGABYTE


def test_what_is_no_file_stays_small_whoever_sends_it(port, key):
    headers = [key, "Content-Type: application/json", "Content-Length: 3000000"]
    with request(port, "/api/agentic/query", *headers) as line:
        status, _, body = reply(line)
    assert status == 413
    assert "more than 3 MB" in json.loads(body)["error"]


@pytest.mark.parametrize("length", ["Content-Length: 9000000", "Transfer-Encoding: chunked"])
def test_a_whole_upload_has_a_cap(port, key, settings, length):
    settings.RAGSITE_MAX_UPLOAD_MB = settings.RAGSITE_MAX_FILE_MB = 1
    with request(port, UPLOAD, FORM, key, length) as line:
        if "chunked" in length:
            assert flood(line, 50 * MEGABYTE) < 8 * MEGABYTE
        status, _, body = reply(line)
    assert status == 413
    assert "more than 1 MB at once" in json.loads(body)["error"]


def test_a_body_that_trickles_is_ended(port, settings):
    settings.RAGSITE_REQUEST_SECONDS = 1
    began = time.monotonic()
    with request(port, "/login/", "Content-Length: 1000", "Accept: text/html") as line:
        line.settimeout(0.1)
        text = b""
        while not text and time.monotonic() - began < PATIENCE:
            line.sendall(b"x")
            with suppress(TimeoutError):
                text = line.recv(65536)
        line.settimeout(PATIENCE)
        text += b"".join(iter(lambda: line.recv(65536), b""))
    assert text.startswith(b"HTTP/1.1 408")
    assert b"came too slowly" in text


def test_a_body_that_keeps_moving_may_take_longer(port, key, settings):
    settings.RAGSITE_REQUEST_SECONDS = 1
    body = form(100_000)
    with request(port, UPLOAD, FORM, key, f"Content-Length: {len(body)}", "Connection: close") as line:
        for at in range(0, len(body), 20_000):
            line.sendall(body[at : at + 20_000])
            time.sleep(0.4)
        assert reply(line)[0] == 201


def test_headers_that_do_not_come_end_the_connection(port, settings):
    settings.RAGSITE_REQUEST_SECONDS = 1
    with socket.create_connection(("127.0.0.1", port), timeout=0.2) as line:
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE:
            try:
                line.sendall(b"GET / HTTP/1.1\r\n" if time.monotonic() - began < 0.1 else b"A: b\r\n")
                if line.recv(1) == b"":
                    break
            except TimeoutError:
                continue
            except OSError:
                break
        assert 0.5 < time.monotonic() - began < 10


def test_a_slow_client_does_not_end_those_beside_it(port):
    brisk = request(port, "/login/", "Connection: close", method="GET")
    with request(port, "/login/", "Content-Length: 1000"), brisk as line:
        assert reply(line)[0] == 200


def test_uploads_of_one_user_beyond_a_few_wait_for_their_turn(port, key, settings):
    body = form(MEGABYTE)
    headers = [FORM, key, f"Content-Length: {len(body)}", "Connection: close"]
    held = [request(port, UPLOAD, *headers) for _ in range(settings.RAGSITE_PARALLEL_UPLOADS)]
    lines = [each.__enter__() for each in held]
    for line in lines:
        line.sendall(body[: MEGABYTE // 2])
    time.sleep(1)
    with request(port, UPLOAD, *headers) as late:
        late.sendall(body)
        late.settimeout(1)
        with pytest.raises(TimeoutError):
            late.recv(1)
        held[0].__exit__(None, None, None)
        late.settimeout(PATIENCE)
        assert reply(late)[0] == 201
    for each in held[1:]:
        each.__exit__(None, None, None)


def test_whoever_comes_to_a_crowd_of_the_same_sender_is_sent_back():
    async def crowd():
        turns = Turns(1, waiting=0)
        async with turns.of("ada"), turns.of("bob"):
            with pytest.raises(Refused, match=TOO_MANY):
                async with turns.of("ada"):
                    pass
        async with turns.of("ada"):
            return True

    assert asyncio.run(crowd())


def test_a_disk_without_room_refuses_what_would_fill_it(settings):
    room = Room()
    free = shutil.disk_usage(settings.MEDIA_ROOT.parent).free
    with room.of(free // 3):
        with pytest.raises(Refused, match="The disk is full") as refusal, room.of(free // 3):
            pass
        assert refusal.value.status == 507
    with room.of(free // 3):
        pass


def test_an_upload_of_unknown_length_has_its_room_made_as_it_comes(port, key, settings):
    body = form(MEGABYTE)
    headers = [FORM, key, "Transfer-Encoding: chunked", "Connection: close"]
    with request(port, UPLOAD, *headers) as line:
        for at in range(0, len(body), 100_000):
            block = body[at : at + 100_000]
            line.sendall(f"{len(block):x}\r\n".encode() + block + b"\r\n")
        line.sendall(b"0\r\n\r\n")
        assert reply(line)[0] == 201


def test_a_key_that_may_only_read_sends_no_files(port, user):
    reader = ApiKey.issue(user=user, name="reader", scopes=["read"])[1]
    with request(port, UPLOAD, FORM, f"Authorization: Bearer {reader}", "Content-Length: 900000") as line:
        status, _, body = reply(line)
    assert status == 403
    assert "lacks the scope" in json.loads(body)["error"]


def eventually(holds):
    deadline = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def test_one_session_is_answered_so_much_at_a_time_and_others_go_on(port, user, settings):
    settings.RAGSITE_PARALLEL_REQUESTS = 2
    slow = ["Content-Length: 1000", "Cookie: sessionid=one"]
    with request(port, "/login/", *slow), request(port, "/login/", *slow):
        time.sleep(0.5)
        with request(port, "/api/kb/info", "Cookie: sessionid=one", method="GET") as line:
            status, headers, body = reply(line)
        assert status == 429
        assert headers["retry-after"] == "5"
        assert "at the same time" in json.loads(body)["error"]
        for other in ("Cookie: sessionid=two", "Authorization: Bearer other", "Accept: */*"):
            with request(port, "/api/kb/info", other, "Connection: close", method="GET") as line:
                assert reply(line)[0] == 401
    time.sleep(0.5)
    with request(port, "/login/", "Cookie: sessionid=one", "Connection: close", method="GET") as line:
        assert reply(line)[0] == 200


def test_who_sits_at_the_machine_sends_large_files_without_signing_in(port, transactional_db, settings):
    settings.RAGSITE_AUTO_LOGIN = True
    ensure_default_workspace()
    body = form(MEGABYTE, "files")
    token = "a" * 32
    headers = [FORM, f"Cookie: csrftoken={token}", f"X-CSRFToken: {token}", f"Content-Length: {len(body)}"]
    with request(port, "/w/default/documents/upload/", *headers, "Connection: close") as line:
        line.sendall(body)
        assert reply(line)[0] == 302
    assert Document.objects.get().bytes == MEGABYTE
