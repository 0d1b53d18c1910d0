"""What a small model reads: the sentences, rows and items nearest to the question, in few characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from agentic.citations.sentences import figures_in, placed, span_of
from agentic.evidence import Evidence, Span
from retrieval.passages.labels import is_line_of_labels
from retrieval.passages.scoring import Scored
from retrieval.passages.windows import Unit

READ_BY_SMALL = 1_000  # characters of passages: it reads 220 a second; 1,600 hold the answer hardly oftener
WITH_NEIGHBOURS = 2  # sentences, the best, that are read with those beside them
SHORT_BLOCK = 500  # characters of a table or list that is read whole
IN_BLOCKS = frozenset({"row", "item", "label"})

Page = tuple[int, int, int]
Place = tuple[Page, int]  # and where it starts there


def nearest_parts(evidence: Evidence, near: Sequence[Scored], *, most: int = READ_BY_SMALL) -> Evidence:
    """The evidence cut to the sentences, rows and items nearest to the question; as it was where none is.

    A short table or list is read whole, a row of a long one with the first, which says what stands in its
    columns, and the best sentences with those beside them. `most`: characters of all.
    """
    pages: dict[Page, dict[int, Scored]] = {}
    for each in near:
        pages.setdefault(_page(each), {}).setdefault(each.window.units[0].start, each)
    taken: dict[Place, Scored] = {}
    room = most
    for rank, each in enumerate(near):
        page = pages[_page(each)]
        for chosen in (with_context(each, page, beside=rank < WITH_NEIGHBOURS), [each]):
            new = {place: one for one in chosen if (place := _place(one)) not in taken}
            length = sum(len(one.window.text) for one in new.values())
            if length <= room or not taken:
                taken.update(new)
                room -= length
                break
    if not taken:
        return evidence
    spans = tuple(_span(run) for run in _runs(taken, pages))
    return replace(evidence, spans=spans, figures=tuple(f for span in spans for f in figures_in(span)))


def with_context(each: Scored, page: Mapping[int, Scored], *, beside: bool) -> list[Scored]:
    """A sentence, row or item with what it is read with. `page`: all of its page, by where they start."""
    own = each.window.units[0]
    units = [page[start] for start in sorted(page)]
    at = next(at for at, one in enumerate(units) if one.window.units[0].start == own.start)
    if own.kind in IN_BLOCKS or is_line_of_labels(own):
        first, last = at, at
        while first and _goes_on(units[first - 1], own):
            first -= 1
        while last + 1 < len(units) and _goes_on(units[last + 1], own):
            last += 1
        lead = units[first - 1 : first] if first and units[first - 1].window.text == own.lead else []
        block = [*lead, *units[first : last + 1]]
        is_short = sum(len(one.window.text) for one in block) <= SHORT_BLOCK
        return block if is_short else [*(lead or units[first : first + 1]), each]
    return units[max(0, at - 1) : at + 2] if beside else [each]


def _goes_on(other: Scored, own: Unit) -> bool:
    """Whether it is of the same table or list."""
    unit = other.window.units[0]
    is_alike = unit.kind == own.kind or (unit.paragraph == own.paragraph and is_line_of_labels(unit))
    return unit.heading == own.heading and is_alike


def _page(each: Scored) -> Page:
    return each.passage.hit.document_id, each.passage.page, each.passage.rank


def _place(each: Scored) -> Place:
    return _page(each), each.window.units[0].start


def _runs(taken: Mapping[Place, Scored], pages: Mapping[Page, Mapping[int, Scored]]) -> list[list[Scored]]:
    """Those that stand next to one another, the run with the one first taken first."""
    order = {place: at for at, place in enumerate(taken)}
    runs: list[list[Scored]] = []
    for page, units in pages.items():
        last = False
        for start in sorted(units):
            if (page, start) not in taken:
                last = False
                continue
            if not last:
                runs.append([])
            runs[-1].append(units[start])
            last = True
    return sorted(runs, key=lambda run: min(order[_place(each)] for each in run))


def _span(run: Sequence[Scored]) -> Span:
    first = run[0]
    quote = " ".join(each.window.text for each in run)
    span = replace(span_of(first.passage.hit, quote), page=first.passage.page)
    return placed(replace(span, section=first.window.around or first.passage.hit.section))
