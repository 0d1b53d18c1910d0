from __future__ import annotations

import pytest

from retrieval.passages.subject import abbreviated_in, has_mark, named_kinds, names_in, subject_of

MINUTES = "Minutes of the City Council of Rivertown, December 10, 2018. Fire Station 39 will be completed."


def missing(question: str, *texts: str) -> list[str]:
    return subject_of(question).missing_in(*texts)


def test_names_years_and_days_of_a_question_must_stand_in_the_passage_or_its_document() -> None:
    assert not missing("When will Fire Station 39 in Rivertown be completed?", MINUTES)
    assert missing("When will Fire Station 39 in Oakville be completed?", MINUTES) == ["Oakville"]
    assert missing("What did the council decide in 2016?", MINUTES) == ["2016"]
    assert missing("What was decided on 11 December 2018?", MINUTES) == ["2018-12-11"]
    assert not missing("What was decided on 10 December 2018?", MINUTES)
    assert not missing("What did Oakville decide?", "It was decided.", "Oakville council minutes")


def test_how_somebody_is_addressed_is_no_part_of_the_name() -> None:
    assert not missing("What does Mrs Wren pay?", "Madame Odile Wren pays 40 euros.")
    assert not missing("À quelle heure vient Mme Wren ?", "Frau Wren kommt um acht.")
    assert missing("What does Mrs Wren pay?", "Madame Odile Farr pays 40 euros.") == ["Wren"]


def test_a_letter_behind_a_name_stands_right_behind_it() -> None:
    asked = "How loud is the Otter M pump?"
    assert missing(asked, "Otter XL: delivery head 15 m, made of steel", "Otter made of") == ["Otter M"]
    assert not missing(asked, "The Otter-M runs at 47 dB.")
    assert not missing("Who was John F Kennedy?", "John F. Kennedy was president.")


def test_days_of_the_week_and_the_flags_of_a_command_are_no_names() -> None:
    assert subject_of("When does the mill close on Fridays?").names == ()
    asked = subject_of("What does compressing with flag -4 need in Kiln --fast?")
    assert set(asked.exact) == {"-4", "--fast"}
    assert has_mark("-4", "-4 3600k")
    assert not has_mark("-4", "-9 4k and x-4")
    assert subject_of("Is it stable at -4 degrees?").exact == ()


def test_marks_with_digits_are_looked_for_as_they_are() -> None:
    assert missing("When was version 2.0 released?", "## 0.12 The release tightens the API.") == ["2.0"]
    assert not missing("When is invoice FA-2017-0010 due?", "Invoice FA 2017 0010, due 3 May")
    assert missing("What was the LDL of patient PAT-12?", "Patient PAT-13: LDL 120") == ["PAT-12"]


def test_other_forms_of_a_name_are_the_same_name() -> None:
    assert not missing("How many Canadian males answered?", "males in Canada, 2015")
    assert not missing("How high was Virginia’s turnout?", "turnout, state of Virginia")


def test_the_words_of_one_name_stand_near_each_other() -> None:
    question = "How large is Northern Harbour Freight?"
    apart = f"Northern rail grew. {'It was a good year. ' * 6}The harbour was closed, and freight was dear."
    assert missing(question, apart) == ["Northern Harbour Freight"]
    assert not missing(question, "Freight of Northern Harbours: 12%")
    assert not missing(question, "The freight is 12% of all.", "Northern Harbour, annual report")


def test_a_span_of_years_has_its_last_year() -> None:
    assert not missing("What did it cost in 2009?", "Costs, 2008-09")
    assert missing("What did it cost in 2009?", "Costs, told on 2008-09-11") == ["2009"]


def test_a_fiscal_year_may_stand_there_in_another_form() -> None:
    question = "How many stores did it have in FY2024?"
    assert not missing(question, "Stores at the end of fiscal 2024: 969")
    assert not missing(question, "Stores: 969", "Quarterly report, 2024")
    assert missing(question, "Stores at the end of fiscal 2023: 982") == ["FY2024"]
    assert not missing("How many stores were there in FY24?", "Stores in 2024: 969")


def test_a_german_noun_is_no_name_but_a_place_is() -> None:
    assert not missing("Wie viele Tage Urlaub hat ein Arbeitnehmer?", "Der Anspruch beträgt 24 Werktage.")
    assert missing("Wie hoch war der Umsatz in Österreich?", "Umsatz in Deutschland") == ["Österreich"]


def test_a_day_of_another_year_is_not_the_day() -> None:
    assert missing("What was decided on December 10, 2030?", MINUTES) == ["2030-12-10"]
    assert not missing("What was decided on December 10, 2018?", MINUTES)
    assert not missing("What was decided on December 10, 2018?", "The council of 2018 met on December 10.")


@pytest.mark.parametrize(
    ("mark", "text", "stands"),
    [
        ("2.0", "## 0.22.0 (26th January)", False),
        ("2.0", "Version 0.2.0 and 12.0", False),
        ("2.0", "Version 2.0 is out.", True),
        ("FA-2017-0010", "Facture FA 2017 0010", True),
        ("GPIO2", "GPIO23", False),
    ],
)
def test_a_mark_stands_there_as_a_whole(mark: str, text: str, stands: bool) -> None:
    assert has_mark(mark, text) is stands


def test_a_name_with_a_number_stands_where_the_number_is_called_a_version() -> None:
    question = "What does the Potters Charter 2.1 say?"
    assert not missing(question, "Potters Charter, Version 2.1")
    assert missing(question, "Potters Charter, Version 2.2") == ["Potters Charter 2.1"]


def test_names_in_german_are_nouns_that_stand_together() -> None:
    assert names_in("Welche Frist gilt im Vertrag von Ada Weber?") == ["Ada Weber"]
    assert names_in("Who keeps the books of Ada Weaver?") == ["Ada Weaver"]


def test_a_word_that_opens_a_question_is_no_name() -> None:
    assert names_in("Until when must Ada Weaver be told?") == ["Ada Weaver"]


@pytest.mark.parametrize(
    "question",
    [
        "Once the lease ends, may the boat stay?",
        "Besides the oars, what is lent?",
        "Suppose the mast breaks, who pays?",
        "Est-ce qu'on peut pêcher ?",
        "Lorsque le bail prend fin, qui garde la barque ?",
        "Después de la feria, ¿quién guarda la barca?",
        "Nadat de huur eindigt, wie bewaart de boot?",
    ],
)
def test_a_word_that_binds_a_clause_is_no_name_where_it_opens_a_question(question) -> None:
    assert names_in(question) == []


def test_a_word_that_only_begins_a_request_is_no_name() -> None:
    for question in ("Latest moment to hand in an offer?", "Mia figlia può andare da sola?"):
        assert subject_of(question).names == ()
    assert subject_of("Kestrel moment to hand in an offer?").names == ("Kestrel",)


@pytest.mark.parametrize(
    "question", ["Jusqu'à quelle date peut-on payer la barque ?", "D'après qui le port est-il nommé ?"]
)
def test_a_word_with_its_article_elided_is_no_name_for_that(question):
    assert names_in(question) == []


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("Are goats allowed in the Mill Lane yard?", ["yard"]),
        ("What does the potter Wren charge?", ["potter"]),
        ("What is the Mill Lane rent?", []),
    ],
)
def test_what_a_name_is_said_to_be(question, kinds):
    assert named_kinds(question) == kinds


def test_a_country_stands_there_in_any_form_of_its_name_but_whoever_is_called_by_it_does_not() -> None:
    text = "The claims were settled by the British Government. The Turkish players rested."
    assert subject_of("What did Britain pay?").missing_in(text) == []
    assert subject_of("How long did players in Turkey rest?").missing_in(text) == []
    assert subject_of("What did Spain pay?").missing_in(text) == ["Spain"]
    assert subject_of("What did British Telecom pay?").missing_in(text) == ["British Telecom"]


def test_a_continent_that_somebody_is_of_names_nobody() -> None:
    assert subject_of("Which two Asian bodies does the board work with?").names == ()


def test_what_is_a_countrys_own_is_looked_for_where_languages_write_it_small() -> None:
    question = "Wie viele Tage schreibt das österreichische Urlaubsgesetz vor?"
    assert subject_of(question).missing_in("Der Urlaub beträgt 24 Tage.") == ["österreichische"]
    assert subject_of(question).missing_in("In Österreich beträgt der Urlaub 30 Tage.") == []
    assert subject_of("Which polish is used?").lands == ()


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("Nuala will gain €540 from the Budget.", []),
        ("Nuala will gain £540 from the Budget.", ["Irish"]),
        ("Nuala will gain €540 from the German Budget.", ["Irish"]),
        ("The baker will gain €540 from the Budget.", ["Irish", "Nuala"]),
    ],
)
def test_the_adjective_of_a_nation_need_not_stand_where_the_text_can_be_of_it(text, missing):
    assert subject_of("In the Irish budget, how much does Nuala gain?").missing_in(text) == missing


def test_a_currency_that_one_country_has_tells_the_country():
    asked = subject_of("When does the Polish invoice have to be paid?")
    assert asked.missing_in("Razem: 412,00 PLN") == []
    assert asked.missing_in("Razem: 412,00 DKK") == ["Polish"]


def test_names_in_capitals_are_known_with_their_number():
    assert abbreviated_in("Who at the HPO knows of the 737 TSG and of the TSG 400?") == [
        "HPO",
        "737 TSG",
        "TSG 400",
    ]
