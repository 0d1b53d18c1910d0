import pytest

from llm.budget import BudgetedChatModel
from llm.errors import BudgetExceeded, Timeout, Transient
from llm.fakes import ScriptedChatModel
from llm.types import Budget
from tests.llm.requests import ask


def test_a_call_too_many_is_not_made():
    with ScriptedChatModel(["one", "two"]) as script:
        chat = BudgetedChatModel(script, Budget(calls=2))
        chat.complete(ask())
        chat.complete(ask())
        with pytest.raises(BudgetExceeded, match="2 calls"):
            chat.complete(ask())


def test_a_failed_call_counts():
    chat = BudgetedChatModel(ScriptedChatModel([Transient("away"), "late"]), Budget(calls=1))
    with pytest.raises(Transient):
        chat.complete(ask())
    with pytest.raises(BudgetExceeded):
        chat.complete(ask())


def test_tokens_are_charged_and_end_it():
    budget = Budget(tokens=12)
    chat = BudgetedChatModel(ScriptedChatModel(["a b c d e f g h", "more"]), budget)
    chat.complete(ask("Tell me all."))
    assert budget.tokens_left <= 0
    with pytest.raises(BudgetExceeded, match="12 tokens"):
        chat.complete(ask())


def test_a_reply_may_be_no_longer_than_what_is_left():
    script = ScriptedChatModel(["short"])
    BudgetedChatModel(script, Budget(tokens=50)).complete(ask(max_tokens=1000))
    assert script.requests[0].max_tokens == 50


def test_a_call_may_take_no_longer_than_what_is_left():
    script = ScriptedChatModel(["one", "two"])
    chat = BudgetedChatModel(script, Budget(seconds=30))
    chat.complete(ask())
    chat.complete(ask(timeout=5))
    assert 0 < script.requests[0].timeout <= 30
    assert script.requests[1].timeout == 5


def test_seconds_run_from_the_beginning():
    with pytest.raises(BudgetExceeded, match="seconds"):
        BudgetedChatModel(ScriptedChatModel([]), Budget(seconds=0)).complete(ask())


def test_a_timeout_at_the_end_of_the_budget_is_the_budgets():
    budget = Budget(seconds=30)

    class Late(ScriptedChatModel):
        def complete(self, request):
            budget.started -= 60
            return super().complete(request)

    with pytest.raises(BudgetExceeded):
        BudgetedChatModel(Late([Timeout("late")]), budget).complete(ask())
