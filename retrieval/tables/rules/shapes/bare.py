"""Things and figures of which only is said by what they are told: “donations by month”."""

from __future__ import annotations

import re

from retrieval.tables.rules.parts.marked import Dated
from retrieval.tables.rules.parts.measures import is_additive, is_quantity
from retrieval.tables.rules.parts.money import paid_of
from retrieval.tables.rules.plan import Fold, Stuck
from retrieval.tables.rules.vocabulary.lexicon import verbs
from retrieval.tables.rules.vocabulary.words import RELATING


def take_bare(reader: Dated) -> None:
    """Rows are counted and quantities summed up, where nothing is folded yet.

    What “sales by month” are is not told: how many, or how much.
    """
    plan = reader.plan
    if plan.folds or plan.ratio or plan.limit or plan.average_of:
        return
    verb = "|".join(
        [*([reader.verbs] if reader.verbs else []), *sorted(RELATING | verbs(), key=len, reverse=True)]
    )
    behind = (
        rf"(?P<behind>(?: (?:{verb}|;))* (?:per|by|for each|in each|each) "
        r"(?:(?:day|week|month|quarter|year)(?= )|<[TC]\d+>))"
    )
    match = re.match(rf"(?: ;)* <(?P<kind>[TC])(?P<number>\d+)>{behind}", reader.text)
    if match is None:
        return
    mark = reader.marks[int(match["number"])]
    if match["kind"] == "C":
        if any(place.column.kind != "number" for place in mark.places):
            return
        if not all(is_quantity(place) or is_additive(place) for place in mark.places):
            raise Stuck("It is not told how the figures of several rows make one.", left=["by"])
        plan.folds.append(Fold("sum", mark))
    else:
        is_said = plan.filters or re.search(rf" (?:per|{reader.verbs or '~'}) ", match["behind"])
        if paid_of(mark) is not None and not is_said:
            return
        plan.tables.append(mark)
        plan.base = plan.base or mark
        plan.folds.append(Fold("count", mark))
    reader.text = f" ;{match['behind']}{reader.text[match.end() :]}"
