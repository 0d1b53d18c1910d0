"""Does reading take time in proportion to a file's size, whatever the file says? Files made to hold it up."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from documents.ingestion.chunks.chunking import split_into_chunks
from documents.providers import get_embedder
from evals.report import CannotMeasure, Report
from llm.types import Embedder
from reading.anchoring import PageIndex, anchor
from reading.formats.media_types import CSV, HTML, MARKDOWN, TEXT
from reading.parse import parse_document
from reading.pipeline import read_by_rules
from reading.tables.read import read_tables

STEPS = ("parse", "tables", "chunks", "rules", "places")
SUSPECT = 2.8  # times the time for twice the size: 2 is in proportion, 4 its square
LEAST_SECONDS = 1.0  # of a step; in less, what a step loads first counts
NEWLINE = "\n"
OPENING = (
    "Annual report of Acme Lamps Inc. for fiscal year 2023.\n\n"
    "Net sales were $3.2 billion in 2023, and we lit more halls than in any year before.\n\n"
)

Make = Callable[[int], str]


def _table(number: int) -> str:
    rows = "".join(f"<tr><td>{name}</td><td>{number}</td><td>7</td></tr>" for name in ("Lamps", "Oil"))
    return f"<p>Hall {number}</p><table><tr><th>Item</th><th>2023</th><th>2022</th></tr>{rows}</table>"


def _listed(part: str, between: str = ", ") -> Make:
    """A sentence without end; `part` may have the number {n}, the digit {d} and the year {y}."""
    return lambda count: between.join(part.format(n=n, d=n % 10, y=2000 + n % 24) for n in range(count))


def _wide(cell: str) -> str:
    return _listed(cell, ",")(200)


# Name → how large it is at its smaller size, its format, and what it says at a size.
KINDS: dict[str, tuple[int, str, Make]] = {
    "amounts": (5000, TEXT, lambda count: f"Revenue was {_listed('${d}.{d} million in {y}')(count)}"),
    "per cents": (5000, TEXT, lambda count: f"Margins were {_listed('{d}%')(count)}"),
    "dates": (5000, TEXT, lambda count: f"Debt of $5 million on {_listed('March {d}, {y}')(count)}"),
    "statements": (5000, TEXT, _listed("Revenue was ${n} million", "; ")),
    "sentences": (5000, TEXT, _listed("Revenue of Acme was ${n} million in 2023.", " ")),
    "brackets": (20_000, TEXT, lambda count: f"Revenue {'(' * count}{')' * count} was $5 million"),
    "signs": (50_000, TEXT, lambda count: f"Revenue of {'– ' * count}"),
    "names": (10_000, TEXT, _listed("Acme{n} Inc.", " and ")),
    "brands": (5000, TEXT, _listed("Lamp{n}x®", " ")),
    "one word": (500_000, TEXT, lambda count: "a" * count),
    "headings": (20_000, MARKDOWN, _listed("## Lamps of hall {n}\n", "\n")),
    "small tables": (1500, HTML, lambda count: "".join(map(_table, range(count)))),
    "tables in Markdown": (2500, MARKDOWN, _listed("|Item|2023|\n|--|--|\n|Lamps|{n}|\n", "\n")),
    "inline elements": (15_000, HTML, lambda count: f"<p>{'<b>a</b> <i>b</i> ' * count}</p>"),
    "nested elements": (5000, HTML, lambda count: "<div><sup>" * count + "Lamps"),
    "columns": (100, CSV, lambda count: NEWLINE.join([_wide("Hall {n}"), *[_wide("{n}.5")] * count])),
    "rows": (5000, CSV, lambda count: f"Item,2023,2022\n{_listed('Lamps {n},{n},{d}', NEWLINE)(count)}"),
}


def run(*, limit: int | None, kind: str = "") -> Report:
    """The seconds of each step for files of each kind at two sizes, and how much longer the larger takes.

    `kind`: only this one.
    """
    if kind and kind not in KINDS:
        raise CannotMeasure(f"There is no kind “{kind}”: {', '.join(KINDS)}.")
    embedder = get_embedder()
    embedder.count_tokens([""])  # loads its words
    names = [kind] if kind else list(KINDS)[:limit]
    for name in names:
        list(_seconds(name, 100, embedder))  # makes what is made once
    measured = {
        name: [dict(_seconds(name, times * KINDS[name][0], embedder)) for times in (1, 2)] for name in names
    }
    suspects = [name for name, (once, twice) in measured.items() if any(_grows(once, twice))]
    return Report(
        title=f"Files made to hold reading up, {len(names)} kinds at two sizes",
        columns=("kind", "size", *STEPS, "longer at twice the size"),
        rows=tuple(_row(name, *measured[name]) for name in names),
        notes=(
            "Seconds at the larger size; 2 in the last column is in proportion. "
            f"More than {SUSPECT} in a step that takes a second: {', '.join(suspects) or 'none'}.",
        ),
    )


def _row(name: str, once: dict[str, float], twice: dict[str, float]) -> tuple[object, ...]:
    longer = sum(twice.values()) / sum(once.values())
    return name, 2 * KINDS[name][0], *(round(twice[step], 2) for step in STEPS), round(longer, 1)


def _grows(once: dict[str, float], twice: dict[str, float]) -> Iterator[bool]:
    for step in STEPS:
        yield twice[step] >= LEAST_SECONDS and twice[step] > SUSPECT * once[step]


def _seconds(name: str, count: int, embedder: Embedder) -> Iterator[tuple[str, float]]:
    """The step and its seconds, of this processor save for parsing, which another process may do."""
    _, media_type, make = KINDS[name]
    opening = "" if media_type == CSV else OPENING
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "hostile")
        path.write_text(opening + make(count), encoding="utf-8")
        started = time.perf_counter()
        parsed = parse_document(path, media_type=media_type)
        yield "parse", time.perf_counter() - started
    begun = time.process_time()
    tables = read_tables(parsed)
    yield "tables", (now := time.process_time()) - begun
    split_into_chunks(parsed, tables, embedder)
    yield "chunks", (after := time.process_time()) - now
    reading = read_by_rules(parsed, tables, filename="hostile")
    yield "rules", (now := time.process_time()) - after
    index = PageIndex({page.number: page.text for page in parsed.pages})
    for facts in (reading.rows, reading.metrics, reading.claims, reading.entities):
        for fact in facts:
            anchor(fact.place, index)
    yield "places", time.process_time() - now
