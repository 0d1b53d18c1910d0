"""The tools by name: what they give, what they refuse, and what they leave in the trace."""

import json

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from agentic.routes.tools import TOOLS, Bench, call_tool
from agentic.trace import Trace
from documents.ingestion.chunks.chunking import embedded_text
from documents.models import Document
from llm.errors import Timeout
from llm.fakes import HashEmbedder
from tests.factories import (
    ChunkFactory,
    DocumentFactory,
    MetricFactory,
    RunFactory,
    TableRowFactory,
    WorkspaceFactory,
)

pytestmark = pytest.mark.django_db(transaction=True)  # the statements' reader sees committed rows only
TIDE = "The turbine converts tidal currents into electricity."


@pytest.fixture(autouse=True)
def _however_far(settings):
    settings.RAGSITE_MIN_SIMILARITY = -1


def stored(workspace, embedder):
    document = DocumentFactory(
        workspace=workspace,
        filename=f"{workspace.slug}.pdf",
        bucket="reports",
        organizations=["Acme"],
        map_entry={"structure": {"sections": ["1 Tides"]}},
    )
    chunk = ChunkFactory(document=document, text=TIDE)
    chunk.embedding, chunk.embedding_model = embedder.embed([embedded_text(chunk)])[0], embedder.name
    chunk.save()
    MetricFactory(document=document)
    for row, amount in enumerate((50_005, 70_007)):
        TableRowFactory(document=document, row=row, label=f"Row {row}", properties={"Amount": amount})
    return document


@pytest.fixture
def call(workspace, hash_embedder):
    trace = Trace(RunFactory(workspace=workspace))

    def called(name, /, **arguments):
        bench = Bench(workspace, hash_embedder)
        return call_tool(name, arguments, bench=bench, trace=trace), trace.run.steps.last()

    return called


@pytest.fixture
def report(workspace, other_workspace, hash_embedder):
    stored(other_workspace, hash_embedder)
    return stored(workspace, hash_embedder)


@pytest.mark.parametrize("name", ["search_text", "search_semantic"])
def test_passages_are_found_with_their_places(call, report, name):
    result, step = call(name, query="tidal", bucket="reports", filters={"organizations": "acme"})
    (hit,) = result.output["hits"]
    assert (hit["document_id"], hit["page_start"], hit["snippet"]) == (report.pk, 1, TIDE)
    assert (result.spans[0].document_id, result.spans[0].kind) == (report.pk, "chunk")
    assert (step.kind, step.rows, step.error) == ("search", 1, "")
    assert step.output["statements"] == list(result.statements)
    assert step.input["arguments"]["filters"] == {"organizations": "acme"}


def test_rows_are_found_and_added_up(call, report):
    rows, step = call("annotations_search", filters={"Amount": {"op": ">", "value": 50_005}})
    assert [row[rows.output["columns"].index("label")] for row in rows.output["rows"]] == ["Row 1"]
    assert rows.spans[0].document_id == report.pk
    assert (step.kind, step.rows) == ("sql", 1)
    total, step = call("annotations_aggregate", function="sum", field="Amount", group_by="document")
    assert total.output["rows"] == [["mine.pdf", 120_012, 2, 1]]
    assert "sum(" in step.sql.lower()


def test_all_matches_are_counted_unless_the_caller_knows_how_many(call, report):
    asked = {"filters": {"Amount": {"op": ">", "value": 0}}}
    (all_of_them, _), (first, _) = (
        call("annotations_search", **asked),
        call("annotations_search", top_k=1, **asked),
    )
    assert (all_of_them.rows, all_of_them.output["total"], all_of_them.output["total_documents"]) == (2, 2, 1)
    assert (first.rows, first.output["total"], first.output["total_documents"]) == (1, 2, 1)
    bare, _ = call("annotations_search", top_k=1, counted=False, **asked)
    assert "total" not in bare.output


def test_a_document_is_told_by_its_metadata(call, report):
    newer = DocumentFactory(workspace=report.workspace, supersedes=report)
    result, step = call("get_document_metadata", doc_id=report.pk)
    assert {name: result.output[name] for name in ("document_id", "filename", "bucket", "organizations")} == {
        "document_id": report.pk, "filename": "mine.pdf", "bucket": "reports", "organizations": ["Acme"],
    }  # fmt: skip
    assert (result.output["sections"], result.output["superseded_by"]) == (["1 Tides"], [newer.pk])
    assert (result.output["facts"]["metric"], result.output["facts"]["row"]) == (1, 2)
    assert (step.kind, step.rows) == ("map", 1)


@pytest.mark.parametrize("name", list(TOOLS))
def test_nothing_of_another_workspace_is_told(name, workspace, report, hash_embedder):
    theirs = Document.objects.exclude(workspace=workspace).get()
    bench = Bench(WorkspaceFactory(), hash_embedder)
    trace = Trace(RunFactory(workspace=bench.workspace))
    arguments = {
        "search_text": {"query": "tidal"},
        "search_semantic": {"query": "tidal"},
        "annotations_search": {"filters": {"Amount": {"op": ">", "value": 0}}},
        "annotations_aggregate": {"function": "max", "field": "Amount"},
        "get_document_metadata": {"doc_id": theirs.pk},
    }[name]
    result = call_tool(name, arguments, bench=bench, trace=trace)
    assert not [span for span in result.spans if span]
    told = json.dumps([result.output, result.error], cls=DjangoJSONEncoder)
    assert not any(word in told for word in ("theirs.pdf", "mine.pdf", "tidal", "Acme", "70007"))


def test_an_embedder_that_does_not_answer_is_a_tool_that_fails(workspace, report):
    class Away(HashEmbedder):
        def embed(self, texts):
            raise Timeout("The endpoint took too long.")

    bench, trace = Bench(workspace, Away()), Trace(RunFactory(workspace=workspace))
    result = call_tool("search_semantic", {"query": "tidal"}, bench=bench, trace=trace)
    assert result.error == "The endpoint took too long."


@pytest.mark.parametrize(
    ("name", "arguments", "sentence"),
    [
        ("search_web", {}, "There is no tool “search_web”: use search_text, search_semantic, "),
        ("search_text", {}, "“query” is not right: field required."),
        (
            "search_text",
            {"query": "a", "colour": "red"},
            "There is no argument “colour”: use query, bucket, ",
        ),
        ("search_text", {"query": " "}, "Write what to search for."),
        ("search_text", {"query": "a", "filters": {"x": 1}}, "There is no field “x”: use document, "),
        ("search_semantic", {"query": "a", "doc_id": 9}, "There is no document 9 in “mine”."),
        ("annotations_search", {"filters": {}}, "Name at least one condition: "),
        ("annotations_aggregate", {"function": "median"}, "There is no function “median”: use "),
        ("get_document_metadata", {"doc_id": 9}, "There is no document 9 in “mine”."),
    ],
)
def test_what_cannot_be_asked_is_told_in_a_sentence(call, name, arguments, sentence):
    result, step = call(name, **arguments)
    assert result.error.startswith(sentence)
    assert result.output == {}
    assert step is None or step.error == result.error


def test_arguments_are_described_for_models():
    for tool in TOOLS.values():
        schema = tool.arguments.model_json_schema()
        assert schema["additionalProperties"] is False
        assert tool.description.endswith(".")
    assert TOOLS["search_text"].arguments.model_json_schema()["properties"]["context_chars"]["default"] == 400
