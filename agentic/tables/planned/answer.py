"""Questions to the sheets of a file that a statement by rules answers: joined, ranked, lacking, by time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from typing import Any

import sqlglot
from sqlglot import exp
from sqlglot.errors import ParseError

from agentic.evidence import Draft, Evidence, Figure, Span
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.workings import shown
from agentic.outcome import Outcome, coverage
from agentic.sources.drivers.types import SourceFailed
from agentic.sources.statements.lookup import planned_with_values
from agentic.tables.answer import ASKED, CITED, LISTED
from agentic.tables.cell_numbers import said_with_unit
from agentic.tables.loading import sheets_for
from agentic.tables.planned.database import Database, database_of
from agentic.tables.planned.telling import conditions_of, fold_of, measure_of
from documents.models import Document
from reading.formats.media_types import CSV, DOCX, HTML, JSON, MARKDOWN, ODS, PDF, XLS, XLSX
from retrieval.question.wording.rows import DISTINCT, HIGH, LOW, WORD, norm, normed
from retrieval.sheets.misread import ASKS_SPENT, asks_whom
from retrieval.sheets.model import Column, Row, Sheet
from retrieval.sheets.numbers import unit_of
from retrieval.sheets.request.around import named_at_head
from retrieval.sheets.shapes.two_groups import drops_one
from retrieval.sheets.stems import stems_of
from retrieval.sheets.things_counted import fit_of

KINDS = (CSV, DOCX, HTML, JSON, MARKDOWN, ODS, PDF, XLS, XLSX)  # whose files have tables
LISTS = re.compile(r"(?:which|list|name)\s+(?:all\s+)?(?:the\s+)?[^\W\d_]+s\b", re.IGNORECASE)
# Of pages rows are asked for by name: other words of theirs are no headings.
ASKS_FOR_ROWS = re.compile(rf"^\W*(?:which|list|name)\b|{HIGH.pattern}|{LOW.pattern}", re.IGNORECASE)
MOST = 2000  # rows of a result
SECONDS = 2.0
DECIMALS = 4  # of an average or a share


def answer_planned(case: Case) -> Outcome | None:
    """The answer of the one file whose sheets have a place for each word of the question; else None."""
    if not ASKED.search(case.question) and not case.question.lower().startswith("who"):
        return None
    sheets = sheets_for(case)
    kinds = dict(
        Document.objects.filter(pk__in={sheet.document_id for sheet in sheets}).values_list(
            "pk", "media_type"
        )
    )
    marked = [s for s in sheets if kinds.get(s.document_id) in KINDS and not s.is_by_time]
    if not ASKS_FOR_ROWS.search(case.question):
        marked = [sheet for sheet in marked if kinds[sheet.document_id] != PDF]
    answers = [
        answer
        for _, of_file in groupby(marked, key=lambda sheet: sheet.document_id)
        if (answer := _of_file(case, list(of_file))) is not None
    ]
    if len({answer.text for answer in answers}) != 1:
        return None  # none, or two files tell something else
    outcome = answers[0].outcome()
    if ASKS_SPENT.match(case.question) and (outcome[0].plan or {}).get("ask") == "list":
        return None  # rows are no amount
    return outcome


def _of_file(case: Case, sheets: Sequence[Sheet]) -> PlannedAnswer | None:
    database = database_of(sheets)
    if database is None:
        return None
    sql = _planned(case.question, database)
    try:
        statement = sqlglot.parse_one(sql, dialect="sqlite") if sql else None
    except ParseError:
        return None
    if not isinstance(statement, exp.Select) or not is_plain(statement):
        return None
    try:
        answer = PlannedAnswer(case, database, statement)
    except SourceFailed:
        return None
    return answer if answer.text else None


def _planned(question: str, database: Database) -> str:
    """The statement, also where words are left that say no more than which file is meant."""
    plan = planned_with_values(question, database.schema, "sqlite", database.driver)
    if plan.sql or not plan.left or plan.is_ambiguous:
        return plan.sql
    sheets = list(database.sheets.values())
    names = frozenset(stem for sheet in sheets for stem in sheet.names)
    lower = {word for words in plan.left for word in words.split()}
    said = [match[0] for match in WORD.finditer(question)]
    stems = stems_of(said)
    left = {word for word in said if word.casefold() in lower}
    naming = {word for word in left if stems[word] and stems[word] <= names}
    naming |= named_at_head(said[1:], sheets)
    parts = {row.part for sheet in sheets for row in sheet.rows}
    if len(parts) > 1:  # which of several tables is meant no row tells
        naming -= {word for word in naming if any(norm(word) in normed(part) for part in parts)}
    if left - naming:
        return ""
    named = "|".join(map(re.escape, naming))
    rest = re.sub(rf"(?:\b(?:of|in|on|at|from|for)\s+(?:the\s+)?)?\b(?:{named})\b", " ", question)
    return planned_with_values(" ".join(rest.split()), database.schema, "sqlite", database.driver).sql


def is_plain(statement: exp.Select) -> bool:
    """Whether its rows come from tables alone, so that each can be shown where it stands."""
    parts = [statement.args.get("from_") or statement.args.get("from"), *statement.args.get("joins", ())]
    return (
        all(part is not None and isinstance(part.this, exp.Table) for part in parts)
        and not statement.args.get("with_")
        and not statement.args.get("with")
        and not statement.args.get("having")
        and not statement.find(exp.Window)
    )


@dataclass(frozen=True)
class _Found:
    """A row of the result: the rows of the sheets it comes from, and its values."""

    rows: tuple[tuple[str, Row], ...]
    values: tuple[Any, ...]


class PlannedAnswer:
    """`text` is empty where the statement finds nothing or its result cannot be told."""

    def __init__(self, case: Case, database: Database, statement: exp.Select, *, about: str = "") -> None:
        """`about`: what of the question the file tells; all of it where rules have a place for each word."""
        self.case, self.database, self.statement = case, database, statement
        self.about = about
        self.figures: list[Figure] = []
        self.spans: list[Span] = []
        self.tables = [table.name for table in statement.find_all(exp.Table)]
        self.own = self.tables[0]  # whose rows are told
        self.sources = [
            part.this.name
            for part in (
                statement.args.get("from_") or statement.args["from"],
                *(statement.args.get("joins") or ()),
            )
        ]
        self.headings: tuple[str, ...] = ()
        self.shown: list[tuple[tuple[object, ...], Span | None]] = []
        if self._counts_others():
            self.ask, self.text = "count", ""
        elif statement.args.get("group"):
            self.ask, self.text = "group", self._grouped()
        elif any(each.find(exp.AggFunc) for each in statement.expressions):
            self.ask, self.text = fold_of(statement.expressions[0]), self._folded()
        else:
            self.ask, self.text = "list", self._listed()

    def outcome(self) -> Outcome:
        marks = {span: self.case.cite(span) for span in self.spans}
        text = self.text
        for at, span in enumerate(self.spans):
            text = text.replace(f"\0{at}\0", marks[span])
        sql = self.statement.sql(dialect="sqlite")
        evidence = Evidence(
            spans=tuple(self.case.workings.spans),
            figures=tuple(self.figures),
            tables=(shown(self.headings, self.shown, sql),) if self.shown else (),
            coverage=coverage(self.case.scope),
            tried=(f"Sheets of “{self._filename}”: {len(self.database.sheets)}",),
        )
        plan = {"ask": self.ask, "table": self._filename, "sql": sql, "text": self._read_as()}
        titles = " ".join(sheet.title for sheet in self.database.sheets.values())
        about = self.about or f"{titles} {self.case.question}"
        return Draft(text=text, plan=plan, about=about), evidence

    @property
    def _filename(self) -> str:
        return next(iter(self.database.sheets.values())).filename

    def _read_as(self) -> str:
        return f"{', '.join(map(self._told, self.statement.expressions))} in {self._filename}{self._where}"

    @property
    def _where(self) -> str:
        told = conditions_of(self.statement, self._heading)
        return f" where {told}" if told else ""

    def _counts_others(self) -> bool:
        """Whether rows are counted that are not the things which the question counts, or contents that one of
        several tables has beside its rows' names."""
        told = [each.unalias() for each in self.statement.expressions]
        counts = [each for each in told if isinstance(each, exp.Count)]
        said = [each.name for each in self.statement.find_all(exp.Literal) if each.is_string]
        question = self.case.question
        fit = fit_of(question, self.database.sheets[self.own], said) if counts else "unknown"
        if any(each.find(exp.Distinct) for each in counts):
            return fit == "others" and len(self.database.sheets) > 1 and not DISTINCT.search(question)
        return fit in ("others", "labels")

    def _heading(self, table: str, column: str) -> str:
        found = self._column(table, column)
        return found.name if found else column

    def _column(self, table: str, column: str) -> Column | None:
        return self.database.columns.get((table, column))

    def _is_number(self, column: exp.Column) -> bool:
        known = self._column(column.table, column.name)
        return known is not None and known.is_number

    def _told(self, expression: exp.Expr) -> str:
        return measure_of(expression, self._heading)

    def _run(self, statement: exp.Select, width: int) -> list[_Found]:
        """The rows, each with those of the sheets that it comes from: these numbers stand behind `width`."""
        made = statement.copy()
        for table in self.sources:
            made = made.select(exp.column("rowid", table=table, quoted=False))
        fetched = self.database.driver.run(made.sql(dialect="sqlite"), rows=MOST, seconds=SECONDS).rows
        found = []
        for row in fetched:
            numbers = zip(self.sources, row[width:], strict=True)
            rows = tuple((t, self.database.sheets[t].rows[int(n) - 1]) for t, n in numbers if n)
            found.append(_Found(rows, tuple(row[:width])))
        return found

    def _mark(self, span: Span) -> str:
        if span not in self.spans:
            self.spans.append(span)
        return f"\0{self.spans.index(span)}\0"

    def _sources(self) -> list[_Found]:
        """The rows that a folded statement is made of."""
        plain = self.statement.copy()
        for part in ("group", "order", "limit", "distinct"):
            plain.set(part, None)
        plain.set("expressions", [])
        return self._run(plain, 0)

    # What is told -----------------------------------------------------------------------------------------

    def _listed(self) -> str:
        """The rows, by their labels and what is asked of them; of equals for the last place each."""
        columns = [each.unalias() for each in self.statement.expressions]
        if not all(isinstance(each, exp.Column) for each in columns):
            return ""
        found = self._first(self._ordered())
        if not found or drops_one(self.database.sheets[self.own], self.case.question):
            return ""  # rows one by one are not put together
        asked = [each for each in columns if not isinstance(each.this, exp.Star)]
        own = asked[0].table if asked else columns[0].table
        sheet = self.database.sheets[own]
        ordered = self.statement.args.get("order")
        if LISTS.match(self.case.question) and asked and not ordered and all(map(self._is_number, asked)):
            return ""  # “which rivers” of a number of rivers
        by = (
            [each.this for each in ordered.expressions if isinstance(each.this, exp.Column)]
            if ordered
            else []
        )
        told = [each for each in (*asked, *by) if self._heading(each.table, each.name) != sheet.label.name]
        if any(self._repeats(column) for column in asked for each in by if each.table != column.table):
            return ""  # which apiary has most of its hives together, or the one hive with most, is open
        lines: dict[str, Row] = {}
        cells: list[tuple[object, ...]] = []
        for each in found:
            row = dict(each.rows)[own]
            values = [self._cell(dict(each.rows), column) for column in dict.fromkeys(told)]
            if asked and not all(values):
                return ""
            line = f"{row.label}: {', '.join(values)}" if values else row.label
            if line not in lines:
                lines[line] = row
                cells.append((row.label, *values))
        self.headings = ("Row", *(self._heading(each.table, each.name) for each in dict.fromkeys(told)))
        self.shown = [(each, row.span) for each, row in zip(cells, lines.values(), strict=True)]
        if len(lines) > LISTED or (not told and self._only_repeats(lines.values())):
            return ""
        if not told and asks_whom(sheet, self.case.question):
            return ""
        said = "; ".join(f"{line} {self._mark(row.span)}" for line, row in lines.items())
        what = " and ".join(dict.fromkeys(self._heading(each.table, each.name) for each in told))
        return f"{wording.capital(what or sheet.label.name)}{self._where} (“{self._filename}”): {said}."

    def _repeats(self, column: exp.Column) -> bool:
        """Whether several rows of its sheet have the same there."""
        name = self._heading(column.table, column.name)
        held = [row.cells[name] for row in self.database.sheets[column.table].rows if name in row.cells]
        return len(set(held)) < len(held)

    def _only_repeats(self, rows: Iterable[Row]) -> bool:
        """Whether the rows are called as the question says: whoever bought the saw is no saw."""
        question = " ".join(normed(self.case.question))
        return all(" ".join(normed(row.label)) in question for row in rows)

    def _ordered(self) -> list[_Found]:
        plain = self.statement.copy()
        plain.set("limit", None)
        plain.set("distinct", None)
        order = plain.args.get("order")
        plain.set("expressions", [each.this.copy() for each in order.expressions] if order else [])
        return self._run(plain, len(order.expressions) if order else 0)

    def _first(self, found: list[_Found]) -> list[_Found]:
        """As many as are asked for, and those that are equal to the last of them."""
        limit = self.statement.args.get("limit")
        if limit is None:
            return found
        held = [each for each in found if all(value is not None for value in each.values)]
        first = held[: int(limit.expression.name)]
        return first + [each for each in held[len(first) :] if first and each.values == first[-1].values]

    def _cell(self, rows: dict[str, Row], column: exp.Column) -> str:
        """What stands in the row of the column's sheet, known to the check."""
        row, known = rows.get(column.table), self._column(column.table, column.name)
        if row is None or known is None or known.name not in row.cells:
            return ""
        value = row.number(known.name)
        if value is None:
            return str(row.cells[known.name])
        text, figure = said_with_unit(row, known)
        self.figures.append(figure)
        return text

    def _folded(self) -> str:
        """One number made of rows: a sum, an average, a count, a share."""
        if len(self.statement.expressions) != 1:
            return ""
        rows = self._sources()
        result = self.database.driver.run(self.statement.sql(dialect="sqlite"), rows=2, seconds=SECONDS).rows
        if not rows or len(result) != 1 or not isinstance(result[0][0], int | float) or not result[0][0]:
            return ""
        expression = self.statement.expressions[0]
        value = self._number(result[0][0], expression, rows)
        if not value:
            return ""
        spans = list(dict.fromkeys(row.span for each in rows for _, row in each.rows[:1]))
        marks = "".join(self._mark(span) for span in spans[:CITED])
        told = wording.capital(self._told(expression))
        if isinstance(expression.unalias(), exp.Count | exp.Div):
            return f"{told} in “{self._filename}”{self._where}: {value} {marks}."
        count = self._figure(Decimal(len(rows)), f"rows of {self._filename}")
        return f"{told} over {count} rows of “{self._filename}”{self._where}: {value} {marks}."

    def _grouped(self) -> str:
        """A number for each group; of equals for the last place each."""
        expressions = self.statement.expressions
        if len(expressions) != 2 or not isinstance(expressions[0].unalias(), exp.Column):
            return ""
        unbounded = self.statement.copy()
        unbounded.set("limit", None)
        result = self.database.driver.run(unbounded.sql(dialect="sqlite"), rows=MOST, seconds=SECONDS).rows
        found = self._first([_Found((), (value,)) for _, value in result])
        kept = result[: len(found)]
        rows = self._sources()
        if not kept or len(kept) > LISTED or not all(name and value for name, value in kept):
            return ""
        group = expressions[0].unalias()
        heading = self._heading(group.table, group.name)
        self.headings = (heading, self._told(expressions[1]))
        lines = []
        for name, number in kept:
            own = [each for each in rows if str(dict(each.rows)[group.table].cells.get(heading)) == str(name)]
            value = self._number(number, expressions[1], own)
            if not own or not value:
                return ""
            span = own[0].rows[0][1].span
            self.shown.append(((name, value), span))
            lines.append(f"{name}: {value} {self._mark(span)}")
        what = f"{wording.capital(self._told(expressions[1]))} by {heading}"
        order = self.statement.args.get("order")
        is_bounded = order and self.statement.args.get("limit")
        end = "highest" if order and order.expressions[0].args.get("desc") else "lowest"
        most = f", the {end}" if is_bounded else ""
        return f"{what}{self._where} (“{self._filename}”){most}: {'; '.join(lines)}."

    def _number(self, value: float, expression: exp.Expr, rows: Iterable[_Found]) -> str:
        """A computed number in the unit of its column; "" where that is not the same in all rows."""
        folded = expression.unalias()
        number = Decimal(str(value))
        if isinstance(folded, exp.Div):
            if not 0 < number <= 1:
                return ""
            return self._figure(number.quantize(Decimal(1).scaleb(-DECIMALS)), self._told(expression), "%")
        if isinstance(folded, exp.Count):
            return self._figure(number, self._told(expression))
        column = folded.find(exp.Column)
        if column is None or not isinstance(folded, exp.Sum | exp.Avg | exp.Max | exp.Min):
            return ""
        known = self._column(column.table, column.name)
        if known and known.tells_year and not isinstance(folded, exp.Max | exp.Min):
            return ""  # years are neither added up nor their mean told
        held = [row for each in rows if (row := dict(each.rows).get(column.table)) is not None]
        units = {unit_of(row, known) for row in held if known and row.number(known.name) is not None}
        if known is None or len(units) != 1 or (units == {"%"} and isinstance(folded, exp.Sum)):
            return ""
        number = round(number, DECIMALS).normalize()
        return self._figure(number, self._told(expression), next(iter(units)))

    def _figure(self, value: Decimal, label: str, unit: str = "") -> str:
        shown = value * 100 if unit == "%" else value
        text = f"{shown:,f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
        text = f"{text}%" if unit == "%" else f"{text} {unit}".strip()
        self.figures.append(
            Figure(
                value=value, text=text, unit=unit, label=label, formula=f"worked out: {label}{self._where}"
            )
        )
        return text
