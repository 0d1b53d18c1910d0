"""In which quarter or year a figure was highest, and which of two periods had more of it."""

import pytest

from tests.agentic.figures_of import company, figure, is_proven

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def report(workspace):
    """Quarters of 2024, what they add up to, and a quarter of 2023."""
    document = company(workspace, "Acme Tools, Inc.")
    for thousands, until in ((400, 3), (300, 6), (500, 9)):
        figure(document, thousands, 2024, until=until)
    figure(document, 700, 2024, months=6, until=6)
    figure(document, 1_200, 2024, months=9, until=9)
    figure(document, 600, 2023, until=12)
    return document


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Which had lower revenue, Q2 or Q3 of 2024 for Acme Tools?", "was lower in Q2"),
        ("Which quarter had the higher revenue, Q2 2024 or Q3 2024?", "was higher in Q3"),
        ("Was the second or third quarter of 2024 worse for revenue?", "was lower in Q2"),
        ("Which of Q2 and Q3 2024 had more revenue?", "was higher in Q3"),
        ("Which had more revenue between Q2 and Q3 2024?", "was higher in Q3"),
        (
            "Was Acme Tools' revenue higher in Q3 than in Q2 of 2024?",
            "Yes. Acme Tools' revenue was higher in Q3",
        ),
        ("Was revenue lower in Q3 2024 than in Q2?", "No. Acme Tools' revenue was lower in Q2"),
    ],
)
def test_names_which_of_two_periods_has_more_and_cites_both(ask, report, question, text):
    answer = ask(question)
    assert text in answer.text
    assert "$300 thousand [" in answer.text
    assert "$500 thousand [" in answer.text
    assert "$200 thousand" in answer.text
    assert is_proven(answer)


def test_names_which_of_three_periods_has_least(ask, report):
    answer = ask("Which had less revenue, Q1, Q2 or Q3 of 2024?")
    assert "was lowest in Q2 of fiscal 2024 (ended June 30, 2024), $300 thousand" in answer.text
    assert all(amount in answer.text for amount in ("$400 thousand", "$500 thousand"))


def test_nothing_says_whether_more_costs_are_better(ask, report):
    for thousands, until in ((30, 6), (50, 9)):
        figure(
            report, thousands, 2024, until=until, metric_name="Operating expenses",
            canonical_name="operating_expenses",
        )  # fmt: skip
    answer = ask("Was Q2 or Q3 2024 better for operating expenses?")
    assert "rose by $20 thousand" in answer.text
    assert "higher" not in answer.text


def test_a_quarter_is_not_compared_with_a_year(ask, report):
    figure(report, 2_000, 2022, months=12, until=12)
    answer = ask("Compare revenue in Q3 2024 with 2022")
    assert "rose" not in answer.text
    assert "fell" not in answer.text
    assert all(amount in answer.text for amount in ("$500 thousand", "$2,000 thousand"))


def test_figures_of_two_companies_are_no_change_from_one_period_to_another(ask, report, workspace):
    figure(company(workspace, "Northwind plc"), 100, 2022, until=6)
    answer = ask("How did revenue change from Q2 2022 to Q2 2024?")
    assert "rose" not in answer.text
    assert all(name in answer.text for name in ("Northwind's", "Acme Tools'"))


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Did Acme Tools' revenue rise from Q2 to Q3 2024?", "Yes. Acme Tools' revenue rose"),
        ("Did revenue fall from Q2 to Q3 2024?", "No. Acme Tools' revenue rose"),
        ("Did revenue rise or fall from Q2 to Q3 2024?", "Acme Tools' revenue rose"),
    ],
)
def test_says_whether_it_rose_where_that_is_asked(ask, report, question, verdict):
    assert ask(question).text.startswith(f"{verdict} by $200 thousand (66.7%)")


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("In which quarter was revenue highest?", "highest revenue of 4 quarters is $600 thousand"),
        ("In which quarter of 2024 was Acme Tools' revenue highest?", "of 3 quarters is $500 thousand"),
        ("What was the best quarter for revenue since 2024?", "of 3 quarters is $500 thousand"),
        ("Which quarter had the lowest revenue?", "lowest revenue of 4 quarters is $300 thousand"),
        ("What was the highest half-year revenue?", "only one such figure: Acme Tools' revenue from January"),
        ("What is the highest revenue?", "of 4 quarters is $600 thousand"),
        (
            "What was the average quarterly revenue in 2024?",
            "The average of 3 figures (Acme Tools' revenue) is $400 thousand: $500 thousand in Q3 of ",
        ),
        ("What was the average revenue?", "The average of 4 figures (Acme Tools' revenue) is $450 thousand"),
    ],
)
def test_the_highest_is_among_spans_of_the_length_asked(ask, report, question, text):
    answer = ask(question)
    assert text in answer.text
    assert is_proven(answer)


def test_says_that_spans_of_the_length_asked_are_not_given(ask, report):
    answer = ask("In which year was revenue highest?")
    assert not answer.answered
    assert answer.text.startswith("These documents give no revenue of single years. They give it ")
    assert "Which" not in ask("In which month of 2024 was revenue highest?").text


def test_a_period_that_the_documents_chosen_lack_is_looked_for_in_the_others(
    ask, report, workspace, settings
):
    """A file named by its quarter meets more of what the question says than the year's report."""
    for number in range(10):
        company(workspace, f"Other{number} AG")
    named = company(workspace, "Acme Tools, Inc.", "Acme-Q4-2024.pdf")
    figure(named, 450, 2024, until=12)
    answer = ask("Which had lower revenue, Q4 of 2024 or of 2023 for Acme Tools?")
    assert "was lower in Q4 of fiscal 2024 (ended December 31, 2024), $450 thousand" in answer.text
    assert "$600 thousand" in answer.text
