"""Who calls a tool, in which workspaces, and who answers what needs an embedder or a model."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol
from uuid import UUID

from agentic.api.runs import wait_until_over
from agentic.evidence import Span
from agentic.inquiry import Models
from agentic.models import Run
from agentic.routes.search import search_json
from agentic.routes.tools import TOOLS, Bench, ToolResult, tool_result
from agentic.running.search_runs import start_search
from agentic.runs import continue_now, continue_run, create_run, execute, start_run
from agentic.selectors import run_for
from documents.library.selectors import workspaces_of
from documents.models import Scope, Workspace
from documents.providers import get_chat_model, get_embedder, get_reranker
from ragsite.storage.database import in_passing
from retrieval.scope.filters import BadSearch

LISTED = 20  # workspaces in a refusal
LOOK_SECONDS = 5.0  # between two words on how far an answer is
SEARCH_SECONDS = 120.0
NOT_YET = "The search is not over yet: workers are busy. Try again in a moment."

Tell = Callable[[float, str], Awaitable[None]]  # seconds so far, what is being done


class Desk(Protocol):
    """Who answers what takes long."""

    async def ask(self, user: Any, asked: Mapping[str, Any]) -> Run:
        """A run, which may not be over yet. `asked`: as `create_run` takes it, but for the user."""
        ...

    async def go_on(self, user: Any, run: Run, option: str) -> Run:
        """The run with the option chosen."""
        ...

    async def wait(self, user: Any, run: Run, seconds: float, tell: Tell) -> Run:
        """The run as it is once it is over, or its time is."""
        ...

    async def search_semantic(
        self, user: Any, workspace: Workspace, arguments: Mapping[str, Any]
    ) -> ToolResult: ...


class QueueDesk:
    """Workers answer, and this process waits for them: it loads neither embedder nor model."""

    async def ask(self, user: Any, asked: Mapping[str, Any]) -> Run:
        return await in_passing(start_run)(user=user, **asked)

    async def go_on(self, user: Any, run: Run, option: str) -> Run:
        return await in_passing(continue_run)(user=user, run=run, option=option)

    async def wait(self, user: Any, run: Run, seconds: float, tell: Tell) -> Run:
        began = time.monotonic()
        while not run.is_over and (left := began + seconds - time.monotonic()) > 0:
            if await wait_until_over(run.pk, min(left, LOOK_SECONDS)):
                break
            await tell(time.monotonic() - began, await in_passing(_doing)(run))
        return await in_passing(run_for)(user, run.pk)

    async def search_semantic(
        self, user: Any, workspace: Workspace, arguments: Mapping[str, Any]
    ) -> ToolResult:
        run = await in_passing(start_search)(
            user=user, workspace=workspace, method="semantic", **dict(arguments)
        )
        if not (run.is_over or await wait_until_over(run.pk, SEARCH_SECONDS)):
            return ToolResult(error=NOT_YET)
        return await in_passing(_result_of_search)(user, run.pk)


@dataclass(frozen=True)
class OwnDesk:
    """This process answers, as a command does. `tier`: None for the one that is set up."""

    tier: str | None = None

    async def ask(self, user: Any, asked: Mapping[str, Any]) -> Run:
        return await in_passing(self._ask)(user, asked)

    def _ask(self, user: Any, asked: Mapping[str, Any]) -> Run:
        run = create_run(user=user, **asked)
        execute(run.pk, models=Models(get_chat_model(self.tier), get_embedder(), get_reranker()))
        return run

    async def go_on(self, user: Any, run: Run, option: str) -> Run:
        return await in_passing(continue_now)(user=user, run=run, option=option, tier=self.tier)

    async def wait(self, user: Any, run: Run, seconds: float, tell: Tell) -> Run:
        return await in_passing(run_for)(user, run.pk)

    async def search_semantic(
        self, user: Any, workspace: Workspace, arguments: Mapping[str, Any]
    ) -> ToolResult:
        bench = Bench(workspace, get_embedder())
        return await in_passing(tool_result)(TOOLS["search_semantic"], arguments, bench)


def _doing(run: Run) -> str:
    step = run.steps.order_by("-position").first()
    return step.doing if step else "Waiting for its turn"


def _result_of_search(user: Any, run_id: UUID) -> ToolResult:
    run = run_for(user, run_id)
    if run.status != Run.Status.DONE:
        return ToolResult(error=run.error or "The search failed: try again.")
    told = search_json(run)
    names = {field.name for field in fields(Span)}
    spans = [span for table in run.result.get("tables", []) for span in table["spans"]]
    return ToolResult(
        output={"hits": told["hits"], "documents": told["candidates"], "note": told["note"]},
        spans=tuple(Span(**{name: span[name] for name in names}) for span in spans),
        statements=tuple(told["queries_executed"]),
        rows=len(told["hits"]),
    )


@dataclass(frozen=True)
class Caller:
    """`only`: the slug of the one workspace that is opened; empty for all of the user's.

    `admit`: raises `Refused` where the caller comes too often, for a kind of request.
    """

    user: Any
    desk: Desk
    only: str = ""
    admit: Callable[[str], None] = lambda kind: None

    def require_scope(self) -> None:
        """Raises `PermissionDenied` where the key may not read."""
        key = getattr(self.user, "api_key", None)
        if key is not None:
            key.require(Scope.READ)

    def workspaces(self) -> list[Workspace]:
        """All that are opened, by name."""
        found = workspaces_of(self.user).order_by("name")
        return list(found.filter(slug=self.only) if self.only else found)

    def chosen(self, asked: str | Sequence[str]) -> list[Workspace]:
        """Those asked for. Raises `Workspace.DoesNotExist`, and `BadSearch` where none is named."""
        slugs = [slug for slug in ([asked] if isinstance(asked, str) else asked) if slug]
        if not slugs:
            return [self._the_one()]
        known = {workspace.slug: workspace for workspace in self.workspaces()}
        for slug in slugs:
            if slug not in known:
                named = f": use {', '.join(list(known)[:LISTED])}" if known else ", and none is opened to you"
                raise Workspace.DoesNotExist(f"There is no workspace “{slug[:80]}”{named}.")
        return [known[slug] for slug in dict.fromkeys(slugs)]

    def _the_one(self) -> Workspace:
        known = self.workspaces()
        if len(known) == 1:
            return known[0]
        names = ", ".join(workspace.slug for workspace in known[:LISTED])
        raise BadSearch(f"Name a workspace: one of {names}." if names else "You have no workspace.")
