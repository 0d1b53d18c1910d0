"""Statements and notes of large companies, in ways that were once read wrongly; the numbers are invented."""

from __future__ import annotations

from datetime import date

from documents.extraction.figures import read_figures
from documents.extraction.types import MetricDraft
from documents.tables import read_tables
from tests.documents.drawing import draw

MILLION = 10**6


def read(*pages: str) -> list[MetricDraft]:
    parsed = draw(*pages)
    return [each for each in read_figures(parsed, read_tables(parsed), entity="Skerrow, Inc.")[1] if each.row]


def names(metrics: list[MetricDraft]) -> dict[str, str]:
    """The value as written of the first figure of each canonical name, which is the newest."""
    found: dict[str, str] = {}
    for each in metrics:
        if each.canonical_name:
            found.setdefault(each.canonical_name, each.value)
    return found


def test_debt_below_all_current_liabilities_is_what_is_due_later():
    found = names(
        read("""
                          Consolidated Balance Sheets
        (In Millions)                                   Dec 30, 2023      Dec 31, 2022
        Short-term debt                                     $  2,288          $  4,367
        Total current liabilities                             28,053            32,155
        Debt                                                  46,978            37,684
        Total liabilities                                     81,607            78,817
        """)
    )
    assert found["long_term_debt"] == "46,978"
    assert "total_debt" not in found


def test_sum_without_words_below_accumulated_depreciation_is_what_is_left():
    found = names(
        read("""
                           Consolidated Balance Sheet
                                   December 31
                                 ($ in millions)
                                                                2023        2022
        Assets
        Property, Plant and Equipment (at cost)
          Land                                                    304         326
          Buildings                                            14,966      15,001
                                                               15,270      15,327
          Less: accumulated depreciation                       (6,012)     (6,500)
                                                                9,258       8,827
        Goodwill                                               21,197      21,204
        """)
    )
    assert found["property_plant_equipment"] == "9,258"


def test_average_shares_are_the_basic_ones_beside_those_that_assume_dilution():
    found = names(
        read("""
                     The calculations of earnings per share are as follows:
        ($ and shares in millions)                              2023        2022
        Average common shares outstanding                      2,537       2,532
        Common shares issuable                                    10          10
        Average common shares outstanding assuming dilution    2,547       2,542
        """)
    )
    assert (found["shares_basic"], found["shares_diluted"]) == ("2,537", "2,547")


TWO_QUARTERS = (
    """
    FORM 10-Q
    For the quarterly period ended March 31, 2024
    SKERROW KILNS, INC.
    """,
    """
                          CONSOLIDATED STATEMENTS OF EARNINGS
                                     (in millions)
                                         Quarter Ended              Two Quarters Ended
                                     Mar 31,       Apr 2,        Mar 31,        Apr 2,
                                       2024          2023           2024          2023
    Net revenues                    $ 8,563       $ 8,720       $ 17,988      $ 17,434
    Operating expenses                7,464         7,391         15,402        14,852
    Net earnings                    $   772       $   908       $  1,797      $  1,764
    """,
    """
                           CONSOLIDATED BALANCE SHEETS
                                  (in millions)
                                                   Mar 31,          Oct 1,
                                                     2024            2023
    Cash and cash equivalents                      $ 2,755         $ 3,552
    Total assets                                   $ 29,363        $ 29,446
    """,
)


def test_two_quarters_ended_are_half_a_year_of_weeks():
    found = {
        (each.period_start, each.period_end): each.value
        for each in read(*TWO_QUARTERS)
        if each.metric_name == "Net revenues"
    }
    assert found == {
        (date(2024, 1, 1), date(2024, 3, 31)): "$ 8,563",
        (date(2023, 1, 2), date(2023, 4, 2)): "$ 8,720",
        (date(2023, 10, 2), date(2024, 3, 31)): "$ 17,988",
        (date(2022, 10, 3), date(2023, 4, 2)): "$ 17,434",
    }


def test_the_year_so_far_of_a_quarterly_report_tells_when_its_years_end():
    first = next(each for each in read(*TWO_QUARTERS) if each.metric_name == "Net revenues")
    assert (first.fiscal_year, first.fiscal_quarter) == (2024, 2)


def test_spans_of_two_headings_that_nearly_touch_are_two():
    found = read("""
                          CONSOLIDATED STATEMENTS OF EARNINGS
                                           Three Months Ended December 31 Six Months Ended December 31
    Amounts in millions                          2023        2022           2023        2022
    NET SALES                                $ 21,441    $ 20,773       $ 43,312    $ 41,385
    OPERATING INCOME                            4,825       4,771         10,591       9,815
    """)
    assert [(each.period_start, each.value) for each in found if each.metric_name == "NET SALES"] == [
        (date(2023, 10, 1), "$ 21,441"),
        (date(2022, 10, 1), "$ 20,773"),
        (date(2023, 7, 1), "$ 43,312"),
        (date(2022, 7, 1), "$ 41,385"),
    ]
