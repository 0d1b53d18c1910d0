"""Figures are those of the company that the question calls, however it does."""

import pytest

from tests.agentic.figures_of import company, figure

pytestmark = pytest.mark.django_db(transaction=True)

SALES = {
    "Johnson & Johnson": 4100,
    "PepsiCo, Inc.": 4200,
    "The Coca-Cola Company": 4300,
    "Nestlé S.A.": 4400,
    "American Express Company": 4500,
    "McDonald’s Corporation": 4600,
}
FORMS = {
    "J&J": 4100,
    "JnJ": 4100,
    "J & J": 4100,
    "Johnson and Johnson": 4100,
    "Pepsi Co": 4200,
    "Pepsi": 4200,
    "PepsiCo Inc.": 4200,
    "Coca Cola": 4300,
    "the Coca-Cola Co.": 4300,
    "The Coca Cola Company": 4300,
    "Nestle": 4400,
    "Nestle SA": 4400,
    "Amex": 4500,
    "American Express Co.": 4500,
    "McDonalds": 4600,
    "McDonald's": 4600,
}


@pytest.mark.parametrize(
    "asking", ["What was the revenue of {} in Q1 2024?", "What was Q1 2024 revenue for {}?"]
)
def test_figures_are_of_whom_the_question_calls(ask, workspace, asking):
    for name, sales in SALES.items():
        figure(company(workspace, name), sales, 2024)
    wrong = {}
    for form, sales in FORMS.items():
        answer = ask(asking.format(form))
        if answer is None or f"{sales:,}" not in answer.text or len(answer.citations) != 1:
            wrong[form] = answer and answer.text
    assert wrong == {}


def test_another_company_of_a_name_that_begins_alike_has_no_figures(ask, workspace):
    for name, sales in SALES.items():
        figure(company(workspace, name), sales, 2024)
    answer = ask("What was the revenue of Johnson Controls in Q1 2024?")
    assert answer is None or "4,100" not in answer.text
