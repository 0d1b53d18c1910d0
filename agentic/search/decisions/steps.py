"""What each step of the search agent decides, whether rules or a model decide it: the JSON is the same."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

Intent = Literal["list", "compute", "summarize", "qa", "compare"]
RouteName = Literal["structured", "hybrid", "long-text"]
Function = Literal["", "count", "sum", "avg", "min", "max"]
Reader = Literal["rules", "model"]
ToolName = Literal[
    "facts",
    "annotations_search",
    "annotations_aggregate",
    "search_text",
    "search_semantic",
    "get_document_metadata",
]
MIN_HITS, MAX_HITS = 3, 300
LEAST_CALLS, MOST_CALLS = 3, 5  # of tools, whatever anybody plans
MOST_REVIEWS = 5


class Decomposition(BaseModel):
    """What a question asks for.

    `constraints`: field → {op, value, unit}. `function` of `measure`, by `group_by`: what is computed;
    `by_document`: documents are counted or listed, not rows. `terms`: what it is about, beside constraints.
    `shown`: fields whose values are asked for. `in_all`: kinds of documents that must all have a thing.
    `unplaced`: words that no field, value or kind of document goes by.
    """

    intent: Intent = "qa"
    buckets: list[str] = []
    constraints: dict[str, dict[str, Any]] = {}
    measure: str = ""
    function: Function = ""
    group_by: str = ""
    by_document: bool = False
    terms: list[str] = []
    shown: list[str] = []
    in_all: list[str] = []
    subqueries: list[str] = []
    output: Literal["table", "figures", "prose"] = "prose"
    ambiguities: list[str] = []
    unplaced: list[str] = []
    needs_clarification: bool = False

    @property
    def kinds(self) -> list[str]:
        """What the documents are called."""
        value = self.constraints.get("kind", {}).get("value", [])
        return [value] if isinstance(value, str) else list(value)

    @property
    def counts_groups(self) -> bool:
        """Whether all documents are counted by something: “how many documents are in each bucket”."""
        return bool(self.function == "count" and self.group_by)

    @property
    def is_structured(self) -> bool:
        """Whether fields or kinds of documents tell what is meant, not only words."""
        return bool(self.measure or self.in_all or self.buckets or self.constraints or self.counts_groups)


class RouteChoice(BaseModel):
    route: RouteName
    reason: str = ""
    fallback: list[RouteName] = []
    min_hits: int = MIN_HITS
    max_hits: int = MAX_HITS

    @property
    def order(self) -> list[RouteName]:
        return list(dict.fromkeys([self.route, *self.fallback]))


class ToolCall(BaseModel):
    tool: str
    arguments: dict[str, Any] = {}
    why: str = ""


class SearchPlan(BaseModel):
    strategy: str = ""
    queries: list[ToolCall] = []
    max_tool_calls: int = 4


class Review(BaseModel):
    status: Literal["enough", "more", "clarify"]
    reason: str = ""
    next_tool_call: ToolCall | None = None


class Option(BaseModel):
    """One way on. `add`: constraints; `drop`: names of those, or of terms, that are left out; `measure`:
    which
    field is meant. `is_export`: takes all matches as they are. `count`: how many there are."""

    id: str
    label: str
    count: int | None = None
    add: dict[str, dict[str, Any]] = {}
    drop: list[str] = []
    measure: str = ""
    is_export: bool = False


class Attempt(BaseModel):
    """What was tried, with how many hits."""

    tried: str
    hits: int


class Clarification(BaseModel):
    type: Literal["no_low", "overload", "ambiguous"]
    reason: str
    attempts: list[Attempt] = []
    hints: list[str] = []
    options: list[Option] = Field(default=[], max_length=40)
