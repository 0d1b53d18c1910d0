"""What a question says is not there: customers without orders, papers that no journal has."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.tables.rules.dates import dates_of, says, tells_table
from retrieval.tables.rules.parts.flags import flag
from retrieval.tables.rules.parts.marked import Marked
from retrieval.tables.rules.parts.times import ranged
from retrieval.tables.rules.plan import Filter, Lacking, Mark, Place, Stuck
from retrieval.tables.rules.vocabulary.lexicon import verbs
from retrieval.tables.rules.vocabulary.words import MADE, RELATING
from retrieval.tables.schema import Table

_VERB = "|".join(sorted(RELATING | MADE | verbs() | {"left", "leave"}, key=len, reverse=True))
_BE = "have|has|had|do|does|did|are|were|was|is|been"
_NOT = (
    rf"(?:(?:that|which|who) )?(?:(?:{_BE}) )*(?:without|with no|with zero|no|(?:not|never)(?: (?:{_BE}))*)"
    rf"(?: (?:{_VERB}|part of|assigned|assigned to))?(?: (?:in|by|for|at|to|with|on|of))?"
    r"(?: (?:any|a|an|a single|yet))?"
)
_ORDER = r"(?: (?:sorted|ordered|sort|order|arranged)[^<>]*(?:<C\d+>[^<>]*)?)?"
_END = rf"(?=(?: ;)*{_ORDER} *$| and (?:how many|the|their|list) )"


def take_negations(reader: Marked, tables: Sequence[Table]) -> None:
    """“#T without #T”, “#T that have never made a #T”: of the table named last before it.

    What follows must be the end or an order: of anything else it is not told whose it is.
    """
    _take_both(reader)
    _take_undone(reader, tables)
    _take_lacking(reader)


def take_denied(reader: Marked, tables: Sequence[Table]) -> None:
    """“Airlines that never flew from Boston”: those of which no flight is from there."""

    def denied(match: re.Match[str]) -> str:
        owner, value = (reader.marks[int(number)] for number in match.groups())
        own = {place.table.path: place.table for place in value.places}
        other = next(iter(own.values()), None)
        if len(own) != 1 or other is None or any(other.path in _above(each, tables) for each in owner.tables):
            return match[0]
        table = Mark("T", value.words, tables=(other,))
        reader.plan.lacking.append(Lacking(owner, table, value))
        return f"<T{match[1]}>"

    reader.text = re.sub(
        rf"<T(\d+)> (?:(?:that|which|who) )?(?:(?:{_BE}) )*(?:never|not)(?: (?:{_BE}))*(?: (?:{_VERB}))?"
        rf"(?: (?:in|by|for|at|to|with|on|of|from|the|an?))* <V(\d+)>{_END}",
        denied,
        reader.text,
    )


def _above(table: Table, tables: Sequence[Table]) -> set[str]:
    """The paths of the table and of those of which each of its rows has one."""
    found, waiting = {table.path}, [table]
    while waiting:
        keys = {key.table for key in waiting.pop().foreign_keys} - found
        found |= keys
        waiting += [each for each in tables if each.path in keys]
    return found


def _take_both(reader: Marked) -> None:
    """“That have both a dog and a cat”, “in both London and Paris”."""

    def both(marks: list[Mark], match: re.Match[str]) -> str:
        before, _, _ = reader.text[: match.start()].rpartition(" both ")
        owner = re.findall(r"<T(\d+)>", before or reader.text[: match.start()])
        tables = [mark for mark in marks if mark.kind == "T"]
        if not owner:
            raise Stuck(left=["both"])
        for table in tables:
            reader.plan.lacking.append(Lacking(reader.marks[int(owner[-1])], table, is_there=True))
        return ""

    def both_values(marks: list[Mark], match: re.Match[str]) -> str:
        owner = re.findall(r"<T(\d+)>", reader.text[: match.start()])
        for value in (mark for mark in marks if mark.kind == "V"):
            tables = {place.table.path: place.table for place in value.places}
            if not owner or len(tables) != 1:
                raise Stuck(left=[value.words])
            table = Mark("T", value.words, tables=tuple(tables.values()))
            reader.plan.lacking.append(Lacking(reader.marks[int(owner[0])], table, value, is_there=True))
        return ""

    reader.take(
        r"(?:in |of |with )?both (?:(?:the|a|an) )?(?:#T )?#V(?: #T)? and "
        r"(?:(?:in|the|a|an) )*(?:#T )?#V(?: #T)?",
        both_values,
    )
    have = rf"(?:(?:that|which|who) )?(?:(?:{_BE}|with|having|{_VERB}) )*"
    reader.take(rf"{have}both (?:a |an )?#T and (?:a |an )?#T", both)


def _take_undone(reader: Marked, tables: Sequence[Table]) -> None:
    """“That were never shipped”."""

    def undone(marks: list[Mark], match: re.Match[str]) -> str:
        owner = re.findall(r"<T(\d+)>", reader.text[: match.start()])
        found = [table for table in tables if tells_table(match["verb"], table)]
        own = reader.marks[int(owner[-1])].tables if owner else ()
        dates = tuple(Place(each, c) for each in own for c in dates_of(each) if says(match["verb"], c))
        if len(dates) == 1:
            reader.plan.filters.append(Filter(Mark("C", match["verb"], places=dates), "untold", ()))
            return ""
        near = [table for table in found if any(_is_next(table, each) for each in own)]
        found = near if len(near) == 1 else found
        if not owner or len(found) != 1:
            raise Stuck(left=[match["verb"]])
        table = Mark("T", match["verb"], tables=(found[0],))
        reader.plan.lacking.append(Lacking(reader.marks[int(owner[-1])], table))
        return ""

    been = rf"(?:(?:that|which|who) )?(?:{_BE}) (?:still )?(?:never|not)(?: yet)?(?: been)?"
    reader.take(rf"{been} (?P<verb>[a-z]+)(?: (?:yet|anything|anybody|anyone|at all))*{_END}", undone)


def _is_next(table: Table, other: Table) -> bool:
    """Whether a key of one of them refers to the other."""
    keys = [(table, key.table) for key in table.foreign_keys] + [(other, k.table) for k in other.foreign_keys]
    return any({own.path, path} == {table.path, other.path} for own, path in keys)


def _take_lacking(reader: Marked) -> None:
    """“Without orders”, “that have never made a payment”."""

    def lacking(marks: list[Mark], match: re.Match[str]) -> str:
        before, _, between = reader.text[: match.start()].rpartition("<T")
        number, _, between = between.partition(">")
        if between.split()[-1:] in (["but"], ["and"]):  # of whom it is told that they have another
            number = re.findall(r"<T(\d+)>", before + "<T" + number + ">")[0]
        if not before or re.search(r"<[CN]\d+>", between):
            raise Stuck(left=[match[0].split()[0]])
        table = next(mark for mark in marks if mark.kind == "T")
        value = next((mark for mark in marks if mark.kind == "V"), None)
        time = next((ranged("in", [mark]) for mark in marks if mark.kind == "Y"), None)
        held = next((flag(mark, holds=True) for mark in marks if mark.kind == "B"), None)
        said = tuple(word for word in match[0].split() if word in verbs() or word in MADE)
        reader.plan.lacking.append(Lacking(reader.marks[int(number)], table, value, time, held, said))
        return ""

    reader.take(
        rf"{_NOT} (?:#V |#B )?#T(?:(?: in| during)(?: the)?(?: year)? #Y)?(?: (?:yet|at all))?{_END}", lacking
    )
