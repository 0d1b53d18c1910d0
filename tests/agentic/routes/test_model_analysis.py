"""Questions that rules are in doubt of, read by a scripted model."""

from datetime import date
from decimal import Decimal

import pytest
from django.utils import timezone

from agentic.inquiry import Models
from agentic.models import Run
from agentic.routes.model_analysis import BriefFollowUp, BriefReading, QuestionReading, read_by_model
from agentic.runs import execute
from agentic.trace import Trace
from llm.errors import BadOutput, Timeout
from llm.fakes import ScriptedChatModel
from llm.providers.none import NoModel
from retrieval.question.analyse import analyse
from tests.factories import (
    ChunkFactory,
    DocumentFactory,
    EntityFactory,
    MetricFactory,
    PageFactory,
    RunFactory,
)

DOUBTFUL = "What did the Cupertino firm and Contoso say of margins during the pandemic?"


@pytest.fixture
def read(workspace, user):
    """The analysis after the model has given `reply`, and the step of the trace."""
    document = DocumentFactory(workspace=workspace, topics=["Gross margin"])
    EntityFactory(document=document, entity_name="Northwind Inc.", role="subject")
    EntityFactory(document=DocumentFactory(workspace=workspace), entity_name="Tailspin Ltd", role="subject")
    EntityFactory(document=document, entity_name="Ann Example", entity_type="person")

    def ask(reply, question=DOUBTFUL, history=(), tier="gemini"):
        run = RunFactory(workspace=workspace, user=user, question=question)
        analysis = analyse(question, workspace=workspace, history=history)
        with ScriptedChatModel([reply], tier=tier) as chat:
            found = read_by_model(analysis, workspace=workspace, history=history, chat=chat, trace=Trace(run))
        ask.requests = chat.requests
        return found, run.steps.get()

    return ask


@pytest.mark.django_db
def test_what_the_documents_hold_is_taken(read):
    reading = QuestionReading(
        organizations=["Northwind"],
        people=["Ann Example"],
        topics=["gross margin"],
        document_types=["financial_report"],
        date_from="2020-03-01",
        date_to="2021-12-31",
    )
    analysis, step = read(reading)
    assert [mention.name for mention in analysis.organizations] == ["Northwind Inc."]
    assert [mention.name for mention in analysis.people] == ["Ann Example"]
    assert [mention.name for mention in analysis.topics] == ["Gross margin"]
    assert (analysis.date_from, analysis.date_to) == (date(2020, 3, 1), date(2021, 12, 31))
    assert analysis.likely_document_types == ("financial_report",)
    assert (analysis.reader, step.output["dropped"]) == ("model", [])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("reading", "said"),
    [
        ({"organizations": ["Fabrikam"]}, "no document names the organization “Fabrikam”"),
        ({"people": ["Bob Sample"]}, "no document names the person “Bob Sample”"),
        ({"date_from": "2020-13-45"}, "are no dates"),
        ({"date_from": "2021-01-01", "date_to": "2020-01-01"}, "2021-01-01 is after 2020-01-01"),
        ({"document_types": ["novel"]}, "“novel” is no type of document"),
        ({"question": "What did Litware say of margins in 2020?"}, "brings in Litware, 2020"),
    ],
)
def test_what_cannot_be_grounded_is_dropped_and_said(read, reading, said):
    analysis, step = read(QuestionReading(**reading))
    assert analysis.reader == "rules"
    assert analysis.question == DOUBTFUL
    assert (analysis.organizations, analysis.people, analysis.time_references) == ((), (), ())
    assert any(said in dropped for dropped in step.output["dropped"])


@pytest.mark.django_db
def test_dates_of_a_question_that_speaks_of_no_time_are_dropped(read):
    question = "What did Contoso and Fabrikam agree with Litware?"
    analysis, step = read(QuestionReading(date_from="2020-01-01"), question)
    assert analysis.time_references == ()
    assert "speaks of no time" in step.output["dropped"][0]


@pytest.mark.django_db
def test_a_wording_that_names_only_what_was_said_is_read_by_the_rules(read):
    history = [
        {"role": "user", "text": "What was the gross margin of Northwind in 2022?"},
        {"role": "assistant", "text": "It was 40% [1]."},
    ]
    reading = QuestionReading(question="What drove the gross margin of Northwind in 2022?")
    analysis, _ = read(reading, "What lay behind those developments at Contoso and Litware?", history)
    assert [m.name for m in analysis.measures] == ["gross_profit"]
    assert [p.fiscal_year for p in analysis.periods] == [2022]
    assert analysis.is_analytical


@pytest.mark.django_db
@pytest.mark.parametrize("failure", [Timeout("The model took too long."), BadOutput("Not JSON.")])
def test_a_model_that_fails_leaves_the_rules_reading(read, failure):
    analysis, step = read(failure)
    assert (analysis.reader, analysis.question) == ("rules", DOUBTFUL)
    assert "The rules’ reading stays." in step.error


@pytest.mark.django_db
def test_the_part_of_the_prompt_that_stays_the_same_comes_first(read):
    read(QuestionReading())
    (request,) = read.requests
    assert request.role == "fast"
    assert DOUBTFUL not in request.system
    assert request.messages[-1].text.endswith(f"Question: {DOUBTFUL}")


@pytest.mark.django_db
def test_a_model_that_takes_too_long_is_given_up(read, settings):
    settings.RAGSITE_ANALYSIS_SECONDS = 7
    analysis, step = read(Timeout("The model's server did not answer in time."))
    (request,) = read.requests
    assert request.timeout == 7
    assert analysis.reader == "rules"
    assert step.error == "The model took more than 7 s over it. The rules’ reading stays."


@pytest.mark.django_db
def test_a_small_model_is_asked_for_little(read):
    reading = BriefReading(date_from="2020-03-01", date_to="2021-12-31")
    analysis, _ = read(reading, tier="local")
    assert (analysis.date_from, analysis.date_to) == (date(2020, 3, 1), date(2021, 12, 31))
    history = [{"role": "user", "text": "What was the margin of Tailspin and Contoso?"}]
    read(BriefFollowUp(), "What did Litware say of those things?", history, tier="local")
    (request,) = read.requests
    assert set(request.output.model_fields) == {"organizations", "date_from", "date_to", "question"}


@pytest.mark.django_db
def test_a_small_model_is_not_believed_whom_a_name_stands_for(read):
    analysis, _ = read(BriefReading(organizations=["Northwind"]), tier="local")
    assert analysis.organizations == ()
    question = "What did Litware and the Northwind people say during the pandemic?"
    analysis, _ = read(BriefReading(organizations=["Northwind"]), question, tier="local")
    assert [mention.name for mention in analysis.organizations] == ["Northwind Inc."]


@pytest.mark.django_db
@pytest.mark.parametrize("days", [("2026-03-04", "2026-03-04"), ("2026-03-04", ""), ("", "2026-03-04")])
def test_the_day_of_the_question_is_no_time_that_it_asks_for(read, monkeypatch, days):
    monkeypatch.setattr(timezone, "localdate", lambda: date(2026, 3, 4))
    analysis, step = read(QuestionReading(date_from=days[0], date_to=days[1]))
    assert analysis.time_references == ()
    assert "today is when" in step.output["dropped"][0]


@pytest.mark.django_db
def test_an_organization_for_which_nothing_stands_in_the_question_is_dropped(read):
    question = "What happened to everything lately?"
    analysis, step = read(QuestionReading(organizations=["Northwind"]), question)
    assert analysis.organizations == ()
    assert step.output["dropped"] == ["nothing in the question stands for “Northwind”"]


@pytest.fixture
def unread(workspace, user):
    """Whether no model is asked about a question; `subjects`: organizations with documents about them."""

    def ask(question, *, subjects=("Northwind Inc.", "Tailspin Ltd"), chat=None, history=()):
        for name in subjects:
            EntityFactory(document__workspace=workspace, entity_name=name, role="subject")
        run = RunFactory(workspace=workspace, user=user, question=question)
        analysis = analyse(question, workspace=workspace)
        chat = chat or ScriptedChatModel([QuestionReading()], tier="gemini")
        found = read_by_model(analysis, workspace=workspace, history=history, chat=chat, trace=Trace(run))
        return found is analysis and not run.steps.exists()

    return ask


@pytest.mark.django_db
def test_no_model_is_asked_where_there_is_none_or_rules_are_sure(unread):
    assert unread(DOUBTFUL, chat=NoModel())
    assert unread("What was revenue in 2022?")
    assert not unread(DOUBTFUL)


@pytest.mark.django_db
def test_no_model_is_asked_where_it_is_given_no_time(unread, settings):
    settings.RAGSITE_ANALYSIS_SECONDS = 0
    assert unread(DOUBTFUL)


@pytest.mark.django_db
def test_no_model_is_asked_whom_a_name_stands_for_where_there_is_one_organization(unread):
    assert unread("Are there risks with Contoso and Litware?", subjects=["Northwind Inc."])
    assert not unread("Are there risks with Contoso and Litware?", subjects=["Tailspin Ltd"])


@pytest.mark.django_db
def test_no_model_is_asked_about_a_name_that_stands_in_the_text(unread, workspace):
    ChunkFactory(document__workspace=workspace, text="Contoso buys all of its pumps from Litware.")
    assert unread("Are there risks with Contoso and Litware?")
    assert not unread("Are there risks with Fabrikam and Proseware?")


@pytest.mark.django_db
@pytest.mark.parametrize(("tier", "silent"), [("local", True), ("gemini", False)])
def test_a_small_model_is_not_asked_when_recently_was(unread, tier, silent):
    chat = ScriptedChatModel([BriefReading() if tier == "local" else QuestionReading()], tier=tier)
    assert unread("Has anything improved recently?", chat=chat) is silent
    chat = ScriptedChatModel([BriefReading() if tier == "local" else QuestionReading()], tier=tier)
    assert not unread("Has anything improved during the pandemic?", chat=chat)


@pytest.mark.django_db
def test_what_a_question_points_to_is_asked_only_in_a_conversation(unread):
    assert unread("Do they need to be insured?")
    said = [{"role": "user", "text": "What about the pumps?"}]
    assert not unread("Do they need to be insured?", history=said)


@pytest.mark.django_db(transaction=True)  # statements run as the reader, who sees committed rows only
def test_rules_answer_what_the_model_has_put_in_their_words(workspace, user, hash_embedder):
    document = DocumentFactory(workspace=workspace, organizations=["Northwind Inc."])
    EntityFactory(document=document, entity_name="Northwind Inc.", role="subject")
    PageFactory(document=document, text="Revenue in 2024 was $4.2 million.")
    MetricFactory(
        document=document, entity_name="Northwind Inc.", page=1, quote="$4.2 million",
        numeric_value=Decimal(4_200_000),
    )  # fmt: skip
    run = RunFactory(
        workspace=workspace, user=user, question="What did the Bergen firm of Contoso take in during 2024?"
    )
    EntityFactory(document=DocumentFactory(workspace=workspace), entity_name="Tailspin Ltd", role="subject")
    reading = QuestionReading(
        question="What was the revenue of Northwind in 2024?", organizations=["Northwind"]
    )
    with ScriptedChatModel([reading], tier="gemini") as chat:
        execute(run.pk, models=Models(chat, hash_embedder))
    run.refresh_from_db()
    assert (run.route, run.answered) == (Run.Mode.FACTS, True)
    assert "$4.2 million" in run.answer
    assert [step.output.get("reader") for step in run.steps.filter(kind="analyse")] == ["rules", "model"]
