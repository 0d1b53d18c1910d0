"""A pre-filter that leaves the figure out does not lose the answer."""

from datetime import date
from decimal import Decimal

import pytest

from agentic.inquiry import Models
from agentic.models import Run
from agentic.runs import execute
from chat.presentation.answers import StepView
from documents.ingestion.chunks.chunking import embedded_text
from llm.providers.none import NoModel
from tests.factories import (
    ChunkFactory,
    DocumentFactory,
    EntityFactory,
    MetricFactory,
    PageFactory,
    RunFactory,
)

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def reports(workspace, monkeypatch):
    """Reports on 2019 and 2020; only the second, and that of another company, have the figure of 2019."""
    monkeypatch.setattr("retrieval.scope.prefilter.FILTER_FROM", 1)
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
    assert (further.title, further.output["dropped"]) == (
        "Look in more documents",
        ["dates (2019)", "period (2019)"],
    )
    assert "the others about the same organizations" in further.output["note"]


def test_a_search_in_more_documents_than_were_chosen_is_a_step_of_the_answer(
    client, workspace, user, hash_embedder
):
    """Northwind's reports say nothing of turbines; the note of another company does."""
    text = "Tidal turbines of Northwind weigh 14 tonnes."
    note = DocumentFactory(workspace=workspace, filename="note.txt")
    PageFactory(document=note, text=text)
    for document in workspace.documents.all():
        chunk = ChunkFactory(document=document, text=text if document == note else "Weather.", section="")
        chunk.embedding = hash_embedder.embed([embedded_text(chunk)])[0]
        chunk.embedding_model = hash_embedder.name
        chunk.save()
    question = "What does Northwind say of tidal turbines?"
    run = RunFactory(workspace=workspace, user=user, question=question, mode=Run.Mode.MAP)
    execute(run.pk, models=Models(NoModel(), hash_embedder))
    client.force_login(user)
    steps = client.get(f"/api/queries/{run.pk}").json()["reasoning_steps"]
    (told,) = [step for step in steps if step["title"] == "Look in all documents"]
    assert told["rows"] == 4
    assert told["note"].endswith("all are searched. Dropped: organizations (Northwind Inc.).")
    details = dict(StepView(run.steps.get(title="Look in all documents")).details)
    assert details["dropped"] == "organizations (Northwind Inc.)"
    assert "say little of it" in details["note"]


@pytest.mark.parametrize("mode", [Run.Mode.AUTO, Run.Mode.FACTS, Run.Mode.MAP])
def test_figures_of_others_are_no_answer_about_a_company_that_no_document_mentions(
    workspace, user, hash_embedder, mode
):
    question = "What was Fabrikam's revenue in 2019?"
    run = RunFactory(workspace=workspace, user=user, question=question, mode=mode)
    execute(run.pk, models=Models(NoModel(), hash_embedder))
    run.refresh_from_db()
    assert not run.answered
    assert run.answer == "No document mentions Fabrikam: check the name, or upload a document about it."
    assert run.result["coverage"]["considered"] == 3
