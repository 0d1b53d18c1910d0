"""Which parts of a measure a question calls by their names, and the figures of these."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from agentic.facts.case import Case
from agentic.facts.figures.fetching import OTHERS_FIGURES, documents_meant, is_change
from agentic.facts.figures.tables import grouped, is_of_part, is_whole, measured_rows
from agentic.facts.figures.target import ASKING, FOOTNOTE, FOOTNOTES, known_spans
from agentic.facts.queries import FigureRow, figure_rows, figures_sql, named, of_documents, of_entities
from reading.measures.catalogue import MEASURES, find_measures
from retrieval.annotations.labels import labels_of
from retrieval.question.kinds import WORDS
from retrieval.question.model import blanked
from retrieval.question.wording.words import OF_PARTS
from retrieval.stems import stems

SHARED = ("the", "a", "an", "of", "and", "s")
MOST_LABELS = 200


@dataclass(frozen=True)
class Called:
    """A part as documents call it, its characters in the question, and its figures of all times.

    Each row is called by the part; its context is what stands over it, without the part.
    """

    name: str
    start: int
    end: int
    rows: tuple[FigureRow, ...]

    def of(self, place: tuple[int, str]) -> list[FigureRow]:
        return [row for row in self.rows if place_of(row) == place]


def place_of(row: FigureRow) -> tuple[int, str]:
    """The table that a row stands in, as far as its heading tells."""
    return row.document_id, row.context


def measure_asked(case: Case, otherwise: str = "") -> str:
    """The one amount of money that the question names, else `otherwise`; empty of several."""
    names = {mention.name for mention in case.analysis.measures} or {otherwise}
    name = names.pop() if len(names) == 1 else ""
    return name if name in MEASURES and MEASURES[name].kind == "money" else ""


def parts_called(case: Case, measure: str) -> list[Called]:
    """The parts of the measure that the question calls, in its order; none that stands for the whole."""
    text = blanked(case.question, known_spans(case.analysis))
    asked = stems(text) - stems(ASKING) - stems(OF_PARTS)
    if not asked:
        return []
    rows = [row for row in _rows(case, measure, asked) if not is_whole(row.metric_name)]
    found: list[Called] = []
    by_name = grouped(rows, lambda row: FOOTNOTE.sub("", row.metric_name).casefold())
    for name in sorted(by_name, key=len, reverse=True):
        spot = _spot(name, text)
        if spot is None or any(each.start < spot[1] and spot[0] < each.end for each in found):
            continue
        own = tuple(by_name[name])
        found.append(Called(FOOTNOTE.sub("", own[0].metric_name), *spot, own))
    return sorted(found, key=lambda each: each.start)


def words_beside(case: Case, parts: Iterable[Called], understood: str) -> set[str]:
    """The stems of the question's words that name no part, nobody, no time and no measure."""
    text = blanked(case.question, [*known_spans(case.analysis), *((each.start, each.end) for each in parts)])
    return (
        stems(text)
        - stems(ASKING)
        - stems(WORDS)
        - stems(OF_PARTS)
        - stems(understood)
        - stems(" ".join(SHARED))
    )


def shared_places(parts: Sequence[Called]) -> list[tuple[int, str]]:
    """The tables in which all of the parts stand."""
    own = [dict.fromkeys(map(place_of, each.rows)) for each in parts]
    return [place for place in own[0] if all(place in other for other in own[1:])] if own else []


def _spot(name: str, text: str) -> tuple[int, int] | None:
    words = r"[\s-]+".join(map(re.escape, re.split(r"[\s-]+", name.strip())))
    found = re.search(rf"(?<![\w&]){words}(?=['’]|(?![\w&-]))", text, re.IGNORECASE)
    return found.span() if found else None


def _rows(case: Case, measure: str, asked: set[str]) -> Iterator[FigureRow]:
    """Rows called by words of the question under the measure, and rows of the measure under such words."""
    labels = _labels(case, asked)
    if labels:
        for row in _select(
            case, named((), labels), f"Find parts of {measure.replace('_', ' ')} by their names"
        ):
            if _is_told_under(measure, row.context):
                yield row
    called = measured_rows(measure)
    if not called:
        return
    for row in _select(case, called, f"Find {measure.replace('_', ' ')} under names of parts"):
        over, _, part = row.context.rpartition(" › ")
        if (
            over
            and stems(part)
            and stems(part) <= asked | stems(OF_PARTS)
            and is_of_part(row.metric_name, measure)
        ):
            yield replace(row, metric_name=part, context=over)


def _is_told_under(measure: str, context: str) -> bool:
    """Whether the words over the row name the measure and no other: the nearest that name any."""
    for words in reversed(context.split(" › ")):
        if measured := {name for name, _, _ in find_measures(words)}:
            return measured == {measure}
    return False


def _labels(case: Case, asked: set[str]) -> tuple[str, ...]:
    """Names of rows all of whose words the question has, and one at least that only a part can have."""
    known = labels_of(case.scope.workspace).within({*asked, *stems(OF_PARTS), *FOOTNOTES}, unnamed=True)
    return tuple([label.name for label in known if asked & {*label.stems}][:MOST_LABELS])


def _select(case: Case, condition: str, why: str) -> list[FigureRow]:
    names = [name for mention in case.analysis.organizations for name in mention.names]
    conditions = [
        condition,
        of_entities(names),
        of_documents(documents_meant(case.analysis, case.scope)),
        "m.unit NOT IN ('', '%')",
    ]
    rows = figure_rows(case.select(figures_sql(conditions), why))
    return [
        row for row in rows if not (is_change(row) or OTHERS_FIGURES.search(row.context) or row.is_forecast)
    ]
