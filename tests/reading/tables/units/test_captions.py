"""The ways in which reports of several countries write how their tables count."""

from __future__ import annotations

import pytest

from reading.tables.units.captions import is_scale_alone, read_caption
from reading.times.headings import header_rest
from tests.cases import every_case


@every_case(
    "text, money, power",
    [
        ("(In millions of Brazilian reais)", "BRL", 6),
        ("(Swiss francs in millions)", "CHF", 6),
        ("in thousands of Hong Kong dollars", "HKD", 3),
        ("(Canadian $ in millions)", "CAD", 6),
        ("R’m", "ZAR", 6),
        ("RM’000", "MYR", 3),
        ("Rp billion", "IDR", 9),
        ("₩ in millions", "KRW", 6),
        ("(Rs. million)", "INR", 6),
        ("₹ Cr", "INR", 7),
        ("($MM)", "USD", 6),
        ("(MM)", "", 6),
        ("$ mil.", "USD", 6),
        ("R$ mil", "BRL", 3),
        ("($B)", "USD", 9),
        ("MUS$", "USD", 6),
        ("mEUR", "EUR", 6),
        ("tSEK", "SEK", 3),
        ("k€", "EUR", 3),
        ("SEKm", "SEK", 6),
        ("(€/000)", "EUR", 3),
        ("$(000’s)", "USD", 3),
        ("NOK 1,000", "NOK", 3),
        ("in thousand euros", "EUR", 3),
        ("in Mio. EUR", "EUR", 6),
        ("billion yen", "JPY", 9),
        ("EUR (in thousands)", "EUR", 3),
        ("(Dollar amounts in thousands)", "USD", 3),
        ("Thousands", "", 3),
        ("(000’s omitted)", "", 3),
        ("In Millions, Except Per Share Data", "", 6),
        ("(unaudited, in thousands)", "", 3),
    ],
)
def test_what_a_line_says_of_currency_and_scale(text, money, power):
    caption = read_caption(text)
    assert (caption.money, caption.scale) == (money, 10**power)
    assert is_scale_alone(text)
    assert header_rest(f"2019 {text}") == ""


@pytest.mark.parametrize(
    ("text", "money", "power"),
    [
        ("(In millions of Argentine pesos)", "ARS", 6),
        ("Thousands of Kazakhstani tenge", "KZT", 3),
        ("Canadian dollars, millions of Indıan rupees", "INR", 6),
        ("Nigerian naira (millions)", "NGN", 6),
        ("(in millions of Hungarian forints)", "HUF", 6),
        ("Jamaican $ in thousands", "JMD", 3),
        ("South Korean won in billions", "KRW", 9),
        ("(US dollars in millions)", "USD", 6),
    ],
)
def test_every_currency_is_known_by_its_name(text, money, power):
    caption = read_caption(text)
    assert (caption.money, caption.scale, caption.money_only) == (money, 10**power, True)


@pytest.mark.parametrize("text", ["AMD results (in millions)", "ALL AMOUNTS IN MILLIONS", "NIO in millions"])
def test_capitals_that_are_a_seldom_currencys_code_too_are_no_money(text):
    assert read_caption(text).money == ""


@pytest.mark.parametrize(
    "text",
    [
        "R&D",
        "Rm 12",
        "Class B",
        "(mm)",
        "Deductible of USD 1,000 a year",
        "Total $ B shares",
        "Item m",
        "(b)",
    ],
)
def test_other_words_say_no_scale(text):
    assert read_caption(text).scale is None
