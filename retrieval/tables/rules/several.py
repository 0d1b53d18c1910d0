"""What is told more than once: for each unit of its figures, and at each of two times."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.tables.rules.folding import Folding
from retrieval.tables.rules.plan import Mark, Stuck
from retrieval.tables.rules.vocabulary.spelling import aliased, quoted_alias


class Several(Folding):
    def _by_units(self) -> list[tuple[str, str]]:
        """Figures in several units are told for each unit: they make no one total and have no one highest."""
        plan = self.plan
        if self.units and (plan.ratio or plan.having or plan.average_of or plan.is_running or plan.per):
            unit = next(iter(self.units.values()))
            raise Stuck(
                f"Its figures are in several units: {', '.join(unit.column.samples)}.",
                left=[unit.column.name],
            )
        if self.units and plan.limit:
            plan.per = Mark("C", "unit", places=tuple(self.units.values())[:1])
            return []
        return [(self._column(u), u.column.name) for u in self.units.values()] if plan.folds else []

    def _changed(
        self, folds: Sequence[tuple[str, str]], groups: Sequence[tuple[str, str]], conditions: Sequence[str]
    ) -> str:
        """What is folded at two times, and how far it moved between them."""
        plan = self.plan
        if (
            len(folds) != 1
            or not plan.change
            or plan.times
            or plan.limit
            or plan.having
            or plan.ratio
            or plan.shown
        ):
            raise Stuck("Rules tell the change of one figure alone.", left=["change"])
        when = [self._time(time) for time in plan.change]
        before, after = (_only_when(folds[0][0], each) for each in when)
        names = [quoted_alias(f"{folds[0][1]}_{said}") for said in plan.told_times]
        shown = [*(aliased(*each) for each in groups), f"{before} AS {names[0]}", f"{after} AS {names[1]}",
                 f"{after} - {before} AS change"]  # fmt: skip
        where = self._where([*conditions, f"({when[0]} OR {when[1]})"])
        parts = [f"SELECT {', '.join(dict.fromkeys(shown))} FROM {self._from()}", *where]
        parts += [f"GROUP BY {', '.join(dict.fromkeys(name for name, _ in groups))}"] if groups else []
        return " ".join(parts)


def _only_when(folded: str, condition: str) -> str:
    """What is folded of those rows alone for which the condition holds."""
    match = re.fullmatch(r"(SUM|AVG|MAX|MIN|COUNT)\((DISTINCT )?(.+)\)", folded)
    if match is None:
        raise Stuck("Rules tell no change of that.", left=["change"])
    value = "1" if match[3] == "*" else match[3]
    return f"{match[1]}({match[2] or ''}CASE WHEN {condition} THEN {value} END)"
