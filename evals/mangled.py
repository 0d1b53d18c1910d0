"""What becomes of PDFs that were broken at random: cut, overwritten, with wrong numbers in their objects."""

from __future__ import annotations

import random
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from evals.bad_pdfs import files_of, read_bad, report_of
from evals.report import Report
from evals.workspace import temporary_workspace

LARGEST_BYTES = 500_000
WHOLE_FILES = 3  # of quarterly reports, beside the bad files, most of which hold hardly any text
SHARE_OF_WHOLE = 0.3
NUMBERS = (b"0", b"-1", b"1", b"7", b"99999999", b"2147483648")
PAGE_SIZES = (b"0 0 0 0", b"0 0 1e9 1e9", b"-500 -500 14400 14400", b"612 792 0 0")

Mangle = Callable[[bytes, random.Random], bytes]


def _overwritten(content: bytes, chance: random.Random) -> bytes:
    found = bytearray(content)
    for _ in range(max(3, len(content) // chance.choice((200, 2000)))):
        found[chance.randrange(len(found))] = chance.randrange(256)
    return bytes(found)


def _zeroed(content: bytes, chance: random.Random) -> bytes:
    at, count = chance.randrange(len(content)), chance.choice((64, 1024, 8192))
    return content[:at] + bytes(len(content[at : at + count])) + content[at + count :]


def _cut_off(content: bytes, chance: random.Random) -> bytes:
    return content[: int(len(content) * chance.uniform(0.2, 0.98))]


def _with_a_hole(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content))
    return content[:at] + content[at + chance.choice((1, 100, 5000)) :]


def _behind_rubbish(content: bytes, chance: random.Random) -> bytes:
    return chance.randbytes(chance.choice((500, 2000))) + content + chance.randbytes(500)


def _without_table_of_objects(content: bytes, chance: random.Random) -> bytes:
    return re.sub(rb"startxref\s+\d+", b"startxref\n" + chance.choice(NUMBERS), content)


def _wrong_numbers(content: bytes, chance: random.Random) -> bytes:
    def changed(match: re.Match[bytes]) -> bytes:
        return match[1] + chance.choice(NUMBERS) if chance.random() < 0.3 else match[0]

    keys = rb"Length|Count|Kids|Parent|Contents|Font|W|Size|Prev|Rotate"
    return re.sub(rb"(/(?:" + keys + rb") ?\[?)\d+", changed, content)


def _odd_pages(content: bytes, chance: random.Random) -> bytes:
    return re.sub(
        rb"/MediaBox ?\[[^\]]*\]", lambda _: b"/MediaBox [" + chance.choice(PAGE_SIZES) + b"]", content
    )


WAYS: dict[str, Mangle] = {
    "behind rubbish": _behind_rubbish,
    "cut off": _cut_off,
    "odd pages": _odd_pages,
    "overwritten": _overwritten,
    "with a hole": _with_a_hole,
    "without table of objects": _without_table_of_objects,
    "wrong numbers": _wrong_numbers,
    "zeroed": _zeroed,
}


def run(*, data: Path, limit: int | None, seed: str = "1") -> Report:
    """Read `limit` (160) broken copies of the files of `bad-pdfs` and of a few reports of `sec-10-q`."""
    chance, outcomes = random.Random(seed), []
    bad = [data / "bad-pdfs" / name for name, _ in files_of(data / "bad-pdfs")]
    bad = [path for path in bad if path.stat().st_size <= LARGEST_BYTES]
    whole = sorted((data / "sec-10-q").rglob("*.pdf"), key=lambda path: path.stat().st_size)[:WHOLE_FILES]
    with temporary_workspace() as (user, workspace), tempfile.TemporaryDirectory() as folder:
        for number in range(limit or 160):
            way = list(WAYS)[number % len(WAYS)]
            source = chance.choice(whole if chance.random() < SHARE_OF_WHOLE else bad)
            path = Path(folder, f"{number:03} {way}, {source.name}")
            path.write_bytes(WAYS[way](source.read_bytes(), chance))
            outcomes.append(read_bad(path, way, user, workspace))
            print(f"{outcomes[-1].seconds:6.1f} s  {outcomes[-1].status:8} {path.name}", file=sys.stderr)
    return report_of(outcomes, what="PDFs broken at random")
