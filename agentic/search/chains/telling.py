"""The answer of a chain: what was found, by what it was found, and the places that say so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from agentic.evidence import Figure, ResultTable, Span
from agentic.outcome import Outcome, coverage
from agentic.search.answers.linked import said_of, span_of, with_sentences
from agentic.search.answers.telling import Telling
from agentic.search.chains.beside import Beside
from agentic.search.chains.compared import WEEK, Compared, Pair, days_between
from agentic.search.chains.found import Found
from agentic.search.chains.graph import Cell, Graph, Record
from agentic.search.chains.walks import Walk
from agentic.search.decisions.steps import Decomposition
from agentic.search.state import Search
from retrieval.scope.links import Link

MOST_TOLD = 20
MOST_LINKS_SAID = 3


def told(found: Found, also: Mapping[int, Beside], graph: Graph, search: Search) -> Outcome | None:
    """None where amounts cannot be added up."""
    want, telling = found.want, _telling(found.want.form in ("count", "sum"), search)
    shown = [(record, cell) for record in found.records for cell in want.cells_of(record)]
    lines = [_line(record, cell, found, graph, telling) for record, cell in shown[:MOST_TOLD]]
    lines = [
        line + _beside(also.get(id(record)), graph, telling)
        for line, (record, _) in zip(lines, shown, strict=False)
    ]
    more = len(shown) - len(lines)
    text = "; ".join(dict.fromkeys(lines)) + (f"; {telling.count(more, 'others')} more" if more else "")
    if want.form == "count":
        text = f"{telling.count(len(found.records), 'what is meant')}: {text}"
    elif want.form == "sum":
        total = _sum(shown, telling)
        if total is None:
            return None
        text = f"{total}: {text}" if len(shown) > 1 else text
    labels = {cell.label for _, cell in shown if cell} if want.form != "count" else set()
    opening = f"{next(iter(labels))}: " if len(labels) == 1 else ""
    table = ResultTable(
        columns=("Document", next(iter(labels), "Given")),
        rows=tuple((r.document.filename, c.text if c else graph.number_of(r)) for r, c in shown),
        spans=tuple(_span(record, cell) for record, cell in shown),
        explanation="Follow what documents refer to",
    )
    outcome = telling.outcome(f"{opening}{text}.", [table] if len(shown) > 1 else [])
    walks = [each.walk for each in also.values()]
    return with_sentences(outcome, links_said(found, walks), apart=" " if len(shown) == 1 else "\n\n")


def told_compared(compared: Compared, graph: Graph, search: Search) -> Outcome:
    """Two values beside each other, and what lies between them."""
    telling, lines = _telling(True, search), []
    for pair in compared.pairs:
        both = [
            f"{_small(cell, telling)} {telling.cite(span_of(cell.row))}" for cell in (pair.first, pair.second)
        ]
        if compared.form == "late":
            number = graph.number_of(pair.record)
            telling.name(number, _span(pair.record, None))
            lines.append(f"{number} ({', '.join(both)})")
        else:
            lines.append(f"{_apart(pair, compared, telling)}: {', '.join(both)}")
    text = "; ".join(lines)
    if compared.is_counted:
        text = f"{telling.count(len(lines), 'what is meant')}: {text}"
    walks = [walk for pair in compared.pairs for walk in pair.walks]
    return with_sentences(telling.outcome(f"{text}.", []), _said(walks), apart="\n\n")


def _apart(pair: Pair, compared: Compared, telling: Telling) -> str:
    """The days, weeks or money between the two, and which of them is more."""
    if compared.form == "gap":
        apart = Decimal(days_between(pair))
        unit = compared.unit
        number = abs(apart) / WEEK if unit == "weeks" else abs(apart)
        number = number.quantize(Decimal("0.1")) if number % 1 else number.quantize(Decimal(1))
        said = "later" if apart > 0 else "earlier"
    else:
        assert pair.first.number is not None
        assert pair.second.number is not None
        apart = pair.first.number - pair.second.number
        number, unit, said = abs(apart), pair.first.unit, "more" if apart > 0 else "less"
    written = f"{pair.first.text} - {pair.second.text}"
    telling.figures.append(
        Figure(value=number, text=f"{number:,}", unit=unit, label="apart", formula=f"worked out: {written}")
    )
    return f"{number:,} {unit} {said}"


def _small(cell: Cell, telling: Telling) -> str:
    telling.name(cell.text, span_of(cell.row))
    return f"{cell.label}: {cell.text}"


def _telling(is_computed: bool, search: Search) -> Telling:
    asked = Decomposition(intent="compute" if is_computed else "list", by_document=True)
    told_of = coverage(search.everywhere)
    return Telling(asked, search.known, search.question, search.everywhere.workspace, told_of, ())


def _beside(own: Beside | None, graph: Graph, telling: Telling) -> str:
    if own is None:
        return ""
    span = _span(own.record, own.cell)
    said = f"{own.cell.label}: {own.cell.text}" if own.cell else graph.number_of(own.record)
    telling.name(said, span)
    return f" – {said} {telling.cite(span)}"


def _line(record: Record, cell: Cell | None, found: Found, graph: Graph, telling: Telling) -> str:
    span = _span(record, cell)
    telling.name(f"{record.document.filename} {record.document.title}", span)
    if cell is None:
        number = graph.number_of(record)
        telling.name(number, span)
        called = number if number == record.document.filename else f"{number} ({record.document.filename})"
        return f"{called}{_by_end(record, found)} {telling.cite(span)}"
    labelled = len({each.label for each in found.want.cells_of(record) if each}) > 1
    told = f"{cell.label}: {cell.text}" if labelled else cell.text
    telling.name(told, span)
    of = _of(record, cell)
    telling.name(of, span)
    return f"{told}, of {of} {telling.cite(span)}"


def _by_end(record: Record, found: Found) -> str:
    """By what it is the first of several."""
    for given in found.given:
        cell = given.cells.get(id(record)) if given.kind == "end" else None
        if cell:
            return f" with {cell.label} {cell.text}"
    return ""


def _of(record: Record, cell: Cell) -> str:
    """What gives the value: a document by its file's name, a line by what it is called too."""
    own = cell.row.label
    if not record.is_line or own == cell.text:
        return record.document.filename
    return f"“{own}” in {record.document.filename}"


def _span(record: Record, cell: Cell | None) -> Span:
    row = cell.row if cell else next((each.row for each in record.cells), None)
    if row is not None:
        return span_of(row)
    document = record.document
    return Span(
        document_id=document.pk, filename=document.filename, page=1, quote=document.title, kind="document",
        fact_id=document.pk,
    )  # fmt: skip


def _sum(shown: Sequence[tuple[Record, Cell | None]], telling: Telling) -> str | None:
    """None where the amounts are of several units, or one gives none."""
    cells = [cell for _, cell in shown if cell and cell.number is not None]
    units = {cell.unit for cell in cells}
    if len(cells) != len(shown) or len(units) != 1:
        return None
    total = sum((cell.number for cell in cells if cell.number is not None), Decimal())
    written = " + ".join(f"{cell.number:,}" for cell in cells)
    unit = units.pop()
    telling.figures.append(
        Figure(value=total, text=f"{total:,}", unit=unit, label="sum", formula=f"worked out: {written}")
    )
    return f"{total:,} {unit}".strip() + " altogether"


def links_said(found: Found, more: Sequence[Walk] = ()) -> list[tuple[str, list[Span]]]:
    """By what the records found are meant: the most or least of others, and the links on the ways."""
    own = {id(record) for record in found.records}
    ends = [
        (f"{cell.row.document.filename} gives {cell.label} {cell.text}", [span_of(cell.row)])
        for given in found.given
        for key, cell in given.cells.items()
        if given.kind == "end" and key not in own
    ]
    return [*ends, *_said([*(walk for key in own for walk in found.walks.get(key, ())), *more])]


def _said(walks: Sequence[Walk]) -> list[tuple[str, list[Span]]]:
    links: dict[frozenset[int], Link] = {}
    for walk in walks:
        for link in walk.links:
            links.setdefault(frozenset((link.start, link.target)), link)
    return [said_of(link) for link in list(links.values())[:MOST_LINKS_SAID]]
