"""Code that a file brings into a library finds nothing to reach, to run, to read, to write or to harm.

Each attack makes the system call itself, as native code does; Python is not asked.
"""

from __future__ import annotations

import os
import socket
import sys
import tempfile
from pathlib import Path

import psutil
import pytest

from reading.formats.media_types import PDF
from reading.model import ParsedPage, UnreadableDocument
from reading.parse import parse_document
from reading.sandbox.limited import Request, file_readers_walls, one_answer
from reading.sandbox.processes import FILE_READERS
from reading.sandbox.walls import ACCOUNT, CALLS, FILES
from tests.reading.writing import FILLER, lines, write_pdf

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the walls are Linux's")

CALL = """
import ctypes, errno, os
libc = ctypes.CDLL(None, use_errno=True)
def tried(name, *arguments):
    result = getattr(libc, name)(*arguments)
    return "done" if result >= 0 else errno.errorcode[ctypes.get_errno()]
"""


@pytest.fixture
def pdf(tmp_path):
    return write_pdf(tmp_path / "a.pdf", [lines(FILLER, FILLER)])


@pytest.fixture
def told(taken_over, pdf):
    """What the code says as `told`, run in the library by which a PDF is read."""

    def run(code: str) -> str:
        taken_over(pdf, CALL + code)
        before = pdf.read_bytes()
        with pytest.raises(UnreadableDocument) as caught:
            one_answer(Request(pdf, "page"))
        assert pdf.read_bytes() == before
        return str(caught.value)

    return run


def needs(wall: str) -> None:
    """Skip where this machine has no such wall; that it is missing is told with its reason."""
    found = file_readers_walls()
    if wall not in found.standing:
        assert any(reason.startswith(f"{wall}: ") for reason in found.missing)
        pytest.skip("; ".join(found.missing))


def test_every_wall_stands_or_says_why_not():
    found = file_readers_walls()
    assert sorted([*found.standing, *(reason.split(": ")[0] for reason in found.missing)]) == sorted(
        [FILES, CALLS, ACCOUNT]
    )
    assert all(reason.partition(": ")[2] for reason in found.missing)


@pytest.mark.parametrize(
    "call",
    [
        "libc.socket, 2, 1, 0",
        "libc.socket, 1, 1, 0",
        "libc.socketpair, 1, 1, 0, (ctypes.c_int * 2)()",
        "libc.fork,",
        "libc.vfork,",
        "libc.ptrace, 16, os.getppid(), 0, 0",
        "libc.kill, os.getppid(), 0",
        "libc.kill, -1, 0",
        "libc.unshare, 0x10000000",
        "libc.mount, b'none', b'/', b'tmpfs', 0, None",
        "libc.chmod, b'/tmp', 0o777",
        "libc.mkdir, b'/tmp/of-a-file', 0o700",
        "libc.unlink, b'/tmp/of-a-file'",
        "libc.setuid, 0",
        "libc.process_vm_readv, os.getppid(), None, 0, None, 0, 0",
        "libc.syscall, 425, 8, None",
        "libc.syscall, 434, os.getppid(), 0",
        "libc.syscall, 321, 0, None, 0",
    ],
    ids=[
        "socket of the network", "Unix socket", "pair of sockets", "fork", "vfork", "ptrace", "kill",
        "kill all", "namespace", "mount", "chmod", "mkdir", "unlink", "root again", "memory of others",
        "io_uring", "pidfd", "bpf",
    ],
)  # fmt: skip
def test_system_calls_that_reading_takes_not_are_refused(told, call):
    needs(CALLS)
    name, _, arguments = call.removeprefix("libc.").partition(", ")
    assert told(f"told = tried({name.strip(',')!r}, {arguments})") == "EPERM"


def test_no_program_is_run(told, tmp_path):
    needs(CALLS)
    note = tmp_path / "note"
    program = f"(ctypes.c_char_p * 4)(b'/bin/sh', b'-c', b'echo run > {note}', None)"
    assert told(f"told = tried('execve', b'/bin/sh', {program}, None)") == "EPERM"
    assert not note.exists()


def test_the_socket_of_a_database_is_not_reached(told):
    needs(CALLS)
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as server:
        server.bind(f"{folder}/s")
        server.listen()
        server.setblocking(False)
        assert "PermissionError" in told(
            f"""
import socket
try:
    socket.socket(socket.AF_UNIX).connect("{folder}/s")
    told = "connected"
except OSError as error:
    told = repr(error)
"""
        )
        with pytest.raises(BlockingIOError):
            server.accept()


@pytest.mark.parametrize("path", ["/etc/passwd", "/proc/1/environ", "beside", "/proc/self/../1/status"])
def test_no_other_file_is_read(told, tmp_path, path):
    needs(FILES)
    if path == "beside":
        path = str(tmp_path / "beside.txt")
        Path(path).write_text("of another user")
    assert told(f"told = tried('open', {path.encode()!r}, os.O_RDONLY)") == "EACCES"


def test_no_file_is_written(told, tmp_path, pdf):
    for path in (tmp_path / "new", pdf, Path(__file__)):
        assert told(f"told = tried('open', {str(path).encode()!r}, os.O_WRONLY | os.O_CREAT, 0o600)") in (
            "EPERM",
            "EACCES",
        )
    assert not (tmp_path / "new").exists()


def test_the_file_itself_and_libraries_are_read(told):
    said = told(
        """
import json, os
links = [f"/proc/self/fd/{number}" for number in range(3, 20)]
files = [link for link in links if os.path.lexists(link) and os.readlink(link).endswith("a.pdf")]
told = json.dumps([open(files[0], "rb").read(5) == b"%PDF-", len(open(json.__file__).read()) > 100])
"""
    )
    assert said == "[true, true]"


def test_another_account_reads_for_root(told):
    needs(ACCOUNT)
    assert os.geteuid() == 0
    assert (
        told("told = (os.getuid(), os.geteuid(), os.getgid(), os.getgroups())") == "(65311, 65311, 65311, [])"
    )


def test_a_file_that_only_its_owner_may_read_is_read(pdf):
    pdf.chmod(0o600)
    assert isinstance(one_answer(Request(pdf, "page")), ParsedPage)


def test_no_key_is_in_the_environment_of_a_reader(told, monkeypatch):
    monkeypatch.setenv("GEMINI_API_KEY", "secret-key")
    monkeypatch.setenv("DATABASE_URL", "postgres://secret")
    FILE_READERS.end()  # the next is started with these
    assert "secret" not in told("told = dict(os.environ)")


def test_threads_are_started_but_only_those(told):
    assert (
        told(
            """
import threading
done = []
thread = threading.Thread(target=done.append, args=("in a thread",))
thread.start()
thread.join()
told = done[0]
"""
        )
        == "in a thread"
    )


HOSTILE_ANSWERS = {
    "a pickle": "import pickle; sent = pickle.dumps(ValueError('unpickled'))",
    "nothing": "sent = b''",
    "no kind": "sent = bytes([200]) + b'x'",
    "half a message": "sent = bytes([1]) + b'\\x81'",
    "another type": "import msgspec; sent = bytes([0]) + msgspec.msgpack.encode({'page_count': 'many'})",
    "no number": "import msgspec; sent = bytes([1]) + msgspec.msgpack.encode("
    "{'number': 1, 'text': 'x', 'width': float('nan')})",
    "a request": "import msgspec; sent = bytes([7]) + msgspec.msgpack.encode({'path': '/', 'task': 'pages'})",
    "deep": "sent = bytes([1]) + b'\\x91' * 100_000",
}


@pytest.mark.parametrize("how", HOSTILE_ANSWERS)
def test_what_is_no_message_is_refused_and_never_run(taken_over, pdf, how):
    """The code writes to the connection itself, as whoever has taken the process over can."""
    taken_over(
        pdf,
        HOSTILE_ANSWERS[how]
        + """
import os, struct, stat
for number in range(3, 64):
    try:
        if stat.S_ISSOCK(os.fstat(number).st_mode):
            os.write(number, struct.pack("!i", len(sent)) + sent)
    except OSError:
        pass
os._exit(0)
""",
    )
    with pytest.raises(UnreadableDocument, match="makes the reader say what is no page"):
        one_answer(Request(pdf, "page"))


def test_a_file_is_read_by_another_library_where_one_was_taken_over(taken_over, pdf):
    taken_over(pdf, "import os; os._exit(0)")
    assert FILLER in parse_document(pdf, media_type=PDF).pages[0].text


def test_a_message_beyond_all_bounds_is_not_taken(taken_over, pdf):
    taken_over(
        pdf,
        """
import os, struct, stat
for number in range(3, 64):
    try:
        if stat.S_ISSOCK(os.fstat(number).st_mode):
            os.write(number, struct.pack("!i", 2_000_000_000) + b"x" * 1000)
    except OSError:
        pass
""",
    )
    before = psutil.Process().memory_info().rss
    with pytest.raises(UnreadableDocument):
        one_answer(Request(pdf, "page"))
    assert psutil.Process().memory_info().rss - before < 200_000_000
