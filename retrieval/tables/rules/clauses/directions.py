"""The order in which rows are wanted."""

from __future__ import annotations

import re

from retrieval.tables.rules.parts.marked import Dated
from retrieval.tables.rules.plan import Mark
from retrieval.tables.rules.vocabulary.words import AVG, DOWN, LEAST, MOST, RELATED, SUM, UP


def take_directions(reader: Dated) -> None:
    """By a column, by what rows amount to, or by a word such as “newest” alone."""
    by = "(?:sorted|ordered|sort|order|arranged|listed|ranked)(?: (?:them|it|results|the results|these))?"
    for words, down in ((DOWN, True), (UP, False)):

        def by_column(marks: list[Mark], _: re.Match[str], down: bool = down) -> None:
            reader.plan.order = (marks[0], down)

        def by_fold(_: list[Mark], __: re.Match[str], down: bool = down) -> None:
            reader.plan.order = (None, down)

        def alone(_: list[Mark], match: re.Match[str], down: bool = down) -> None:
            reader.plan.direction = down
            reader.plan.is_by_date = re.search(r"newest|latest|recent|oldest|earliest", match[0]) is not None

        they = rf"(?: (?:that )?(?:they|it)(?: (?:have|has|had|did))?(?: (?:{RELATED}))?)?"
        folded = rf"(?:the )?(?:{SUM}|{AVG}|total number of|number of|count of|count|{MOST})(?: #M)?{they}"
        reader.take(rf"{by} by {folded} (?:{words})", by_fold)
        reader.take(rf"{by} by (?:the )?(?:their |its )?#C(?:,? (?:in|from))? (?:{words})", by_column)
        reader.take(rf"(?:sort|order|arrange|list) (?:the )?#C (?:{words})", by_column)
        reader.take(rf"{by} (?:{words})", alone)
        reader.take(rf"(?:{words})", alone)
    for words, down in ((MOST, True), (LEAST, False)):

        def by_most(_: list[Mark], __: re.Match[str], down: bool = down) -> None:
            reader.plan.order = (None, down)

        def from_to(marks: list[Mark], _: re.Match[str], down: bool = down) -> None:
            reader.plan.order = (marks[0], down)

        ends = rf"(?:{LEAST}|worst)" if down else rf"(?:{MOST}|best)"
        reader.take(
            rf"(?:starting )?(?:from|with) (?:the )?(?:{words}{'|best' if down else '|worst'}) #C "
            rf"to (?:the )?{ends}",
            from_to,
        )
        reader.take(
            rf"{by} by (?:the )?(?:{words}) (?:{SUM}|{AVG}|number of)(?: the)? #M(?: first)?", by_most
        )
        reader.take(rf"{by} by (?:the )?(?:{words}) #C(?: first)?", from_to)
    reader.take(rf"{by} by (?:the )?(?:their |its )?#C", lambda m, _: _order_by(reader, m[0]))


def _order_by(reader: Dated, mark: Mark) -> None:
    reader.plan.order = (mark, False)
