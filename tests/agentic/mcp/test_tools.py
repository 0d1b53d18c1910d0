"""Each tool as an agent calls it, by the SDK's own client."""

from __future__ import annotations

import pytest
from asgiref.sync import async_to_sync
from mcp import Client

from agentic.mcp.caller import Caller, OwnDesk
from agentic.mcp.server import make_server
from agentic.mcp.tools import AGENT_TOOLS
from agentic.models import Run
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)  # the reader has a connection of its own
PLACE = {"document": "acme.pdf", "page": 2, "place": "page 2", "quote": "Revenue 1,500", "check": "found"}


def is_at(source, **expected):
    """Whether the source is the one expected, with a box on its page."""
    (x0, top, x1, bottom), *_ = source["boxes"]
    assert 0 < x0 < x1 < source["page_size"][0]
    assert 0 < top < bottom < source["page_size"][1]
    wanted = {**PLACE, **expected}
    return {name: source[name] for name in wanted} == wanted


def test_every_tool_is_described_with_its_arguments(own):
    async def listed():
        async with Client(make_server(lambda _: own)) as client:
            return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in async_to_sync(listed)()}
    assert set(tools) == {
        "list_workspaces", "ask", "search_text", "search_semantic", "annotations_search",
        "annotations_aggregate", "get_document_metadata", "facts", "describe_schema", "sql", "check_numbers",
    }  # fmt: skip
    for name, tool in tools.items():
        assert tool.description.endswith(".")
        assert tool.annotations.read_only_hint
        assert "workspace" in tool.input_schema["properties"], name


def test_workspaces_are_listed_with_what_they_hold(call, acme, other_workspace):
    assert call("list_workspaces") == {
        "workspaces": [
            {
                "workspace": "mine",
                "name": "Mine",
                "kind": "shared",
                "coverage": {"total": 1, "considered": 1, "matched": None},
            }
        ]
    }


@pytest.mark.parametrize("tool", ["search_text", "search_semantic"])
def test_passages_lead_to_their_places(call, acme, tool, embedder):
    chunk = acme.chunks.get()
    chunk.embedding, chunk.embedding_model = embedder.embed([chunk.text])[0], embedder.name
    chunk.save()
    told = call(tool, query="revenue with tyres", top_k=3)
    (hit,) = told["hits"]
    assert hit["source"]["fact"] == {"kind": "chunk", "id": chunk.pk}
    assert (hit["source"]["page"], hit["source"]["check"]) == (2, "verbatim")
    assert told["coverage"] == {"total": 1, "considered": 1, "matched": 1}
    assert told["queries_executed"]


def test_rows_lead_to_their_places(call, acme):
    told = call("annotations_search", filters={"Amount": {"op": ">", "value": 5}})
    assert (told["total"], len(told["rows"])) == (1, 1)
    assert is_at(told["sources"][0], fact={"kind": "row", "id": told["rows"][0][0]})
    assert told["coverage"] == {"total": 1, "considered": 1, "matched": 1}


def test_rows_are_added_up(call, acme):
    told = call("annotations_aggregate", aggregate="sum(Amount)")
    assert told["rows"][0][told["columns"].index("value")] == 7


def test_a_document_is_looked_up(call, acme):
    told = call("get_document_metadata", doc_id=acme.pk)
    assert (told["filename"], told["organizations"]) == ("acme.pdf", ["Acme Corp"])


def test_an_answer_carries_its_checked_numbers_and_coverage(call, acme):
    told = call("ask", question="What was Acme's revenue in fiscal 2024?")
    assert (told["status"], told["answered"], told["proven"]) == ("done", True, True)
    (number,) = told["numbers"]
    assert number["status"] == "exact"
    assert is_at(number["source"], check="", fact=None) or is_at(number["source"])
    fact = {"kind": "metric", "id": told["citations"][0]["source"]["fact"]["id"]}
    assert is_at(told["citations"][0]["source"], fact=fact)
    assert told["coverage"]["considered"] == 1
    assert Run.objects.get(pk=told["run_id"]).question.startswith("What was")


def test_an_answer_that_asks_back_goes_on_with_the_option(call, acme, user, workspace):
    run = factories.RunFactory(
        user=user,
        workspace=workspace,
        mode="search",
        status="done",
        question="List all rows of tyres",
        clarification="Which?",
        result={"text": "", "clarify": {"type": "no_low", "reason": "Which?", "options": [OPTION]}},
    )
    told = call("ask", run_id=str(run.pk))
    assert told["clarification"]["options"] == [OPTION]
    told = call("ask", run_id=str(run.pk), option="all")
    assert (told["status"], told["run_id"]) == ("done", str(run.pk))
    assert call("ask", run_id="nothing") == "There is no run “nothing”."


OPTION = {"id": "all", "label": "Search all", "count": None, "add": {}, "drop": [], "measure": ""}


def test_facts_are_given_with_their_numbers(call, acme):
    told = call("facts", measure="revenue", fiscal_year=2024)
    (fact,) = told["facts"]
    assert (fact["numeric_value"], fact["anchored"]) == (1_500_000, True)
    assert is_at(fact["source"], fact={"kind": "metric", "id": fact["id"]})
    assert (told["total"], told["truncated"]) == (1, False)
    assert call("facts", search="nothing of it")["facts"] == []
    assert "leave them out" in call("facts", kind="claim", measure="revenue")


def test_facts_that_a_curator_keeps_out_are_not_given(call, acme):
    acme.metric_set.update(kept_out=True)
    assert call("facts")["total"] == 0


def test_a_curated_fact_says_so(call, acme):
    acme.metric_set.update(curated_fields=["value"])
    assert {fact["source"]["check"] for fact in call("facts")["facts"]} == {"curated"}


def test_boxes_may_be_left_out(call, acme):
    assert call("facts", boxes=False)["facts"][0]["source"]["boxes"] == []


def test_sql_reads_the_views_of_one_workspace(call, acme):
    told = call("sql", statement="SELECT id, value FROM metrics WHERE fiscal_year = 2024")
    assert told["rows"][0][1] == "1,500"
    assert is_at(told["sources"][0], fact={"kind": "metric", "id": told["rows"][0][0]})
    counted = call("sql", statement="SELECT count(*) FROM metrics")
    assert (counted["rows"], counted["sources"]) == ([[2]], [])
    assert "Only SELECT" in call("sql", statement="DELETE FROM metrics")
    assert "Acme Corp" in call("describe_schema")["text"]


def test_the_numbers_of_a_text_are_checked(call, acme):
    draft = "Acme's revenue was $1.5 million in fiscal 2024, and $3 million in fiscal 2023."
    told = call("check_numbers", draft=draft)
    assert [number["verdict"] for number in told["numbers"]] == ["proven", "contradicted"]
    assert is_at(told["numbers"][0]["source"], fact=told["numbers"][0]["source"]["fact"])
    assert told["counts"] == {"proven": 1, "contradicted": 1, "unknown": 0}
    assert told["coverage"]["total"] == 1


def test_several_workspaces_are_told_apart(call, acme, user):
    factories.MembershipFactory(user=user, workspace__slug="second")
    assert call("facts") == "Name a workspace: one of mine, second."
    told = call("facts", workspace=["mine", "second"])
    assert [(each["workspace"], each["total"]) for each in told["workspaces"]] == [("mine", 2), ("second", 0)]
    assert call("facts", workspace="second")["total"] == 0


def test_one_workspace_may_be_opened_alone(call, acme, user):
    factories.MembershipFactory(user=user, workspace__slug="second")
    only = Caller(user, OwnDesk("none"), only="mine")
    assert call("facts", caller=only)["workspace"] == "mine"
    assert call("facts", caller=only, workspace="second") == "There is no workspace “second”: use mine."


OF_PASSAGES = "workspace, boxes, query, bucket, top_k, context_chars, doc_id, filters"


@pytest.mark.parametrize(
    "name, arguments, sentence",
    [
        ("nothing", {}, f"There is no tool “nothing”: use {', '.join(AGENT_TOOLS)}."),
        ("search_text", {}, "“query” is not right: field required."),
        (
            "search_text",
            {"query": "x", "size": 3},
            f"There is no argument “size”: use {OF_PASSAGES}.",
        ),
        (
            "search_text",
            {"querry": "x"},
            f"There is no argument “querry”: use {OF_PASSAGES}.",
        ),
        ("describe_schema", {"workspace": "nowhere"}, "There is no workspace “nowhere”: use mine."),
        ("facts", {"measure": "revenu"}, "There is no measure “revenu” here: use revenue."),
        ("ask", {"question": "Why?", "document_ids": [0]}, "There is no document 0 in “mine”."),
        (
            "annotations_aggregate",
            {"aggregate": "sum(filename)"},
            "The sum of “filename” cannot be worked out, since it is no number: use “Amount”.",
        ),
        (
            "sql",
            {"statement": "SELECT nocol FROM documents"},
            'column "nocol" does not exist: describe_schema tells those that there are.',
        ),
        ("annotations_search", {"filters": {"Colour": "red"}}, "There is no field “colour”"),
        ("get_document_metadata", {"doc_id": 0}, "There is no document 0 in “mine”."),
        ("ask", {}, "Write a question first."),
        ("check_numbers", {"draft": " "}, "Send the text whose numbers are to be checked."),
    ],
)
def test_what_cannot_be_asked_is_one_sentence(call, acme, name, arguments, sentence):
    told = call(name, **arguments)
    assert isinstance(told, str)
    assert sentence in told
