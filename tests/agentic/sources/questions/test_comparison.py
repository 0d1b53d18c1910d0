"""A source beside documents."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from django.core.management import call_command

from agentic.inquiry import Models
from agentic.runs import continue_run, execute, start_run
from agentic.sources.questions.comparison import measure_compared, with_year
from agentic.sources.registering.services import add_source
from llm.providers.none import NoModel
from tests.cases import every_case
from tests.factories import (
    DocumentFactory,
    EntityFactory,
    MetricFactory,
    PageFactory,
    RunFactory,
    TableRowFactory,
)


@every_case(
    "question, measure",
    [
        ("How does the ledger's revenue for Q2 compare with the report's?", "revenue for Q2"),
        ("How does the report's revenue for Q2 compare with the ledger's?", "revenue for Q2"),
        ("How does revenue in the ledger compare to that in the documents?", "revenue"),
        ("Compare the ledger database's revenue in 2024 with the filings", "revenue in 2024"),
        ("Does the ledger's revenue match the report's?", "revenue"),
        ("Does the Q2 2024 revenue in our ledger match the report?", "revenue in Q2 2024"),
        ("What is the difference between the ledger's and the report's rent for Q2?", "rent for Q2"),
        ("Is the revenue for Q1 2024 in the report the same as in the ledger?", "revenue for Q1 2024"),
        ("What do the ledger and the report say about salaries in Q2 2024?", "salaries in Q2 2024"),
        ("Ledger vs report: salaries in Q2 2024", "salaries in Q2 2024"),
        ("Does the report agree with the ledger on rent in Q1 2024?", "rent in Q1 2024"),
        ("Do the ledger and the report give the same number of employees?", "number of employees"),
        ("How does the revenue in the ledger compare with the report in 2024?", "revenue in 2024"),
        ("Which documents agree with the ledger?", ""),
        ("Does the report mention the ledger?", ""),
        ("Do the ledger and the report agree?", ""),
        ("How does the journal's revenue compare with the report's?", ""),
        ("What is the ledger's revenue for Q2?", ""),
        ("How does the ledger's revenue compare with last year's?", ""),
    ],
)
def test_what_is_compared(question, measure):
    assert measure_compared(question, "ledger") == measure


def test_a_word_that_a_source_is_called_too_names_it_behind_an_article_or_with_an_s_alone():
    assert not measure_compared("How do sales in the report compare with those of last year?", "sales")
    assert (
        measure_compared("How does the sales database's rent compare with the report's?", "sales") == "rent"
    )


@pytest.mark.django_db(transaction=True)
def test_both_are_answered_each_with_its_proof(user, workspace, tmp_path, hash_embedder, settings, capsys):
    settings.RAGSITE_HOME = tmp_path / "home"
    path = tmp_path / "ledger.sqlite"
    with closing(sqlite3.connect(path)) as made:
        made.executescript(
            "CREATE TABLE bookings (id integer PRIMARY KEY, booked_on date, revenue integer);"
            "INSERT INTO bookings VALUES (1, '2024-04-10', 700), (2, '2024-06-30', 550),"
            " (3, '2023-07-01', 9);"
        )
    add_source(
        user=user, workspace=workspace, name="ledger", kind="sqlite", paths=[str(path)], is_trusted=True
    )
    quote = "Acme's revenue was $4.2 million in 2024."
    document = DocumentFactory(workspace=workspace, filename="annual report.pdf")
    EntityFactory(document=document, entity_name="Acme", role="subject")
    PageFactory(document=document, text=quote)
    MetricFactory(document=document, quote=quote, page=1, anchored=True)
    question = "How does the ledger's revenue in 2024 compare with the report's?"
    run = start_run(user=user, workspace=workspace, question=question)
    assert (run.mode, run.source.name) == ("source", "ledger")
    execute(run.pk, models=Models(NoModel(), hash_embedder))
    run.refresh_from_db()
    assert run.answered, run.answer
    ledger, report, apart = run.answer.split("\n\n")
    assert "1250" in ledger
    assert "$4.2 million" in report
    assert "1250 − 4,200,000 = −4,198,750 (−100.0% of theirs)" in apart
    statuses = {number["text"]: number["status"] for number in run.result["numbers"]}
    assert statuses["1250"] == "computed"
    assert statuses["$4.2 million"] == "exact"
    for number in run.result["numbers"]:
        assert run.answer[number["start"] : number["end"]] == number["text"]
    assert [citation["quote"] for citation in run.result["citations"]] == [quote]
    call_command("ask", question, workspace="mine", user=user.get_username(), llm="none")
    told = capsys.readouterr().out
    assert "From “ledger”" in told
    assert "From the documents" in told


@pytest.mark.django_db(transaction=True)
def test_one_side_alone_is_said_to_be_that(user, workspace, tmp_path, hash_embedder, settings):
    settings.RAGSITE_HOME = tmp_path / "home"
    path = tmp_path / "ledger.sqlite"
    with closing(sqlite3.connect(path)) as made:
        made.executescript("CREATE TABLE towns (id integer PRIMARY KEY, name text);")
    add_source(
        user=user, workspace=workspace, name="ledger", kind="sqlite", paths=[str(path)], is_trusted=True
    )
    quote = "Acme's revenue was $4.2 million in 2024."
    document = DocumentFactory(workspace=workspace, filename="annual report.pdf")
    EntityFactory(document=document, entity_name="Acme", role="subject")
    PageFactory(document=document, text=quote)
    MetricFactory(document=document, quote=quote, page=1, anchored=True)
    question = "How does the ledger's revenue in 2024 compare with the report's?"
    run = start_run(user=user, workspace=workspace, question=question)
    execute(run.pk, models=Models(NoModel(), hash_embedder))
    run.refresh_from_db()
    assert run.answered
    assert not run.result["fit"]["covers"]
    assert run.result["fit"]["missing"][0].startswith("From “ledger” there is no answer")


@pytest.mark.django_db(transaction=True)
def test_what_the_source_asks_back_is_asked_before_both_are_told(
    user, workspace, tmp_path, hash_embedder, settings
):
    settings.RAGSITE_HOME = tmp_path / "home"
    path = tmp_path / "ledger.sqlite"
    with closing(sqlite3.connect(path)) as made:
        made.executescript(
            "CREATE TABLE trips (id integer PRIMARY KEY, booked_on date, begun_on date, revenue integer);"
            "INSERT INTO trips VALUES (1, '2024-04-10', '2024-05-10', 700),"
            " (2, '2024-06-30', '2025-06-30', 5)"
        )
    add_source(
        user=user, workspace=workspace, name="ledger", kind="sqlite", paths=[str(path)], is_trusted=True
    )
    DocumentFactory(workspace=workspace, filename="annual report.pdf")
    question = "How does the ledger's revenue in 2024 compare with the report's?"
    run = start_run(user=user, workspace=workspace, question=question)
    execute(run.pk, models=Models(NoModel(), hash_embedder))
    run.refresh_from_db()
    labels = [each["label"] for each in run.result["clarify"]["options"]]
    assert labels == ["trips.booked_on", "trips.begun_on"]
    continue_run(user=user, run=run, option="2", queued=False)
    execute(run.pk, models=Models(NoModel(), hash_embedder))
    run.refresh_from_db()
    assert "**700**" in run.answer
    assert "From the documents" in run.answer


@pytest.mark.django_db
def test_a_quarter_without_a_year_is_the_newest_that_documents_give(user, workspace):
    document = DocumentFactory(workspace=workspace)
    for year, quarter in ((2023, 2), (2024, 2), (2025, 1)):
        MetricFactory(document=document, fiscal_year=year, fiscal_quarter=quarter, anchored=True)
    run = RunFactory(user=user, workspace=workspace)
    assert with_year("revenue for Q2", run) == "revenue for Q2 2024"
    assert with_year("revenue in the first quarter", run) == "revenue in the Q1 2025"
    assert with_year("revenue for Q2 2023", run) == "revenue for Q2 2023"
    assert with_year("revenue for Q3", run) == "revenue for Q3"


@pytest.mark.django_db(transaction=True)
def test_a_sheet_is_not_compared_with_itself(user, workspace, hash_embedder, settings, tmp_path):
    settings.RAGSITE_HOME = tmp_path / "home"
    sheet = DocumentFactory(workspace=workspace, filename="ledger.pdf")
    other = DocumentFactory(workspace=workspace, filename="report.pdf")
    PageFactory(document=other, text="Nothing is told of money here.")
    quote = "Acme's revenue was $4.2 million in 2024."
    EntityFactory(document=sheet, entity_name="Acme", role="subject")
    PageFactory(document=sheet, text=quote)
    MetricFactory(document=sheet, quote=quote, page=1, anchored=True)
    TableRowFactory(document=sheet, table="Income", row=0, label="Acme", properties={"Revenue": 9})
    add_source(user=user, workspace=workspace, name="ledger", kind="document", document=sheet.pk)
    run = start_run(
        user=user, workspace=workspace, question="How does the ledger's revenue compare with the report's?"
    )
    execute(run.pk, models=Models(NoModel(), hash_embedder))
    run.refresh_from_db()
    assert "From the documents" in run.answer
    assert quote not in [citation["quote"] for citation in run.result["citations"]], run.answer
