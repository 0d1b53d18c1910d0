"""The times and amounts of a question, each a condition on what it is said of."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from agentic.search.decisions.measures import compared_with
from agentic.search.decisions.parts import Valued
from agentic.search.decisions.spoken_fields import fits_unit, measured_by, priced, said_by
from agentic.search.decisions.words import BARE_MONTH, DEGREES, NAMED
from reading.lexicon import MONTHS
from reading.values.quantities import find_quantities
from reading.values.units import MONEY_UNITS
from retrieval.annotations.conditions import of_role
from retrieval.annotations.fields import FieldInfo
from retrieval.properties.amounts import amounts_in
from retrieval.properties.request import Bounds
from retrieval.properties.spoken import spoken_in

COSTS = re.compile(r"\b(?:costs?|costing|priced(?: at)?)\s+$", re.IGNORECASE)


@dataclass
class Bounded(Valued):
    """`measures`, `others`: the fields that the question names, numbers and others, with their characters."""

    measures: list[tuple[FieldInfo, int, int]] = field(default_factory=list)
    others: list[tuple[FieldInfo, int, int]] = field(default_factory=list)

    def _times(self) -> None:
        counted = [range(each.start, each.end) for each in find_quantities(self.text) if each.unit]
        for time in self.analysis.time_references:
            if time.date_from is None and time.date_to is None:
                continue
            if any(time.start < each.stop and each.start < time.end for each in counted):
                continue  # “over 2000 mm”
            if not all(self._free[at] or self.text[at] == " " for at in range(time.start, time.end)):
                continue
            self._take(time.start, time.end)
            if not re.search(r"\d", time.text) and (month := BARE_MONTH.search(time.text)):
                number = [name[:3] for name in MONTHS].index(month[0][:3].lower()) + 1
                self._constrain("month", "~", f"-{number:02d}")  # of whatever year
                continue
            low, high = (day.isoformat() if day else None for day in (time.date_from, time.date_to))
            name = self._dated_by(time.start)
            if not name:
                continue
            if low and high:
                self._constrain(name, "between", [low, high])
            else:
                self._constrain(name, "≥" if low else "≤", low or high)

    def _dated_by(self, before: int) -> str:
        """What the time is said of: “records that expire before 2027” of what they give as their end.

        "" where none of them gives an end: they are not those that are only dated so.
        """
        for spoken in spoken_in(self._rest()[:before], {}):
            if spoken.is_verb and spoken.role.kind == "date" and of_role(spoken.role.key, self.known):
                self._take(spoken.start, spoken.end)
                return spoken.role.key
            if spoken.is_verb and spoken.role.key == "end":  # no day that documents give is that of their end
                self._take(spoken.start, spoken.end)
                self._constrain("about", "~", self.text[spoken.start : spoken.end])
                return ""
        return "dates"

    def _amounts(self) -> None:
        """Each bound is said of the number last named before it, else of the next, else of the only one
        in its unit.
        """
        for amount in amounts_in(self._rest()):
            bound = self._bound(amount.bounds, amount.start, amount.end)
            if bound is None or (
                self._is_of_name(amount.start) and not (amount.is_compared or amount.bounds.unit)
            ):
                continue
            info, used = bound
            self._take(amount.start, amount.end)
            if "°" in info.unit and (degrees := DEGREES.match(self.text, amount.end)):
                self._take(*degrees.span())
            if used is not None:
                self.measures.remove(used)
            self._set_bounds(info, amount.bounds)

    def _is_of_name(self, at: int) -> bool:
        """Whether a number goes on with a name: “the Aquilo 200” says nothing of 200."""
        return NAMED.search(self._rest()[:at]) is not None

    def _bound(
        self, bounds: Bounds, start: int, end: int
    ) -> tuple[FieldInfo, tuple[FieldInfo, int, int] | None] | None:
        fitting = [each for each in self.measures if fits_unit(each[0], bounds.unit)]
        before = [each for each in fitting if each[2] <= start]
        after = [each for each in fitting if end <= each[1] <= end + 24]
        if before or after:
            used = before[-1] if before else after[0]
            return used[0], used
        if spoken := self._spoken_bound(bounds.unit, start, end):
            return spoken, None
        if not bounds.unit:
            return None
        kept = [
            info for info in self.known.by_name.values() if info.is_number and fits_unit(info, bounds.unit)
        ]
        of_rows = [info for info, _, _ in self.others if info.in_columns and not info.in_properties]
        if of_rows:  # “titles” are what rows of tables are called
            kept = [info for info in kept if info.in_columns]
        named = [info for info in kept if info.in_properties and not of_rows] or kept
        named = [info for info in named if info.unit == bounds.unit] or named  # km, of what has them in m too
        if len(named) > 1 and COSTS.search(self._rest()[:start]):
            named = priced(named) or named
        if len(named) == 1:
            # The word before may say it as a verb: “panels weigh less than 19 kg”.
            found = re.search(r"(\w+)\s*$", self._rest()[:start])
            if found and found[1][:4].lower() == named[0].name[:4]:
                self._take(*found.span(1))
            return named[0], None
        money = of_role("amount", self.known) if bounds.unit in MONEY_UNITS and self.out.kinds else None
        return (money, None) if money else None

    def _spoken_bound(self, unit: str, start: int, end: int) -> FieldInfo | None:
        """The one number that a verb before the bound, or the adjective in it, is said of."""
        numbers = [i for i in self.known.by_name.values() if i.is_number and fits_unit(i, unit)]
        if len(found := measured_by(self.text[start:end], numbers)) == 1:
            return found[0]
        verb = re.search(r"([^\W\d_]+)\s+(?:(?:for|in)\s*)?$", self._rest()[:start])
        if verb and len(found := said_by(verb[1], numbers)) == 1:
            self._take(*verb.span(1))
            return found[0]
        return None

    def _set_bounds(self, info: FieldInfo, bounds: Bounds) -> None:
        if told := compared_with(bounds):
            unit = "" if bounds.unit in MONEY_UNITS or not info.unit else bounds.unit
            self._constrain(info.name, *told, unit)
