import pytest

from evals.answer_sets.answers import Given, shown_green
from evals.answering.judging import Gold, answer_figures, judge, judge_names, judge_yes_or_no
from tests.cases import every_case


def verdict(answer, *figures, question="", beside=(), says=(), answered=True):
    gold = Gold(figures=tuple((figure,) for figure in figures), beside=beside, says=says)
    return judge(Given(answer, answered), gold, question)


@every_case(
    "answer, gold",
    [
        ("36.4% of the spend was in the quarter [1].", "36%"),
        ("Restructuring charges were $411 million.", "$411 million"),
        ("It fell by 0.9%.", "-0.9%"),
        ("Net sales were $8.70 billion in 2022 [1].", "$8,703 million"),
        ("Net sales were $8,703 million in 2022 [1].", "$8.70 billion"),
        ("Net sales were 8,703 in 2022 (in USD millions).", "$8,703 million"),
        ("The margin was 47.6%: 68,061 ÷ 143,083 [1][2].", "47.55%"),
        ("The share was 21,213 ÷ 81,797 = 25.9% [1].", "25.93%"),
        ("It turned over 2.7 times.", "2.7"),
        ("The ratio was 0.69.", "69%"),
    ],
)
def test_figures_within_rounding_are_right(answer, gold):
    assert verdict(answer, gold) == "right"


@pytest.mark.parametrize(
    "answer, gold",
    [
        ("36 stores opened.", "36%"),
        ("35.4% of the spend", "36%"),
        ("$412 million", "$411 million"),
        ("Net sales were $9 billion in 2022.", "$8,703 million"),
        ("Net sales were $8,703 in 2022.", "$8,703 million"),
        ("The margin rose by 14.8%.", "-14.76%"),
        ("Net sales were -$411 million.", "$411 million"),
        ("It was EUR 411 million.", "$411 million"),
    ],
)
def test_other_figures_are_wrong(answer, gold):
    assert verdict(answer, gold) == "wrong"


def test_the_scale_may_stand_in_the_question():
    asked = "What is EBITDA less capex? Answer in USD millions."
    assert verdict("EBITDA less capex was $9,068 million.", "$9068.00", question=asked) == "right"
    assert verdict("EBITDA less capex was 9,068.", "$9068.00", question=asked) == "right"
    assert verdict("EBITDA less capex was $9.07 billion.", "$9068.00", question=asked) == "right"
    assert verdict("EBITDA less capex was $9,068 thousand.", "$9068.00", question=asked) == "wrong"


def test_a_ratio_is_no_per_cent_where_per_cent_is_asked():
    assert verdict("The margin was 0.165.", "16.5%", question="What is the EBITDA % margin?") == "wrong"


def test_no_other_figure_may_stand_as_the_answer():
    assert verdict("Revenue was $5 million and $6 million.", "$5 million") == "wrong"
    assert verdict("Revenue was $5 million and $6 million.", "$5 million", beside=("$6 million",)) == "right"
    assert verdict("“We opened 3 stores.”\n- “Revenue was $5 million.”", "$5 million") == "wrong"


def test_what_the_figure_is_compared_with_is_not_the_answer():
    assert verdict("Revenue rose from $4 million in 2021 to $5 million in 2022.", "$5 million") == "right"
    assert verdict("Revenue rose from $4 million in 2021 to $5 million in 2022.", "$4 million") == "wrong"


def test_operands_are_not_the_answer():
    assert [each.text for each, _ in answer_figures("It was 47.6%: 68,061 ÷ 143,083.")] == ["47.6%"]


def test_what_a_figure_is_made_of_is_not_the_answer():
    answer = "The average of 2 figures (sales) is $1,972 million: $2,280 million [1], $1,664 million [1]."
    assert [each.text for each, _ in answer_figures(answer)] == ["$1,972 million"]
    assert verdict(answer, "$1,972 million") == "right"


def test_of_several_figures_all_must_be_given():
    assert verdict("0.67 then, 0.69 now", "0.67", "0.69") == "right"
    assert verdict("The ratio is 0.69.", "0.67", "0.69") == "wrong"


def test_words_that_are_asked_for_must_be_there():
    assert verdict("Yes, it rose to 5.3%.", "5.3%", says=(r"\byes\b",)) == "right"
    assert verdict("The margin was 5.3%.", "5.3%", says=(r"\byes\b",)) == "wrong"


def test_a_reference_without_figures_is_for_reading():
    assert verdict("Customer deposits of $110 billion") == "read"


def test_what_is_not_answered_or_said_not_to_be_there_is_refused():
    assert verdict("These documents do not say.", "36%", answered=False) == "refused"
    assert verdict("N/A: these documents do not give it.", "36%") == "refused"
    assert verdict("The documents say: “It is not available yet, 36%.” [1]", "36%") == "right"


def test_yes_and_no_stand_first():
    assert judge_yes_or_no(Given("Yes: sales rose by 3%.", True), "yes", no_where_unsaid=False) == "right"
    assert judge_yes_or_no(Given("No. They fell.", True), "yes", no_where_unsaid=False) == "wrong"
    assert judge_yes_or_no(Given("No. 3M's sales fell.", True), "no", no_where_unsaid=False) == "right"
    assert judge_yes_or_no(Given("No. 3 is the best.", True), "no", no_where_unsaid=False) == "wrong"
    assert judge_yes_or_no(Given("Sales were $5.", True), "yes", no_where_unsaid=False) == "wrong"
    assert judge_yes_or_no(Given("", False), "no", no_where_unsaid=True) == "right"
    assert judge_yes_or_no(Given("", False), "no", no_where_unsaid=False) == "refused"


def test_of_names_to_choose_from_the_right_one_stands_first():
    assert judge_names(Given("Acme had the least; Bolt had more.", True), ["Acme"], ["Bolt"]) == "right"
    assert judge_names(Given("Bolt had more than Acme.", True), ["Acme"], ["Bolt"]) == "wrong"
    assert judge_names(Given("It is Jo A. Doe.", True), ["Jo Doe", "Jo A. Doe"]) == "right"


def test_green_is_an_answer_whose_numbers_are_all_proven():
    def shown(*statuses, answered=True):
        return shown_green({"answered": answered, "numbers": [{"status": status} for status in statuses]})

    assert shown("exact", "rounded", "computed")
    assert not shown("exact", "unsupported")
    assert not shown("curated")
    assert not shown()
    assert not shown("exact", answered=False)
