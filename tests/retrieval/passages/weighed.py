"""Windows of short texts, weighed for a question."""

from __future__ import annotations

from retrieval.passages.expected import Expected
from retrieval.passages.near.meaning import compared
from retrieval.passages.scoring import Asked, Passage, Scored
from retrieval.passages.telling import bonus, tells
from retrieval.passages.weighing.windows import weigh_windows
from retrieval.passages.windows import units_of, windows_of
from retrieval.search.results import Hit

NOTES = """# Notes of the kiln

## 4.7.0 (3rd May, 2021)

The door was mended.

## 4.7.1 (9th June, 2021)

The chimney was swept.
"""


def score_windows(question, expected, filler, cut, embedder, **how) -> tuple[list[Scored], Asked]:
    weighed, asked = weigh_windows(question, expected, filler, cut, **how)
    return compared(weighed, question, embedder), asked


def hit() -> Hit:
    return Hit(
        chunk_id=1, document_id=1, filename="kiln.md", section="", page_start=1, page_end=1,
        text=NOTES, score=1.0,
    )  # fmt: skip


def scored(question: str, kind: str, marks: tuple[str, ...], embedder) -> tuple[list[Scored], Asked]:
    passage = Passage(hit(), 1, NOTES, f"Kiln kiln.md {NOTES}", 0, "Kiln kiln.md")
    cut = [(passage, window) for window in windows_of(units_of(NOTES))]
    expected = Expected(kind, "en")
    return score_windows(question, expected, frozenset(), cut, embedder, bonus=bonus, marks=marks)


def of_rents(question: str, kind: str, text: str, embedder) -> tuple[Scored, Asked]:
    passage = Passage(hit(), 1, text, "Rents", 0, "Rents")
    cut = [(passage, window) for window in windows_of(units_of(text))]
    found, asked = score_windows(question, Expected(kind, "en"), frozenset(), cut, embedder, bonus=bonus)
    return max(found, key=lambda each: each.words), asked


def windows_that_tell(question: str, text: str, embedder) -> list[str]:
    cut = [(Passage(hit(), 1, text, "", 0), window) for window in windows_of(units_of(text), most=1)]
    asked_for = Expected("open", "en")
    found, asked = score_windows(question, asked_for, frozenset(), cut, embedder, bonus=bonus)
    return [each.window.text for each in found if tells(each, asked)]


LEASE = """Lease of Tannery Yard, made with Weaver & Daughters.

On signing, the weavers pay a deposit of £9,600.

The miller keeps the roof in repair."""


def of_lease(question: str, kind: str, embedder, *, names=()) -> tuple[Scored, Asked]:
    passage = Passage(hit(), 1, LEASE, f"lease.md {LEASE[:60]}", 0, "lease.md")
    cut = [(passage, window) for window in windows_of(units_of(LEASE), most=1)]
    found, asked = score_windows(
        question, Expected(kind, "en"), frozenset({"much"}), cut, embedder, bonus=bonus, names=names
    )
    return max(found, key=lambda each: each.words), asked
