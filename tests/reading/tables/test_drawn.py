"""Tables whose cells are drawn on all sides, over one page and over several."""

from reading.model import Box, Line, ParsedDocument, ParsedPage, Word
from reading.tables.read import read_tables

WIDE, HIGH = 90, 30  # points of a cell


def page_of(number, cells, *, left=60, top=100, above=()):
    """A page with cells at (column, row, columns, rows): their text, “/” between lines; `above` each line."""
    words = []
    for at, text in enumerate(above):
        words += _words(text, left, top - 14 * (len(above) - at))
    for (column, row, *_), text in cells.items():
        for at, line in enumerate(text.split("/")):
            words += _words(line, left + 4 + WIDE * column, top + 4 + HIGH * row + 11 * at)
    lines, offset = [], 0
    for y in sorted({word.box.top for word in words}):
        own = tuple(sorted((word for word in words if word.box.top == y), key=lambda word: word.box.x0))
        text = " ".join(word.text for word in own)
        lines.append(Line(own, text, Box(own[0].box.x0, y, own[-1].box.x1, y + 9), offset, font_size=9.0))
        offset += len(text) + 1
    drawn = tuple(_box(place, left, top) for place in cells)
    text = "\n".join(line.text for line in lines)
    return ParsedPage(number, text, tuple(lines), 800, 1000, drawn=drawn)


def _words(line, x, y):
    for text in line.split():
        yield Word(text, Box(x, y, x + 4 * len(text), y + 9))
        x += 4 * len(text) + 3


def _box(place, left, top):
    column, row, columns, rows = (*place, 1, 1)[:4] if len(place) == 2 else place
    return Box(
        left + WIDE * column, top + HIGH * row, left + WIDE * (column + columns), top + HIGH * (row + rows)
    )


def grid_of(*rows, first=0):
    return {(column, first + at): text for at, row in enumerate(rows) for column, text in enumerate(row)}


def tables_of(*pages):
    return read_tables(ParsedDocument(pages))


def told(table):
    return [(row.label, [cell.text for cell in row.cells]) for row in table.rows]


NOTICES = ("Work", "Firm", "Sum awarded", "Signed on")


def test_a_list_over_two_pages_has_its_headings_and_all_rows_on_both():
    first = grid_of(
        NOTICES,
        ("Supply of lamps/for the pier", "Anker & Co", "1,200.00", "3-May-21"),
        ("Repair of the mole", "Bora Ltd", "980.50", "4-May-21"),
    )
    second = grid_of(
        ("and its stairs", "", "", ""),
        ("Survey", "Cirrus plc", "75.00", "9-Jun-21"),
        ("Dredging", "Delta", "3.50", ""),
    )
    tables = tables_of(page_of(1, first), page_of(2, second))
    assert [[column.header for column in table.columns] for table in tables] == [list(NOTICES[1:])] * 2
    assert told(tables[0]) == [
        ("Supply of lamps for the pier", ["Anker & Co", "1,200.00", "3-May-21"]),
        ("Repair of the mole", ["Bora Ltd", "980.50", "4-May-21"]),
    ]
    assert [label for label, _ in told(tables[1])] == ["Survey", "Dredging"]


def test_headings_that_come_again_overleaf_are_no_row_and_take_in_no_rest_of_one():
    rows = [("Survey", "Cirrus plc", "75.00", "9-Jun-21"), ("Dredging", "Delta", "3.50", "1-Jul-21")]
    rest = ("", "of the north", "", "")
    tables = tables_of(page_of(1, grid_of(NOTICES, *rows)), page_of(2, grid_of(NOTICES, rest, *rows)))
    assert told(tables[0]) == told(tables[1])
    assert tables[1].columns[0].header == "Firm"


def test_merged_headings_and_merged_labels_stand_over_and_beside_all_their_cells():
    cells = {
        (0, 0, 1, 2): "Road",
        (1, 0, 1, 2): "Lanes",
        (2, 0, 2, 1): "Share of lorries",
        (2, 1): "Least",
        (3, 1): "Most",
        (0, 2, 1, 2): "Motorway",
        **{(column, 2): text for column, text in ((1, "six"), (2, "0.92"), (3, "1.26"))},
        **{(column, 3): text for column, text in ((1, "four"), (2, "0.81"), (3, "1.16"))},
    }
    (table,) = tables_of(page_of(1, cells, above=("Table 7 Factors of roads",)))
    assert table.title == "Table 7 Factors of roads"
    assert [column.header for column in table.columns] == [
        "Lanes",
        "Share of lorries Least",
        "Share of lorries Most",
    ]
    assert told(table) == [("Motorway", ["six", "0.92", "1.26"]), ("Motorway", ["four", "0.81", "1.16"])]


def test_years_above_the_cells_head_the_columns_of_their_group():
    cells = grid_of(("Goods", "Tons", "Value", "Tons", "Value"), ("Fish", "663", "2.5", "478", "1.9"))
    page = page_of(1, cells)
    years = (*_words("2021", 60 + 180, 86), *_words("2022", 60 + 360, 86))
    line = Line(years, "2021 2022", Box(240, 86, 436, 95), 0, font_size=9.0)
    moved = [
        Line(each.words, each.text, each.box, each.char_start + 10, font_size=9.0) for each in page.lines
    ]
    page = ParsedPage(1, "2021 2022\n" + page.text, (line, *moved), 800, 1000, drawn=page.drawn)
    (table,) = tables_of(page)
    assert [column.header for column in table.columns] == [
        "2021 Tons",
        "2021 Value",
        "2022 Tons",
        "2022 Value",
    ]


def test_amounts_below_each_other_in_one_cell_are_rows():
    cells = grid_of(("State", "Rain", "Usual"), ("Goa/Kerala", "19.8/11.4", "25.0/18.4"))
    (table,) = tables_of(page_of(1, cells))
    assert told(table) == [("Goa", ["19.8", "25.0"]), ("Kerala", ["11.4", "18.4"])]


def test_the_heading_of_a_part_is_the_parent_of_the_rows_below():
    cells = {
        **grid_of(("No.", "State", "Rain")),
        (0, 1, 3, 1): "REGION: SOUTH",
        **grid_of(("1", "Goa", "19.8"), ("2", "Kerala", "11.4"), first=2),
    }
    (table,) = tables_of(page_of(1, cells))
    rows = [(row.path, row.label) for row in table.rows if row.cells]
    assert rows == [(("REGION: SOUTH",), "Goa"), (("REGION: SOUTH",), "Kerala")]


def test_a_table_open_at_its_sides_keeps_its_outer_columns():
    cells = grid_of(("Goods", "Tons", "Value"), ("Fish", "663", "2.5"), ("Oil", "232", "0.9"))
    page = page_of(1, cells)
    rules = tuple(Box(60, 100 + HIGH * at, 60 + 3 * WIDE, 101 + HIGH * at) for at in range(4))
    uprights = tuple(Box(x, 100, x + 1, 100 + 3 * HIGH) for x in (150, 240, 285))
    (table,) = tables_of(ParsedPage(1, page.text, page.lines, 800, 1000, rules=rules, drawn=uprights))
    assert told(table) == [("Fish", ["663", "2.5"]), ("Oil", ["232", "0.9"])]


def test_an_empty_form_and_a_drawing_are_no_tables():
    form = grid_of(("Last name", "First name", "Initial"), ("", "", ""), ("Street", "", ""))
    assert tables_of(page_of(1, form)) == []
    boxes = tuple(Box(x, y, x + 3, y + 40) for x in range(60, 500, 4) for y in (100, 140))
    page = page_of(1, {(0, 0): "Nut"})
    assert tables_of(ParsedPage(1, page.text, page.lines, 800, 1000, drawn=boxes)) == []


def test_a_column_of_currencies_says_what_the_amounts_of_its_row_are_in():
    cells = grid_of(
        ("Work", "Contract amount", "Contract currency"),
        ("Survey", "75.00", "US$"),
        ("Dredging", "3.50", "GHS"),
        ("Ropes", "4.10", "bags"),
        ("Lamps", "8.25", "GBP"),
    )
    (table,) = tables_of(page_of(1, cells))
    units = [row.cells[0].quantity.unit for row in table.rows if row.cells[0].quantity]
    assert units == ["USD", "GHS", "", "GBP"]


def test_a_per_cent_in_a_heading_with_a_condition_counts_no_cells():
    cells = {
        (0, 0, 1, 2): "Road",
        (1, 0, 2, 1): "Share of lorries u (%)",
        (1, 1): "u ≤ 10",
        (2, 1): "10 < u",
        **grid_of(("North", "0.92", "1.26"), ("South", "0.81", "1.16"), first=2),
    }
    (table,) = tables_of(page_of(1, cells))
    assert {cell.quantity.unit for row in table.rows for cell in row.cells if cell.quantity} == {""}


def test_numbers_of_trains_head_the_times_under_them():
    ellery, gull, wick = (
        ("Ellery", "06:12", "07:40"),
        ("Gull Point", "06:44", "|"),
        ("Wick", "07:35", "08:52"),
    )
    [table] = tables_of(page_of(1, grid_of(("Station", "701", "703"), ellery, gull, wick)))
    assert [column.header for column in table.columns] == ["701", "703"]
    assert told(table) == [(row[0], list(row[1:])) for row in (ellery, gull, wick)]
