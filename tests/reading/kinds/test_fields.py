"""Fields of invoices in six languages, of contracts, and what is no field."""

from datetime import date

import pytest

from reading.formats.media_types import sniff_media_type
from reading.parse import parse_file
from reading.pipeline import read_by_rules
from reading.tables.read import read_tables

ENGLISH = """ACME TOOLS LTD

Invoice INV-2023-0042

Invoice date: 3 March 2023
Due date: 2 April 2023
Bill to: Birch Foods GmbH

Subtotal: EUR 1,000.00
VAT 20%: EUR 200.00
Total: EUR 1,200.00
Telephone: 415 555 0199
"""
GERMAN = """Muster Werkzeuge GmbH

Rechnung Nr. RE-4711

Rechnungsdatum: 14. März 2023
Fällig am: 13.04.2023
Rechnungsempfänger: Birke Nahrung AG

Nettobetrag: 1.000,00 €
MwSt. 19 %: 190,00 €
Gesamtbetrag: 1.190,00 €
Zahlungsbedingungen: 30 Tage netto
"""
FRENCH = """Outils Dupont SARL

Facture n° F-2023-17

Date de facture : 03/04/2023
Date d'échéance : 03/05/2023
Client : Boulangerie Martin

Total HT : 1 000,00 €
TVA 20 % : 200,00 €
Total TTC : 1 200,00 €
"""
SPANISH = """Herramientas Ruiz S.L.

Factura n.º 2023/88

Fecha de factura: 5 de abril de 2023
Vencimiento: 05/05/2023
Cliente: Panadería Sol

Base imponible: 1.000,00 €
IVA 21%: 210,00 €
Total factura: 1.210,00 €
"""
ITALIAN = """Utensili Rossi S.r.l.

Fattura n. 123/2023

Data fattura: 6 aprile 2023
Scadenza: 06/05/2023
Cliente: Forno Bianchi

Imponibile: 1.000,00 €
Totale IVA: 220,00 €
Totale fattura: 1.220,00 €
"""
DUTCH = """Gereedschap Jansen B.V.

Factuurnummer: 2023-55

Factuurdatum: 7 april 2023
Vervaldatum: 07-05-2023
Klant: Bakkerij Zon

Subtotaal: € 1.000,00
BTW 21%: € 210,00
Totaal: € 1.210,00
"""
INVOICES = [
    (GERMAN, "de", "RE-4711", date(2023, 3, 14), "2023-04-13", "Birke Nahrung AG", 1000, 190, 1190),
    (FRENCH, "fr", "F-2023-17", date(2023, 4, 3), "2023-05-03", "Boulangerie Martin", 1000, 200, 1200),
    (SPANISH, "es", "2023/88", date(2023, 4, 5), "2023-05-05", "Panadería Sol", 1000, 210, 1210),
    (ITALIAN, "it", "123/2023", date(2023, 4, 6), "2023-05-06", "Forno Bianchi", 1000, 220, 1220),
    (DUTCH, "nl", "2023-55", date(2023, 4, 7), "2023-05-07", "Bakkerij Zon", 1000, 210, 1210),
]
CONTRACT = """Services Agreement

This agreement is made by and between Alder Property Ltd, a company, and Birch Foods GmbH, a buyer.
The parties agree as follows. Each party may terminate it with 30 days notice.

Governing Law. This agreement shall be governed by and construed in accordance with the laws of the State of
California, without regard to its conflict of laws rules.

The total liability of either party will not exceed the fees paid in the twelve months before the claim.
"""


def read(tmp_path, text, name="text.txt"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    parsed = parse_file(path, media_type=sniff_media_type(path, name))
    return read_by_rules(parsed, read_tables(parsed), filename=name)


def properties(reading):
    return {row.label: row.properties[row.label] for row in reading.rows if row.table == "properties"}


@pytest.mark.parametrize("text, language, number, dated, due, buyer, net, tax, total", INVOICES)
def test_an_invoice_gives_its_fields_in_its_own_language(
    tmp_path, text, language, number, dated, due, buyer, net, tax, total
):
    reading = read(tmp_path, text)
    found = properties(reading)
    assert reading.essence.kind == "invoice"
    assert found["Invoice number"] == number
    assert reading.essence.document_date == dated
    assert found["Due date"] == due
    assert found["Buyer"] == buyer
    assert (found["Net amount"], found["Tax amount"], found["Total amount"]) == (net, tax, total)
    figures = {metric.metric_name: metric for metric in reading.metrics}
    assert (figures["Total amount"].numeric_value, figures["Total amount"].unit) == (total, "EUR")


def test_an_english_invoice_keeps_the_labels_that_it_has(tmp_path):
    reading = read(tmp_path, ENGLISH)
    found = properties(reading)
    assert reading.essence.document_date == date(2023, 3, 3)
    assert (found["Invoice number"], found["Seller"]) == ("INV-2023-0042", "ACME TOOLS LTD")
    assert (found["Due date"], found["Bill to"], found["Total"]) == ("2 April 2023", "Birch Foods GmbH", 1200)
    assert "Total amount" not in found


def test_a_label_two_blanks_behind_a_value_is_another(tmp_path):
    found = properties(read(tmp_path, ENGLISH.replace("Birch Foods GmbH", "Birch Foods GmbH  Terms: Net 15")))
    assert (found["Bill to"], found["Terms"]) == ("Birch Foods GmbH", "Net 15")


SLIP = """Harbour Authority - MOORING SLIP
Berth: 14
Vessel: Grey Heron

Mooring fee          120.00
Water                 18.50
Electricity           31.00
"""


def test_lines_above_the_amounts_of_a_slip_are_its_properties_and_one_alone_is_a_title(tmp_path):
    found = properties(read(tmp_path, SLIP))
    assert (found["Berth"], found["Vessel"]) == (14, "Grey Heron")
    assert "Berth" not in properties(read(tmp_path, SLIP.replace("Vessel: Grey Heron\n", "")))


def test_a_telephone_number_of_an_invoice_is_no_figure(tmp_path):
    assert not any("elephone" in metric.metric_name for metric in read(tmp_path, ENGLISH).metrics)


def test_whoever_has_a_legal_form_at_the_top_of_a_bill_sells(tmp_path):
    assert properties(read(tmp_path, FRENCH))["Seller"] == "Outils Dupont SARL"


def test_the_summary_says_what_the_document_is(tmp_path):
    assert "An invoice: Invoice number RE-4711" in read(tmp_path, GERMAN).essence.summary


def test_a_contract_gives_its_parties_its_law_and_its_cap(tmp_path):
    reading = read(tmp_path, CONTRACT)
    found = properties(reading)
    parties = [row.properties["Party"] for row in reading.rows if row.label == "Party"]
    assert parties == ["Alder Property Ltd", "Birch Foods GmbH"]
    assert found["Governing law"] == "California"
    assert found["Liability cap"].startswith("the fees paid in the twelve months")


def test_a_law_that_is_left_to_a_blank_is_none(tmp_path):
    text = CONTRACT.replace("the State of\nCalifornia", "the State of\nGoverning Law")
    assert "Governing law" not in properties(read(tmp_path, text))


@pytest.mark.parametrize(
    "clause, label, value",
    [
        (
            "Dieser Vertrag unterliegt dem Recht der Bundesrepublik Deutschland.",
            "Governing law",
            "Recht der Bundesrepublik Deutschland",
        ),
        ("Die Kündigungsfrist beträgt drei Monate.", "Notice period", 3),
    ],
)
def test_a_german_contract_gives_its_terms(tmp_path, clause, label, value):
    text = (
        f"Mietvertrag\n\nDie Vertragsparteien vereinbaren: {clause} Der Gerichtsstand ist Berlin.\n"
        "Die Miete ist monatlich zu zahlen.\n"
    )
    assert properties(read(tmp_path, text))[label] == value


def test_days_go_first_where_other_dates_of_the_document_say_so(tmp_path):
    text = ENGLISH.replace("3 March 2023", "03/04/2023").replace("2 April 2023", "25/04/2023")
    assert read(tmp_path, text).essence.document_date == date(2023, 4, 3)


def test_a_polish_invoice_gives_its_number_and_when_and_how_much_is_to_be_paid(tmp_path):
    text = """Faktura nr 77/2022

Data wystawienia: 2022-03-02
Termin płatności: 2022-03-16
Sprzedawca: Kwiaty Ewa
Nabywca: Hotel Baltyk

Do zapłaty: 412,00 PLN
"""
    reading = read(tmp_path, text)
    assert reading.essence.kind == "invoice"
    said = reading.essence.summary
    assert "Due date 16 March 2022" in said
    assert "Seller Kwiaty Ewa; Buyer Hotel Baltyk; Amount due 412,00 PLN" in said
