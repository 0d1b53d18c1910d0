"""Taxes in brackets on a page that prints its costs so are costs."""

from functools import partial

import pytest

from documents.models import Metric
from tests.agentic.figures_of import asked, company, figure

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ask(workspace, user):
    return partial(asked, workspace=workspace, user=user)


@pytest.mark.parametrize(("costs", "said"), [(-700, "was 24.5%"), (700, "was -24.5%")])
def test_the_tax_rate_has_the_sign_of_the_costs_beside_it(ask, workspace, costs, said):
    document = company(workspace, "Acme Tools, Inc.")
    for label, name, thousands in (
        ("Cost of sales", "cost_of_revenue", costs),
        ("Profit before tax", "pretax_income", 1120),
        ("Income tax expense", "income_tax_expense", -274),
    ):
        figure(document, thousands, 2023, months=12, until=12, metric_name=label, canonical_name=name)
    Metric.objects.filter(document=document).update(page=1)
    answer = ask("What was Acme Tools' effective tax rate in FY2023?")
    assert said in answer.text
