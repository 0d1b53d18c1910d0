"""Which words of a question tell where it is answered."""

from __future__ import annotations

import pytest

from retrieval.passages.expected import Expected, asking_words
from retrieval.passages.scoring import Passage
from retrieval.passages.telling import bonus
from retrieval.passages.weighing.windows import IN_DOCUMENT, OF_DOCUMENT
from retrieval.passages.windows import units_of, windows_of
from retrieval.stems import stems_in
from tests.retrieval.passages.weighed import hit, of_rents, score_windows


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("question", "language", "text"),
    [
        ("Wie hoch ist die Kaution?", "de", "The deposit is £9,600."),
        ("How long is the probation?", "en", "Die ersten sechs Monate gelten als Probezeit."),
        ("Who pays if the choir is dissolved?", "en", "Upon dissolution the miller pays."),
    ],
)
def test_another_word_or_language_for_the_same_counts_nearly_as_the_word_does(
    question, language, text, hash_embedder
) -> None:
    cut = [(Passage(hit(), 1, text, "", 0), window) for window in windows_of(units_of(text))]
    (best, *_), asked = score_windows(
        question, Expected("open", language), frozenset(), cut, hash_embedder, bonus=bonus
    )
    alike = {stem for stem, marks in asked.alike.items() if any(mark[1] not in "~x" for mark in marks)}
    assert alike
    assert not alike & best.missing


@pytest.mark.django_db
def test_words_that_only_ask_are_worth_nothing(hash_embedder) -> None:
    text = "12/09/2025 Alquiler piso 780,00"
    cut = [(Passage(hit(), 1, text, "Caja", 0, "Caja"), window) for window in windows_of(units_of(text))]
    question = "¿Cuánto pagó por el alquiler?"
    (best, *_), asked = score_windows(
        question, Expected("amount", "es"), frozenset(), cut, hash_embedder, bonus=bonus,
        asking=stems_in([asking_words(question, "es")], "es")[0],
    )  # fmt: skip
    assert set(asked.worth) == {"alquil"}
    assert best.words == 1.0


@pytest.mark.django_db
def test_a_window_need_not_repeat_what_its_document_goes_by(hash_embedder) -> None:
    text = "The dues rise by two euros in May of each year."
    short, _ = of_rents("How do dues rise in May?", "open", text, hash_embedder)
    named, _ = of_rents("How do the dues of Rents rise in May?", "open", text, hash_embedder)
    assert named.words >= 1 - (1 - IN_DOCUMENT) * OF_DOCUMENT - 0.01
    assert short.words >= named.words


@pytest.mark.django_db
def test_another_word_of_one_meaning_may_stand_in_the_heading(hash_embedder) -> None:
    text = "# Rents\n\n## Cancellation\n\nThree months at the end of a year."
    passage = Passage(hit(), 1, text, "Rents", 0, "Rents")
    cut = [(passage, window) for window in windows_of(units_of(text))]
    question = "How long before must one terminate?"
    found, _ = score_windows(
        question, Expected("duration", "en"), frozenset(), cut, hash_embedder, bonus=bonus
    )
    months = next(each for each in found if each.window.text.startswith("Three"))
    assert "termin" not in months.missing


@pytest.mark.django_db
def test_what_a_name_is_said_to_be_is_not_looked_for_in_another_language(hash_embedder) -> None:
    text = "Der Preis ist zwölf Euro und wird von der Werkstatt Wren im Mai und im Juni nicht erhöht."
    passage = Passage(hit(), 1, text, "Rechnung Wren", 0, "Rechnung Wren")
    cut = [(passage, window) for window in windows_of(units_of(text))]
    question, expected = "What price does the cobbler Wren ask?", Expected("open", "en")
    (each,), _ = score_windows(
        question, expected, frozenset(), cut, hash_embedder, bonus=bonus, kinds=["cobbler"]
    )
    assert "cobbler" not in each.lacking


@pytest.mark.django_db
@pytest.mark.parametrize(("heading", "least"), [("Open day", 0.8), ("Rents", 0.0)])
def test_a_day_alone_below_the_title_is_of_what_the_document_is_called(heading, least, hash_embedder) -> None:
    text = f"{heading}\n\nSaturday, March 9, 2024\n\nThe kiln is shown to guests by the warden of the mill."
    passage = Passage(hit(), 1, text, "Open day at the kiln", 0, "Open day at the kiln")
    cut = [(passage, window) for window in windows_of(units_of(text), most=1) if "March" in window.text]
    (only,), _ = score_windows(
        "When is the open day at the kiln?",
        Expected("date", "en"),
        frozenset(),
        cut,
        hash_embedder,
        bonus=bonus,
    )
    assert (only.words >= 0.8) is (least > 0)
