"""What a table itself is of, where a question asks for that and for none of its columns by name."""

from __future__ import annotations

from collections.abc import Sequence

from agentic.tables.cell_numbers import are_prices
from agentic.tables.model import Column
from agentic.tables.request.words import Words
from retrieval.question.wording.rows import COUNT, SUM
from retrieval.stems import stems


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
