"""Tables of money: “total sales” is what was paid, not how many there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from retrieval.tables.rules.dates import is_form
from retrieval.tables.rules.parts.marked import Marked, kept_out
from retrieval.tables.rules.plan import Made, Mark, Place
from retrieval.tables.rules.vocabulary.lexicon import amounts, income, money, spoken
from retrieval.tables.rules.vocabulary.words import AVG, SUM
from retrieval.tables.schema import Column, Schema, Table, words_of
from retrieval.tables.understanding import stem

_QUANTITY = frozenset("quantity qty units pieces".split())
_PRICES = frozenset("price fee fare rate cost charge".split())
_TAKEN = frozenset("fee fare charge amount revenue income payment takings".split())
_SHARES = frozenset("percent percentage ratio average".split())
_WORDS = "revenue|revenues|turnover|sales|cost|costs|value|spending|spend|amount|earnings|income"


def paid_of(mark: Mark) -> Mark | None:
    """The money of a table that is called after it: its one column of it, or its price by its quantity."""
    if mark.kind != "T" or len(mark.tables) != 1:
        return None
    table = mark.tables[0]
    if not money() & set(map(stem, words_of(table.name))):
        return None
    paid = amount_in(table)
    return Mark("C", mark.words, places=(paid,)) if paid else None


def amount_in(table: Table) -> Place | None:
    """What a row comes to: its price by its quantity, or its one column of money."""
    own = [
        c
        for c in table.columns
        if c.kind == "number" and amounts() & set(words_of(c.name)) and _unit_of(c) is None
    ]
    called = [
        c for c in table.columns if c.kind == "number" and stem(c.name.lower()) == stem(table.name.lower())
    ]
    own = own or called  # the salary of salaries
    return priced(table) or (Place(table, own[0]) if len(own) == 1 else None)


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
    counts = [c for c in counts if len(words_of(c.name)) == 1] or counts  # “jars”, not “jar_size”
    if len(counts) != 1:
        return None
    column = Column(f"{table.name}_cost", price.type, "number")
    return Place(table, column, Made("times", counts[0], price))


def cost_of(table: Table, schema: Schema) -> Place | None:
    """What its rows cost, where one table tells how many of them were used, and it the price of one."""
    if priced(table):
        return priced(table)
    used = [t for t in schema.tables if t != table and any(k.table == table.path for k in t.foreign_keys)]
    found = [place for each in used for place in _products(each, table)]
    if len(found) != 1:
        return None
    return replace(found[0], column=replace(found[0].column, name=f"{table.name}_cost"))


def is_of_one(column: Column) -> bool:
    """Whether a column tells a figure of one thing or a share, of which no sum is of anything."""
    return _unit_of(column) is not None or bool(_SHARES & {*words_of(column.name), *spoken(column.name)})


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
        of = next(mark for mark in marks if mark.kind == "T")
        place = priced(of.tables[0])
        assert place is not None
        table = f"<T{reader.marks.index(of)}>"
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


def take_income(reader: Marked, schema: Schema) -> None:
    """“Revenue”, “total sales”, who “spent the most”: where nothing is called so but one table tells it."""
    paid = income_of(schema) or _multiplied(reader, schema)
    if paid is None:
        return
    leads = [word for word in (*_words(paid), *_priced(paid)) if word not in _PRICES]
    leads += [f"<T{n}>" for n, mark in enumerate(reader.marks) if mark.tables == (paid.table,)]

    def taken(_: list[Mark], match: re.Match[str]) -> str:
        how = (match.groupdict().get("how") or "total").strip()
        column, table = Mark("C", "revenue", places=(paid,)), Mark("T", paid.table.name, tables=(paid.table,))
        return f"{how} {reader.put(column)} of {reader.put(table)}"

    def spent(_: list[Mark], match: re.Match[str]) -> str:
        most = "highest" if "most" in (match["most"], match["more"]) else "lowest"
        return f"with the {most} total {reader.put(Mark('C', 'spending', places=(paid,)))}"

    how = rf"(?P<how>{SUM}|{AVG})"
    lead = rf"(?:(?:{'|'.join(leads)})s? )?" if leads else ""
    reader.take(
        rf"(?:how much )?(?:the )?(?:{how} )?(?:the )?{lead}(?:revenue|revenues|turnover|income)", taken
    )
    reader.take(rf"(?:the )?{how} (?:the )?sales", taken)
    if paid.made:  # of a table of sales it is not told whether they are counted
        reader.take(r"sales(?= (?:per|by|for each|in each) )", taken)
    reader.take(
        r"by (?:the )?(?:total )?(?:amount|money|sum)(?: of money)? (?:they |each )?(?:spent|paid)",
        lambda *_: f"by total {reader.put(Mark('C', 'spending', places=(paid,)))}",
    )
    taken_in = "brought|generated|made|earned|contributed"
    reader.take(
        r"(?<=> )(?:(?:that|who) )?(?:(?:has|have|had) )?"
        rf"(?:(?:spent|paid)(?: the)? (?P<most>most|least)(?: money)?|(?:{taken_in})(?: us)?(?: the)? "
        r"(?P<more>most|least) (?:money|revenue|income|turnover))",
        spent,
    )


def take_posted(reader: Marked) -> None:
    """“Total revenue”, where revenue is what some rows are of and one column holds their amounts."""

    def posted(marks: list[Mark], match: re.Match[str]) -> str:
        tables = {place.table.path: place.table for place in marks[0].places}
        own = [
            Place(table, column)
            for table in tables.values()
            for column in table.columns
            if column.kind == "number" and "amount" in words_of(column.name)
        ]
        said = [p for p in own if any(is_form(marks[0].words.lower(), w) for w in spoken(p.column.name))]
        own = said or own
        if len(tables) != 1 or len(own) != 1:
            return kept_out(match)
        column = reader.put(Mark("C", own[0].column.name, places=tuple(own)))
        return f"total {column} of <V{reader.marks.index(marks[0])}>"

    reader.take(
        rf"(?:(?:{SUM})|how much(?: money)? (?:has been|have been|was|were)) #V(?: in total| altogether)?"
        "(?! (?:<[TCV]|and |or ))",
        posted,
    )


def _words(place: Place) -> list[str]:
    """What is counted, of a revenue that is a count by a price."""
    return list(spoken(place.made.first.name)) if place.made else []


def _priced(place: Place) -> list[str]:
    """What the price is of."""
    return list(spoken(place.made.last.name)) if place.made and place.made.last else []


def _multiplied(reader: Marked, schema: Schema) -> Place | None:
    """How many of something rows have by its price, which stands beside it or in the table they refer to.

    Where other amounts are taken in as well, it is told of what the revenue is.
    """
    own = [place for table in schema.tables for place in _products(table, table)]
    own = own or [
        place
        for table in schema.tables
        for key in table.foreign_keys
        if (parent := schema.table(key.table)) is not None and parent != table
        for place in _products(table, parent)
    ]
    others = [
        c for t in schema.tables for c in t.columns if c.kind == "number" and _TAKEN & {*spoken(c.name)}
    ]
    if len(own) != 1 or (others and not {*_words(own[0]), *_priced(own[0])} & {*reader.text.split()}):
        return None
    return own[0]


def _products(table: Table, other: Table) -> Iterator[Place]:
    """`table`: of the counts, `other`: of the prices."""
    prices = [c for c in other.columns if c.kind == "number" and _PRICES & {*spoken(c.name)}]
    counts = [
        c
        for c in table.columns
        if c not in prices and c.kind == "number" and (is_plural(c) or _QUANTITY & {*words_of(c.name)})
    ]
    if len(prices) == len(counts) == 1 and counts[0].name not in table.primary_key:
        made = Made("times", counts[0], prices[0], table=None if other == table else other)
        yield Place(table, Column("revenue", prices[0].type, "number"), made)


def is_plural(column: Column) -> bool:
    """Whether it is called by the plural of what it tells how many there are of: minutes, seats."""
    *before, last = spoken(column.name)
    last = before[-1] if before and last.endswith("ed") else last  # “units_requested”
    return column.kind == "number" and stem(last) != last and stem(last) not in ("year", "quarter")


def income_of(schema: Schema) -> Place | None:
    """What rows of the one table of sales come to; its lines, which refer to it, tell the same again."""
    tables = [t for t in schema.tables if income() & set(map(stem, words_of(t.name)))]
    tables = tables or [t for t in schema.tables if "payment" in map(stem, words_of(t.name))]
    paths = {table.path for table in tables}
    heads = [
        table for table in tables if not any(key.table in paths - {table.path} for key in table.foreign_keys)
    ]
    told = [place for table in heads if (place := amount_in(table))]
    told = told or [place for table in tables if (place := amount_in(table))]  # of heads that tell none
    return told[0] if len(told) == 1 and len(heads) == 1 else None
