"""Who wrote a bill and to whom, by where both stand; amounts with their tax; a currency named once."""

import pytest

from reading.kinds.catalogue import fields, kinds
from reading.kinds.fields import read_fields
from reading.kinds.values import currencies_in, read_value
from tests.reading.drawing import draw

LETTER = """
    Kestrel Analytics Ltd
    4 Quay Street
    Bristol BS1 2JA
    {sender}
    Rechnungsdatum 7. Mai 2021
    Rechnung R0099231
    Gesamtbetrag 34,73
"""


def fields_of(text, kind="invoice"):
    return {each.key: each.value for each in read_fields(draw(text), kinds()[kind], language="de")}


def test_the_line_with_street_and_town_is_the_senders_and_the_address_that_of_the_buyer():
    found = fields_of(LETTER.format(sender="Lindner Gartenbau GmbH - Uferweg 40-42 - D-63571 Gelnhausen"))
    assert (found["seller"].stored, found["buyer"].stored) == (
        "Lindner Gartenbau GmbH",
        "Kestrel Analytics Ltd",
    )
    assert found["number"].stored == "R0099231"


def test_without_a_seller_nobody_at_the_head_is_the_buyer():
    assert "buyer" not in fields_of(LETTER.format(sender="Vielen Dank und freundliche Grüße aus dem Garten"))


def test_a_name_with_no_address_under_it_is_no_buyer():
    text = """
    Lindner Gartenbau GmbH, Uferweg 4, 63571 Gelnhausen

    In favour of Kestrel Analytics Ltd
    Kestrel Analytics Ltd
    Thank you for the years in which we worked
    Gesamtbetrag 34,73
    """
    assert "buyer" not in fields_of(text)


def test_a_french_seller_gives_its_capital_and_the_amount_says_that_tax_is_in_it():
    text = """
    Facture n° 88120417 du 08/12/2021
    Montant EUR HT    Montant TVA 20 %    Montant EUR TTC
    24,99             5,00                29,99
    Somme à payer     29,99 € TTC
    Moulin SAS au capital de 3.441.812 Euros
    """
    found = fields_of(text)
    assert (found["number"].stored, found["seller"].stored) == ("88120417", "Moulin SAS")
    assert {key: found[key].stored for key in ("net", "tax", "total", "payable")} == {
        "net": 24.99,
        "tax": 5,
        "total": 29.99,
        "payable": 29.99,
    }


def test_a_total_takes_the_only_currency_that_the_bill_names():
    text = "Invoice No. 7731\nDiscount of Rs -40.00 is given\nGrand Total 319.00\n"
    assert fields_of(text)["total"].unit == "INR"
    assert fields_of(f"{text}or about $4 abroad\n")["total"].unit == ""


@pytest.mark.parametrize(
    ("text", "amount"), [("41,98 € TTC", 41.98), ("€ 12.50 incl. VAT", 12.5), ("34,98 € HT", None)]
)
def test_tax_behind_an_amount_says_that_it_is_the_whole(text, amount):
    value = read_value(text, fields()["total"])
    assert (value and value.stored) == amount


def test_currencies_are_named_by_codes_signs_and_words():
    assert currencies_in("12 euros, £3, Rs. 40 and USD 5") == {"EUR", "GBP", "INR", "USD"}
    assert currencies_in("Mrs 40") == frozenset()
