"""Whether a window tells what is asked: a reason, a count, who does something, what a term means."""

from __future__ import annotations

from dataclasses import replace

import pytest

from retrieval.passages.expected import Expected
from retrieval.passages.scoring import Asked, Passage, Scored
from retrieval.passages.telling import (
    bonus,
    compares,
    counts,
    defines,
    doer_of,
    is_picked,
    is_run_of_rows,
    leads_up,
    measures,
    tells,
    told_without_name,
)
from retrieval.passages.values import Value, values_in
from retrieval.passages.weighing.definitions import defines_term
from retrieval.passages.windows import units_of, windows_of
from tests.retrieval.passages.weighed import hit, of_lease, of_rents, score_windows, scored, windows_that_tell


@pytest.mark.parametrize(
    ("text", "defines"),
    [
        ('"Fired Work" – a work that came out of the kiln.', True),
        ('"Fired Work" means a work that came out of the kiln.', True),
        ("If you show a Fired Work - or sell it - you must say so.", False),
        ('Whoever sees "Fired Work" there may ask for it.', False),
    ],
)
def test_a_term_is_defined_by_a_dash_behind_its_quotes_as_by_words(text, defines):
    asked = Asked('What does "Fired Work" mean?', Expected("definition", "en"), {"fired": 1.0, "work": 1.0})
    assert defines_term(text, asked) is defines


def test_what_has_the_term_in_quotes_defines_it_rather_than_what_only_speaks_of_it():
    asked = Asked('What does "Carrier" mean?', Expected("definition", "en"), {"carrier": 1.0})
    said = ('7. "Carrier" means whoever moves the goods.', "The list of Carriers includes their country.")
    quoted, spoken = [next(iter(windows_of(units_of(text)))) for text in said]
    assert bonus(quoted, asked) > bonus(spoken, asked) > 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "tells_it"),
    [
        ("Rents amounted to $19 million in 2019 and $20 million in 2018.", False),
        ("Rents were higher in 2018 than before.", True),
    ],
)
def test_when_something_was_higher_is_told_only_where_it_is_compared(text, tells_it, hash_embedder) -> None:
    best, asked = of_rents("In which year were rents higher?", "date", text, hash_embedder)
    assert compares(best, asked) is tells_it


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "moved"),
    [("Rents fell by 4% in 2019.", True), ("Rents in 2019 with 95% confidence.", False)],
)
def test_by_how_much_is_told_only_where_something_moved_by_it(text, moved, hash_embedder) -> None:
    best, asked = of_rents("By how much did rents fall in 2019?", "change", text, hash_embedder)
    assert compares(best, asked) is moved


@pytest.mark.django_db
def test_the_total_is_no_largest_amount(hash_embedder) -> None:
    text = "Total rents amounted to $19 million in 2019."
    best, asked = of_rents("What was the largest amount of rents in 2019?", "amount", text, hash_embedder)
    assert not compares(best, asked)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("row", "is_of_it"), [("Net rents in 2019 $ 40 $ 50 $ 60", False), ("Repair costs 2019 $ 40 $ 50", True)]
)
def test_a_row_gives_the_costs_that_are_asked_for(row, is_of_it, hash_embedder) -> None:
    passage = Passage(hit(), 1, row, "Rents", 0, "Rents")
    cut = [(passage, window) for window in windows_of(units_of(row))]
    question, expected = "What are the repair costs in net rents in 2019?", Expected("amount", "en", "costs")
    found, asked = score_windows(question, expected, frozenset(), cut, hash_embedder, bonus=bonus)
    assert measures(found[0], asked) is is_of_it


@pytest.mark.django_db
def test_a_row_of_numbers_says_no_reason(hash_embedder) -> None:
    row, asked = of_rents("Why did rents rise?", "reason", "Rents rise 51 64 70 due to 8", hash_embedder)
    assert not tells(row, asked)


@pytest.mark.django_db
def test_a_count_stands_beside_what_is_counted(hash_embedder) -> None:
    found, asked = scored("How many chimneys are there?", "count", (), hash_embedder)
    each = replace(found[0], value=next(iter(values_in("There are 4 doors.", "count"))))
    assert counts(each, asked)  # no noun is known
    named = replace(asked, expected=Expected("count", "en", "bakers"))
    assert not counts(each, named)
    assert not defines(each, asked)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "number", "given"),
    [
        ("The village has 47 large kilns.", "47", True),
        ("The number of kilns was about 47 then.", "47", True),
        ("Kilns of the village: 47", "47", True),
        ("A kiln may burn for three days and serves 47 potters.", "47", False),
        ("Kilns are allowed at the age of 47 or later.", "47", False),
        ("Kilns 426 513", "426 513", False),
    ],
)
def test_what_is_counted_stands_at_its_number(hash_embedder, text, number, given) -> None:
    expected = Expected("count", "en", "kilns")
    cut = [
        (Passage(hit(), 1, text, "Village", 0, "Village"), window) for window in windows_of(units_of(text))
    ]
    found, asked = score_windows(
        "How many kilns are there?", expected, frozenset(), cut, hash_embedder, bonus=bonus
    )
    each = replace(found[0], value=Value(number, text.index(number), text.index(number) + len(number)))
    assert counts(each, asked) is given


@pytest.mark.django_db
def test_an_average_is_no_other_number_of_the_same_kind(hash_embedder) -> None:
    expected = Expected("number", "en", "age")
    for text, given in (("Potters retire at age 55.", False), ("The average age of potters is 41.", True)):
        cut = [
            (Passage(hit(), 1, text, "Guild", 0, "Guild"), window) for window in windows_of(units_of(text))
        ]
        found, asked = score_windows(
            "What is the average age of potters?", expected, frozenset(), cut, hash_embedder, bonus=bonus
        )
        assert measures(found[0], asked) is given


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("“Glaze” will have the meaning given in the annex for a skin of glass.", True),
        ("The notice period for Glaze changes is 10 days.", False),
        ("Glaze is a skin of glass.", True),
    ],
)
def test_a_term_is_defined_where_it_stands_in_quotes_or_right_before_what_defines_it(
    text: str, given: bool
) -> None:
    asked = Asked("What is “Glaze” in the agreement?", Expected("definition", "en"), {})
    (window,) = [each for each in windows_of(units_of(text)) if each.text == text]
    assert (bonus(window, asked) > 0) is given


@pytest.mark.django_db
def test_what_is_not_allowed_is_told_by_words_that_say_so(hash_embedder) -> None:
    text = "Travel funds may be used for tickets to the event.\n\nTravel funds may not be used for food."
    told = windows_that_tell("What may travel funds not be used for?", text, hash_embedder)
    assert told == ["Travel funds may not be used for food."]


@pytest.mark.django_db
def test_a_line_that_only_leads_up_to_a_list_tells_nothing(hash_embedder) -> None:
    text = "Travel funds may only be used for:\n\nTravel funds may be used for tickets."
    told = windows_that_tell("What may travel funds be used for?", text, hash_embedder)
    assert told == ["Travel funds may be used for tickets."]


@pytest.mark.django_db
def test_who_holds_an_office_is_told_where_the_office_is_named(hash_embedder) -> None:
    text = "Invoice of the mill, to be sent to Anna Bernard of the harbour shop."
    cut = [(Passage(hit(), 1, text, "", 0), window) for window in windows_of(units_of(text))]
    for noun, told in (("cashier", False), ("", True)):
        expected = Expected("person", "en", noun)
        question = "Who was the cashier on the invoice of the mill?"
        (best, *_), asked = score_windows(question, expected, frozenset(), cut, hash_embedder, bonus=bonus)
        assert best.value is not None
        assert measures(best, asked) is told


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("question", "kind", "text", "fits"),
    [
        ("When is the rent bill due?", "date", "Rent bill of 13 July 2018", False),
        ("How much is the rent when it is paid monthly?", "amount", "A weekly rent is paid: $71.15", False),
        ("How much is the rent when it is paid monthly?", "amount", "A monthly rent is paid: $308.33", True),
        ("When is the rent bill due?", "date", "Rent bill payable by 12 August 2018, zahlbar", True),
        (
            "What hourly rent does the miller charge?",
            "amount",
            "The miller will charge a rent of $90.",
            False,
        ),
        ("What hourly rent does the miller charge?", "amount", "The miller asks a rent of $9 an hour.", True),
        (
            "How long does a tenant have to object to rents?",
            "duration",
            "A tenant is told 10 days in advance and in writing of any change that is meant to be made to "
            "the rents which gives every tenant enough time to object.",
            False,
        ),
        (
            "How long does a tenant have to object to rents?",
            "duration",
            "A tenant has 30 days after notice of the new rents to object.",
            True,
        ),
    ],
)
def test_a_day_or_time_of_something_else_is_no_answer(question, kind, text, fits, hash_embedder) -> None:
    best, asked = of_rents(question, kind, text, hash_embedder)
    assert measures(best, asked) is fits


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "tells_it"),
    [
        ("IBAN: XY12 3456 7890 of the harbour house", True),
        ("The harbour house stands at 12 Quay Road", False),
    ],
)
def test_what_goes_by_capitals_must_stand_there(text, tells_it, hash_embedder) -> None:
    best, asked = of_rents("What is the IBAN of the harbour house?", "open", text, hash_embedder)
    assert tells(best, asked) is tells_it


@pytest.mark.django_db
def test_a_definition_goes_by_the_term_without_quotes(hash_embedder) -> None:
    text = "The “fixed rent” test, which requires that a rent be agreed in advance, is old."
    best, _ = of_rents("What is the fixed rent test?", "definition", text, hash_embedder)
    other, _ = of_rents(
        "What is the fixed rent test?", "definition", "It is the cost of a rent test.", hash_embedder
    )
    assert best.extra > 0
    assert other.extra == 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "tells_it"),
    [
        ("Harbour house rooms on the ground floor, rated for fire and flood in 2019", False),
        ("Harbour house rooms of the ground floor that failed were rated for fire and flood.", True),
    ],
)
def test_lines_of_a_form_that_lack_a_word_answer_nothing_else(text, tells_it, hash_embedder) -> None:
    question = "Which ground floor rooms of the harbour house failed when rated for fire and flood?"
    best, asked = of_rents(question, "open", text, hash_embedder)
    assert tells(best, asked) is tells_it


@pytest.mark.django_db
def test_who_does_something_is_told_without_a_name_but_who_holds_an_office_is_not(hash_embedder) -> None:
    best, asked = of_lease("Who keeps the roof in repair?", "person", hash_embedder)
    (told,) = told_without_name([best], asked)
    assert told.window.text == "The miller keeps the roof in repair."
    office = replace(asked, expected=replace(asked.expected, noun="miller"))
    assert told_without_name([best], office) == []


@pytest.mark.django_db
def test_a_count_of_a_kind_is_of_that_kind(hash_embedder) -> None:
    text = "We found 57 kinds of clay."
    cut = [(Passage(hit(), 1, text, "", 0), window) for window in windows_of(units_of(text))]
    for kind, told in (("clay", True), ("glaze", False)):
        question = f"How many kinds of {kind} were found?"
        (best, *_), asked = score_windows(
            question, Expected("count", "en", "kinds"), frozenset(), cut, hash_embedder, bonus=bonus
        )
        assert counts(best, asked) is told


@pytest.mark.django_db
def test_a_reason_is_told_only_by_words_that_give_one(hash_embedder) -> None:
    text = "The kiln of the mill burst at night in May"
    cut = [(Passage(hit(), 1, text, "", 0), window) for window in windows_of(units_of(text + "."))]
    (best, *_), asked = score_windows(
        "Why did the kiln burst?", Expected("reason", "en"), frozenset(), cut, hash_embedder, bonus=bonus
    )
    assert not tells(best, asked)


@pytest.mark.django_db
def test_a_number_is_not_counted_of_a_sentence_with_less_of_the_question(hash_embedder) -> None:
    text = "The ferry left with 61 passengers on board. Two passengers were hurt."
    passage = Passage(hit(), 1, text, "Ferry", 0, "Ferry")
    cut = [(passage, window) for window in windows_of(units_of(text))]
    expected = Expected("count", "en", "passengers")
    question = "How many passengers were on board the ferry?"
    found, asked = score_windows(question, expected, frozenset(), cut, hash_embedder, bonus=bonus)
    whole = next(each for each in found if len(each.window.units) == 2)
    for number, is_counted in (("61", True), ("Two", False)):
        at = text.index(number)
        whole.value = Value(number, at, at + len(number))
        assert counts(whole, asked) == is_counted


@pytest.mark.django_db
def test_no_value_is_picked_from_a_whole_table_on_one_line(hash_embedder) -> None:
    row = "Rope 4 September 2023 16 places"
    for text, is_sure in ((row, True), (f"{row} Tar 11 September 2023 " * 3, False)):
        best, asked = of_rents("When does the course on rope start?", "date", text, hash_embedder)
        assert best.value is not None
        assert is_picked(best, asked) == is_sure


@pytest.mark.django_db
def test_a_day_behind_a_label_of_its_own_is_not_that_of_the_sentence_beside_it(hash_embedder) -> None:
    for behind in ("Next meeting: 9 May 2025 at the pavilion", "The pavilion opened on 9 May 2025."):
        text = f"3. Bonfires are allowed between harvest and frost. {behind}"
        best, asked = of_rents("When are bonfires allowed?", "date", text, hash_embedder)
        window = max(windows_of(units_of(text)), key=lambda each: len(each.text))
        at = window.text.index("9 May 2025")
        whole = replace(best, window=window, value=Value("9 May 2025", at, at + 10))
        assert len(window.units) == 2
        assert not measures(whole, asked)


@pytest.mark.django_db
def test_who_stands_in_a_row_does_not_all_that_may_be_asked(hash_embedder) -> None:
    text = "Tool Buyer Rents\nTile cutter Ada Weaver 12"
    for verb, is_told in (("rents", True), ("steals", False)):
        best, asked = of_rents(f"Who {verb} the tile cutter?", "person", text, hash_embedder)
        best.lacking = frozenset(() if is_told else {"steal"})
        assert measures(best, asked) is is_told


@pytest.mark.django_db
def test_an_item_that_begins_with_what_is_done_says_who_does_it_by_the_line_over_it(hash_embedder) -> None:
    question = "Who counts the votes of the guild?"
    for over, doer in (("The clerk:", "The clerk"), ("Of the votes", "")):
        text = f"{over}\n- counts the votes of the guild in May\n- keeps the seal of the guild"
        _, asked = of_rents(question, "person", text, hash_embedder)
        window = next(each for each in windows_of(units_of(text)) if each.text.startswith("- counts"))
        best = Scored(Passage(hit(), 1, text, "", 0), window, 1.0, frozenset(), frozenset(), meaning=0.9)
        assert doer_of(window, question) == doer
        assert bool(told_without_name([best], asked)) == bool(doer)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("question", "kind", "noun", "line", "value"),
    [
        ("How much does the miller have to pay?", "amount", "", "Day units 12 29.40 £38.73", "£38.73"),
        ("What is the rate of the day units?", "amount", "rate", "Day units 12 29.40 £38.73", "£38.73"),
    ],
)
def test_which_cell_of_a_row_is_of_the_column_asked_for_the_text_does_not_tell(
    question, kind, noun, line, value, hash_embedder
) -> None:
    for over in ("What you have to pay\nCharge Units Rate Amount\n", "What you have to pay\n"):
        text = f"{over}{line}"
        best, asked = of_rents(question, kind, text, hash_embedder)
        window = max(windows_of(units_of(text)), key=lambda each: len(each.text))
        at = window.text.index(value)
        whole = replace(best, window=window, value=Value(value, at, at + len(value)))
        assert not is_picked(whole, replace(asked, expected=Expected(kind, "en", noun)))


@pytest.mark.django_db
def test_a_range_in_a_row_is_one_value(hash_embedder) -> None:
    text = "Price in the week of May\nSoybean oil 30.02 - 30.82"
    best, asked = of_rents("What was the price range of soybean oil?", "amount", text, hash_embedder)
    window = max(windows_of(units_of(text)), key=lambda each: len(each.text))
    at = window.text.index("30.02")
    assert is_picked(replace(best, window=window, value=Value("30.02 - 30.82", at, at + 13)), asked)


@pytest.mark.django_db
def test_how_something_is_defined_is_told_by_the_sentence_that_says_what_it_is(hash_embedder) -> None:
    question = "How is Q defined in the rules of the kiln?"
    for text, is_defined in (("Q is half of the number of potters.", True), ("K is Q or 5.", False)):
        best, asked = of_rents(question, "definition", text, hash_embedder)
        assert defines(best, asked) == is_defined


@pytest.mark.django_db
def test_a_run_of_rows_of_numbers_is_no_list(hash_embedder) -> None:
    text = "Rents of the towns, which are: " + ", ".join(
        f"Oslo {year} 74.1 193" for year in range(1990, 2005)
    )
    best, asked = of_rents("Which towns have rents over 80?", "list", text, hash_embedder)
    whole = replace(best, lacking=frozenset(), words=1.0)
    assert not tells(whole, asked)
    few = "Rents of the towns over 80: Oslo, Bergen and Moss"
    window = max(windows_of(units_of(few)), key=lambda each: len(each.text))
    assert tells(replace(whole, window=window), asked)


@pytest.mark.django_db
def test_a_line_that_goes_on_from_what_stands_before_is_no_answer(hash_embedder) -> None:
    for text, is_told in (
        ("with the word out as subject of the mail", False),
        ("Send the word out to them.", True),
    ):
        best, asked = of_rents("How does the guild send the word out?", "steps", text, hash_embedder)
        assert tells(replace(best, words=1.0, extra=0.3), asked) == is_told


def test_a_line_that_ends_before_what_it_speaks_of_is_no_answer() -> None:
    for text, is_open in (
        ("To leave the guild, please send mail to", True),
        ("Send mail to the clerk", False),
    ):
        (window,) = windows_of(units_of(text))
        assert leads_up(window) == is_open
    assert is_run_of_rows("Oslo 1990 74.1 193 " * 10)
    assert not is_run_of_rows("Oslo 1990 74.1 193")


@pytest.mark.django_db
def test_whom_another_sentence_names_is_not_told_for_the_one_that_has_the_words(hash_embedder) -> None:
    text = "The kiln of the potters Ott and Uhl was paid by the guild. The work of Eva was paid by Ida Moor."
    best, asked = of_rents("Who paid for the kiln of the potters Ott and Uhl?", "person", text, hash_embedder)
    window = max(windows_of(units_of(text)), key=lambda each: len(each.text))
    at = window.text.index("Ida Moor")
    told = replace(best, window=window, value=Value("Ida Moor", at, at + 8), lacking=frozenset())
    assert not measures(told, asked)


@pytest.mark.django_db
def test_a_title_that_lacks_the_verb_does_not_tell_who_does_it(hash_embedder) -> None:
    best, asked = of_rents("Who conducts the kiln choir?", "person", "Kiln choir: its rents", hash_embedder)
    assert told_without_name([replace(best, words=0.9)], asked) == []


@pytest.mark.django_db
def test_things_are_counted_by_their_word_in_the_language_of_the_text(hash_embedder) -> None:
    text = "Les locataires sont six personnes au plus et les enfants sont compris."
    best, asked = of_rents("How many people are allowed?", "count", text, hash_embedder)
    value = next(value for value in values_in(text, "count") if value.text == "six")
    asked = replace(asked, expected=replace(asked.expected, noun="people"))
    assert counts(replace(best, value=value), asked)


@pytest.mark.django_db
def test_a_reason_may_follow_a_colon_or_so(hash_embedder) -> None:
    for text in ("The shed is not: sheds are shut out by rule 4.", "The rim was cracked, so £9 was kept."):
        best, asked = of_rents("Why was £9 kept for the shed?", "reason", text, hash_embedder)
        assert tells(best, asked)


@pytest.mark.django_db
def test_a_unit_tells_what_is_measured_without_its_name(hash_embedder) -> None:
    best, asked = of_rents(
        "At what torque is the bolt fixed?", "number", "Fix the bolt with 25 Nm.", hash_embedder
    )
    assert best.value is not None
    assert best.value.text == "25 Nm"
    assert not best.missing
    assert measures(best, asked)


@pytest.mark.django_db
def test_who_does_what_an_item_begins_with_is_named_by_the_heading_over_it(hash_embedder) -> None:
    text = "# Rules\n\n## 7. The Harbour Warden\n\n1. Settles any quarrels about rents.\n\n2. Keeps the keys."
    best, asked = of_rents("Who settles quarrels about rents?", "person", text, hash_embedder)
    found = told_without_name([best], asked)
    assert [doer_of(each.window, asked.question) for each in found] == ["The Harbour Warden"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "noun", "number", "given"),
    [
        ("Chickens may be kept, no more than eight per yard.", "chickens", "eight", True),
        ("Hens may be kept, no more than eight per yard.", "chickens", "eight", True),
        ("Chickens of 3 farms lay eight per yard.", "chickens", "eight", False),
        ("The yard of the mill has room for eight per night.", "chickens", "eight", False),
        ("The crate holds 15 kg at most.", "kilos", "15", True),
    ],
)
def test_a_number_without_its_noun_counts_what_its_sentence_begins_with(
    hash_embedder, text, noun, number, given
) -> None:
    expected = Expected("count", "en", noun)
    cut = [(Passage(hit(), 1, text, "Farm", 0, "Farm"), window) for window in windows_of(units_of(text))]
    question = f"How many {noun} may one keep?"
    found, asked = score_windows(question, expected, frozenset(), cut, hash_embedder, bonus=bonus)
    each = replace(found[0], value=Value(number, text.index(number), text.index(number) + len(number)))
    assert counts(each, asked) is given


@pytest.mark.django_db
def test_a_question_in_the_text_answers_none(hash_embedder) -> None:
    best, asked = of_lease("Does the miller keep the roof in repair?", "open", hash_embedder)
    assert tells(best, asked)
    (window,) = windows_of(units_of("Who keeps the roof in good repair all the year, and who pays?"))
    assert not tells(replace(best, window=window), asked)


@pytest.mark.django_db
@pytest.mark.parametrize("question", ["What is the name of who keeps the roof?", "Who is the keeper?"])
def test_a_name_is_told_by_nothing_else(question, hash_embedder) -> None:
    best, asked = of_lease("Who keeps the roof in repair?", "person", hash_embedder)
    assert told_without_name([best], asked)
    assert told_without_name([best], replace(asked, question=question)) == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("question", "is_told"),
    [("On which day are rents talked of?", False), ("When was the mail about rents sent?", True)],
)
def test_the_date_of_a_mail_is_only_of_the_mail(question, is_told, hash_embedder) -> None:
    text = "Date: Mon, 05 Feb 2024 09:12:00 Rents"
    best, asked = of_rents(question, "date", text, hash_embedder)
    assert measures(replace(best, value=values_in(text, "date")[0]), asked) is is_told
