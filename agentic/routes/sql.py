"""The SQL agent: a model writes SELECTs, sees their rows or errors, refines, and answers from them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Literal

from pydantic import BaseModel, Field

from agentic.evidence import Draft, Evidence, ResultTable, Span
from agentic.outcome import coverage
from agentic.running.prompts import prompt
from agentic.sql.execution import SQLFailed, run_select
from agentic.sql.guard import UnsafeSQL
from agentic.sql.provenance import figures_at, views_of
from agentic.sql.rendering import ROWS, cells_of, render
from agentic.sql.schema import conditions_for, hint, present, schema_text
from agentic.trace import StepRecorder, Trace
from agentic.verification.sentences.statements import MARK, marked, own_mark, with_plain_marks
from llm.errors import BadOutput
from llm.fencing import fenced, one_line
from llm.types import ChatModel, ChatRequest, Message
from retrieval.scope.model import Scope

__all__ = ["Decision", "run_sql_agent", "schema_text"]

REPLY_TOKENS = 400  # a statement of 200 tokens and its reason
ANSWER_TOKENS = 250
COMPOSE = (
    "Now answer the question in one or two plain sentences from the rows above, without JSON. "
    "Copy the numbers as they stand, each followed by the mark of its row."
)
NO_ANSWER = "A count over no rows, or of names and topics, answers nothing: ask figures, or give up."
MENTIONS = frozenset({"entities", "topics"})  # views of what is named somewhere
OF_MENTIONS = re.compile(
    r"\b(?:who|whom|whose|person|people|persons|organi[sz]ations?|compan(?:y|ies)|firms?|part(?:y|ies)|names?"
    r"|named|locations?|places?|products?|events?|entit(?:y|ies)|topics?|themes?|subjects?|mention\w*"
    r"|documents?|files?)\b",
    re.IGNORECASE,
)
STUCK = 3  # decisions in a row that gave nothing new
CHARACTERS_PER_TOKEN = 3.2  # of SQL and table rows, by the local model's tokenizer
LISTED = 10  # rows shown where the model gives no answer
MARKS_ADDED = 3  # rows cited on the model's behalf where it forgot to
TURNS = 5  # messages before the question that it is told of
TURN_CHARS = 300  # of each
LIKELY = {"local": 6, "gemini": 30, "openai": 20}  # documents named: a small model reads 70 tokens a second


class Decision(BaseModel):
    """What the model does next."""

    explanation: str = Field(max_length=160)
    action: Literal["query", "answer", "give_up"]
    sql: str = Field(default="", max_length=4000)
    answer: str = Field(default="", max_length=3000)


@dataclass
class _Findings:
    """What the statements of one question have found so far."""

    question: str
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
        """The newest result that can be an answer."""
        return next((table for table in reversed(self.tables) if self.bears(table)), None)

    def bears(self, table: ResultTable) -> bool:
        """Whether something stands in it that the question may ask for.

        Counts and sums over no rows are nothing, and how often names and topics are stored is no content.
        """
        if not any(cell is not None and cell != 0 for row in table.rows for cell in row):
            return False
        is_folded = not any(table.spans)
        return not is_folded or not views_of(table.sql) <= MENTIONS or bool(OF_MENTIONS.search(self.question))


def run_sql_agent(
    question: str,
    *,
    scope: Scope,
    chat: ChatModel,
    trace: Trace,
    history: Sequence[Mapping[str, str]] = (),
    schema_notes: str = "",
    limit: int = 10,
) -> tuple[Draft, Evidence]:
    """The model's answer from the rows that its statements gave, and those rows as evidence.

    `scope`: of which only the user's own choice of documents holds, since SQL answers over the whole set; the
    model is told the others as the likeliest. `history`: [{role, text}] of the messages before.
    `schema_notes`: what else to tell the model of the views. `limit`: of statements. The numbers of the
    draft are not checked here.
    """
    told = [_before(history), _documents_told(scope, LIKELY.get(chat.tier, LIKELY["local"]))]
    scope = scope if scope.is_chosen else replace(scope, document_ids=None)
    findings = _Findings(question)
    conversation = _Conversation(question, scope, chat, trace, schema_notes, told)
    draft = _converse(conversation, findings, scope, trace, limit)
    return draft, _evidence(draft, findings, scope)


def _before(history: Sequence[Mapping[str, str]]) -> str:
    """What was said before the question."""
    said = ((turn.get("role"), one_line(turn.get("text", ""))[:TURN_CHARS]) for turn in history[-TURNS:])
    turns = [f"{role}: {text}" for role, text in said]
    return "\n".join(["Said before:", *turns]) if turns else ""


def _documents_told(scope: Scope, most: int) -> str:
    """The documents that the user chose, or that fit the question, by number and name; "" where all do."""
    if scope.document_ids is None:
        return ""
    named = scope.documents().order_by("-document_date", "pk").values_list("pk", "filename")[:most]
    names = [f"{pk} {one_line(filename)}" for pk, filename in named]
    if not names:
        return ""
    further = f" and {scope.candidates - len(names):,} more" if scope.candidates > len(names) else ""
    begin = "Only these documents can be read" if scope.is_chosen else "Documents that fit the question"
    of = f"{scope.candidates:,} of {scope.total:,}; document_id and name"
    return f"{begin} ({of}): {'; '.join(names)}{further}"


def _converse(
    conversation: _Conversation, findings: _Findings, scope: Scope, trace: Trace, limit: int
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
        results = len(findings.tables)
        reply, is_new = _follow(decision, findings, scope, trace, limit)
        stuck = 0 if is_new else stuck + 1
        conversation.show(reply, has_rows=len(findings.tables) > results)
    return _rows_as_answer(findings)


def _key(sql: str) -> str:
    return re.sub(r"\s+", " ", sql.strip().rstrip(";")).lower()


def _follow(
    decision: Decision, findings: _Findings, scope: Scope, trace: Trace, limit: int
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
    return _run(decision, findings, scope, trace), True


def _run(decision: Decision, findings: _Findings, scope: Scope, trace: Trace) -> str:
    why = decision.explanation.strip() or "Query the facts"
    try:
        with trace.step("sql", why) as step:
            step.sql = decision.sql
            table = run_select(
                decision.sql, workspace=scope.workspace, documents=scope.chosen, explanation=why
            )
            step.sql, step.rows = table.sql, len(table.rows)
    except (UnsafeSQL, SQLFailed) as error:
        findings.tried.append(f"{why}: {error}")
        # PostgreSQL quotes the value that it stumbled over, which may be a document's words.
        said = str(error) if isinstance(error, UnsafeSQL) else fenced(str(error))
        return f"Error: {said}{hint(decision.sql, str(error))}"
    findings.tables.append(table)
    findings.tried.append(f"{why}: {len(table.rows)} rows")
    shown = fenced(render(table, findings.mark))
    return shown if not table.rows or findings.bears(table) else f"{shown}\n{NO_ANSWER}"


class _Conversation:
    """The messages between us and the model, cut to what it can hold."""

    def __init__(
        self,
        question: str,
        scope: Scope,
        chat: ChatModel,
        trace: Trace,
        schema_notes: str,
        told: Sequence[str],
    ) -> None:
        rules = prompt("sql_agent")
        trace.prompt_versions[rules.name] = rules.version
        self.chat, self.trace = chat, trace
        self._sees_rows = False
        # What never changes comes first: the model has read it before and need not read it again.
        self.system = "\n".join(part for part in (rules.text, fenced(present(scope)), schema_notes) if part)
        material = "\n".join(filter(None, told))
        asked = (material and fenced(material), f"Question: {question}", conditions_for(question, scope))
        self.messages = [Message("user", "\n".join(part for part in asked if part))]

    def decide(self) -> Decision:
        request = ChatRequest(
            system=self.system,
            messages=self._fitting(),
            output=Decision,
            role="deep",
            max_tokens=REPLY_TOKENS,
        )
        with self._step() as step:
            reply = self.chat.complete(request)
            self.trace.spent(reply.usage)
            decision = reply.parsed
            assert isinstance(decision, Decision)
            step.output = {"action": decision.action, "explanation": decision.explanation}
        self.messages.append(Message("assistant", decision.model_dump_json()))
        return decision

    def _step(self) -> AbstractContextManager[StepRecorder]:
        """What the model is at, in the trace: it takes most of the time."""
        if self._sees_rows:
            return self.trace.step("read", "Read the rows and decide what is next")
        return self.trace.step("write", "Write SQL again" if len(self.messages) > 1 else "Write SQL")

    def compose(self) -> str:
        """The answer as plain text, from the rows in the conversation."""
        self.messages.append(Message("user", COMPOSE))
        self.trace.restart_text()
        request = ChatRequest(
            system=self.system,
            messages=self._fitting(),
            role="deep",
            max_tokens=ANSWER_TOKENS,
            on_text=self.trace.text,
        )
        with self.trace.step("compose", "Write the answer from the rows"):
            reply = self.chat.complete(request)
            self.trace.spent(reply.usage)
        return reply.text.strip()

    def show(self, result: str, *, has_rows: bool) -> None:
        self.messages.append(Message("user", result))
        self._sees_rows = has_rows

    def _fitting(self) -> Sequence[Message]:
        """The question and as many of the latest exchanges as fit."""
        room = (self.chat.context_tokens - REPLY_TOKENS) * CHARACTERS_PER_TOKEN - len(self.system)
        question, *later = self.messages
        while later and sum(len(message.text) for message in (question, *later)) > room:
            del later[:2]
        return [question, *later]


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
    return f"- {said}{f' {own_mark(findings.mark(span))}' if span else ''}"


def _evidence(draft: Draft, findings: _Findings, scope: Scope) -> Evidence:
    cited = {
        findings.spans[n - 1]
        for m in MARK.finditer(with_plain_marks(draft.text))
        for n in marked(m)
        if n <= len(findings.spans)
    }
    used = [table for table in findings.tables if table is findings.last or not cited.isdisjoint(table.spans)]
    return Evidence(
        spans=tuple(findings.spans),
        figures=figures_at(findings.spans, scope.workspace),
        tables=tuple(used),
        coverage=coverage(scope),
        tried=tuple(findings.tried),
        nearest=() if draft.answered else tuple(findings.spans[:MARKS_ADDED]),
    )
