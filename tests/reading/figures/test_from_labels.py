"""Figures in the labels of rows: what they count, with the scale of their table."""

from decimal import Decimal

from reading.figures.read import read_figures
from reading.tables.read import read_tables
from tests.reading.drawing import draw

PAGE = """
                       Balance Sheets
    (In millions)
    December 31,                                                             2022       2021
    Receivables, net of allowance for doubtful accounts of $438 and $633  $ 1,200    $ 1,100
    Loans, less reserves for credit losses: 2022, $59; 2021, $52            2,200      2,100
    Borrowings, including current portion of debt: 2022-$565; 2021-$560       800        700
    Unrealized losses, net of tax of ($16) and $3                            (100)       (90)
    Additions, net of $35 and $46 of other things                              20         10
    Total assets                                                          $ 9,200    $ 8,100
"""


def in_labels() -> list[tuple[str, Decimal | None, str]]:
    parsed = draw(PAGE)
    metrics = read_figures(parsed, read_tables(parsed), entity="")[1]
    return [
        (metric.metric_name, metric.numeric_value, str(metric.period_end))
        for metric in metrics
        if metric.row and metric.value.lstrip("(").startswith("$") and " " not in metric.value
    ]


def test_figure_in_a_label_is_named_by_the_words_before_it_with_its_year():
    found = in_labels()
    assert ("allowance for doubtful accounts", Decimal("438e6"), "2022-12-31") in found
    assert ("allowance for doubtful accounts", Decimal("633e6"), "2021-12-31") in found
    assert ("reserves for credit losses", Decimal("52e6"), "2021-12-31") in found


def test_brackets_in_a_label_are_negative():
    assert ("tax on unrealized losses", Decimal("-16e6"), "2022-12-31") in in_labels()


def test_figures_that_no_words_lead_up_to_are_not_stored():
    assert not [name for name, value, _ in in_labels() if value in (Decimal("35e6"), Decimal("46e6"))]


def test_figures_in_brackets_are_named_by_the_words_on_either_side():
    parsed = draw("""
    Leased machines at December 31 (in millions):
                                                                  2022       2021
    717 Lathes ($45 and $62 accounted for as operating leases)    $563       $603
    Presses                                                        394        435
    """)
    metrics = read_figures(parsed, read_tables(parsed), entity="")[1]
    inside = [(each.metric_name, each.numeric_value) for each in metrics if each.value in ("$45", "$62")]
    name = "717 Lathes, accounted for as operating leases"
    assert inside == [(name, Decimal("45e6")), (name, Decimal("62e6"))]


def test_of_two_days_in_a_label_each_figure_is_of_the_one_that_follows_it():
    parsed = draw("""
                       Balance Sheets
    (In millions)
    December 31,                                                                          2022       2021
    Stock: 58 shares issued at December 31, 2022 and 44 shares issued at December 31, 2021  $ 1,200    $ 1,100
    Total assets                                                                          $ 9,200    $ 8,100
    """)
    metrics = read_figures(parsed, read_tables(parsed), entity="")[1]
    issued = [(each.value, str(each.period_end)) for each in metrics if each.metric_name == "shares issued"]
    assert issued == [("58 shares", "2022-12-31"), ("44 shares", "2021-12-31")]


def test_shares_behind_the_number_of_a_note_are_named_by_the_words_before_it():
    parsed = draw("""
                           Balance Sheets
        (In millions)
        December 31,                                                                       2022       2021
        Less: stock held in treasury (Note 12) (506,246,000 shares and 490,878,000 shares)   41,694     39,099
        Total assets                                                                      $ 9,200    $ 8,100
    """)
    metrics = read_figures(parsed, read_tables(parsed), entity="")[1]
    named = {(each.metric_name, each.numeric_value) for each in metrics if each.unit == "shares"}
    assert ("stock held in treasury", Decimal(490_878_000)) in named


def test_figures_told_in_one_breath_are_of_the_columns_in_their_order():
    parsed = draw("""
                       Statements of Comprehensive Income
    (In millions)
    Years ended December 31,                                                     2022       2021       2020
    Net income                                                               $ 2,200    $ 2,100    $ 2,000
    Unrealized gain (loss), net of tax of $12, ($16) and $4                       50         60         70
    Gains before reclassification ($38, $0 and $(7) pretax)                       28          0         (5)
    Other items, net of tax of $9 and $8                                          40         30         20
    """)
    metrics = read_figures(parsed, read_tables(parsed), entity="")[1]
    told = [(each.metric_name, each.numeric_value, each.fiscal_year) for each in metrics]
    taxes = [(value, year) for name, value, year in told if name == "tax on unrealized gain (loss)"]
    assert taxes == [(Decimal("12e6"), 2022), (Decimal("-16e6"), 2021), (Decimal("4e6"), 2020)]
    assert ("Gains before reclassification, pretax", Decimal("-7e6"), 2020) in told
    assert not [each for each in told if each[0] == "tax on other items"]


def test_the_first_of_three_counts_of_shares_counts_shares_too():
    parsed = draw("""
                       Balance Sheets
    (In millions)
                                                                      June 2, 2023  May 3, 2023  June 4, 2022
    Stock: Issued - 217.9 million, 218.1 million and 225.0 million shares     $ 22         $ 21          $ 23
    Total equity                                                           $ 2,922      $ 2,821       $ 2,723
    """)
    metrics = read_figures(parsed, read_tables(parsed), entity="")[1]
    issued = [
        (each.numeric_value, str(each.period_end)) for each in metrics if each.metric_name == "shares issued"
    ]
    assert issued == [
        (Decimal("217.9e6"), "2023-06-02"),
        (Decimal("218.1e6"), "2023-05-03"),
        (Decimal("225.0e6"), "2022-06-04"),
    ]
