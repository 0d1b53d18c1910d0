from __future__ import annotations

from decimal import Decimal

import pytest

from evals.answer_sets.answers import Given
from evals.answer_sets.tatqa_metric import score
from evals.answer_sets.tatqa_prediction import evaluated, predicted
from tests.cases import every_case


@every_case(
    "predicted_as, scale, gold, gold_scale, expected",
    [
        (["4512"], "thousand", ["$4,512"], "thousand", (1, 1)),
        (["4512"], "", ["$4,512"], "thousand", (0, 0)),
        (["4.51"], "million", ["4,510"], "thousand", (1, 1)),
        (["17.77"], "percent", ["17.77"], "percent", (1, 1)),
        (["0.1777"], "", ["17.77"], "percent", (1, 1)),
        (["36"], "percent", ["36%"], "", (1, 1)),
        (["-3270"], "", ["(3,270)"], "", (1, 1)),
        (["3270"], "", ["-3270"], "", (0, 0)),
        (["2018", "2019"], "", ["2019", "2018"], "", (1, 1)),
        (["the lower debt"], "", ["lower debt balances"], "", (0, 0.8)),
        ([], "", ["5"], "", (0, 0)),
    ],
)
def test_exact_match_and_f1_as_the_paper_defines_them(predicted_as, scale, gold, gold_scale, expected):
    assert score(predicted_as, scale, gold, gold_scale) == pytest.approx(expected)


def given(text, formula="", *, answered=True):
    numbers = (
        [{"start": text.find("$") if "$" in text else text.find("17"), "formula": formula}] if formula else []
    )
    return Given(text, answered, {"numbers": numbers})


def test_a_figure_is_predicted_in_the_scale_it_is_written_in():
    assert predicted(given("Sales were $4,512 thousand in 2019 [1]."), "What were sales?") == (
        ["4512.00"],
        "thousand",
    )
    assert predicted(given("Sales were $4.5 million."), "What were sales?") == (["4.50"], "million")
    assert predicted(given("The margin was 17.8%."), "What was the margin?") == (["17.80"], "percent")


def test_a_computed_figure_is_predicted_as_its_formula_gives_it():
    answer = given("Sales rose by 17.8% [1][2].", "(1,511 − 1,283) ÷ 1,283")
    assert predicted(answer, "What was the change in sales?") == (["17.77"], "percent")


def test_of_a_change_the_part_that_is_asked_for_is_predicted():
    answer = given(
        "Fees fell by $269 thousand (24.6%), from $1,092 thousand in 2018 [1] to $823 thousand in 2019 [1]."
    )
    assert predicted(answer, "What was the percentage change in fees?") == (["-24.63"], "percent")
    assert predicted(answer, "What was the change in fees?") == (["-269.00"], "thousand")
    assert predicted(answer, "What were the fees in 2019?")[0][-1] == "823.00"


def test_of_levels_below_zero_the_change_counts_as_the_set_counts_it():
    answer = given("The balance rose by $0.6 million (31.6%), from -$1.9 million [1] to -$1.3 million [1].")
    assert predicted(answer, "What was the percentage change in the balance?") == (["-31.58"], "percent")
    assert predicted(answer, "What was the change in the balance?") == (["0.60"], "million")


def test_an_average_is_predicted_from_the_figures_listed():
    answer = given(
        "The average of 2 figures (expenses) is $1,454 thousand: $1,301 thousand [1] and $1,608 thousand [1]."
    )
    assert predicted(answer, "What is the average expense?") == (["1454.50"], "thousand")
    answer = given(
        "The average of 2 figures (expenses) is $1,454 thousand: $1,301 thousand in fiscal 2019 [1] and "
        "$1,608 thousand in fiscal 2018 [1]."
    )
    assert predicted(answer, "What is the average expense?") == (["1454.50"], "thousand")


def test_the_other_years_beside_the_highest_are_no_part_of_the_answer():
    answer = given(
        "The highest profit is $5 million, in fiscal 2019. The others are $4 million in fiscal 2018."
    )
    assert predicted(answer, "In which year was profit highest?") == (["2019"], "")


def test_all_items_of_a_list_are_predicted():
    answer = given("- Cost in fiscal 2019 was $2.3 million [1].\n- Cost in fiscal 2018 was $2.1 million [2].")
    assert predicted(answer, "What was the cost in 2019 and 2018?") == (["2.30", "2.10"], "million")


def test_formulas_are_evaluated_and_other_words_are_not():
    assert evaluated("(1,511 − 1,283) ÷ 2") == Decimal(114)
    assert evaluated("$5 million + $3 million") is None or evaluated("5 million + 3 million") == 8_000_000
    assert evaluated("count of rows of the result") is None
    assert evaluated("5 ÷ 0") is None


def test_years_and_words_are_predicted_where_they_are_asked_for():
    answer = given("Sales were highest in 2019, $5 [1], and lower in 2018 [2].")
    assert predicted(answer, "In which year were sales highest?") == (["2019", "2018"], "")
    answer = given("The documents say:\n\n“Rates were lower by $5.” [1]")
    assert predicted(answer, "Why did interest fall?") == (["Rates were lower by $5."], "")


def test_a_refusal_predicts_nothing():
    assert predicted(given("These documents do not say.", answered=False), "What were sales?") == ([], "")
