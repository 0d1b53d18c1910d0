"""What is remembered: the routes that answered, and what a conversation came to."""

import uuid

import pytest

from agentic.models import RouteSuccess
from agentic.search.carried import MOST_DECISIONS, as_line, carried_on
from agentic.search.decisions import rules
from agentic.search.decisions.steps import Decomposition
from agentic.search.memory import LEAST, best_route, kind_of
from tests.factories import RouteSuccessFactory

pytestmark = pytest.mark.django_db(transaction=True)
BY_WORDS = Decomposition(intent="qa", terms=["cabinet"])


def test_the_route_that_answered_is_counted_by_kind_of_question(search, receipts):
    search("List every tire purchase receipt")
    search("List all documents about unicorns")
    row = RouteSuccess.objects.get(kind="list by fields", route="structured")
    assert (row.asked, row.answered, row.asked_back) == (2, 1, 0)
    fallbacks = RouteSuccess.objects.filter(is_fallback=True)
    assert set(fallbacks.values_list("route", "answered")) >= {("hybrid", 0)}


def test_a_route_that_answered_such_questions_goes_first_where_rules_are_not_sure(workspace):
    assert best_route(workspace, BY_WORDS) is None
    assert rules.route_of(BY_WORDS).route == "long-text"
    kind = kind_of(BY_WORDS)
    RouteSuccessFactory(workspace=workspace, kind=kind, route="long-text", asked=20, answered=4)
    RouteSuccessFactory(workspace=workspace, kind=kind, route="hybrid", asked=LEAST - 1, answered=LEAST - 1)
    assert best_route(workspace, BY_WORDS) == "long-text"
    RouteSuccess.objects.filter(route="hybrid").update(asked=10, answered=9)
    assert best_route(workspace, BY_WORDS) == "hybrid"
    choice = rules.route_of(BY_WORDS, best_route(workspace, BY_WORDS))
    assert (choice.route, choice.fallback) == ("hybrid", ["long-text"])


def test_rows_are_not_asked_for_without_a_condition_however_often_they_answered():
    assert rules.route_of(BY_WORDS, "structured").route == "long-text"


def test_rules_that_are_sure_do_not_ask_what_was_before():
    asked = Decomposition(intent="list", constraints={"kind": {"op": "in", "value": ["receipt"]}})
    assert rules.route_of(asked, "long-text").route == "structured"


def test_a_conversation_goes_on_with_conditions_and_not_with_text(search, receipts):
    talk = uuid.uuid4()
    run = search("What is the total quantity of tires purchased?", session=talk)
    carried = run.result["carried"]
    assert (carried["function"], carried["measure"]) == ("sum", "quantity")
    run = search("and by vendor?", session=talk)
    assert [row[:2] for row in run.result["tables"][0]["rows"]] == [["Kellin Garage", "6"]]
    run = search("only in June 2024", session=talk)
    assert "2" in {number["text"] for number in run.result["numbers"]}, run.answer
    assert len(run.result["carried"]["decisions"]) == 3


def test_what_is_carried_stays_short_however_long_the_conversation():
    carried = {}
    for number in range(40):
        asked = Decomposition(
            intent="list", constraints={"vendor": {"op": "=", "value": f"Vendor {number} with a long name"}}
        )
        carried = carried_on(carried, asked, [{"label": f"Year: {number}"}], True)
    assert len(carried["decisions"]) == MOST_DECISIONS
    assert carried["entities"][-1] == "Vendor 39 with a long name"
    assert len(as_line(carried)) <= 400


def test_a_question_of_its_own_takes_nothing_from_the_one_before(search, receipts):
    talk = uuid.uuid4()
    search("List every tire purchase receipt", session=talk)
    run = search("What did we spend on engine oil in 2024?", session=talk)
    assert "€42.90" in {number["text"] for number in run.result["numbers"]}
