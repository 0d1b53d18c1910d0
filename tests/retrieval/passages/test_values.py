from __future__ import annotations

import pytest

from retrieval.passages.values import (
    of_year_in_brackets,
    respective,
    values_for,
    values_in,
    with_low_end,
    with_other_end,
)

YEARS = (2019, 2018, 2017)


@pytest.mark.parametrize(
    ("kind", "text", "values"),
    [
        ("amount", "The fee is $50 per person.", ["$50"]),
        ("amount", "Montant dû : 470,15 €", ["470,15 €"]),
        ("amount", "Betrag CHF 3'949.75 zahlbar", ["CHF 3'949.75"]),
        ("amount", "Shares were issued at 445.0p each.", ["445.0p"]),
        ("amount", "Total Fr. 20 payable", ["Fr. 20"]),
        ("amount", "Banner with eyelets 6 £41.00 20% £246.00", ["£41.00", "£246.00"]),
        ("amount", "IBAN : FR20 1242 1242", []),
        ("amount", "They drew the thirteen dollars a month.", ["thirteen dollars"]),
        ("change", "Rents rose by 4 per cent, or $20.", ["$20", "4 per cent"]),
        ("duration", "within three (3) years after the end", ["three (3) years"]),
        ("duration", "Der Urlaub beträgt mindestens 24 Werktage.", ["24 Werktage"]),
        ("duration", "dans un délai de 30 jours ouvrables", ["30 jours ouvrables"]),
        ("duration", "1 Wallbox 2 Montage 9", []),
        ("count", "Aircraft: Kestrel 19 Pilot", []),
        ("count", "Kestrels: 19 in all", ["19"]),
        ("date", "It was released on 21st February, 2024.", ["21st February, 2024"]),
        ("date", "to be completed in December 2019", ["December 2019"]),
        ("date", "Signed on August 17, 2023 under the Harbours Act of 1934", ["August 17, 2023"]),
        ("percent", "at least fifty percent of all members", ["fifty percent"]),
        ("count", "In 2015, 14 members of section 3 were present on 3 May 2015.", ["14"]),
        ("count", "It adds to about 9 out of 10 jobs and 14 flats.", ["14"]),
        ("clock", "The meeting closed at 9:36 p.m., as on 5 May.", ["9:36 p.m."]),
        ("clock", "The fair closes at 21.50.", ["21.50"]),
        ("clock", "La séance est levée à 18h30; ratio 1:20:3", ["18h30"]),
        ("clock", "Le rendez-vous est à 13 h 20.", ["13 h 20"]),
        ("number", "The pump draws 40mA and is 21 x 51 mm wide.", ["40mA", "21 x 51 mm"]),
        ("person", "Chair: Dave Thaler (Microsoft)", ["Dave Thaler"]),
        ("person", "Total Amount Due", []),
        ("person", "Ayes: Potter, Weaver. Nays: Miller.", ["Potter, Weaver", "Miller"]),
        ("person", "Status: Open.", []),
        ("person", "Sponsor: Harbour Hospital, 8 Weaver Street. Led by Ada Weaver.", ["Ada Weaver"]),
        ("place", "It was signed by Potters of Mill GmbH", []),
        ("place", "They met in May. The mill stood.", []),
        ("amount", "Repairs cost 1,840 pounds.", ["1,840 pounds"]),
        ("count", "if one fifth of the members ask", ["one fifth"]),
        ("date", "On Wed, 11 Jun 2025 at 16:20, Ada Weaver wrote: it comes on 3 May", ["3 May"]),
        ("date", "Am 3. Mai 2025 schrieb Ada Weaver: Kommt am 4. Juni 2025.", ["4. Juni 2025"]),
        (
            "person",
            "Ada Weaver, Executive Vice President; Managing Director Carl Potter",
            ["Ada Weaver", "Carl Potter"],
        ),
        ("law", "governed by the laws of the State of Delaware", ["Delaware"]),
        ("law", "governed by the laws of the State of [Governing Law]", []),
    ],
)
def test_values_of_a_kind_are_told_from_others(kind: str, text: str, values: list[str]) -> None:
    assert [value.text for value in values_in(text, kind)] == values


def test_a_label_says_that_a_bare_number_is_an_amount() -> None:
    assert [value.text for value in values_in("Zahlbetrag 380,00", "amount", labelled=True)] == ["380,00"]
    assert not values_in("Zahlbetrag 380,00", "amount")


def test_of_values_given_respectively_that_of_the_year_asked_for_is_taken() -> None:
    text = "Wear was $2.5 million, $2.6 million and $2.4 million during 2019, 2018 and 2017, respectively."
    values = values_in(text, "amount")
    taken = [respective(values[-1], values, text, f"How much wear was there in {y}?").text for y in YEARS]
    assert taken == ["$2.5 million", "$2.6 million", "$2.4 million"]
    assert respective(values[-1], values, text, "How much wear was there?") == values[-1]


def test_of_several_years_the_values_are_taken_together_where_they_stand_so() -> None:
    text = "Wear was $2.5 million, $2.6 million and $2.4 million during 2019, 2018 and 2017, respectively."
    values = values_in(text, "amount")
    question = "How much wear was there in {} and {}?"
    assert (
        respective(values[2], values, text, question.format(2019, 2018)).text == "$2.5 million, $2.6 million"
    )
    assert respective(values[2], values, text, question.format(2019, 2017)) == values[2]


@pytest.mark.parametrize(
    ("text", "of_2018", "of_2019"),
    [
        ("The guarantee was £13 million (2018: £12 million) in 2019.", "£12 million", "£13 million"),
        ("We spent $9,000 (a reduction of $1,000 in 2018) on it in 2019.", "$1,000", "$9,000"),
        ("We spent $9,000 (of which $1,000 and $500 in 2018) in 2019.", "$9,000", "$9,000"),
    ],
)
def test_of_a_year_in_brackets_the_value_beside_it_is_taken(text, of_2018, of_2019) -> None:
    values = values_in(text, "amount")
    assert of_year_in_brackets(values[0], values, text, "How much was it in 2018?").text == of_2018
    assert of_year_in_brackets(values[1], values[:2], text, "How much in 2018 or 2019?") == values[1]
    if of_2018 != of_2019:
        assert of_year_in_brackets(values[1], values, text, "How much was it in 2019?").text == of_2019


def test_values_that_are_more_than_the_years_are_left_as_they_are() -> None:
    text = "Wear was $2.5 million and rent $1 million and $3 million in 2019 and 2018, respectively."
    values = values_in(text, "amount")
    assert respective(values[0], values, text, "How much wear was there in 2018?") == values[0]


@pytest.mark.parametrize(
    ("question", "text", "given"),
    [
        ("What was the price range of oats?", "Oats 30.02 - 30.82 31.22 - 32.52", "30.02 - 30.82"),
        ("What range of speeds is safe?", "A speed from 40 to 60 is safe.", "40 to 60"),
        ("What was the price of oats?", "Oats 30.02 - 30.82", "30.02"),
        ("What was the price range of oats?", "Oats 30.02 in all.", "30.02"),
    ],
)
def test_a_range_is_given_whole_where_one_is_asked_for(question, text, given):
    first = values_in(text, "number")[0]
    assert with_other_end(first, text, question).text == given


def test_the_first_number_of_a_range_is_found_from_the_second():
    text = "A speed from 40 to 60 is safe."
    assert (
        with_other_end(values_in(text, "number")[1], text, "What is the range of speeds?").text == "40 to 60"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mindestens zwölf aufeinanderfolgende Werktage", "zwölf aufeinanderfolgende Werktage"),
        ("within thirty consecutive days", "thirty consecutive days"),
        ("dans un délai de quinze jours ouvrables", "quinze jours ouvrables"),
    ],
)
def test_lengths_of_time_in_words_of_other_languages(text, said):
    assert [value.text for value in values_in(text, "duration")] == [said]


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        ("duration", "each lasting for 1 to 1.5 hours", "1 to 1.5 hours"),
        ("number", "draws between 40mA and 200mA of current", "40mA and 200mA"),
        ("duration", "on 3 days, 2 hours each", "2 hours"),
    ],
)
def test_a_range_is_given_from_its_lower_end(kind: str, text: str, said: str) -> None:
    assert with_low_end(values_in(text, kind)[-1], text).text == said


def test_a_range_is_whole_from_either_end() -> None:
    text = "draws between 40mA and 200mA of current, 3 days a week"
    low, high, days = values_in(text, "number")
    assert with_low_end(low, text, [low, high, days]).text == "40mA and 200mA"
    assert with_low_end(days, text, [low, high, days]).text == "3"


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How many potters does the guild have at most?", "8"),
        ("How many potters must the guild have at least?", "4"),
        ("How many potters does the guild have?", "8 4"),
    ],
)
def test_the_least_is_no_answer_where_the_most_is_asked_for(question, number) -> None:
    text = "The guild has up to 8 potters, and should have at least 4 potters."
    found = values_for(question, "count", text, is_named=True, labelled=False)
    assert " ".join(value.text for value in found) == number


def test_what_has_a_unit_is_not_counted_and_a_firm_is_nobody() -> None:
    assert [value.text for value in values_in("Oak board 40 mm", "count")] == []
    text = "Marlow Ltd and Denholm Ovens plc, heard by Judge Pereira"
    assert {value.text for value in values_in(text, "person")} == {"Judge Pereira"}


@pytest.mark.parametrize(
    ("question", "text", "said"),
    [
        (
            "How often are seals changed?",
            "Kept for ten years. Seals change every two seasons.",
            "every two seasons",
        ),
        ("Wie oft wird geputzt?", "Geputzt wird einmal in der Woche.", "einmal in der Woche"),
        ("How long does the ash rest?", "Every week: let the ash rest for 48 hours.", "48 hours"),
        ("How long is there to appeal?", "7.3 An appeal is made within 28 days.", "28 days"),
    ],
)
def test_how_often_is_told_by_a_rhythm_and_how_long_by_none(question, text, said) -> None:
    found = values_for(question, "duration", text, is_named=False, labelled=False)
    assert [value.text for value in found] == [said]


def test_a_unit_in_words_is_told_with_its_number() -> None:
    assert [value.text for value in values_in("a depth of 45 centimetres", "number")] == ["45 centimetres"]


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("duration", "Repairs take 7-14 business days.", "7-14 business days"),
        ("date", "The fair is held in the first week of May each year.", "first week of May"),
        ("date", "Dues are paid by the last Friday of March.", "last Friday of March"),
    ],
)
def test_ends_of_a_time_and_parts_of_a_month_are_one_value(kind, text, value):
    assert [each.text for each in values_in(text, kind)] == [value]
