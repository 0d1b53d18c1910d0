"""Sentences are near a question by their words and their meaning, beside what names their document."""

from __future__ import annotations

import numpy as np
import pytest

from retrieval.passages.expected import Expected
from retrieval.passages.near.meaning import nearest, single, without_called
from retrieval.passages.scoring import Passage
from retrieval.passages.weighing.windows import weigh_windows
from retrieval.passages.windows import units_of, windows_of
from retrieval.search.results import Hit

TEXT = "The mill rents canoes. A paddle that breaks is replaced. Anglers stay on the west bank."


class OfPaddles:
    """What speaks of a paddle is near to any question."""

    def embed(self, texts) -> np.ndarray:
        return np.array([[1.0, 0.0] if n == 0 or "paddle" in t else [0.0, 1.0] for n, t in enumerate(texts)])


@pytest.mark.django_db
def test_a_sentence_without_a_word_of_the_question_is_nearest_by_its_meaning() -> None:
    hit = Hit(
        chunk_id=1, document_id=1, filename="mill.md", section="", page_start=1, page_end=1,
        text=TEXT, score=1.0,
    )  # fmt: skip
    cut = [(Passage(hit, 1, TEXT, "", 0, "Mill"), window) for window in windows_of(units_of(TEXT))]
    question = "What if I snap my oar on the bank?"
    found, _ = weigh_windows(question, Expected("open", "en"), frozenset(), cut, bonus=lambda *_: 0.0)
    order = nearest(single(found), question, OfPaddles())
    assert [each.window.text[:8] for each in order] == ["A paddle", "Anglers ", "The mill"]


def test_the_words_that_a_document_goes_by_are_left_out_of_its_question() -> None:
    assert (
        without_called("What does the Orla mill's café sell?", "Orla Mill menu.pdf")
        == "What does the café sell?"
    )
    assert without_called("Orla Mill?", "Orla Mill") == "Orla Mill?"
