"""What the endpoints for questions take and give, as OpenAPI describes it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from ninja import Field, Schema

from agentic.runs import BadQuestion
from documents.api.bodies import Body, OptionalId

QUESTION = "What was revenue in the last quarter?"
OF_EXTRACTION = {"": "auto", "both": "auto", "map_only": "map", "sql_only": "sql"}


class QuestionIn(Body):
    question: str = Field(
        "", description="In words, at most 4,000 characters; `query` is the same.", examples=[QUESTION]
    )
    query: str = Field("", description="Another name of `question`.")
    workspace: str = Field("default", description="The workspace's slug.", examples=["default"])
    mode: str = Field(
        "auto", description="auto, facts, map, sql or search; source with `source`.", examples=["auto"]
    )
    extraction_mode: str = Field(
        "",
        description="Of what documents were read for: both, map_only (asks by the document map) or "
        "sql_only (by SQL), "
        "where `mode` is auto.",
    )

    @property
    def text(self) -> str:
        """Raises `BadQuestion` where neither name was sent."""
        if not self.question and not self.query:
            raise BadQuestion("“question” is missing: send it.")
        return self.question or self.query

    @property
    def chosen_mode(self) -> str:
        """Raises `BadQuestion` for an `extraction_mode` that there is not."""
        if self.extraction_mode not in OF_EXTRACTION:
            raise BadQuestion(
                f"There is no extraction mode “{self.extraction_mode[:40]}”: choose both, map_only or "
                f"sql_only."
            )
        return OF_EXTRACTION[self.extraction_mode] if self.mode == "auto" else self.mode


class QueryIn(QuestionIn):
    document_ids: list[int] = Field([], description="Only these documents; empty for all.")
    session_id: OptionalId = Field(
        None, description="Of your own making: questions that share one know what was asked before."
    )
    use_prefilter: bool = Field(True, description="Whether the question's words choose documents first.")
    max_documents: int | None = Field(None, ge=1, le=100, description="Documents to read at most.")
    max_candidates: int | None = Field(None, ge=1, le=200, description="Passages to look at, at most.")
    top_k: int | None = Field(
        None,
        ge=1,
        le=50,
        description="Of how many passages the answer is made; as the settings say if not given.",
    )
    context_chars: int | None = Field(
        None,
        ge=40,
        le=4000,
        description="Characters of each passage that the search agent's searches show; 400 if not given.",
    )
    source: str = Field("", description="The name of a data source, which is asked in place of documents.")
    sql: str = Field(
        "", description="A statement of your own for the source, run behind the same walls; for its managers."
    )
    fresh: bool = Field(False, description="Ask the source again, past a result that is kept of it.")
    run_id: OptionalId = Field(None, description="A run that asked back: goes on with `option`.")
    option: str = Field("", description="The id of one of the options of its clarification.")

    @property
    def options(self) -> dict[str, Any]:
        given = {
            "max_documents": self.max_documents,
            "max_candidates": self.max_candidates,
            "top_k": self.top_k,
            "context_chars": self.context_chars,
            "sql": self.sql or None,
            "fresh": self.fresh or None,
        }
        return given if self.use_prefilter else {**given, "use_prefilter": False}


class Waiting(Body):
    wait: float = Field(
        120, ge=0, le=600, description="Seconds to wait for the answer; then the run's id is given instead."
    )


class WaitingQueryIn(QueryIn, Waiting):
    pass


class CitationOut(Schema):
    number: int = Field(description="Its mark in the answer: [1], [2], …")
    document: str = Field(examples=["q4-report.pdf"])
    document_id: int
    page: int | None = Field(description="Counted from 1.")
    place: str = Field("", description="What the page is called.", examples=["page 3", "Slide 3"])
    quote: str = Field(description="The words on the page.")
    kind: str = ""
    fact_id: int | None = None


class NumberOut(Schema):
    text: str = Field(description="As written in the answer.", examples=["$4.2 billion"])
    value: float | int | str = Field(description="In base units; per cent as a fraction.")
    status: str = Field(
        description="exact, rounded, computed, curated (a curator set it; the words do not show it) or "
        "unsupported.",
        examples=["rounded"],
    )
    start: int = Field(description="First character in the answer.")
    end: int
    document: str = ""
    document_id: int | None = None
    page: int | None = None
    place: str = ""
    quote: str = ""
    as_written: str = Field("", description="What stands there for it.", examples=["3,226,773"])
    formula: str = Field("", description="How a computed number came about.")
    note: str = Field("", description="Who set a curated number, when, and what it was before.")


class SourceOut(Schema):
    document: str
    document_id: int
    pages: list[int]


class AnsweredForOut(Schema):
    measure: str = Field(examples=["Revenue"])
    entity: str = Field(examples=["Skerrivane"])
    period: str = Field(examples=["Q2 of fiscal 2025"])
    grouping: str = Field(examples=["by quarter"])
    conditions: list[str]


class StepOut(Schema):
    position: int
    kind: str
    title: str = Field(description="Why, in words.")
    doing: str = Field("", description="What is done while it runs.", examples=["Writing SQL"])
    started_at: str = Field("", description="When it began: seconds can be counted from here.")
    sql: str
    rows: int | None
    note: str = Field("", description="Why it went so, as where filters were dropped; mostly empty.")
    error: str
    seconds: float | None = Field(description="Empty while the step runs.")


class AttemptOut(Schema):
    tried: str
    hits: int


class OptionOut(Schema):
    id: str = Field(description="Send it as `option` with the run's id.", examples=["vendor-1"])
    label: str = Field(examples=["Vendor: Acme"])
    count: int | None = Field(description="How many documents it leads to, counted.")
    is_export: bool = Field(False, description="All matches as a file, at the addresses under `matches`.")


class ClarificationOut(Schema):
    type: str = Field(description="no_low, overload or ambiguous.")
    reason: str
    attempts: list[AttemptOut] = Field(description="What was tried, with how many hits.")
    hints: list[str]
    options: list[OptionOut]
    run_id: UUID


class RunOut(Schema):
    answer: str = Field(description="Markdown; citations as [1].")
    kind: str = Field(
        "",
        description="answer, passages (no answer, but `nearest` holds text near the question), "
        "clarification or refusal; empty until it is over.",
        examples=["answer"],
    )
    mode: str
    route: str = Field(description="Which way the answer was found.", examples=["facts"])
    tier: str = Field(description="Which models answered: none, local, gemini or openai.")
    citations: list[CitationOut]
    queries_executed: list[str] = Field(description="Every SQL statement, in order.")
    reasoning_steps: list[StepOut]
    sources: list[SourceOut]
    iterations: int
    numbers: list[NumberOut]
    answered: bool = Field(description="Whether the documents hold an answer.")
    proven: bool = Field(
        False,
        description="Whether every number is exact, rounded or computed and every part of the question "
        "has its answer; without numbers, whether it rests on stored facts alone.",
    )
    coverage: dict[str, Any] | None = Field(
        description="Numbers of documents: `considered` (looked through) of `total`, `matched` (something "
        "was found in them), `read` (the answer is made from them; both empty where a query folded its "
        "rows), `without_facts`, `waiting` (still being read); `text` says it in words."
    )
    plan: dict[str, Any] | None = Field(
        None,
        description="Of an answer from figures: the `expression` over stored ones, what is asked of it "
        "(`ask`), its `periods`, whose they are (`of`), and the whole as a sentence (`text`).",
    )
    answered_for: AnsweredForOut = Field(description="What the answer is of.")
    not_considered: list[str] = Field(
        [], description="Words of the question that the answer did not take into account."
    )
    fit: dict[str, Any] | None = Field(
        None,
        description="Whether the answer is one to the question: `covers`; `missing`, a sentence for each "
        "part that it leaves out; `not_considered`; `answered`, what it is of, with the question's words "
        "for it.",
    )
    clarification: ClarificationOut | None = Field(
        None, description="What the search agent asks back; send `run_id` and an option's id to go on."
    )
    matches: dict[str, Any] | None = Field(
        None, description="How many rows or documents match, and where all are to be had as CSV and XLSX."
    )
    choices: list[str] = Field([], description="What was chosen so far, where the run asked back.")
    seconds: float | None = Field(
        description="From the asking to the answer, waiting included; empty until it is over."
    )
    waiting_seconds: float | None = Field(description="How many of them it waited for its turn.")
    waits_behind: int | None = Field(description="Questions that go before it; empty once it has begun.")
    quick: bool = Field(description="Whether rules and text search answered in the model's place, as asked.")
    run_id: UUID
    question: str
    workspace: str
    status: str = Field(description="queued, running, done, stopped or failed.")
    error: str
    tables: list[dict[str, Any]] = Field(description="Result tables; `spans` are the places of their rows.")
    tried: list[str] = Field(description="Where nothing was found: what was looked for.")
    nearest: list[dict[str, Any]]
    warnings: list[str]
    usage: dict[str, Any] = Field(
        description="Of the models: calls, input_tokens, output_tokens, and cached_tokens, those of the "
        "input that the provider had kept."
    )
    outcome: str = Field("", description="answered, no_hit, clarified, stopped or failed.")
    way: str = Field("", description="Of the search agent: structured, hybrid or long-text.")
    fallbacks: int = Field(0, description="Ways that gave too little before the one that answered.")
    tool_calls: int = Field(0, description="Of the search agent.")
    query_id: UUID | None = Field(None, description="Of a question to a data source, as the rest here.")
    source: str = ""
    natural_language_query: str = ""
    generated_sql: str = ""
    results: list[dict[str, Any]] | None = Field(None, description="A row each, by the names of `columns`.")
    columns: list[str] | None = None
    execution_time_ms: float | None = Field(None, description="From the asking to the answer.")
    edited_by_hand: bool = Field(
        False,
        description="Whether a person wrote or edited the statement, so that nobody checked it against the "
        "question; it is not `proven` then.",
    )
    cached: bool = Field(False, description="Whether the result is one from before, of `cached_at`.")
    cached_at: str = ""
    chart: dict[str, Any] | None = Field(
        None, description="Where the result is a series: `kind` (bars or line), its columns `x` and `y`."
    )


class TraceStepOut(StepOut):
    input: dict[str, Any]
    output: dict[str, Any]


class TraceOut(RunOut):
    model: str
    history: list[dict[str, Any]]
    timings: dict[str, Any]
    prompt_versions: dict[str, Any]
    created_at: str
    state: dict[str, Any] = Field(
        {},
        description="Of a question to a data source, how far it came: `intent`, `entities`, `tables`, "
        "`columns`, `filters`, `sql`, `validation`, `results`, `error`, `retries`, `step`.",
    )
    steps: list[TraceStepOut]


class PendingOut(Schema):
    run_id: UUID
    status: str = Field(examples=["queued"])
    waits_behind: int | None = Field(description="Questions that go before it; empty once it has begun.")
    message: str = Field(examples=["The answer is not there yet: ask for /api/queries/{id}."])


class ColumnOut(Schema):
    name: str
    type: str = Field(examples=["numeric(50,20)"])


class RelationOut(Schema):
    name: str = Field(examples=["metrics"])
    columns: list[ColumnOut]


class SchemaOut(Schema):
    relations: list[RelationOut]
    text: str = Field(description="The views with the meaning of their columns, and patterns of queries.")
