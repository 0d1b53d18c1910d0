"""How a figure changed from one time to another."""

from __future__ import annotations

import re

from retrieval.tables.rules.parts.marked import Marked, kept_out
from retrieval.tables.rules.parts.measures import is_additive
from retrieval.tables.rules.parts.times import ranged
from retrieval.tables.rules.plan import Mark
from retrieval.tables.rules.vocabulary.words import AVG, COUNT, LEAST, MOST, SUM

_MOVED = (
    "changed?|grow|grown|grew|fall|fallen|fell|rise|risen|rose|increased?|decreased?|drop|dropped|develop|"
    "developed|go up|gone up|go down|gone down|move|moved|shift|shifted"
)
_FOLDED = re.compile(rf" (?:{SUM}|{AVG}|{COUNT}|{MOST}|{LEAST}) ")
_WHAT = r"(?P<what>(?:<[A-Z]\d+>|[a-z]+)(?: (?:<[A-Z]\d+>|[a-z]+))*?)"


def take_two_times(reader: Marked) -> None:
    """“How did the total consumption change from 2023 to 2024”, “orders in 2023 compared with 2024”."""

    def changed(marks: list[Mark], match: re.Match[str]) -> str:
        times = [reader.marks[int(match[each])] for each in ("first", "last")]
        what = _folded(reader, match["what"])
        if reader.plan.change or not what:
            return kept_out(match)
        reader.plan.change = (ranged("in", times[:1]), ranged("in", times[1:]))
        reader.plan.told_times = tuple(time.words for time in times)
        return f"what {what}"

    from_to = r"(?:from|between) (?:the year )?<Y(?P<first>\d+)> (?:to|and) (?:the year )?<Y(?P<last>\d+)>"
    reader.take(
        rf"(?:by )?how(?: much| many)? (?:did|does|do|has|have) (?:the |our )?{_WHAT} (?:{_MOVED}) {from_to}",
        changed,
    )
    reader.take(
        rf"(?:what (?:is|was) )?(?:the )?(?:change|increase|decrease|growth|rise|fall|drop) in (?:the |our )?"
        rf"{_WHAT} {from_to}",
        changed,
    )
    reader.take(
        rf"(?:what|how) (?:is|was|were|are) (?:the |our )?{_WHAT} (?:in|during|for|of) <Y(?P<first>\d+)> "
        r"(?:compared with|compared to|as compared to|versus|vs|against)(?: in| that of)? <Y(?P<last>\d+)>",
        changed,
    )


def _folded(reader: Marked, what: str) -> str:
    """What is told of all rows of a time, a total where figures add up; "" where it is not told."""
    if _FOLDED.search(f" {what} "):
        return what
    named = re.search(r"<([CT])(\d+)>$", what)
    if named and named[1] == "T":
        return f"number of {what}"
    is_sum = named is not None and all(map(is_additive, reader.marks[int(named[2])].places))
    return re.sub(r"(<C\d+>)$", r"total \1", what) if is_sum else ""
