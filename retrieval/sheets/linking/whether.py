"""Questions of yes or no about rows: whether one is so, whether any is, whether one has more than another."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.sheets.asked import Beats, Condition, Named, Request, columns_of
from retrieval.sheets.linking.links import Link
from retrieval.sheets.linking.reading import Linked, Reading

ASKS_WHETHER = re.compile(
    r"^\W*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\b"
    r"(?!.*\b(?:or|how|what|which|when|why)\b)",
    re.IGNORECASE,
)
MORE_THAN = re.compile(
    r"\b(?:(?P<more>more|higher|larger|bigger|greater|longer|heavier|taller|dearer)"
    r"|fewer|less|lower|smaller|shorter|lighter|cheaper)\b.*\bthan\b",
    re.IGNORECASE,
)
MORE = re.compile(r"more|higher|larger|bigger|greater|fewer|less|lower|smaller|than|by|terms", re.IGNORECASE)
PAIR = 2


class Whether(Reading):
    """One such question to one sheet; each of its words has to have a place."""

    def read(self) -> Linked | None:
        """What is asked, where nothing of the question is left."""
        linked = super().read()
        return linked if linked and not linked.request.left and not linked.says_more else None

    def _request(self, conditions: Sequence[Condition]) -> Request | None:
        compared = MORE_THAN.search(self.question)
        rows = [link for link in self.links if self._names_a_row(link)]
        if compared and len(rows) == PAIR and len(conditions) == 1:
            return self._of_two(rows, is_more=compared["more"] is not None)
        if compared or len({name for each in conditions for name in columns_of(each)}) < PAIR:
            return None
        if not all(any(each.holds(row) for row in self.sheet.rows) for each in conditions):
            return None
        return self._made("whether", None, conditions)

    def _names_a_row(self, link: Link) -> bool:
        return link.kind == "cells" and link.column == self.sheet.label and len(link.cells) == 1

    def _of_two(self, rows: Sequence[Link], *, is_more: bool) -> Request | None:
        of = self._of_adjective() if self._adjective() else self._measure()
        if of is None or of.tells_year:
            return None
        for at, token in enumerate(self.tokens):
            if MORE.fullmatch(token.text):
                self.weight[at] = 0.0
        first, second = (str(next(iter(link.cells))) for link in rows)
        named = Named(self.sheet.label.name, frozenset((first, second)), f"{first} or {second}")
        return self._made("whether", of, [named], beats=Beats(first, second, is_more=is_more))
