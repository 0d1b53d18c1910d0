from __future__ import annotations

import pytest

from retrieval.passages.values import values_in


@pytest.mark.parametrize(
    ("kind", "text", "values"),
    [
        ("amount", "The fee is $50 per person.", ["$50"]),
        ("amount", "Montant dû : 470,15 €", ["470,15 €"]),
        ("amount", "Betrag CHF 3'949.75 zahlbar", ["CHF 3'949.75"]),
        ("duration", "within three (3) years after the end", ["three (3) years"]),
        ("duration", "Der Urlaub beträgt mindestens 24 Werktage.", ["24 Werktage"]),
        ("duration", "dans un délai de 30 jours ouvrables", ["30 jours ouvrables"]),
        ("date", "It was released on 21st February, 2024.", ["21st February, 2024"]),
        ("date", "to be completed in December 2019", ["December 2019"]),
        ("percent", "at least fifty percent of all members", ["fifty percent"]),
        ("count", "In 2015, 14 members of section 3 were present on 3 May 2015.", ["14"]),
        ("person", "Chair: Dave Thaler (Microsoft)", ["Dave Thaler"]),
        ("person", "Total Amount Due", []),
        ("law", "governed by the laws of the State of Delaware", ["Delaware"]),
        ("law", "governed by the laws of the State of [Governing Law]", []),
    ],
)
def test_values_of_a_kind_are_told_from_others(kind: str, text: str, values: list[str]) -> None:
    assert [value.text for value in values_in(text, kind)] == values


def test_a_label_says_that_a_bare_number_is_an_amount() -> None:
    assert [value.text for value in values_in("Zahlbetrag 380,00", "amount", labelled=True)] == ["380,00"]
    assert not values_in("Zahlbetrag 380,00", "amount")
