"""A quarter of which only the year's “quarterly dividend” is told."""

from decimal import Decimal

import pytest

from tests.agentic.figures_of import company, figure

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("name", "label", "question", "begins"),
    [
        ("Acme Tools, Inc.", "quarterly cash dividend", "Did Acme pay dividends in Q2 of FY2023?", "Yes. "),
        ("Litware plc", "Quarterly base dividend", "Has Litware paid dividends in Q1 FY2023?", "Yes. "),
        ("Fabrikam AG", "quarterly dividend paid", "What did Fabrikam pay in dividends in Q3 2023?", "Fabr"),
    ],
)  # fmt: skip
def test_a_quarterly_dividend_of_the_year_is_each_quarters(ask, workspace, name, label, question, begins):
    document = company(workspace, name)
    paid = {"metric_name": "Dividends paid", "canonical_name": "dividends_paid"}
    figure(document, -2_000, 2023, months=12, until=12, **paid)
    each = {"metric_name": label, "canonical_name": "", "unit": "USD/share", "scale": Decimal(1)}
    amount = {
        "value": "$0.55 per share",
        "numeric_value": Decimal("0.55"),
        "quote": f"{label} $0.55 per share",
    }
    figure(document, 1, 2023, months=12, until=12, **each, **amount)
    raised = {"metric_name": f"{label} increase", "canonical_name": "", "unit": "%", "value": "10%"}
    figure(document, 10, 2023, months=12, until=12, **raised)
    answer = ask(question)
    assert answer.text.startswith(begins)
    assert "$0.55 per share [1]" in answer.text
    assert "That is each quarter's" in answer.text
    assert "10" not in answer.text


def test_of_another_year_nothing_is_said(ask, workspace):
    document = company(workspace, "Acme Tools, Inc.")
    paid = {"metric_name": "Dividends paid", "canonical_name": "dividends_paid"}
    figure(document, -2_000, 2023, months=12, until=12, **paid)
    each = {
        "metric_name": "quarterly dividend",
        "canonical_name": "",
        "unit": "USD/share",
        "scale": Decimal(1),
    }
    figure(document, 1, 2023, months=12, until=12, **each, value="$0.55", numeric_value=Decimal("0.55"))
    answer = ask("Did Acme Tools pay a dividend in Q2 of FY2022?")
    assert answer is None or not answer.answered
