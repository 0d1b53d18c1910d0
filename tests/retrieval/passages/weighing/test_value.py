"""Which value of a window is the one that is asked for."""

from __future__ import annotations

import pytest

from retrieval.passages.expected import Expected
from retrieval.passages.labels import in_its_line
from retrieval.passages.scoring import Passage
from retrieval.passages.telling import bonus
from retrieval.passages.values import Value
from retrieval.passages.weighing.value import LABELLED
from retrieval.passages.windows import Window, units_of, windows_of
from tests.retrieval.passages.weighed import hit, of_lease, of_rents, score_windows, scored


@pytest.mark.django_db
def test_a_heading_with_the_mark_of_the_question_gives_its_date(hash_embedder) -> None:
    found, _ = scored("When was version 4.7.1 of the kiln released?", "date", ("4.7.1",), hash_embedder)
    best = max(found, key=lambda each: each.words)
    assert best.value is not None
    assert best.value.text == "9th June, 2021"


@pytest.mark.django_db
def test_a_value_in_brackets_stands_only_beside_another(hash_embedder) -> None:
    text = "The ten largest tenants paid 49% (53%) of the rents in 2019."
    best, _ = of_rents("Which percentage of the rents did tenants pay?", "percent", text, hash_embedder)
    assert best.value is not None
    assert best.value.text == "49%"


@pytest.mark.django_db
def test_of_two_counts_the_one_nearer_to_what_is_asked_is_given(hash_embedder) -> None:
    text = (
        "In 2022 the guild opened 47 new kilns, moved 12 kilns and closed 20 kilns. "
        "At the end of 2022 the guild operated 1,355 kilns in all."
    )
    cut = [(Passage(hit(), 1, text, "Guild", 0, "Guild"), window) for window in windows_of(units_of(text))]
    expected = Expected("count", "en", "kilns")
    found, _ = score_windows(
        "How many kilns did the guild operate at the end of 2022?", expected, frozenset(), cut, hash_embedder,
        bonus=bonus,
    )  # fmt: skip
    whole = next(each for each in found if each.window.text == text)
    assert whole.value is not None
    assert whole.value.text == "1,355"


@pytest.mark.django_db
def test_who_supplies_or_audits_may_be_a_firm(hash_embedder) -> None:
    text = "Exhibit 23: Consent of Weaver & Sons LLP as auditors of the guild."
    cut = [(Passage(hit(), 1, text, "Guild", 0, "Guild"), window) for window in windows_of(units_of(text))]
    found, _ = score_windows(
        "Who is the auditor of the guild?",
        Expected("person", "en"),
        frozenset(),
        cut,
        hash_embedder,
        bonus=bonus,
    )
    assert found[0].value.text == "Weaver & Sons LLP"


@pytest.mark.django_db
def test_a_name_that_an_address_writes_small_is_still_somebodys(hash_embedder) -> None:
    text = "Mary Weaver is the potter who made the kiln. Email: weaver.mary@kiln.example"
    passage = Passage(hit(), 1, text, "Kiln", 0, "Kiln")
    cut = [(passage, window) for window in windows_of(units_of(text))]
    found, _ = score_windows(
        "Which potter made the kiln?", Expected("person", "en"), frozenset(), cut, hash_embedder, bonus=bonus
    )
    assert {each.value.text for each in found if each.value} == {"Mary Weaver"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("question", "kind", "text", "value"),
    [
        (
            "Who seconded the motion on rents?",
            "person",
            "Ada Weaver moved the motion on rents. Seconded by Carl Potter.",
            "Carl Potter",
        ),
        (
            "Who moved the motion on rents?",
            "person",
            "Ada Weaver moved the motion on rents. Seconded by Carl Potter.",
            "Ada Weaver",
        ),
        ("What is the rent tax?", "amount", "Rent $863.91 Discount $84.00 Tax (8.5%) $66.23", "$66.23"),
        (
            "What is the unit price of oil?",
            "amount",
            "Unit price Nougat 5 pcs 4.55 EUR -20.48 EUR Oil 10 l 19.80 EUR 198.00 EUR",
            "19.80 EUR",
        ),
        (
            "When is the lease due?",
            "date",
            "Issue date 14 March 2025 Payment due 13 April 2025",
            "13 April 2025",
        ),
        (
            "When are the rents due?",
            "date",
            "Bill to: Tidepool Inc. Bill date: 08/05/2025 Due date: 09/04/2025",
            "09/04/2025",
        ),
        ("What is the tax on rents?", "amount", "Tax at 20% on $725.00 $145.00 Due $1,800.00", "$145.00"),
        ("What is the tax rate of rents?", "amount", "Tax on rents 4.12% $244.52", "4.12%"),
        ("What was the change on rents?", "amount", "CHANGE 1.54\nYou saved $2.02 today", "1.54"),
        ("What is the hourly wage?", "amount", "Net pay $2,199.13 Leave 41.5 hours", None),
        ("What was the vacancy in Quay Street?", "percent", "Vacancy 4% Let 17% Quay Street: one flat", None),
        (
            "By when must rents be paid?",
            "date",
            "Rents must be paid in 2010, not later than May 3, 2011.",
            "May 3, 2011",
        ),
        ("When are rents paid?", "date", "Rents are paid in January at last.", None),
        ("Who asked for the rents?", "person", "Rents asked for by: Ada Weaver\nQuay Street", "Ada Weaver"),
        (
            "Who saw the rents?",
            "person",
            "Place: Hall 3, Loading\nWitness of rents: Alma Dressler",
            "Alma Dressler",
        ),
        ("What is the range of rents?", "number", "Rents have the range 14 m 30–400.", "30–400"),
        (
            "How much coal may tenants keep?",
            "amount",
            "Tenants may keep 20 kg of coal.",
            "20 kg",
        ),
        ("How much do tenants pay for coal?", "amount", "Tenants may keep 20 kg of coal.", None),
        ("Where were rents told?", "place", "Rents were told in May. The longest was 12.", None),
        ("Where are rents sent?", "place", "Rents are sent to quay@rents.example.", "quay@rents.example"),
        (
            "When does the office close in July?",
            "date",
            "It closes at 8 p.m.; in June and July the office closes at 9 p.m.",
            "9 p.m.",
        ),
    ],
)
def test_the_value_that_belongs_to_what_is_asked_is_taken(question, kind, text, value, hash_embedder) -> None:
    best, _ = of_rents(question, kind, text, hash_embedder)
    assert (best.value.text if best.value else None) == value


@pytest.mark.django_db
def test_somebody_else_of_the_passage_is_not_taken_where_it_says_who_did_it(hash_embedder) -> None:
    text = "Ada Weaver told of rents and of motions.\n\nThe motion on rents was seconded by Carl Potter."
    passage = Passage(hit(), 1, text, "Rents", 0, "Rents")
    cut = [(passage, window) for window in windows_of(units_of(text))]
    found, _ = score_windows(
        "Who seconded the motion?", Expected("person", "en"), frozenset(), cut, hash_embedder, bonus=bonus
    )
    assert {each.value.text for each in found if each.value} == {"Carl Potter"}


@pytest.mark.django_db
def test_a_name_that_the_document_begins_with_chooses_it_and_need_not_stand_beside_the_answer(
    hash_embedder,
) -> None:
    question = "How much is the deposit of Tannery Yard?"
    best, _ = of_lease(question, "amount", hash_embedder, names=["Tannery Yard"])
    unnamed, _ = of_lease(question, "amount", hash_embedder)
    assert best.value is not None
    assert best.value.text == "£9,600"
    assert unnamed.value is None  # by its words alone, the line with the name is nearer


@pytest.mark.django_db
def test_where_to_is_not_where_something_stands(hash_embedder) -> None:
    text = "Wegen der Arbeiten in der Kirchgasse wird die Haltestelle verlegt."
    cut = [(Passage(hit(), 1, text, "", 0), window) for window in windows_of(units_of(text))]
    for question, told in (
        ("Wohin wird die Haltestelle verlegt?", None),
        ("Wo wird gearbeitet?", "Kirchgasse"),
    ):
        (best, *_), _ = score_windows(
            question, Expected("place", "de"), frozenset(), cut, hash_embedder, bonus=bonus
        )
        assert (best.value and best.value.text) == told


@pytest.mark.django_db
def test_of_two_amounts_that_say_what_each_is_for_the_one_for_what_is_asked_is_told(hash_embedder) -> None:
    text = "The potter must pay £12, being £9 for the lost kiln and £3 for repairs of the door."
    for what, amount in (("lost kiln", "£9"), ("repairs", "£3")):
        question = f"How much must the potter pay for {what}?"
        best, _ = of_rents(question, "amount", text.replace("the lost", "lost"), hash_embedder)
        assert best.value is not None
        assert best.value.text == amount


@pytest.mark.django_db
def test_the_number_that_a_document_goes_by_favours_none_of_its_windows(hash_embedder) -> None:
    text = "Case number: KL/2031/0455\n\nThe case is heard by Judge Ada Wren in Room 4."
    passage = Passage(hit(), 1, text, text, 0, "Notice")
    cut = [(passage, window) for window in windows_of(units_of(text))]
    question = "Who is the judge in KL/2031/0455?"
    expected = Expected("person", "en", "judge")
    scored, _ = score_windows(
        question, expected, frozenset(), cut, hash_embedder, bonus=bonus, marks=("KL/2031/0455",)
    )
    assert scored[0].value is not None
    assert scored[0].value.text == "Ada Wren"


@pytest.mark.django_db
def test_another_word_for_a_field_counts_once_for_its_label(hash_embedder) -> None:
    text = "Zahlbar bis: 3. Mai 2031"
    cut = [(Passage(hit(), 1, text, "", 0), window) for window in windows_of(units_of(text))]
    question, asking = "Wann ist das fällig?", frozenset({"wann"})
    (best, *_), _ = score_windows(
        question, Expected("date", "de"), frozenset(), cut, hash_embedder, bonus=bonus, asking=asking
    )
    assert best.value is not None
    assert 0 < best.extra < LABELLED


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("Which exit code does the saw give for a blunt blade?", "2"),
        ("Which exit code does the saw give for an inner fault?", "3"),
    ],
)
def test_values_that_stand_before_what_they_are_of(question, value, hash_embedder) -> None:
    text = "Exit codes: 0 for a clean cut, 1 for a stop, 2 to indicate a blunt blade, 3 for an inner fault."
    best, _ = of_rents(question, "number", text, hash_embedder)
    assert best.value is not None
    assert best.value.text == value


@pytest.mark.django_db
def test_a_year_that_something_is_for_is_no_day_on_which_it_happens(hash_embedder) -> None:
    text = "The rents for 2024 are read on 14 January 2025."
    best, _ = of_rents("When are rents read?", "date", text, hash_embedder)
    assert best.value is not None
    assert best.value.text == "14 January 2025"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("question", "kind", "text", "value"),
    [
        ("How hot does the glass get?", "number", "The glass of 3 panes reaches 280 °C.", "280 °C"),
        ("What is the limit outside Lorn?", "amount", "The limit is £145 in Lorn and £98 elsewhere.", "£98"),
        (
            "What is the deposit for a red canoe?",
            "amount",
            "The deposit is £7 for a blue canoe, £9 for a red one.",
            "£9",
        ),
    ],
)
def test_the_value_has_the_unit_or_is_of_the_place_that_is_asked_for(
    question, kind, text, value, hash_embedder
) -> None:
    cut = [(Passage(hit(), 1, text, "", 0), window) for window in windows_of(units_of(text))]
    (best, *_), _ = score_windows(
        question, Expected(kind, "en"), frozenset(), cut, hash_embedder, bonus=bonus
    )
    assert best.value is not None
    assert best.value.text == value


@pytest.mark.django_db
def test_a_name_right_behind_a_label_of_the_question_is_taken_whatever_words_it_has(hash_embedder) -> None:
    text = "FOR FURTHER INFORMATION CONTACT: Ian Won, Clerk, 12 Quay Street, Port Ellery. They won and ran."
    cut = [(Passage(hit(), 1, text, "", 0), window) for window in windows_of(units_of(text))]
    question = "Whom can one contact at Ellery for further information about the street?"
    found, _ = score_windows(question, Expected("person", "en"), frozenset(), cut, hash_embedder, bonus=bonus)
    best = next(each for each in found if len(each.window.units) == 1 and each.value)
    assert best.value is not None
    assert (best.value.text, best.is_labelled) == ("Ian Won", True)


def test_a_name_behind_a_label_goes_on_in_the_next_line():
    units = (
        *units_of("Contact: Ian"),
        *units_of("Won, Clerk at the mill of Lorn"),
    )
    window = Window(units)
    at = window.text.index("Ian")
    assert in_its_line(Value("Ian Won", at, at + 7), window).text == "Ian Won"
