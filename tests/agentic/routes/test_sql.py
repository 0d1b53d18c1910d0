"""The loop of the SQL agent, with a scripted model and a real database."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from agentic.models import RunStep
from agentic.routes.sql import Decision, run_sql_agent
from agentic.sql.schema import schema_text
from agentic.trace import Stopped, Trace
from agentic.verification.verify import verify
from llm.errors import BadOutput
from llm.fakes import ScriptedChatModel
from retrieval.question.analyse import analyse
from retrieval.scope.model import Scope
from retrieval.scope.prefilter import prefilter
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)
TOP = (
    "SELECT d.filename, m.numeric_value, m.unit FROM metrics m JOIN documents d ON d.id = m.document_id "
    "WHERE m.canonical_name = 'revenue' ORDER BY m.numeric_value DESC LIMIT 1"
)


def query(sql, why="Look"):
    return Decision(explanation=why, action="query", sql=sql)


def answer(text):
    return Decision(explanation="Done", action="answer", answer=text)


@pytest.fixture
def trace(user, workspace):
    return Trace(factories.RunFactory(user=user, workspace=workspace))


@pytest.fixture
def revenues(workspace):
    """Two documents with revenue; the larger is big.txt's."""
    for name, value in (("small.txt", 1_000_000), ("big.txt", 3_226_773_000)):
        document = factories.DocumentFactory(workspace=workspace, filename=name)
        factories.MetricFactory(
            document=document,
            value=f"{value // 1000:,}",
            numeric_value=Decimal(value),
            scale=Decimal(1000),
            quote=f"Revenue {value // 1000:,}",
        )


def statements(trace):
    return RunStep.objects.filter(run=trace.run, kind="sql")


def ask(workspace, trace, *decisions, question="Which is largest?", **options):
    with ScriptedChatModel(decisions) as chat:
        draft, evidence = run_sql_agent(
            question, scope=Scope.of(workspace), chat=chat, trace=trace, **options
        )
    return draft, evidence, chat


def test_answers_from_rows_that_lead_to_their_pages(workspace, trace, revenues):
    draft, evidence, chat = ask(workspace, trace, query(TOP), answer("big.txt, with 3,226,773,000 USD [1]."))

    assert draft.answered
    (span,) = evidence.spans
    assert (span.filename, span.page, span.kind, span.quote) == ("big.txt", 1, "metric", "Revenue 3,226,773")
    assert evidence.tables[0].spans == (span,)
    assert "[1] | big.txt | 3,226,773,000 | USD" in chat.requests[1].messages[-1].text
    assert [n.status for n in verify(draft, evidence).numbers] == ["exact"]


def test_each_statement_is_a_step(workspace, trace, revenues):
    ask(workspace, trace, query(TOP, "Sort by revenue"), answer("big.txt [1]."))

    (step,) = statements(trace)
    assert (step.kind, step.title, step.rows) == ("sql", "Sort by revenue", 1)
    assert step.sql.startswith("SELECT d.filename")


def test_what_the_model_is_at_is_a_step_as_well(workspace, trace, revenues):
    ask(workspace, trace, query("SELECT revenu FROM metrics"), query(TOP), query(TOP), "It is big.txt [1].")

    steps = RunStep.objects.filter(run=trace.run)
    assert [(step.kind, step.title) for step in steps] == [
        ("write", "Write SQL"),
        ("sql", "Look"),
        ("write", "Write SQL again"),
        ("sql", "Look"),
        ("read", "Read the rows and decide what is next"),
        ("compose", "Write the answer from the rows"),
    ]
    assert steps[0].output == {"action": "query", "explanation": "Look"}


def test_a_step_of_the_model_is_there_as_it_begins(workspace, trace, revenues):
    class Watched(ScriptedChatModel):
        def complete(self, request):
            running.append(RunStep.objects.get(run=trace.run, seconds=None).doing)
            return super().complete(request)

    running = []
    chat = Watched([query(TOP), answer("big.txt [1].")])
    run_sql_agent("Which?", scope=Scope.of(workspace), chat=chat, trace=trace)
    assert running == ["Writing SQL", "Reading the rows"]


def test_sees_its_errors_and_mends_them(workspace, trace, revenues):
    _, evidence, chat = ask(
        workspace,
        trace,
        query("SELECT revenu FROM metrics"),
        query("SELECT * FROM auth_user"),
        query(TOP),
        answer("big.txt [1]."),
    )

    told = [request.messages[-1].text for request in chat.requests]
    assert 'column "revenu" does not exist' in told[1]
    assert "auth_user cannot be queried" in told[2]
    assert len(evidence.tried) == 3
    assert [bool(step.error) for step in statements(trace)] == [True, True, False]


def test_repeating_itself_means_that_it_has_its_rows(workspace, trace, revenues):
    draft, _, chat = ask(workspace, trace, query(TOP), query(f"{TOP};"), "It is big.txt [1].")

    assert draft.text == "It is big.txt [1]."
    assert chat.requests[2].output is None
    assert statements(trace).count() == 1


def test_repeating_what_gave_nothing_ends_the_loop(workspace, trace):
    draft, *_ = ask(workspace, trace, *[query(TOP)] * 4)

    assert not draft.answered
    assert statements(trace).count() == 1


def test_is_told_the_columns_it_may_use(workspace, trace, revenues):
    _, _, chat = ask(workspace, trace, query("SELECT sum FROM figures"), query(TOP), answer("big.txt [1]."))

    assert "The columns are figures(document_id, filename" in chat.requests[1].messages[-1].text


def test_statements_are_limited(workspace, trace, revenues):
    decisions = [query(f"SELECT {n} AS n") for n in range(3)] + [answer("Two.")]
    _, _, chat = ask(workspace, trace, *decisions, limit=2)

    assert "No more statements" in chat.requests[3].messages[-1].text
    assert statements(trace).count() == 2


def test_an_answer_without_rows_is_none(workspace, trace):
    draft, evidence, _ = ask(workspace, trace, answer("It is 42."), query(TOP), answer("It is 42."))

    assert not draft.answered
    assert "42" not in draft.text
    assert evidence.tried == ("Look: 0 rows",)


def test_rules_tell_what_the_question_names(workspace, trace):
    factories.MetricFactory(document__workspace=workspace, document__bucket="invoices", entity_name="O'Neil")
    chat = ScriptedChatModel([Decision(explanation="", action="give_up")])
    question = "Which invoice of O'Neil has the highest revenue in Q3 2024?"

    run_sql_agent(question, scope=Scope.of(workspace), chat=chat, trace=trace)

    assert chat.requests[0].messages[0].text.split("\n")[1] == (
        "In SQL: measure = 'revenue'; entity_name = 'O''Neil'; bucket = 'invoices'; "
        "fiscal_year = 2024 AND fiscal_quarter = 3"
    )


def test_count_has_no_row_to_cite(workspace, trace, revenues):
    count = query("SELECT count(*) AS n FROM figures")
    draft, evidence, _ = ask(workspace, trace, count, answer("There are 2 figures [1]."))

    assert draft.text == "There are 2 figures."
    assert [number.status for number in verify(draft, evidence).numbers] == ["computed"]


def test_a_count_over_no_rows_is_no_answer(workspace, trace, revenues):
    count = query("SELECT count(*) AS n FROM figures WHERE measure = 'patents'")
    draft, _, chat = ask(workspace, trace, count, answer("There are 0 patents."))

    assert not draft.answered
    assert "answers nothing" in chat.requests[1].messages[-1].text


def test_how_often_a_topic_is_stored_answers_no_question_about_content(workspace, trace, revenues):
    factories.TopicFactory(document__workspace=workspace, topic_name="patents")
    count = query("SELECT count(*) AS n FROM topics WHERE topic_name = 'patents'")
    draft, *_ = ask(workspace, trace, count, answer("It is 1."))

    assert not draft.answered


def test_counting_persons_answers_a_question_for_persons(workspace, trace, revenues):
    factories.EntityFactory(document__workspace=workspace, entity_type="person")
    count = query("SELECT count(*) AS n FROM entities WHERE entity_type = 'person'")
    draft, *_ = ask(
        workspace, trace, count, answer("There is 1 person."), question="How many persons are named?"
    )

    assert draft.answered


def test_giving_up_says_why(workspace, trace):
    draft, *_ = ask(workspace, trace, Decision(explanation="No such figures.", action="give_up"))

    assert not draft.answered
    assert "No such figures." in draft.text


def test_forgotten_marks_are_added(workspace, trace, revenues):
    draft, *_ = ask(workspace, trace, query(TOP), answer("It is big.txt."))

    assert draft.text == "It is big.txt. [1]"


def test_nonsense_of_the_model_ends_the_loop(workspace, trace, revenues):
    draft, evidence, _ = ask(workspace, trace, query(TOP), BadOutput("no JSON"))

    text = verify(draft, evidence).text
    assert "- filename big.txt, numeric value 3,226,773,000, unit USD [1]" in text


def test_stop_is_obeyed(workspace, trace, revenues):
    trace.run.stop_requested = True
    trace.run.save()
    chat = ScriptedChatModel([query(TOP)])

    with pytest.raises(Stopped):
        run_sql_agent("Which?", scope=Scope.of(workspace), chat=chat, trace=trace)


def test_long_conversations_are_cut_to_what_the_model_holds(workspace, trace, revenues):
    decisions = [query(f"SELECT {n} AS n, repeat('x', 900) AS x") for n in range(6)] + [answer("One.")]
    with ScriptedChatModel(decisions, context_tokens=1600) as chat:
        run_sql_agent("Which?", scope=Scope.of(workspace), chat=chat, trace=trace)

    last = chat.requests[-1].messages
    assert last[0].text == "Question: Which?"
    assert 1 < len(last) < 13


def test_the_prompt_is_short_and_its_fixed_part_comes_first(workspace, other_workspace, trace, revenues):
    _, _, chat = ask(
        workspace, trace, query(TOP), answer("big.txt [1]."), schema_notes="Fiscal years end in June."
    )
    system = chat.requests[0].system

    assert len(system) < 1_200 * 3.5  # characters of about 1,200 tokens
    assert system.endswith("Fiscal years end in June.")
    assert chat.requests[1].system == system


def test_schema_names_what_the_workspace_holds(workspace, other_workspace, revenues):
    factories.MetricFactory(document__workspace=other_workspace, canonical_name="goodwill")

    text = schema_text(Scope.of(workspace))

    assert text.startswith("Views")
    assert "measure: revenue\n" in text
    assert "goodwill" not in text
    assert "unit: USD" in text


def test_the_model_thinks_hard_about_its_statements_and_its_answer(workspace, trace, revenues):
    _, _, chat = ask(workspace, trace, query(TOP), query(TOP), "It is big.txt [1].")

    assert [request.role for request in chat.requests] == ["deep"] * 3


def test_the_documents_that_fit_are_told_and_all_may_be_read(workspace, trace, revenues):
    small = workspace.documents.get(filename="small.txt")
    scope = replace(Scope.of(workspace), document_ids=(small.pk,))
    with ScriptedChatModel([query(TOP), answer("big.txt [1].")]) as chat:
        _, evidence = run_sql_agent("Which is largest?", scope=scope, chat=chat, trace=trace)

    told = chat.requests[0].messages[0].text
    assert f"Documents that fit the question (1 of 2; document_id and name): {small.pk} small.txt" in told
    assert told.index("small.txt") < told.index("data>>") < told.index("Question: Which is largest?")
    assert {span.filename for span in evidence.spans} == {"big.txt"}


def test_the_last_five_messages_are_told_in_a_fence_each_cut_short(workspace, trace, revenues):
    said = [{"role": role, "text": f"{n} {'x' * 400}"} for n, role in enumerate(["user", "assistant"] * 4)]
    _, _, chat = ask(workspace, trace, query(TOP), answer("big.txt [1]."), history=said)

    lines = chat.requests[0].messages[0].text.split("\n")
    assert [line[:9] for line in lines[1:4]] == ["Said befo", "assistant", "user: 4 x"]
    assert sum(line.startswith(("user:", "assistant:")) for line in lines) == 5
    assert max(map(len, lines)) < 320
    assert lines[0].startswith("<<data")
    assert lines[7].endswith("data>>")


def test_only_the_documents_that_the_user_chose_are_told_of_and_read(workspace, trace, revenues):
    small = workspace.documents.get(filename="small.txt")
    other = factories.MetricFactory(document__workspace=workspace, canonical_name="goodwill")
    scope = prefilter(analyse("", workspace=workspace), workspace=workspace, document_ids=[small.pk])
    with ScriptedChatModel([query(TOP), answer("small.txt [1].")]) as chat:
        draft, evidence = run_sql_agent("Which is largest?", scope=scope, chat=chat, trace=trace)
    assert {span.filename for span in evidence.spans} == {"small.txt"}
    assert "goodwill" not in chat.requests[0].system
    coverage = verify(draft, evidence).as_json()["coverage"]
    assert (coverage["considered"], coverage["matched"], coverage["read"]) == (1, 1, 1)
    assert other.document.filename not in evidence.tables[0].sql
    told = chat.requests[0].messages[0].text
    assert f"Only these documents can be read (1 of 3; document_id and name): {small.pk} small.txt" in told
