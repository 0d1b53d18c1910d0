"""Shares and ratios of a question: of columns, of counts, and of rows for which something holds."""

from __future__ import annotations

import re
from dataclasses import replace

from retrieval.tables.rules.dates import dates_of, says
from retrieval.tables.rules.parts.flags import flag
from retrieval.tables.rules.parts.marked import Marked, kept_out
from retrieval.tables.rules.parts.times import ranged
from retrieval.tables.rules.plan import Case, Crowd, Filter, Fold, Mark, Part, Pick, Place, Ratio, Stuck, Sum
from retrieval.tables.rules.shapes.rates import take_rates
from retrieval.tables.rules.vocabulary.lexicon import verbs
from retrieval.tables.rules.vocabulary.words import AVG, IS, LEAST, MOST, OPERATORS, RELATING, SUM, WEEK

_OPERATORS = "|".join(OPERATORS)
_LINKS = (
    f"that|which|who|{IS}|with|in|from|paid (?:by|with|in)|have|has|having|where|whose|on|during|"
    f"{'|'.join(sorted(RELATING))}"
)
_DAYS = rf"(?:(?:{'|'.join(WEEK)})s?)"
_NO = "(?: (?:without|with no|not|no))?"
_HOLDS = (
    rf"(?: (?:{_LINKS}))*{_NO}(?: (?:a|an|the|year|state|city|of))*"
    rf"(?: #V| #B| #C(?: (?:{IS}|of))* (?:{_OPERATORS}) #N| #C #V| #C #Y| #Y| {_DAYS}| #C(?! (?:to|per|of) ))"
)
_MANY = "(?:the )?(?:total )?number of"
_SIDE = rf"(?:the )?(?:all )?(?:(?:total )?number of )?(?:the )?(?:#V |#B )?#T(?:{_HOLDS})?"
_FOLDS = {SUM: "sum", AVG: "avg", MOST: "max", LEAST: "min"}
_FOLD = rf"(?:{'|'.join(_FOLDS)})"
_SOME = r"(?:the )?(?:percentage|percent|share|proportion|fraction)"
_TOTAL = "(?:total |overall |whole |entire |combined |all )?(?:of )?(?:the )?"
_COME = (
    r"(?:(?:that|who|lives?|lived|does|do|did|is|are|was|were|comes?|came|made|belongs?|goes|went|accounted|generated|due|up|"
    r"by|from|to|of|for|in|with|on|at|[a-z]+ed(?= by )) )*"
)


def take_ratios(reader: Marked) -> None:
    _turn(reader)
    _take_parts_of_sums(reader)
    take_rates(reader)
    _take_picks(reader)
    _take_crowds(reader)
    _take_columns(reader)
    _take_wholes(reader)
    _take_counts(reader)
    _take_shares(reader)
    _take_sides(reader)
    _take_done(reader)


def _turn(reader: Marked) -> None:
    """“The share of jobs from Hamburg that are urgent” is a share of those from Hamburg: that goes last."""
    of = r"(?: (?:from|in|with|of|by|for|to|at|during) (?:the )?<[VY]\d+>)+"
    rest = rf"(?: (?:that|which|who))?(?: (?:{IS}|have|has|had)) (?:.*?)<[VB]\d+>"
    reader.text = re.sub(
        rf"(?<= )({_SOME} of (?:all )?(?:the )?<T\d+>)({of})({rest})(?= $)", r"\1\3\2", reader.text
    )


def _take_picks(reader: Marked) -> None:
    """“The population of Spain to the population of Peru”."""

    def picks(_: list[Mark], match: re.Match[str]) -> None:
        parts: list[Part] = []
        for side in ("over", "under"):
            marks = [reader.marks[int(number)] for number in re.findall(r"<[CV](\d+)>", match[side])]
            parts.append(
                Pick(next(m for m in marks if m.kind == "C"), next(m for m in marks if m.kind == "V"))
            )
        reader.plan.ratio = Ratio(parts[0], parts[1])

    one = r"(?:the )?(?:#C of (?:the )?(?:#T )?#V(?: #T)?)"
    reader.take(rf"(?:ratio|proportion) of (?P<over>{one}) to (?P<under>{one})", picks)


def _take_parts_of_sums(reader: Marked) -> None:
    """“The share of the total cost that each department has”, “… that comes from gold customers”."""
    plan = reader.plan

    def summed(column: Mark, words: str, over: Part, under: Part) -> str:
        name = _name(words)
        plan.ratio = Ratio(over, under, 100 if name == "percentage" else 1, name)
        return ";"

    def of_each(marks: list[Mark], match: re.Match[str]) -> str:
        column, group = marks[0], marks[-1]
        plan.groups.append(group)
        plan.tables += [mark for mark in marks[1:] if mark.kind == "T"]
        return summed(column, match[0], Fold("sum", column), Sum(column))

    def of_values(marks: list[Mark], match: re.Match[str]) -> str:
        column = marks[0]
        plan.tables += [mark for mark in marks[1:] if mark.kind == "T"]
        filters = [
            flag(mark, holds=True) if mark.kind == "B" else Filter(mark, "=", (mark,))
            for mark in marks[1:]
            if mark.kind in "BV"
        ]
        return summed(column, match[0], Sum(column, Case(tuple(filters))), Fold("sum", column))

    done = (
        r"(?: (?:have|has|had|make up|makes up|accounts? for|contributes?|represents?|bring in|brings in|"
        r"generates?|get|gets))?(?: to it)?"
    )
    lead = rf"{_SOME} of (?:the )?{_TOTAL}#C"
    reader.take(
        rf"{lead}(?: of (?:the )?#T)? {_COME}(?:each|every|per|by)(?: of the)? #S{done}(?: to it)?", of_each
    )

    def within(marks: list[Mark], match: re.Match[str]) -> str:
        column, whole, part = marks
        plan.filters.append(Filter(whole, "=", (whole,)))
        return summed(column, match[0], Sum(column, Case((Filter(part, "=", (part,)),))), Fold("sum", column))

    live = "lives?|lived|is|are|was|were|comes?|came|goes|went|belongs?|lies"
    behind = rf"(?:that )?(?:{live}) (?:in|from|by|to|on|at) (?:the )?#V(?= $)"
    reader.take(rf"{lead} (?:of|in|from) (?:the )?#V {behind}", within)
    reader.take(rf"{lead} {_COME}(?:the |a |an )*(?:#V #T|#B #T|#T (?:in|from|of) (?:the )?#V|#V)", of_values)

    def of_sums(marks: list[Mark], match: re.Match[str]) -> str:
        if not all(place.column.kind == "number" for mark in marks for place in mark.places):
            return kept_out(match)
        return summed(marks[0], match[0], Fold("sum", marks[1]), Fold("sum", marks[0]))

    reader.take(rf"{lead} {_COME}#C(?= $)", of_sums)


def _take_columns(reader: Marked) -> None:
    def columns(marks: list[Mark], match: re.Match[str]) -> None:
        folds = [_how(match["over"]), _how(match["under"])]
        tables, marks = [m for m in marks if m.kind == "T"], [m for m in marks if m.kind == "C"]
        is_average = match["mean"] is not None
        if all(folds) and not is_average:
            reader.plan.ratio = Ratio(Fold(folds[0], marks[0]), Fold(folds[1], marks[1]))
        elif not any(folds):
            reader.plan.ratio = Ratio(marks[0], marks[1], is_average=is_average)
        else:
            raise Stuck("It is not told whether totals or single values are divided.", left=["ratio"])
        reader.plan.tables += tables

    side = rf"(?:the |its |their |each )?(?:(?:{_FOLD})(?: of)?(?: the)? )?(?:#T )?#C"
    of = r"(?: of (?:an? |the |each |every )?#T)?"
    reader.take(
        rf"(?P<mean>average |mean )?ratio of (?P<over>{side}) (?:to|per) (?P<under>{side}){of}", columns
    )


def _how(words: str) -> str:
    return next((how for fold, how in _FOLDS.items() if re.search(rf"\b(?:{fold})\b", words)), "")


def _take_wholes(reader: Marked) -> None:
    """The count of each group, of the count of all."""

    def whole(marks: list[Mark], match: re.Match[str]) -> str:
        table, group, *others = marks
        if any(other.tables != table.tables for other in others if other.kind == "T"):
            raise Stuck(left=[others[-1].words])
        plan, name = reader.plan, _name(match[0])
        plan.base, plan.of_whole = table, True
        plan.ratio = Ratio(Fold("count", table), None, 100 if name == "percentage" else 1, name)
        plan.tables.append(table)
        plan.groups.append(group)
        if group.kind == "T":
            plan.tables.append(group)
        return ""

    some = r"(?:the )?(?:ratio|percentage|percent|share|proportion|fraction)"
    each = "(?:in|of|for|by|from|at|per|within|with|belonging to)(?: (?:each|every))(?: of the)?"
    reader.take(
        rf"{some} of (?:{_MANY} |all )?(?:the )?#T (?:that (?:{IS}) )?{each} #S "
        rf"(?:to|out of|of|over) (?:all|{_MANY})(?: the)? #T",
        whole,
    )
    reader.take(
        rf"{some} of (?:{_MANY} |all )?(?:the )?#T (?:(?:that|which|who) )?"
        rf"(?:(?:{IS}|belong|belongs|come|comes) )?{each} #S",
        whole,
    )


def _take_counts(reader: Marked) -> None:
    def counts(marks: list[Mark], _: re.Match[str]) -> None:
        reader.plan.ratio = Ratio(Fold("count", marks[0]), Fold("count", marks[1]))
        reader.plan.tables += marks

    end = rf"(?! (?:(?:that|which|who|with|without|{'|'.join(sorted(RELATING))}) )|[^<>]*<[VB]\d+>)"
    reader.take(rf"ratio of (?:the )?{_MANY} #T to {_MANY} #T{end}", counts)
    reader.take(rf"ratio of (?:the )?#T to (?:the )?#T{end}", counts)


def _take_shares(reader: Marked) -> None:
    plan, take = reader.plan, reader.take

    def part(marks: list[Mark], match: re.Match[str]) -> None:
        value = next(mark for mark in marks if mark.kind == "V")
        table, *others = (mark for mark in marks if mark.kind == "T")
        if any(other.tables != table.tables for other in others):
            raise Stuck(left=[others[-1].words])
        name = _name(match[0])
        plan.base, plan.ratio = table, Ratio(value, None, 100 if name == "percentage" else 1, name)
        plan.tables.append(table)

    take(rf"{_SOME} of (?:the )?#V #T(?: out of all(?: the)? #T)?", part)
    way = r"(?! (?:to|from) (?:the )?<V)"  # “from German to English” is one condition
    take(rf"{_SOME} of (?:all )?(?:the )?#T (?:(?:that|which|who) )?(?:{IS}|with|in|from) #V{way}", part)
    done = f"(?:(?:that|which|who|{IS}|{'|'.join(sorted({*RELATING, *verbs()}))}) )+"
    take(
        rf"{_SOME} of (?:all )?(?:the )?#T {done}(?:through|via|by|to|at|for|on|in|over|as) (?:the |an? )?#V"
        rf"{way}(?= $)",
        part,
    )
    take(rf"ratio of (?:{_MANY} )?(?:the )?#V #T to (?:all|{_MANY})(?: the)? #T", part)

    def two(marks: list[Mark], _: re.Match[str]) -> None:
        first, table, second = marks[0], marks[1], marks[2]
        plan.base, plan.ratio = table, Ratio(first, second)
        plan.tables.append(table)

    take(r"ratio of #V #T to #V(?: #T)?(?! <)", two)

    def alike(marks: list[Mark], _: re.Match[str]) -> None:
        first, second, table = marks
        plan.base, plan.ratio = table, Ratio(first, second)
        plan.tables.append(table)

    take(r"ratio of #V to #V #T", alike)

    def bare(marks: list[Mark], match: re.Match[str]) -> str:
        """“The ratio of girls to boys”: of the rows of the one table in whose column both stand."""
        shared = [place for place in marks[0].places if place in marks[1].places]
        if len(shared) != 1:
            return kept_out(match)
        table = Mark("T", shared[0].table.name, tables=(shared[0].table,))
        alike([*marks, table], match)
        return ";"

    take(r"ratio of (?:the )?#V to (?:the )?#V(?! (?:<|in <T|of <T))", bare)


def _take_crowds(reader: Marked) -> None:
    """Those that have so many of something, of those that have so many, or of all that have some."""

    def crowds(_: list[Mark], match: re.Match[str]) -> None:
        parts: list[Part] = []
        for side in ("over", "under"):
            marks = [reader.marks[int(number)] for number in re.findall(r"<[A-Z](\d+)>", match[side])]
            owner, number, what = marks
            sign = next(
                (sign for words, sign in OPERATORS.items() if re.search(rf" (?:{words}) <N", match[side])),
                "=",
            )
            parts.append(Crowd(owner, what, sign, number.value))
        if parts[0].owner.tables != parts[1].owner.tables:  # type: ignore[union-attr]
            raise Stuck(left=[match[0].split()[0]])
        reader.plan.ratio = Ratio(parts[0], parts[1])
        reader.plan.base = parts[0].owner  # type: ignore[union-attr]
        reader.plan.tables.append(parts[0].owner)  # type: ignore[union-attr]

    verb = "|".join(sorted({*RELATING, *verbs()}, key=len, reverse=True))
    have = rf"(?:(?:that|which|who|with) )?(?:(?:have|has|had|are|were|with|{verb}) )*(?:to )?"
    one = rf"(?:the )?(?:{_MANY} )?#T {have}(?:(?:{_OPERATORS}) )?#N #T"
    reader.take(rf"(?:ratio|proportion) of (?P<over>{one}) to (?P<under>{one})", crowds)


def _take_sides(reader: Marked) -> None:
    plan = reader.plan

    def sides(_: list[Mark], match: re.Match[str]) -> None:
        over, under = (_case(reader, match[side]) for side in ("over", "under"))
        tables = [table for _, table in (over, under)]
        if over[0] is None or tables[0].tables != tables[1].tables:
            raise Stuck(left=[match[0].split()[0]])
        of = under[0]
        if of is not None and re.search(r"\b(?:all|total)\b", match["under"]):  # it holds of both then
            plan.filters += of.filters
            plan.times += of.times
            of = None
        if of is not None:  # what is told at the end alone holds of both too
            kinds = {each.mark.kind for each in over[0].filters}
            extra = [each for each in of.filters if each.mark.kind not in kinds] if kinds else []
            if extra and len(of.filters) > len(over[0].filters):
                plan.filters += extra
                of = replace(of, filters=tuple(each for each in of.filters if each not in extra))
        plan.base, plan.ratio = tables[0], Ratio(over[0], of, name=match[0].split()[0])
        plan.tables.append(tables[0])

    end = "(?: overall| in total)?"
    reader.take(rf"(?:ratio|proportion) of (?P<over>{_SIDE}) (?:to|out of) (?P<under>{_SIDE}){end}", sides)

    def share(_: list[Mark], match: re.Match[str]) -> None:
        case, table = _case(reader, match["over"])
        if case is None:
            raise Stuck(left=[match[0].split()[0]])
        name = _name(match[0])
        plan.base, plan.ratio = table, Ratio(case, None, 100 if name == "percentage" else 1, name)
        plan.tables.append(table)

    way = rf"(?:the )?#T(?: (?:{_LINKS}))* (?:the )?#V (?:to|from) (?:the )?#V"
    reader.take(rf"{_SOME} of (?:all )?(?P<over>{way})", share)
    reader.take(rf"{_SOME} of (?:all )?(?P<over>(?:the )?(?:#B )?#T{_HOLDS}|(?:the )?#B #T)", share)

    def of_others(marks: list[Mark], match: re.Match[str]) -> str:
        table, other, value = marks
        if not _leads_to(table, other) or not any(p.table in other.tables for p in value.places):
            return kept_out(match)
        name = _name(match[0])
        case = Case((Filter(value, "=", (value,)),))
        plan.base, plan.ratio = table, Ratio(case, None, 100 if name == "percentage" else 1, name)
        plan.tables += [table, other]
        return ";"

    by = "by|from|of|for|with|to|in"
    reader.take(
        rf"{_SOME} of (?:all )?(?:the )?#T (?:(?:that|which|{IS}|come|comes|came|[a-z]+ed) )*(?:{by}) "
        rf"(?:the )?#T (?:{by}) (?:the )?#V",
        of_others,
    )


def _leads_to(table: Mark, other: Mark) -> bool:
    """Whether each row of the one refers to one row of the other."""
    keys = {key.table for each in table.tables for key in each.foreign_keys}
    return any(each.path in keys or each.name in keys for each in other.tables)


def _take_done(reader: Marked) -> None:
    """“The share of invoices that have not been paid”: a date tells whether it was done."""
    plan = reader.plan

    def done(marks: list[Mark], match: re.Match[str]) -> str:
        dates = [Place(t, c) for t in marks[0].tables for c in dates_of(t) if says(match["said"], c)]
        if len(dates) != 1:
            return kept_out(match)
        told = Filter(Mark("C", match["said"], places=tuple(dates)), "untold" if match["no"] else "told", ())
        name = _name(match[0])
        plan.ratio = Ratio(Case((told,)), None, 100 if name == "percentage" else 1, name)
        plan.base = marks[0]
        plan.tables.append(marks[0])
        return ";"

    been = "(?: (?:have|has|had|are|is|were|was))(?P<no> not| never)?(?: yet)?(?: been)?"
    reader.take(
        rf"{_SOME} of (?:all )?(?:the )?#T(?: (?:that|which|who))?{been} (?P<said>[a-z]+)(?= $)", done
    )


def _name(words: str) -> str:
    word = re.search(r"ratio|percentage|percent|share|proportion|fraction", words)
    return "percentage" if word and word[0].startswith("percent") else word[0] if word else "ratio"


def _case(reader: Marked, side: str) -> tuple[Case | None, Mark]:
    """What holds of the rows of one side, and its table; None where all of them are meant."""
    marks = [reader.marks[int(number)] for number in re.findall(r"<[A-Z](\d+)>", side)]
    table = next(mark for mark in marks if mark.kind == "T")
    column = next((mark for mark in marks if mark.kind == "C"), None)
    denied = re.search(r" (?:without|with no|not|no)(?: (?:a|an|the))* <([A-Z])\d+>", side)
    if denied and denied[1] not in "BVC":
        raise Stuck(left=[denied[0].split()[0]])
    filters = [
        Filter(mark, "<>" if denied and denied[1] == "V" else "=", (mark,))
        for mark in marks
        if mark.kind == "V"
    ]
    filters += [
        flag(mark, holds=not (denied and f"<B{reader.marks.index(mark)}>" in denied[0]))
        for mark in marks
        if mark.kind == "B"
    ]
    named = re.findall(rf"\b({'|'.join(WEEK)})s?\b", side)
    days = tuple(sorted({number for word in named for number in WEEK[word]}))
    if column is not None and any(mark.kind in "NY" for mark in marks):
        number = next(mark for mark in reversed(marks) if mark.kind in "NY")
        signs = (sign for words, sign in OPERATORS.items() if re.search(rf" (?:{words}) <[NY]", side))
        sign = next(signs, "=")
        return Case((*filters, Filter(column, sign, (number,))), days=days), table
    if column is not None and not any(mark.kind == "V" for mark in marks):  # “flights with stops”: with some
        filters.append(Filter(column, "=" if denied else ">", (Mark("N", "0", value="0"),)))
    times = tuple(ranged("in", [mark]) for mark in marks if mark.kind == "Y")
    return (Case(tuple(filters), times, days) if filters or times or days else None), table
