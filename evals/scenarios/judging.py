"""Whether what a run says is what is known: right, wrong, refused or asked back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from agentic.models import Run
from evals.scenarios.questions import Asked

Verdict = Literal["right", "wrong", "refused", "asked back"]
NUMBER = re.compile(r"(?<![\w.])[-−]?\d[\d,]*(?:\.\d+)?")
CLOSE = 0.006  # of two numbers that are told with two digits


def judged(run: Run, asked: Asked) -> Verdict:
    if not run.answered:
        if asked.is_refused:
            return "right"
        return "asked back" if run.clarification else "refused"
    if asked.is_refused:
        return "wrong"
    tests = (_documents, _groups, _names, _values, _words)
    return "right" if all(test(run, asked) for test in tests) else "wrong"


def _documents(run: Run, asked: Asked) -> bool:
    """The documents that the table names, or the sources where there is no table."""
    if asked.documents is None:
        return True
    listed = {span["filename"] for table in _tables(run) for span in table["spans"] if span}
    listed = listed or {source["document"] for source in _citations(run)}
    return {str(name).rpartition(".")[0] for name in listed} == asked.documents


def _groups(run: Run, asked: Asked) -> bool:
    if asked.groups is None:
        return True
    wanted = {_plain(name): value for name, value in asked.groups.items()}
    return any(
        {_plain(row[0]): _number(row[column]) for row in table["rows"]} == wanted
        for table in _tables(run)
        for column in range(1, len(table["columns"]))
    )


def _plain(name: Any) -> str:
    return str(name).strip(" .").lower()


def _names(run: Run, asked: Asked) -> bool:
    if not asked.names:
        return True
    return any({str(row[0]) for row in table["rows"] if row} == asked.names for table in _tables(run))


def _values(run: Run, asked: Asked) -> bool:
    """Each number stands in the first paragraph."""
    told = {_number(match[0]) for match in NUMBER.finditer(run.answer.strip().split("\n\n")[0])}
    return all(any(abs(value - each) <= CLOSE for each in told) for value in asked.values)


def _words(run: Run, asked: Asked) -> bool:
    said = " ".join(run.answer.split()).lower()
    return all(word.lower() in said for word in asked.says) and not any(
        word.lower() in said for word in asked.never
    )


def _number(cell: Any) -> float:
    plain = NUMBER.search(str(cell).replace("−", "-"))
    return float(plain[0].replace(",", "")) if plain else float("nan")


def _tables(run: Run) -> list[Mapping[str, Any]]:
    return list(run.result.get("tables") or [])


def _citations(run: Run) -> list[Mapping[str, Any]]:
    return list(run.result.get("citations") or [])
