"""Texts that others wrote about earnings calls, some with changed figures: which are flagged?"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from agentic.citations.sentences import figures_in
from agentic.evidence import Answer, Draft, Evidence, Span
from agentic.verification.verify import verify
from evals.answer_sets.asked import evenly, share
from evals.answer_sets.stores import Setting
from evals.report import Report

FILE = Path("changed-figures") / "ectsum.jsonl"
COLUMNS = ("texts", "count", "flagged", "numbers", "numbers flagged")
_NUMBER = re.compile(r"\d[\d.,]*\d|\d")


@dataclass(frozen=True)
class Text:
    """A text about `document`. `changed`: the numbers of it that the text it was made from does not have."""

    name: str
    document: str
    text: str
    is_true: bool
    changed: tuple[str, ...]

    @property
    def checked(self) -> Answer:
        span = Span(document_id=1, filename="call.txt", page=1, quote=self.document, kind="chunk")
        return verify(Draft(text=self.text), Evidence(spans=(span,), figures=tuple(figures_in(span))))


def changed_figures(setting: Setting) -> Report:
    judged = [(text, text.checked) for text in evenly(read_texts(setting.data / FILE), setting.limit)]
    parts = {
        "true": [pair for pair in judged if pair[0].is_true],
        "with changed figures": [pair for pair in judged if not pair[0].is_true and pair[0].changed],
        "changed elsewhere": [pair for pair in judged if not pair[0].is_true and not pair[0].changed],
    }
    if setting.misses:
        lines = [json.dumps(each, ensure_ascii=False) for each in _misses(parts)]
        Path(setting.misses).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return Report(
        title="Texts of others about earnings calls, some with changed figures",
        columns=COLUMNS,
        rows=tuple(_row(name, part) for name, part in parts.items()),
        notes=tuple(_notes(parts)),
    )


def read_texts(path: Path) -> list[Text]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        Text(
            row["id"], row["document"], row["text"], row["consistent"], changes(row["original"], row["text"])
        )
        for row in rows
    ]


def changes(original: str, text: str) -> tuple[str, ...]:
    """The numbers, years and quarters among them, that `text` has more often than `original`."""
    more = Counter(_NUMBER.findall(text)) - Counter(_NUMBER.findall(original))
    return tuple(more.elements())


Judged = tuple[Text, Answer]


def flagged(answer: Answer) -> list[str]:
    return [number.text for number in answer.numbers if number.status == "unsupported"]


def _row(name: str, part: Sequence[Judged]) -> tuple[object, ...]:
    numbers = sum(len(answer.numbers) for _, answer in part)
    texts = sum(bool(flagged(answer)) for _, answer in part)
    return name, len(part), texts, numbers, sum(len(flagged(answer)) for _, answer in part)


def _notes(parts: dict[str, list[Judged]]) -> Iterator[str]:
    edited, true = parts["with changed figures"], parts["true"]
    found = sum(bool(flagged(answer)) for _, answer in edited)
    of_edited = share(found, len(edited))
    yield f"Of {len(edited)} texts with changed figures {found} have a number flagged ({of_edited})."
    numbers = sum(len(answer.numbers) for _, answer in true)
    wrongly = sum(len(flagged(answer)) for _, answer in true)
    yield f"Of {numbers} numbers in true texts {wrongly} are flagged ({share(wrongly, numbers)})."


def _misses(parts: dict[str, list[Judged]]) -> Iterator[dict[str, object]]:
    """Changed texts that pass, and true ones of which a number is flagged."""
    for name, wanted in (("with changed figures", True), ("true", False)):
        for text, answer in parts[name]:
            if bool(flagged(answer)) != wanted:
                yield {
                    "name": text.name,
                    "kind": name,
                    "changed": text.changed,
                    "flagged": flagged(answer),
                    "text": text.text,
                    "document": text.document,
                }
