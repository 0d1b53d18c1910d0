"""What a figure is wanted for each of."""

from __future__ import annotations

import re
from functools import partial

from retrieval.tables.rules.dates import is_date
from retrieval.tables.rules.parts.marked import Dated
from retrieval.tables.rules.plan import Mark
from retrieval.tables.rules.vocabulary.words import IS, PER


def take_groups(reader: Dated) -> None:
    """By tables, columns and times; without a figure “of each state” only says what is listed."""
    plan = reader.plan
    if not plan.folds and not plan.ratio:
        reader.take(r"(?:of|for|in|at) (?:each|every) #T", partial(_of_each, reader))
        return

    def compound(marks: list[Mark], _: re.Match[str]) -> None:
        is_owner = re.search(r"['’]s?$", marks[0].words) is not None and marks[1].kind == "T"
        group, other = (marks[0], marks[1]) if is_owner else (marks[1], marks[0])
        plan.tables.append(other)
        _grouped(reader, group)

    def by_column_time(marks: list[Mark], match: re.Match[str]) -> str | None:
        if plan.group_by_time or not any(is_date(place.column) for place in marks[0].places):
            return match[0].replace(match["by"], f"~{match['by']}")
        plan.group_by_time, plan.dated = match["unit"], marks[0].words.lower()
        return None

    units = "(?P<unit>dayofweek|day|week|month|quarter|year)s?"
    reader.take(rf"(?:(?:{IS}) )?#C (?P<by>{PER}) {units}", by_column_time)
    verb = rf"(?:(?P<said>{reader.verbs}) (?:(?:up|in|out) )?)?" if reader.verbs else ""

    def by_time(_: list[Mark], match: re.Match[str]) -> None:
        plan.group_by_time = match["unit"]
        plan.dated = plan.dated or (match.groupdict().get("said") or "")

    reader.take(rf"(?:{PER})(?: of the| the)? #T #S", compound)
    both = rf"(?:{PER})(?: of the| the)? #S and(?: by| per)?(?: the)? #S"
    reader.take(both, lambda m, _: _grouped(reader, *m))
    reader.take(rf"(?:{PER})(?: of the| the)? #S", lambda m, _: _grouped(reader, m[0]))
    if plan.folds and len(plan.groups) == 1 and all(fold.how == "avg" for fold in plan.folds):
        own = {table.path for table in plan.groups[0].tables}
        if own and all(own <= {p.table.path for p in fold.mark.places} for fold in plan.folds):
            plan.groups = []  # “hours per inspection” are of all inspections
    if not plan.group_by_time:
        reader.take(rf"{verb}(?:{PER}|in|on)(?: the)? {units}", by_time)


def _of_each(reader: Dated, marks: list[Mark], _: re.Match[str]) -> None:
    """“The capital of each state” is listed with the states."""
    reader.plan.tables.append(marks[0])
    reader.plan.asked.append(marks[0])


def _grouped(reader: Dated, *marks: Mark) -> None:
    reader.plan.groups += marks
    reader.plan.tables += [mark for mark in marks if mark.kind == "T"]
