"""The two searches over rows. They run behind the same walls as a model's SQL, and are shown as they ran."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agentic.evidence import ResultTable
from agentic.sql.execution import run_select
from documents.models import Workspace
from retrieval.annotations.conditions import (
    OF_ROWS,
    Property,
    is_number,
    is_of_documents,
    number_of,
    resolved,
    row_tests,
    written,
)
from retrieval.annotations.fields import LISTED, fields_of
from retrieval.scope.buckets import known_bucket
from retrieval.scope.filters import BadSearch, Day, Number, field_name, read_conditions
from retrieval.sql import literal

FUNCTIONS = ("count", "sum", "avg", "min", "max")
OTHER_NAMES = {"average": "avg", "mean": "avg", "minimum": "min", "maximum": "max", "total": "sum"}
MOST_ROWS = 500
MOST_GROUPS = 200
FIND = "Find rows by their values"
SPOKEN = re.compile(r"\s*(?P<function>\w+)\s*\(\s*(?P<field>[^()]*(?:\([^()]*\)[^()]*)*)\)\s*")
Filters = Mapping[str, Any] | Sequence[Any]
OF_DOCUMENT = (
    "d.id, d.id AS document_id, d.filename, 1 AS page, 'document' AS table_name, d.title AS label,"
    " '{}'::jsonb AS properties, d.title AS quote"
)
OF_ROW = "r.id, r.document_id, d.filename, r.page, r.table_name, r.label, r.properties, r.quote"


def annotations_search(
    *,
    workspace: Workspace,
    filters: Filters,
    bucket: str = "",
    document_ids: Sequence[int] = (),
    top_k: int = 50,
    offset: int = 0,
    carrier: str = "",
    by_document: bool = False,
    order_by: str = "",
    include_superseded: bool = False,
    some: bool = False,
) -> ResultTable:
    """The rows that meet every condition: id, document_id, filename, page, table, label, properties, quote.

    `filters`: as `read_conditions` takes them. `top_k`: 1 to 500 rows, from the one at `offset` on.
    `carrier`: a field that a row must have itself, not only its document. `by_document`: the first such row
    of
    each document. `order_by`: a number field, least first, or with a “-” before it the greatest. `some`:
    whichever rows are found first, where there are more than `top_k`: not all are looked at. Raises
    `BadSearch`.
    """
    _check_page(top_k, offset)
    if bucket:
        known_bucket(workspace, bucket)  # an unknown one is told before a missing condition
    if not (filters or carrier or by_document):
        raise BadSearch("Name at least one condition: a field, an operator and a value.")
    if by_document and not carrier and is_of_documents(filters):
        source = _documents(workspace, filters, bucket, document_ids, include_superseded)
        sql = f"SELECT {OF_DOCUMENT}\n{source}\nORDER BY d.filename, d.id\n{_page(top_k, offset)}"
        return run_select(sql, workspace=workspace, explanation="Find documents by their values")
    source = _source(workspace, filters, bucket, document_ids, include_superseded, carriers=[carrier])
    order = "d.filename, r.document_id, r.table_index, r.row_index"
    first = "DISTINCT ON (d.filename, r.document_id) " if by_document else ""
    if order_by:
        order, first = f"{' '.join(_ordering(order_by, workspace))} NULLS LAST, {order}", ""
    if some and not first and not order_by:
        sql = f"SELECT {OF_ROW}\n{source}\nLIMIT {top_k}"
        return _in_order(run_select(sql, workspace=workspace, explanation=FIND))
    sql = f"SELECT {first}{OF_ROW}\n{source}\nORDER BY {order}\n{_page(top_k, offset)}"
    return run_select(sql, workspace=workspace, explanation=FIND)


def annotations_found(
    *,
    workspace: Workspace,
    filters: Filters,
    top_k: int = 50,
    offset: int = 0,
    carrier: str = "",
    by_document: bool = False,
    order_by: str = "",
    **held: Any,
) -> tuple[ResultTable, int, int]:
    """What `annotations_search` gives, with how many rows match and of how many documents, found once.

    Raises `BadSearch`.
    """
    given: dict[str, Any] = {"filters": filters, "carrier": carrier, "by_document": by_document, **held}
    is_of_rows = bool(filters or carrier) and not (by_document and not carrier and is_of_documents(filters))
    if is_of_rows:
        _check_page(top_k, offset)
        source = _source(workspace, filters, **_held(workspace, **held), carriers=[carrier])
        sql = _counted_rows(source, _page(top_k, offset), by_document, order_by, workspace)
        told = run_select(sql, workspace=workspace, explanation=FIND)
        table = replace(told, columns=told.columns[:-2], rows=tuple(row[:-2] for row in told.rows))
        if told.rows:
            rows, documents = map(int, told.rows[0][-2:])
            return table, rows, documents
    else:
        table = annotations_search(
            workspace=workspace, top_k=top_k, offset=offset, order_by=order_by, **given
        )
    if len(table.rows) < top_k and not offset and not table.truncated:
        documents = len({row[table.columns.index("document_id")] for row in table.rows})
        return table, len(table.rows), documents
    return table, *annotations_count(workspace=workspace, **given)


def _held(
    workspace: Workspace,
    bucket: str = "",
    document_ids: Sequence[int] = (),
    include_superseded: bool = False,
) -> dict[str, Any]:
    """Which documents are looked at; an unknown bucket is told."""
    if bucket:
        known_bucket(workspace, bucket)
    return {"bucket": bucket, "document_ids": document_ids, "include_superseded": include_superseded}


def _counted_rows(source: str, paged: str, by_document: bool, order_by: str, workspace: Workspace) -> str:
    """The rows that match are found once: their numbers, of which a page is shown and all are counted."""
    ordered, order, first = "", "filename, document_id, table_index, row_index", ""
    if order_by:
        number, direction = _ordering(order_by, workspace)
        ordered, order = f", {number} AS ordered", f"ordered {direction} NULLS LAST, {order}"
    elif by_document:
        first = "DISTINCT ON (filename, document_id) "
    shown = f"SELECT {first}*\nFROM met\nORDER BY {order}\n{paged}"
    counted = (
        "(SELECT count(*) FROM met) AS matched, (SELECT count(DISTINCT document_id) FROM met) AS documents"
    )
    place = "r.id AS row_id, r.document_id, d.filename, r.table_index, r.row_index"
    return (
        f"WITH met AS (SELECT {place}{ordered}\n{source})\n"
        f"SELECT {OF_ROW.replace('d.filename', 'm.filename')}, {counted}\n"
        f"FROM ({shown}) AS m\nJOIN table_rows AS r ON r.id = m.row_id\n"
        f"ORDER BY {', '.join(f'm.{part}' for part in order.split(', '))}"
    )


def _check_page(top_k: int, offset: int) -> None:
    if not 1 <= top_k <= MOST_ROWS:
        raise BadSearch(f"Ask for 1 to {MOST_ROWS} rows.")
    if not 0 <= offset <= 1_000_000:
        raise BadSearch("Ask for rows from 0 to 1,000,000 on.")


def _page(top_k: int, offset: int) -> str:
    return f"LIMIT {top_k}" + (f" OFFSET {offset}" if offset else "")


def _in_order(table: ResultTable) -> ResultTable:
    """The rows by their documents' names, as they stand there."""
    at = [table.columns.index(name) for name in ("filename", "document_id", "id")]
    pairs = sorted(zip(table.rows, table.spans, strict=True), key=lambda pair: [pair[0][n] for n in at])
    return replace(table, rows=tuple(row for row, _ in pairs), spans=tuple(span for _, span in pairs))


def _ordering(order_by: str, workspace: Workspace) -> tuple[str, str]:
    """SQL to order by, numbers in one unit as far as units can be converted, and the direction."""
    name = field_name(order_by.removeprefix("-"))
    column = resolved([name], workspace)[name]
    number = column.scaled() if isinstance(column, Property) else _number(name, "max", workspace)
    return number, "DESC" if order_by.startswith("-") else "ASC"


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
        source = _documents(workspace, filters, bucket, document_ids, include_superseded)
        sql = f"SELECT count(*) AS row_count, count(*) AS documents\n{source}"
        rows, documents = run_select(sql, workspace=workspace, explanation="Count the documents").rows[0]
        return int(rows), int(documents)
    source = _source(workspace, filters, bucket, document_ids, include_superseded, carriers=[carrier])
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
        source = _documents(workspace, filters or {}, bucket, document_ids, include_superseded, join)
        return _counted(source, group, workspace)
    group, join = _grouped(group_by, workspace, filters, "given")
    source = _source(
        workspace, filters or {}, bucket, document_ids, include_superseded,
        carriers=[field], numbers=field, joins=join,
    )  # fmt: skip
    number = _number(field, function, workspace) if field else ""
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
    field = resolved([field_name(name)], workspace)[field_name(name)]
    is_of_all = {condition.field for condition in read_conditions(filters or {})} <= {"kind", "bucket"}
    if not (is_of_all and isinstance(field, Property) and field.is_in_lines):
        return written(name, workspace, in_row=in_row), ""
    own = f"r.properties -> {literal(field.info.title)}, " if in_row else ""
    return f"coalesce({own}{joined}.value) #>> '{{}}'", field.joined_as(joined)


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
        _source(workspace, filters, bucket, document_ids, include_superseded=False, joins=joins)
        if in_row
        else _documents(workspace, filters, bucket, document_ids, joins=joins)
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


def more_documents_than(
    most: int, *, workspace: Workspace, filters: Filters, bucket: str = "", document_ids: Sequence[int] = ()
) -> bool:
    """Whether more documents meet conditions that documents alone can meet. Raises `BadSearch`."""
    source = _documents(workspace, filters, bucket, document_ids)
    sql = f"SELECT count(*) AS documents FROM (SELECT d.id\n{source}\nLIMIT {most + 1}) AS found"
    table = run_select(sql, workspace=workspace, explanation="Look whether there are many")
    return int(table.rows[0][0]) > most


def _documents(
    workspace: Workspace,
    filters: Filters,
    bucket: str,
    document_ids: Sequence[int],
    include_superseded: bool = False,
    joins: str = "",
) -> str:
    """FROM and WHERE of documents alone, also of those without any row."""
    tests = _of_documents(workspace, bucket, document_ids, include_superseded)
    where = "\n  AND ".join([*tests, *row_tests(filters, workspace, in_row=False)])
    return f"FROM documents AS d\n{joins}\nWHERE {where}"


def _of_documents(
    workspace: Workspace, bucket: str, document_ids: Sequence[int], include_superseded: bool
) -> list[str]:
    tests = ["d.status = 'ready'"]
    if not include_superseded:
        # Where the database would guess that a quarter are, it looks up the rows of each document apart.
        tests.append("coalesce(NOT d.superseded, true)")
    if bucket:
        tests.append(f"lower(d.bucket) = {literal(known_bucket(workspace, bucket))}")
    if document_ids:
        tests.append(f"d.id IN ({', '.join(str(int(pk)) for pk in document_ids)})")
    return tests


def _unit(field: str, workspace: Workspace) -> str:
    """SQL of the unit by which values are kept apart: dollars and euros are never added up; "" where none
    has one.
    """
    column = resolved([field_name(field)], workspace)[field_name(field)]
    if not isinstance(column, Property) or not column.info.unit:
        return ""
    return f"coalesce({replace(column, of_document=False).unit()}, '')"


def _number(field: str, function: str, workspace: Workspace) -> str:
    name = field_name(field)
    column = resolved([name], workspace)[name]
    if isinstance(column, Property) and (column.info.numbers or function == "count"):
        return number_of(replace(column, of_document=False))
    if isinstance(column, Number) or (isinstance(column, Day) and function in ("min", "max")):
        return column.column
    known = [info.title for info in fields_of(workspace).by_name.values() if info.is_number][:LISTED]
    named = f": use {', '.join(f'“{title}”' for title in known)}" if known else ""
    raise BadSearch(f"The {function} of “{field}” cannot be worked out, since it is no number{named}.")


def select_all(
    workspace: Workspace,
    *,
    filters: Filters,
    bucket: str = "",
    document_ids: Sequence[int] = (),
    carrier: str = "",
    by_document: bool = False,
) -> str:
    """The statement of `annotations_search` without a limit, for who reads its rows one by one."""
    if by_document and not carrier and is_of_documents(filters):
        source = _documents(workspace, filters, bucket, document_ids, include_superseded=False)
        return f"SELECT {OF_DOCUMENT}\n{source}\nORDER BY d.filename, d.id"
    source = source_of(workspace, filters, bucket=bucket, document_ids=document_ids, carrier=carrier)
    first = "DISTINCT ON (d.filename, r.document_id) " if by_document else ""
    return f"SELECT {first}{OF_ROW}\n{source}\nORDER BY d.filename, r.document_id, r.table_index, r.row_index"


def source_of(
    workspace: Workspace,
    filters: Filters,
    *,
    bucket: str = "",
    document_ids: Sequence[int] = (),
    include_superseded: bool = False,
    carrier: str = "",
) -> str:
    """FROM and WHERE of the rows that meet every condition, for statements of our own over the views."""
    return _source(workspace, filters, bucket, document_ids, include_superseded, carriers=[carrier])


def documents_of(workspace: Workspace, filters: Filters, *, document_ids: Sequence[int] = ()) -> str:
    """FROM and WHERE of the documents that meet every condition, without their rows."""
    return _documents(workspace, filters, "", document_ids)


def _source(
    workspace: Workspace,
    filters: Filters,
    bucket: str,
    document_ids: Sequence[int],
    include_superseded: bool,
    *,
    carriers: Sequence[str] = (),
    numbers: str = "",
    joins: str = "",
) -> str:
    """FROM and WHERE. `carriers`: fields that the row itself must have: its document's would count for
    each row.
    """
    conditions = [
        *_of_documents(workspace, bucket, document_ids, include_superseded),
        *_row_conditions(filters, workspace, carriers=carriers, numbers=bool(numbers)),
    ]
    where = "\n  AND ".join(conditions)
    return f"FROM table_rows AS r\nJOIN documents AS d ON d.id = r.document_id\n{joins}\nWHERE {where}"


def _row_conditions(
    filters: Filters, workspace: Workspace, *, carriers: Sequence[str], numbers: bool = False
) -> list[str]:
    """SQL of each. `numbers`: the carriers must be numbers there."""
    conditions = ["r.anchored"]
    for name in filter(None, carriers):
        field = resolved([field_name(name)], workspace)[field_name(name)]
        if isinstance(field, Property):
            conditions.append(field.own())
            if numbers:
                conditions.append(is_number(replace(field, of_document=False)))
    return [*conditions, *row_tests(filters, workspace)]
