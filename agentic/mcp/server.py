"""The MCP server, whoever it is reached by: the tools with their schemas, and their calls."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import mcp_types as types
from django.core.serializers.json import DjangoJSONEncoder
from django.db import Error as DatabaseError
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server

from agentic.mcp.caller import Caller
from agentic.mcp.tools import AGENT_TOOLS, ToolFailed, call_agent_tool
from documents.library.catalogue.presentation import plain
from ragsite.release import release
from ragsite.storage.database import database_trouble

logger = logging.getLogger(__name__)
INSTRUCTIONS = (
    "Answers over the documents of workspaces, in which every figure leads to its page. Name the workspace "
    "in each call (`list_workspaces`). Cite document and page; a number whose check is not “found” or "
    "“verbatim” is not proven. Before you hand over a text with numbers, have `check_numbers` check it."
)
OUR_FAULT = "Something went wrong here; it has been logged."
READ_ONLY = types.ToolAnnotations(read_only_hint=True, open_world_hint=False)

CallerOf = Callable[[ServerRequestContext[Any, Any]], Caller]


def make_server(caller_of: CallerOf) -> Server[Any]:
    """A server of all tools. `caller_of`: who makes a request."""

    async def list_tools(
        context: ServerRequestContext[Any, Any], params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(tools=described())

    async def call_tool(
        context: ServerRequestContext[Any, Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        async def tell(seconds: float, doing: str) -> None:
            await context.session.report_progress(seconds, message=doing)

        try:
            caller = caller_of(context)
            told = await call_agent_tool(params.name, params.arguments or {}, caller=caller, tell=tell)
        except ToolFailed as error:
            return failed(str(error))
        except DatabaseError as error:
            return failed(database_trouble(error) or _logged(params.name, error))
        except Exception as error:
            return failed(_logged(params.name, error))
        return result_of(told)

    return Server(
        "ragsite",
        version=release(),
        title="ragsite",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def described() -> list[types.Tool]:
    return [
        types.Tool(
            name=name,
            description=tool.description,
            input_schema=tool.arguments.model_json_schema(),
            annotations=READ_ONLY,
        )
        for name, tool in AGENT_TOOLS.items()
    ]


def result_of(told: dict[str, Any]) -> types.CallToolResult:
    """The JSON as structured content, and as text for those who read that alone."""
    text = json.dumps(told, cls=_Encoder, ensure_ascii=False)
    content: list[Any] = [types.TextContent(type="text", text=text)]
    return types.CallToolResult(content=content, structured_content=json.loads(text))


def failed(sentence: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=sentence)], is_error=True)


def _logged(name: str, error: Exception) -> str:
    logger.error("The tool %s failed", name, exc_info=error)
    return OUR_FAULT


class _Encoder(DjangoJSONEncoder):
    """Decimals as numbers."""

    def default(self, o: Any) -> Any:
        return plain(o) if isinstance(o, Decimal) else super().default(o)
