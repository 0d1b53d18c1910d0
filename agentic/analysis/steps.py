"""The reasoning log: in plain words what was looked at, taken, left and computed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from agentic.analysis.book import Book, Found
from agentic.analysis.cells import Cell
from agentic.analysis.figures import Lost, Material
from agentic.analysis.items import words_of
from agentic.analysis.spans import PLURALS, Span
from agentic.facts import wording
from agentic.facts.queries import FigureRow
from reading.lexicon import IN_STATEMENT
from retrieval.question.plans.model import Leaf, leaves

MOST_TOLD = 3  # figures that were not taken, told one by one


def steps_of_material(company: str, material: Material, spans: Sequence[Span]) -> list[str]:
    """What was looked at before any figure was taken."""
    files = list(dict.fromkeys(row.filename for row in material.rows))
    steps = [
        f"Looked at {_counted(len(material.rows), 'figure')} of {company or 'a company without name'} "
        f"in {_counted(len(files), 'document')}: {_some(files)}."
    ]
    if material.is_cut:
        steps.append("There are more: the earliest are left out.")
    if material.forecasts:
        steps.append(f"Left out {_counted(material.forecasts, 'forecast')}: they had not come to pass.")
    if material.of_others:
        steps.append(
            f"Left out {_counted(material.of_others, 'figure')} of investees, pro forma or of changes."
        )
    steps += [_lost(each) for each in material.lost[:MOST_TOLD]]
    if more := len(material.lost) - MOST_TOLD:
        steps += [f"Left out {more} more that other documents win over."] if more > 0 else []
    kinds = dict.fromkeys(span.kind for span in spans)
    found = "; ".join(
        f"{PLURALS[kind].lower()}: {_some([span.short for span in spans if span.kind == kind])}"
        for kind in kinds
    )
    steps.append(f"Periods of different length are never put together. Found {found}.")
    return steps


def _lost(lost: Lost) -> str:
    measure = lost.row.canonical_name.replace("_", " ")
    return (
        f"Left out {_said(lost.row)} for {measure} {wording.when(lost.row)}: "
        f"{_said(lost.winner)} wins over it because {lost.reason}."
    )


def steps_of_span(book: Book, cells: Iterable[Cell]) -> list[str]:
    """For one span, each figure that was taken and what was computed with it."""
    steps: list[str] = []
    told: set[Leaf] = set()
    for cell in cells:
        for leaf in dict.fromkeys(leaves(cell.item.expression)):
            found = book.find(cell.span, leaf)
            if found and leaf not in told and leaf in dict(cell.inputs):
                told.add(leaf)
                steps.append(_taken(leaf, cell.span, found))
        if cell.value is None:
            steps.append(f"Not given: {cell.refused}")
        elif not cell.is_read:
            steps.append(_computed(cell))
    return steps


def _computed(cell: Cell) -> str:
    note = f" {cell.note}" if cell.note else ""
    return f"{cell.label}, {cell.span.label} = {cell.formula} = {cell.computed} = {cell.text}.{note}"


def _taken(leaf: Leaf, span: Span, found: Found) -> str:
    places = len(found.choice.agree)
    again = f", which {places} places give" if places > 1 else ""
    said = f"{wording.capital(words_of(leaf))}, {span.label}: took {_said(found.row)}{again}."
    return f"{said}{''.join(_left(found))}"


def _left(found: Found) -> Iterator[str]:
    """What else stands there, and why it was not taken; the same value of a document once."""
    own = {(row.document_id, row.numeric_value): row for row in found.rejected}
    for row in list(own.values())[:MOST_TOLD]:
        yield f" Not {_said(row)}: {_why_not(row, found)}."
    if len(own) > MOST_TOLD:
        yield f" Nor {len(own) - MOST_TOLD} more."
    if found.in_others:
        units = _some(sorted({row.unit for row in found.in_others}))
        yield f" Not {_counted(len(found.in_others), 'figure')} in {units}: most are in {found.row.unit}."


def _why_not(row: FigureRow, found: Found) -> str:
    best = found.choice.best
    if row.superseded and not best.superseded:
        return "its document is superseded"
    if row.period_end != best.period_end:
        return "it is of another day"
    if IN_STATEMENT.search(best.context) and not IN_STATEMENT.search(row.context):
        return "the one taken stands in a financial statement"
    if len(found.choice.agree) > 1:
        return f"{len(found.choice.agree)} places give the one taken"
    return found.choice.reason or "the same document gives the one taken too"


def _said(row: FigureRow) -> str:
    place = f", page {row.page}" if row.page else ""
    return f"{wording.amount(row)} (“{row.metric_name}”, {row.filename}{place})"


def _some(names: Sequence[str]) -> str:
    more = len(names) - 8
    return ", ".join(names[:8]) + (f" and {more} more" if more > 0 else "")


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
