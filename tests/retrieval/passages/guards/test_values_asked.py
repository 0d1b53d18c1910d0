"""Values of another sort than is asked for do not answer, whatever words stand round them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from retrieval.passages.expected import Expected, expected_of
from retrieval.passages.guards.values_asked import (
    is_of_other_option,
    is_of_rows,
    is_opposed,
    is_other_value,
)
from retrieval.passages.scoring import Passage
from retrieval.passages.values import Value
from retrieval.passages.weighing.windows import weigh_windows
from retrieval.passages.windows import units_of, windows_of
from retrieval.search.results import Hit
from tests.retrieval.passages.weighed import of_rents

FERRY = "The ferry costs 12 euros. Bicycles cost 5 euros."
ASKED = [
    ("What do a ticket and a bicycle cost together?", "amount", FERRY, "5 euros", True),
    ("What do bicycles cost?", "amount", FERRY, "5 euros", False),
    ("Quanto costa la gita, compresa la cena?", "amount", "La gita costa 30 EUR.", "30 EUR", True),
    ("What do both come to in all?", "amount", "Both come to 17 euros altogether.", "17 euros", False),
    ("How many seats are there in each boat?", "count", "The boats have 40 seats on deck.", "40", True),
    ("How many seats are there in each boat?", "count", "Every boat has 40 seats.", "40", False),
    ("How old may the boats be?", "number", "The boats carry 412 guests.", "412", True),
    ("How old may the boats be?", "number", "The boats may be 8 years old.", "8", False),
    ("What is the quarterly rent?", "amount", "A yearly rent of 400 euros is paid.", "400 euros", True),
    ("What is the annual rent?", "amount", "A yearly rent of 400 euros is paid.", "400 euros", False),
    ("When does the lease end?", "date", "Osk may end it on 3 May 2028.", "3 May 2028", True),
    ("When does the lease end?", "date", "The lease ends on 3 May 2028.", "3 May 2028", False),
    ("When may Osk end the lease?", "date", "Osk may end it on 3 May 2028.", "3 May 2028", False),
    ("How heavy is the anchor?", "number", "The anchor is 30 m long.", "30", True),
    ("After how many hours is oil changed?", "duration", "Oil lasts for 24 months.", "24 months", True),
    ("After how many hours is oil changed?", "duration", "Oil lasts for 90 hours.", "90 hours", False),
    ("¿Cuánto debe el vecino del 3.º A?", "amount", "El vecino del 1.º C debe 27 €.", "27 €", True),
    ("¿Cuánto debe el vecino del 1.º C?", "amount", "El vecino del 1.º C debe 27 €.", "27 €", False),
    ("How heavy are the stern anchors?", "number", "The bow anchors are 30 kg each.", "30 kg", True),
    ("How heavy are the bow anchors?", "number", "The bow anchors are 30 kg each.", "30 kg", False),
    ("How long is the Old Quay?", "duration", "Boats lie at the Old Quay for 72 hours.", "72 hours", True),
    ("How much heavier is the anchor than the bell?", "number", "The anchor holds 2 l.", "2 l", True),
    ("How long is the fair?", "duration", "The fair lasts for 72 hours.", "72 hours", False),
    ("Who is the warden of the pier?", "person", "The warden is old. Ada Wren is here.", "Ada Wren", True),
    ("Who is the warden of the pier?", "person", "The warden is Ada Wren. It is cold.", "Ada Wren", False),
    ("How much weight did the goat lose?", "number", "The goat had a gain of 6 kg in May.", "6 kg", True),
    ("How much weight did the goat gain?", "number", "The goat had a gain of 6 kg in May.", "6 kg", False),
    (
        "How deep is the covered basin?", "number",
        "Do not dive where it is less than 2 m deep. Balls are for the covered basin.", "2 m", True,
    ),
    ("What does the anchor cost in the shop?", "amount", "Anchor, insured\t4,350 euros", "4,350 euros", True),
    ("What does the anchor cost?", "amount", "Anchor, insured\t4,350 euros", "4,350 euros", False),
    ("How many members does the guild have?", "count", "It names a panel of three members.", "three", True),
    ("How many members has the panel?", "count", "It names a panel of three members.", "three", False),
    ("How many seats are there in each boat?", "count", "There are boats with 40 seats each.", "40", False),
    ("How much does Bo gain?", "amount", "Bo earns 90 euros. So he will gain 7 euros.", "90 euros", True),
    ("How much does Bo gain?", "amount", "Bo earns 90 euros. So he will gain 7 euros.", "7 euros", False),
    ("What does a pier job pay?", "amount", "A pier job is free. This post pays 9 euros.", "9 euros", False),
    ("What does a pier job pay?", "amount", "A pier job is free. Any mill pays 9 euros.", "9 euros", True),
    (
        "When was the current version of the rules adopted?", "date",
        "It replaces the rules adopted on 3 May 2014.", "3 May 2014", True,
    ),
    (
        "When was the current version of the rules adopted?", "date",
        "Rules adopted on 3 May 2014.", "3 May 2014", False,
    ),
    ("What did the quay cost new?", "amount", "A cleaning fee of 18 euros is due.", "18 euros", True),
    ("What did the stove cost new?", "amount", "New door hinge, fitted\t64 euros", "64 euros", True),
]  # fmt: skip


@pytest.mark.parametrize(("question", "kind", "text", "value", "is_other"), ASKED)
@pytest.mark.django_db
def test_what_is_of_another_sort_than_is_asked_for(question, kind, text, value, is_other) -> None:
    hit = Hit(
        chunk_id=1, document_id=1, filename="quay.md", section="", page_start=1, page_end=1,
        text=text, score=1.0,
    )  # fmt: skip
    passage = Passage(hit, 1, text, "Quay", 0, "Quay")
    cut = [(passage, window) for window in windows_of(units_of(text))]
    expected = Expected(kind, "en", expected_of(question).noun)
    found, asked = weigh_windows(question, expected, frozenset(), cut, bonus=lambda *_: 0.0)
    whole = max(found, key=lambda each: len(each.window.text))
    at = whole.window.text.index(value)
    assert is_other_value(replace(whole, value=Value(value, at, at + len(value))), asked) is is_other


@pytest.mark.django_db
@pytest.mark.parametrize(("filename", "is_of"), [("quay.csv", True), ("quay.md", False)])
def test_a_number_out_of_a_file_of_rows_alone_answers_nothing(filename, is_of) -> None:
    text = "Radillo Sergio 24 seats"
    hit = Hit(
        chunk_id=1, document_id=1, filename=filename, section="", page_start=1, page_end=1, text=text,
        score=1.0,
    )  # fmt: skip
    cut = [(Passage(hit, 1, text, "Quay", 0, "Quay"), window) for window in windows_of(units_of(text))]
    question = "How many seats has Sergio?"
    found, asked = weigh_windows(question, expected_of(question), frozenset(), cut, bonus=lambda *_: 0.0)
    assert is_of_rows(found[0], asked) is is_of


@pytest.mark.django_db
@pytest.mark.parametrize(("mark", "is_other"), [("-4", True), ("-9", False)])
def test_a_number_is_of_the_option_in_its_own_sentence(mark, is_other) -> None:
    text = "The flag -4 needs little. With the flag -9 the saw needs 7600 bolts."
    hit = Hit(
        chunk_id=1, document_id=1, filename="saw.md", section="", page_start=1, page_end=1,
        text=text, score=1.0,
    )  # fmt: skip
    cut = [(Passage(hit, 1, text, "Saw", 0, "Saw"), window) for window in windows_of(units_of(text))]
    question = f"How many bolts does the saw need with the flag {mark}?"
    found, asked = weigh_windows(
        question, expected_of(question), frozenset(), cut, bonus=lambda *_: 0.0, marks=(mark,)
    )
    whole = max(found, key=lambda each: len(each.window.text))
    at = text.index("7600")
    told = replace(whole, value=Value("7600", at, at + 4))
    assert is_of_other_option(told, asked) is is_other


@pytest.mark.django_db
def test_the_opening_balance_is_not_told_for_the_closing_one(hash_embedder) -> None:
    text = "Account holder: Osk. Opening balance: 1,240.10"
    for balance, is_other in (("closing", True), ("opening", False)):
        best, asked = of_rents(f"What was the {balance} balance?", "amount", text, hash_embedder)
        at = text.index("1,240.10")
        window = max(windows_of(units_of(text)), key=lambda each: len(each.text))
        whole = replace(best, window=window, value=Value("1,240.10", at, len(text)))
        assert is_opposed(whole, asked) == is_other
