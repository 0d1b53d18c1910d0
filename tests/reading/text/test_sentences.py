"""Where sentences end."""

from __future__ import annotations

import pytest

from reading.text.sentences import LONGEST_SENTENCE, ended, sentence_spans, words_near
from tests.cases import every_case


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    "sentences",
    [
        ["Net sales rose 18.2% to $3.2 billion.", "Costs fell."],
        ["Example Corp. Ltd. sold 3.5 million units in the U.S. in 2022.", "The rest went to Asia."],
        ["The plant belongs to Example Inc.", "The company leases it."],
        ["“We grew,” said J. Smith.", "“We will grow on.”", "He left."],
        ["1. Definitions apply.", "They bind."],
        ["Is it so?", "It is!", "Good."],
        ["See No. 5 and Mr. Green."],
        ["It went on and on...", "“Really?!”", "Yes: so it did."],
    ],
)
def test_sentences_end_where_they_do(sentences):
    assert split(" ".join(sentences)) == sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (
            "利益は増加した。売上は「減った。」理由は？",
            ["利益は増加した。", "売上は「減った。」", "理由は？"],
        ),
        ("Das gilt. Ähnlich steht es in Abs. 2 dort.", ["Das gilt.", "Ähnlich steht es in Abs. 2 dort."]),
        ("Terminó. ¿Por qué? Écoutez !", ["Terminó.", "¿Por qué?", "Écoutez !"]),
        ("هذا نص. كم السعر؟ مئة.", ["هذا نص.", "كم السعر؟", "مئة."]),
    ],
)
def test_sentences_of_other_languages_end_where_they_do(text, sentences):
    assert split(text) == sentences


def test_dots_and_colons_end_a_sentence_before_an_empty_line():
    assert split("and so on...\n\nfirst:\n \nsecond?!\n") == ["and so on...", "first:", "second?!"]


def test_blank_text_has_no_sentences():
    assert split(" \n ") == []


@pytest.mark.parametrize("title", ["Acme Ltd.", "What now?", "He said “No.”"])
def test_a_text_that_ends_a_sentence_gets_no_second_full_stop(title):
    assert ended(title) == title
    assert ended(title.rstrip(".?”")) == title.rstrip(".?”") + "."


@every_case("characters", range(1, 30))
def test_words_near_a_place_are_whole(characters):
    text = "References to the Harbour Lamps Ltd (the Company) are to it and its subsidiaries"
    start = text.index("Harbour")
    near = words_near(text, start, start + len("Harbour Lamps Ltd"), characters=characters)
    assert set(near.split()) <= set(text.split())
    assert "Harbour Lamps Ltd" in near


@pytest.mark.parametrize("mark", ["; ", ", ", " "])
def test_a_sentence_without_end_is_cut_where_its_parts_end(mark):
    text = mark.join(f"{number} lamps" for number in range(2000))
    parts = split(text)
    assert len(parts) > 3
    assert all(len(part) <= LONGEST_SENTENCE for part in parts)
    assert all(part.endswith(mark.strip()) for part in parts[:-1])
    assert " ".join(parts) == text
    assert [len(part) for part in split("x" * 3 * LONGEST_SENTENCE)] == [LONGEST_SENTENCE] * 3
