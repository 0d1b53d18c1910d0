"""The records that a question means: those that all that is given leads to, by the shortest ways."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agentic.search.chains.ends import end_of
from agentic.search.chains.graph import Cell, Record
from agentic.search.chains.reading import TURNS, Given, Reading
from agentic.search.chains.walks import Walk, closest
from agentic.search.chains.wanted import Want, want_of


@dataclass(frozen=True)
class Found:
    """`records`: those that are meant. `walks`: the ways on which each meets what is given, by its id."""

    want: Want
    records: list[Record]
    walks: dict[int, list[Walk]]
    given: Sequence[Given]


def found_in(reading: Reading) -> Found | None:
    """None where a word is not accounted for, or nothing is given."""
    if reading.given is None or is_turned(reading) or (want := want_of(reading)) is None:
        return None
    reading.asked = want.said
    given = [meant(each, reading, want.said, want.records) for each in reading.given]
    end = end_of(reading, want)
    if end is None:
        return None
    if end.measure:
        among, _ = meeting(end.records, given, reading)
        first = end.first_of(among)
        if first is None:
            return None
        given = [*given, first]
    records, walks = meeting(want.records, given[-1:] if end.measure else given, reading)
    if not records or not given:
        return None
    words = words_on(records, walks, given, reading)
    for label in want.labels:
        words |= reading.graph.labels[label]
    said = {*want.said, *(at for each in given for at in each.said)}
    if reading.left(words, said) or not leads_on(walks, want, given, reading):
        return None
    if _counts_beside(want, records, walks, given):
        return None
    return Found(want, records, walks, given)


def _counts_beside(
    want: Want, records: Sequence[Record], walks: dict[int, list[Walk]], given: Sequence[Given]
) -> bool:
    """Whether cells are counted that stand beside what the lines are called by, of lines that no other cell
    of theirs chooses.

    A table of lawsuits that names patents does not tell how many the company holds.
    """
    if want.form != "count" or not want.labels or not all(each.is_line for each in records):
        return False
    if any((called := _called(each)) is None or called.label in want.labels for each in records):
        return False
    goals = [walk.goal for own in walks.values() for walk in own]
    chosen = [(each.cells.get(id(goal)), goal) for goal in goals if goal.is_line for each in given]
    return all(cell is None or cell == _called(goal) for cell, goal in chosen)


def _called(record: Record) -> Cell | None:
    """The cell that a line goes by."""
    return next((cell for cell in record.cells if cell.text == cell.row.label), None)


def leads_on(walks: dict[int, list[Walk]], want: Want, given: Sequence[Given], reading: Reading) -> bool:
    """Whether the question speaks of more than what it names, where another document gives what it asks for.

    Who approved a note is not who approved the order that it is of.
    """
    if not any(walk.links for own in walks.values() for walk in own):
        return True
    done = {*want.said, *(at for each in given for at in each.said)}
    done |= {at for at in reading.nouns if at + 1 in done and at + 1 not in want.said}
    return any(token.stems and at not in done for at, token in enumerate(reading.tokens))


def is_turned(reading: Reading) -> bool:
    """Whether a word denies, bounds or joins otherwise than what is given does."""
    return any(not reading.used & reading.within(*match.span()) for match in TURNS.finditer(reading.question))


def meant(given: Given, reading: Reading, wanted: Iterable[int], records: Sequence[Record]) -> Given:
    """Only the records that give it as what the question speaks of, or that are of a sort that it names.

    `wanted`: the places of the words that say what is asked of the `records`.
    """
    if given.kind == "code":
        return given
    done = given.said | {*wanted}
    said = {stem for at, token in enumerate(reading.tokens) if at not in done for stem in token.stems}

    def is_spoken_of(record: Record) -> bool:
        cell = given.cells.get(id(record))
        return cell is not None and reading.has_word_of(cell.label, said)

    spoken_of = given.among(is_spoken_of) if given.kind == "name" else given
    if spoken_of is not given:
        return spoken_of
    return given.among(lambda record: reading.is_of_noun(record) or record in records)


def meeting(
    records: Sequence[Record], given: Sequence[Given], reading: Reading
) -> tuple[list[Record], dict[int, list[Walk]]]:
    """The records that lie nearest to each thing that is given, with the ways there."""
    kept: list[Record] = list(records)
    walks: dict[int, list[Walk]] = {}
    for each in given:
        found = closest(kept, {id(record) for record in each.records}, reading.graph, reading.leads_by)
        kept = [record for record in kept if id(record) in found]
        for key, walk in found.items():
            walks.setdefault(key, []).append(walk)
    return kept, {id(record): walks.get(id(record), []) for record in kept}


def words_on(
    records: Sequence[Record], walks: dict[int, list[Walk]], given: Sequence[Given], reading: Reading
) -> set[str]:
    """The stems of what is passed: how records call themselves, by what they are linked, what they are of."""
    labels, words = reading.graph.labels, set[str]()
    ways = [walk for record in records for walk in walks[id(record)]]
    for record in (*records, *(record for walk in ways for record in walk.records)):
        words |= record.called | reading.graph.of_document[record.document.pk].called
        words |= {
            stem for cell in record.cells if reading.says_all_of(cell.label) for stem in labels[cell.label]
        }
    for walk in ways:
        for link in walk.links:
            for row in (link.start_row, link.target_row):
                words |= labels.get(row.label, frozenset()) if row else frozenset()
        for each in given:
            cell = each.cells.get(id(walk.goal))
            words |= labels[cell.label] if cell else frozenset()
    return words
