"""What becomes of files that were broken at random: cut, overwritten, with wrong numbers or broken parts."""

from __future__ import annotations

import io
import random
import re
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from itertools import cycle, islice
from pathlib import Path

from evals.endurance.bad_pdfs import ALONE, files_of, read_bad, report_of
from evals.endurance.seeds import ALONE as PLAIN
from evals.endurance.seeds import seeds
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


def _broken_part(content: bytes, chance: random.Random) -> bytes:
    """An archive one of whose larger parts is broken, so that what reads it gets beyond the archive."""
    return _repacked(content, chance, lambda part: chance.choice(list(BY_BYTES.values()))(part, chance))


def _without_part(content: bytes, chance: random.Random) -> bytes:
    return _repacked(content, chance, lambda _: None)


def _repacked(content: bytes, chance: random.Random, change: Callable[[bytes], bytes | None]) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts: dict[str, bytes | None] = {name: archive.read(name) for name in archive.namelist()}
    chosen = chance.choice([name for name, part in parts.items() if part])
    parts[chosen] = change(parts[chosen] or b"")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            if part is not None:
                archive.writestr(name, part)
    return packed.getvalue()


BY_BYTES: dict[str, Mangle] = {
    "behind rubbish": _behind_rubbish,
    "cut off": _cut_off,
    "overwritten": _overwritten,
    "with a hole": _with_a_hole,
    "zeroed": _zeroed,
}
OF_PDFS = BY_BYTES | {
    "odd pages": _odd_pages,
    "without table of objects": _without_table_of_objects,
    "wrong numbers": _wrong_numbers,
}
OF_ARCHIVES = BY_BYTES | {"with a broken part": _broken_part, "without a part": _without_part}
ARCHIVES = (".docx", ".pptx", ".xlsx")


def run(*, data: Path, limit: int | None, seed: str = "1", formats: str = "pdf") -> Report:
    """Read `limit` (160) broken copies: of the files of `bad-pdfs` and of a few reports of `sec-10-q`.

    `formats`: "others" for as many copies of small files of all other formats.
    """
    chance, outcomes = random.Random(seed), []
    broken = _others(chance) if formats == "others" else _pdfs(data, chance)
    with temporary_workspace() as (user, workspace), tempfile.TemporaryDirectory() as folder:
        for number, (category, name, content, scripts) in enumerate(islice(broken, limit or 160)):
            path = Path(folder, f"{number:03} {name}")
            path.write_bytes(content)
            outcomes.append(read_bad(path, category, user, workspace, scripts=scripts))
            print(f"{outcomes[-1].seconds:6.1f} s  {outcomes[-1].status:8} {path.name}", file=sys.stderr)
    return report_of(outcomes, what="PDFs broken at random" if formats == "pdf" else "files broken at random")


Broken = tuple[str, str, bytes, Mapping[str, str]]  # category, name, content, library → script


def _pdfs(data: Path, chance: random.Random) -> Iterator[Broken]:
    bad = [data / "bad-pdfs" / name for name, _ in files_of(data / "bad-pdfs")]
    bad = [path for path in bad if path.stat().st_size <= LARGEST_BYTES]
    whole = sorted((data / "sec-10-q").rglob("*.pdf"), key=lambda path: path.stat().st_size)[:WHOLE_FILES]
    for way in cycle(sorted(OF_PDFS)):
        source = chance.choice(whole if chance.random() < SHARE_OF_WHOLE else bad)
        yield way, f"{way}, {source.name}", OF_PDFS[way](source.read_bytes(), chance), ALONE


def _others(chance: random.Random) -> Iterator[Broken]:
    whole = seeds()
    for suffix in cycle(whole):
        ways = OF_ARCHIVES if suffix in ARCHIVES else BY_BYTES
        way = chance.choice(sorted(ways))
        scripts = {"a plain library": PLAIN[suffix]} if suffix in PLAIN else {}
        yield suffix.lstrip("."), f"{way}{suffix}", ways[way](whole[suffix], chance), scripts
