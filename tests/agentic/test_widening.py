"""A pre-filter that leaves the figure out does not lose the answer."""

from datetime import date
from decimal import Decimal

import pytest

from agentic.map_route import Models
from agentic.models import Run
from agentic.runs import execute
from llm.none import NoModel
from tests.factories import DocumentFactory, EntityFactory, MetricFactory, PageFactory, RunFactory

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def reports(workspace, monkeypatch):
    """Reports on 2019 and 2020; only the second, and that of another company, have the figure of 2019."""
    monkeypatch.setattr("retrieval.prefilter.FILTER_FROM", 1)
    for company, year, amount in (
        ("Northwind Inc.", 2019, None),
        ("Northwind Inc.", 2020, 4),
        ("Tailspin", 2020, 7),
    ):
        document = DocumentFactory(
            workspace=workspace,
            filename=f"{company.split()[0]}-{year}.txt",
            organizations=["Northwind Inc.", company],
            period_start=date(year, 1, 1),
            period_end=date(year, 12, 31),
        )
        EntityFactory(document=document, entity_name=company, role="subject")
        if amount:
            store(document, company, amount)


def store(document, company, amount):
    quote = f"Revenue 2019 ${amount} million"
    PageFactory(document=document, text=quote)
    MetricFactory(
        document=document, entity_name=company, page=1, quote=quote, value=f"${amount} million",
        numeric_value=Decimal(amount) * 1_000_000, period="2019", fiscal_year=2019,
        period_start=date(2019, 1, 1), period_end=date(2019, 12, 31),
    )  # fmt: skip


def test_a_figure_in_another_report_of_the_company_is_found(workspace, user, hash_embedder):
    run = RunFactory(
        workspace=workspace, user=user, question="What was Northwind's revenue in 2019?", mode=Run.Mode.FACTS
    )
    execute(run.pk, models=Models(NoModel(), hash_embedder))
    run.refresh_from_db()
    assert "$4 million" in run.answer
    chosen, further = run.steps.filter(kind="prefilter")
    assert (chosen.rows, further.rows) == (1, 2)
    assert further.output["note"] == further.output["filters"]["widened"]
