"""Rows and headings that say at their end what they count, among amounts of money and without them."""

from __future__ import annotations

from decimal import Decimal

from reading.figures.read import read_figures
from reading.formats.flow import Paragraph, flow_page, table_of
from reading.model import ParsedDocument
from reading.tables.read import read_tables
from tests.cases import every_case
from tests.reading.drawing import draw

CENT = Decimal("0.01")


def worths(parsed: ParsedDocument) -> dict[str, tuple[Decimal, str]]:
    """Scale and unit of the first figure of each name."""
    found: dict[str, tuple[Decimal, str]] = {}
    for each in read_figures(parsed, read_tables(parsed), entity="Skerrow")[1]:
        if each.row:
            found.setdefault(each.metric_name, (each.scale, each.unit))
    return found


def among_millions(*rows: str) -> dict[str, tuple[Decimal, str]]:
    lines = "\n".join(rows)
    return worths(
        draw(f"NOK million{'2019':>45}{'2018':>12}\nSales of salmon{'12,040':>43}{'11,200':>12}\n{lines}")
    )


@every_case(
    "label, number, scale, unit",
    [
        ("Operating profit per kg (NOK)", "12.10", 1, "NOK"),
        ("Cash cost (US$/lb)", "1.42", 1, "USD"),
        ("Sales per square foot", "412", 1, "NOK"),
        ("Harvest volume (tonnes)", "88,204", 1, "tonnes"),
        ("Oil production (MBbls)", "4,120", 1, ""),
        ("Power sold, GWh", "1,842", 1, ""),
        ("Available seat miles (thousands)", "41,204", 1000, ""),
        ("Revenue per seat mile (cents)", "12.41", CENT, "NOK"),
        ("Combined ratio", "93.5", CENT, "%"),
        ("Expense ratio", "0.31", 1, ""),
        ("Average number of shares (’000)", "226,400", 1000, "shares"),
    ],
)
def test_a_row_among_millions_counts_as_its_label_ends(label, number, scale, unit):
    found = among_millions(f"{label:<45}{number:>13}{number:>12}")
    assert found[label] == (scale, unit)
    assert found["Sales of salmon"] == (10**6, "NOK")


def test_money_a_user_in_brackets_is_no_per_cent_below_one():
    found = worths(
        draw("""
        Operating data                            2019        2018
        Churn                                     1.2%        1.3%
        Revenue a user ($)                       48.20       47.10
        Service revenue ($ millions)             8,120       7,980
    """)
    )
    assert found["Revenue a user ($)"] == (1, "USD")


def test_shares_in_thousands_under_thousands_of_dollars_are_shares():
    found = worths(
        draw("""
                                                  2019        2018
                                                 $’000       $’000
        Profit for the year                     41,204      38,120
        Average number of shares (’000)        226,400     222,924
    """)
    )
    assert found["Average number of shares (’000)"] == (1000, "shares")


def test_a_column_of_vehicles_in_millions_of_pounds_counts_money():
    found = worths(
        draw("""
                               Land £m    Vehicles £m    Total £m
        Additions                 12.0            3.1        15.1
        Depreciation              (6.1)          (2.9)       (9.0)
    """)
    )
    assert found["Additions, Vehicles"] == (10**6, "GBP")


def test_rows_under_a_number_of_shares_count_shares_whatever_they_are_called():
    found = worths(
        draw("""
                                                                      2019        2018
        Weighted average number of shares used (shares, millions)
        Basic earnings per share                                   1,305.7     1,300.5
        Diluted earnings per share                                 1,313.7     1,303.9
    """)
    )
    assert found["Basic earnings per share"] == (10**6, "shares")


def test_the_scale_of_the_last_heading_is_not_that_of_the_columns_beside_it():
    rows = [
        (
            "Period",
            "Total Number of Shares Purchased",
            "Value of Shares that May Yet Be Purchased (in millions)",
        ),
        ("October 1 – October 31, 2019", "41,204", "$212.4"),
        ("November 1 – November 30, 2019", "38,120", "$210.4"),
    ]
    parsed = ParsedDocument((flow_page(1, [table_of(rows)])[0],))
    assert worths(parsed)["October 1 – October 31, 2019, Total Number of Shares Purchased"] == (1, "shares")


def test_a_paragraph_over_a_marked_table_heads_none_of_its_columns():
    rows = [("", "FY20", "FY19"), ("", "A$m", "A$m"), ("Coal", "3,120", "2,980"), ("Gas", "712", "698")]
    title = Paragraph("Revenue of all mines for the financial year ended 30 June 2020")
    parsed = ParsedDocument((flow_page(1, [title, table_of(rows)])[0],))
    years = [each.fiscal_year for each in read_figures(parsed, read_tables(parsed), entity="")[1]]
    assert years == [2020, 2019, 2020, 2019]
