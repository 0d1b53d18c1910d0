"""Questions with their references, asked one after the other, and what is counted of the answers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from evals.answer_sets.answers import Given
from evals.answer_sets.stores import Setting, Stores, open_stores
from evals.answering.judging import Verdict
from evals.report import Report

T = TypeVar("T")
COLUMNS = ("kind", "questions", "right", "wrong", "refused", "to read", "green", "green and not right")

LATE = 5  # seconds, after which first words are late


@dataclass(frozen=True)
class Question:
    """`kind`: what is counted together. `judge`: the verdict on an answer. `reference`: for the reader."""

    text: str
    kind: str
    judge: Callable[[Given], Verdict]
    reference: str = ""
    document: str = ""
    name: str = ""
    pages: frozenset[tuple[str, int]] = frozenset()


@dataclass(frozen=True)
class Judged:
    question: Question
    given: Given
    verdict: Verdict

    @property
    def cites_page(self) -> bool:
        cited = {(Path(name).stem, page) for name, page in self.given.cited}
        return bool(cited & self.question.pages)


def ask_all(questions: Iterable[Question], stores: Stores, *, only: bool = False) -> list[Judged]:
    found = []
    for question in questions:
        given = stores.ask(question.text, question.document, only=only)
        found.append(Judged(question, given, question.judge(given)))
    return found


def rows_of(judged: Sequence[Judged]) -> Iterator[tuple[object, ...]]:
    """A line for each kind, and one for all."""
    kinds = list(dict.fromkeys(each.question.kind for each in judged))
    for kind in kinds:
        yield _row(kind, [each for each in judged if each.question.kind == kind])
    if len(kinds) > 1:
        yield _row("all", judged)


def _row(name: str, judged: Sequence[Judged]) -> tuple[object, ...]:
    count = Counter(each.verdict for each in judged)
    green = [each for each in judged if each.given.is_green]
    misleading = [each for each in green if each.verdict not in ("right", "read")]
    verdicts = tuple(count[verdict] for verdict in ("right", "wrong", "refused", "read"))
    return (name, len(judged), *verdicts, len(green), len(misleading))


def shares(judged: Sequence[Judged], *kinds: str) -> str:
    """“12 of 20 right (.60), 3 wrong (.15), 5 refused (.25)”."""
    part = [each for each in judged if each.question.kind in kinds or not kinds]
    count = Counter(each.verdict for each in part)
    said = [f"{count['right']} of {len(part)} right ({share(count['right'], len(part))})"]
    for verdict in ("wrong", "refused"):
        said.append(f"{count[verdict]} {verdict} ({share(count[verdict], len(part))})")
    return ", ".join(said)


def by_route(judged: Sequence[Judged]) -> str:
    """“Wrong, by route: map 7, facts 2.”"""
    count = Counter(each.given.route for each in judged if each.verdict == "wrong")
    told = ", ".join(f"{route} {number}" for route, number in count.most_common())
    return f"Wrong, by route: {told or 'none'}."


def share(count: int, total: int) -> str:
    """“.67”, “1.0”."""
    return f"{count / total:.2f}".lstrip("0").replace("1.00", "1.0") if total else "–"


def seconds(judged: Sequence[Judged]) -> str:
    times = sorted(each.given.seconds for each in judged)
    if not times:
        return "No questions."
    told = f"Median {times[len(times) // 2]:.2f} s a question, slowest {times[-1]:.1f} s."
    words = sorted(each.given.first_words for each in judged)
    if words[-1] and words != times:
        late = sum(each > LATE for each in words)
        told += f" First words: median {words[len(words) // 2]:.2f} s, slowest {words[-1]:.1f} s,"
        told += f" {late} after {LATE} s."
    return told


def report_on(
    title: str,
    questions: Sequence[Question],
    *,
    groups: Sequence[Sequence[Path]],
    setting: Setting,
    notes: Callable[[Sequence[Judged]], Iterable[str]],
) -> Report:
    """All questions, asked and judged. `groups`: the files of each store; `notes`: what else to tell."""
    with open_stores(groups=groups, tier=setting.tier, keep=setting.keep) as stores:
        judged = ask_all(questions, stores)
        failures = stores.failures()
    write_misses(judged, setting.misses)
    return Report(
        title=title, columns=COLUMNS, rows=tuple(rows_of(judged)), notes=(*notes(judged), *failures)
    )


def write_misses(judged: Iterable[Judged], path: str) -> None:
    """Every answer that is not right, a JSON object a line, to be read by a person, where a path is given."""
    if not path:
        return
    lines = [json.dumps(_told(each), ensure_ascii=False) for each in judged if each.verdict != "right"]
    Path(path).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _told(judged: Judged) -> dict[str, object]:
    question, given = judged.question, judged.given
    return {
        "name": question.name,
        "kind": question.kind,
        "verdict": judged.verdict,
        "green": given.is_green,
        "route": given.route,
        "question": question.text,
        "reference": question.reference,
        "answer": given.text or given.error,
        "plan": given.result.get("plan"),
        "numbers": [f"{number['text']}: {number['status']}" for number in given.result.get("numbers", ())],
        "cited": sorted(f"{name} p. {page}" for name, page in given.cited),
    }


def evenly(items: Sequence[T], limit: int | None) -> list[T]:
    """At most `limit` of them, spread over all."""
    if limit is None or limit >= len(items):
        return list(items)
    return [items[at * len(items) // limit] for at in range(limit)]
