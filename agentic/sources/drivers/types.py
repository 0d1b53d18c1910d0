"""What every driver of a source gives: its schema, rows behind a session that cannot write, and why not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Timer
from typing import Any, Protocol

from agentic.sources.answers.values import as_json
from retrieval.tables.schema import Schema

SUFFIXES = (".csv", ".tsv", ".parquet", ".xlsx")  # of files that are read into a database of their own
BATCH_ROWS = 100
RESULT_CHARACTERS = 4_000_000  # of one result, all cells together


class SourceFailed(Exception):
    """The source could not be opened or read, or refused a statement. The message is a sentence.

    `is_statement`: whether the statement is what was wrong, so that another may do.
    """

    def __init__(self, message: str, *, is_statement: bool = False) -> None:
        super().__init__(message)
        self.is_statement = is_statement


@dataclass(frozen=True)
class Fetched:
    """Values as JSON has them. `truncated`: whether there were more rows."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    truncated: bool = False


class Driver(Protocol):
    dialect: str  # as sqlglot calls it

    def introspect(self) -> Schema:
        """Raises `SourceFailed`."""
        ...

    def run(self, sql: str, *, rows: int, seconds: float) -> Fetched:
        """At most `rows`, read-only and ended after `seconds`. Raises `SourceFailed`."""
        ...

    def may_write(self) -> bool:
        """Whether the credentials could change something, were the session not read-only."""
        ...


def take(fetch: Callable[[int], list[Any]], columns: tuple[str, ...], most: int) -> Fetched:
    """Rows from `fetch(count)`, at most `most` and RESULT_CHARACTERS."""
    taken: list[tuple[Any, ...]] = []
    characters = 0
    while len(taken) <= most and characters < RESULT_CHARACTERS:
        batch = fetch(min(BATCH_ROWS, most + 1 - len(taken)))
        if not batch:
            return Fetched(columns, tuple(taken[:most]), truncated=len(taken) > most)
        fresh = [tuple(as_json(cell) for cell in row) for row in batch]
        taken += fresh
        characters += sum(len(cell) for row in fresh for cell in row if isinstance(cell, str))
    return Fetched(columns, tuple(taken[:most]), truncated=True)


@contextmanager
def ended_after(seconds: float, end: Callable[[], Any]) -> Iterator[list[bool]]:
    """Calls `end` from another thread where the block takes longer; the list then holds True."""
    passed: list[bool] = []

    def stop() -> None:
        passed.append(True)
        end()

    timer = Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        yield passed
    finally:
        timer.cancel()


def too_long(seconds: float) -> SourceFailed:
    return SourceFailed(f"The query took longer than {seconds:g} s: ask for less at once.", is_statement=True)


def quoted(name: str, quote: str = '"') -> str:
    return f"{quote}{name.replace(quote, quote * 2)}{quote}"
