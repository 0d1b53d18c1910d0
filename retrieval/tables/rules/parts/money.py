"""Tables of money: “total sales” is what was paid, not how many there are."""

from __future__ import annotations

from retrieval.tables.rules.lexicon import amounts, money
from retrieval.tables.rules.plan import Mark, Place
from retrieval.tables.schema import words_of
from retrieval.tables.understanding import stem


def paid_of(mark: Mark) -> Mark | None:
    """The one column that holds the money of a table that is called after it."""
    if mark.kind != "T" or len(mark.tables) != 1:
        return None
    table = mark.tables[0]
    own = [c for c in table.columns if c.kind == "number" and amounts() & set(words_of(c.name))]
    if len(own) != 1 or not money() & set(map(stem, words_of(table.name))):
        return None
    return Mark("C", mark.words, places=(Place(table, own[0]),))
