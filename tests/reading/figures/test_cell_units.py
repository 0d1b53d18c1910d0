"""What the cells of a table count, where only some of them bear a sign."""

from decimal import Decimal
from pathlib import Path

from reading.figures.confidence import LEAST_SURE
from reading.model import Table
from reading.tables.read import read_tables
from tests.cases import every_case
from tests.reading.corpus import Example, examples
from tests.reading.drawing import draw

EXAMPLES = examples(Path(__file__).with_name("cell_units.txt"))
WHATEVER = "…"  # in place of a cell that is not the example's concern


def values(table: Table, label: str) -> list[tuple]:
    [row] = [row for row in table.rows if row.label == label]
    return [(cell.quantity.value, cell.quantity.unit) if cell.quantity else cell.text for cell in row.cells]


def table_of(page: str) -> Table:
    [table] = read_tables(draw(page))
    return table


@every_case("example", EXAMPLES)
def test_cells_count_what_their_tables_say(example: Example):
    table = table_of(example.drawing)
    for label, *expected in example.expected:
        cells = zip(values(table, label), expected, strict=True)
        found = [WHATEVER if wanted == WHATEVER else told(cell) for cell, wanted in cells]
        assert (label, found) == (label, expected)


def told(cell: tuple | str) -> str:
    """The value and the unit of a cell; its text where it counts nothing."""
    return cell if isinstance(cell, str) else f"{cell[0].normalize():f} {cell[1]}".rstrip()


def test_amount_per_share_in_a_label_is_not_that_of_the_row():
    table = table_of("""
    $ and shares in millions, except per share amounts
                                              Shares     Stock    Retained
    Net earnings                                   -   $     -   $   1,798
    Common stock dividends, $2.20 per share        -        12        (580)
    Repurchase of common stock                  (3.1)        -        (143)
    """)
    dividends = values(table, "Common stock dividends, $2.20 per share")
    assert dividends[1:] == [(Decimal("12e6"), "USD"), (Decimal("-580e6"), "USD")]
    assert values(table, "Repurchase of common stock")[0] == (Decimal("-3.1e6"), "shares")


def test_amounts_with_cents_are_not_scaled_by_other_tables():
    tables = read_tables(
        draw(
            """
            (In millions)                  2022      2021
            Net sales                   $ 1,066   $   879
            Cost of sales                   448       434
            """,
            """
            Value of an investment of one hundred dollars
                                           2022      2021
            Example Stores             $ 104.54  $ 100.00
            Index of stores              110.24     98.10
            """,
        )
    )
    assert values(tables[1], "Example Stores")[0][0] == Decimal("104.54")


def test_how_sure_a_cell_is_says_where_its_unit_is_from():
    parsed = draw(
        """
        (In millions)                  2022      2021
        Net sales                   $ 1,066       879
        Cost of sales                   448       434
        """,
        """
        Leases                         2022      2021
        Buildings                   $   120   $   110
        Cars                             48        44
        """,
    )
    first, second = read_tables(parsed)
    signed, beside = (cell.sure for cell in first.rows[0].cells)
    captioned, guessed = first.rows[1].cells[0].sure, second.rows[1].cells[0].sure
    assert signed == 1.0 > captioned > beside > guessed


def test_a_total_behind_a_subtotal_stands_no_longer_under_its_parent():
    table = table_of("""
    (In millions)                        2022         2021
    Hedging instruments:
      Foreign exchange                  $ 850        $ 868
      Commodity                           397          452
                                        1,247        1,320
    Other derivatives:
      Commodity                            85           86
      Subtotal                             85           86
      Total derivatives               $ 1,332      $ 1,406
    """)
    assert [row.path for row in table.rows[-2:]] == [("Other derivatives",), ()]


def test_the_note_right_below_a_table_gives_its_scale_before_other_tables_do():
    pages = """
    (In millions)                        2022         2021
    Sales                             $ 8,902      $ 9,262

    Awards were as follows:

                                         Cash         Fair
                                       awards        value
    Outstanding                      $ 45,792     $ 50,254
    Expected to vest                 $ 46,841     $ 65,835
    (a) In thousands, disclosed at target.
    """
    table = read_tables(draw(pages))[-1]
    assert values(table, "Expected to vest") == [
        (Decimal("46841e3"), "USD"),
        (Decimal("65835e3"), "USD"),
    ]


def test_numbers_in_brackets_below_amounts_are_taken_off_them():
    table = table_of("""
                                    December 31, 2022   December 31, 2021
    Receivables                                 1,396               1,292
    Allowance for losses                         (16)                (15)
    Total                                       1,380               1,277
    """)
    [row] = [row for row in table.rows if row.label == "Allowance for losses"]
    assert [(cell.quantity.value, cell.sure > LEAST_SURE) for cell in row.cells] == [(-16, True), (-15, True)]
