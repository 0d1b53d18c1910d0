"""What a question says of how to answer it, and of nothing else."""

from decimal import Decimal

import pytest

from retrieval.question.wording.manner import Manner, apart, manner_of, without_manner
from tests.cases import every_case

ASKED = "what was Acme's revenue in FY2021?"


@every_case(
    "question",
    [
        "Using only the information within the balance sheet, {}",
        "By relying on the details shown in the statement of cash flows, {}",
        "Based on the information provided primarily in the statement of income, {}",
        "{} Answer in USD millions.",
        "{} Round your answer to two decimal places.",
        "Assume that you are a public equities analyst. {}",
        "You are an investment banker. {} Respond in one sentence.",
        "We want to compute a metric. Please help us by the cash flow statement. Here's the question: {}",
        "{}, in billions, one decimal",
        "{}, rounded to one place",
        "{}, USD bn",
        "{} If revenue is not a useful metric for a company like this, then state that and explain why.",
    ],
)
def test_only_what_is_asked_is_left(question):
    assert without_manner(question.format(ASKED)).replace("?,", "?") == ASKED


@pytest.mark.parametrize(
    "question",
    [
        ASKED,
        "Which contracts are based on data of the customer, and which are not?",
        "Answer me",
        "How many documents state the information that is required?",
        "Define EBITDA as operating income + depreciation. What was it in 2023?",
        "Suppose we define payout as dividends divided by net income; what was it in 2023?",
        "Payout = dividends / net income. Compute it for Acme in 2023.",
    ],
)
def test_what_is_asked_stays_whole(question):
    assert without_manner(question) == question


def test_scale_and_digits_are_told():
    assert manner_of("What was revenue? Answer in USD millions.") == Manner(Decimal(10) ** 6, None)
    assert manner_of("What is the ratio? Round to two decimal places.") == Manner(None, 2)
    assert manner_of("What was it in billions of dollars, to 1 decimal?") == Manner(Decimal(10) ** 9, 1)
    assert manner_of("Acme's debt, USD bn, rounded to two places") == Manner(Decimal(10) ** 9, 2)
    assert manner_of(ASKED) == Manner()


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        (
            "By drawing conclusions from the information stated only in the balance sheet, what was Acme's "
            "revenue in FY2021?",
            ASKED,
        ),
        (
            "Answer the following question as if you are an analyst and have no connection. According to the "
            "details clearly outlined within the P&L statement, what was Acme's revenue in FY2021?",
            ASKED,
        ),
        (
            "What was its growth (in units of percents and round to one decimal place)?",
            "What was its growth?",
        ),
        ("What was it? Calculate (or extract) the answer from the statement of cash flows.", "What was it?"),
        ("What was its growth? If the metric is not useful, say so.", "What was its growth?"),
        ("What share as a percentage of revenue is it?", "What share as a percentage of revenue is it?"),
    ],
)
def test_sources_roles_and_units_of_the_answer_are_taken_off(question, asked):
    assert without_manner(question) == asked


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("What was it in the latest 10-Q filing?", "What was it in the latest quarter?"),
        ("What was revenue, as reported in Acme's most recent 10-K?", "in the latest fiscal year of Acme?"),
        ("What was it as reported in the Q3 2022 10-Q?", "What was it in Q3 2022?"),
    ],
)
def test_a_filing_stands_for_the_time_that_it_reports_on(question, plain):
    assert without_manner(question).endswith(plain)


def test_what_is_asked_behind_a_first_question_is_told_apart():
    assert apart("What was revenue in 2023, and what might this indicate?") == (
        "What was revenue in 2023?",
        "what might this indicate?",
    )
    assert apart("What was it in these quarters and how does it compare across the periods?")[1] == ""
    assert apart("What was it, and who approves it?") == ("What was it?", "who approves it?")
    assert apart("What was it and when was it paid?") == ("What was it?", "when was it paid?")
    assert apart("What was it before and when costs are left out?")[1] == ""
    assert apart("What were revenue and income?") == ("What were revenue and income?", "")


def test_what_to_say_where_there_is_no_answer_is_told():
    assert manner_of("What was it? If data is not available, return 'N/A'.").absent == "N/A"
    assert manner_of("What was it? If costs are not explicitly outlined then state 0.").absent == ""
    assert manner_of(ASKED).absent == ""


def test_a_change_in_per_cent_is_told():
    assert manner_of("What is the change (in units of percents)?").percent
    assert not manner_of("What was it as a percentage of revenue?").percent


@pytest.mark.parametrize(
    "question",
    [
        "I'm writing a memo for our treasurer – could you tell me what was revenue in 2023?",
        "Would you please tell us what was revenue in 2023?",
        "what was revenue in 2023, please?",
        "what was revenue in 2023, to one decimal?",
        "what was revenue in 2023 in USD billions to two decimal places?",
    ],
)
def test_courtesies_and_digits_are_taken_off(question):
    assert without_manner(question) == "what was revenue in 2023?"
