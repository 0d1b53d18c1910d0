"""What was done, where a column or table holds it: water consumed, customers billed the most."""

from __future__ import annotations

import re

from retrieval.tables.rules.dates import dates_said, is_form, tells_table
from retrieval.tables.rules.parts.marked import Marked, kept_out
from retrieval.tables.rules.parts.measures import is_additive
from retrieval.tables.rules.parts.money import is_of_one, paid_of
from retrieval.tables.rules.plan import Mark, Place
from retrieval.tables.rules.vocabulary.lexicon import past, spoken, substances, unit_words, units, verbs
from retrieval.tables.rules.vocabulary.words import AVG, MADE, OPERATORS, RELATING, SUM
from retrieval.tables.schema import Schema, is_sampled_whole, words_of
from retrieval.tables.understanding import stem

_HOLDINGS = "collection|records|books|files|system|database|catalogue|catalog|register|inventory"
_BE = "(?:(?:have|has|had|is|are|was|were|been) )*"
_WE = "we|they|you|i"
_HOLDS = "have|sell|offer|keep|own|store|stock|run|use|provide|make|hold".split("|")
_TAKE = (
    "earn|make|receive|take|collect|charge|spend|pay|lose|raise|bill|invoice|owe|earned|made|received|taken|"
    "collected|charged|spent|paid|lost|raised|billed|invoiced"
)
_IN_ALL = r"(?P<total> (?:in total|overall|altogether|in all))?"
_THE_MOST = (
    rf"the (?P<most>most|least){_IN_ALL}(?= (?:$|(?:;|in|during|from|of|for|between|since|before|after) ))"
)


def take_deeds(reader: Marked, schema: Schema) -> None:
    """Puts what was done in the words of columns and tables."""
    _take_done(reader)
    _take_objects(reader, schema)
    _leave_out(reader)
    _take_units(reader, schema)
    _take_own_verbs(reader)
    _take_much(reader, schema)
    _take_most(reader, schema)
    _take_more(reader)


def _take_done(reader: Marked) -> None:
    """“Which cases did we win”: a state that rows have; else nothing tells it, and all rows are not meant."""

    def done(marks: list[Mark], match: re.Match[str]) -> str:
        table = f"<T{reader.marks.index(marks[0])}>"
        held = [
            (Place(each, column), value)
            for each in marks[0].tables
            for column in each.columns
            if column.kind == "text" and is_sampled_whole(column)
            for value in column.samples
            if is_form(match["verb"], value.lower()) or value.lower() in past(match["verb"])
        ]
        if len(held) == 1:
            place, value = held[0]
            state = reader.put(Mark("V", match["verb"], places=(place,), value=value))
            return f"{match['which']} {table} {state}"
        if match["verb"] in _HOLDS or dates_said(match["verb"], marks[0].tables):
            return f"{match['which']} {table}"
        return kept_out(match)

    reader.take(rf"(?P<which>which|what) #T did (?:{_WE}) (?P<verb>[a-z]+)(?= $)", done)


def _take_objects(reader: Marked, schema: Schema) -> None:
    """“What did X buy” asks for the things that the one table between X and them tells; not for X."""

    def bought(marks: list[Mark], match: re.Match[str]) -> str:
        owners = {place.table.path for mark in marks for place in mark.places}
        between = [
            t for t in schema.tables if len(owners) == 1 and owners < {key.table for key in t.foreign_keys}
        ]
        things = [{key.table for key in t.foreign_keys} - owners for t in between]
        known = [schema.table(path) for each in things for path in each if len(each) == 1]
        if len(known) != 1 or known[0] is None or match["verb"] not in verbs() | RELATING:
            return kept_out(match)
        thing = reader.put(Mark("T", match["verb"], tables=(known[0],)))
        between_ = reader.put(Mark("T", match["verb"], tables=(between[0],)))
        values = " ".join(f"<V{reader.marks.index(mark)}>" for mark in marks)
        return f"which {thing} ; {between_} ; {values}"

    reader.take(r"what (?:did|does|do|has|have) (?:the )?#V(?: #V)* (?P<verb>[a-z]+)(?= $)", bought)


def _leave_out(reader: Marked) -> None:
    """“In the collection” and “that we sell” say nothing if nothing is called so, nor “water” of litres."""
    verb = "|".join(sorted({*RELATING, *MADE, *verbs(), "have", "keep"}))
    reader.text = re.sub(rf" (?:that )?(?:do |did )?(?:we|they|you) (?:{verb})(?= $)", "", reader.text)
    reader.text = re.sub(rf" in (?:the|our|your|their) (?:{_HOLDINGS})(?= )", "", reader.text)

    reader.text = re.sub(r" (?:dr|mr|mrs|ms|miss|prof|professor)(?= <V)", "", reader.text)  # “Dr Okafor”
    reader.text = re.sub(r" still(?= (?:(?:in|on|at) )?<[VB])", "", reader.text)

    def is_of(column: Mark, said: str) -> bool:
        """Whether its units measure what is said, which is then taken to be what it is of."""
        if not all(substances()[said] in _kinds(place) for place in column.places):
            return False
        reader.plan.note = f"“{said.capitalize()}” is taken for what {column.places[0].path} measures."
        return True

    def measured(match: re.Match[str]) -> str:
        column = reader.marks[int(match["column"])]
        return f"{match['between']}<C{match['column']}>" if is_of(column, match["of"]) else match[0]

    said = "|".join(substances())
    reader.text = re.sub(
        rf"(?<= )(?P<of>{said}) (?P<between>(?:(?:is|are|was|were|has|been) )*)<C(?P<column>\d+)>",
        measured,
        reader.text,
    )

    def done(match: re.Match[str]) -> str:
        column = reader.marks[int(match["column"])]
        return match[0].removesuffix(f" {match['of']}") if is_of(column, match["of"]) else match[0]

    reader.text = re.sub(
        rf"<C(?P<column>\d+)> (?:the (?:most|least) )?(?P<of>{said})(?= )", done, reader.text
    )


def _take_units(reader: Marked, schema: Schema) -> None:
    """“How many kilos” and “kilos per grower” are a sum of the one column that is kept in them."""

    def told(match: re.Match[str]) -> str:
        written = {word for _, unit in units() if match["unit"] in unit for word in unit}
        own = tuple(
            Place(table, column)
            for table in schema.tables
            for column in table.columns
            if column.kind == "number" and words_of(column.name)[-1] in written and not is_of_one(column)
        )
        if len(own) != 1:
            return match[0]
        how = "" if match["how"].strip() in ("most", "fewest", "average") else "total "
        said = re.sub("how many", "what", match["how"])
        return f"{said}{how}{reader.put(Mark('C', match['unit'], places=own))}"

    words = "|".join(sorted(unit_words(), key=len, reverse=True))
    reader.text = re.sub(
        rf"(?P<how>^ | how many | most | fewest | average )(?P<unit>{words})(?= (?!of (?:the )?<C))",
        told,
        reader.text,
    )


def _kinds(place: Place) -> set[str]:
    last = words_of(place.column.name)[-1]
    return {kind for kind, unit in units() if last in unit}


def _take_own_verbs(reader: Marked) -> None:
    """“The amount billed” and “the billed amount” are those of the table of bills."""

    def own(column: str, verb: str) -> str:
        mark = reader.marks[int(column)]
        places = tuple(p for p in mark.places if p.column.kind == "number" and tells_table(verb, p.table))
        named = tuple(p for p in places if not any(is_form(verb, word) for word in spoken(p.column.name)))
        return reader.put(Mark("C", mark.words, places=named)) if named else ""

    def before(match: re.Match[str]) -> str:
        return own(match[2], match[1]) or match[0]

    def behind(match: re.Match[str]) -> str:
        return own(match[1], match[2]) or match[0]

    reader.text = re.sub(r"(?<= )([a-z]+ed) <C(\d+)>", before, reader.text)
    reader.text = re.sub(r"<C(\d+)> ([a-z]+ed)(?= )", behind, reader.text)


def _take_much(reader: Marked, schema: Schema) -> None:
    """“What did we earn in fees” and “how much water was consumed” ask for a sum."""

    def taken(marks: list[Mark], match: re.Match[str]) -> str:
        is_sum = all(p.column.kind == "number" and not is_of_one(p.column) for p in marks[0].places)
        return f"total <C{reader.marks.index(marks[0])}>" if is_sum else kept_out(match)

    reader.take(
        rf"(?:how much|what) (?:did|do|does|have|has) (?:{_WE})(?: (?:{_TAKE}))?"
        r"(?: (?:in|on|for|from))?(?: the)? #C(?: (?:in total|overall|altogether|in all))?",
        taken,
    )

    in_all = "(?: (?:in total|overall|altogether|in all))?"
    reader.take(rf"how much (?:the )?#C (?:did|do|have|has) (?:{_WE}) [a-z]+{in_all}", taken)

    def of_those(marks: list[Mark], match: re.Match[str]) -> str:
        tables = [{p.table.path for p in mark.places if p.column.kind == "number"} for mark in marks]
        return (
            f"total <C{reader.marks.index(marks[1])}>"
            if tables[0] & tables[1] and is_done(marks[1])
            else kept_out(match)
        )

    reader.take(
        r"how many #C (?:was|were|has been|have been) #C(?= $| (?:in|on|during|by|since|from|for) )", of_those
    )

    def invoiced(_: list[Mark], match: re.Match[str]) -> str:
        told = [table for table in schema.tables if tells_table(match["verb"], table)]
        paid = paid_of(Mark("T", match["verb"], tables=tuple(told)))
        return f"{match['how']} {reader.put(paid)}" if paid else kept_out(match)

    reader.take(rf"(?P<how>{SUM}|{AVG}) (?P<verb>[a-z]+ed)(?! <)", invoiced)

    def of_all(marks: list[Mark], match: re.Match[str]) -> str:
        """“The total of the open invoices”, where a column is called so too."""
        return f"total {match[0]}" if _is_plural(marks[-1]) else match[0].replace("of", "~of", 1)

    totals = "|".join(f"<C{n}>" for n, mark in enumerate(reader.marks) if mark.words.lower() == "total")
    if totals:
        reader.take(rf"(?<!total )(?:{totals}) of (?:(?:the|all|our) )*(?:<[BV]\d+> )?#T", of_all)
    reader.take(r"how much (?:is|are|was|were|has been|have been|did) (?:the )?#C(?= )(?! of )", taken)


def _is_plural(table: Mark) -> bool:
    last = table.words.split()[-1].lower()
    return stem(last) != last


def _take_most(reader: Marked, schema: Schema) -> None:
    """“Customers who were billed the most”, “the street that lost the most”."""

    def first(number: Mark | None, subject: str, most: str, column: str) -> str:
        if number is None:
            return f"which {subject} with the {'highest' if most == 'most' else 'lowest'} total {column}"
        end = "top" if most == "most" else "bottom"
        return f"{end} <N{reader.marks.index(number)}> {subject} by total {column}"

    def billed(marks: list[Mark], match: re.Match[str]) -> str:
        *number, subject = marks
        told = [t for t in schema.tables if t not in subject.tables and tells_table(match["verb"], t)]
        paid = paid_of(Mark("T", match["verb"], tables=tuple(told)))
        if paid is None:
            return kept_out(match)
        sign = f"<T{reader.marks.index(subject)}>"
        return first(number[0] if number else None, sign, match["most"], reader.put(paid))

    def lost(marks: list[Mark], match: re.Match[str]) -> str:
        *number, subject, column = marks
        if not all(map(is_additive, column.places)) or not is_done(column):
            return kept_out(match)
        sign = f"<{subject.kind}{reader.marks.index(subject)}>"
        named = f"<C{reader.marks.index(column)}>"
        return first(number[0] if number else None, sign, match["most"], named)

    reader.take(rf"which (?:#N )?#T (?:(?:that|who) )?{_BE}(?P<verb>[a-z]+ed) {_THE_MOST}", billed)
    reader.take(rf"which (?:#N )?#S (?:(?:that|who) )?{_BE}#C {_THE_MOST}", lost)


def _take_more(reader: Marked) -> None:
    """“Meters that consumed more than 300 in total”."""
    for words in OPERATORS:

        def beyond(marks: list[Mark], match: re.Match[str], words: str = words) -> str:
            subject, column, number = (f"<{m.kind}{reader.marks.index(m)}>" for m in marks)
            if not is_done(marks[1]):
                return kept_out(match)
            own = {place.table.path for place in marks[1].places} & {t.path for t in marks[0].tables}
            than = words.split("|")[0]
            if own:
                return f"{subject} with {column} {than} {number}"
            return (
                f"{subject} having {than} {number} {column} in total" if match["total"] else kept_out(match)
            )

        reader.take(rf"#T (?:(?:that|who|which) )?{_BE}#C (?:{words}) #N{_IN_ALL}", beyond)


def is_done(column: Mark) -> bool:
    """Whether the column is called by a word for what was done: consumed, lost, spent."""
    return (
        re.search(r"(?:ed|lost|spent|paid|sold|made|drunk|eaten|driven|run|won)$", column.words.lower())
        is not None
    )
