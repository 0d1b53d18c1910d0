"""Sentences of notes: which figures each of their forms tells, of what, and when."""

from datetime import date
from decimal import Decimal

import pytest

from reading.figures.cover_page import read_shares_outstanding
from reading.figures.sentences.from_sentences import Setting, read_sentence_facts
from reading.text.passages_of_page import Sentence
from reading.values.fiscal import FiscalCalendar, fiscal_year
from tests.cases import every_case

CALENDAR = FiscalCalendar()
SETTING = Setting(CALENDAR, "Mornfeld Tools", fiscal_year("2023", 2023, CALENDAR))


def said(text: str) -> list[tuple[str, str, int]]:
    """Name, figure as written and year of each figure."""
    metrics = read_sentence_facts([Sentence(1, text, "")], SETTING)
    return [(each.metric_name, each.value, each.period_end.year) for each in metrics if each.period_end]


@every_case(
    "text, name, figures",
    [
        (
            "During 2021, 2022, and 2023, the fair value of lathe units that vested was $17 million, $39 "
            "million, "
            "and $30 million.",
            "fair value of lathe units that vested",
            [("$17 million", 2021), ("$39 million", 2022), ("$30 million", 2023)],
        ),
        (
            "In 2022 and 2023, we recorded a net tax provision of $7 million and $9 million.",
            "net tax provision",
            [("$7 million", 2022), ("$9 million", 2023)],
        ),
        (
            "Advertising costs are recorded in selling expenses and were $1.5 million in both 2023 and "
            "2022 and "
            "$1.4 million in 2021.",
            "Advertising costs",
            [("$1.5 million", 2023), ("$1.5 million", 2022), ("$1.4 million", 2021)],
        ),
        (
            "2023 and 2022 include $143 million and $132 million, respectively, of short-term lease costs.",
            "short-term lease costs",
            [("$143 million", 2023), ("$132 million", 2022)],
        ),
        (
            "As of December 31, 2022 and 2023, investments in lathe makers had a carrying value of $98 "
            "million and "
            "$16 million.",
            "carrying value of investments in lathe makers",
            [("$98 million", 2022), ("$16 million", 2023)],
        ),
        (
            "Included in “Other liabilities” on our balance sheets was $6 million and $4 million of "
            "unearned lathe "
            "revenue as of December 31, 2022 and 2023.",
            "unearned lathe revenue",
            [("$6 million", 2022), ("$4 million", 2023)],
        ),
        (
            "As of December 31, 2023, there was $32 million of accrued lathe interest, compared with $21 "
            "million and "
            "$14 million as of December 31, 2022 and 2021, respectively.",
            "accrued lathe interest",
            [("$32 million", 2023), ("$21 million", 2022), ("$14 million", 2021)],
        ),
        (
            "The related tax benefits were $5 million and $4 million for 2022 and 2023.",
            "related tax benefits",
            [("$5 million", 2022), ("$4 million", 2023)],
        ),
        (
            "The amount of unrecognized tax benefits that, if recognized, would affect the effective tax "
            "rate was "
            "$226 million as of December 31, 2023.",
            "amount of unrecognized tax benefits affecting the effective tax rate",
            [("$226 million", 2023)],
        ),
        (
            "The notional amounts of contracts used to hedge forecasted purchases of steel were $31 "
            "million as of "
            "December 31, 2023.",
            "notional amounts of contracts used to hedge purchases of steel",
            [("$31 million", 2023)],
        ),
        (
            "The performance shares outstanding as of December 31, 2023 and 2022 were 255,000 and "
            "241,000, respectively.",
            "performance shares outstanding",
            [("255,000", 2023), ("241,000", 2022)],
        ),
        (
            "The fair value of lathes sold at Target stores was $5 million in 2023.",
            "fair value of lathes sold at Target stores",
            [("$5 million", 2023)],
        ),
    ],
)
def test_each_figure_has_its_name_and_time(text: str, name: str, figures: list[tuple[str, int]]) -> None:
    assert said(text) == [(name, *figure) for figure in figures]


@pytest.mark.parametrize(
    "text",
    [
        "The weighted average price of shares was 12,500 in 2023.",  # no count
        "Related to the treaty was $5 million in 2023.",
        "Lathe revenue would have been $5 million in 2023.",
        "The forecasted purchases of steel were $31 million as of December 31, 2023.",
        "Our target for lathe revenue was $5 million in 2023.",
    ],
)
def test_what_is_no_figure_of_its_own_stays_none(text: str) -> None:
    assert said(text) == []


def test_a_count_takes_its_unit_from_what_is_counted() -> None:
    text = "Our shares outstanding totaled 10.8 million as of December 31, 2023."
    (count,) = read_sentence_facts([Sentence(1, text, "")], SETTING)
    assert (count.numeric_value, count.unit) == (Decimal(10_800_000), "shares")


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        (
            "Total shares of common stock, par value $0.08, outstanding as of March 4, 2024, were "
            "452,855,589.",
            [("452,855,589", date(2024, 3, 4))],
        ),
        (
            "Common Stock Authorized 600,000,000 shares, $0.08 par value; 452,840,187 shares issued and "
            "outstanding as "
            "of December 31, 2023; 455,566,995 shares issued and outstanding as of December 31, 2022.",
            [("452,840,187", date(2023, 12, 31)), ("455,566,995", date(2022, 12, 31))],
        ),
    ],
)
def test_shares_outstanding_are_read_at_each_day(text: str, counts: list[tuple[str, date]]) -> None:
    read = read_shares_outstanding(Sentence(1, text, ""), SETTING)
    assert [(each.value, each.period_end) for each in read] == counts
