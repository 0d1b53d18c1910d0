"""The tools that look things up: typed arguments in, JSON out, every query in the trace.

What a model or a program may call by name; `TOOLS` holds them, `call_tool` runs one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from agentic.annotations import annotations_aggregate, annotations_found, annotations_search
from agentic.annotations.document_metadata import document_metadata
from agentic.evidence import ResultTable, Span
from agentic.models import RunStep
from agentic.routes.search import span_of_passage
from agentic.sql.execution import SQLFailed
from agentic.trace import Trace
from documents.models import Document, Workspace
from llm.errors import LLMError
from llm.types import Embedder
from retrieval.scope.filters import BadSearch
from retrieval.search.passage_search import Found, PassageQuery, search_semantic, search_text
from retrieval.search.search import EmbeddingModelMismatch
from retrieval.sql_log import statements_shown

Filters = dict[str, Any] | list[dict[str, Any]]
FILTERS = (
    "Field → {op, value, unit}, or a list of {field, op, value, unit}; op is =, ≠, <, ≤, >, ≥, ~, between "
    "or in."
)
DOC_ID = AliasChoices("doc_id", "document_id")
PREDICATES = AliasChoices("filters", "predicates")


class Arguments(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PassageArguments(Arguments):
    query: str = Field(description="Words or a question.")
    bucket: str = Field("", description="Only documents of this bucket.")
    top_k: int = Field(10, description="Passages at most, 1 to 100.")
    context_chars: int = Field(400, description="Characters of each passage, round the words found.")
    doc_id: int | None = Field(None, description="Only this document.", validation_alias=DOC_ID)
    filters: Filters = Field({}, description=FILTERS, validation_alias=PREDICATES)


class MeaningArguments(PassageArguments):
    summaries_first: bool = Field(
        False, description="Documents whose summaries are near go ahead: for explanations and overviews."
    )


class RowArguments(Arguments):
    filters: Filters = Field({}, description=FILTERS, validation_alias=PREDICATES)
    bucket: str = ""
    document_ids: list[int] = []
    doc_id: int | None = Field(None, description="Only this document.", validation_alias=DOC_ID)
    top_k: int = Field(50, description="Rows at most, 1 to 500.")
    offset: int = Field(0, description="From which row on, for the next page of them.")
    carrier: str = Field("", description="A field that the row must have itself, not only its document.")
    by_document: bool = Field(False, description="One row of each document.")
    order_by: str = Field("", description="A number field, least first; -field for the greatest first.")
    include_superseded: bool = False
    counted: bool = Field(True, description="Whether all matches are counted, beside those given.")


class AggregateArguments(Arguments):
    aggregate: str = Field("", description="A function of a field, as sum(quantity); or the two apart.")
    function: str = Field("", description="count, sum, avg, min or max.")
    field: str = Field("", description="Of which field; may be empty for count.")
    filters: Filters = Field({}, description=FILTERS, validation_alias=PREDICATES)
    group_by: str = Field("", description="A field: one value for each of its values.")
    bucket: str = ""
    document_ids: list[int] = []
    doc_id: int | None = Field(None, description="Only this document.", validation_alias=DOC_ID)
    by_document: bool = Field(False, description="Counts documents, not rows.")
    include_superseded: bool = False


class MetadataArguments(Arguments):
    doc_id: int = Field(description="The document's number, as searches give it.", validation_alias=DOC_ID)


@dataclass(frozen=True)
class ToolResult:
    """`output`: JSON. `spans`: the places of its hits or rows, in order. `error`: why it failed."""

    output: dict[str, Any] = field(default_factory=dict)
    spans: tuple[Span | None, ...] = ()
    statements: tuple[str, ...] = ()
    rows: int = 0
    error: str = ""


@dataclass(frozen=True)
class Bench:
    """What the tools work with."""

    workspace: Workspace
    embedder: Embedder


@dataclass(frozen=True)
class Tool:
    """`title`: why it is called, for who reads the trace."""

    description: str
    title: str
    kind: str
    arguments: type[Arguments]
    run: Callable[[Bench, Any], ToolResult]


def call_tool(name: str, arguments: Mapping[str, Any], *, bench: Bench, trace: Trace) -> ToolResult:
    """What the tool gives, noted as a step of the trace. What cannot be asked is told in its `error`."""
    tool = TOOLS.get(name)
    if tool is None:
        return ToolResult(error=f"There is no tool “{name[:40]}”: use {', '.join(TOOLS)}.")
    with trace.step(tool.kind, tool.title, tool=name, arguments=dict(arguments)) as step:
        result = tool_result(tool, arguments, bench)
        step.sql, step.rows, step.error = ";\n\n".join(result.statements), result.rows, result.error
        step.output = {"statements": list(result.statements), **result.output}
    return result


def tool_result(tool: Tool, arguments: Mapping[str, Any], bench: Bench) -> ToolResult:
    """What the tool gives, noted nowhere. What cannot be asked is told in its `error`."""
    try:
        return tool.run(bench, tool.arguments.model_validate(dict(arguments)))
    except ValidationError as error:
        return ToolResult(error=sentence_of(error, tool.arguments))
    except (BadSearch, ObjectDoesNotExist, EmbeddingModelMismatch, SQLFailed, LLMError) as error:
        return ToolResult(error=str(error))


def sentence_of(error: ValidationError, arguments: type[BaseModel]) -> str:
    """The first thing that is wrong with the arguments; a name that there is not goes before one that is
    missing.
    """
    wrong = error.errors()
    first = next((each for each in wrong if each["type"] == "extra_forbidden"), wrong[0])
    if first["type"] == "extra_forbidden" and len(first["loc"]) == 1:
        known = ", ".join(arguments.model_fields)
        return f"There is no argument “{str(first['loc'][0])[:40]}”: use {known}."
    name = ".".join(str(part) for part in first["loc"] if "[" not in str(part)) or "The arguments"
    return f"“{name}” is not right: {first['msg'][:1].lower()}{first['msg'][1:].rstrip('.')}."


def _text(bench: Bench, asked: PassageArguments) -> ToolResult:
    return _found(search_text(PassageQuery(workspace=bench.workspace, **asked.model_dump())))


def _semantic(bench: Bench, asked: MeaningArguments) -> ToolResult:
    query = PassageQuery(workspace=bench.workspace, **asked.model_dump())
    return _found(search_semantic(query, embedder=bench.embedder))


def _found(found: Found) -> ToolResult:
    return ToolResult(
        output={
            "hits": [asdict(passage) for passage in found.passages],
            "documents": found.documents,
            "note": found.note,
        },
        spans=tuple(span_of_passage(passage) for passage in found.passages),
        statements=found.statements,
        rows=len(found.passages),
    )


def _rows(bench: Bench, asked: RowArguments) -> ToolResult:
    given = _with_one_document(asked.model_dump(exclude={"counted"}), bench)
    if asked.counted:
        table, rows, documents = annotations_found(workspace=bench.workspace, **given)
        return _table(table, total=documents if asked.by_document else rows, total_documents=documents)
    table = annotations_search(workspace=bench.workspace, some=True, **given)
    if len(table.rows) < asked.top_k and not asked.offset and not table.truncated:
        documents = len({row[table.columns.index("document_id")] for row in table.rows})
        return _table(table, total=len(table.rows), total_documents=documents)
    return _table(table)


def _aggregate(bench: Bench, asked: AggregateArguments) -> ToolResult:
    given = _with_one_document(asked.model_dump(), bench)
    return _table(annotations_aggregate(workspace=bench.workspace, **given))


def _with_one_document(given: dict[str, Any], bench: Bench) -> dict[str, Any]:
    """The arguments with `doc_id` among `document_ids`. Raises `Document.DoesNotExist`."""
    one = given.pop("doc_id")
    wanted = [*given["document_ids"], *([] if one is None else [one])]
    known = (
        set(bench.workspace.documents.filter(pk__in=wanted).values_list("pk", flat=True)) if wanted else set()
    )
    for pk in wanted:
        if pk not in known:
            raise Document.DoesNotExist(f"There is no document {pk} in “{bench.workspace.slug}”.")
    return {**given, "document_ids": wanted}


def _table(table: ResultTable, **totals: int) -> ToolResult:
    return ToolResult(
        output={
            "columns": list(table.columns),
            "rows": [list(row) for row in table.rows],
            "truncated": table.truncated,
            **totals,
        },
        spans=table.spans,
        statements=(table.sql,),
        rows=len(table.rows),
    )


def _metadata(bench: Bench, asked: MetadataArguments) -> ToolResult:
    with statements_shown() as statements:
        output = document_metadata(bench.workspace, asked.doc_id)
    return ToolResult(output=output, statements=tuple(statements), rows=1)


TOOLS: Mapping[str, Tool] = {
    "search_text": Tool(
        "Passages that hold the words of the query, the best first.",
        "Search passages by words",
        RunStep.Kind.SEARCH,
        PassageArguments,
        _text,
    ),
    "search_semantic": Tool(
        "Passages that mean what the query says, the nearest first.",
        "Search passages by meaning",
        RunStep.Kind.SEARCH,
        MeaningArguments,
        _semantic,
    ),
    "annotations_search": Tool(
        "Rows of tables and properties of documents that meet every condition.",
        "Find rows by their values",
        RunStep.Kind.SQL,
        RowArguments,
        _rows,
    ),
    "annotations_aggregate": Tool(
        "The count, sum, average, least or greatest value over rows, in groups where asked for.",
        "Work out a value over rows",
        RunStep.Kind.SQL,
        AggregateArguments,
        _aggregate,
    ),
    "get_document_metadata": Tool(
        "What one document is: type, dates, whom and what it is about, its sections, its editions.",
        "Look a document up",
        RunStep.Kind.MAP,
        MetadataArguments,
        _metadata,
    ),
}
