"""Notes and statements as annual reports print them: what their cells count, and for when they are."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from documents.extraction.figures import read_figures
from documents.extraction.types import MetricDraft
from documents.tables import read_tables
from tests.documents.drawing import draw

Span = tuple[date | None, date | None]
MILLION = 1_000_000


def figures(page: str) -> list[MetricDraft]:
    parsed = draw(page)
    return [each for each in read_figures(parsed, read_tables(parsed), entity="Tarnwell")[1] if each.row]


def values(page: str) -> dict[str, list[tuple[Decimal | None, str]]]:
    """Value and unit of the figures by their names."""
    found: dict[str, list[tuple[Decimal | None, str]]] = {}
    for each in figures(page):
        found.setdefault(each.metric_name, []).append((each.numeric_value, each.unit))
    return found


def test_a_caption_in_brackets_says_on_its_next_line_how_shares_count():
    found = values("""
    CONSOLIDATED STATEMENTS OF STOCKHOLDERS’ EQUITY
    Tarnwell Mills Company
    (Dollars in millions except per               Common Stock          Treasury Stock
    share data; shares in thousands)            Amount    Shares       Amount    Shares      Total
    Balance as of June 30, 2018                 $ 164    163,412     $ (3,208)  (34,116)     $ 612
    Net earnings                                    —          —            —         —        871
    Treasury stock purchased                        —          —         (311)   (1,842)      (311)
    Balance as of June 30, 2019                 $ 164    163,412     $ (3,519)  (35,958)   $ 1,172
    """)
    assert found["Balance as of June 30, 2019, Treasury Stock Shares"] == [(Decimal(-35_958_000), "shares")]
    assert found["Balance as of June 30, 2019, Common Stock Shares"] == [(Decimal(163_412_000), "shares")]
    assert found["Treasury stock purchased, Treasury Stock Amount"] == [(Decimal(-311 * MILLION), "USD")]


def test_an_amount_below_dividends_per_share_counts_as_the_documents_other_tables_do():
    found = values("""
    Cash flows for the years ended December 31 (in millions)
                                                      2019         2018
    Cash from operations                           $ 1,211      $ 1,104
    Capital expenditures                               312          287

    The dividends of the years ended December 31 were as follows, and were paid in cash in each quarter:
                                                      2019         2018
    Dividends per share declared                    $ 2.48       $ 2.31
    Dividends per share paid                          2.44         2.28
    Total dividends paid                               371          358
    """)
    assert found["Total dividends paid"] == [
        (Decimal(371 * MILLION), "USD"),
        (Decimal(358 * MILLION), "USD"),
    ]
    assert found["Dividends per share paid"][0] == (Decimal("2.44"), "USD/share")


def test_a_currency_sign_before_a_dash_says_that_a_column_over_a_tax_rate_is_of_money():
    found = values("""
    Cash flows for the years ended December 31 (in millions)
                                                      2019         2018
    Cash from operations                           $ 1,211      $ 1,104
    Capital expenditures                               312          287

    Other items of the years ended December 31 are shown here, and none of them was of much weight:
                                                      2019         2018
    Impairment of goodwill                             $ —         $ 29
    Interest expense                                   106           99
    Effective tax rate                               22.4%       20.1 %
    """)
    assert found["Interest expense"] == [(Decimal(106 * MILLION), "USD"), (Decimal(99 * MILLION), "USD")]
