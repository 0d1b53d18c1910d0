"""Figures given one after another, for one time each: whose they are, and which time is whose."""

from datetime import date

import pytest

from reading.figures.sentences.noun_phrases import name
from tests.cases import every_case
from tests.reading.figures.sentences.test_from_sentences import DATED, read


def said(text):
    """Name, figure and end of time of each figure read."""
    return [(each.metric_name, each.value, str(each.period_end)) for each in read(text, DATED)]


@every_case(
    "text, names",
    [
        (
            "Costs of fairs are expensed as incurred and were $4 million and $3 million in 2023 and 2022.",
            ["Costs of fairs"] * 2,
        ),
        (
            "Depreciation on sheds, cranes and lorries was $4 million and $3 million in 2023 and 2022.",
            ["Depreciation on sheds, cranes and lorries"] * 2,
        ),
        (
            "Steel receivables, net were $4 million and $3 million at December 31, 2023 and 2022.",
            ["Steel receivables"] * 2,
        ),
        (
            "The value of cranes leased in 2023, 2022 and 2021 was $4 million, $3 million and $2 million.",
            ["value of cranes leased"] * 3,
        ),
        (
            "The mean life was 6 years and 5 years and the mean imputed rate was 3% and 2% in 2023 and 2022.",
            ["mean imputed rate"] * 2,
        ),
        ("Lathe costs, estimated by weight, were $4 million in 2023.", ["Lathe costs"]),
        ("The cost of long-lived cranes was $4 million in 2023.", ["cost of long-lived cranes"]),
        ("The fair value of the Notes was $4 million at June 30, 2023.", ["fair value of the Notes"]),
        (
            "We have swap agreements with combined notional amounts of $4 million at June 30, 2023.",
            ["combined notional amounts of swap agreements"],
        ),
        (
            "There was $4 million of unvested crane cost related to unvested awards in 2023.",
            ["unvested crane cost related to unvested awards"],
        ),
        (
            "We recorded a net loss of $4 million and $3 million in 2023 and 2022.",
            ["net loss"] * 2,
        ),
        (
            "Mornfeld contributed $4 million and $3 million to its pension plans in 2023 and 2022.",
            ["contributions to pension plans"] * 2,
        ),
        (
            "At June 30, 2023, there were 4 million shares available for awards.",
            ["shares available for awards"],
        ),
    ],
)
def test_one_subject_names_all_figures_of_a_list(text, names):
    assert [name for name, _, _ in said(text)] == names


def test_a_fee_that_recurs_in_may_is_no_forecast():
    text = "In 2023, we issued $4 million of bonds, payable in May and November."
    assert [value for _, value, _ in said(text)] == ["$4 million"]


def test_lists_side_by_side_share_the_times_behind_the_last():
    text = "Repair was $5 million and $4 million, and refits were $3 million and $2 million in 2023 and 2022."
    assert said(text) == [
        ("Repair", "$5 million", "2023-12-31"),
        ("Repair", "$4 million", "2022-12-31"),
        ("refits", "$3 million", "2023-12-31"),
        ("refits", "$2 million", "2022-12-31"),
    ]


def test_lists_that_are_not_as_long_as_the_times_share_none():
    text = "Repairs were $5 million and $4 million, and refits were $3 million in 2023."
    assert said(text) == [("refits", "$3 million", "2023-12-31")]


def test_lists_of_parts_share_no_times_with_one_another():
    text = "Swap cover was 37% and 33% for bonds and 5% and 4% for ships at December 31, 2023 and 2022."
    assert said(text) == []


def test_the_last_figure_of_a_list_holds_for_both_times_behind_it():
    text = "Repairs were $5 million in 2023 and $4 million in both 2022 and 2021."
    assert [(value, end) for _, value, end in said(text)] == [
        ("$5 million", "2023-12-31"),
        ("$4 million", "2022-12-31"),
        ("$4 million", "2021-12-31"),
    ]


def test_a_balance_said_of_two_days_is_that_of_both():
    text = "Crane reserves were $5 million at December 31, 2023 and 2022."
    assert [(value, end) for _, value, end in said(text)] == [
        ("$5 million", "2023-12-31"),
        ("$5 million", "2022-12-31"),
    ]


def test_an_amount_said_of_two_years_may_be_that_of_both_together():
    assert said("Repairs were $5 million in 2023 and 2022.") == []


def test_days_before_the_figures_are_those_of_each_list_behind_them():
    found = read(
        "At December 31, 2023 and 2022, steel was $5 million and $4 million and our ore was $3 million and"
        " $2 million.",
        DATED,
    )
    assert [(each.metric_name, each.period_end) for each in found] == [
        ("steel", date(2023, 12, 31)),
        ("steel", date(2022, 12, 31)),
        ("ore", date(2023, 12, 31)),
        ("ore", date(2022, 12, 31)),
    ]


def test_a_list_of_many_shares_of_nothing_is_told_at_once():
    """There is one way to read such a list: with two for each comma, sixty take longer than anybody lives."""
    shares = ", ".join(f"{number}%" for number in range(1, 60))
    assert said(f"Margins were {shares} and 60%.") == []
    assert len(said("Costs of fairs were $4 million, $3 million and $2 million in 2023, 2022 and 2021.")) == 3


@pytest.mark.parametrize(("levels", "count"), [(3, 1), (2000, 0)])
def test_brackets_are_left_out_as_deep_as_anybody_nests_them(levels, count):
    nested = f"{'(' * levels}mostly{')' * levels}"
    assert len(said(f"Costs of fairs {nested} were $4 million in 2023.")) == count


@pytest.mark.parametrize("edges", ["a, " * 60, "– " * 60, "the the, " * 40])
def test_signs_without_end_at_the_edges_of_a_name_are_dropped(edges):
    assert name(f"{edges}lamps") == "lamps"
    assert name(f"{edges}x-{edges}y") != "lamps"
