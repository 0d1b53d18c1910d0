"""An answer as its page shows it: made from a run's JSON, so that old runs show as they were."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from agentic.api.presentation import place_in_words
from agentic.models import Run, RunStep, SavedQuestion
from agentic.sources.registering.services import may_manage
from chat.modes import BY_VALUE, MODES, Mode
from chat.presentation.cells import Cell, cell_of, telling_columns
from chat.presentation.charts import LinePicture, picture_for
from chat.presentation.places import places_in
from chat.presentation.rendering import Finding, Place, render_answer, render_markdown, source_words
from chat.presentation.sql_highlight import broken_into_lines
from documents.providers import current_tier
from documents.views.charts import Picture

DETAIL_ITEMS = 12  # of a list in a step's details; more than that is counted
DETAIL_CHARS = 300
TOLD_WAITING_SECONDS = 1.0  # shorter ones are no wait


@dataclass(frozen=True)
class Source:
    """Words that an answer rests on, or one of the nearest things found."""

    finding: Finding
    place: Place | None

    @property
    def words(self) -> str:
        return source_words(self.finding)

    @property
    def quote(self) -> str:
        return str(self.finding.get("quote") or "")


COUNTED: dict[str, str] = {  # kind of step → what its rows are
    RunStep.Kind.PREFILTER: "document",
    RunStep.Kind.MAP: "document",
    RunStep.Kind.SEARCH: "passage",
    RunStep.Kind.VERIFY: "number",
}


@dataclass(frozen=True)
class TableView:
    columns: list[Cell]
    rows: list[tuple[list[Cell], Source | None]]
    explanation: str
    truncated: bool

    @property
    def has_places(self) -> bool:
        return any(source and source.place for _, source in self.rows)


@dataclass(frozen=True)
class StepView:
    step: RunStep

    @property
    def is_running(self) -> bool:
        return self.step.seconds is None and not self.step.error

    @property
    def elapsed(self) -> float:
        """Seconds for which the step runs already."""
        return max(0.0, (timezone.now() - self.step.created_at).total_seconds())

    @property
    def found(self) -> str:
        """What `rows` counts, in words: “4 documents”; of a data source tables are chosen, not documents."""
        rows = self.step.rows
        noun = "table" if "tables" in self.step.output else COUNTED.get(self.step.kind, "row")
        return "" if rows is None else f"{rows:,} {noun}{'' if rows == 1 else 's'}"

    @cached_property
    def details(self) -> list[tuple[str, str]]:
        """What went in and came out, as (name, words): filters too, and a plan as its sentence.

        Other nested values are the API’s.
        """
        filters, plan = self.step.output.get("filters"), self.step.output.get("plan")
        found = {**self.step.input, **self.step.output, **(filters if isinstance(filters, dict) else {})}
        if isinstance(plan, dict):
            found |= {"plan": plan.get("text", ""), "planner": plan.get("planner", "")}
        pairs = ((name.replace("_", " "), _in_words(value)) for name, value in found.items())
        return [(name, words) for name, words in pairs if words]


@dataclass(frozen=True)
class LiveView:
    """A run on its way. `waits_behind`: as the run has it, asked once for all that shows it."""

    run: Run
    run_steps: Sequence[RunStep]
    waits_behind: int | None

    @property
    def steps(self) -> list[StepView]:
        return [StepView(step) for step in self.run_steps]

    @property
    def is_waiting(self) -> bool:
        return self.waits_behind is not None

    @property
    def waiting(self) -> str:
        """“Waiting: 2 questions before yours”."""
        words = place_in_words(self.waits_behind or 0)
        return f"Waiting: {words[:1].lower()}{words[1:]}"

    @property
    def so_far(self) -> list[str]:
        """Words found by rules, for whoever waits until a model has read them."""
        told = [step.output["so_far"] for step in self.run_steps if step.output.get("so_far")]
        return list(told[-1]) if told else []

    @property
    def waited(self) -> float | None:
        return told_waiting(self.run)

    @property
    def has_model(self) -> bool:
        """Whether there is a model whose work a quick answer would spare."""
        return current_tier() != "none"


def told_waiting(run: Run) -> float | None:
    """The seconds that the run waited for its turn, if they are worth telling."""
    seconds = run.waiting_seconds
    return seconds if seconds is not None and seconds >= TOLD_WAITING_SECONDS else None


@dataclass(frozen=True)
class SourceView:
    """Of an answer from a data source: its statement, whether it was kept, and whether it may be changed."""

    run: Run
    slug: str

    @property
    def name(self) -> str:
        return self.run.source.name if self.run.source else ""

    @property
    def address(self) -> str:
        return reverse("source", args=[self.slug, self.name])

    @property
    def is_beyond_rules(self) -> bool:
        """Whether rules alone read the question, and did not understand it."""
        return self.run.tier == "none" and self.run.source_state.get("step") == "understand"

    @property
    def sql(self) -> str:
        return str(self.run.source_state.get("sql") or "")

    @property
    def sql_in_lines(self) -> str:
        return broken_into_lines(self.sql)

    @property
    def sql_lines(self) -> int:
        return min(14, max(3, self.sql_in_lines.count("\n") + 2))

    @property
    def cached_at(self) -> datetime | None:
        """When it was asked of the source, where that was before."""
        told = self.run.source_state.get("cached_at")
        return datetime.fromisoformat(told) if told else None

    @cached_property
    def may_edit(self) -> bool:
        return self.run.source is not None and may_manage(self.run.user, self.run.source)

    @property
    def periods(self) -> Sequence[tuple[str, Any]]:
        return SavedQuestion.Every.choices


@dataclass(frozen=True)
class AnswerView:
    """What the template of an answer asks for. `run.steps` are prefetched by the caller."""

    run: Run
    slug: str

    @property
    def result(self) -> Mapping[str, Any]:
        return self.run.result or {}

    @cached_property
    def html(self) -> SafeString:
        if not self.result:
            return render_markdown(self.run.answer or self.run.partial)
        return render_answer(
            self.result.get("text") or self.run.answer,
            numbers=self.result.get("numbers") or (),
            citations=self._findings("citations"),
            place_of=places_in(self.slug),
        )

    @cached_property
    def steps(self) -> list[StepView]:
        return [StepView(step) for step in self.run.steps.all()]

    @property
    def live(self) -> LiveView:
        return LiveView(self.run, list(self.run.steps.all()), self.run.waits_behind)

    @property
    def waited(self) -> float | None:
        return told_waiting(self.run)

    @property
    def own_mode(self) -> Mode | None:
        """The mode that the question was asked in, to ask the model after a quick answer."""
        return None if self.run.mode == Run.Mode.SOURCE else BY_VALUE.get(self.run.mode)

    @property
    def query_count(self) -> int:
        return sum(bool(view.step.sql) for view in self.steps)

    @cached_property
    def citations(self) -> list[Source]:
        return self._sources("citations")

    @cached_property
    def nearest(self) -> list[Source]:
        return self._sources("nearest")[:3]

    @cached_property
    def tables(self) -> list[TableView]:
        return [self._table(table) for table in self.result.get("tables") or () if table.get("rows")]

    @cached_property
    def source(self) -> SourceView | None:
        return SourceView(self.run, self.slug) if self.run.source_id else None

    @property
    def charts(self) -> list[Picture | LinePicture]:
        """Of the result of a data source, where it is a series."""
        chart, tables = self.run.source_state.get("chart"), self.result.get("tables") or ()
        picture = picture_for(tables[0], chart, f"chart-{self.run.pk}") if chart and tables else None
        return [picture] if picture else []

    @property
    def figures(self) -> int:
        return len(self.result.get("numbers") or ())

    @property
    def unproven(self) -> int:
        return self._with_status("unsupported")

    @property
    def curated(self) -> int:
        return self._with_status("curated")

    def _with_status(self, status: str) -> int:
        return sum(number.get("status") == status for number in self.result.get("numbers") or ())

    @property
    def proof_words(self) -> str:
        """“5 of 5 figures proven”, “1 of 5 figures unproven”, “4 of 5 figures proven, 1 set by a curator”, or
        nothing where there are no figures; of a statement by hand, that nobody checked it."""
        if self.run.is_by_hand:
            return "Edited by hand: not checked against the question" if self.run.answered else ""
        noun = "figure" if self.figures == 1 else "figures"
        if self.unproven:
            return f"{self.unproven} of {self.figures} {noun} unproven"
        if self.curated:
            proven = self.figures - self.curated
            return f"{proven} of {self.figures} {noun} proven, {self.curated} set by a curator"
        return f"{self.figures} of {self.figures} {noun} proven" if self.figures else ""

    @property
    def misfits(self) -> Sequence[str]:
        """A sentence for each part of the question that the answer leaves out."""
        return (self.result.get("fit") or {}).get("missing") or ()

    @property
    def parts(self) -> Sequence[Mapping[str, str]]:
        """What was answered: measure, whose, when, how grouped, with the question's words for each."""
        return (self.result.get("fit") or {}).get("answered") or ()

    @property
    def is_doubted(self) -> bool:
        """Whether a number is unproven, set by hand, or the answer maybe not one to all of the question."""
        return bool(self.unproven or self.curated or self.misfits or self.run.is_by_hand)

    @property
    def coverage(self) -> Mapping[str, Any]:
        return self.result.get("coverage") or {}

    @property
    def tried(self) -> Sequence[str]:
        return self.result.get("tried") or ()

    @property
    def warnings(self) -> Sequence[str]:
        return self.result.get("warnings") or ()

    @property
    def clarify(self) -> Mapping[str, Any]:
        """What the search agent asks back: its reason, what was tried, hints and options."""
        return self.result.get("clarify") or {}

    @property
    def matches(self) -> Mapping[str, Any]:
        """All that was found, which can be taken as a file."""
        return self.result.get("matches") or {}

    @property
    def chosen(self) -> Sequence[str]:
        """What the user chose where it was asked back."""
        return [str(choice.get("label", "")) for choice in self.run.choices]

    @property
    def is_absent(self) -> bool:
        """Whether the run looked and the documents hold no answer."""
        return self.run.status == Run.Status.DONE and not self.run.answered and not self.run.clarification

    @property
    def route_label(self) -> str:
        mode = BY_VALUE.get(self.run.route)
        return mode.label if mode else self.run.route

    @property
    def other_modes(self) -> list[Mode]:
        """The modes that did not give this answer."""
        tried = {self.run.mode, self.run.route, Run.Mode.AUTO}
        return [mode for mode in MODES if mode.value not in tried]

    def _sources(self, name: str) -> list[Source]:
        place_of = places_in(self.slug)
        return [Source(finding, place_of(finding)) for finding in self._findings(name)]

    def _findings(self, name: str) -> list[Finding]:
        """The citations or nearest places; one at which a single figure was found, with it as written."""
        at: dict[tuple[Any, ...], set[str]] = {}
        for number in self.result.get("numbers") or ():
            if number.get("as_written"):
                at.setdefault(_place_of(number), set()).add(number["as_written"])
        return [
            {**finding, "as_written": next(iter(at[_place_of(finding)]))}
            if len(at.get(_place_of(finding), ())) == 1
            else finding
            for finding in self.result.get(name) or ()
        ]

    def _table(self, table: Mapping[str, Any]) -> TableView:
        place_of = places_in(self.slug)
        spans = [*(table.get("spans") or ()), *[None] * len(table["rows"])]
        shown = telling_columns(table["columns"], table["rows"], has_places=any(table.get("spans") or ()))
        names = [str(table["columns"][index]) for index in shown]
        rows = [
            (
                [cell_of(row[index], name) for index, name in zip(shown, names, strict=True)],
                _source(span and _at_cell(span, row), place_of),
            )
            for row, span in zip(table["rows"], spans, strict=False)
        ]
        numeric = [any(cells[index].is_number for cells, _ in rows) for index in range(len(names))]
        columns = [
            Cell(name.replace("_", " ").capitalize(), is_number)
            for name, is_number in zip(names, numeric, strict=True)
        ]
        return TableView(columns, rows, str(table.get("explanation") or ""), bool(table.get("truncated")))


def _at_cell(span: Finding, row: Sequence[Any]) -> Finding:
    """The row's place and, where a figure of the row stands there as it is written, that one."""
    quote = str(span.get("quote") or "")
    written = (text for text in row if isinstance(text, str) and re.search(r"\d", text) and text in quote)
    return {**span, "as_written": next(written, "")}


def _place_of(finding: Finding) -> tuple[Any, ...]:
    return finding.get("document_id"), finding.get("page"), finding.get("quote")


def _source(span: Finding | None, place_of: Any) -> Source | None:
    return Source(span, place_of(span)) if span else None


def _in_words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str | int | float):
        return str(value)[:DETAIL_CHARS]
    if isinstance(value, list) and value and all(isinstance(item, str | int | float) for item in value):
        more = f" and {len(value) - DETAIL_ITEMS} more" if len(value) > DETAIL_ITEMS else ""
        return ", ".join(str(item)[:DETAIL_CHARS] for item in value[:DETAIL_ITEMS]) + more
    return ""
