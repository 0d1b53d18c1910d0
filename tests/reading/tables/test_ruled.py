"""Tables between level rules, as papers set them beside running text or beside each other."""

from dataclasses import replace

from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table

import reading
from reading.model import Box, Line, ParsedDocument, ParsedPage, Word
from reading.tables.read import read_tables
from reading.tables.ruled.read import with_ruled_tables

PROSE = "the lamps of the harbour are lit at dusk and put out".split()


def placed(*cells):
    """Words of one line at their places: (x, text), each character five points wide."""
    words = []
    for x, text in cells:
        for part in text.split():
            words.append((x, part))
            x += 5 * len(part) + 2
    return words


def page_of(rows, rules, prose=True):
    """`rows`: (top, words) of the left half; running text goes on beside it."""
    lines, offset = [], 0
    for top, cells in rows:
        beside = [(320 + 22 * at, word) for at, word in enumerate(PROSE)] if prose else []
        words = tuple(Word(text, Box(x, top, x + 5 * len(text), top + 10)) for x, text in [*cells, *beside])
        text = " ".join(word.text for word in words)
        box = Box(words[0].box.x0, top, words[-1].box.x1, top + 10)
        lines.append(Line(words, text, box, char_start=offset, font_size=10.0))
        offset += len(text) + 1
    return ParsedPage(
        1,
        "\n".join(line.text for line in lines),
        tuple(lines),
        600,
        800,
        rules=tuple(Box(x0, top, x1, top + 1) for x0, top, x1 in rules),
    )


def tables_of(*arguments, **options):
    return read_tables(ParsedDocument((page_of(*arguments, **options),)))


ROWS = [
    (102, placed((55, "Model"), (160, "Scores"))),
    (117, placed((130, "Recall"), (200, "Precision"))),
    (137, placed((55, "Small net"), (130, "0.61"), (200, "0.72"))),
    (152, placed((55, "Large net"), (130, "0.83"), (200, "0.94"))),
]
RULES = [(50, 98, 290), (125, 114, 250), (50, 132, 290), (50, 168, 290)]


def test_a_table_beside_running_text_is_read_within_its_rules():
    (table,) = tables_of(ROWS, RULES)
    assert [column.header for column in table.columns] == ["Scores Recall", "Scores Precision"]
    assert table.label_header == "Model"
    told = [(row.label, [cell.text for cell in row.cells]) for row in table.rows]
    assert told == [("Small net", ["0.61", "0.72"]), ("Large net", ["0.83", "0.94"])]


def test_a_label_between_two_lines_is_that_of_both():
    rows = [
        (102, placed((55, "Model"), (130, "Size"), (200, "Recall"))),
        (130, placed((130, "7"), (200, "0.61"))),
        (138, placed((55, "Net"))),
        (146, placed((130, "32"), (200, "0.83"))),
        (160, placed((55, "Tree"), (130, "8"), (200, "0.54"))),
    ]
    (table,) = tables_of(rows, [(50, 98, 290), (50, 120, 290), (50, 176, 290)])
    assert [row.label for row in table.rows] == ["Net", "Net", "Tree"]


def test_two_tables_of_one_width_are_two_where_text_stands_between_them():
    between = [(190, placed((55, "It is said of the lamps that they are lit at dusk.")))]
    lower = [(top + 110, words) for top, words in ROWS]
    rules = [*RULES, *((x0, top + 110, x1) for x0, top, x1 in RULES)]
    tables = tables_of([*ROWS, *between, *lower], rules)
    assert [len(table.rows) for table in tables if table.columns[0].header] == [2, 2]


def test_a_statement_with_periods_stays_as_it_is_read():
    rows = [
        (102, placed((55, "In millions"), (200, "2023"), (250, "2022"))),
        (137, placed((55, "Revenue"), (200, "1,261"), (250, "1,172"))),
        (152, placed((55, "Costs"), (200, "1,083"), (250, "1,094"))),
    ]
    (table,) = tables_of(rows, [(50, 98, 290), (50, 120, 290), (50, 168, 290)], prose=False)
    assert all(column.period for column in table.columns)


def test_spans_of_years_between_rules_are_headings_of_what_stands_below_and_no_rows():
    rows = [
        (102, placed((130, "Actual"), (200, "Projected"))),
        (117, placed((55, "Region"), (130, "2003–04"), (200, "2004–05"))),
        (147, placed((55, "North"), (130, "485,670"), (200, "503,528"))),
        (162, placed((55, "South"), (130, "953,206"), (200, "962,327"))),
    ]
    tables = tables_of(rows, [(50, 98, 290), (50, 114, 290), (50, 132, 290)], prose=False)
    assert [row.label for table in tables for row in table.rows] == ["North", "South"]


def test_a_label_alone_heads_the_rows_below_where_their_labels_come_again():
    rows = [
        *ROWS[:2],
        (137, placed((55, "Dogs"))),
        (152, placed((55, "Small net"), (130, "0.61"), (200, "0.72"))),
        (167, placed((55, "Large net"), (130, "0.83"), (200, "0.94"))),
        (182, placed((55, "Cats"))),
        (197, placed((55, "Small net"), (130, "0.51"), (200, "0.62"))),
        (212, placed((55, "Large net"), (130, "0.73"), (200, "0.84"))),
    ]
    (table,) = tables_of(rows, [*RULES[:3], (50, 230, 290)])
    assert [(row.path, row.label) for row in table.rows] == [
        (("Dogs",), "Small net"),
        (("Dogs",), "Large net"),
        (("Cats",), "Small net"),
        (("Cats",), "Large net"),
    ]


def test_the_lines_that_number_a_table_are_its_title():
    above = [(70, placed((55, "Of nets."))), (86, placed((55, "TABLE 2. Scores of nets")))]
    (table,) = tables_of([*above, *ROWS], RULES)
    assert table.title.startswith("TABLE 2. Scores of nets")


def test_only_a_heading_of_per_cents_makes_numbers_shares():
    heads = [(102, placed((55, "Model"), (130, "Recall (%)"), (210, "Spread (95% CI)")))]
    body = [
        (137, placed((55, "Small net"), (130, "61"), (210, "72"))),
        (152, placed((55, "Large net"), (130, "83"), (210, "94"))),
    ]
    (table,) = tables_of([*heads, *body], [(50, 98, 300), (50, 132, 300), (50, 168, 300)])
    assert [cell.quantity.unit for cell in table.rows[0].cells if cell.quantity] == ["%", ""]


MERGED_RULES = [(50, 98, 290), (50, 116, 290), (50, 168, 290), (50, 220, 290)]


def merged_rows():
    """Three rows between each two rules, their label and a number for all three in the middle."""
    yield 102, placed((55, "Model"), (105, "Size"), (150, "Way"), (200, "Recall"), (250, "F1"))
    for block, (name, size) in enumerate((("Alder", "32"), ("Birch", "64"))):
        for row, way in enumerate(("plain", "warm", "cold")):
            top = 120 + 52 * block + 16 * row
            said = ((55, name), (105, size)) if row == 1 else ()
            yield top, placed(*said, (150, way), (200, f"0.{block}{row}1"), (250, f"0.{block}{row}2"))


def test_a_label_in_the_middle_of_its_rows_is_that_of_all_between_the_rules():
    (table,) = tables_of(list(merged_rows()), MERGED_RULES, prose=False)
    assert [column.header for column in table.columns] == ["Size", "Way", "Recall", "F1"]
    told = [(row.label, row.cells[0].text, row.cells[1].text) for row in table.rows]
    assert told == [
        *(("Alder", "32", way) for way in ("plain", "warm", "cold")),
        *(("Birch", "64", way) for way in ("plain", "warm", "cold")),
    ]


def test_a_label_of_two_lines_between_rows_stands_in_a_column_of_its_own():
    rows = [
        (102, placed((55, "Model"), (110, "Way"), (180, "Recall"), (250, "F1"))),
        (120, placed((110, "plain"), (180, "0.11"), (250, "0.12"))),
        (128, placed((55, "Alder"))),
        (136, placed((110, "cold"), (180, "0.13"), (250, "0.14"))),
        (170, placed((110, "plain"), (180, "0.21"), (250, "0.22"))),
        (178, placed((55, "Birch"))),
        (186, placed((110, "cold"), (180, "0.23"), (250, "0.24"))),
    ]
    rules = [(50, 98, 290), (50, 116, 290), (50, 158, 290), (50, 204, 290)]
    (table,) = tables_of(rows, rules, prose=False)
    assert table.label_header == "Model"
    assert [row.label for row in table.rows] == ["Alder", "Alder", "Birch", "Birch"]
    assert [row.cells[0].text for row in table.rows] == ["plain", "cold", "plain", "cold"]


def test_one_number_in_the_middle_of_a_column_is_not_given_to_its_neighbours():
    rows = [
        (102, placed((55, "Model"), (110, "Recall"), (180, "Bound"))),
        (120, placed((55, "Alder"), (110, "0.11"))),
        (136, placed((55, "Birch"), (110, "0.13"), (180, "0.5"))),
        (152, placed((55, "Cedar"), (110, "0.15"))),
    ]
    (table,) = tables_of(rows, [(50, 98, 290), (50, 116, 290), (50, 170, 290)], prose=False)
    assert [[cell.text for cell in row.cells] for row in table.rows] == [["0.11"], ["0.13", "0.5"], ["0.15"]]


def test_the_heading_of_a_group_is_not_joined_with_the_labels_below_it():
    rows = [
        (102, placed((55, "Age"), (130, "Number"), (200, "Rate"), (250, "F1"))),
        (120, placed((55, "Women"))),
        (128, placed((55, "45-54"), (130, "19"), (200, "16.3"), (250, "0.1"))),
        (136, placed((55, "55-64"), (130, "22"), (200, "16.2"), (250, "0.2"))),
        (144, placed((55, "65-74"), (130, "33"), (200, "78.8"), (250, "0.3"))),
        (152, placed((55, "Men"))),
    ]
    (table,) = tables_of(rows, [(50, 98, 290), (50, 116, 290), (50, 168, 290)], prose=False)
    assert [row.label for row in table.rows if row.cells] == ["45-54", "55-64", "65-74"]


def test_a_few_cells_beside_the_columns_are_no_column_of_a_table_without_merged_labels():
    rows = [
        (102, placed((55, "Part"), (130, "Number"), (230, "Rate"))),
        (120, placed((55, "Alder"), (130, "19"), (230, "16.3"))),
        (136, placed((55, "Birch"), (130, "22"), (185, "x"))),
        (152, placed((55, "Cedar"), (130, "33"), (185, "y"))),
        (168, placed((55, "Dogwood"), (130, "44"), (230, "12.1"))),
    ]
    (table,) = tables_of(rows, [(50, 98, 290), (50, 116, 290), (50, 190, 290)])
    assert [row.label for row in table.rows] == ["Alder", "Birch", "Cedar", "Dogwood"]
    assert [column.header for column in table.columns] == ["Number", "Rate"]


def test_a_sign_of_money_in_the_middle_of_its_column_is_not_given_to_other_rows():
    rows = [
        (102, placed((55, "Part"), (110, "Sum"), (180, "Count"), (250, "F1"))),
        (120, placed((55, "Alder"), (180, "0.11"), (250, "0.1"))),
        (136, placed((55, "Birch"), (110, "$"), (180, "0.13"), (250, "0.2"))),
        (152, placed((55, "Cedar"), (180, "0.15"), (250, "0.3"))),
    ]
    (table,) = tables_of(rows, [(50, 98, 290), (50, 116, 290), (50, 170, 290)])
    assert sum(cell.text == "$" for row in table.rows for cell in row.cells) == 1


def test_the_lines_of_a_bill_are_read_once_though_its_head_was_taken_for_their_heading(tmp_path):
    styles = getSampleStyleSheet()
    said = ["Customer: Gasthof Linde", "Invoice date: 8 April 2025", "Due date: 22 April 2025"]
    rows = [
        ("Article", "Bottles", "Price EUR", "Amount EUR"),
        ("Table wine red 0.75 l", "48", "4.50", "216.00"),
        ("Grape juice 1 l", "24", "2.50", "60.00"),
    ]
    bill = [
        Paragraph("Invoice RE-550", styles["Title"]),
        *(Paragraph(line, styles["Normal"]) for line in said),
        Spacer(1, 12),
        Table(rows, style=[("GRID", (0, 0), (-1, -1), 0.5, "black")]),
        Paragraph("Total: EUR 276.00, to be paid within fourteen days of the invoice", styles["Normal"]),
    ]
    SimpleDocTemplate(str(tmp_path / "bill.pdf")).build(bill)
    kept = [row.label for row in reading.read(tmp_path / "bill.pdf").rows if row.table != "properties"]
    assert kept == ["Table wine red 0.75 l", "Grape juice 1 l"]


def test_what_was_read_with_lines_far_above_the_rules_is_read_anew_within_them():
    parsed = ParsedDocument((page_of(ROWS, RULES),))
    (table,) = read_tables(parsed)
    box = table.box
    taller = replace(table, box=Box(box.x0, box.top - 200, box.x1, box.bottom))
    (again,) = with_ruled_tables(parsed, [taller])
    assert again.box == box
