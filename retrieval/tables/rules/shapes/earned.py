"""What was earned, paid or spent: one amount, of the table that the question or its verb tells."""

from __future__ import annotations

import re

from retrieval.tables.rules.dates import tells_table
from retrieval.tables.rules.parts.marked import Marked, kept_out
from retrieval.tables.rules.parts.money import amount_in, cost_of, income_of, is_of_one
from retrieval.tables.rules.plan import Mark, Place
from retrieval.tables.rules.units.quantities import take_quantities
from retrieval.tables.rules.vocabulary.lexicon import flows
from retrieval.tables.schema import Schema, Table, words_of

_TAKEN_IN = "earn|make|receive|take|collect|raise|bring|brought|generate"
_GIVEN = "spend|pay|owe|lose"
_CHARGED = "charge|bill|invoice"
_USED = frozenset("use used consume consumed burn burned".split())
_MADE = frozenset("produce produced generate generated".split())
_FLOWS = {
    True: frozenset("consumption usage".split()),
    False: frozenset("production generation output".split()),
}
_WE = "we|they|you|i"
_IN_ALL = "(?: (?:in total|overall|altogether|in all))?"


def take_earned(reader: Marked, schema: Schema) -> None:
    """“How much did X spend on extras”, “what did we earn from stays”, “how much was invoiced to X”."""
    _take_used(reader, schema)
    take_quantities(reader, schema)
    _take_subjects(reader, schema)
    _take_verbs(reader, schema)


def _take_subjects(reader: Marked, schema: Schema) -> None:
    def earned(marks: list[Mark], match: re.Match[str]) -> str:
        signs = [f"<{mark.kind}{reader.marks.index(mark)}>" for mark in marks]
        object_ = marks[-1] if match["what"] else None
        tables = object_.tables if object_ else tuple(_told(reader, marks, match["verb"], schema))
        amount = amount_in(tables[0]) if len(tables) == 1 else None
        if amount is None:
            return kept_out(match)
        column = reader.put(Mark("C", match["verb"], places=(amount,)))
        owners = "" if match["we"] else " ".join(signs[:-1] if object_ else signs)
        of = f"of {owners}" if owners else ""
        return " ".join(each for each in (f"total {column}", of, f"; {signs[-1]}" if object_ else "") if each)

    def of_column(marks: list[Mark], match: re.Match[str]) -> str:
        *owners, column = marks
        if not all(p.column.kind == "number" and not is_of_one(p.column) for p in column.places):
            return kept_out(match)
        signs = " ".join(f"<{mark.kind}{reader.marks.index(mark)}>" for mark in owners)
        return f"total <C{reader.marks.index(column)}> of {signs}"

    reader.take(
        rf"(?:how much|what)(?: money)? (?:did|do|does|have|has) (?:(?:the|our) )?(?:#V(?: #V)*|#T) "
        rf"(?:{_TAKEN_IN}|{_GIVEN}) (?:in|on|for|from)(?: the)? #C",
        of_column,
    )

    subject = rf"(?:(?P<we>{_WE})|(?:(?:the|our|all) )?(?:#T )?#V(?: #V)*|(?:(?:the|our|all) )?#T)"
    reader.take(
        rf"(?:how much|what)(?: money)? (?:did|do|does|have|has) {subject} "
        rf"(?P<verb>{_TAKEN_IN}|{_GIVEN}|{_CHARGED}|earned|made|received|taken|paid|spent)"
        rf"(?: (?:on|for|in|from|with|by) (?:(?:the|our|all|their|his|her) )?(?P<what>#T))?{_IN_ALL}"
        r"(?! (?:(?:on|for|in|from|with|by|the) )+<[TCB])"
        r"(?! <[TCB]\d+>(?! (?:in|before|after|since|during|between) ))",
        earned,
    )


def _take_used(reader: Marked, schema: Schema) -> None:
    """“How much electricity did X use” is the sum of the one column of consumption, of what is called so."""

    def used(_: list[Mark], match: re.Match[str]) -> str:
        names = flows() & _FLOWS[match["verb"] in _USED]
        found = [
            Place(table, column)
            for table in schema.tables
            for column in table.columns
            if column.kind == "number" and names & {*words_of(column.name)}
        ]
        if len(found) != 1:
            return kept_out(match)
        column = reader.put(Mark("C", found[0].column.name, places=(found[0],)))
        return f"total {column} ; {match['what']} {match['unit'] or ''} {match['who'] or ''}"

    who = r"(?:(?:the|our) )?(?P<who>#V(?: #V)*|#T)"
    verb = "|".join(sorted(_USED | _MADE))
    reader.take(
        r"how much (?P<what>#V)(?: in (?P<unit>#V))? "
        rf"(?:(?:did|do|does|has|have) (?:{_WE}|{who})|was|were|has been) (?P<verb>{verb})",
        used,
    )


def _told(reader: Marked, marks: list[Mark], verb: str, schema: Schema) -> list[Table]:
    """The one table of amounts that the verb tells, that has the value, or in which all is taken in."""
    told = [table for table in schema.tables if tells_table(verb, table) and amount_in(table)]
    if len(told) == 1:
        return told
    places: list[Place] = [place for mark in marks if mark.kind == "V" for place in mark.places]
    own = {place.table.path: place.table for place in places}
    if len(own) == 1 and re.fullmatch(_TAKEN_IN, verb) and amount_in(table := next(iter(own.values()))):
        return [table]
    income = income_of(schema)
    return [income.table] if income else []


def _take_verbs(reader: Marked, schema: Schema) -> None:
    def done(_: list[Mark], match: re.Match[str]) -> str:
        told = [table for table in schema.tables if tells_table(match["verb"], table) and amount_in(table)]
        amount = amount_in(told[0]) if len(told) == 1 else None
        if amount is None:
            return kept_out(match)
        return f"total {reader.put(Mark('C', match['verb'], places=(amount,)))}"

    def costing(marks: list[Mark], match: re.Match[str]) -> str:
        table = marks[0].tables[0] if len(marks[0].tables) == 1 else None
        cost = (amount_in(table) or cost_of(table, schema)) if table else None
        if cost is None:
            return kept_out(match)
        column = reader.put(Mark("C", "cost", places=(cost,)))
        return f"total {column} of <T{reader.marks.index(marks[0])}>{match['rest'] or ''}"

    known = [f"<C{n}>" for n, m in enumerate(reader.marks) if m.kind == "C" and m.words.lower() == "cost"]
    cost = "|".join(["cost", *known])
    of = r"(?P<rest> (?:of|for|in|by|from) (?:(?:the|each|every) )*(?:(?:#T )?(?:#C )?#V(?: #V)*|#T))?"
    lead = "(?:how much|what) (?:did|do|does)(?: all)?(?: the)?"
    reader.take(rf"{lead} #T{of} (?:{cost}){_IN_ALL}(?= )", costing)
    reader.take(rf"(?:the )?total cost of(?: all)?(?: the)? #T{of}(?= )", costing)
    reader.take(
        rf"how much(?: money)? (?:(?:have|has|did|do) (?:{_WE})|was|were|has been|have been) "
        rf"(?P<verb>[a-z]+)(?: (?:to|for|by))?{_IN_ALL}",
        done,
    )
