"""The SQL agent: a model writes SELECTs, sees their rows or errors, refines, and answers from them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel, Field

from agentic.evidence import Coverage, Draft, Evidence, ResultTable, Span
from agentic.prompt_files import prompt
from agentic.sql.execution import SQLFailed, run_select
from agentic.sql.guard import UnsafeSQL
from agentic.sql.provenance import figures_at
from agentic.sql.rendering import ROWS, cells_of, render
from agentic.sql.schema import conditions_for, hint, present, schema_text
from agentic.statements import MARK, marked
from agentic.trace import Trace
from documents.models import Document, Metric, Status, Workspace
from llm.errors import BadOutput
from llm.types import ChatModel, ChatRequest, Message

__all__ = ["Decision", "run_sql_agent", "schema_text"]

REPLY_TOKENS = 400  # a statement of 200 tokens and its reason
ANSWER_TOKENS = 250
COMPOSE = (
    "Now answer the question in one or two plain sentences from the rows above, without JSON. "
    "Copy the numbers as they stand, each followed by the mark of its row."
)
STUCK = 3  # decisions in a row that gave nothing new
CHARACTERS_PER_TOKEN = 3.2  # of SQL and table rows, by the local model's tokenizer
STOP_SECONDS = 0.5  # how often a call in flight looks whether the user pressed stop
LISTED = 10  # rows shown where the model gives no answer
MARKS_ADDED = 3  # rows cited on the model's behalf where it forgot to


class Decision(BaseModel):
    """What the model does next."""

    explanation: str = Field(max_length=160)
    action: Literal["query", "answer", "give_up"]
    sql: str = Field(default="", max_length=4000)
    answer: str = Field(default="", max_length=3000)


@dataclass
class _Findings:
    """What the statements of one question have found so far."""

    tables: list[ResultTable] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    tried: list[str] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)

    def mark(self, span: Span) -> int:
        """The number that cites `span`; the same words on the same page have one."""
        if span not in self.spans:
            self.spans.append(span)
        return self.spans.index(span) + 1

    @property
    def last(self) -> ResultTable | None:
        return next((table for table in reversed(self.tables) if table.rows), None)


def run_sql_agent(
    question: str,
    *,
    workspace: Workspace,
    chat: ChatModel,
    trace: Trace,
    schema_notes: str = "",
    limit: int = 10,
) -> tuple[Draft, Evidence]:
    """The model's answer from the rows that its statements gave, and those rows as evidence.

    `schema_notes`: what else to tell the model of the views. `limit`: of statements. The numbers of the
    draft are not checked here.
    """
    findings = _Findings()
    conversation = _Conversation(question, workspace, chat, trace, schema_notes)
    draft = _converse(conversation, findings, workspace, trace, limit)
    return draft, _evidence(draft, findings, workspace)


def _converse(
    conversation: _Conversation, findings: _Findings, workspace: Workspace, trace: Trace, limit: int
) -> Draft:
    """Decide, run, show, until there is an answer, the statements are used up, or nothing new comes."""
    stuck = 0
    while stuck < STUCK:
        try:
            decision = conversation.decide()
        except BadOutput:
            break
        if decision.action == "give_up":
            return _given_up(decision)
        if decision.action == "answer" and decision.answer.strip() and findings.tables:
            return _answer(decision.answer.strip(), findings)
        if findings.last and _key(decision.sql) in findings.asked:
            # A small model that asks the same again has its rows and does not see that it is done.
            return _answer(conversation.compose(), findings)
        reply, is_new = _follow(decision, findings, workspace, trace, limit)
        stuck = 0 if is_new else stuck + 1
        conversation.show(reply)
    return _rows_as_answer(findings)


def _key(sql: str) -> str:
    return re.sub(r"\s+", " ", sql.strip().rstrip(";")).lower()


def _follow(
    decision: Decision, findings: _Findings, workspace: Workspace, trace: Trace, limit: int
) -> tuple[str, bool]:
    """What the model is told of its decision, and whether that is something new."""
    key = _key(decision.sql)
    if not key:
        return "Run a query first: set action to query and write the SELECT into sql.", False
    if key in findings.asked:
        return "You ran this statement before, and it gave nothing: ask in another way.", False
    if len(findings.asked) >= limit:
        return "No more statements are allowed: answer from the rows above, or give up.", False
    findings.asked.add(key)
    return _run(decision, findings, workspace, trace), True


def _run(decision: Decision, findings: _Findings, workspace: Workspace, trace: Trace) -> str:
    why = decision.explanation.strip() or "Query the facts"
    try:
        with trace.step("sql", why) as step:
            step.sql = decision.sql
            table = run_select(decision.sql, workspace=workspace, explanation=why)
            step.sql, step.rows = table.sql, len(table.rows)
    except (UnsafeSQL, SQLFailed) as error:
        findings.tried.append(f"{why}: {error}")
        return f"Error: {error}{hint(decision.sql, str(error))}"
    findings.tables.append(table)
    findings.tried.append(f"{why}: {len(table.rows)} rows")
    return render(table, findings.mark)


class _Conversation:
    """The messages between us and the model, cut to what it can hold."""

    def __init__(
        self, question: str, workspace: Workspace, chat: ChatModel, trace: Trace, schema_notes: str
    ) -> None:
        rules = prompt("sql_agent")
        trace.prompt_versions[rules.name] = rules.version
        self.chat, self.trace = chat, trace
        # What never changes comes first: the model has read it before and need not read it again.
        self.system = "\n".join(part for part in (rules.text, present(workspace), schema_notes) if part)
        asked = (f"Question: {question}", conditions_for(question, workspace))
        self.messages = [Message("user", "\n".join(part for part in asked if part))]

    def decide(self) -> Decision:
        request = ChatRequest(
            system=self.system,
            messages=self._fitting(),
            output=Decision,
            max_tokens=REPLY_TOKENS,
            on_text=_stopper(self.trace),
        )
        reply = self.chat.complete(request)
        self.trace.spent(reply.usage)
        assert isinstance(reply.parsed, Decision)
        self.messages.append(Message("assistant", reply.parsed.model_dump_json()))
        return reply.parsed

    def compose(self) -> str:
        """The answer as plain text, from the rows in the conversation."""
        self.messages.append(Message("user", COMPOSE))
        self.trace.restart_text()
        request = ChatRequest(
            system=self.system, messages=self._fitting(), max_tokens=ANSWER_TOKENS, on_text=self.trace.text
        )
        reply = self.chat.complete(request)
        self.trace.spent(reply.usage)
        return reply.text.strip()

    def show(self, result: str) -> None:
        self.messages.append(Message("user", result))

    def _fitting(self) -> Sequence[Message]:
        """The question and as many of the latest exchanges as fit."""
        room = (self.chat.context_tokens - REPLY_TOKENS) * CHARACTERS_PER_TOKEN - len(self.system)
        question, *later = self.messages
        while later and sum(len(message.text) for message in (question, *later)) > room:
            del later[:2]
        return [question, *later]


def _stopper(trace: Trace) -> Callable[[str], None]:
    """Ends a call in flight where the user presses stop."""
    looked = time.monotonic()

    def on_text(_: str) -> None:
        nonlocal looked
        if time.monotonic() - looked > STOP_SECONDS:
            looked = time.monotonic()
            trace.check_stop()

    return on_text


def _given_up(decision: Decision) -> Draft:
    reason = decision.answer.strip() or decision.explanation.strip()
    return Draft(
        text=f"The facts read from these documents do not answer this. {reason}".strip(), answered=False
    )


def _answer(text: str, findings: _Findings) -> Draft:
    """The model's answer; without rows there is nothing that it could rest on."""
    last = findings.last
    if last is None:
        return Draft(text="The facts read from these documents do not answer this.", answered=False)
    if not findings.spans:
        # The result of an aggregate has no row to cite.
        return Draft(text=re.sub(r"\s+(?=[.,;]|$)", "", MARK.sub("", text)))
    return Draft(text=text if MARK.search(text) else _with_marks(text, last, findings))


def _with_marks(text: str, table: ResultTable, findings: _Findings) -> str:
    """`text` with the marks of the rows whose cells it names, where the model left them out."""
    places = [span for span in table.spans[:ROWS] if span is not None]
    named = [
        span
        for row, span in zip(table.rows[:ROWS], table.spans, strict=False)
        if span is not None and any(isinstance(cell, str) and len(cell) > 3 and cell in text for cell in row)
    ]
    chosen = dict.fromkeys((named or places)[:MARKS_ADDED])
    return " ".join([text, "".join(f"[{findings.mark(span)}]" for span in chosen)]).strip()


def _rows_as_answer(findings: _Findings) -> Draft:
    """The last rows themselves, where the model does not get to an answer."""
    table = findings.last
    if table is None:
        return Draft(text="No statement found anything that answers this.", answered=False)
    lines = [_listed(table, position, findings) for position in range(min(len(table.rows), LISTED))]
    return Draft(text="\n".join([f"{table.explanation.rstrip('.:')}:\n", *lines]))


def _listed(table: ResultTable, position: int, findings: _Findings) -> str:
    span = table.spans[position]
    cells = zip(table.columns, cells_of(table, position), strict=True)
    said = ", ".join(f"{name.replace('_', ' ')} {cell}" for name, cell in cells)
    return f"- {said}{f' [{findings.mark(span)}]' if span else ''}"


def _evidence(draft: Draft, findings: _Findings, workspace: Workspace) -> Evidence:
    cited = {
        findings.spans[n - 1]
        for m in MARK.finditer(draft.text)
        for n in marked(m)
        if n <= len(findings.spans)
    }
    used = [table for table in findings.tables if table is findings.last or not cited.isdisjoint(table.spans)]
    return Evidence(
        spans=tuple(findings.spans),
        figures=figures_at(findings.spans, workspace),
        tables=tuple(used),
        coverage=_coverage(workspace),
        tried=tuple(findings.tried),
        nearest=() if draft.answered else tuple(findings.spans[:MARKS_ADDED]),
    )


def _coverage(workspace: Workspace) -> Coverage:
    ready = Document.objects.filter(workspace=workspace, status=Status.READY)
    total = ready.count()
    with_figures = Metric.objects.answering().filter(document__in=ready).values("document").distinct().count()
    return Coverage(searched=total, total=total, without_facts=total - with_figures)
