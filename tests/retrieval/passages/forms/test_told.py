"""What tells an answer by its form: a heading, a denial, an office, a case told before the question."""

import pytest

from retrieval.passages.forms.covenants import named_by
from retrieval.passages.forms.denials import denial
from retrieval.passages.forms.headed import stands_under
from retrieval.passages.forms.phones import phones_in
from retrieval.passages.forms.situation import situation_of
from retrieval.passages.forms.times import is_of_its_time
from retrieval.passages.windows import units_of, windows_of

SHEDS = "Are the two sheds part of the harbour?"
PAGE = """# Boat

## Guarantee

24 months from the day of sale. The guarantee ends once the engine has been opened.
"""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        ("May guests feed the swans?", "Guests must not feed the swans or the ducks.", "No"),
        ("Is fishing allowed from the pier?", "Fishing from the pier is not allowed.", "No"),
        ("Are fires permitted on the beach?", "Fires on the beach are prohibited.", "No"),
        ("Is the crane part of the sale?", "No crane is part of the sale.", "No"),
        ("May guests feed the swans?", "Guests must not feed the swans unless the warden agrees.", ""),
        ("Is a goat allowed?", "A goat is allowed with consent, which is not refused without reason.", ""),
        ("Is fishing not allowed from the pier?", "Fishing from the pier is not allowed.", ""),
        ("Darf im Hafen geangelt werden?", "Im Hafen darf nicht geangelt werden.", "Nein"),
        ("Is the non-slip mat part of the boat?", "The non-slip mat is not part of the boat.", "No"),
        ("Is the mast part of the sale?", "The mast is not part of the sale, although it is on board.", "No"),
        ("May goats use the pier?", "Goats may not use the quay, although they may use the pier.", ""),
        ("May boys row without a cox?", "Boys may not row without a cox.", "No"),
        ("May boys row without a vest?", "Boys may not row without a cox.", ""),
    ],
)
def test_no_is_told_where_a_sentence_denies_what_is_asked(question, text, told):
    (window,) = windows_of(units_of(text))
    assert denial(window, question, "de" if told == "Nein" else "en") == told


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        (
            "Are the two sheds part of the harbour?",
            "We built two sheds. These are not part of the harbour.",
            "No",
        ),
        (
            "Are the two sheds part of the harbour?",
            "We built two sheds. These do not belong to the harbour.",
            "No",
        ),
        (
            "Are the two sheds part of the harbour?",
            "We built two sheds. The crane is not part of the harbour.",
            "",
        ),
    ],
)
def test_no_is_told_of_what_the_sentence_before_names_where_the_last_one_points_back(question, text, told):
    window = max(windows_of(units_of(text)), key=lambda window: len(window.units))
    assert denial(window, question, "en") == told


@pytest.mark.parametrize(
    ("question", "begins", "is_under"),
    [
        ("What is the guarantee on the boat?", "24 months", True),
        ("What is the guarantee on the boat?", "The guarantee", False),
        ("What is the price of the boat?", "24 months", False),
    ],
)
def test_what_a_heading_names_is_what_stands_right_below(question, begins, is_under):
    window = next(each for each in windows_of(units_of(PAGE)) if each.text.startswith(begins))
    assert stands_under(window, question) is is_under


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("My boat was stolen in fog. How soon must I tell the warden?", "My boat was stolen in fog."),
        ("My boat was stolen in fog. How soon must I report it?", ""),
        ("How soon must I tell the warden?", ""),
    ],
)
def test_a_case_is_told_before_a_question_that_stands_by_itself(question, told):
    assert situation_of(question) == told


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("If a key is lost, call 0345 550 1199 at any hour.", ["0345 550 1199"]),
        ("Phone: +49 30 123 4567, fax (020) 7946-0000", ["+49 30 123 4567", "(020) 7946-0000"]),
        ("Ring 44 00 on 12.05.2024 for 1,200,000 euros.", []),
        ("Open from 2019 - 2023; account 40817733.", []),
    ],
)
def test_numbers_to_call(text, numbers):
    assert [text[start:end] for start, end in phones_in(text)] == numbers


@pytest.mark.parametrize(
    ("text", "is_of_it"),
    [("Members may row on three days.", False), ("Sign the book before you row.", True)],
)
def test_what_is_to_be_done_before_something_is_told_of_that_time(text, is_of_it):
    assert is_of_its_time(text, "What does a member have to do before rowing?") is is_of_it


@pytest.mark.parametrize(
    ("heading", "who"),
    [
        ("Rules › 7. The Harbour Warden › 7.1. Powers", "The Harbour Warden"),
        ("Rules › Duties of the Treasurer", "the Treasurer"),
        ("Rules › Powers", ""),
    ],
)
def test_whom_headings_name(heading, who):
    assert named_by(heading) == who
