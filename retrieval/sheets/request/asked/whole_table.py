"""What a table itself is of, where a question asks for that and for none of its columns by name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reading.values.units import CURRENCIES
from retrieval.question.wording.rows import COUNT, SUM
from retrieval.sheets.model import Column
from retrieval.sheets.numbers import are_prices
from retrieval.sheets.request.words import Words
from retrieval.stems import stems

SPENT = re.compile(r"\b(?:spen[dt]|spending|cost|costs|paid|earned|earnings)\b", re.IGNORECASE)
UNIT = re.compile(r"[(\[][^()\[\]]{1,20}[)\]]\s*$")
EACH = re.compile(r"\b(?:per|each|unit)\b", re.IGNORECASE)


def of_table(asked: Words, head: Sequence[int], *, is_flow: bool) -> tuple[Column, ...]:
    """The column of the whole, or the one of money: milk of “milk deliveries”, what orders come to.

    `head`: the words for what is counted or listed, of which nothing is the column's where they are the rows.
    """
    sheet = asked.sheet
    if not asked.folds and not is_flow:
        return ()
    count = COUNT.search(asked.question)
    rows = sheet.label.words | asked.of_labels | asked.names_of_codes
    if count and any(asked.tokens[at].stems & rows for at in head):
        return ()  # “how many members” are rows
    free = [(at, asked.tokens[at]) for at in asked.free(0, len(asked.question))]
    named = [at for at, token in free if token.text.islower() and token.stems and token.stems <= sheet.names]
    if sheet.whole and named:
        asked.take(named)
        return (sheet.whole,)
    money = [c for c in sheet.numbers if c not in sheet.codes and are_prices(sheet.rows, c)]
    if count or len(money) != 1 or not (SUM.search(asked.question) or is_flow):
        return ()
    asked.take(named)
    return (money[0],) if named else ()


def names_table(asked: Words) -> bool:
    """Whether a word says what the table is called, beside its file: “cost” of the table “Costs”."""
    called = {stem for row in asked.sheet.rows[:1] for stem in stems(f"{row.part} {row.table}")}
    called -= asked.sheet.of_file
    return any(token.stems & called for token in asked.tokens if token.text.islower())


def of_money(asked: Words, of: tuple[Column, ...]) -> tuple[Column, ...] | None:
    """The columns; for “how much was spent on diesel” that of money in place of litres; None without one."""
    if len(of) != 1 or not SPENT.search(asked.question) or _is_of_money(asked, of[0]):
        return of
    units = UNIT.search(of[0].name)
    if units is None or len(asked.sheet.numbers) == 1:
        return of  # a column that tells no unit may be of money
    numbers = [column for column in asked.sheet.numbers if not EACH.search(column.name)]
    money = [column for column in numbers if _is_of_money(asked, column)]
    if len(money) != 1:
        return None
    asked.take([at for at in asked.free(0, len(asked.question)) if SPENT.fullmatch(asked.tokens[at].text)])
    return (money[0],)


def _is_of_money(asked: Words, column: Column) -> bool:
    return are_prices(asked.sheet.rows, column) or any(mark in column.name for mark in CURRENCIES)
