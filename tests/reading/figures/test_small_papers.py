"""What is kept of invoices, receipts and contracts: units, what heads the labels, totals below, terms."""

from __future__ import annotations

from pathlib import Path

import pytest

import reading
from reading.figures.read import read_figures
from reading.tables.read import read_tables
from reading.values.quantities import find_quantities
from tests.reading.drawing import draw

BELOW_TABLES = {
    "invoice.txt": """Invoice 12 of Acme Tools Ltd, for hammers and nails

Item            Quantity    Amount
Hammers                2     20.00
Nails                100      5.00
Total amount: EUR 305.00
Due date: 30 June 2024
Please quote the number of this invoice.
""",
    "invoice.md": """# Invoice 12 of Acme Tools Ltd

| Item | Quantity | Amount |
| --- | --- | --- |
| Hammers | 2 | 20.00 |
| Nails | 100 | 5.00 |
Total amount: EUR 305.00

Please pay by 30 June 2024. Thank you for your business with us.
""",
    "invoice.html": """<html><body><h1>Invoice 12</h1><p>Acme Tools Ltd sells hammers and nails to all who
want to buy them.</p><table><tr><th>Item</th><th>Quantity</th><th>Amount</th></tr>
<tr><td>Hammers</td><td>2</td><td>20.00</td></tr><tr><td>Nails</td><td>100</td><td>5.00</td></tr></table>
<p>Total amount: EUR 305.00</p></body></html>""",
}
RECEIPTS = {
    """BLUE HERON CAFE
12 Harbour Street
Receipt No. 4711
Date: 05 March 2024

2 x Flat white        7.00
1 x Carrot cake       4.50
Total EUR 11.50
""": ("BLUE HERON CAFE", "4711", "05 March 2024", 11.5, "EUR"),
    """Night Owl Taxi
Receipt #1042
9 April 2024
Airport to Harbour Street
TOTAL $38.00
""": ("Night Owl Taxi", "1042", "9 April 2024", 38, "USD"),
    """# Margin Books Ltd

Receipt number: B-220
Date 11/03/2024 14:22

Total due 24.90 EUR
""": ("Margin Books Ltd", "B-220", "11/03/2024", 24.9, "EUR"),
    """SALES RECEIPT
Paper & Pen
Receipt no 88-1
Issued on 2024-05-06
Amount paid £7.25
""": ("Paper & Pen", "88-1", "2024-05-06", 7.25, "GBP"),
    """*** FUEL STOP 24 ***
Station 117 - A7 North
2024-05-19 18:03 TRX 778120

DIESEL 42.10 L @ 1.689   71.11
CAR WASH                 12.00
TOTAL EUR                83.11
VISA                     83.11
""": ("FUEL STOP 24", "778120", "2024-05-19", 83.11, "EUR"),
    """MAISON DU THÉ
8 rue des Lilas, 69003 Lyon

Ticket n° 20391
Le 22/11/2023 à 15:47

Thé vert sencha 100g      9,90 €
Théière en fonte         45,00 €
Total TTC                54,90 €
Merci et à bientôt
""": ("MAISON DU THÉ", "20391", "22/11/2023", 54.9, "EUR"),
    """Bäckerei Morgenrot
Bon Nr. 5521
Am 03.05.2024 um 07:41 Uhr

Brezel                    1,20 EUR
Roggenbrot                4,80 EUR
Summe                     6,00 EUR
Vielen Dank
""": ("Bäckerei Morgenrot", "5521", "03.05.2024", 6, "EUR"),
}
FILLING = "All prices include value added tax. Please keep this slip: goods are exchanged with it only.\n"
CONTRACT = """
    SERVICE AGREEMENT

    This Agreement was entered into as of 14 February 2024 between Rowan Data Ltd and Quill Limited.

    1. Term
    This Agreement commences on 1 March 2024 and remains in force until 28 February 2027.

    2. Termination
    Either party may terminate it by giving the other not less than 45 days' written notice.

    A party may terminate at once if the other does not cure a breach within 10 days.
"""


def stored(path: Path, name: str, words: str):
    (path / name).write_text(words)
    return reading.read(path / name)


def properties(rows):
    found: dict[str, object] = {}
    for row in rows:
        if row.table == "properties":
            found |= row.properties
    return found


@pytest.mark.parametrize("name", BELOW_TABLES)
def test_total_told_below_a_table_is_no_row_of_it(tmp_path, name):
    found = stored(tmp_path, name, BELOW_TABLES[name])
    table = [row for row in found.rows if row.table != "properties"]
    assert [row.label for row in table] == ["Hammers", "Nails"]
    assert [row.properties["Item"] for row in table] == ["Hammers", "Nails"]
    assert properties(found.rows)["Total amount"] == 305
    assert properties(found.rows)["Total amount (unit)"] == "EUR"
    assert [each.metric_name for each in found.metrics if each.unit == "EUR"][-1] == "Total amount"


def test_total_in_a_column_stays_a_row():
    parsed = draw("""
        Item            Quantity      Amount
        Hammers                2    EUR 20.00
        Nails                100     EUR 5.00
        Total:                      EUR 25.00
    """)
    rows, _ = read_figures(parsed, read_tables(parsed), entity="")
    assert [row.label for row in rows] == ["Hammers", "Nails", "Total:"]


def test_statement_s_labels_have_no_heading_of_their_own():
    parsed = draw("""
        Assets                      2023       2022
        Cash                         120        100
        Inventories                   80         90
    """)
    rows, _ = read_figures(parsed, read_tables(parsed), entity="")
    assert all("Assets" not in row.properties for row in rows)


@pytest.mark.parametrize("words", RECEIPTS)
def test_receipts_keep_who_when_number_and_total(tmp_path, words):
    found = stored(tmp_path, "slip.txt", words + FILLING)
    kept = properties(found.rows)
    vendor, number, day, total, unit = RECEIPTS[words]
    assert kept["Vendor"] == vendor
    assert next(value for key, value in kept.items() if key.lower().endswith("number")) == number
    assert (
        next(value for key, value in kept.items() if "date" in key.lower() or "issued" in key.lower()) == day
    )
    key = next(key for key in kept if key.lower().startswith(("total", "amount", "summe")))
    assert (kept[key], kept[f"{key} (unit)"]) == (total, unit)
    assert all(row.place.quote in found.parsed.pages[0].text for row in found.rows)


def test_letter_that_mentions_a_receipt_is_none():
    parsed = draw(
        "Dear Ms Holm,\nThank you for your letter. We confirm that we have looked into it.\n"
        + "Nothing was found of what you describe, and the matter is closed for us. " * 6
        + "\nThe receipt is enclosed."
    )
    rows, _ = read_figures(parsed, [], entity="")
    assert rows == []


def test_contracts_keep_the_terms_that_sentences_state():
    parsed = draw(CONTRACT)
    rows, _ = read_figures(parsed, read_tables(parsed), entity="")
    assert properties(rows) == {
        "Date signed": "14 February 2024",
        "Start date": "1 March 2024",
        "End date": "28 February 2027",
        "Notice period": 45,
        "Notice period (unit)": "days",
    }


@pytest.mark.parametrize(
    ("said", "label", "value", "unit"),
    [
        ("The monthly rent is €1,150, payable in advance.", "Monthly rent", 1150, "EUR"),
        ("The tenant pays a deposit of EUR 2,300.", "Deposit", 2300, "EUR"),
    ],
)
def test_contracts_keep_what_is_to_be_paid(said, label, value, unit):
    rows, _ = read_figures(draw(f"Lease of Quay 4\n\n{said}"), [], entity="")
    assert (properties(rows)[label], properties(rows)[f"{label} (unit)"]) == (value, unit)


def test_a_fee_of_so_many_days_is_no_amount():
    rows, _ = read_figures(draw("Lease of Quay 4\n\nThe agreed charge is 30 hours."), [], entity="")
    assert properties(rows) == {}


@pytest.mark.parametrize(
    "said", ["The maker gives a warranty of 5 years.", "It comes with a 5 year limited warranty."]
)
def test_a_leaflet_keeps_the_warranty_that_a_sentence_gives(said):
    rows, _ = read_figures(draw(f"Aquilo pump\n\n{said}"), [], entity="")
    assert properties(rows) == {"Warranty": 5, "Warranty (unit)": "years"}
    lines = draw(f"Aquilo pump\n\nGuarantee period: 2 years\n\n{said}")
    assert "Warranty" not in properties(read_figures(lines, [], entity="")[0])


@pytest.mark.parametrize(
    ("said", "label", "value", "unit"),
    [
        ("We are pleased to award you a grant of EUR 48,000 for it.", "Grant", 48000, "EUR"),
        ("A final report is due within 60 days after the end.", "Final report", 60, "days"),
        ("This offer is valid for 30 days.", "Validity", 30, "days"),
    ],
)
def test_letters_keep_what_their_sentences_grant_and_ask(said, label, value, unit):
    rows, _ = read_figures(draw(f"Letter of award\n\n{said}"), [], entity="")
    assert properties(rows) == {label: value, f"{label} (unit)": unit}


@pytest.mark.parametrize(
    ("line", "value", "unit"),
    [
        ("Warranty: 24 months from the date of purchase.", 24, "months"),
        ("Delivery time: 6 weeks after order", 6, "weeks"),
        ("Salary: EUR 46,000 per year", 46000, "EUR/year"),
        ("Delivery time: 6 weeks after 3 May", "6 weeks after 3 May", None),
        ("Opened: 24 hours", 24, "hours"),
    ],
)
def test_a_value_that_says_from_when_it_counts_is_a_number(line, value, unit):
    rows, _ = read_figures(draw(f"Data\n\n{line}"), [], entity="")
    label = line.partition(":")[0]
    assert properties(rows) == {label: value, **({f"{label} (unit)": unit} if unit else {})}


def test_filing_s_agreements_are_not_its_own_terms():
    parsed = draw("""
        Annual report on Form 10-K

        The credit agreement expires on 30 June 2026. The lease commences on 1 May 2025.
    """)
    rows, _ = read_figures(parsed, read_tables(parsed), entity="")
    assert rows == []


@pytest.mark.parametrize("said", ["60 days' notice", "60 days’ prior notice", "a notice period of 60 days"])
def test_length_of_notice_has_its_unit(said):
    assert [(each.value, each.unit) for each in find_quantities(said)] == [(60, "days")]


RIDE = """METRO GREEN CABS
Trip no: 88213-07
Date: 06/02/2025
From: Airport Terminal 2
To: 220 Kinzie St
Distance: 17.6 mi
Fare     $44.25
Tip      $15.75
Total paid     $60.00
Card: VISA 1184
"""


def test_where_a_ride_began_is_no_vendor(tmp_path):
    kept = properties(stored(tmp_path, "ride.txt", RIDE).rows)
    assert (kept["Vendor"], kept["Total paid"]) == ("METRO GREEN CABS", 60)
    shop = RIDE.replace("Trip no", "Order no").replace("Distance", "Weight").replace("Fare", "Rice")
    assert "Vendor" not in properties(stored(tmp_path, "shop.txt", shop).rows)


ABOUT = "A visit to the old mill by the river, noted by those who came along on that fine day in spring.\n\n"


@pytest.mark.parametrize(
    ("written", "value", "unit"), [("2.5 h", 2.5, "hours"), ("6 h", 6, "hours"), ("40 min", 40, "minutes")]
)
def test_whole_value_in_a_short_unit_is_a_number(tmp_path, written, value, unit):
    path = tmp_path / "visit.txt"
    path.write_text(f"{ABOUT}Site: Mill\nTime there: {written}\nOutcome: fine\n", encoding="utf-8")
    row = next(row for row in reading.read(path).rows if row.label == "Time there")
    assert row.properties == {"Time there": value, "Time there (unit)": unit}


def test_list_of_terms_gives_values(tmp_path):
    path = tmp_path / "card.html"
    path.write_text(
        f"<html><body><p>{ABOUT}</p><h1>Card</h1><dl><dt>Holder</dt><dd>Ivo Tamm</dd>"
        "<dt>Skill</dt><dd>Nitrox</dd><dt>Time</dt><dd>6 h</dd></dl></body></html>",
        encoding="utf-8",
    )
    rows = {row.label: row.properties for row in reading.read(path).rows}
    assert rows["Holder"] == {"Holder": "Ivo Tamm"}
    assert rows["Time"] == {"Time": 6, "Time (unit)": "hours"}


def test_rows_of_a_heading_and_a_cell_give_values_whatever_day_is_among_them(tmp_path):
    path = tmp_path / "statement.html"
    pairs = {
        "Holder": "Ivo Tamm",
        "Year ended": "31 December 2024",
        "Paid in": "£1,500",
        "Fund": "Wide Index",
    }
    rows = "".join(f"<tr><th>{label}</th><td>{value}</td></tr>" for label, value in pairs.items())
    path.write_text(f"<html><body><p>{ABOUT}</p><table>{rows}</table></body></html>", encoding="utf-8")
    read = {row.label: row.properties for row in reading.read(path).rows if row.table == "properties"}
    assert read["Year ended"] == {"Year ended": "31 December 2024"}
    assert read["Paid in"] == {"Paid in": 1500, "Paid in (unit)": "GBP"}


def test_list_of_terms_that_are_explained_is_prose(tmp_path):
    path = tmp_path / "terms.html"
    long = "A gas of oxygen and nitrogen of which a diver may breathe for as long as its share allows. " * 2
    path.write_text(
        f"<html><body><dl><dt>Nitrox</dt><dd>{long}</dd><dt>Trimix</dt><dd>{long}</dd></dl></body></html>",
        encoding="utf-8",
    )
    assert not reading.read(path).rows
