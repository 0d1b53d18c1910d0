"""Two values of one column that are compared: which of them has more, the average of one with the other's."""

from __future__ import annotations

import re

from retrieval.tables.rules.parts.marked import Marked, kept_out
from retrieval.tables.rules.plan import Mark

_BE = "do|does|did|have|has|had|are|is|were|was"
_VERSUS = "compared with|compared to|as compared to|versus|vs|against"


def take_two_values(reader: Marked) -> None:
    """“Did X or Y do more Z” asks for Z of both, “the average Z of X compared with Y” as well."""

    def more(_: list[Mark], match: re.Match[str]) -> str:
        first, last = (int(match[each]) for each in ("first", "last"))
        column = _column_of(reader, first, last)
        if not column:
            return kept_out(match)
        reader.plan.direction = match["more"] == "more"
        owner = f" of {match['owner']}" if match["owner"] else " of"
        return f"number of {match['what']}{owner} <V{first}> or <V{last}> for each {column}"

    at = "(?:(?:from|in|of|with|at|by|on|the) )*"
    reader.take(
        rf"(?:{_BE}) {at}(?P<owner>#T )?{at}<V(?P<first>\d+)>(?: #T)? or {at}<V(?P<last>\d+)>(?: #T)? "
        r"(?:[a-z]+ )?(?P<more>more|fewer) (?P<what>(?:#B |#V )*#T)"
        r"(?= $| (?:in|during|since|before|after|between) <Y)",
        more,
    )

    def beside(_: list[Mark], match: re.Match[str]) -> str:
        first, last = (int(match[each]) for each in ("first", "last"))
        column = _column_of(reader, first, last)
        return f"<V{first}> or <V{last}> for each {column}" if column else kept_out(match)

    reader.take(
        rf"<V(?P<first>\d+)>,? (?:{_VERSUS})(?: (?:in|of|by|from|for|with|at))?(?: the)? <V(?P<last>\d+)>",
        beside,
    )


def _column_of(reader: Marked, first: int, last: int) -> str:
    """A mark of the one column in which both values stand; "" where there is none."""
    shared = [place for place in reader.marks[first].places if place in reader.marks[last].places]
    if len(shared) != 1:
        return ""
    return reader.put(Mark("C", shared[0].column.name, places=tuple(shared)))
