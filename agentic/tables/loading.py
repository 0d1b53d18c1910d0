"""The tables that a question may be about, with all their rows, as they were stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from agentic.facts.case import Case
from agentic.facts.figures.target import ASKING
from retrieval.scope.model import Scope
from retrieval.search.chunks import size_of
from retrieval.search.keyword.keyword_ranking import ranked_by_words
from retrieval.search.keyword.keywords import terms_of
from retrieval.sheets.assembly import sheets_of, stored_rows
from retrieval.sheets.called_rows import with_rows_called
from retrieval.sheets.model import Sheet
from retrieval.sheets.stems import LEAST_LETTERS, WORDS, is_time, stems_of
from retrieval.sql_log import statements_shown
from retrieval.stems import stems
from retrieval.tables.rules.vocabulary.lexicon import codes_of, events

MOST_PASSAGES = 60  # of which the documents are looked at
MOST_DOCUMENTS = 12
MOST_CALLED = 4  # of these, that only their names point to
LONGEST_PLACE = 3  # words of a country or state
MOST_NAMES = 500  # documents whose names are read for it
MOST_TIMES = 0.5  # of the columns of numbers: statements by period are read by their figures
PLURALS = ("s", "es", "n", "en", "e")  # endings of many, in languages that write with Latin letters
MOST_WORDS = 6  # of a cell that a question in another language names


def sheets_for(case: Case, *, times: bool = False) -> list[Sheet]:
    """The tables of the documents whose passages hold most of the question's words, best first.

    `times`: also those whose columns are times, which are read by their figures as well.
    """
    found = documents_for(case)
    if not found:
        return []
    read, key = case.workings.sheets, tuple[object, ...](found)
    if key not in read:
        read[key] = _read(case, found)
    if case.scope.is_chosen and len(case.scope.document_ids or ()) == 1:
        key, every = (*found, case.question), read[key]
        if key not in read:
            read[key] = [with_rows_called(sheet, case.question) for sheet in every]
    every = read[key]
    return [sheet for sheet in every if times or not _is_of_times(sheet)]


def _read(case: Case, found: Sequence[int]) -> list[Sheet]:
    """Every table of the documents, in their order."""
    with case.workings.trace.step("sql", "Read the tables of the likeliest documents") as step:
        with statements_shown() as statements:
            rows = stored_rows(found)
        step.sql, step.rows = ";\n".join(statements), len(rows)
    sheets = list(sheets_of(rows))
    place = {document: at for at, document in enumerate(found)}
    return sorted(sheets, key=lambda sheet: place[sheet.document_id])


def words_of_tables(case: Case) -> list[str]:
    """Runs of words of the question that are a heading or a cell of text of the likeliest tables, or that
    their files are called by, the longest first."""
    held = {
        tuple(found)
        for sheet in sheets_for(case)
        for text in (sheet.filename, *(column.name for column in sheet.columns), *_texts(sheet))
        for words in (WORDS.findall(text.casefold()),)
        for found in (words, *([word] for word in words))
        if len(found) <= MOST_WORDS
    }
    said = list(WORDS.finditer(case.question))
    found = [
        case.question[said[at].start() : said[at + length - 1].end()]
        for length in range(MOST_WORDS, 0, -1)
        for at in range(len(said) - length + 1)
        if _forms(match[0].casefold() for match in said[at : at + length]) & held
    ]
    return [words for words in dict.fromkeys(found) if len(words) >= LEAST_LETTERS and not words.islower()]


def _forms(words: Iterable[str]) -> set[tuple[str, ...]]:
    """The words, and as one of what they are many of: “E-Bikes”."""
    *first, last = words
    return {(*first, last.removesuffix(ending)) for ending in ("", *PLURALS)}


def _texts(sheet: Sheet) -> set[str]:
    return {str(row.cells[c.name]) for row in sheet.rows for c in sheet.texts if c.name in row.cells}


def documents_for(case: Case) -> list[int]:
    """Of the documents whose passages hold most of the question's words their numbers, best first; of the
    whole workspace unless the user chose some. Those alone that have the table which the question calls by
    its number, if it does."""
    if case.numbered:
        return list(case.numbered[:MOST_DOCUMENTS])
    scope = case.scope if case.scope.is_chosen else case.looking_everywhere().scope
    known, key = case.workings.likeliest, (case.question, scope.document_ids)
    if key not in known:
        known[key] = _likeliest(case, scope)
    return known[key]


def _likeliest(case: Case, scope: Scope) -> list[int]:
    if scope.is_chosen and len(scope.document_ids or ()) == 1:
        return list(scope.document_ids or ())
    terms = terms_of(case.question, scope.workspace)
    ranked = ranked_by_words(scope, terms, size_of(scope), limit=MOST_PASSAGES)
    best = list(dict.fromkeys(document for each in ranked for document, _ in each.pages))
    fixed = best[: MOST_DOCUMENTS - MOST_CALLED]
    called = [pk for pk in _called(case, scope) if pk not in fixed][:MOST_CALLED]
    first = [pk for pk in best if pk not in called]
    return [*first[: MOST_DOCUMENTS - len(called)], *called]


def _called(case: Case, scope: Scope) -> list[int]:
    """Documents that go by words of the question, most first: a table of numbers has few words of its own."""
    if scope.candidates > MOST_NAMES:
        return []
    names = {
        pk: f"{title} {name}" for pk, title, name in scope.documents().values_list("pk", "title", "filename")
    }
    words = WORDS.findall(case.question)
    meant = {other for word in words for other in events(word.casefold())} | set(_codes(words))
    said = frozenset().union(*stems_of([*words, *meant]).values()) - stems(ASKING)
    told = stems_of(names.values())
    often = Counter(stem for name in names.values() for stem in told[name] & said)
    scores = {pk: sum(1 / often[stem] for stem in told[name] & said) for pk, name in names.items()}
    return sorted((pk for pk, score in scores.items() if score), key=lambda pk: -scores[pk])


def _codes(words: Sequence[str]) -> Iterator[str]:
    """The codes of the countries and states that the words are called: “us” of “United States”."""
    for first in range(len(words)):
        for last in range(first + 1, min(first + LONGEST_PLACE, len(words)) + 1):
            if words[first][0].isupper():
                yield from codes_of(" ".join(words[first:last]))


def _is_of_times(sheet: Sheet) -> bool:
    return sum(is_time(column.name) for column in sheet.numbers) > MOST_TIMES * len(sheet.numbers)
