from __future__ import annotations

import pytest

from retrieval.passages.values import values_for, values_in
from tests.cases import every_case


@every_case(
    "kind, text, values",
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


@pytest.mark.parametrize(
    ("text", "kind", "values"),
    [
        ("Support for proxies. (#2009)", "date", []),
        ("The 7-week study had 12 groups.", "number", ["12"]),
        ("Kilns sold (in millions): $ 39,669", "count", []),
        ("Kilns 51 64", "count", []),
        ("Rain was 25.8 in 9 states.", "count", ["9"]),
        ("Kilns fell by (2)% to 9 in all.", "count", ["9"]),
        ("Glazes 426 513 of kilns 1,355", "number", ["1,355"]),
    ],
)
def test_numbers_that_are_no_value(text: str, kind: str, values: list[str]) -> None:
    assert [value.text for value in values_in(text, kind)] == values


@pytest.mark.parametrize(
    ("kind", "text", "found"),
    [
        ("number", "must be at least 4' 2\" to enter", ["4' 2\""]),
        ("number", "picture size: 45 mm x 35mm", ["45 mm x 35mm"]),
        ("number", "under D.L. c. 312 §4 or s. 22", []),
        ("date", "Mar. 9 - Hearing Test", ["Mar. 9"]),
    ],
)
def test_sides_feet_and_days_are_whole_and_numbers_of_sections_are_none(kind, text, found):
    assert [value.text for value in values_in(text, kind)] == found
