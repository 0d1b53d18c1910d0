"""Tables of money: “total sales” is what was paid, not how many there are."""

from __future__ import annotations

import re

from retrieval.tables.rules.parts.marked import Marked
from retrieval.tables.rules.plan import Made, Mark, Place
from retrieval.tables.rules.vocabulary.lexicon import amounts, money, spoken
from retrieval.tables.rules.vocabulary.words import AVG, SUM
from retrieval.tables.schema import Column, Table, words_of
from retrieval.tables.understanding import stem

_QUANTITY = frozenset("quantity qty units pieces".split())
_WORDS = "revenue|revenues|turnover|sales|cost|costs|value|spending|spend|amount|earnings|income"


def paid_of(mark: Mark) -> Mark | None:
    """The money of a table that is called after it: its one column of it, or its price by its quantity."""
    if mark.kind != "T" or len(mark.tables) != 1:
        return None
    table = mark.tables[0]
    if not money() & set(map(stem, words_of(table.name))):
        return None
    if paid := priced(table):
        return Mark("C", mark.words, places=(paid,))
    own = [c for c in table.columns if c.kind == "number" and amounts() & set(words_of(c.name))]
    return Mark("C", mark.words, places=(Place(table, own[0]),)) if len(own) == 1 else None


def priced(table: Table) -> Place | None:
    """What a row costs, where only its quantity and the price of one are kept."""
    figures = [column for column in table.columns if column.kind == "number"]
    prices = [(column, unit) for column in figures if (unit := _unit_of(column)) is not None]
    known = [c for c in figures if amounts() & set(words_of(c.name)) and c not in [p for p, _ in prices]]
    if len(prices) != 1 or known:
        return None
    price, unit = prices[0]
    counted = {unit} if unit else set(map(stem, _QUANTITY))
    counts = [c for c in figures if c != price and counted & set(map(stem, words_of(c.name)))]
    if len(counts) != 1:
        return None
    column = Column(f"{table.name}_cost", price.type, "number")
    return Place(table, column, Made("times", counts[0], price))


def _unit_of(column: Column) -> str | None:
    """Of what a price is: “litre” of price_per_litre, "" of a unit_price; None for other columns."""
    words = words_of(column.name)
    if "per" in words[1:-1] and amounts() & set(words[: words.index("per")]):
        return stem(words[words.index("per") + 1])
    is_of_one = {"unit", "each", "item"} & {*words, *spoken(column.name)}
    return "" if is_of_one and {"price", "cost"} & set(words) else None


def take_costs(reader: Marked) -> None:
    """“Revenue from prescriptions” and “fuel cost”, where quantity and price are what is kept."""

    def cost(marks: list[Mark], match: re.Match[str]) -> str:
        place = priced(marks[0].tables[0])
        assert place is not None
        table = f"<T{reader.marks.index(marks[0])}>"
        return f"{match['how']}{reader.put(Mark('C', 'cost', places=(place,)))} of {table}"

    known = [
        f"<T{n}>"
        for n, mark in enumerate(reader.marks)
        if mark.kind == "T" and len(mark.tables) == 1 and priced(mark.tables[0])
    ]
    if known:
        said = [
            n
            for n, mark in enumerate(reader.marks)
            if mark.kind == "C" and mark.words.lower() in _WORDS.split("|")
        ]
        words = "|".join([_WORDS, *(f"<C{n}>" for n in said)])
        how = rf"(?P<how>(?:(?:{SUM}|{AVG}|highest|lowest) )?)"
        table = f"(?:{'|'.join(known)})"
        reader.take(rf"{how}(?:{words}) (?:from|of|for|on|by|in)(?: all)?(?: the)? {table}", cost)
        reader.take(rf"{how}{table} (?:{words})", cost)
