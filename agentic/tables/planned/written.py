"""Questions to the tables of a file for which a model writes the statement: rules left a word."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

import sqlglot
from django.conf import settings
from sqlglot import exp

from agentic.evidence import Draft, Evidence, ResultTable
from agentic.facts.case import Case
from agentic.outcome import Outcome, coverage
from agentic.running.prompts import prompt
from agentic.sources.answers.wording import in_words
from agentic.sources.drivers.types import Fetched, SourceFailed
from agentic.sources.statements.generating import Attempt, Task, Written, write
from agentic.tables.loading import documents_for, sheets_for
from agentic.tables.planned.answer import SECONDS, PlannedAnswer, is_plain
from agentic.tables.planned.database import Database, database_of
from documents.models import Document
from llm.errors import LLMError
from llm.types import ChatModel
from reading.formats.media_types import CSV, JSON, ODS, XLS, XLSX
from retrieval.passages.subject import subject_of
from retrieval.question.wording.rows import WORD
from retrieval.sheets.model import Sheet
from retrieval.sheets.request.named import names_cell
from retrieval.sheets.request.words import ASKING
from retrieval.sheets.stems import stems_of
from retrieval.stems import stems
from retrieval.tables.rules.vocabulary.words import MONTHS
from retrieval.tables.understanding import understand

TABLES = frozenset({CSV, JSON, ODS, XLS, XLSX})  # kinds of files that are tables and nothing else
MOST_ROWS = 200  # of a result
CITED = 3  # rows of each table, where a result is made of parts of it
MOST_VALUES, MOST_OF_WORD = 6, 3  # contents of cells that a writer is told; of one word
RETRIES = 1
SMALL = ("local",)  # tiers whose models write a statement whether the tables can answer or not
MOST_LEFT = 2  # words of a question without a place in a small model's statement
# Words that ask for what a statement does.
ASKED_WORDS = "mean total much many often different each per name show tell"


def answer_written(case: Case, database: Database, *, chat: ChatModel) -> Outcome | None:
    """What a model's statement finds in the tables of a file.

    None where no statement runs or finds anything, and where the question has a name, a number or a time that
    neither the statement nor the file has. Of a small model's statement few words may be left,
    none of which a cell has, and zero is no answer.
    """
    attempt = _written(case, database, chat)
    if attempt is None or attempt.found is None or not _tells(attempt.found):
        return None
    statement = sqlglot.parse_one(attempt.sql, dialect="sqlite")
    if _missing(case, statement, attempt.found, database):
        return None
    if chat.tier in SMALL and not _is_near(case, statement, attempt.found, database):
        return None
    plain = _qualified(statement, database)
    if plain is not None and is_plain(plain):
        try:
            told = PlannedAnswer(case, database, plain, about=_about(database))
        except SourceFailed:
            told = None
        if told and told.text:
            return told.outcome()
    return _as_result(case, attempt, attempt.found, database)


def database_of_likeliest(case: Case) -> Database | None:
    """The tables of the file that the question is likeliest about, if it is a table as a whole."""
    first = next(iter(groupby(sheets_for(case, times=True), key=lambda sheet: sheet.document_id)), None)
    if first is None:
        return None
    document, sheets = first
    if document != next(iter(documents_for(case)), None):
        return None
    if not Document.objects.filter(pk=document, media_type__in=TABLES).exists():
        return None
    return database_of([sheet for sheet in sheets if not sheet.is_by_time])


def _written(case: Case, database: Database, chat: ChatModel) -> Attempt | None:
    """The statement that ran, with a step of the trace for each that was tried."""
    trace = case.workings.trace
    rules = prompt("source_sql")
    trace.prompt_versions[rules.name] = rules.version
    understood = understand(case.question, database.schema)
    task = Task(
        question=case.question,
        schema=database.schema,
        whole=database.schema,
        dialect="sqlite",
        understood=replace(understood, values=(*understood.values, *_values(case.question, database))),
        instructions=f"Every row is of “{_title(database)}”: that is no condition.",
        rows=MOST_ROWS,
        seconds=SECONDS,
        repair_seconds=float(settings.RAGSITE_SOURCE_REPAIR_SECONDS),
    )
    tried: list[Attempt] = []
    written = Written()
    started = time.perf_counter()
    with trace.step("write", "Write SQL over the tables of the likeliest file") as step:
        try:
            written = write(task, chat=chat, driver=database.driver, retries=RETRIES, on_try=tried.append)
        except LLMError as error:
            step.error = str(error)
        step.output = {"seconds": round(time.perf_counter() - started, 2), "refusal": written.refusal}
    trace.spent(written.usage)
    for attempt in tried:
        with trace.step("sql", "Check and run the statement") as step:
            step.sql, step.error = attempt.sql, attempt.error
            step.rows = None if attempt.found is None else len(attempt.found.rows)
    return written.good


def _values(question: str, database: Database) -> Iterator[tuple[str, str]]:
    """(content, table.column) of cells of text that have a word of the question, rare ones first."""
    said = [word for word in WORD.findall(question) if word.casefold() not in ASKING]
    stems = stems_of(said)
    wanted = frozenset().union(*stems.values()) if stems else frozenset()
    held: dict[str, dict[tuple[str, str], None]] = {}
    for (table, key), column in database.columns.items():
        if column.is_number:
            continue
        contents = {str(row.cells.get(column.name, "")) for row in database.sheets[table].rows}
        for content, words in stems_of(contents).items():
            for stem in words & wanted:
                held.setdefault(stem, {})[content, f"{table}.{key}"] = None
    found = [pair for pairs in sorted(held.values(), key=len) if len(pairs) <= MOST_OF_WORD for pair in pairs]
    yield from list(dict.fromkeys(found))[:MOST_VALUES]


def _tells(found: Fetched) -> bool:
    """Whether it has a row with something in it."""
    return any(value is not None for row in found.rows for value in row)


def _missing(case: Case, statement: exp.Expr, found: Fetched, database: Database) -> list[str]:
    """Names, numbers and times of the question that neither the statement, its result nor the file has."""
    return subject_of(case.question).missing_in(" ".join(_said(statement, found)), _about(database))


def _said(statement: exp.Expr, found: Fetched) -> list[str]:
    """What the statement compares with, days in words too, and what its result holds."""
    literals = [str(each.this) for each in statement.find_all(exp.Literal)]
    dates = [text for literal in literals for text in _spoken(literal)]
    return [*literals, *dates, *(str(value) for row in found.rows for value in row)]


def _is_near(case: Case, statement: exp.Expr, found: Fetched, database: Database) -> bool:
    """Whether all but a few words of the question are in the statement, its result or the file's name."""
    if all(not value for row in found.rows for value in row):
        return False
    columns = {column.name.lower() for column in statement.find_all(exp.Column)}
    headings = [c.name for (_, key), c in database.columns.items() if key.lower() in columns]
    sheets = list(database.sheets.values())
    called = [text for sheet in sheets for text in (sheet.title, sheet.filename, _before(sheet))]
    placed = [*headings, *_said(statement, found), *called]
    known = frozenset().union(*stems_of(placed).values()) | stems(f"{ASKED_WORDS} {' '.join(ASKING)}")
    words = [word for word in WORD.findall(case.question) if not word.isdigit()]
    left = [word for word, stem in stems_of(words).items() if stem and not stem & known]
    return len(left) <= MOST_LEFT and not any(names_cell(sheet, word) for sheet in sheets for word in left)


def _spoken(literal: str) -> Iterator[str]:
    """The month and the year of a day as a statement writes them: “2024-08” is August 2024."""
    year, _, rest = literal.strip("%").partition("-")
    if year.isdigit() and len(year) == 4:
        yield year
    month = rest[:2] if rest else literal.strip("%-")
    if month.isdigit() and 1 <= int(month) <= len(MONTHS):
        yield MONTHS[int(month) - 1]


def _title(database: Database) -> str:
    return next(iter(database.sheets.values())).title


def _before(sheet: Sheet) -> str:
    """What stands over the table in its file."""
    return min((sheet.head.partition(column.name)[0] for column in sheet.columns), key=len, default="")


def _about(database: Database) -> str:
    """What the file and its tables are called, and how it begins."""
    sheets = list(database.sheets.values())
    parts = {text for sheet in sheets for row in sheet.rows for text in (row.part, row.table)}
    headings = [column.name for sheet in sheets for column in sheet.columns]
    first = sheets[0]
    return " ".join([first.title, first.filename, _before(first), *sorted(parts), *headings])


def _qualified(statement: exp.Expr, database: Database) -> exp.Select | None:
    """The statement with each column told by its table and no other names for these; None where a table
    stands twice, or where a column may be of two."""
    if not isinstance(statement, exp.Select):
        return None
    made = statement.copy()
    tables = list(made.find_all(exp.Table))
    names = {table.alias_or_name.lower(): table.name for table in tables}
    if len({table.name for table in tables}) != len(tables):
        return None
    for table in tables:
        table.set("alias", None)
    known = {(table.lower(), key.lower()): (table, key) for table, key in database.columns}
    for column in made.find_all(exp.Column):
        owners = [names[column.table.lower()]] if column.table else list(names.values())
        held = [known[at] for owner in owners if (at := (owner.lower(), column.name.lower())) in known]
        if len(held) != 1 and not isinstance(column.this, exp.Star):
            return None
        if held:
            column.set("table", exp.to_identifier(held[0][0], quoted=True))
            column.set("this", exp.to_identifier(held[0][1], quoted=True))
    return made


def _as_result(case: Case, attempt: Attempt, found: Fetched, database: Database) -> Outcome:
    """The result as a table with the statement, and the first rows of the tables that it is made of."""
    statement = sqlglot.parse_one(attempt.sql, dialect="sqlite")
    used = {table.name for table in statement.find_all(exp.Table)}
    rows = [row for name, sheet in database.sheets.items() if name in used for row in sheet.rows[:CITED]]
    marks = "".join(dict.fromkeys(case.cite(row.span) for row in rows))
    filename = next(iter(database.sheets.values())).filename
    table = ResultTable(
        columns=found.columns,
        rows=found.rows,
        sql=attempt.sql,
        explanation=f"From “{filename}”",
        truncated=found.truncated,
    )
    evidence = Evidence(
        spans=tuple(case.workings.spans),
        tables=(table,),
        coverage=coverage(case.scope),
        tried=(f"Tables of “{filename}”: {len(database.sheets)}",),
    )
    plan = {"ask": "statement", "table": filename, "sql": attempt.sql, "text": f"rows of “{filename}”"}
    text = f"{in_words(found, is_shared=attempt.is_shared, beyond=attempt.beyond)} {marks}"
    return Draft(text=text, plan=plan, about=_about(database)), evidence
