"""`manage.py mcp`: the tools for other agents over standard input and output."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

import anyio
from django.core.management.base import CommandError
from mcp.server.stdio import stdio_server

from agentic.mcp.caller import Caller, OwnDesk
from agentic.mcp.server import make_server
from documents.library.selectors import workspace_for
from documents.library.services import ensure_default_workspace
from documents.management.base import QuickCommand, add_llm_argument, user_named
from documents.models import Workspace


class Command(QuickCommand):
    help = "Serve the tools for other agents (MCP) over standard input and output."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_llm_argument(parser)
        parser.add_argument("--workspace", default="", help="Open this one alone: its slug.")
        parser.add_argument("--user", default="", help="On behalf of this user instead of the local one.")

    def handle(self, **options: Any) -> None:
        user, _ = ensure_default_workspace()
        if options["user"]:
            user = user_named(options["user"])
        try:
            if options["workspace"]:
                workspace_for(user, options["workspace"])
        except Workspace.DoesNotExist as error:
            raise CommandError(str(error)) from None
        anyio.run(serve, Caller(user, OwnDesk(options["llm"]), only=options["workspace"]))


async def serve(caller: Caller) -> None:
    """Answer until the other side closes."""
    server = make_server(lambda _: caller)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())
