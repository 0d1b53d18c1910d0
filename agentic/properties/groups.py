"""Documents counted and summed by a property: by vendor, by year."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal

from agentic.facts import wording
from agentic.properties import telling
from agentic.properties.making import LISTED, Making, order_of
from agentic.properties.terms import Value
from documents.models import Document
from retrieval.annotations.roles import Role
from retrieval.properties.request import Grouping


def by_groups(answer: Making, by: Grouping) -> str:
    """A line for each group; "" where nothing can be grouped."""
    groups: dict[object, list[tuple[Document, Value]]] = defaultdict(list)
    without = []
    for document in answer.found.meeting:
        own = answer.own(by.role, document)
        if len(own) == 1 and (key := _group(by, own[0])) is not None:
            groups[key].append((document, own[0]))
        else:
            without.append(document)
    if not groups:
        return ""
    answer.columns = (wording.capital(by.noun), "Documents", *(("Total",) if answer.request.of else ()))
    lines = [_group_line(answer, by, own) for _, own in _ordered(groups, by)]
    which = f" that {answer.conditions(many=True)}" if answer.request.conditions else ""
    head = f"{answer.share(len(answer.found.meeting))}{which}, by {by.noun}:"
    if not answer.request.conditions:
        count = len(answer.found.meeting)
        head = f"{answer.number(count)} {answer.nouns(count)} by {by.noun}:"
    if answer.request.among_groups:
        return _best_group(answer, by, groups, lines)
    text = "\n".join([head, "", *(f"- {line}" for line in lines)])
    rest = answer.those(without, f"no single {by.role.noun}")
    return f"{text}\n\n{wording.capital(rest[0])}." if rest else text


def _ordered(
    groups: Mapping[object, list[tuple[Document, Value]]], by: Grouping
) -> list[tuple[object, list[tuple[Document, Value]]]]:
    if by.span:
        return sorted(groups.items(), key=lambda item: order_of(_day(item[1][0][1])))
    return sorted(groups.items(), key=lambda item: (-len(item[1]), str(item[0])))


def _group_line(answer: Making, by: Grouping, own: Sequence[tuple[Document, Value]]) -> str:
    name = _group_name(by, own[0][1])
    line = f"{name}: {answer.number(len(own), f' of {name}')} {answer.nouns(len(own))}"
    cells: list[object] = [name, len(own)]
    if role := answer.request.of:
        sums, missing = _sums_of(answer, role, [document for document, _ in own])
        line += f", {wording.joined(sums)}" if sums else ""
        line += (
            f" ({answer.number(missing, ' without it')} without {telling.a(role.noun)})" if missing else ""
        )
        cells.append(", ".join(sums))
    marks = "".join(answer.case.cite(value.span) for _, value in own[:LISTED])
    answer.rows.append((tuple(cells), own[0][1], None))
    return f"{line} {marks}"


def _sums_of(answer: Making, role: Role, documents: Sequence[Document]) -> tuple[list[str], int]:
    by_unit: dict[str, list[Value]] = defaultdict(list)
    missing = 0
    for document in documents:
        own = answer.own(role, document)
        if len(own) == 1 and isinstance(own[0].content, Decimal):
            by_unit[own[0].unit].append(own[0])
            answer.case.cite(own[0].span)
        else:
            missing += 1
    return [answer.total(role, values) for _, values in sorted(by_unit.items())], missing


def _best_group(
    answer: Making, by: Grouping, groups: Mapping[object, list[tuple[Document, Value]]], lines: Sequence[str]
) -> str:
    """“Acme has the most invoices, 3; …”"""
    if answer.request.of is not None:
        totals = {key: _worth(answer, own) for key, own in groups.items()}
        if (
            any(value is None for value in totals.values())
            or len({unit for _, unit in filter(None, totals.values())}) > 1
        ):
            return "\n".join(["The totals are in several currencies:", "", *(f"- {line}" for line in lines)])
        worths = {key: value[0] for key, value in totals.items() if value}
    else:
        worths = {key: Decimal(len(own)) for key, own in groups.items()}
    best = max(worths.values())
    names = [_group_name(by, groups[key][0][1]) for key, value in worths.items() if value == best]
    what = f"the highest {answer.request.of.noun}" if answer.request.of else f"the most {answer.nouns(2)}"
    verb = "has" if len(names) == 1 else "have"
    return "\n".join([f"{wording.joined(names)} {verb} {what}:", "", *(f"- {line}" for line in lines)])


def _worth(answer: Making, own: Sequence[tuple[Document, Value]]) -> tuple[Decimal, str] | None:
    assert answer.request.of is not None
    values = [value for document, _ in own for value in answer.own(answer.request.of, document)]
    units = {value.unit for value in values}
    numbers = [value.content for value in values if isinstance(value.content, Decimal)]
    return (sum(numbers, Decimal(0)), units.pop()) if len(units) == 1 and numbers else None


def _group(by: Grouping, value: Value) -> object | None:
    """What a value is grouped by; None where it is of no such kind."""
    if by.span:
        if not isinstance(value.content, date):
            return None
        day = value.content
        return {
            "year": (day.year,),
            "quarter": (day.year, (day.month + 2) // 3),
            "month": (day.year, day.month),
        }[by.span]
    return value.key


def _group_name(by: Grouping, value: Value) -> str:
    if not by.span:
        return value.text
    day = _day(value)
    return {"year": f"{day.year}", "quarter": f"Q{(day.month + 2) // 3} {day.year}", "month": f"{day:%B %Y}"}[
        by.span
    ]


def _day(value: Value) -> date:
    assert isinstance(value.content, date)
    return value.content
