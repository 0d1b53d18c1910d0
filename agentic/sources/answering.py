"""The story of one question to a source: understand, find its tables, write, check, run, say."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from django.conf import settings

from agentic.evidence import Draft, Evidence, Figure, ResultTable
from agentic.outcome import Answered
from agentic.running.prompts import prompt
from agentic.sources.answers.charts import chart_of
from agentic.sources.answers.wording import LISTED, in_words
from agentic.sources.drivers.types import Driver, Fetched, SourceFailed
from agentic.sources.models import DataSource
from agentic.sources.questions.approved import nearest_examples
from agentic.sources.registering.connect import driver_of
from agentic.sources.statements.generating import ROLES, Attempt, Task, as_written, tried, write
from agentic.sources.statements.lookup import planned_with_values, strange_words
from agentic.sources.statements.retrieval import nearest_names, relevant
from agentic.trace import Trace
from agentic.verification.match import is_name
from agentic.verification.verify import verify
from llm.types import ChatModel, Embedder
from retrieval.tables.rules.plan import Planned
from retrieval.tables.understanding import Understood, understand

CANNOT = "The tables of “{source}” cannot answer this."
BY_HAND = (
    "This query was written or edited by hand and ran as it stands: nobody checked whether it answers the "
    "question."
)
SMALL = ("local",)  # tiers whose models write a statement whether the tables can answer or not
WITHOUT = "none of these: answer without it"


@dataclass
class State:
    """Where a question is on its way, as the trace keeps it. `step`: the last that was begun.

    `choices`: the options that were taken where it was asked back.
    """

    question: str
    history: Sequence[Mapping[str, str]] = ()
    choices: Sequence[Mapping[str, Any]] = ()
    intent: str = ""
    entities: list[dict[str, str]] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    filters: list[dict[str, Any]] = field(default_factory=list)
    sql: str = ""
    validation: str = ""
    results: int | None = None
    error: str = ""
    retries: int = 0
    needs_clarification: bool = False
    ambiguities: list[str] = field(default_factory=list)
    step: str = "understand"
    complexity: str = ""
    execution_ms: int | None = None
    cached: bool = False
    cached_at: str = ""
    chart: dict[str, str] | None = None

    def as_json(self) -> dict[str, Any]:
        lists = {"history": list(map(dict, self.history)), "choices": list(map(dict, self.choices))}
        return {**vars(self), **lists}

    @property
    def meant(self) -> dict[str, str]:
        """Words of the question → the table or column that was chosen for them."""
        return {words: path for choice in self.choices for words, path in choice.get("meant", {}).items()}


def answer_from_source(
    question: str,
    *,
    source: DataSource,
    chat: ChatModel,
    embedder: Embedder,
    trace: Trace,
    history: Sequence[Mapping[str, str]] = (),
    choices: Sequence[Mapping[str, Any]] = (),
) -> tuple[Answered, State]:
    """The checked answer and the state that it came to. Raises `SourceFailed` where the source is away."""
    state = State(question, list(history), list(choices))
    understood = _understood(question, source, state, trace)
    driver = driver_of(source)
    by_rules = _by_rules(question, source, driver, state, trace)
    if isinstance(by_rules, Attempt):
        return _told(by_rules, source, state, trace), state
    if chat.tier == "none" or by_rules.is_ambiguous:
        return _refused(by_rules, source, state), state
    known = [*state.meant, *source.approved.values_list("question", flat=True)]
    strange = strange_words(question, source.stored_schema, driver, known=known)
    if strange and chat.tier in SMALL:
        return _refused(_which_is_meant(strange, source, embedder), source, state), state
    by_model = _by_model(understood.told(strange), source, driver, chat, embedder, state, trace)
    if isinstance(by_model, Attempt):
        return _told(by_model, source, state, trace), state
    if isinstance(by_model, Planned):
        return _refused(by_model, source, state), state
    text = f"{CANNOT.format(source=source.name)} {by_model}".strip()
    return _said(Draft(text=text, answered=False)), state


def run_statement(sql: str, *, source: DataSource, question: str, trace: Trace) -> tuple[Answered, State]:
    """The answer that a person's own statement gives, behind the same walls; told as such."""
    state = State(question, step="execute")
    task = _task(question, source, understand(question, source.stored_schema))
    with trace.step("sql", "Run the edited query") as step:
        attempt = as_written(sql, task, driver_of(source))
        step.sql, step.error = attempt.sql, attempt.error
        step.rows = None if attempt.found is None else len(attempt.found.rows)
    answered = _told(attempt, source, state, trace)
    if attempt.found is None:
        return answered, state
    warnings = (BY_HAND, *answered.answer.warnings)
    return replace(answered, answer=replace(answered.answer, warnings=warnings)), state


def _understood(question: str, source: DataSource, state: State, trace: Trace) -> Understood:
    with trace.step("analyse", "Read what is asked of the tables") as step:
        understood = understand(question, source.stored_schema)
        state.intent, state.tables = understood.intent, list(understood.tables)
        state.columns, state.filters = list(understood.columns), list(understood.filters)
        state.entities = [{"value": value, "column": place} for value, place in understood.values]
        state.complexity = understood.complexity
        step.output = {**understood.as_json(), "complexity": understood.complexity}
    return understood


def _by_rules(
    question: str, source: DataSource, driver: Driver, state: State, trace: Trace
) -> Attempt | Planned:
    """The result of a plan that accounts for every word; the plan alone where there is none."""
    state.step = "plan"
    with trace.step("plan", "Plan the query by rules") as step:
        plan = planned_with_values(question, source.stored_schema, source.dialect, driver, meant=state.meant)
        step.output = {"left": list(plan.left), "note": plan.note, "needs_clarification": plan.is_ambiguous}
        if not plan.sql:
            return plan
    attempt = _run(
        plan.sql, _task(question, source, understand(question, source.stored_schema)), driver, trace
    )
    if attempt.found is None:
        return Planned(note=attempt.error)
    return replace(attempt, note=plan.note)


def _which_is_meant(words: Sequence[str], source: DataSource, embedder: Embedder) -> Planned:
    """Asks back what is meant by the first of words that stand nowhere in the source."""
    word = words[0]
    near = nearest_names(source, word, embedder=embedder)
    options = ((path, {word: path}) for path in near)
    note = f"Nothing in “{source.name}” is called “{word}”: which of its columns is meant?"
    return Planned(note=note, is_ambiguous=True, options=(*options, (f"{WITHOUT} ({word})", {word: ""})))


def _by_model(
    understood: Understood,
    source: DataSource,
    driver: Driver,
    chat: ChatModel,
    embedder: Embedder,
    state: State,
    trace: Trace,
) -> Attempt | Planned | str:
    """What the model's statement gave; a plan with what it asks back; in words why it wrote none."""
    state.step = "retrieve"
    with trace.step("map", "Find the tables that matter") as step:
        schema = relevant(source, state.question, understood, embedder=embedder)
        state.tables = [table.path for table in schema.tables]
        step.rows, step.output = len(schema.tables), {"tables": state.tables}
    rules = prompt("source_sql")
    trace.prompt_versions[rules.name] = rules.version
    examples = nearest_examples(source, state.question, embedder=embedder)
    meant = [_told_choice(choice) for choice in state.choices]
    task = _task(state.question, source, understood, schema, examples, state.history, meant)
    state.step = "generate"
    started = time.perf_counter()

    def note(attempt: Attempt) -> None:
        with trace.step("sql", "Check and run the query") as step:
            step.sql, step.error = attempt.sql, attempt.error
            step.rows = None if attempt.found is None else len(attempt.found.rows)

    with trace.step("write", "Write SQL") as step:
        role = ROLES[understood.complexity]
        step.output = {"complexity": understood.complexity, "role": role}
        step.output["examples"] = [each.question for each in examples]
        tries: list[Attempt] = []
        written = write(task, chat=chat, driver=driver, on_try=tries.append)
        step.output["seconds"] = round(time.perf_counter() - started, 2)
    for attempt in tries:
        note(attempt)
    trace.spent(written.usage)
    state.retries = written.retries
    if written.asked_back:
        unsaid: dict[str, str] = {}
        options = tuple((each, unsaid) for each in written.options)
        return Planned(note=written.asked_back, is_ambiguous=True, options=options)
    if written.refusal:
        return written.refusal.partition(":")[2].strip() or written.refusal
    if written.good is None:
        state.error = written.attempts[-1].error if written.attempts else "No statement was written."
        count = len(written.attempts)
        told = f"{count} statements were tried; the last" if count > 1 else "What was tried"
        return f"{told}: {state.error}"
    return written.good


def _told_choice(choice: Mapping[str, Any]) -> str:
    told = [f"“{words}” is {path}" for words, path in choice.get("meant", {}).items() if path]
    return "; ".join(told) or str(choice["label"])


def _task(
    question: str,
    source: DataSource,
    understood: Understood,
    schema: Any = None,
    examples: Sequence[Any] = (),
    history: Sequence[Mapping[str, str]] = (),
    meant: Sequence[str] = (),
) -> Task:
    whole = source.stored_schema
    return Task(
        question=question,
        schema=schema or whole,
        whole=whole,
        dialect=source.dialect,
        understood=understood,
        examples=examples,
        history=[dict(each) for each in history],
        rows=settings.RAGSITE_SOURCE_ROWS,
        seconds=float(settings.RAGSITE_SOURCE_TIMEOUT),
        repair_seconds=float(settings.RAGSITE_SOURCE_REPAIR_SECONDS),
        meant=meant,
    )


def _run(sql: str, task: Task, driver: Driver, trace: Trace) -> Attempt:
    with trace.step("sql", "Check and run the query") as step:
        attempt = tried(sql, task, driver)
        step.sql, step.error = attempt.sql, attempt.error
        step.rows = None if attempt.found is None else len(attempt.found.rows)
    return attempt


def _told(attempt: Attempt, source: DataSource, state: State, trace: Trace) -> Answered:
    state.sql, state.error = attempt.sql, attempt.error
    if attempt.found is None:
        state.validation = "refused"
        return _said(Draft(text=attempt.error, answered=False))
    state.step, state.validation, state.results = "answer", "passed", len(attempt.found.rows)
    state.execution_ms = round(attempt.seconds * 1000)
    state.chart = chart_of(attempt.found)
    with trace.step("verify", "Check every number") as step:
        told = in_words(attempt.found, is_shared=attempt.is_shared, beyond=attempt.beyond)
        told = f"{told}\n\n{attempt.note}" if attempt.note else told
        answered = _said(Draft(text=told), _evidence(attempt, attempt.found, source))
        step.rows = len(answered.answer.numbers)
        step.output = {"proven": answered.answer.proven, "of": len(answered.answer.numbers)}
    return answered


def _evidence(attempt: Attempt, found: Fetched, source: DataSource) -> Evidence:
    table = ResultTable(
        columns=found.columns,
        rows=found.rows,
        sql=attempt.sql,
        explanation=f"From “{source.name}”",
        truncated=found.truncated,
        seconds=attempt.seconds,
    )
    return Evidence(tables=(table,), figures=tuple(_named_by_numbers(found)))


def _named_by_numbers(found: Fetched) -> Iterator[Figure]:
    """Numbers of the told rows that name something, as the 2 of “quarter 2”: no measure, but no invention."""
    for row in found.rows[:LISTED]:
        for name, value in zip(found.columns, row, strict=True):
            if isinstance(value, int) and not isinstance(value, bool) and is_name(name):
                yield Figure(value=Decimal(value), text=str(value), label=name)


def _refused(plan: Planned, source: DataSource, state: State) -> Answered:
    state.step, state.validation = "understand", "refused"
    if plan.is_ambiguous:
        state.needs_clarification, state.ambiguities = True, [plan.note]
        return _said(Draft(text="", answered=False, clarification=plan.note, clarify=_asking(plan)))
    state.error = plan.note
    left = ", ".join(f"“{word}”" for word in plan.left)
    why = f"Without a model, rules found no place for {left}." if left else plan.note
    known = ", ".join(table.path for table in source.stored_schema.tables[:12])
    return _said(Draft(text=f"{why} Its tables are {known}.".strip(), answered=False))


def _asking(plan: Planned) -> dict[str, Any]:
    options = [
        {"id": str(number), "label": label, "count": None, "meant": meant}
        for number, (label, meant) in enumerate(plan.options, start=1)
    ]
    return {"type": "ambiguous", "reason": plan.note, "attempts": [], "hints": [], "options": options}


def _said(draft: Draft, evidence: Evidence | None = None) -> Answered:
    """Of why there is no answer no number is a figure of the source: none of it is checked."""
    answer = verify(draft, evidence or Evidence())
    return Answered(answer if draft.answered else replace(answer, numbers=(), warnings=()), "source")


__all__ = ["SourceFailed", "State", "answer_from_source", "run_statement"]
