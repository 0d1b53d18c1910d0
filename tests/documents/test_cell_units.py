"""What the cells of a table count, where only some of them bear a sign."""

from decimal import Decimal

from documents.extraction.certainty import LEAST_SURE
from documents.tables import Table, read_tables
from tests.documents.drawing import draw


def values(table: Table, label: str) -> list[tuple]:
    [row] = [row for row in table.rows if row.label == label]
    return [(cell.quantity.value, cell.quantity.unit) if cell.quantity else cell.text for cell in row.cells]


def table_of(page: str) -> Table:
    [table] = read_tables(draw(page))
    return table


def test_rows_between_two_in_per_cent_are_in_per_cent():
    table = table_of("""
                                              2022         2021
    Sales (millions)                       $ 8,902      $ 9,262
    Sales change analysis:
      Organic sales                          1.2 %        8.7 %
      Divestitures                          (0.5)            —
      Translation                           (4.6)          1.5
    Total sales change                      (3.9)%       10.2 %
    Operating income (millions)              1,012        1,880
    """)
    assert values(table, "Translation") == [(Decimal("-0.046"), "%"), (Decimal("0.015"), "%")]
    assert values(table, "Operating income (millions)")[0] == (Decimal("1012e6"), "USD")


def test_block_named_as_per_cents_is_in_per_cent_and_the_next_one_is_not():
    table = table_of("""
    (In millions)                             2022         2021
    Percent of net sales:
      Cost of sales                            57 %         53 %
      Marketing                                17           16
    Operating expenses:
      Cost of sales                         $ 570        $ 530
      Other                                    17           16
    """)
    assert values(table, "Marketing") == [(Decimal("0.17"), "%"), (Decimal("0.16"), "%")]
    assert values(table, "Other") == [(Decimal(17_000_000), "USD"), (Decimal(16_000_000), "USD")]


def test_sign_of_the_first_cell_of_a_row_holds_for_the_cells_beside_it():
    table = table_of("""
                                              2022      2021      2020
    Service cost discount rate               2.46 %     2.14      2.82
    Rate of increase in pay                  4.02 %     4.01      4.00
    """)
    assert values(table, "Service cost discount rate")[1:] == [
        (Decimal("0.0214"), "%"),
        (Decimal("0.0282"), "%"),
    ]


def test_columns_of_amounts_and_of_per_cents_stand_side_by_side():
    table = table_of("""
    (Dollars in millions)        2022     2021     Change
    OTC
      Domestic                $ 2,782    2,594      7.3 %
      Abroad                    3,249    3,034      7.1
      Number of sites              25       24      4.2
    """)
    assert values(table, "Abroad") == [
        (Decimal("3249e6"), "USD"),
        (Decimal("3034e6"), "USD"),
        (Decimal("0.071"), "%"),
    ]
    assert values(table, "Number of sites") == [
        (Decimal(25), ""),
        (Decimal(24), ""),
        (Decimal("0.042"), "%"),
    ]


def test_sign_in_a_later_row_does_not_make_amounts_per_cents():
    table = table_of("""
    (In millions)                             2022         2021
    Revenue                                $ 8,902      $ 9,262
    Margin                                     33 %         34 %
    Research                                   234          221
    """)
    assert values(table, "Research") == [(Decimal("234e6"), "USD"), (Decimal("221e6"), "USD")]


def test_earnings_per_share_in_a_statement_in_millions():
    table = table_of("""
                    Statements of Earnings
         (Dollars and Shares in Millions Except Per Share Amounts) (Note 1)
                                             2022       2021
    Net earnings                         $ 17,941     20,878
    Net earnings per share (Notes 1 and 15)
      Basic                              $   6.83       7.93
    Average shares outstanding (Notes 1 and 15)
      Diluted                             2,663.9    2,674.0
    """)
    assert values(table, "Basic") == [(Decimal("6.83"), "USD/share"), (Decimal("7.93"), "USD/share")]
    assert values(table, "Diluted")[0] == (Decimal("2663.9e6"), "shares")


def test_cents_in_a_statement_of_whole_millions_are_per_share():
    table = table_of("""
                    Statements of Income
         (MILLIONS, EXCEPT PER COMMON SHARE DATA)
                                             2022       2021
    Net income of the parent             $ 21,979    $ 9,159
    Net income of the parent, diluted    $   3.85    $  1.63
    """)
    assert values(table, "Net income of the parent, diluted")[1] == (Decimal("1.63"), "USD/share")


def test_count_of_shares_under_earnings_per_share_is_a_count():
    table = table_of("""
    (In millions, except per share amounts)        2022       2021
    Basic earnings per share:
      Net income attributable                 $    3.16    $  6.00
      Weighted average basic shares outstanding   1,312      1,319
    """)
    assert values(table, "Weighted average basic shares outstanding")[1] == (Decimal("1319e6"), "shares")


def test_shares_used_for_earnings_per_share_are_shares():
    table = table_of("""
    (In millions, except number of shares, which are in thousands)
                                                  2022          2021
    Net income                                $ 19,442      $ 21,744
    Shares used in computing earnings per share:
      Basic                                 16,162,945    16,629,371
    """)
    assert values(table, "Basic")[0] == (Decimal("16162945e3"), "shares")


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


def test_fair_values_of_grants_are_per_share_and_their_numbers_in_thousands():
    table = table_of("""
    (Shares in thousands)               Number of      Weighted-Average
                                           Shares            Grant-Date
                                                             Fair Value
    As of January 1                         1,987              $ 175.96
    Granted                                 1,102                160.24
    """)
    assert values(table, "Granted") == [(Decimal(1_102_000), "shares"), (Decimal("160.24"), "USD/share")]


def test_per_cent_of_a_coupon_in_a_label_leaves_the_amount_one_of_money():
    table = table_of("""
    (In millions)                               2022       2021
    3.875% notes due July 2025               $ 1,000    $   950
    4.1% notes due March 2025                    950        940
    """)
    assert values(table, "4.1% notes due March 2025")[0] == (Decimal("950e6"), "USD")


def test_customers_in_a_label_are_not_what_it_counts():
    table = table_of("""
    (In millions)                               2022       2021
    Domestic customers, revenue              $ 1,000    $   950
    Revenue from external customers              600        590
    Stores opened                                 12         11
    """)
    assert values(table, "Revenue from external customers")[0] == (Decimal("600e6"), "USD")
    assert values(table, "Stores opened") == [(Decimal(12), ""), (Decimal(11), "")]


def test_mark_for_not_meaningful_is_a_cell_without_number():
    table = table_of("""
    (In millions)                  2022      2021     Change
    Net write-offs              $ 1,066   $   879       21 %
    Reserve build                   448    (2,034)       #
    """)
    assert values(table, "Reserve build") == [
        (Decimal("448e6"), "USD"),
        (Decimal("-2034e6"), "USD"),
        "#",
    ]


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


def test_note_below_the_table_gives_the_scale_of_the_column_that_bears_its_mark():
    table = table_of("""
                                        Amount     Change (a)
    Cash                               $ 1,200        $ 2.2
    Debt                                 3,400          0.5
    (a) In billions.
    """)
    assert values(table, "Cash")[1] == (Decimal("2.2e9"), "USD")


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


def test_stores_under_sales_are_sales():
    table = table_of("""
    (In millions)                        2022         2021
    Net sales:
      Online stores (1)               $ 8,902      $ 9,262
      Physical stores (2)               1,387        1,006
    """)
    assert values(table, "Physical stores (2)")[0] == (Decimal("1387e6"), "USD")


def test_shares_in_millions_may_have_decimals_where_no_money_stands_beside_them():
    table = table_of("""
    (Shares in millions)                 2022         2021
    Stock options                         0.8          5.7
    Performance awards                    2.9          0.4
    """)
    assert values(table, "Stock options") == [(Decimal("0.8e6"), "shares"), (Decimal("5.7e6"), "shares")]


def test_a_column_among_per_cents_in_a_table_of_changes_is_in_per_cent():
    table = table_of("""
                          Organic    Divestitures    Translation   Total change
    Lathes                 1.0 %             —          (4.2) %       (3.2) %
    Drills                 1.2            (0.5)         (4.6)         (3.9)
    """)
    assert values(table, "Drills")[1] == (Decimal("-0.005"), "%")


def test_cents_below_an_amount_per_share_are_per_share_among_whole_millions():
    table = table_of("""
    (In millions)                        2022         2021
    Net income                       $ 17,556     $ 20,505
    Effect of the transfer             (1,200)      (3,291)
    Diluted earnings per share         $ 2.35       $ 2.71
    Effect of the transfer per se       (0.10)       (0.44)
    Adjusted                           $ 2.45       $ 3.15
    """)
    assert values(table, "Effect of the transfer per se")[1] == (Decimal("-0.44"), "USD/share")
    assert values(table, "Effect of the transfer")[1] == (Decimal("-3291e6"), "USD")


def test_shares_issued_move_the_amounts_of_an_equity_statement():
    table = table_of("""
    (In millions)                         Paid-in      Treasury
                                          capital         stock       Total
    Balance at January 1, 2022             $6,745     ($54,914)    ($48,169)
    Treasury shares issued for options        (26)           63           37
    Balance at December 31, 2022           $6,719     ($54,851)    ($48,132)
    """)
    assert values(table, "Treasury shares issued for options")[1:] == [
        (Decimal("63e6"), "USD"),
        (Decimal("37e6"), "USD"),
    ]


def test_a_row_of_per_cents_says_nothing_of_the_columns_it_ends():
    table = table_of("""
    Six months ended 30 June 2024          Water        Power        Group
                                              £m           £m           £m
    External revenue                       512.3        771.0      1,284.3
    Operating profit                        81.0         89.4        170.4
    Margin                                 15.8%        11.6%        13.3%
    """)
    assert values(table, "External revenue")[0] == (Decimal("512.3e6"), "GBP")
    assert values(table, "Margin")[0] == (Decimal("0.158"), "%")


def test_a_scale_of_things_is_none_of_money():
    table = table_of("""
    Years ended December 31                  2024          2023
    Electric sales (thousands of MWh)
      Homes                                12,204        11,998
      Industry                              9,870        10,021
    Customers at year end (thousands)
      Electric                              2,204         2,188
    """)
    assert values(table, "Homes")[0] == (Decimal("12204e3"), "")
    assert values(table, "Electric")[0] == (Decimal("2204e3"), "")


def test_a_scale_without_currency_beside_rows_with_one_is_of_things():
    table = table_of("""
                                             2024          2023
    Gross written premium ($m)              2,565         2,461
    Policies in force (thousands)           2,599         2,560
    """)
    assert values(table, "Gross written premium ($m)")[0] == (Decimal("2565e6"), "USD")
    assert values(table, "Policies in force (thousands)")[0] == (Decimal("2599e3"), "")


def test_common_stock_equivalents_are_shares():
    table = table_of("""
    (In millions, except per share amounts)              2024         2023
    Net income (A)                                   $ 16,425     $ 18,765
    Common stock and common stock equivalents (B)       7,473        7,555
    Earnings per share (A/B)                         $   2.20     $   2.48
    """)
    assert values(table, "Common stock and common stock equivalents (B)")[0] == (Decimal("7473e6"), "shares")


def test_a_number_under_the_name_of_what_it_counts_is_no_money():
    table = table_of("""
    Outstanding options changed as follows:
                                                 Share options
                                            Number          Average
                                        (in millions)         Price
    Granted                                       7         $ 11.79
    Forfeited                                    (6)          10.24
    """)
    assert values(table, "Granted") == [(Decimal("7e6"), "options"), (Decimal("11.79"), "USD/share")]


def test_units_that_vest_are_counted_whatever_the_scale_is_of():
    table = table_of("""
    Scheduled vesting of stock units is as follows (in millions):

                                        2023       2024       2025      Total
    Scheduled vesting — stock units     44.0      137.2      133.0      314.2
    """)
    assert values(table, "Scheduled vesting — stock units")[0] == (Decimal("44.0e6"), "shares")


def test_an_average_price_beside_a_number_of_units_is_per_unit_without_cents_too():
    table = table_of("""
    Stock unit activity was as follows (in millions):

                                        Number of    Weighted-Average
                                            Units          Fair Value
    Outstanding at December 31, 2022        384.4               $ 144
    Units granted                           210.9                 105
    """)
    assert values(table, "Units granted") == [(Decimal("210.9e6"), "shares"), (Decimal(105), "USD/share")]
    assert values(table, "Outstanding at December 31, 2022")[1] == (Decimal(144), "USD/share")


def test_a_label_that_says_per_cent_says_it_of_its_own_row_alone():
    table = table_of("""
    ($ million)                              2022         2021
    Revenue                                 503.6        476.9
    Gross margin (%)                         73.2         72.2
    Operating costs                         275.7        267.4
    Operating profit                         92.9         77.1
    """)
    assert values(table, "Gross margin (%)")[0] == (Decimal("0.732"), "%")
    assert values(table, "Operating costs")[0] == (Decimal("275.7e6"), "USD")
    assert values(table, "Operating profit")[1] == (Decimal("77.1e6"), "USD")


def test_numbers_in_brackets_below_amounts_are_taken_off_them():
    table = table_of("""
                                    December 31, 2022   December 31, 2021
    Receivables                                 1,396               1,292
    Allowance for losses                         (16)                (15)
    Total                                       1,380               1,277
    """)
    [row] = [row for row in table.rows if row.label == "Allowance for losses"]
    assert [(cell.quantity.value, cell.sure > LEAST_SURE) for cell in row.cells] == [(-16, True), (-15, True)]


def test_a_multiple_of_earnings_is_no_amount():
    table = table_of("""
                                               2022         2021
                                                 £m           £m
    Net debt                                  295.2        235.8
    Net debt to EBITDA                          0.9          0.8
    """)
    assert values(table, "Net debt")[0] == (Decimal("295.2e6"), "GBP")
    assert values(table, "Net debt to EBITDA")[0] == (Decimal("0.9"), "")


def test_a_notes_mark_behind_per_share_hides_nothing():
    table = table_of("""
    ($ million)                              2022         2021
    Closing cash                            183.2        121.6
    Final dividend per share7 (cents)        3.45         2.73
    """)
    assert values(table, "Final dividend per share7 (cents)")[0] == (Decimal("0.0345"), "USD/share")


def test_a_heading_of_rows_that_says_millions_counts_them():
    table = table_of("""
                                                            2022         2021
    Shops                                                     995        1,002
    Profit used in earnings per share ($M)
      Continuing operations                                1,493        1,605
      Discontinued operations                              1,200          119
    """)
    assert values(table, "Discontinued operations")[1] == (Decimal("119e6"), "USD")


def test_numbers_of_shares_in_a_thousand_are_shares():
    table = table_of("""
    Number of shares (1,000)                  2022         2021
    Granted                                1,001.1        907.3
    Exercised                               -529.4       -340.1
    """)
    assert values(table, "Granted")[1] == (Decimal(907_300), "shares")


def test_a_heading_over_several_tables_says_how_they_count():
    table = table_of("""
    Results of the year compared to the year before (in 000’s)

    Sales fell by a tenth, as fewer lamps were bought in all of our markets than in the year before it.

                                               2022         2021
    Sales                                  $ 93,662    $ 103,350
    Costs                                    71,513       77,492
    """)
    assert values(table, "Sales")[0] == (Decimal(93_662_000), "USD")
    assert values(table, "Costs")[1] == (Decimal(77_492_000), "USD")


def test_what_is_sold_on_a_metre_is_counted_in_the_unit_that_it_names():
    table = table_of("""
    $ million                                   2022         2021
    Sales                                      8,657        8,244
    Sales per square metre ($)                18,675       18,094
    """)
    assert values(table, "Sales")[0] == (Decimal(8_657_000_000), "USD")
    assert values(table, "Sales per square metre ($)")[0] == (Decimal(18_675), "USD")
