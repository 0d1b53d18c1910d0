"""Words that tell something else than is asked for do not answer, though they share words with it."""

from __future__ import annotations

import pytest

from retrieval.passages.expected import Expected
from retrieval.passages.guards.words_asked import is_of_other_words
from retrieval.passages.scoring import Passage
from retrieval.passages.weighing.windows import weigh_windows
from retrieval.passages.windows import units_of, windows_of
from retrieval.search.results import Hit

ASKED = [
    ("Which guild lets potters fire the stove?", "open", "Potters of this guild may fire the stove.", True),
    ("Which guild lets potters fire the stove?", "open", "The guild of Wend lets potters fire it.", False),
    ("Is a stove free of charge?", "yesno", "“Free Use” means that a stove is free of charge.", True),
    ("Is a stove free of charge?", "yesno", "“Stove” means one that is free of charge.", False),
    ("Why was the stove moved?", "reason", "The stove was moved. Because clay is dear we pay later.", True),
    ("Why was the stove moved?", "reason", "The stove was moved. This is because it smoked.", False),
    ("Why was the stove moved?", "reason", "Because it smoked, the stove was moved.", False),
    ("Why keep the stove shut?", "reason", "It is vital to keep the stove shut. Sparks fly.", False),
    ("Why keep the stove shut?", "reason", "It is vital to keep the stove shut.", True),
    ("Why keep the stove shut?", "reason", "It is vital to sing. Because it is cold we do.", True),
    ("How do guests in tents escape the noise?", "steps", "The guests should be here by noon.", True),
    ("How do guests in tents escape the noise?", "steps", "Guests in tents escape it by a wall.", False),
    ("Which stove has the highest heat?", "open", "The heat of the best stove is plotted here.", True),
    ("Which stove has the highest heat?", "open", "The largest heat is that of the old stove.", False),
    ("How is the number Q worked out?", "steps", "The number is worked out by the clerk.", True),
    ("When did version 3.0 of the tide table appear?", "date", "It appeared on 14 May 1994.", True),
    ("When did version 3.0 of the tide table appear?", "date", "3.0 appeared on 14 May 1994.", False),
    ("How is the number Q worked out?", "steps", "The number Q is worked out by the clerk.", False),
    ("What quorum do the guests need?", "open", "The guests need a room and a meal.", True),
    ("What quorum do the guests need?", "open", "The quorum of the guests is six.", False),
    ("Why is the stove cold in January?", "reason", "The stove is cold since the flood of May.", True),
    ("Why is the stove cold in January?", "reason", "The stove is cold since in January it rains.", False),
    ("When can the warden leave?", "open", "The warden has a lamp and a key.", True),
    ("Which documents have to do with lamps?", "open", "Lamps have oil and have to do with light.", True),
    ("Which stove is better, and what were the values?", "open", "The old stove is better.", True),
    ("Which stove is better, and what were the values?", "open", "The old stove is better, 5 to 3.", False),
]


@pytest.mark.parametrize(("question", "kind", "text", "is_other"), ASKED)
@pytest.mark.django_db
def test_what_tells_something_else_than_is_asked_for(question, kind, text, is_other) -> None:
    hit = Hit(
        chunk_id=1, document_id=1, filename="quay.md", section="", page_start=1, page_end=1,
        text=text, score=1.0,
    )  # fmt: skip
    passage = Passage(hit, 1, text, "Quay", 0, "Quay")
    cut = [(passage, window) for window in windows_of(units_of(text))]
    found, asked = weigh_windows(question, Expected(kind, "en"), frozenset(), cut, bonus=lambda *_: 0.0)
    whole = max(found, key=lambda each: len(each.window.text))
    assert is_of_other_words(whole, asked) is is_other
