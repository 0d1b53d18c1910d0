"""Growth of parts that a question calls, and which part grew, fell or contributed most."""

import pytest

from tests.agentic.facts.parts.conftest import INCOME, REVENUE, part
from tests.agentic.figures_of import is_proven

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        (
            "Did Halden's Europe segment grow faster than Americas in 2024?",
            "Yes. In “Revenue by segment”, Europe grew",
        ),
        (
            "Did Halden's Americas grow faster than Asia Pacific in 2024?",
            "No. In “Revenue by segment”, Asia Pacific",
        ),
        (
            "Which grew faster at Halden in 2024, Europe or Asia Pacific?",
            "In “Revenue by segment”, Europe grew faster:",
        ),
        (
            "Did Europe outgrow Americas at Halden Marine in 2024?",
            "Yes. In “Revenue by segment”, Europe grew faster",
        ),
        (
            "Compare the growth of Europe and Americas at Halden",
            "In “Revenue by segment”, Europe grew faster: Europe",
        ),
        (
            "Did the operating income of Halden's Americas grow more than Europe's in 2024?",
            "No. In “Operating income",
        ),
        (
            "How much faster did Europe grow than Asia Pacific at Halden in 2024?",
            "In “Revenue by segment”, Europe grew faster by 9.8 percentage points: ",
        ),
        (
            "Which Halden region had the slowest revenue growth in 2024?",
            "In “Revenue by segment”, Americas grew least",
        ),
        (
            "Which segment of Halden contributed the most to revenue growth?",
            "In “Revenue by segment”, Europe rose most, by $160 thousand: ",
        ),
        (
            "Which of Halden's segments grew in 2024?",
            "In “Revenue by segment”, 3 of 3 rose: Europe, Asia Pacific and Americas.",
        ),
    ],
)
def test_growth_of_parts_is_compared_with_both_figures_of_each(ask, halden, question, verdict):
    answer = ask(question)
    assert answer.text.startswith(verdict)
    assert is_proven(answer)


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        (
            "Did Torvik's Dairy segment grow faster than Frozen?",
            "No. In “Segment reporting”, by revenue, Frozen",
        ),
        (
            "Which Torvik segment grew most?",
            "In “Segment reporting”, by revenue, Frozen grew fastest: Frozen rose 12.9%",
        ),
        (
            "Which of Torvik Foods' segments shrank in 2024?",
            "In “Segment reporting”, by revenue, 1 of 3 fell: Dairy.",
        ),
        (
            "Which Torvik segment shrank the most in 2024?",
            "In “Segment reporting”, by revenue, Dairy fell most: ",
        ),
    ],
)
def test_the_measure_may_stand_under_each_part(ask, torvik, question, verdict):
    answer = ask(question)
    assert answer.text.startswith(verdict)
    assert is_proven(answer)


def test_by_amount_another_part_may_have_grown_most(ask, torvik):
    assert "By amount Bakery rose most, by €60" not in ask("Which Torvik segment grew fastest?").text
    assert ask("Which Torvik segment grew most?").text.endswith(
        "By amount Bakery rose most, by $60 thousand."
    )


def test_of_a_part_that_no_table_tells_no_growth_is_told(ask, halden):
    answer = ask("Did Halden's Africa segment grow faster than Europe in 2024?")
    assert not answer.answered
    assert answer.text == "These documents do not tell Halden Marine's revenue of Africa."


def test_parts_that_two_tables_tell_unlike_are_not_compared(ask, halden):
    question = "Did Halden's Europe segment grow faster than Americas in 2024?"
    for name, before, after in (("Europe", 500, 520), ("Americas", 1_650, 1_880)):
        part(halden, name, before, 2023, "Revenue by destination")
        part(halden, name, after, 2024, "Revenue by destination")
    answer = ask(question)
    assert answer is None or not answer.answered
    halden.metric_set.filter(context="Revenue by destination").update(
        context="Revenue and cost of sales by destination"
    )
    assert ask(question).text.startswith("Yes.")


def test_business_segments_are_no_regions(ask, torvik):
    answer = ask("Which Torvik region grew most in 2024?")
    assert answer is None or not answer.answered


def test_rest_and_corporate_are_no_part_that_grew_most(ask, halden):
    halden.metric_set.filter(context=REVENUE, metric_name="Asia Pacific", fiscal_year=2023).update(
        numeric_value=290_000, value="290"
    )
    part(halden, "All other", 200, 2023, REVENUE)
    halden.metric_set.filter(context=REVENUE, metric_name="Asia Pacific", fiscal_year=2024).update(
        numeric_value=40_000, value="40"
    )
    part(halden, "All other", 500, 2024, REVENUE)
    answer = ask("Which segment of Halden grew most in 2024?")
    assert answer.text.startswith("In “Revenue by segment”, Europe grew fastest: All other rose 150.0%")
    assert INCOME not in answer.text
