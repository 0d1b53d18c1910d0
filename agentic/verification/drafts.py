"""The numbers of a text that somebody else wrote: proven, contradicted or unknown, each with its page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Literal

from agentic.evidence import CheckedNumber, Draft, Evidence, Figure, Span
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.figures.cases import choose
from agentic.facts.figures.target import ASKING
from agentic.facts.queries import FigureRow
from agentic.facts.route import case_of
from agentic.models import Run
from agentic.plans.figures.lookup import rows_of
from agentic.routes.search import span_of_passage
from agentic.sql.provenance import figures_at
from agentic.trace import Trace
from agentic.verification.curators import with_curators
from agentic.verification.match import units_fit
from agentic.verification.named_properties import figures_of_named
from agentic.verification.numbers import Known
from agentic.verification.sentences.statements import Statement, quantities_in, split_statements
from agentic.verification.verify import verify
from documents.models import Metric, Status, Workspace
from reading.values.quantities import Quantity
from retrieval.question.analyse import analyse
from retrieval.question.model import blanked
from retrieval.scope.filters import BadSearch
from retrieval.scope.model import Scope
from retrieval.search.passage_search import Passage, PassageQuery, search_text
from retrieval.stems import stems

Verdict = Literal["proven", "contradicted", "unknown"]
MOST_CHARACTERS = 20_000
PASSAGES = 4  # for a sentence, in which its numbers are looked for
PASSAGE_CHARACTERS = 1_600
CLAUSE = re.compile(r"[^,;]+|$")
TELLING = "amounted reached stood came totalled totaled was were grew rose fell up down million billion"
SAME_VALUE = 20  # figures that have a number of the sentence, at most


@dataclass(frozen=True, kw_only=True)
class CheckedDraftNumber:
    """A number of the draft. `start`, `end`: its characters there.

    `status`: exact | rounded | computed | curated, where it is proven. `span`: where the figure stands that
    proves or contradicts it. `stated`: what stands there in its place, of one that is contradicted. `note`: a
    sentence.
    """

    text: str
    value: Decimal
    start: int
    end: int
    verdict: Verdict
    status: str = ""
    span: Span | None = None
    stated: str = ""
    formula: str = ""
    note: str = ""


@dataclass(frozen=True)
class DraftCheck:
    """`considered`: documents that could prove or contradict; `read`: those in which something was found."""

    numbers: tuple[CheckedDraftNumber, ...]
    considered: int
    read: int = 0
    statements: tuple[str, ...] = field(default=())

    def count(self, verdict: Verdict) -> int:
        return sum(number.verdict == verdict for number in self.numbers)


def check_draft(text: str, *, workspace: Workspace) -> DraftCheck:
    """Each number of the text, compared with what the workspace's documents say of the same.

    Every sentence is compared with figures of what it measures, whose and when, and with the passages that
    say what it says. No model is asked. Raises `BadSearch` for a text that is empty or too long.
    """
    if not text.strip() or "\x00" in text:
        raise BadSearch("Send the text whose numbers are to be checked.")
    if len(text) > MOST_CHARACTERS:
        raise BadSearch(f"Send at most {MOST_CHARACTERS:,} characters at once: cut the text in parts.")
    trace = Trace(Run(workspace=workspace), at_once=False)
    considered = workspace.documents.filter(status=Status.READY).count()
    found: list[CheckedDraftNumber] = []
    read: set[int] = set()
    for statement in split_statements(text):
        if not any(own == statement for _, own in quantities_in(text)):
            continue
        ground = Ground.of(statement, text, workspace, trace)
        read.update(span.document_id for span in ground.evidence.places)
        found += ground.checked()
    return DraftCheck(tuple(found), considered, len(read))


@dataclass(frozen=True)
class Ground:
    """One sentence of the draft with all that it may rest on. `told`: figures of just what it measures."""

    statement: Statement
    text: str
    evidence: Evidence
    told: tuple[FigureRow, ...]
    case: Case

    @classmethod
    def of(cls, statement: Statement, text: str, workspace: Workspace, trace: Trace) -> Ground:
        words = _with_head(statement, text)
        case = case_of(
            analyse(words, workspace=workspace), scope=Scope.of(workspace), trace=trace, insist=True
        )
        told = tuple(_told(case))
        alike = _of_same_value(statement, workspace)
        passages = _passages(words, workspace)
        figures = {figure.fact: figure for figure in (*(row.figure for row in told), *alike)}
        evidence = Evidence(
            spans=tuple(map(span_of_passage, passages)),
            figures=(*figures.values(), *figures_of_named(words, workspace)),
        )
        return cls(statement, text, with_curators(evidence), told, case)

    def checked(self) -> Iterator[CheckedDraftNumber]:
        # All but the sentence and what heads its list is blanked out, so that places stay the draft's.
        head = _head(self.statement, self.text)
        shown = "".join(
            character if character == "\n" or _is_within(at, self.statement) or at in head else " "
            for at, character in enumerate(self.text)
        )
        for number in verify(Draft(text=shown), self.evidence).numbers:
            if _is_within(number.start, self.statement):
                yield self._judged(number)

    def _judged(self, number: CheckedNumber) -> CheckedDraftNumber:
        judged = CheckedDraftNumber(
            text=number.text,
            value=number.value,
            start=number.start,
            end=number.end,
            verdict="unknown",
            formula=number.formula,
            note=number.note,
        )
        if number.status != "unsupported":
            return replace(judged, verdict="proven", status=number.status, span=self._place_of(number))
        if other := self._contradicting(number):
            amount = wording.amount(other)
            when = f", {other.period}" if other.period else ""
            return replace(
                judged,
                verdict="contradicted",
                span=other.span,
                stated=amount,
                note=f"The documents say {amount} ({other.metric_name}{when}).",
            )
        return replace(judged, note="No document says this, or says otherwise.")

    def _place_of(self, number: CheckedNumber) -> Span | None:
        key = (number.document_id, number.page, number.quote)
        return next((s for s in self.evidence.places if (s.document_id, s.page, s.quote) == key), None)

    def _contradicting(self, number: CheckedNumber) -> FigureRow | None:
        """The figure of the same measure, owner and time whose value is another; None where that is not sure.

        Only where the sentence names one measure and a time, all figures of it are of one owner, and no word
        beside the number is left that may make it a number of something else.
        """
        quantity = next((q for q, _ in quantities_in(self.text) if q.start == number.start), None)
        rows = [row for row in self.told if not row.is_forecast]
        if quantity is None or not rows:
            return None
        same_kind = [row for row in rows if _has_kind_of(quantity, row)]
        if len({row.canonical_name for row in same_kind}) != 1:
            return None
        if len({row.entity_name.casefold() for row in same_kind if row.entity_name}) > 1:
            return None
        choice = choose(same_kind)
        if choice is None or any(_is_value_of(quantity, row) for row in same_kind):
            return None
        return None if self._words_left(quantity, choice.best) else choice.best

    def _words_left(self, quantity: Quantity, row: FigureRow) -> set[str]:
        """The stems of the number's clause that neither the figure accounts for nor who tells of figures."""
        analysis = self.case.analysis
        spans = [*analysis.time_spans, *((m.start, m.end) for m in analysis.organizations)]
        said = blanked(analysis.question, spans).replace(quantity.text, " " * len(quantity.text))
        at = max(analysis.question.find(quantity.text), 0)
        clause = next(part for part in CLAUSE.finditer(said) if part.start() <= at <= part.end())[0]
        told = f"{row.canonical_name.replace('_', ' ')} {row.metric_name} {row.context} {row.entity_name}"
        return stems(clause) - stems(f"{ASKING} {TELLING} {told} {row.filename}")


def _told(case: Case) -> Iterator[FigureRow]:
    """The figures of what the sentence measures, of whom and when; none where it names no time."""
    if not case.analysis.periods or case.analysis.unknown_names:
        return
    for measure in dict.fromkeys(mention.name for mention in case.analysis.measures):
        yield from rows_of(case, measure, case.analysis.periods)


def _has_kind_of(quantity: Quantity, row: FigureRow) -> bool:
    """Whether the figure is counted in what the number is: money of one currency, per cent, things."""
    if not quantity.unit:
        return row.unit not in ("%", "pp") and abs(quantity.value) >= 1000
    known = Known(value=row.numeric_value, unit=row.unit or None, text=row.value, step=Decimal(0))
    return bool(row.unit) and units_fit(quantity, known)


def _is_value_of(quantity: Quantity, row: FigureRow) -> bool:
    """Whether the figure has the number's value, whatever its sign, or rounds to it."""
    return abs(quantity.value) == abs(row.numeric_value) or quantity.is_rounding_of(abs(row.numeric_value))


def _of_same_value(statement: Statement, workspace: Workspace) -> tuple[Figure, ...]:
    """Figures that have a number of the sentence, to the digit or before it was rounded, and whose label the
    sentence has a word of."""
    words = {word.casefold().strip(".,;:()“”'’") for word in statement.text.split()}
    spans: list[Span] = []
    for quantity, _ in quantities_in(statement.text):
        if not quantity.unit and abs(quantity.value) < 100:
            continue  # small counts stand everywhere
        value, step = abs(quantity.value), quantity.step / 2
        rows = Metric.objects.answering().filter(workspace=workspace, anchored=True)
        near = rows.filter(numeric_value__range=(value - step, value + step)) | rows.filter(
            numeric_value__range=(-value - step, -value + step)
        )
        for metric in near.select_related("document").defer("document__map_entry")[:SAME_VALUE]:
            if words & {word.casefold() for word in metric.metric_name.split() if len(word) > 2}:
                spans.append(_span_of_metric(metric))
    return figures_at(spans, workspace)


def _span_of_metric(metric: Metric) -> Span:
    return Span(
        document_id=metric.document_id,
        filename=metric.document.filename,
        page=metric.page,
        quote=metric.quote,
        kind="metric",
        fact_id=metric.pk,
    )


def _passages(words: str, workspace: Workspace) -> Sequence[Passage]:
    asked = PassageQuery(
        workspace=workspace, query=words[:2000], top_k=PASSAGES, context_chars=PASSAGE_CHARACTERS
    )
    return search_text(asked).passages


def _with_head(statement: Statement, text: str) -> str:
    head = _head(statement, text)
    return " ".join(f"{text[head.start : head.stop]} {statement.text}".split())


def _head(statement: Statement, text: str) -> range:
    """The line that ends in a colon over the list in which the sentence is an item; empty where none is."""
    if not statement.text.lstrip().startswith(("-", "*", "•")):
        return range(0)
    earlier = [each for each in split_statements(text) if each.start < statement.start]
    heads = [each for each in earlier if each.text.rstrip().endswith(":")]
    return range(heads[-1].start, heads[-1].end) if heads else range(0)


def _is_within(at: int, statement: Statement) -> bool:
    return statement.start <= at < statement.end
