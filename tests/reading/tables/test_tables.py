from dataclasses import replace
from decimal import Decimal

from reading.model import ParsedDocument, Table
from reading.tables.read import read_tables
from tests.reading.drawing import draw

STATEMENT = """
                              Example Stores, Inc.
                        Consolidated Statements of Income
                      (In thousands, except per share data)
                                              13 Weeks Ended
                                       January 28,          January 29,
                                          2023                 2022
                                      (Unaudited)
    Net sales                       $  3,226    100.0%  $  2,729    100.0%
    Cost of sales                      2,014     62.4%     1,702     62.4%
    Interest (income) expense, net       (43)    (0.1%)        —      0.1%
    Net income per common share:
      Basic                         $   6.73            $   5.44
    Weighted average common shares outstanding:
      Basic                           50,624              53,163
"""


def columns_of(table: Table) -> list[tuple]:
    return [
        (str(column.period.start_date), str(column.period.end_date)) if column.period else None
        for column in table.columns
    ]


def values(table: Table, label: str, path: tuple[str, ...] = ()) -> list[tuple]:
    [row] = [row for row in table.rows if row.label == label and row.path == path]
    return [(cell.quantity.value, cell.quantity.unit) if cell.quantity else cell.text for cell in row.cells]


def test_headings_over_several_lines_give_each_column_its_period():
    [table] = read_tables(draw(STATEMENT))
    this_year, last_year = ("2022-10-30", "2023-01-28"), ("2021-10-31", "2022-01-29")
    assert columns_of(table) == [this_year, this_year, last_year, last_year]


def test_caption_scales_amounts_but_not_amounts_per_share_or_per_cents():
    [table] = read_tables(draw(STATEMENT))
    assert values(table, "Net sales") == [
        (Decimal(3226000), "USD"),
        (Decimal(1), "%"),
        (Decimal(2729000), "USD"),
        (Decimal(1), "%"),
    ]
    assert values(table, "Basic", ("Net income per common share",)) == [
        (Decimal("6.73"), "USD/share"),
        (Decimal("5.44"), "USD/share"),
    ]
    assert values(table, "Basic", ("Weighted average common shares outstanding",)) == [
        (Decimal(50624000), "shares"),
        (Decimal(53163000), "shares"),
    ]


def test_brackets_are_negative_and_dashes_hold_no_number():
    [table] = read_tables(draw(STATEMENT))
    assert values(table, "Interest (income) expense, net")[:3] == [
        (Decimal(-43000), "USD"),
        (Decimal("-0.001"), "%"),
        "—",
    ]


def test_title_and_span_on_the_page():
    parsed = draw(STATEMENT)
    [table] = read_tables(parsed)
    assert table.title == "Example Stores, Inc. – Consolidated Statements of Income"
    text = parsed.pages[0].text[table.char_start : table.char_end]
    assert text.startswith("Example Stores")
    assert text.endswith("53,163")


def test_spans_stand_over_the_columns_on_which_they_are_centred():
    [table] = read_tables(
        draw("""
                                 Three Months Ended      Six Months Ended
                                      June 30,               June 30,
                                   2023      2022         2023      2022
        Revenue                 $ 5,100   $ 4,200      $ 9,900   $ 8,100
        Operating income          1,100       900        2,000     1,700
        """)
    )
    assert columns_of(table) == [
        ("2023-04-01", "2023-06-30"),
        ("2022-04-01", "2022-06-30"),
        ("2023-01-01", "2023-06-30"),
        ("2022-01-01", "2022-06-30"),
    ]


def test_bare_years_are_days_in_a_balance_sheet_and_spans_elsewhere():
    balance, income = read_tables(
        draw(
            """
                  Consolidated Balance Sheets
            December 31,                   2022      2021
            Cash and cash equivalents    $ 1,200   $ 1,100
            Total assets                 $ 9,200   $ 8,100
            """,
            """
                  Results
                                           2022      2021
            Revenue                      $ 5,100   $ 4,200
            Net income                       700       600
            """,
        )
    )
    assert columns_of(balance)[0] == ("None", "2022-12-31")
    assert columns_of(income)[0] == ("2022-01-01", "2022-12-31")


def test_wrapped_label_is_joined_and_parents_follow_indentation():
    [table] = read_tables(
        draw("""
                                                        2022       2021
        Operating activities
          Net income                                  $ 1,242    $   985
          Adjustments:
            Depreciation and amortization of
              property                                    241        268
          Net cash from operating activities            1,481      1,059
        Investing activities
          Capital expenditures                           (312)      (172)
        """)
    )
    labels = [(row.path, row.label) for row in table.rows]
    assert (("Operating activities", "Adjustments"), "Depreciation and amortization of property") in labels
    assert (("Investing activities",), "Capital expenditures") in labels


def test_table_goes_on_over_a_page_break():
    first, second = read_tables(
        draw(
            """
                                               2022       2021
            Raw materials                    $ 1,242    $   985
            Work in process                      241        268
            """,
            """
            Finished goods                       800        700
            Total inventories                $ 2,283    $ 1,953
            """,
        )
    )
    assert columns_of(second) == columns_of(first)


def test_prose_is_no_table():
    text = """
    The company opened 12 new stores in the quarter and expects to open another 25 in the
    year to come, so that it will operate 1,380 of them at the end of the year, compared to
    1,355 now. It invested $400 million in them and in its systems, which it thinks is enough
    to serve 40 million customers.
    """
    assert read_tables(draw(text)) == []


def test_key_value_sheet_is_read_as_properties():
    [table] = read_tables(
        draw("""
        Invoice number                 SKI-2025-0417
        Due date                       26 June 2025
        Payment term                   45 days
        Housing                        Titanium grade 5
        """)
    )
    assert table.title == "properties"
    assert values(table, "Payment term") == [(Decimal(45), "days")]
    assert values(table, "Housing") == ["Titanium grade 5"]


def test_unit_column_gives_the_numbers_of_its_row_their_unit():
    [table] = read_tables(
        draw("""
        Electrical characteristics
        Parameter                  Symbol      Min      Typ      Max   Unit
        Supply voltage             V_S         9.0     12.0     36.0   V
        Supply current             I_S         185      210      260   mA
        """)
    )
    assert values(table, "Supply voltage")[1:4] == [
        (Decimal("9.0"), "V"),
        (Decimal("12.0"), "V"),
        (Decimal("36.0"), "V"),
    ]


def test_the_sign_of_a_column_that_has_it_in_each_row_is_not_that_of_the_next():
    [table] = read_tables(
        draw("""
        Item                       Quantity     Price   Discount     Amount
        Clutch                            1    585.00       10 %     526.50
        Air filter                        2     31.20        5 %      59.28
        """)
    )
    assert values(table, "Clutch")[2:4] == [(Decimal("0.1"), "%"), (Decimal("526.50"), "")]


def test_how_many_units_there_are_is_no_unit():
    [table] = read_tables(
        draw("""
        Payments                      Units      Rate     Amount
        Basic                        150.00     18.20   2,730.00
        Night enhancement             36.00      5.46     196.56
        """)
    )
    assert "150.00" not in [unit for _, unit in values(table, "Basic")]


def test_amounts_due_in_years_to_come_are_of_those_years():
    tables = read_tables(
        draw(
            """
                  Consolidated Balance Sheets
            December 31,                   2022      2021
            Cash and cash equivalents    $ 1,200   $ 1,100
            Total liabilities              4,200     4,100
            Total assets                 $ 9,200   $ 8,100
            """,
            """
                                           2023      2024      2025
            Lease payments               $   120   $   110   $   100
            Purchase obligations              20        20        10
            """,
        )
    )
    assert [end for _, end in columns_of(tables[1])] == ["2023-12-31", "2024-12-31", "2025-12-31"]


def test_times_at_the_right_end_of_their_columns_stand_over_all_of_them():
    [table] = read_tables(
        draw("""
    The following table presents our hedges:
    (In millions)                     Assets   Liabilities     Assets   Liabilities
                                             March 31, 2023           June 30, 2022
    Interest rate contracts           $    6      $     42     $    3      $     10
    Foreign exchange contracts            19            77          5            62
    """)
    )
    this, last = ("None", "2023-03-31"), ("None", "2022-06-30")
    assert columns_of(table) == [this, this, last, last]


def test_span_beside_a_change_stands_over_both_years():
    [table] = read_tables(
        draw("""
    SEGMENT RESULTS
    (In millions)                             Three Months Ended   Percentage
                                                   September 30,       Change
                                         2023               2022
    Devices                          $ 8,592            $ 6,465          33%
    Services                           4,259              2,325          83%
    """)
    )
    assert columns_of(table)[:2] == [("2023-07-01", "2023-09-30"), ("2022-07-01", "2022-09-30")]


def test_headings_without_numbers_belong_to_the_numbers_below():
    [table] = read_tables(
        draw("""
    Restricted stock activity was as follows:
                                     Number of       Weighted-Average        Aggregate
                                         RSUs        Grant Date Fair        Fair Value
                                 (in thousands)      Value Per RSU       (in millions)
    Units granted                      84,927          $    150.02
    Units vested                     (109,846)         $     70.96
    Units outstanding                 202,522          $    107.35          $  28,689
    """)
    )
    assert "RSU" in table.columns[0].header
    assert values(table, "Units outstanding")[2] == (Decimal(28_689_000_000), "USD")


def test_count_of_units_is_not_scaled_beyond_what_any_company_has():
    parsed = draw("""
    (Dollars in millions)                   2022        2021
    Number of units outstanding        1,162,548     970,101
    Cost of units                       $     90   $      85
    """)
    assert values(read_tables(parsed)[0], "Number of units outstanding")[0][0] == 1_162_548


def test_sales_to_customers_are_money_and_customers_are_a_count():
    [table] = read_tables(
        draw(
            """
            Consolidated Statements of Earnings
            (Dollars in millions)                2022       2021
            Sales to customers               $ 94,943     93,775
            Gross profit                       63,854     63,920
            Active customers                   12,345     11,234
            """
        )
    )
    assert values(table, "Sales to customers")[1] == (Decimal(93_775_000_000), "USD")
    assert values(table, "Active customers")[1] == (Decimal(11_234), "")


def test_a_label_over_three_lines_does_not_end_its_table():
    [table] = read_tables(
        draw("""
        Consolidated Balance Sheets (in millions)

        At December 31,                                                                2022       2021
        Total liabilities                                                           156,960    157,618
        Equity:
          Common stock, par value: 3,200 shares authorized; 1,758 shares issued
             and in the hands of holders at December 31, 2022 and as capital
             surplus                                                                 48,193     47,377
          Retained earnings                                                          56,145     54,906
        """)
    )
    assert values(table, "Retained earnings", ("Equity",)) == [
        (Decimal(56_145_000_000), "USD"),
        (Decimal(54_906_000_000), "USD"),
    ]


def test_the_heading_of_a_part_holds_until_the_next_one_over_the_pages_of_a_table():
    tables = read_tables(
        draw(
            """
            Sales by segment

                                               2022       2021
            Lathes                           $ 1,242    $   985
            Drills                               241        268
            """,
            """
            GARDEN
            Mowers                               800        700
            Rakes                                283        953
            """,
            """
            KITCHEN
            Knives                               800        700
            Total sales                      $ 2,283    $ 1,953
            """,
        )
    )
    assert [table.title for table in tables] == [
        "Sales by segment",
        "Sales by segment – GARDEN",
        "Sales by segment – KITCHEN",
    ]


def test_a_line_over_the_middle_of_the_whole_table_is_its_title():
    [table] = read_tables(
        draw("""
                                       SUMMARY OF OPERATIONS

        (In millions)         Three Months Ended              Six Months Ended
                                   March 31,                     March 31,
                                2023       2022     Change     2023      2022     Change
        Sales of mills        52,857     49,360        7 %  155,726   146,405        6 %
        Sales of ovens        36,729     33,745        9 %  106,658   100,184        6 %
        """)
    )
    assert table.title == "SUMMARY OF OPERATIONS"
    assert not [column.header for column in table.columns if "SUMMARY" in column.header]


def test_a_line_that_begins_over_the_labels_is_a_title_where_headings_have_rules():
    [table] = read_tables(
        draw("""
        Assumptions used to determine benefit obligations as of December 31
                               Pension            Other
                           ===============   ===============
                             2022     2021     2022     2021
                           ======   ======   ======   ======
        Discount rate       5.2 %    2.9 %    5.4 %    3.0 %
        Rate of increase    3.2 %    3.1 %    3.4 %    3.3 %
        """)
    )
    assert table.title == "Assumptions used to determine benefit obligations as of December 31"
    assert {str(column.period.end_date) for column in table.columns if column.period} == {
        "2022-12-31",
        "2021-12-31",
    }


def test_a_label_that_begins_with_a_word_in_brackets_does_not_go_on_with_the_heading_above():
    [table] = read_tables(
        draw("""
        (In millions)                               2022       2021
        Cash flows from investing
        (Increase) decrease in loans              (4,850)      (176)
        Other investing                               (1)       (60)
        """)
    )
    assert [(row.label, row.path) for row in table.rows] == [
        ("(Increase) decrease in loans", ("Cash flows from investing",)),
        ("Other investing", ("Cash flows from investing",)),
    ]


def test_a_total_that_sums_up_more_than_its_part_stands_under_no_part():
    [table] = read_tables(
        draw("""
        Provision for taxes on income (in millions)

                                    2022       2021
        Current
           Federal                   606        756
           State                      76        104
        Deferred
           Federal                  (612)      (219)
           State                     (76)       (25)
              Total                   (6)       616
        """)
    )
    assert [row.path for row in table.rows][-2:] == [("Deferred",), ()]


def test_a_label_that_begins_above_the_first_row_is_no_title():
    first = """
        Cash flows (in millions)
                                                                 2024           2023
        Sales of investments                                      100             90
        Purchases of investments                                  (40)           (30)
    """
    second = """
        Other activities
        Shares issued to employees, net of cash/
        tax withheld on awards                                    211            181
        Conversion of bonds                                        12              7
    """
    _, table = read_tables(draw(first, second))
    assert [row.label for row in table.rows] == [
        "Shares issued to employees, net of cash/ tax withheld on awards",
        "Conversion of bonds",
    ]
    assert table.title.endswith("Other activities")


def test_the_number_at_the_foot_of_a_page_is_no_row():
    page = """
        The parts of our investments were as follows (in millions):

                           Cost    Gains    Losses
        Bonds               286        2        62
        Deposits            257        4        31
                                     {}
    """
    tables = read_tables(draw(*(page.format(number) for number in (11, 12, 13))))
    assert [[row.label for row in table.rows] for table in tables] == [["Bonds", "Deposits"]] * 3


def test_a_heading_under_the_end_of_a_sentence_is_a_title():
    [table] = read_tables(
        draw("""
        We hold our deposits at many banks, and we spread what we lend among many that are known to pay.
        Cash Flows
        Flows were as follows ($ in millions):
                                                   2024      2023
        Operating activities                        182       325
        Investing activities                        (96)     (137)
    """)
    )
    assert table.title == "Cash Flows"


def test_headings_over_the_sentence_before_a_table_stand_apart_in_its_title():
    [table] = read_tables(
        draw("""
        Note 4: Segments
        Results of our segments for the years that ended on December 31 of each of the two are as follows:
                                                   2024      2023
        Gas                                         182       325
        Power                                       196       137
    """)
    )
    assert table.title.startswith("Note 4: Segments – Results of our segments")


def test_a_heading_as_far_left_as_its_rows_reaches_to_the_total_of_its_name():
    [table] = read_tables(
        draw("""
    (In millions)                           2022         2021
    Operating Leases
    Other current liabilities            $ 2,287      $ 2,228
       Total operating lease liabilities   2,287        2,228
    Finance Leases
    Property, at cost                     18,514       17,388
       Property, net                      14,594       14,103
    Other current liabilities              1,105        1,060
       Total finance lease liabilities     1,105        1,060
    Other                                     12           11
    """)
    )
    paths = [(row.label, row.path) for row in table.rows]
    assert paths[4] == ("Other current liabilities", ("Finance Leases",))
    assert paths[6] == ("Other", ())


def test_a_heading_as_far_left_as_its_balances_reaches_from_the_first_to_the_last():
    [table] = read_tables(
        draw("""
    (In millions)                           2022         2021
    Derivatives
    Balance, beginning of year             $ (6)       $ (17)
       Net change                            (32)           0
    Balance, end of year                  $ (38)       $ (17)
    Investments
    Balance, beginning of year          $ (4,035)     $ 2,800
       Net change                            348        (743)
    Balance, end of year                $ (3,687)     $ 2,057
    Total                               $ (3,725)     $ 2,040
    """)
    )
    ends = [row.path for row in table.rows if row.label == "Balance, end of year"]
    assert ends == [("Derivatives",), ("Investments",)]
    assert table.rows[-1].path == ()


def test_spans_of_years_head_columns_and_the_foot_of_a_page_that_comes_first_in_its_file_does_not():
    document = draw("""
        Table 14. Graduates by region
                             Actual               Projected
        Region           2003-04   2004-05    2005-06   2006-07
        Northeast        485,670   503,528    521,015   536,697
        South            953,206   953,206    962,327   986,801

                                                Reference Tables
        """)
    (page,) = document.pages
    *lines, foot = page.lines
    begun = len(foot.text) + 1
    moved = [replace(line, char_start=line.char_start + begun) for line in lines]
    text = f"{foot.text}\n{page.text[: foot.char_start]}"
    page = replace(page, text=text, lines=(replace(foot, char_start=0), *moved))
    [table] = read_tables(ParsedDocument((page,)))
    assert [column.header for column in table.columns] == [
        "Actual 2003-04",
        "Actual 2004-05",
        "Projected 2005-06",
        "Projected 2006-07",
    ]
    assert [row.label for row in table.rows] == ["Northeast", "South"]
