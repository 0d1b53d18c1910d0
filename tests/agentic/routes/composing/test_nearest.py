"""What a small model reads: rows with the head of their table, short lists whole, sentences with others."""

from __future__ import annotations

import pytest

from agentic.routes.composing.nearest import with_context
from retrieval.passages.scoring import Passage, Scored
from retrieval.passages.windows import units_of, windows_of
from retrieval.search.results import Hit

ROWS = "\n".join(f"Boat {n}\tjetty {n}\t{n} seats and a long awning for all of them" for n in range(1, 16))
TEXT = f"""Boats are rented by the hour. Ask at the kiosk. The kiosk closes at six.

Bring along:
- a cap
- a bottle of water

{ROWS}"""


@pytest.mark.parametrize(
    ("start", "texts"),
    [
        ("Ask at", ["Boats are rented by the hour.", "Ask at the kiosk.", "The kiosk closes at six."]),
        ("- a bottle", ["Bring along:", "- a cap", "- a bottle of water"]),
        ("Boat 9", ["Boat 1 jetty 1", "Boat 9 jetty 9"]),
    ],
)
def test_what_a_sentence_an_item_and_a_row_are_read_with(start: str, texts: list[str]) -> None:
    hit = Hit(
        chunk_id=1, document_id=1, filename="quay.md", section="", page_start=1, page_end=1,
        text=TEXT, score=1.0,
    )  # fmt: skip
    passage = Passage(hit, 1, TEXT, "", 0)
    alone = [
        Scored(passage, window, 0.0, frozenset(), frozenset())
        for window in windows_of(units_of(TEXT), most=1)
    ]
    page = {each.window.units[0].start: each for each in alone}
    own = next(each for each in alone if each.window.text.startswith(start))
    found = [each.window.text for each in with_context(own, page, beside=True)]
    assert all(said.startswith(text) for said, text in zip(found, texts, strict=True))
