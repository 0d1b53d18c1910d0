"""Everyday words of one meaning, by language."""

import pytest

from retrieval.alike.everyday import everyday_abroad, everyday_in, everyday_words, pattern_of


@pytest.mark.parametrize(
    ("question", "text", "language"),
    [
        ("Who mends the roof?", "Das Dach wird im Mai repariert.", "de"),
        ("When does the lift run again?", "L'ascenseur est à l'arrêt.", "fr"),
        ("How much does the outing cost?", "La excursión cuesta 12 euros.", "es"),
        ("May one bring a dog?", "I cani sono ammessi.", "it"),
        ("Who inspected the swing?", "De keuring is op 3 mei.", "nl"),
        ("Wie schnell ist das Schiff?", "A vessel may sail at a speed of 3 knots.", "en"),
        ("When must the flat be vacated?", "Tenants leave by noon.", "en"),
    ],
)
def test_a_word_of_the_question_is_found_in_the_words_of_another_language(question, text, language):
    asked = "de" if question.startswith("Wie") else "en"
    assert everyday_in(question, asked) & everyday_in(text, language)


def test_a_word_of_one_language_names_nothing_in_another():
    assert everyday_in("Le moulin ferme, car il pleut.", "fr").isdisjoint(everyday_in("a car", "en"))
    assert everyday_in("a dach of the version", "en") == everyday_in("the version", "en")


def test_a_language_that_has_no_words_here_has_none():
    mark, _ = next(everyday_words("the roof", "en"))
    assert everyday_in("o telhado", "pt") == frozenset()
    assert pattern_of(mark, "pt").search("dach roof") is None
    assert pattern_of(mark, "de").search("Das Dach ist neu.")


def test_a_question_is_looked_for_in_the_other_languages():
    abroad = everyday_abroad("Who mends the roof?", "en")
    assert set(abroad) == {"de", "fr", "es", "it", "nl"}
    assert {"dach", "dächer"} <= set(abroad["de"].split())
    assert everyday_abroad("Zebedee", "en") == {}
