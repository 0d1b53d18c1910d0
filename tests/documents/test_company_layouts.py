"""Statements and notes of large companies, in ways that were once read wrongly; the numbers are invented."""

from __future__ import annotations

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
