"""The tools in the agent's hands: so many calls and no more, each kept with what it gave."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agentic.evidence import Span
from agentic.outcome import Outcome
from agentic.routes.tools import TOOLS, Bench, ToolResult, call_tool
from agentic.search.decisions.steps import Attempt, ToolCall
from agentic.trace import Trace

FACTS = "facts"  # a plan over the stored figures, as the facts route makes it
FACTS_TITLE = "Try a plan over the stored figures"
OF_PASSAGES = ("search_text", "search_semantic")
NO_MORE = "No more calls of tools are allowed for this question: answer from what was found."


@dataclass(frozen=True)
class Called:
    """A call and what it gave. `hits`: rows, passages, or the rows that a sum is of."""

    call: ToolCall
    result: ToolResult
    hits: int
    outcome: Outcome | None = None

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows by the names of their columns."""
        columns = self.result.output.get("columns", [])
        return [dict(zip(columns, row, strict=True)) for row in self.result.output.get("rows", [])]

    @property
    def passages(self) -> list[dict[str, Any]]:
        return list(self.result.output.get("hits", []))

    @property
    def total(self) -> int:
        return int(self.result.output.get("total", self.hits))

    def attempt(self) -> Attempt:
        told = self.call.why or self.call.tool.replace("_", " ")
        return Attempt(tried=f"{told}: {self.result.error}" if self.result.error else told, hits=self.hits)


@dataclass
class Toolbox:
    """`most`: calls that may be made. `plan`: the facts route, asked by the tool's name like any other.

    `sizes`: top_k and context_chars of searches over passages that name none themselves.
    """

    bench: Bench
    trace: Trace
    most: int
    plan: Callable[[], Outcome | None]
    document_ids: Sequence[int] = ()
    sizes: Mapping[str, int] = field(default_factory=dict)
    called: list[Called] = field(default_factory=list)

    @property
    def left(self) -> int:
        return self.most - len(self.called)

    def begin_again(self) -> None:
        """Forget what was found, not that it was called."""
        self.most = self.left
        self.called.clear()

    def call(self, call: ToolCall) -> Called:
        """What the tool gives. One that fails, does not exist or comes too late is an attempt without
        hits.
        """
        if self.left <= 0:
            return Called(call, ToolResult(error=NO_MORE), 0)
        same = next((each for each in self.called if _same(each.call, call)), None)
        if same is not None:
            return Called(call, ToolResult(error="This was asked before: ask for something else."), 0)
        if call.tool == FACTS:
            called = self._planned(call)
        else:
            result = call_tool(call.tool, self._held(call), bench=self.bench, trace=self.trace)
            if call.tool not in TOOLS:
                with self.trace.step(
                    "search", "Refuse a tool that there is not", tool=call.tool[:60]
                ) as step:
                    step.error = result.error
            called = Called(call, result, _hits(result))
        self.called.append(called)
        return called

    def _held(self, call: ToolCall) -> Mapping[str, Any]:
        """The arguments, held to the documents that the user chose, and of the size asked for."""
        if call.tool in OF_PASSAGES:
            call = ToolCall(tool=call.tool, arguments={**self.sizes, **call.arguments})
        if not self.document_ids or call.tool not in TOOLS:
            return call.arguments
        chosen = list(self.document_ids)
        if call.tool.startswith("annotations"):
            named = [pk for pk in call.arguments.get("document_ids", []) if pk in chosen]
            return {**call.arguments, "document_ids": named or chosen}
        if call.tool == "get_document_metadata":
            return call.arguments
        filters = call.arguments.get("filters") or {}
        pairs = (
            [{"field": name, **_as_condition(value)} for name, value in filters.items()]
            if isinstance(filters, Mapping)
            else list(filters)
        )
        return {
            **call.arguments,
            "filters": [*pairs, {"field": "document_id", "op": "in", "value": chosen[:100]}],
        }

    def _planned(self, call: ToolCall) -> Called:
        with self.trace.step("plan", FACTS_TITLE) as step:
            outcome = self.plan()
            hits = len(outcome[1].figures) + len(outcome[1].spans) if outcome and outcome[0].answered else 0
            step.rows = hits
            step.output = {"answered": bool(hits)}
        return Called(call, ToolResult(rows=hits), hits, outcome if hits else None)

    def spans(self) -> list[Span]:
        return [span for each in self.called for span in each.result.spans if span]

    def attempts(self) -> list[Attempt]:
        return [each.attempt() for each in self.called]


def _as_condition(value: Any) -> dict[str, Any]:
    return dict(value) if isinstance(value, Mapping) else {"op": "=", "value": value}


def _same(one: ToolCall, other: ToolCall) -> bool:
    return (one.tool, one.arguments) == (other.tool, other.arguments)


def _hits(result: ToolResult) -> int:
    """Of a sum, the rows that it is of."""
    columns = result.output.get("columns", [])
    if "row_count" in columns:
        at = columns.index("row_count")
        return sum(int(row[at] or 0) for row in result.output["rows"])
    return result.rows
