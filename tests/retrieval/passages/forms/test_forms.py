"""What stands beside what: abbreviations and their words, cells and their columns, lengths of things."""

from __future__ import annotations

import pytest

from retrieval.passages.forms.abbreviations import asked_in, expansions_in
from retrieval.passages.forms.columns import cell_of, header_over, tables_of
from retrieval.passages.forms.covenants import owner_over
from retrieval.passages.forms.lengths import lengths_for
from retrieval.passages.windows import units_of

KILNS = """2 Sizes of kilns
K10 K20 K30
Clay load (kg) 40 60 80
Glaze load (kg) 25 37 50"""
FINES = """10. Fines
Rule First lapse Repeated lapse within a year
3 Smoke £150 £600
4 Noise £80 £250"""


@pytest.mark.parametrize(
    ("text", "abbreviation", "words"),
    [
        ("KLM Kiln Load Method KLS Kiln Load System", "KLM", ["Kiln Load Method"]),
        ("the Office of Glaze and Clay (OGC) says", "OGC", ["Office of Glaze and Clay"]),
        ("KID: Kiln Identifier", "KID", ["Kiln Identifier"]),
        ("NatKi National Kilns", "NatKi", ["National Kilns"]),
        ("KLM is the largest kiln", "KLM", []),
    ],
)
def test_an_abbreviation_stands_for_words_beside_it_that_begin_with_its_letters(text, abbreviation, words):
    assert [text[start:end] for start, end in expansions_in(text, abbreviation)] == words
    assert asked_in(f"What does {abbreviation} stand for?") == abbreviation


@pytest.mark.parametrize(
    ("page", "question", "row", "cell"),
    [
        (KILNS, "How much glaze can the K20 hold?", "Glaze", "37"),
        (KILNS, "How much glaze can the kilns hold?", "Glaze", None),
        (KILNS, "How much sand can the K20 hold?", "Glaze", None),
        (FINES, "What is the fine for repeated smoke?", "Smoke", "£600"),
        (FINES, "What is the fine for smoke at first?", "Smoke", "£150"),
    ],
)
def test_a_cell_is_of_the_row_and_the_column_that_the_question_names(page, question, row, cell):
    window = next(each for each in tables_of(units_of(page)) if row in each.units[-1].text)
    span = cell_of(window, question)
    assert (window.text[slice(*span)] if span else None) == cell


def test_the_line_of_columns_over_a_row_is_the_nearest_that_only_names():
    page = "No. Action Due State\n1 Mend the door 01.02.2025 Open\n2 Sweep the yard A. Poe 03.02.2025 Done"
    assert header_over(page, "2 Sweep the yard A. Poe 03.02.2025 Done") == "No. Action Due State"
    assert header_over("The door was mended.\n1 Sweep", "1 Sweep") == ""


@pytest.mark.parametrize(
    ("question", "lengths"),
    [("How long is the kiln?", ["about twelve feet"]), ("How long does the kiln burn?", [])],
)
def test_how_long_a_thing_is_is_told_in_feet(question, lengths):
    text = "The kiln is about twelve feet long and 3 m deep."
    assert [text[start:end] for start, end in lengths_for(question, text)] == lengths


@pytest.mark.parametrize(
    ("item", "owner"),
    [("5.2 To keep the roof in repair.", "Landlord"), ("6.1 The rent is due.", ""), ("To sing.", "")],
)
def test_an_item_without_a_subject_is_the_duty_of_whom_its_heading_names(item, owner):
    page = "5. Landlord's covenants\n5.2 To keep the roof in repair.\n6.1 The rent is due."
    assert owner_over(page, item) == owner
