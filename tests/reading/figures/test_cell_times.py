"""For when figures are where columns are headed briefly, or the time stands beside or over them."""

from __future__ import annotations

from datetime import date

import pytest

from reading.figures.read import read_figures
from reading.formats.flow import TableBlock, TableCell, flow_page, table_of
from reading.model import ParsedDocument
from reading.tables.headings.groups import with_broken_headings
from reading.tables.read import read_tables
from reading.tables.split import split_line
from reading.values.fiscal import FiscalCalendar
from reading.values.periods import find_periods
from tests.reading.drawing import draw

Times = dict[str, tuple[date | None, date | None]]
YEAR = (date(2019, 1, 1), date(2019, 12, 31))
DAY = (None, date(2019, 12, 31))


def times(parsed: ParsedDocument) -> Times:
    """Start and end of the first figure of each name."""
    found: Times = {}
    for each in read_figures(parsed, read_tables(parsed), entity="Skerrow")[1]:
        if each.row:
            found.setdefault(each.metric_name, (each.period_start, each.period_end))
    return found


@pytest.mark.parametrize(
    ("first", "second", "end"),
    [
        ("12/31/19", "12/31/18", date(2019, 12, 31)),
        ("31/12/19", "31/12/18", date(2019, 12, 31)),
        ("6/30/19", "6/30/18", date(2019, 6, 30)),
        ("Jun-20", "Jun-19", date(2020, 6, 30)),
        ("Jun’20", "Jun’19", date(2020, 6, 30)),
    ],
)
def test_years_of_two_digits_date_balances(first, second, end):
    found = times(
        draw(f"""
        (in thousands)             {first:>10}   {second:>10}
        Total assets                    5,324        5,100
        Borrowings                      1,120        1,200
    """)
    )
    assert found == {"Total assets": (None, end), "Borrowings": (None, end)}


def test_a_span_may_say_that_it_begins_with_the_company():
    said = "For the period from June 12, 2018 (inception) through December 31, 2018"
    spans = [(each.start_date, each.end_date) for each, _, _ in find_periods(said, FiscalCalendar())]
    assert spans == [(date(2018, 6, 12), date(2018, 12, 31))]


@pytest.mark.parametrize(
    ("label", "time"),
    [
        ("Employees at year end", DAY),
        ("Broadband subscribers (in thousands)", DAY),
        ("Weighted-average discount rate", DAY),
        ("Cash", DAY),
        ("Revenue", YEAR),
    ],
)
def test_what_is_counted_on_a_day_is_of_the_last_one_of_the_year_over_it(label, time):
    found = times(
        draw(f"{'':40}{'2019':>8}{'2018':>9}\nCosts{'612':>43}{'598':>9}\n{label:<40}{'88':>8}{'80':>9}")
    )
    assert found[label] == time


def test_quarters_in_rows_are_of_the_year_in_the_title():
    rows = [
        ("", "High", "Low"),
        ("First Quarter", "$41.20", "$38.12"),
        ("Second Quarter", "$43.10", "$39.90"),
    ]
    page = flow_page(1, [*[TableBlock(((TableCell("Stock prices in 2019"),),))], table_of(rows)])[0]
    found = times(ParsedDocument((page,)))
    assert found["First Quarter, High"] == (date(2019, 1, 1), date(2019, 3, 31))


def test_a_column_of_years_dates_its_rows():
    found = times(
        draw("""
        Name                 Year      Salary ($)    Bonus ($)
        J. Smith             2019         812,000    3,222,000
        A. Jones             2018         512,000    1,722,000
    """)
    )
    assert found["J. Smith, Salary ($)"] == YEAR
    assert found["A. Jones, Bonus ($)"] == (date(2018, 1, 1), date(2018, 12, 31))


def test_shares_of_a_total_are_of_the_year_before_their_sign():
    found = times(
        draw("""
                                   2019                  2018
                         Amount   % of total   Amount   % of total
        Americas          $ 812       61        $ 744       60
        Europe              402       39          380       40
    """)
    )
    assert set(found.values()) == {YEAR}


def test_counts_of_weeks_over_their_word_are_a_heading():
    found = times(
        draw("""
                                2019        2018
                                  53          52
                               WEEKS       WEEKS
                                  $M          $M
        Sales                 12,040      11,900
        Earnings                 412         398
    """)
    )
    assert found["Sales"] == YEAR


def test_the_halves_of_a_heading_of_weeks_are_put_in_their_order():
    page = draw("Sales      53      52\n           53      52\n        WEEKS   WEEKS").pages[0]
    row, counts, weeks = map(split_line, page.lines)
    found = with_broken_headings([row, weeks, counts])
    assert [each.line.text for each in found] == ["Sales 53 52", "53 52", "WEEKS WEEKS"]
    assert [len(each.cells) for each in found] == [2, 0, 0]


def test_a_heading_over_some_columns_of_a_web_page_is_said_of_each_of_them():
    head = (TableCell(""), TableCell("Successor"), TableCell("Predecessor", 2))
    spans = ("Period from May 1 through December 31, 2019", "Period from January 1 through April 30, 2019")
    times_over = tuple(map(TableCell, ("", *spans, "Year Ended December 31, 2018")))
    row = tuple(map(TableCell, ("Revenue", "$88,120", "$41,204", "$120,400")))
    costs = tuple(map(TableCell, ("Costs", "70,100", "38,900", "99,200")))
    page = flow_page(1, [TableBlock((head, times_over, row, costs))])[0]
    parsed = ParsedDocument((page,))
    contexts = [each.context.split()[0] for each in read_figures(parsed, read_tables(parsed), entity="")[1]]
    assert contexts == ["Successor", "Predecessor", "Predecessor"] * 2


PARTS = [
    ("(in millions)", "2019", "2018"),
    ("Sales", "$412", "$398"),
    ("Cost", "201", "190"),
]


def test_a_heading_in_the_middle_over_all_columns_leaves_their_years():
    parsed = draw("""
        (in millions)                 2019        2018
                                         Product A
        Sales                        $ 412       $ 398
        Cost                           201         190
                                         Product B
        Sales                        $ 120       $ 118
        Cost                            64          61
    """)
    found = read_figures(parsed, read_tables(parsed), entity="Skerrow")[1]
    said = [(each.numeric_value, each.fiscal_year, each.context.split(" › ")[-1]) for each in found]
    assert said[2:6:3] == [(201 * 10**6, 2019, "Product A"), (118 * 10**6, 2018, "Product B")]


def test_parts_of_a_marked_table_under_headings_in_the_middle_keep_their_years():
    rows = [tuple(map(TableCell, row)) for row in PARTS]
    rows[1:1] = [(TableCell(""), TableCell("Product A", 2))]
    other = [tuple(map(TableCell, row)) for row in (("Sales", "$120", "$118"), ("Cost", "64", "61"))]
    block = TableBlock((*rows, (TableCell(""), TableCell("Product B", 2)), *other))
    parsed = ParsedDocument((flow_page(1, [block])[0],))
    found = read_figures(parsed, read_tables(parsed), entity="Skerrow")[1]
    assert [(each.value, each.fiscal_year) for each in found][-2:] == [("64", 2019), ("61", 2018)]


def test_what_fiscal_year_heads_is_of_the_year_unless_its_words_are_of_a_day():
    found = times(
        draw(
            """
        The allowances that were set off against promotion expense follow:

        in millions                              Fiscal     Fiscal
                                                   2019       2018
        Identifiable promotion allowances         $ 281      $ 236
        Pooled allowances                            61         58
        """,
            "The fiscal year ended December 31, 2019. The fiscal year ended December 31, 2018.",
        )
    )
    assert found["Identifiable promotion allowances"] == YEAR
    assert found["Pooled allowances"] == YEAR


def test_averages_and_highest_amounts_are_of_the_year_whose_last_day_heads_them():
    found = times(
        draw("""
        Our short-term notes were as follows:

        dollars in millions                       December 31,   December 31,
                                                          2019           2018
        Outstanding at year-end                          $ 871        $ 1,221
        Highest amount outstanding at any month-end    $ 1,980        $ 2,110
        Average daily borrowings                         $ 610          $ 604
        """)
    )
    assert found["Highest amount outstanding at any month-end"] == YEAR
    assert found["Average daily borrowings"] == YEAR
    assert found["Outstanding at year-end"] == DAY


def test_balances_set_off_by_a_dash_lead_through_the_year():
    found = times(
        draw("""
        The reconciliation of our contingencies is as follows (in millions):

                                                        December 31,
                                                     2019        2018
        Gross contingencies – January 1           $ 4,110     $ 3,870
        Settlements with authorities                 (170)       (120)
        Gross contingencies – December 31 (1)     $ 3,940     $ 4,110
        """)
    )
    assert found["Gross contingencies – January 1"] == (None, date(2018, 12, 31))
    assert found["Settlements with authorities"] == YEAR
    assert found["Gross contingencies – December 31 (1)"] == DAY


def test_a_figure_in_a_label_is_of_its_rows_time():
    found = read_figures(
        *read(
            draw("""
        Changes by component were as follows (in millions):

                                                        December 31,
                                                     2018        2019
        Beginning of year balance                    (205)      6,139
        Translation, net of tax of $226 and $(194)  6,344       4,226
        End of year balance                         6,139      10,365
        """)
        ),
        entity="",
    )[1]
    taxes = {
        each.value: (each.period_start, each.period_end) for each in found if "tax on" in each.metric_name
    }
    assert taxes["$(194)"] == YEAR


def read(parsed):
    return parsed, read_tables(parsed)


def test_principal_beside_carrying_amounts_is_that_of_the_newest_day():
    found = times(
        draw("""
        Components of our debt were as follows:

                               Principal      Carrying Amount      Carrying Amount
        in millions               Amount    December 31, 2019    December 31, 2018
        Notes due 2041             1,260                1,251                1,249
        """)
    )
    assert found["Notes due 2041, Principal Amount"] == DAY


def test_goodwill_set_off_by_a_dash_leads_from_day_to_day():
    found = times(
        draw("""
        Our goodwill moved as follows (in millions):

                                               Cloud     Shops     Total
        Goodwill - January 1, 2019           $ 2,310   $ 1,420   $ 3,730
        Bought with companies                    181        64       245
        Goodwill - December 31, 2019         $ 2,491   $ 1,484   $ 3,975
        """)
    )
    assert found["Bought with companies, Cloud"] == YEAR
    assert found["Goodwill - January 1, 2019, Cloud"] == (None, date(2018, 12, 31))
    assert found["Goodwill - December 31, 2019, Cloud"] == DAY


def test_days_up_to_another_are_no_balances():
    found = times(
        draw("""
        Shares were bought back as follows:

                                              Shares bought    Price per share
        July 1, 2019 – July 31, 2019              5,410,000           $ 141.10
        August 1, 2019 – August 31, 2019          4,920,000           $ 138.20
        """)
    )
    assert (date(2019, 8, 1), date(2019, 8, 31)) in found.values()
    assert not any(start is None and end for start, end in found.values())


def test_the_note_of_the_table_above_does_not_date_the_next_one():
    found = times(
        draw("""
        Parts of lease cost follow:
        ______________
        (1) Leased machines are shown net of wear of $612 million at December 31, 2019.

        in millions                        Year 2019     Year 2018
        Short lease fees                       $ 817         $ 790
        Net lease obligations taken on           231           220
        """)
    )
    assert found["Short lease fees"] == YEAR


def test_one_thing_on_two_days_heads_the_columns_below_each():
    [table] = read_tables(
        draw("""
        Assets at fair value follow:

                             Fair Value at December 31, 2019 Using     Fair Value at December 31, 2018 Using
        in millions              (Level 1)  (Level 2)  (Level 3)           (Level 1)  (Level 2)  (Level 3)
        Swaps                         $ 14      $ 131       $ 16                $ 22      $ 142       $ 25
        Bonds                           34        231         36                  42        242         45
        """)
    )
    assert [each.period and each.period.end_date.year for each in table.columns] == [2019] * 3 + [2018] * 3


def test_a_range_under_one_heading_is_its_lowest_and_its_highest():
    found = read_figures(
        *read(
            draw("""
        Our notes were as follows (in millions):

                          Stated Interest Rates    December 31, 2018    December 31, 2019
        Notes of 2014        4.70%    - 4.90%                  2,650                2,640
        Notes of 2017        3.10%    - 4.20%                 13,100               12,200
        """)
        ),
        entity="",
    )[1]
    rates = {each.metric_name: (str(each.numeric_value), each.value) for each in found if each.unit == "%"}
    assert rates["Notes of 2014, Lowest Stated Interest Rates"] == ("0.0470", "4.70%")
    assert rates["Notes of 2014, Highest Stated Interest Rates"] == ("0.0490", "4.90%")
