"""Follow-ups in a conversation, by the page and by the API, answered from figures without a model."""

import json
from datetime import date
from decimal import Decimal

import pytest
from django.urls import reverse

from agentic.models import Run
from tests.factories import DocumentFactory, EntityFactory, MetricFactory, PageFactory

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)

REVENUE = {
    "Northwind Inc.": {(2022, 1): 11, (2022, 2): 12, (2023, 1): 21, (2023, 2): 22},
    "Tailspin Corporation": {(2022, 2): 72, (2023, 2): 82},
}


@pytest.fixture(autouse=True)
def figures(client, user, workspace, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(user)
    for company, revenue in REVENUE.items():
        document = DocumentFactory(
            workspace=workspace, filename=f"{company.split()[0]}.txt", organizations=[company]
        )
        EntityFactory(document=document, entity_name=company, role="subject")
        lines = [
            f"Revenue Q{quarter} {year} ${amount} million" for (year, quarter), amount in revenue.items()
        ]
        PageFactory(document=document, text="\n".join(lines))
        for line, ((year, quarter), amount) in zip(lines, revenue.items(), strict=True):
            store(document, company, line, year=year, quarter=quarter, amount=amount)


def store(document, company, line, *, year, quarter, amount):
    MetricFactory(
        document=document,
        entity_name=company,
        page=1,
        quote=line,
        value=f"${amount} million",
        numeric_value=Decimal(amount) * 1_000_000,
        period=f"Q{quarter} {year}",
        period_start=date(year, 3 * quarter - 2, 1),
        period_end=date(year, 3 * quarter, 31 if quarter == 1 else 30),
        fiscal_year=year,
        fiscal_quarter=quarter,
    )


CONVERSATION = [
    ("What was Northwind's revenue in Q1 2023?", "$21 million"),
    ("and in Q2?", "$22 million"),
    ("what about Tailspin?", "$82 million"),
    ("and the year before?", "$72 million"),
    ("and Northwind?", "$12 million"),
    ("How does that compare with Q2 2023?", "83.3%"),
]


def test_follow_ups_by_the_api_take_over_what_they_leave_out(client, workspace):
    session = {}
    for question, answer in CONVERSATION:
        body = {"workspace": workspace.slug, "question": question, "wait": 0, **session}
        reply = client.post("/api/chat/query", json.dumps(body), content_type="application/json").json()
        session = {"session_id": reply["session_id"]}
        assert answer in reply["answer"], question
        assert all(number["status"] != "unsupported" for number in reply["numbers"])


def test_follow_ups_on_the_page_take_over_what_they_leave_out(client, workspace):
    address = reverse("ask", args=[workspace.slug])
    session = ""
    for question, answer in CONVERSATION:
        client.post(address, {"text": question, "session": session})
        run = Run.objects.first()
        session = str(run.message.session_id)
        assert (run.question, answer in run.answer) == (question, True)


def test_the_trace_says_what_was_taken_over(client, workspace):
    session = {}
    for question, _ in CONVERSATION[:3]:
        body = {"workspace": workspace.slug, "question": question, "wait": 0, **session}
        reply = client.post("/api/chat/query", json.dumps(body), content_type="application/json").json()
        session = {"session_id": reply["session_id"]}
    reading = Run.objects.get(pk=reply["run_id"]).steps.get(kind="analyse").output
    assert reading["transformed_query"] == "What was Tailspin's revenue in Q2 2023?"
    assert set(reading["inherited"]) == {"measures", "time_references"}
