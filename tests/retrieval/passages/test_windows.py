from __future__ import annotations

from retrieval.passages.windows import (
    question_over,
    running_lines,
    under_named,
    units_of,
    windows_of,
    without_lines,
)

TEXT = """# Supply agreement

## 12. Governing Law

This agreement is governed by the laws of Norway. Disputes go to the courts of Oslo.

Target budget: $50 per person
Head count: 6 to 8

Accommodation is reimbursed for:

- the dates of the event
- one night before it
"""


def test_a_clause_stands_under_its_heading_and_a_label_with_its_value() -> None:
    units = units_of(TEXT)
    law = next(unit for unit in units if unit.text.startswith("This agreement"))
    assert "Governing Law" in law.heading
    assert "Target budget: $50 per person" in [unit.text for unit in units if unit.kind == "label"]


def test_items_know_the_line_that_introduces_them() -> None:
    item = next(unit for unit in units_of(TEXT) if "one night" in unit.text)
    assert item.lead == "Accommodation is reimbursed for:"


def test_a_window_is_one_to_four_sentences_of_one_paragraph() -> None:
    texts = [window.text for window in windows_of(units_of(TEXT))]
    assert "This agreement is governed by the laws of Norway. Disputes go to the courts of Oslo." in texts
    assert not any("Oslo" in text and "budget" in text for text in texts)


def test_lines_that_run_through_a_document_part_no_sentence() -> None:
    pages = [f"Draft of the day\nThe court {verb}" for verb in ("heard it.", "read it.", "sent it back.")]
    lines = running_lines([*pages, "The court\nDraft of the day\nagreed."])
    assert lines == {"Draft of the day"}
    assert [unit.text for unit in units_of(without_lines("The court\nDraft of the day\nagreed.", lines))] == [
        "The court agreed."
    ]


def test_a_short_line_of_capitals_between_sentences_is_a_heading_of_what_stands_below() -> None:
    text = (
        "The press holds two kinds of plates, of which only the common ones are shown here.\n"
        "Spring Plate\n"
        "The plate is held by a spring that keeps it from the roller until the lever is\n"
        "pulled, and it is then let go."
    )
    units = units_of(text)
    assert [unit.text for unit in units if unit.kind == "heading"] == ["Spring Plate"]
    assert next(unit for unit in units if "let go" in unit.text).heading == "Spring Plate"
    assert not [unit for unit in units_of(text.replace("here.", "here in")) if unit.kind == "heading"]


def test_a_line_that_goes_on_with_a_short_word_begins_no_item() -> None:
    text = (
        "The switch stops the pump at 38 mm, and the second one gives an alarm at 72\nmm. The tank holds 2 l."
    )
    units = units_of(text)
    assert [unit.kind for unit in units] == ["sentence", "sentence"]
    assert [unit.kind for unit in units_of("The clerk:\niv. keeps the seal\nb) rings the bell")][1:] == [
        "item"
    ] * 2


def test_what_a_question_names_by_its_whole_heading_is_looked_for_under_it_alone() -> None:
    book = "# Book of the kitchen\n\nFor all.\n\n"
    units = units_of(f"{book}# Leek and potato soup\n\n900 ml stock\n\n# Honey cake\n\n110 g brown sugar\n")
    named = under_named(units, "How much sugar goes into the leek and potato soup?")
    assert [unit.text for unit in named] == ["900 ml stock"]
    assert under_named(units, "How much sugar is in the book of the kitchen?") == units


def test_a_long_line_with_a_colon_that_goes_on_in_the_next_is_no_label() -> None:
    text = "The stove that you asked for cannot be moved at all: its old iron door has\ncracks. We are sorry."
    assert units_of(text)[0].text.endswith("has cracks.")


CLAUSES = """4. Noise
Boats run no engine in the basin after ten in the evening, and play no music on deck at any time.
5. Waste
Everybody brings waste ashore. Oil goes into the drum by the crane, and nothing at all into the water.
Guarantee
24 months from the day of sale. The guarantee ends once the engine has been opened by anybody else.
"""
INTERVALS = """The engine is looked after by these intervals, which count from the day of its first run.
weekly look for leaks
every 300 hours clean the filter
every 900 hours change the belt
"""


def test_numbered_headings_and_one_word_between_sentences_are_over_what_stands_below() -> None:
    headings = {unit.text[:8]: unit.heading for unit in units_of(CLAUSES) if unit.kind != "heading"}
    assert headings["Oil goes"] == "5. Waste"
    assert headings["24 month"].endswith("Guarantee")


def test_short_lines_with_numbers_are_rows_and_no_sentence() -> None:
    assert "every 300 hours clean the filter" in [unit.text for unit in units_of(INTERVALS)]


def test_a_line_that_asks_stands_over_the_lines_that_answer_it() -> None:
    text = (
        "How do I join the guild?\nCome on a Monday.\nWhat does it cost?\nTwelve euros, or is it ten? Ask us."
    )
    units = units_of(text)
    assert [unit.text for unit in units if unit.kind == "heading"] == [
        "How do I join the guild?", "What does it cost?",
    ]  # fmt: skip
    windows = list(windows_of(units))
    answer = next(window for window in windows if window.text == "Come on a Monday.")
    assert question_over(answer) == "How do I join the guild?"
    assert not any("Monday" in window.text and "cost" in window.text for window in windows)


def test_a_window_ends_where_the_next_numbered_clause_begins() -> None:
    text = (
        "Rules of the pond of which every member of the angling guild has been given a copy.\n2. Rents\n"
        "2.1 The rent of a boat is due in May and paid to the miller.\n2.2 Nets are let for a week at most."
    )
    units = units_of(text)
    assert "2. Rents" in [unit.text for unit in units if unit.kind == "heading"]
    assert not any("2.1" in window.text and "2.2" in window.text for window in windows_of(units))


def test_pages_that_are_copies_of_one_another_have_no_running_lines():
    ticket = "\n".join(f"Line {number} of the ticket says something." for number in range(14))
    assert running_lines([ticket, ticket, ticket]) == frozenset()
    assert running_lines([f"Draft of May\n{number}" for number in range(3)]) == {"Draft of May"}


def test_an_item_goes_on_in_the_next_line_that_begins_small():
    text = (
        f"{'A long line of the page. ' * 6}\n- Room 3 is open at noon\nonly; bring 2 keys.\n- Room 4 is shut."
    )
    assert "- Room 3 is open at noon only; bring 2 keys." in [unit.text for unit in units_of(text)]
