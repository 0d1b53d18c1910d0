"""The tools for other agents, and how one is called."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from pydantic import ValidationError

from agentic.mcp import arguments as asking
from agentic.mcp import telling
from agentic.mcp.caller import Caller, Tell
from agentic.mcp.telling import Call, Json, ToolFailed
from agentic.routes.tools import TOOLS, sentence_of
from agentic.runs import BadQuestion
from agentic.sql.execution import SQLFailed
from agentic.sql.refusal import UnsafeSQL
from llm.errors import LLMError
from ragsite.gate.refusals import Refused
from ragsite.storage.database import in_passing
from retrieval.scope.filters import BadSearch
from retrieval.search.search import EmbeddingModelMismatch


@dataclass(frozen=True)
class AgentTool:
    """`kind`: as which it is counted: questions | searches | requests. `run`: JSON for one workspace.

    `of_all`: of every workspace that is opened, where none is named.
    """

    description: str
    arguments: type[asking.Anywhere]
    kind: str
    run: Callable[[Call], Awaitable[Json]]
    of_all: bool = False


async def call_agent_tool(name: str, arguments: Mapping[str, Any], *, caller: Caller, tell: Tell) -> Json:
    """What the tool gives, of one workspace or, where several are named, of each under `workspaces`.

    Raises `ToolFailed` with a sentence for whatever the agent can mend.
    """
    tool = AGENT_TOOLS.get(name)
    if tool is None:
        raise ToolFailed(f"There is no tool “{name[:40]}”: use {', '.join(AGENT_TOOLS)}.")
    try:
        caller.require_scope()
        await in_passing(caller.admit)(tool.kind)
        asked = tool.arguments.model_validate(dict(arguments))
        every = tool.of_all and not asked.workspace
        chosen = await in_passing(caller.workspaces if every else partial(caller.chosen, asked.workspace))()
        told = [
            {"workspace": each.slug, **await tool.run(Call(caller, each, asked, tell))} for each in chosen
        ]
    except ValidationError as error:
        raise ToolFailed(sentence_of(error, tool.arguments)) from None
    except Refused as refusal:
        raise ToolFailed(refusal.sentence) from None
    except MENDABLE as error:
        raise ToolFailed(str(error)) from None
    return {"workspaces": told} if every or not isinstance(asked.workspace, str) else told[0]


MENDABLE = (
    BadSearch,
    BadQuestion,
    EmbeddingModelMismatch,
    LLMError,
    ObjectDoesNotExist,
    PermissionDenied,
    SQLFailed,
    UnsafeSQL,
)


AGENT_TOOLS: Mapping[str, AgentTool] = {
    "list_workspaces": AgentTool(
        "The workspaces that this key opens: their slugs, and how many documents they have.",
        asking.Anywhere,
        "requests",
        telling.workspace_told,
        of_all=True,
    ),
    "ask": AgentTool(
        "Answer a question from the documents, each number checked against its source. Says no where they "
        "hold no answer; may ask back with options (`clarification`): call again with `run_id` and `option`.",
        asking.Ask,
        "questions",
        telling.ask,
    ),
    "search_text": AgentTool(
        TOOLS["search_text"].description, asking.SearchPassages, "searches", telling.passages_by_words
    ),
    "search_semantic": AgentTool(
        TOOLS["search_semantic"].description, asking.SearchPassages, "searches", telling.passages_by_meaning
    ),
    "annotations_search": AgentTool(
        TOOLS["annotations_search"].description, asking.SearchRows, "searches", telling.rows
    ),
    "annotations_aggregate": AgentTool(
        TOOLS["annotations_aggregate"].description, asking.AggregateRows, "searches", telling.aggregate
    ),
    "get_document_metadata": AgentTool(
        TOOLS["get_document_metadata"].description, asking.LookUp, "requests", telling.metadata
    ),
    "facts": AgentTool(
        "What was read from the documents: figures (metric), claims, entities, topics or rows of tables, "
        "each with its page, its words and whether they were found there.",
        asking.Facts,
        "searches",
        telling.facts,
    ),
    "describe_schema": AgentTool(
        "The views that `sql` reads: the meaning of their columns, examples, and what occurs in them here.",
        asking.Anywhere,
        "requests",
        telling.schema,
    ),
    "sql": AgentTool(
        "Rows of one SELECT over the views of the facts, read-only and in one workspace alone.",
        asking.Sql,
        "searches",
        telling.sql,
    ),
    "check_numbers": AgentTool(
        "Check every number of a text that somebody else wrote against the documents: proven, contradicted "
        "(with what they say in its place) or unknown, each with its page.",
        asking.CheckNumbers,
        "questions",
        telling.check_numbers,
    ),
}
