"""Which words over a table belong to which of its columns."""

from pathlib import Path

from reading.model import Table
from reading.tables.read import read_tables
from tests.cases import every_case
from tests.reading.corpus import Example, examples
from tests.reading.drawing import draw

EXAMPLES = examples(Path(__file__).with_name("headings.txt"))


def headers(page: str) -> list[str]:
    [table] = read_tables(draw(page))
    return [column.header for column in table.columns]


@every_case("example", EXAMPLES)
def test_columns_are_headed_by_the_words_over_them(example: Example):
    [expected] = example.expected
    assert headers(example.drawing) == [*expected]


def test_a_currency_sign_before_an_empty_cell_widens_no_column():
    page = """
        Fair values were as follows (in millions):

                          Level 1     Level 2     Level 3
        Shares          $     576         629          38
        Bonds           $                             120
        Options                24          56          11
    """
    [table] = read_tables(draw(page))
    assert _places(table, "Bonds") == ["Level 3"]


def _places(table: Table, label: str) -> list[str]:
    [row] = [row for row in table.rows if row.label == label]
    return [table.columns[cell.column].header for cell in row.cells]


def test_what_stands_at_the_top_of_every_page_heads_no_column():
    page = """
                                 PART ONE
                               Basis         Gains       Losses
        Bonds {}             286             2           62
        Deposits             257             4           39
    """
    tables = read_tables(draw(*(page.format(word) for word in ("old", "new", "due", "all"))))
    assert [column.header for column in tables[0].columns] == ["Basis", "Gains", "Losses"]


def test_a_share_stands_under_the_row_of_which_it_is_one():
    [table] = read_tables(
        draw("""
        Costs were as follows (in millions):

                                    2022       2021
        Cost of sales             $  323     $  864
        Percentage of revenues     25.4%      31.2%
        Other costs                  349        304
    """)
    )
    assert [row.path for row in table.rows] == [(), ("Cost of sales",), ()]


def test_a_caption_that_says_what_the_table_shows_is_its_title():
    [table] = read_tables(
        draw("""
        Assets by segment were as follows ($ in millions):
                         2022       2021
        Domestic       14,549     14,028
        Overseas        1,254      1,290

        This is what the board told all of us of its plans for the months that lie ahead.
    """)
    )
    assert table.title == "Assets by segment were as follows:"


def test_the_sentence_that_leads_up_to_a_table_is_its_title_to_the_last_line():
    [table] = read_tables(
        draw("""
        All charges of the plan that we began in the spring were paid to employees and are shown among
        the costs in our statements as follows ($ in millions):
                         2022       2021
        Domestic       14,549     14,028
        Overseas        1,254      1,290
    """)
    )
    assert table.title.startswith("All charges of the plan")
    assert table.title.endswith("costs in our statements as follows:")


def test_the_title_is_the_sentence_that_speaks_of_the_table_not_a_remark_behind_it():
    rows = """
                         2022       2021
        Domestic       14,549     14,028
        Overseas        1,254      1,290
    """
    told = (
        "        The table below shows benefits to be paid in USD. Our part alone is shown for health care."
    )
    [table] = read_tables(draw(f"{told}\n{rows}"))
    assert table.title == "The table below shows benefits to be paid in USD."
    [table] = read_tables(
        draw(f"        We paid all benefits in the year. Domestic ones are due to law.\n{rows}")
    )
    assert table.title == "Domestic ones are due to law."


def test_a_table_of_the_same_rows_for_another_day_goes_by_the_title_of_the_first():
    first, second = read_tables(
        draw("""
        Our lease liabilities were as follows (in millions):

                                      June 30, 2024
                          Buildings      Machines       Total
        Gross debts             286           200         486
        Less interest           (57)          (20)        (77)
        Present value           229           180         409

                                      June 30, 2023
                          Buildings      Machines       Total
        Gross debts             186           100         286
        Less interest           (37)          (10)        (47)
        Present value           149            90         239
    """)
    )
    assert first.title == second.title == "Our lease liabilities were as follows:"


def test_a_caption_that_says_shares_of_what_is_part_of_the_title():
    [table] = read_tables(
        draw("""
        Operating Expenses:
        (Percent of net sales)                 2024         2023
        Cost of sales                         56.2%        53.2%
        Research                               5.4          5.6
    """)
    )
    assert table.title == "Operating Expenses: – Percent of net sales"


def test_boxes_of_headings_with_a_figure_each_are_all_figures():
    [table] = read_tables(
        draw("""
        Year ended 30 September 2024
        Revenue                      Adjusted profit            Return on capital
        £842.1m                      £96.3m                     18.4%
        2023: £801.4m                2023: £90.0m               2023: 17.9%
    """)
    )
    cells = [(table.columns[cell.column].header, cell.text) for cell in table.rows[0].cells]
    assert table.rows[0].label == ""
    assert cells == [("Revenue", "£842.1m"), ("Adjusted profit", "£96.3m"), ("Return on capital", "18.4%")]
