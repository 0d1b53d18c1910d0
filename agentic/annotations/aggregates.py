"""What annotations come to: how many, functions of their numbers, and the values that there are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agentic.annotations.sources import MOST_ROWS, Filters, documents_for, number_in, rows_for
from agentic.evidence import ResultTable
from agentic.sql.execution import run_select
from documents.models import Workspace
from retrieval.annotations.conditions import (
    OF_ROWS,
    Property,
    day_of,
    is_of_documents,
    resolved,
    written,
)
from retrieval.annotations.fields import fields_of
from retrieval.scope.filters import BadSearch, field_name, read_conditions
from retrieval.sql import literal

FUNCTIONS = ("count", "sum", "avg", "min", "max")
OTHER_NAMES = {"average": "avg", "mean": "avg", "minimum": "min", "maximum": "max", "total": "sum"}
MOST_GROUPS = 200
DAYS = ("date", "day")  # columns in which rows give their own
OF_DAYS = {"month": 7, "year": 4}  # characters of a day written as in “2025-06-30”
SPOKEN = re.compile(r"\s*(?P<function>\w+)\s*\(\s*(?P<field>[^()]*(?:\([^()]*\)[^()]*)*)\)\s*")


def annotations_count(
    *,
    workspace: Workspace,
    filters: Filters,
    bucket: str = "",
    document_ids: Sequence[int] = (),
    carrier: str = "",
    by_document: bool = False,
    include_superseded: bool = False,
) -> tuple[int, int]:
    """How many rows meet every condition, and of how many documents they are. Raises `BadSearch`."""
    if by_document and not carrier and is_of_documents(filters):
        source = documents_for(workspace, filters, bucket, document_ids, include_superseded)
        sql = f"SELECT count(*) AS row_count, count(*) AS documents\n{source}"
        rows, documents = run_select(sql, workspace=workspace, explanation="Count the documents").rows[0]
        return int(rows), int(documents)
    source = rows_for(workspace, filters, bucket, document_ids, include_superseded, carriers=[carrier])
    sql = f"SELECT count(*) AS row_count, count(DISTINCT r.document_id) AS documents\n{source}"
    table = run_select(sql, workspace=workspace, explanation="Count the rows")
    rows, documents = table.rows[0]
    return int(rows), int(documents)


def spoken_aggregate(aggregate: str) -> tuple[str, str]:
    """The function and the field of “sum(quantity)”; the field is empty in “count”. Raises `BadSearch`."""
    found = SPOKEN.fullmatch(aggregate)
    if found:
        return found["function"], found["field"].strip(" *")
    if re.fullmatch(r"\s*\w+\s*", aggregate):
        return aggregate.strip(), ""
    raise BadSearch("Write the aggregate as “sum(quantity)”: a function and a field.")


def _function(name: str, field: str) -> str:
    """The function that goes by the name. Raises `BadSearch` where none does, or where it lacks its field."""
    name = name.strip().lower()
    function = OTHER_NAMES.get(name, name)
    if function not in FUNCTIONS:
        raise BadSearch(f"There is no function “{function[:20]}”: use {', '.join(FUNCTIONS)}.")
    if not field and function != "count":
        raise BadSearch(f"Name the field whose {function} is asked for.")
    return function


def annotations_aggregate(
    *,
    workspace: Workspace,
    function: str = "",
    field: str = "",
    filters: Filters | None = None,
    group_by: str = "",
    bucket: str = "",
    document_ids: Sequence[int] = (),
    include_superseded: bool = False,
    aggregate: str = "",
    by_document: bool = False,
) -> ResultTable:
    """One row for each group: its name where there is `group_by`, the value, how many rows and documents it
    is of.

    A group's name is written as in most of its rows; differences of case make no group. Where values have
    units, each unit is a group, and its name the last column.

    `function`: count, sum, avg, min or max; or with its field as `aggregate`: “sum(quantity)”. Only rows in
    which `field` is a number count, but for “count” without a field, which counts all; `by_document`: counts
    documents. Raises `BadSearch`.
    """
    if aggregate:
        function, field = spoken_aggregate(aggregate)
    function = _function(function, field)
    if by_document and not field and is_of_documents(filters or {}) and group_by.lower() not in OF_ROWS:
        group, join = _grouped(group_by, workspace, filters, "given", in_row=False)
        source = documents_for(workspace, filters or {}, bucket, document_ids, include_superseded, join)
        return _counted(source, group, workspace)
    group, join = _grouped(group_by, workspace, filters, "given")
    source = rows_for(
        workspace, filters or {}, bucket, document_ids, include_superseded,
        carriers=[field], numbers=field, joins=join,
    )  # fmt: skip
    number = number_in(field, function, workspace) if field else ""
    counted = "count(DISTINCT r.document_id)" if by_document else "count(*)"
    value = f"{function}({number})" if number else counted
    unit = _unit(field, workspace) if number and function != "count" else ""
    head = ""
    if group:  # worked out once for each row: OFFSET keeps it from being put in twice
        parts = [f"{group} AS name", f"{number or 'NULL'} AS number", f"{unit or 'NULL'} AS unit"]
        source = f"FROM (SELECT {', '.join([*parts, 'r.document_id'])}\n{source}\nOFFSET 0) AS r"
        head, group, unit = (
            "mode() WITHIN GROUP (ORDER BY r.name) AS group_name, ",
            "r.name",
            unit and "r.unit",
        )
        value = f"{function}(r.number)" if number else counted
    groups = [*([f"lower({group})"] if group else []), *([unit] if unit else [])]
    tail = (
        f"\nGROUP BY {', '.join(groups)}\nORDER BY {'2 DESC NULLS LAST, 1' if group else '1 DESC'}"
        if groups
        else ""
    )
    sql = (
        f"SELECT {head}{value} AS value, count(*) AS row_count, count(DISTINCT r.document_id) AS documents"
        f"{f', {unit} AS unit' if unit else ''}\n{source}{tail}"
        + (f"\nLIMIT {MOST_GROUPS}" if groups else "")
    )
    return run_select(sql, workspace=workspace, explanation=f"Work out the {function} over rows")


def _grouped(
    name: str, workspace: Workspace, filters: Filters | None, joined: str, *, in_row: bool = True
) -> tuple[str, str]:
    """SQL of what a group is called by, and of what is joined for it.

    The line that gives it is looked up for each document, where conditions leave few, else joined for all.
    """
    if not name:
        return "", ""
    if in_row and name.lower() in OF_DAYS:
        return _time_of_row(name.lower(), workspace), ""
    field = resolved([field_name(name)], workspace)[field_name(name)]
    is_of_all = {condition.field for condition in read_conditions(filters or {})} <= {"kind", "bucket"}
    if not (is_of_all and isinstance(field, Property) and field.is_in_lines):
        return written(name, workspace, in_row=in_row), ""
    own = f"r.properties -> {literal(field.info.title)}, " if in_row else ""
    return f"coalesce({own}{joined}.value) #>> '{{}}'", field.joined_as(joined)


def _time_of_row(span: str, workspace: Workspace) -> str:
    """SQL of the month or year of the row's own day, where it has a column for it, else of its document's."""
    columns = [info for info in map(fields_of(workspace).get, DAYS) if info and info.in_columns]
    days = [day_of(f"lower(r.properties ->> {literal(name)})") for info in columns for name in info.spellings]
    own = [f"left({day}, {OF_DAYS[span]})" for day in days]
    return f"coalesce({', '.join([*own, written(span, workspace)])})"


def _counted(source: str, group: str, workspace: Workspace) -> ResultTable:
    """The number of documents, by group where there is one."""
    head, tail = "", ""
    if group:  # worked out once for each document: OFFSET keeps it from being put in twice
        head = "mode() WITHIN GROUP (ORDER BY g.name) AS group_name, "
        source = f"FROM (SELECT {group} AS name\n{source}\nOFFSET 0) AS g"
        tail = f"\nGROUP BY lower(g.name)\nORDER BY 2 DESC, 1\nLIMIT {MOST_GROUPS}"
    sql = f"SELECT {head}count(*) AS value, count(*) AS row_count, count(*) AS documents\n{source}{tail}"
    return run_select(sql, workspace=workspace, explanation="Count the documents")


def annotations_facets(
    *,
    workspace: Workspace,
    fields: Sequence[str],
    filters: Filters,
    bucket: str = "",
    document_ids: Sequence[int] = (),
    by_document: bool = False,
) -> tuple[dict[str, list[tuple[str, int]]], ResultTable]:
    """Of each field its commonest values with how many rows or documents have them; and the table as it ran.

    All fields are counted in one pass. Differences of case make no value of their own. Raises `BadSearch`.
    """
    in_row = not (by_document and is_of_documents(filters)) or bool(OF_ROWS & {f.lower() for f in fields})
    names = [f"name_{at}" for at in range(len(fields))]
    grouped = [
        _grouped(field, workspace, filters, f"given_{at}", in_row=in_row) for at, field in enumerate(fields)
    ]
    joins = "\n".join(join for _, join in grouped if join)
    source = (
        rows_for(workspace, filters, bucket, document_ids, include_superseded=False, joins=joins)
        if in_row
        else documents_for(workspace, filters, bucket, document_ids, joins=joins)
    )
    columns = [f"{group} AS {name}" for (group, _), name in zip(grouped, names, strict=True)]
    columns.append(f"{'r.document_id' if in_row else 'd.id'} AS document_id")
    listed = ", ".join(names)
    counted = "count(DISTINCT g.document_id)" if in_row and by_document else "count(*)"
    sql = (
        f"SELECT grouping({listed}) AS counted_by, coalesce({listed}, NULL) AS group_name, "
        f"{counted} AS value\n"
        f"FROM (SELECT {', '.join(columns)}\n{source}\nOFFSET 0) AS g\n"
        f"GROUP BY GROUPING SETS ({', '.join(f'({name})' for name in names)})\n"
        f"ORDER BY 3 DESC, 2\nLIMIT {MOST_ROWS}"
    )
    table = run_select(sql, workspace=workspace, explanation="Count by several fields")
    # In grouping() the bit of a field that groups is 0, and the last field's is the lowest.
    every = (1 << len(fields)) - 1
    of_bits = {every ^ (1 << (len(fields) - 1 - at)): field for at, field in enumerate(fields)}
    folded: dict[str, dict[str, tuple[str, int]]] = {field: {} for field in fields}
    for bits, name, count in table.rows:
        if name not in (None, ""):
            told, before = folded[of_bits[bits]].get(str(name).lower(), (str(name), 0))
            folded[of_bits[bits]][str(name).lower()] = (told, before + int(count))
    most = {field: sorted(each.values(), key=lambda one: (-one[1], one[0])) for field, each in folded.items()}
    return most, table


def _unit(field: str, workspace: Workspace) -> str:
    """SQL of the unit by which values are kept apart: dollars and euros are never added up; "" where none
    has one.
    """
    column = resolved([field_name(field)], workspace)[field_name(field)]
    if not isinstance(column, Property) or not column.info.unit:
        return ""
    return f"coalesce({replace(column, of_document=False).unit()}, '')"
