"""Questions that rules are in doubt of, read by a scripted model."""

from datetime import date
from decimal import Decimal

import pytest

from agentic.map_route import Models
from agentic.models import Run
from agentic.question_reading import QuestionReading, read_by_model
from agentic.runs import execute
from agentic.trace import Trace
from llm.errors import BadOutput, Timeout
from llm.fakes import ScriptedChatModel
from llm.none import NoModel
from retrieval.analysis import analyse
from tests.factories import DocumentFactory, EntityFactory, MetricFactory, PageFactory, RunFactory

DOUBTFUL = "What did the Cupertino firm and Contoso say of margins during the pandemic?"


@pytest.fixture
def read(workspace, user):
    """The analysis after the model has given `reply`, and the step of the trace."""
    document = DocumentFactory(workspace=workspace, topics=["Gross margin"])
    EntityFactory(document=document, entity_name="Northwind Inc.", role="subject")
    EntityFactory(document=document, entity_name="Ann Example", entity_type="person")

    def ask(reply, question=DOUBTFUL, history=()):
        run = RunFactory(workspace=workspace, user=user, question=question)
        analysis = analyse(question, workspace=workspace, history=history)
        with ScriptedChatModel([reply]) as chat:
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
@pytest.mark.parametrize("chat", [NoModel(), ScriptedChatModel([])])
def test_no_model_is_asked_where_there_is_none_or_rules_are_sure(workspace, user, chat):
    question = DOUBTFUL if chat.tier == "none" else "What was revenue in 2022?"
    run = RunFactory(workspace=workspace, user=user, question=question)
    analysis = analyse(question, workspace=workspace)
    read = read_by_model(analysis, workspace=workspace, history=(), chat=chat, trace=Trace(run))
    assert read is analysis
    assert not run.steps.exists()


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
    reading = QuestionReading(
        question="What was the revenue of Northwind in 2024?", organizations=["Northwind"]
    )
    with ScriptedChatModel([reading]) as chat:
        execute(run.pk, models=Models(chat, hash_embedder))
    run.refresh_from_db()
    assert (run.route, run.answered) == (Run.Mode.FACTS, True)
    assert "$4.2 million" in run.answer
    assert [step.output.get("reader") for step in run.steps.filter(kind="analyse")] == ["rules", "model"]
