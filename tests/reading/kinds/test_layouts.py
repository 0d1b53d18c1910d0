"""Fields of invoices and contracts in many words and layouts: fields.txt, cells, sums below their names."""

from pathlib import Path

import docx
import pytest

from reading.formats.media_types import sniff_media_type
from reading.kinds.catalogue import kinds
from reading.kinds.fields import read_fields
from reading.parse import parse_document
from reading.tables.read import read_tables
from tests.cases import every_case
from tests.reading.drawing import draw
from tests.reading.kinds.test_fields import properties, read

FILLER = "Nihil aliud hic stat quam verba quae paginam implent, ne textus brevior sit quam legi potest.\n"


def corpus():
    kind = ""
    for line in Path(__file__).with_name("fields.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            kind = line.removeprefix("## ")
        elif line and not line.startswith("#"):
            yield (kind, *(part.strip() for part in line.split(" | ")))


def fields_of(parsed, kind, language=""):
    found = {}
    for each in read_fields(parsed, kinds()[kind], language=language):
        found.setdefault(each.key, []).append(str(each.value.stored))
    return found


@every_case("kind, language, line, key, value", list(corpus()))
def test_a_line_gives_its_field(tmp_path, kind, language, line, key, value):
    path = tmp_path / "text.txt"
    path.write_text(line.replace("/", "\n") if "/The" in line else line, encoding="utf-8")
    parsed = parse_document(path, media_type=sniff_media_type(path, path.name))
    assert fields_of(parsed, kind, language).get(key) == value.split(" & ")


def test_amounts_below_their_names_are_read_where_they_add_up():
    page = """
        Net         %      VAT      Gross

        1,000.00   20 %   200.00   1,200.00
        """
    assert fields_of(draw(page), "invoice") == {"net": ["1000"], "tax": ["200"], "total": ["1200"]}
    assert fields_of(draw(page.replace("1,200.00", "1,300.00")), "invoice") == {}


def test_of_rows_for_each_rate_the_row_of_their_sums_is_read():
    page = """
        Rate     Net        VAT      Gross
        20 %    1,000.00   200.00   1,200.00
        5 %       100.00     5.00     105.00
        Total   1,100.00   205.00   1,305.00
        """
    found = fields_of(draw(page), "invoice")
    assert (found["net"], found["tax"], found["total"]) == (["1100"], ["205"], ["1305"])
    assert "net" not in fields_of(draw(page.rpartition("        Total")[0]), "invoice")


def test_what_is_to_be_paid_is_the_total_where_it_adds_up_and_no_other_is_named():
    page = """
        Nettobetrag              750,00 €
        MwSt. 19 %               142,50 €
        Zu zahlender Betrag      892,50 €
        """
    assert fields_of(draw(page), "invoice", "de")["total"] == ["892.5"]
    assert "total" not in fields_of(draw(page.replace("892,50", "500,00")), "invoice", "de")


def test_a_day_under_payable_by_is_no_buyer():
    page = """
        Document no.      Date           Payable by
        900417            14 Mar 2024    13 Apr 2024
        Item              Quantity       Unit price
        """
    found = fields_of(draw(page), "invoice")
    assert found["due"] == ["2024-04-13"]
    assert "buyer" not in found


def test_a_name_in_a_cell_of_a_web_page_ends_where_its_address_begins(tmp_path):
    text = """<h1>Tax invoice</h1><table><tr><td>Supplier</td><td>Nordlight Ltd<br>12 Dock Road<br>Leeds
        LS1 4AB</td></tr><tr><td>Customer</td><td>Tern Logistics plc<br>8 Mill Lane</td></tr>
        <tr><td>Due date</td><td>Apr 13, 2024</td></tr></table>"""
    found = properties(read(tmp_path, text, "invoice.html"))
    assert (found["Seller"], found["Buyer"]) == ("Nordlight Ltd", "Tern Logistics plc")


def test_a_sheet_of_terms_gives_parties_and_cap(tmp_path):
    file = docx.Document()
    file.add_heading("Adviesovereenkomst", 0)
    table = file.add_table(rows=0, cols=2)
    for label, value in (
        ("Opdrachtgever", "Helderwater Wonen N.V."),
        ("Opdrachtnemer", "Valk Advies B.V."),
        ("Looptijd", "24 maanden"),
        ("Maximale aansprakelijkheid", "€ 250.000"),
    ):
        cells = table.add_row().cells
        cells[0].text, cells[1].text = label, value
    file.add_paragraph("Partijen komen het volgende overeen. Deze overeenkomst eindigt van rechtswege.")
    path = tmp_path / "overeenkomst.docx"
    file.save(str(path))
    parsed = parse_document(path, media_type=sniff_media_type(path, path.name))
    found = fields_of(parsed, "contract", "nl")
    assert found["parties"] == ["Helderwater Wonen N.V.", "Valk Advies B.V."]
    assert (found["term"], found["cap"]) == (["24"], ["€ 250.000"])


@pytest.mark.parametrize(
    "title, text",
    [
        ("Contrat de bail", "Le présent contrat lie les soussignés, ci-après les parties."),
        ("Contrato de servicios", "En adelante el Cliente. El presente contrato se rige por la ley."),
        ("Contratto di servizi", "Di seguito il Cliente. Il presente contratto ammette recesso."),
        ("Huurovereenkomst", "Hierna huurder. Deze overeenkomst kent een opzegtermijn."),
        ("Note d'honoraires", "Total HT : 100,00 €. TVA : 20,00 €. Montant TTC : 120,00 €."),
    ],
)
def test_kinds_are_known_in_their_languages(tmp_path, title, text):
    essence = read(tmp_path, f"{title}\n\n{text}\n{FILLER}").essence
    assert essence.kind == ("invoice" if title.startswith("Note") else "contract")
    assert essence.title == title


def test_amounts_of_a_table_that_a_file_marks_are_read_as_its_country_writes_them(tmp_path):
    text = """<h1>Untersuchungsbericht</h1><p>Am Montag stießen im Bahnhof zwei Züge zusammen. Niemand wurde
        verletzt, der Schaden wurde untersucht.</p><table><tr><th>Schaden</th><th>Betrag</th></tr>
        <tr><td>Fahrzeuge</td><td>1.200.000 €</td></tr><tr><td>Gleise</td><td>310.000 €</td></tr></table>"""
    rows = read(tmp_path, text, "bericht.html").rows
    assert [row.properties["Betrag"] for row in rows if "Betrag" in row.properties] == [1_200_000, 310_000]


def test_numbers_of_a_document_that_speaks_of_no_money_are_none(tmp_path):
    page = """
        Table 3. Population of the districts: 2019
        (Thousands)
                       Total      Under 18     Over 64
        North          412.3          88.1        83.7
        South          318.9          71.0        57.7
        East           207.4          44.9        41.4
        """
    cells = [cell for table in read_tables(draw(page)) for row in table.rows for cell in row.cells]
    assert {cell.quantity.unit for cell in cells} == {""}


def test_pairs_that_stand_side_by_side_are_each_their_own(tmp_path):
    text = "Notes on a trial\n\nSite: Leeds          Visits: 12          Nurse: A. Bee\n" + FILLER
    found = properties(read(tmp_path, text))
    assert (found["Site"], found["Visits"], found["Nurse"]) == ("Leeds", 12, "A. Bee")


def test_labels_and_blanks_of_a_form_are_no_pairs(tmp_path):
    text = "Application\n\nName: ____________ Date of birth: __ / __ / ____\nTown: Ward: Street:\n" + FILLER
    assert not properties(read(tmp_path, text))
    assert properties(read(tmp_path, "Roll call\n\nThe budget: Yes votes: Ann, Bea\n" + FILLER))


def test_a_day_in_german_is_not_cut_at_its_point(tmp_path):
    text = "Hausordnung\n\nStand: 1. Januar 2020\n\nDie Hausordnung gilt für alle.\n" + FILLER
    reading = read(tmp_path, text)
    assert properties(reading)["Stand"] == "1. Januar 2020"
    assert not reading.metrics


def test_the_number_of_a_version_is_no_figure(tmp_path):
    reading = read(tmp_path, "Notes\n\nVersion: 3.1\nSpan: 4.5 m\n" + FILLER)
    assert [metric.metric_name for metric in reading.metrics] == ["Span"]


def test_from_names_no_seller_on_a_receipt_for_a_ride():
    page = """
        Receipt
        From: Airport Terminal
        To: Harbour Street
        Driver: O. Haddad
        Fare: $44.00
        Total paid: $60.00
        """
    assert fields_of(draw(page), "receipt") == {"total": ["60"]}
    bought = page.replace("Driver", "Clerk").replace("Fare", "Lamp")
    assert fields_of(draw(bought), "receipt") == {"seller": ["Airport Terminal"], "total": ["60"]}
