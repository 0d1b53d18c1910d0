"""Two days or amounts of linked records held against each other: what was late, how much less, how long."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from agentic.search.chains.found import is_turned, meant, meeting, words_on
from agentic.search.chains.graph import Cell, Record
from agentic.search.chains.measures import amounts, day_of
from agentic.search.chains.reading import Given, Reading
from agentic.search.chains.walks import Walk, closest
from agentic.search.chains.wanted import want_of
from agentic.search.joins.asked import akin_to
from retrieval.stems import stems_of_each

LATE = re.compile(
    r"\b(?:too\s+)?(?P<late>late|overdue|delayed)\b|\b(?P<timely>on time|in time|early)\b", re.IGNORECASE
)
GAP = re.compile(r"^\W*how\s+(?:many\s+(?P<unit>days|weeks)|long)\b(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
BETWEEN = re.compile(
    r"\b(?:after|before|between|late|later|earlier|past|ahead of|from|passed|lay)\b", re.IGNORECASE
)
LESS = re.compile(
    r"^\W*(?:by\s+)?how\s+much\s+(?P<way>less|more|lower|higher)\b(?P<one>.*?)\bthan\b(?P<other>.*)",
    re.IGNORECASE | re.DOTALL,
)
COSTS = re.compile(r"costs?", re.IGNORECASE)
DUE = re.compile(
    r"\b(?:due|required|deadline|promised|agreed|expected|planned|scheduled|needed|latest|target|until|"
    r"to be)\b",
    re.IGNORECASE,
)
# Verbs for one and the same end of something.
DOING = (
    "arrive reach come deliver receive land",
    "return bring back give hand back",
    "pay settle",
    "finish complete end close",
)
WEEK = 7  # days


@dataclass(frozen=True)
class Pair:
    """Two values of what is nearest to a record, and the ways to them."""

    record: Record
    first: Cell
    second: Cell
    walks: tuple[Walk, ...]


@dataclass(frozen=True)
class Compared:
    """`pairs` of days or amounts. `form`: late | gap | amount. `unit`: of a gap. `is_counted`: how many."""

    form: str
    pairs: Sequence[Pair]
    unit: str = "days"
    is_counted: bool = False


def compared_in(reading: Reading) -> Compared | None:
    """None where nothing is held against anything, or a word is not accounted for."""
    if reading.given is None:
        return None
    if match := LESS.match(reading.question):
        return _amounts_apart(reading, match)
    if match := GAP.match(reading.question):
        return _days_apart(reading, match)
    return _late(reading) if LATE.search(reading.question) else None


def _late(reading: Reading) -> Compared | None:
    """The records whose day came after the day that it was due, or not after it."""
    said = LATE.search(reading.question)
    assert said is not None
    due, done = _due_labels(reading), _done_labels(reading)
    reading.used |= reading.within(*said.span())
    want = want_of(reading)
    if want is None or want.labels or is_turned(reading) or want.form not in ("documents", "count"):
        return None
    given = [meant(each, reading, want.said, want.records) for each in reading.given or ()]
    records, walks = meeting(want.records, given, reading)
    pairs = [pair for record in records if (pair := _pair(record, done, due, reading))]
    told = [pair for pair in pairs if (_day(pair.first) > _day(pair.second)) == bool(said["late"])]
    if not told or _left(told, walks, given, reading, {*want.said, *reading.within(*said.span())}):
        return None
    return Compared("late", told, is_counted=want.form == "count")


def _due_labels(reading: Reading) -> list[str]:
    return [label for label in _day_labels(reading) if DUE.search(label)]


def _done_labels(reading: Reading) -> list[str]:
    """Those of days on which something was done that the question speaks of."""
    said = {stem for token in reading.tokens for stem in token.stems}
    labels = [label for label in _day_labels(reading) if not DUE.search(label)]
    named = [label for label in labels if reading.has_word_of(label, said)]
    alike = {stem for own in stems_of_each(DOING).values() if said & own for stem in own}
    return named or [label for label in labels if reading.has_word_of(label, alike)]


def _day_labels(reading: Reading) -> list[str]:
    cells = (cell for record in reading.graph.records for cell in record.cells)
    return list(dict.fromkeys(cell.label for cell in cells if day_of(cell)))


def _pair(record: Record, done: Sequence[str], due: Sequence[str], reading: Reading) -> Pair | None:
    first, second = _cell_near(record, done, reading), _cell_near(record, due, reading)
    if first is None or second is None:
        return None
    return Pair(record, first[0], second[0], (first[1], second[1]))


def _cell_near(record: Record, labels: Iterable[str], reading: Reading) -> tuple[Cell, Walk] | None:
    """The one value of the labels that is given nearest to the record."""
    own = frozenset(labels)
    goals = {id(each): each for each in reading.graph.records if each.cell(own)}
    found = closest([record], goals, reading.graph, lambda label: False)
    walk = found.get(id(record))
    cells = [cell for cell in walk.goal.cells if cell.label in own] if walk else []
    return (cells[0], walk) if walk and len(cells) == 1 else None


def _days_apart(reading: Reading, match: re.Match[str]) -> Compared | None:
    """The days between two that the question names, of what is given."""
    if not BETWEEN.search(match["rest"]) or len(reading.given or ()) != 1:
        return None
    said = {stem for at, token in enumerate(reading.tokens) if at not in reading.used for stem in token.stems}
    labels = [
        label
        for label in _day_labels(reading)
        if (own := reading.graph.labels[label]) and all(akin_to(stem, said) for stem in own)
    ]
    due = [label for label in labels if DUE.search(label)]
    if LATE.search(reading.question) and not due:
        due = _due_labels(reading)
    done = [label for label in labels if label not in due] or _done_labels(reading)
    given = next(iter(reading.given or ()))
    sides = [_side(given, own, reading) for own in ((done, due) if due else ([each] for each in done))]
    told = [side for side in sides if side is not None]
    if len(told) != 2 or len(told) != len(sides):
        return None
    (first, one), (second, other) = told
    pair = Pair(one.records[0], first, second, (one, other))
    walks = {id(record): [one, other] for record in given.records}
    accounted = {
        at
        for each in (*BETWEEN.finditer(reading.question), *LATE.finditer(reading.question))
        for at in reading.within(*each.span())
    }
    accounted |= reading.within(match.start(), match.start("rest"))
    accounted |= {
        at for at, t in enumerate(reading.tokens) if t.text.lower() in ("date", "day", "days", "take", "took")
    }
    if _left([pair], walks, [given], reading, accounted):
        return None
    return Compared("gap", [pair], unit=(match["unit"] or "days").lower())


def _side(given: Given, labels: Sequence[str], reading: Reading) -> tuple[Cell, Walk] | None:
    found = [near for record in given.records if (near := _cell_near(record, labels, reading))]
    return found[0] if len({cell.text for cell, _ in found}) == 1 else None


def _amounts_apart(reading: Reading, match: re.Match[str]) -> Compared | None:
    """What two sorts of documents come to that are linked with what is given, one less the other."""
    if len(reading.given or ()) == 2:
        return _amounts_of_two(reading, match)
    if len(reading.given or ()) != 1:
        return None
    given = next(iter(reading.given or ()))
    sides = [_amount_of(given, match[name], match.start(name), reading) for name in ("one", "other")]
    told = [side for side in sides if side is not None]
    if len(told) != 2:
        return None
    (first, one), (second, other) = told
    if first.unit != second.unit or first.row.document_id == second.row.document_id:
        return None
    pair = Pair(one.records[0], first, second, (one, other))
    accounted = {*range(len(reading.tokens))} - {
        at for at, token in enumerate(reading.tokens) if token.start >= match.start("one")
    }
    walks = {id(record): [one, other] for record in given.records}
    return None if _left([pair], walks, [given], reading, accounted) else Compared("amount", [pair])


def _amounts_of_two(reading: Reading, match: re.Match[str]) -> Compared | None:
    """What two documents of one sort come to, of which each is named."""
    parts = [reading.within(*match.span(name)) for name in ("one", "other")]
    sides = [each for part in parts for each in reading.given or () if each.said <= part]
    if len(sides) != len(parts):
        return None
    sorts = set.intersection(*({each.sort for each in given.records} for given in sides))
    records = [[each for each in given.records if each.sort in sorts] for given in sides]
    if len(sorts) != 1 or any(len(own) != 1 for own in records):
        return None
    (one,), (other,) = records
    measure = amounts([one, other])
    first, second = one.cell(measure), other.cell(measure)
    if one is other or first is None or second is None or first.unit != second.unit:
        return None
    pair = Pair(one, first, second, ())
    accounted = {
        at
        for at, token in enumerate(reading.tokens)
        if token.start < match.start("one") or COSTS.fullmatch(token.text)
    }
    return None if _left([pair], {}, sides, reading, accounted) else Compared("amount", [pair])


def _amount_of(given: Given, text: str, start: int, reading: Reading) -> tuple[Cell, Walk] | None:
    """What the sort comes to that a part of the question names: “was invoiced”, “the order”."""
    places = reading.within(start, start + len(text)) - reading.used
    said = [token.stems for at, token in enumerate(reading.tokens) if at in places and token.stems]
    documents = [
        record
        for record in reading.graph.of_document.values()
        if any(any(akin_to(stem, record.called) for stem in stems) for stems in said)
    ]
    by_sort = {record.sort for record in documents}
    if len(by_sort) != 1:
        return None
    measure = amounts(documents)
    found = closest(given.records, {id(each) for each in documents}, reading.graph, lambda label: False)
    ends = {id(walk.goal): walk for walk in found.values()}
    walk = next(iter(ends.values()), None)
    cell = walk.goal.cell(measure) if walk and len(ends) == 1 else None
    return (cell, walk) if cell is not None and walk is not None else None


def _left(
    pairs: Sequence[Pair],
    walks: dict[int, list[Walk]],
    given: Sequence[Given],
    reading: Reading,
    said: set[int],
) -> list[str]:
    records = [pair.record for pair in pairs]
    ways = {id(pair.record): [*walks.get(id(pair.record), ()), *pair.walks] for pair in pairs}
    words = words_on(records, ways, given, reading)
    for pair in pairs:
        words |= reading.graph.labels[pair.first.label] | reading.graph.labels[pair.second.label]
    words |= {stem for own in stems_of_each(DOING).values() if words & own for stem in own}
    return reading.left(words, said | {at for each in given for at in each.said})


def _day(cell: Cell) -> date:
    day = day_of(cell)
    assert day is not None
    return day


def days_between(pair: Pair) -> int:
    return (_day(pair.first) - _day(pair.second)).days
