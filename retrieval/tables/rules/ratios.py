"""Shares and ratios of a question: of columns, of counts, and of rows for which something holds."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

from retrieval.tables.rules.plan import Case, Filter, Fold, Mark, Plan, Ratio, Stuck
from retrieval.tables.rules.times import ranged
from retrieval.tables.rules.words import IS, OPERATORS, RELATING, SUM

Use = Callable[[list[Mark], "re.Match[str]"], str | None]
_OPERATORS = "|".join(OPERATORS)
_LINKS = (
    f"that|which|who|{IS}|with|in|from|have|has|having|where|whose|on|during|{'|'.join(sorted(RELATING))}"
)
_HOLDS = rf"(?: (?:{_LINKS}))*(?: (?:a|an|the|year))*(?: #V| #C(?: (?:{IS}|of))* (?:{_OPERATORS}) #N| #Y)"
_SIDE = rf"(?:the )?(?:all )?(?:(?:total )?number of )?(?:the )?(?:#V )?#T(?:{_HOLDS})?"


class Marked(Protocol):
    plan: Plan
    marks: list[Mark]
    text: str

    def take(self, pattern: str, use: Use) -> None: ...


def take_ratios(reader: Marked) -> None:
    plan, take = reader.plan, reader.take

    def columns(marks: list[Mark], match: re.Match[str]) -> None:
        totals = len(re.findall(rf"\b(?:{SUM})\b", match[0]))
        if totals == 2:
            plan.ratio = Ratio(Fold("sum", marks[0]), Fold("sum", marks[1]))
        elif totals == 0:
            plan.ratio = Ratio(marks[0], marks[1])
        else:
            raise Stuck("It is not told whether totals or single values are divided.", left=["ratio"])

    total = f"(?:(?:{SUM}) )?"
    take(rf"ratio of (?:the )?{total}#C (?:to|per) (?:the |its )?{total}#C", columns)

    def counts(marks: list[Mark], _: re.Match[str]) -> None:
        plan.ratio = Ratio(Fold("count", marks[0]), Fold("count", marks[1]))
        plan.tables += marks

    many = "(?:the )?(?:total )?number of"
    take(rf"ratio of {many} #T to {many} #T", counts)
    take(r"ratio of (?:the )?#T to (?:the )?#T", counts)

    def part(marks: list[Mark], match: re.Match[str]) -> None:
        value = next(mark for mark in marks if mark.kind == "V")
        table, *others = (mark for mark in marks if mark.kind == "T")
        if any(other.tables != table.tables for other in others):
            raise Stuck(left=[others[-1].words])
        word = re.search(r"ratio|percentage|percent|share|proportion|fraction", match[0])
        name = "percentage" if word and word[0].startswith("percent") else word[0] if word else "ratio"
        plan.base, plan.ratio = table, Ratio(value, None, 100 if name == "percentage" else 1, name)
        plan.tables.append(table)

    some = r"(?:the )?(?:percentage|percent|share|proportion|fraction)"
    take(rf"{some} of (?:the )?#V #T(?: out of all(?: the)? #T)?", part)
    take(rf"{some} of (?:all )?(?:the )?#T (?:(?:that|which|who) )?(?:{IS}|with|in|from) #V", part)
    take(rf"ratio of (?:{many} )?(?:the )?#V #T to (?:all|{many})(?: the)? #T", part)

    def two(marks: list[Mark], _: re.Match[str]) -> None:
        first, table, second = marks[0], marks[1], marks[2]
        plan.base, plan.ratio = table, Ratio(first, second)
        plan.tables.append(table)

    take(r"ratio of #V #T to #V(?: #T)?", two)

    def sides(_: list[Mark], match: re.Match[str]) -> None:
        over, under = (_case(reader, match[side]) for side in ("over", "under"))
        tables = [table for _, table in (over, under)]
        if over[0] is None or tables[0].tables != tables[1].tables:
            raise Stuck(left=[match[0].split()[0]])
        of = under[0]
        if of is not None and re.search(r"\b(?:all|total)\b", match["under"]):  # it holds of both then
            plan.filters += of.filters
            plan.times += of.times
            of = None
        plan.base, plan.ratio = tables[0], Ratio(over[0], of, name=match[0].split()[0])
        plan.tables.append(tables[0])

    end = "(?: overall| in total)?"
    take(rf"(?:ratio|proportion) of (?P<over>{_SIDE}) (?:to|out of) (?P<under>{_SIDE}){end}", sides)


def _case(reader: Marked, side: str) -> tuple[Case | None, Mark]:
    """What holds of the rows of one side, and its table; None where all of them are meant."""
    marks = [reader.marks[int(number)] for number in re.findall(r"<[A-Z](\d+)>", side)]
    table = next(mark for mark in marks if mark.kind == "T")
    values = tuple(Filter(mark, "=", (mark,)) for mark in marks if mark.kind == "V")
    column = next((mark for mark in marks if mark.kind == "C"), None)
    if column is not None:
        number = next(mark for mark in reversed(marks) if mark.kind in "NY")
        sign = next(sign for words, sign in OPERATORS.items() if re.search(rf" (?:{words}) <[NY]", side))
        return Case((*values, Filter(column, sign, (number,)))), table
    times = tuple(ranged("in", [mark]) for mark in marks if mark.kind == "Y")
    return (Case(values, times) if values or times else None), table
