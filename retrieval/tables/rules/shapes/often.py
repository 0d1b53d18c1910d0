"""What there is most of: the most common diagnosis, the drug that was prescribed most often."""

from __future__ import annotations

import re

from retrieval.tables.rules.dates import tells_table
from retrieval.tables.rules.parts.marked import Marked, Use, kept_out
from retrieval.tables.rules.plan import Fold, Mark, Place, Plan, Stuck
from retrieval.tables.rules.vocabulary.lexicon import kind_in, spoken, substances, verbs
from retrieval.tables.rules.vocabulary.words import IS, MADE, OPERATORS, RELATING
from retrieval.tables.schema import Table

_OFTEN = "common|popular|frequent|prevalent|commonly used|frequently used|widely used|frequently occurring"
_RARE = "rarest|least common|least popular|least frequent|least prevalent"
_KINDS = frozenset("kind type category class".split())
_VERB = "|".join(sorted(RELATING | MADE | verbs(), key=len, reverse=True))
_EACH = r"(?: (?:(?:in|of|for|at|within|among) (?:each|every)|per|by)(?: of the)? #S)?"


def take_often(reader: Marked, tables: tuple[Table, ...]) -> None:
    for words, adverbs, down in (
        (f"most (?:{_OFTEN})", "most (?:often|frequently|commonly)", True),
        (_RARE, "least (?:often|frequently|commonly)", False),
    ):

        def often(marks: list[Mark], match: re.Match[str], down: bool = down) -> str:
            numbers = [mark for mark in marks if mark.kind == "N"]
            column, *per = (mark for mark in marks if mark.kind in "CT")
            return _counted(reader, column, per[:1], numbers, down) or kept_out(match)

        def done(marks: list[Mark], match: re.Match[str], down: bool = down) -> str:
            told = [
                each for each in tables if each not in marks[0].tables and tells_table(match["verb"], each)
            ]
            if len(told) != 1 or reader.plan.limit or reader.plan.order:
                return kept_out(match)
            what, plan = Mark("T", match["verb"], tables=(told[0],)), reader.plan
            plan.groups.append(marks[0])
            plan.base = what
            plan.tables += [marks[0], what]
            plan.folds.append(Fold("count", what))
            plan.order, plan.limit = (None, down), 1
            return ";"

        been = rf"(?:(?:{IS}|has been|has|have|had|been) )*"
        reader.take(rf"(?:which|what) #T {been}(?P<verb>[a-z]+) (?:the )?{adverbs}", done)
        reader.take(rf"(?:the )?(?:(?:top )?#N )?(?:{words}) #C{_EACH}", often)

        def kind(marks: list[Mark], match: re.Match[str], use: Use = often) -> str | None:
            at = next(number for number, mark in enumerate(marks) if mark.kind == "T")
            column = _kind_of(marks[at])
            return use([*marks[:at], column, *marks[at + 1 :]], match) if column else kept_out(match)

        reader.take(rf"(?:the )?(?:(?:top )?#N )?(?:{words}) #T(?! <C){_EACH}", kind)
        reader.take(rf"(?:which|what) #C (?:{IS}) (?:the )?(?:{words}){_EACH}", often)
        reader.take(
            rf"(?:which|what) #C (?:(?:{IS}|has been) )?(?:(?:{_VERB}) )?(?:the )?{adverbs}{_EACH}", often
        )
        most = adverbs.split()[0]
        reader.take(rf"(?:which|what) #C do (?:we|they|people) (?:{_VERB}) (?:the )?{most}(?= $)", often)


def _kind_of(table: Mark) -> Mark | None:
    """The one column that tells of what kind its rows are: complications are bleedings or infections."""
    own = table.tables[0] if len(table.tables) == 1 else None
    found = [c for c in (own.columns if own else ()) if spoken(c.name)[-1] in _KINDS and c.kind == "text"]
    found = found or ([kind] if own and (kind := kind_in(own)) else [])
    return Mark("C", table.words, places=(Place(own, found[0]),)) if own and len(found) == 1 else None


def _counted(reader: Marked, column: Mark, per: list[Mark], numbers: list[Mark], down: bool) -> str:
    """Groups by a column of texts, in the order of how many rows they have."""
    plan = reader.plan
    named = {table.path for mark in reader.marks if mark.kind == "T" for table in mark.tables}
    places = [p for p in column.places if p.table.path in named] if len(column.places) > 1 else column.places
    if len(places) != 1 or places[0].column.kind != "text":
        return ""
    if plan.limit or plan.order:
        raise Stuck("Two orders are told.", left=[column.words])
    table = Mark("T", places[0].table.name, tables=(places[0].table,))
    plan.base = table
    plan.tables.append(table)
    plan.folds.append(Fold("count", table))
    plan.groups.append(Mark("C", column.words, places=tuple(places)))
    plan.order = (None, down)
    plan.limit = int(float(numbers[0].value)) if numbers else 1
    if per:
        plan.per = per[0]
    return ";"


def take_times_done(reader: Marked, tables: tuple[Table, ...]) -> None:
    """“Patients who were admitted more than 2 times”: how many rows of what the verb tells they have."""
    for words, sign in OPERATORS.items():

        def of_value(marks: list[Mark], match: re.Match[str], sign: str = sign) -> str:
            table, value, number = marks[0], *marks[-2:]
            own = {place.table.path: place.table for place in value.places}
            what = next(iter(own.values()), None)
            if len(own) != 1 or what is None or what in table.tables:
                return kept_out(match)
            _having(reader.plan, table, Mark("T", value.words, tables=(what,)), sign, number)
            reader.plan.is_number_of_groups = match["many"] is not None
            return f"; <V{reader.marks.index(value)}>"

        reader.take(
            rf"(?P<many>how many |(?:the )?number of )?#T (?:(?:that|which|who|{IS}|have|has|had|been) )*"
            rf"(?:{_VERB})(?: (?:the|an?|in|at|to|by|with|for))* #V(?: #[TC])? (?:{words}) #N times",
            of_value,
        )

        def times(marks: list[Mark], match: re.Match[str], sign: str = sign) -> str:
            table, number = marks[0], marks[-1]
            found = [each for each in tables if each not in table.tables and tells_table(match["verb"], each)]
            if len(found) != 1:
                return kept_out(match)
            what = Mark("T", match["verb"], tables=(found[0],))
            _having(reader.plan, table, what, sign, number)
            reader.plan.is_number_of_groups = match["many"] is not None
            return ";"

        reader.take(
            rf"(?P<many>how many |(?:the )?number of )?#T (?:(?:that|which|who|{IS}|have|has|had|been) )*"
            rf"(?P<verb>[a-z]+)(?: (?:{'|'.join(substances())}))? (?:{words}) #N times",
            times,
        )


def _having(plan: Plan, group: Mark, what: Mark, sign: str, number: Mark) -> None:
    """Groups that have so many rows of what is counted."""
    plan.groups.append(group)
    plan.base = what
    plan.tables += [group, what]
    plan.folds.append(Fold("count", what))
    plan.having = (what, sign, number.value)
