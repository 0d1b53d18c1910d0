"""The SQL agent with the real local model, on questions of the kind that it is for."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from agentic.routes.sql import run_sql_agent
from agentic.trace import Trace
from agentic.verification.verify import verify
from documents.providers import get_chat_model
from retrieval.scope.model import Scope
from tests import factories

pytestmark = [pytest.mark.local_model, pytest.mark.django_db(transaction=True)]
REVENUES = {"Norvane": 4_180, "Brightholm": 12_940, "Castellane": 7_305}  # EUR thousand
TOTALS = {"INV-301": 8_412, "INV-302": 15_220, "INV-303": 23_075, "INV-304": 990}  # EUR


@pytest.fixture
def archive(workspace):
    """Three annual reports and four invoices."""
    for name, thousands in REVENUES.items():
        report = factories.DocumentFactory(
            workspace=workspace,
            filename=f"{name} annual report 2024.pdf",
            document_type="financial_report",
            organizations=[name],
        )
        for quarter in (3, 4):
            factories.MetricFactory(
                document=report,
                value=f"{thousands // 4 + quarter:,}",
                numeric_value=Decimal(thousands // 4 + quarter) * 1000,
                unit="EUR",
                scale=Decimal(1000),
                period=f"Q{quarter} 2024",
                period_start=date(2024, 3 * quarter - 2, 1),
                period_end=date(2024, 3 * quarter, 30),
                fiscal_quarter=quarter,
                entity_name=name,
                quote=f"Revenue Q{quarter} {thousands // 4 + quarter:,}",
            )
        factories.MetricFactory(
            document=report,
            value=f"{thousands:,}",
            numeric_value=Decimal(thousands) * 1000,
            unit="EUR",
            scale=Decimal(1000),
            entity_name=name,
            quote=f"Revenue {thousands:,}",
        )
    for name, total in TOTALS.items():
        factories.MetricFactory(
            document=factories.DocumentFactory(
                workspace=workspace, filename=f"{name}.pdf", bucket="invoices", document_type="other"
            ),
            metric_name="Total due",
            canonical_name="",
            value=f"{total:,}.00",
            numeric_value=Decimal(total),
            unit="EUR",
            scale=Decimal(1),
            period="",
            period_start=None,
            fiscal_year=None,
            entity_name="",
            quote=f"Total due EUR {total:,}.00",
        )
    return workspace


@pytest.fixture(scope="session")
def local_model():
    return get_chat_model("local")


def test_one_question_of_its_kind_is_answered(archive, user, local_model):
    """How many of many are is measured, by `manage.py evaluate`."""
    question = "Which document has the highest revenue?"
    trace = Trace(factories.RunFactory(user=user, workspace=archive, question=question))
    draft, evidence = run_sql_agent(question, scope=Scope.of(archive), chat=local_model, trace=trace)
    answer = verify(draft, evidence, question=question)

    assert answer.answered
    assert "Brightholm" in answer.text
    assert [number.text for number in answer.numbers if number.status == "unsupported"] == []
