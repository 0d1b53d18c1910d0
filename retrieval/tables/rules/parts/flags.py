"""What holds of a row or not: open shops, courses with an exam, orders that are not paid."""

from __future__ import annotations

import re
from dataclasses import replace

from retrieval.tables.rules.dates import dates_of, says
from retrieval.tables.rules.parts.marked import Dated, kept_out
from retrieval.tables.rules.plan import Filter, Fold, Mark, Place
from retrieval.tables.rules.vocabulary.lexicon import spoken
from retrieval.tables.rules.vocabulary.words import COUNT, IS, RELATING
from retrieval.tables.schema import Column, Table
from retrieval.tables.understanding import stem

_WHO = "(?:(?:that|which|who|whose|where) )?"
_SET = "declared|specified|given|set"
_DO = "do|does|did|have|has|had|are|is|was|were|been|be"
_ENDS = frozenset("end ended finish finished termination closed".split())
_LEFT = _ENDS | frozenset("left departure resigned resignation dismissed removed retired exit".split())
_DENIED = "not|don't|doesn't|didn't|isn't|aren't|haven't|hasn't"
_NOT = rf"(?:{_WHO}(?:(?:{_DO}) )*(?:{_DENIED})(?: (?:{_DO}|include|require|offer|allow))*)"
_NO = rf"(?:without|with no|{_WHO}(?:have|has|had) no|{_NOT})"
_GIVE = "with|having|includes?|requires?|offers?|allows?|gets?|receives?|wants?"
_SO = rf"{_WHO}(?:(?:{_GIVE}|{_DO}) )*(?:(?:a|an|the) )*"
_END = (
    r"(?=(?: ;)*(?: (?:sorted|ordered|sort|order|arranged|listed)[^<>]*(?:<C\d+>[^<>]*)?)? *$"
    r"| (?:and|in each|for each|per|by|in|on|during) )"
)
_VALUES = "#V(?: (?:or|nor|and) #V)?"
_RELATING = "|".join(sorted(RELATING, key=len, reverse=True))


def _put_flags(reader: Dated) -> None:
    """“Plants that are evergreen” and “smart meters”, where a column has 1 or 0 for each."""

    def flagged(match: re.Match[str]) -> str:
        table, column = (reader.marks[int(match[each])] for each in ("table", "column"))
        own = tuple(place for place in column.places if place.table in table.tables)
        is_flag = len(own) == 1 and (own[0].column.lowest, own[0].column.highest) == ("0", "1")
        if not is_flag or "int" not in own[0].column.type.lower():
            return ""
        return reader.put(Mark("B", column.words, places=own, value="1"))

    def behind(match: re.Match[str]) -> str:
        flag = flagged(match)
        return f"{match['lead']} {flag}" if flag else match[0]

    def before(match: re.Match[str]) -> str:
        flag = flagged(match)
        return f"{flag} <T{match['table']}>" if flag else match[0]

    lead = r"(?P<lead><T(?P<table>\d+)> (?:(?:that|which) )?(?:is|are|was|were)(?: not)?)"
    reader.text = re.sub(rf"{lead} <C(?P<column>\d+)>(?= $)", behind, reader.text)
    reader.text = re.sub(r"<C(?P<column>\d+)> <T(?P<table>\d+)>", before, reader.text)


def take_flags(reader: Dated) -> None:
    _put_flags(reader)
    plan, take = reader.plan, reader.take

    def split(marks: list[Mark], _: re.Match[str]) -> None:
        table, flag = marks
        plan.tables.append(table)
        plan.base = plan.base or table
        plan.folds.append(Fold("count", table))
        plan.groups.append(Mark("C", flag.words, places=flag.places))

    take(rf"(?:{COUNT}) #T (?:{_DO}|with)(?: an?)? #B and how many (?:{_DO}) not(?: #B)?", split)

    def either(marks: list[Mark], _: re.Match[str]) -> None:
        plan.filters.append(Filter(marks[0], "any", tuple(marks)))

    take(rf"{_SO}(?:either )?(?:an? )?#B or (?:an? |the )?#B", either)

    def adjective(marks: list[Mark], match: re.Match[str]) -> str:
        plan.filters.append(flag(marks[0], holds=match[1] is None))
        return match[2]

    def of_column(marks: list[Mark], match: re.Match[str]) -> str:
        tables = {place.table.path for place in marks[1].places}
        own = tuple(place for place in marks[0].places if place.table.path in tables)
        if not own:
            return f"~{marks[0].words.split()[0]} {match[2]}"
        plan.filters.append(flag(replace(marks[0], places=own), holds=match[1] is None))
        return match[2]

    freely = "(?<! no )(?<! any )(?<! without )"  # “no open orders” says something of orders
    take(rf"{freely}(?:(not) )?#B (#T)", adjective)
    take(rf"{freely}(?:(not) )?#B (#C)", of_column)
    take(rf"{_NO}(?: (?:a|an|any))? #B(?! <T)", lambda m, _: plan.filters.append(flag(m[0], holds=False)))
    take(rf"{freely}{_SO}#B", lambda m, _: plan.filters.append(flag(m[0], holds=True)))


def take_done(reader: Dated) -> None:
    """“Orders that were shipped” have a date of it; what has a time beside it was taken before."""

    def done(marks: list[Mark], match: re.Match[str]) -> str:
        dates = tuple(Place(t, c) for t in marks[0].tables for c in dates_of(t) if says(match["said"], c))
        if len(dates) != 1:
            return match[0].replace(match["said"], f"~{match['said']}")
        reader.plan.filters.append(Filter(Mark("C", match["said"], places=dates), "told", ()))
        return f"<T{reader.marks.index(marks[0])}>"

    if reader.verbs:
        been = "(?: (?:were|was|have|has|had|been|are|is|got))+"
        reader.take(rf"#T(?: (?:that|which|who))?{been} (?P<said>{reader.verbs})", done)


def _is_key(table: Table, column: Column) -> bool:
    """Whether a row is called by it: “customer_id” of customers, else the primary key."""
    own = [*spoken(table.name), "id"]
    named = any([stem(word) for word in spoken(c.name)] == [*map(stem, own)] for c in table.columns)
    return (
        [stem(w) for w in spoken(column.name)] == [*map(stem, own)]
        if named
        else table.primary_key == (column.name,)
    )


def flag(mark: Mark, *, holds: bool) -> Filter:
    """`mark.value` is 0 of words that say the other of what the column says: closed, inactive."""
    return Filter(mark, "true" if holds != (mark.value == "0") else "false", ())


def take_others(reader: Dated) -> None:
    """Values that are not, and columns that hold something or nothing."""
    _take_unlike(reader)
    _take_registered(reader)
    _take_ongoing(reader)
    _take_keyed(reader)
    _take_unlike_before(reader)
    _take_held(reader)


def _take_unlike(reader: Dated) -> None:
    """“Whose status is not paid”, “except those in London”."""
    plan, take = reader.plan, reader.take

    def other(marks: list[Mark], _: re.Match[str]) -> None:
        column = marks[0] if marks[0].kind == "C" else None
        for value in marks[1:] if column else marks:
            plan.filters.append(Filter(column or value, "<>", (value,)))

    take(
        rf"#C(?: (?:{IS}))* (?:not|other than|different from|!=|<>)"
        rf"(?: (?:equal to|in|as))?(?: the)? {_VALUES}",
        other,
    )
    done = "|".join([_RELATING, "born", *([reader.verbs] if reader.verbs else [])])
    but = "(?:excluding|except|except for|other than|not including|but not|apart from)(?: those)?"
    where = "(?: (?:in|from|of|at|on|by|for))?(?: the| an?)?"
    take(rf"(?:{but}|{_NOT}(?: (?:{done}))?){where} {_VALUES}{_END}", other)

    def other_rows(marks: list[Mark], match: re.Match[str]) -> str | None:
        value, table = marks
        if not {place.table.path for place in value.places} & {each.path for each in table.tables}:
            return kept_out(match)
        plan.filters.append(Filter(value, "<>", (value,)))
        return ";"

    take(
        rf"(?:excluding|except|except for|not including|apart from)(?: the| any| all)? #V #T{_END}",
        other_rows,
    )


def _take_registered(reader: Dated) -> None:
    """“Registered patients” have a date of it."""

    def done(marks: list[Mark], match: re.Match[str]) -> str:
        dates = tuple(
            Place(table, c) for table in marks[0].tables for c in dates_of(table) if says(match[1], c)
        )
        if len(dates) != 1:
            return f"~{match[1]} {match[2]}"
        reader.plan.filters.append(Filter(Mark("C", match[1], places=dates), "told", ()))
        return match[2]

    if reader.verbs:
        reader.take(rf"({reader.verbs}) (#T)", done)


def _take_ongoing(reader: Dated) -> None:
    """What is ongoing has no date of its end yet."""

    def ongoing(marks: list[Mark], match: re.Match[str]) -> str:
        ends = tuple(Place(t, c) for t in marks[0].tables for c in dates_of(t) if _ENDS & set(spoken(c.name)))
        if len(ends) != 1:
            return match[0].replace("ongoing", "~ongoing")
        reader.plan.filters.append(Filter(Mark("C", "ongoing", places=ends), "untold", ()))
        return f"<T{reader.marks.index(marks[0])}>"

    reader.take(rf"#T {_WHO}(?:(?:{_DO}|still|currently) )*ongoing|ongoing #T", ongoing)

    def ended(marks: list[Mark], match: re.Match[str]) -> str:
        ends = tuple(Place(t, c) for t in marks[0].tables for c in dates_of(t) if _LEFT & set(spoken(c.name)))
        if len(ends) != 1:
            return kept_out(match)
        reader.plan.filters.append(Filter(Mark("C", "no longer", places=ends), "told", ()))
        return f"<T{reader.marks.index(marks[0])}>"

    here = "(?: (?:work|works|active|employed|there|in use|open|exist|run))?"
    reader.take(rf"#T {_WHO}(?:(?:{_DO}) )*no longer{here}(?= $)", ended)


def _take_keyed(reader: Dated) -> None:
    """“The customer with ID 7”."""

    def keyed(marks: list[Mark], _: re.Match[str]) -> str:
        table, key = marks[0], marks[-1]
        keys = tuple(Place(each, c) for each in table.tables for c in each.columns if _is_key(each, c))
        reader.plan.filters.append(Filter(Mark("C", "id", places=keys[:1] or ()), "=", (key,)))
        return f"<T{reader.marks.index(table)}>"

    numbers = [
        str(n)
        for n, mark in enumerate(reader.marks)
        if mark.kind == "C" and mark.words.lower().endswith("id")
    ]
    key = rf"(?:<C(?:{'|'.join(numbers)})>|id|code)" if numbers else "(?:id|code)"
    end = r"(?=(?: ;)* *$| (?:was|were|is|and|in|on|for) )"
    reader.take(rf"#T (?:with|having|whose) (?:the |an )?{key}(?: (?:of|is|=|number))? (?:#V|#N){end}", keyed)


def _take_unlike_before(reader: Dated) -> None:
    """“Not paid orders”."""

    def adjective(marks: list[Mark], match: re.Match[str]) -> str:
        reader.plan.filters.append(Filter(marks[0], "<>", (marks[0],)))
        return match[1]

    reader.take(r"not #V (#T)", adjective)


def _take_held(reader: Dated) -> None:
    """“Without a phone number”, “that have an e-mail address”."""
    plan, take = reader.plan, reader.take

    def untold(marks: list[Mark], _: re.Match[str]) -> None:
        plan.filters.append(Filter(marks[0], "untold", ()))

    def told(marks: list[Mark], _: re.Match[str]) -> None:
        plan.filters.append(Filter(marks[0], "told", ()))

    take(
        rf"(?:without|with no|{_WHO}(?:have|has|had) no|{_NOT}(?: (?:{_RELATING}|{_SET}|known))?)"
        rf"(?: (?:a|an|any))? #C{_END}",
        untold,
    )
    is_text = [f"<C{n}>" for n, m in enumerate(reader.marks) if _holds_texts(m)]
    if is_text:
        use = "use|used|carry|carried|got|get|received|quoted"
        take(rf"{_WHO}(?:{use}) (?:a|an|any) (?:{'|'.join(is_text)}){_END}", told)
    take(
        rf"{_WHO}(?:have|has|had|with|having)(?: (?:{_RELATING}|{_SET}))?"
        rf"(?: (?:a|an|any))(?: known)? #C{_END}",
        told,
    )


def _holds_texts(mark: Mark) -> bool:
    return mark.kind == "C" and all(place.column.kind == "text" for place in mark.places)
