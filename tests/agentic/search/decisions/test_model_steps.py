"""Steps that a model decides: checked against what there is, bounded, and the same for both ways of
control.
"""

from collections import Counter

import pytest

from agentic.search.decisions.model_steps import (
    CHARACTERS_PER_TOKEN,
    ConditionReply,
    DecomposeReply,
    PlanReply,
    QueryReply,
    ReviewReply,
    RouteReply,
)
from agentic.search.decisions.steps import MOST_REVIEWS
from agentic.search.loop import LoopDecision
from llm.errors import BadOutput
from llm.fakes import ScriptedChatModel, scripted_reply
from tests.agentic.search.conftest import given, stored

pytestmark = pytest.mark.django_db(transaction=True)
OF_NOBODY = ConditionReply(field="vendor", op="=", value="Nobody")
OF_VENDOR = ConditionReply(field="vendor", op="=", value="Kellin Garage")
NOBODY_KNOWS = "List every zorble receipt with fribbles"


class Disobedient(ScriptedChatModel):
    """Replies the same to each schema, for ever; whatever is written is the same text."""

    def __init__(self, replies, text="It is 99 zorbles.", tier="openai"):
        super().__init__([], tier=tier)
        self.by_schema = {type(reply): reply for reply in replies}
        self.text = text

    def complete(self, request):
        self.requests.append(request)
        reply = self.text if request.output is None else self.by_schema.get(request.output)
        if reply is None:
            raise BadOutput("The reply does not fill the schema.")
        return scripted_reply(reply, request)


ENDLESS = (
    DecomposeReply(
        intent="list",
        constraints=[
            ConditionReply(field="secret_salary", op=">", value="3"),
            ConditionReply(field="Vendor", op="DROP", value="x"),
        ],
        measure="nothing_like_it",
        function="sum",
        group_by="moon",
        terms=["zorble"],
    ),
    RouteReply(route="structured", fallback=["structured"]),
    ReviewReply(status="more", reason="never enough", tool="search_text", query="tires"),
    LoopDecision(action="call", tool="delete_everything", query="x"),
)


def calls_of(run):
    return [
        step for step in run.steps.all() if step.input.get("tool") or step.title.startswith("Try a plan over")
    ]


@pytest.mark.parametrize("control", ["orchestrator", "loop"])
@pytest.mark.parametrize("tier", ["local", "openai"])
def test_a_model_that_disobeys_changes_nothing_but_the_trace(search, receipts, settings, control, tier):
    settings.RAGSITE_SEARCH_CONTROL = control
    chat = Disobedient(ENDLESS, tier=tier)
    run = search(NOBODY_KNOWS, chat=chat)
    assert run.status == "done", run.error
    assert not run.answered
    assert "99" not in run.answer
    assert len(calls_of(run)) <= 4
    asked = Counter(request.output.__name__ for request in chat.requests if request.output)
    assert asked["DecomposeReply"] <= 1
    assert asked["RouteReply"] <= 1
    assert asked["ReviewReply"] <= MOST_REVIEWS
    assert asked["LoopDecision"] <= 8
    dropped = [step.output["dropped"] for step in run.steps.all() if step.output.get("dropped")]
    assert "There is no field “secret_salary”" in dropped[0]
    assert "There is no operator “DROP”" in dropped[0]
    assert "There is no field “moon”" in dropped[0]


@pytest.mark.parametrize("control", ["orchestrator", "loop"])
def test_what_rules_are_sure_of_is_the_same_whatever_a_model_says(search, receipts, settings, control):
    settings.RAGSITE_SEARCH_CONTROL = control
    decision = LoopDecision(action="call", tool="get_document_metadata", doc_id=10**9)
    run = search("What is the total quantity of tires purchased?", chat=Disobedient((*ENDLESS[:3], decision)))
    assert "6" in {number["text"] for number in run.result["numbers"]}
    assert {number["status"] for number in run.result["numbers"]} == {"computed"}


def test_a_model_places_the_words_that_rules_cannot(search, receipts):
    better = DecomposeReply(
        intent="compute", function="sum", measure="Quantity", group_by="", terms=["tire"], kinds=["receipt"]
    )
    chat = Disobedient([better])
    run = search("How many rubber rings for wheels did we get?", chat=chat)
    assert "6" in {number["text"] for number in run.result["numbers"]}, run.answer
    model = [step for step in run.steps.all() if step.output.get("reader") == "model"]
    assert [step.kind for step in model] == ["decompose"]
    assert "search_decompose" in run.prompt_versions


def test_a_model_that_gives_nothing_leaves_the_steps_to_rules(search, receipts):
    run = search("List every tire purchase receipt and zorble", chat=Disobedient([]))
    assert run.status == "done"
    assert any("Rules decide." in step.error for step in run.steps.all())


def test_the_loop_ends_with_what_was_found(search, receipts, settings):
    settings.RAGSITE_SEARCH_CONTROL = "loop"
    rows = LoopDecision(
        action="call", tool="annotations_search", filters=[ConditionReply(field="text", op="~", value="tire")]
    )
    with ScriptedChatModel([rows, LoopDecision(action="answer", thought="Done.")], tier="openai") as chat:
        run = search("List every tire purchase receipt", chat=chat)
    assert run.answered
    assert {row[0] for row in run.result["tables"][0]["rows"]} == {"receipt-R-1.pdf", "receipt-R-2.pdf"}


@pytest.mark.parametrize("control", ["orchestrator", "loop"])
def test_no_step_s_prompt_of_a_small_model_is_over_its_room(
    search, receipts, settings, control, hash_embedder
):
    settings.RAGSITE_SEARCH_CONTROL = control
    for number in range(60):
        document = stored(receipts, f"long-{number}", f"Zorbles {number} " * 20, hash_embedder)
        given(document, **{f"A_very_long_name_of_a_property_number_{number}_that_goes_on": "x"})
    decision = LoopDecision(action="call", tool="search_text", query="Zorbles")
    chat = Disobedient((*ENDLESS[:3], decision), tier="local")
    search(f"{NOBODY_KNOWS} {'and so on ' * 300}", chat=chat)
    steps = [request for request in chat.requests if request.output]
    assert steps
    for request in steps:
        said = request.system + "".join(message.text for message in request.messages)
        assert len(said) / CHARACTERS_PER_TOKEN <= 900, request.output.__name__


def test_a_large_model_plans_the_first_searches_where_rules_do_not_know_the_words(search, receipts):
    plan = PlanReply(
        queries=[
            QueryReply(tool="search_text", query="brake"),
            QueryReply(tool="drop_tables", query="x"),
        ]
    )
    chat = Disobedient([RouteReply(route="hybrid"), plan])
    run = search("Tell me about the fribbles", chat=chat)
    planned = [step for step in run.steps.all() if step.kind == "plan" and "strategy" in step.output]
    assert len(planned) == 1
    assert planned[0].output["reader"] == "model"
    assert planned[0].output["dropped"] == ["“drop_tables” cannot be called so"]
    words = [step.input["arguments"]["query"] for step in run.steps.all() if step.kind == "search"]
    assert words[0] == "brake"


def test_a_model_is_told_what_the_conversation_came_to_in_a_line(search, receipts):
    history = [
        {"role": "user", "text": "List every tire purchase receipt"},
        {
            "role": "assistant",
            "text": "A very long answer. " * 200,
            "carried": {"decisions": ["list (kind = receipt; text ~ tire)"], "entities": ["Kellin Garage"]},
        },
    ]
    chat = Disobedient([])
    search(NOBODY_KNOWS, chat=chat, history=history)
    told = chat.requests[0].messages[0].text
    assert "Before: list (kind = receipt; text ~ tire). Names: Kellin Garage" in told
    assert "A very long answer" not in told


@pytest.fixture
def manual(workspace, hash_embedder):
    text = "2 Maintenance of cabinet B-120\nFirst remove the front filter. Then wipe the blades of the fan."
    return stored(workspace, "Cabinet-B120-manual", "Cabinet B-120 manual", hash_embedder, text=text)


@pytest.mark.parametrize("control", ["orchestrator", "loop"])
@pytest.mark.parametrize("text", [None, "It is 99 zorbles, as [77] says."])
def test_where_a_model_writes_no_answer_that_holds_the_section_is_told(
    search, manual, settings, control, text
):
    settings.RAGSITE_SEARCH_CONTROL = control
    run = search("Explain the maintenance steps for cabinet B-120", chat=Disobedient(ENDLESS[1:], text=text))
    assert run.status == "done", run.error
    assert "remove the front filter" in run.answer
    asked = [step for step in run.steps.all() if step.title.startswith("Write the answer")]
    assert len(asked) == 1


def test_where_a_model_gives_up_the_loop_calls_what_rules_propose(search, receipts, settings):
    settings.RAGSITE_SEARCH_CONTROL = "loop"
    replies = [LoopDecision(action="call", tool="facts"), LoopDecision(action="answer", thought="Done.")]
    with ScriptedChatModel(replies, tier="openai") as chat:
        run = search("Sum the quantities of tires by vendor", chat=chat)
    assert run.answered
    assert run.result["tables"][0]["rows"] == [["Kellin Garage", "6", 2]]


@pytest.mark.parametrize(
    "decisions",
    [
        [LoopDecision(action="call", tool="search_text", query="rings"), LoopDecision(action="clarify")],
        [LoopDecision(action="call", tool="facts"), LoopDecision(action="give_up")],
        [LoopDecision(action="call", tool="annotations_search", filters=[OF_NOBODY])] * 3,
        [
            LoopDecision(action="call", tool="annotations_search", filters=[OF_VENDOR]),
            LoopDecision(action="answer"),
        ],
    ],
)
def test_the_loop_says_never_that_none_are_found_where_rows_are(search, receipts, settings, decisions):
    settings.RAGSITE_SEARCH_CONTROL = "loop"
    chat = ScriptedChatModel([*decisions, *[LoopDecision(action="answer")] * 8], tier="openai")
    run = search("What is the total quantity of tires purchased?", chat=chat)
    assert run.answered, run.answer
    assert len(calls_of(run)) <= 4
    assert "No " not in run.answer


def test_the_loop_leaves_out_no_condition_that_rules_are_sure_of(search, receipts, settings):
    settings.RAGSITE_SEARCH_CONTROL = "loop"
    of_kind = ConditionReply(field="kind", op="=", value="receipt")
    total = LoopDecision(
        action="call", tool="annotations_aggregate", function="sum", field="quantity", filters=[of_kind]
    )
    chat = ScriptedChatModel([total, *[LoopDecision(action="answer")] * 8], tier="openai")
    run = search("What is the total quantity of tires purchased?", chat=chat)
    assert "6" in {number["text"] for number in run.result["numbers"]}, run.answer
