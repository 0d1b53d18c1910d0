"""The first ones by something: the top three, the one with the most, the longest."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from retrieval.tables.rules.dates import dates_of, meant
from retrieval.tables.rules.parts.marked import Dated, Marked, kept_out
from retrieval.tables.rules.parts.measures import is_additive, is_of_heads, is_quantity
from retrieval.tables.rules.parts.money import paid_of
from retrieval.tables.rules.plan import Filter, Fold, Mark, Place, Stuck
from retrieval.tables.rules.vocabulary.lexicon import (
    dimensions,
    in_full,
    is_own_name,
    is_short_for,
    spoken,
    verbs,
)
from retrieval.tables.rules.vocabulary.words import AVG, COUNT, LEAST, MOST, OPERATORS, PER, RELATING, SUM
from retrieval.tables.schema import is_sampled_whole
from retrieval.tables.understanding import stem

_FOLDED = rf"(?: (?:{SUM}|{AVG}|number of|count of))?"
_FOLDED_BY = re.compile(rf"\b(?:{SUM}|{AVG}|number of|count of)\b")
_REL = "|".join(sorted(RELATING | verbs(), key=len, reverse=True))
_BE = "has|have|had|with|is|are|was|were|got|received|having"
_VERB = rf"(?:(?:{_BE}|{_REL})(?: (?:been|{_REL}))?)"


def take_tops(reader: Marked) -> None:
    """The first few of all, or of each group."""
    plan = reader.plan
    lead = f"top|first|best|bottom|last|worst|{MOST}|{LEAST}"
    reader.text = re.sub(  # “the three largest towns in Wales by size” are of Wales and the first by size
        rf"(?<= )((?:(?:{lead}) <N\d+>|<N\d+>(?: (?:{lead}))?) <T\d+>)"
        rf"( (?:in|of|from|at)(?: the)? <V\d+>)( by (?:.*? )?<[CT]\d+>)",
        r"\1\3\2",
        reader.text,
    )
    for words, lead, down in (
        (MOST, "top|first|best|highest|largest", True),
        (LEAST, "bottom|last|worst|lowest", False),
    ):

        def top(marks: list[Mark], match: re.Match[str], down: bool = down) -> None:
            plan.limit = int(float(marks[0].value))
            _subject(reader, marks[1])
            is_shared = marks[1].kind == marks[2].kind == "C" and all(map(_is_shared, marks[1].places))
            if is_shared and not (_FOLDED_BY.search(match[0]) or all(map(is_additive, marks[2].places))):
                none(marks[2])
            _ordered_by(reader, marks[2], f"{match[0]} total" if is_shared else match[0], down)

        def top_per(marks: list[Mark], match: re.Match[str], down: bool = down) -> None:
            top(marks, match, down)
            plan.per = marks[3]

        def top_of(marks: list[Mark], match: re.Match[str], down: bool = down) -> None:
            number, shown, table, by = marks
            plan.limit = int(float(number.value))
            plan.shown.append(shown)
            plan.tables.append(table)
            plan.base = table
            _ordered_by(reader, by, match[0], down)

        has = rf"(?:(?:that|which|who) )?(?:have|has|had|with|having)(?: {_VERB})?"
        by = rf"(?:by|{has}(?: the)? (?:{words})|in terms of|based on)"
        whole = rf"(?:(?:{lead}) #N|#N (?:{words})|#N) #S {by}(?: the| their| its)?{_FOLDED}(?: the)? #M"
        take = reader.take
        take(rf"(?:{lead}) #N #C of (?:the )?#T {by}(?: the| their| its)?{_FOLDED}(?: the)? #M", top_of)
        take(rf"{whole} (?:{PER}) #S", top_per)
        take(whole, top)


def take_adjectives(reader: Marked) -> None:
    """“The longest river”, “the three oldest customers”: by the one column that tells it."""
    for most, least, words in dimensions():
        known = {
            number: place for number, mark in enumerate(reader.marks) if (place := _told_by(mark, words))
        }
        if not known:
            continue
        table = f"<T({'|'.join(map(str, known))})>"
        for adjectives, down in ((most, True), (least, False)):

            def first(
                marks: list[Mark], match: re.Match[str], down: bool = down, places: dict[int, Place] = known
            ) -> str:
                number = next((int(float(mark.value)) for mark in marks if mark.kind == "N"), None)
                own = next(mark for mark in marks if mark.kind == "T")
                place = places[int(re.findall(r"<T(\d+)>", match[0])[0])]
                _ordered_to(reader, own, Mark("C", place.column.name, places=(place,)), down, number)
                kept = re.search(r"<V\d+>", match[0])
                return f"; {kept[0]}" if kept else ";"

            def first_per(marks: list[Mark], match: re.Match[str], use: Any = first) -> None:
                reader.plan.direction = True  # of several groups, several are asked for
                use(marks[:-1], match)
                number = next((int(float(mark.value)) for mark in marks if mark.kind == "N"), 1)
                reader.plan.limit, reader.plan.per = number, marks[-1]

            one = rf"(?:the )?(?:(?:top|first) )?(?:#N )?(?:{adjectives}) (?:#N )?(?:#V )?{table}"
            reader.take(rf"{one} (?:in|of|for|at|within) (?:each|every) #S", first_per)
            reader.take(one, first)
            reader.take(rf"{table} (?:is|are|was|were) (?:the )?(?:{adjectives})", first)
            more = [
                f"{word[:-3]}er" for word in adjectives.split("|") if word.endswith("est") and " " not in word
            ]

            def beyond(
                marks: list[Mark], match: re.Match[str], down: bool = down, places: dict[int, Place] = known
            ) -> str:
                number = re.findall(r"<T(\d+)>", match[0])[0]
                mark = Mark("C", places[int(number)].column.name, places=(places[int(number)],))
                reader.plan.filters.append(Filter(mark, ">" if down else "<", (marks[-1],)))
                return f"<T{number}>"

            def than_one(
                marks: list[Mark], match: re.Match[str], down: bool = down, places: dict[int, Place] = known
            ) -> str:
                number = re.findall(r"<T(\d+)>", match[0])[0]
                place = places[int(number)]
                return _than(reader, int(number), place, marks[-1], ">" if down else "<") or kept_out(match)

            if more:
                is_ = "(?:(?: (?:that|which|who))?(?: (?:is|are|was|were)))?"
                reader.take(rf"{table}{is_} (?:{'|'.join(more)}) than #N", beyond)
                reader.take(rf"{table}{is_} (?:{'|'.join(more)}) than #V(?= $)", than_one)


def _than(reader: Marked, number: int, place: Place, value: Mark, sign: str) -> str:
    """“Rivers longer than the Rhine”: than that row, which is called so."""
    own = [p for p in value.places if p.table.path == place.table.path and is_own_name(p.column, p.table)]
    if len(own) != 1:
        return ""
    row = Mark("V", value.words, places=tuple(own), value=value.value)
    reader.plan.filters.append(Filter(Mark("C", place.column.name, places=(place,)), f"{sign} that", (row,)))
    return f"<T{number}>"


def take_than(reader: Marked) -> None:
    """“Countries with a larger population than Peru”."""
    for words, sign in (
        ("larger|higher|greater|bigger|more|longer", ">"),
        ("smaller|lower|less|fewer|shorter", "<"),
    ):

        def told(marks: list[Mark], match: re.Match[str], sign: str = sign) -> str:
            table, column, value = marks
            own = {each.path for each in table.tables}
            places = [place for place in column.places if place.table.path in own]
            number = reader.marks.index(table)
            put = _than(reader, number, places[0], value, sign) if len(places) == 1 else ""
            return put or kept_out(match)

        have = "(?:(?:that|which|who) )?(?:have|has|had|with|having)(?: an?)?"
        reader.take(rf"#T {have} (?:{words}) #C than(?: the)? #V(?= $)", told)


def take_plain_adjectives(reader: Marked) -> None:
    """“The largest bill” by its amount, “the newest meter” by its one date."""
    for words, down, tells in (
        ("largest|biggest|highest|most expensive", True, _amount_of),
        ("smallest|lowest|cheapest|least expensive", False, _amount_of),
        ("newest|latest|most recent|last", True, _date_of),
        ("oldest|earliest|first", False, _date_of),
    ):

        def first(
            marks: list[Mark],
            match: re.Match[str],
            down: bool = down,
            tells: Callable[[Mark], Mark | None] = tells,
        ) -> str | None:
            own = next(mark for mark in marks if mark.kind == "T")
            by = tells(own)
            if by is None:
                return kept_out(match)
            number = next((int(float(mark.value)) for mark in marks if mark.kind == "N"), None)
            _ordered_to(reader, own, by, down, number)
            kept = re.search(r"<V\d+>", match[0])
            return f"; {kept[0]}" if kept else ";"

        reader.take(rf"(?:the )?(?:#N )?(?:{words}) (?:#N )?(?:#V )?#T(?! #[CM])", first)


def _amount_of(table: Mark) -> Mark | None:
    return paid_of(table)


def _date_of(table: Mark) -> Mark | None:
    """The one date that rows of the table have, but for when they were recorded."""
    dates = meant([Place(each, column) for each in table.tables for column in dates_of(each)])
    return Mark("C", dates[0].column.name, places=(dates[0],)) if len(dates) == 1 else None


def take_named_adjectives(reader: Marked) -> None:
    """“The tallest goalkeeper”, where a goalkeeper is a row that has this value."""
    for most, least, words in dimensions():
        known = {
            n: place for n, mark in enumerate(reader.marks) if (place := _told_by(mark, words, kind="V"))
        }
        for adjectives, down in ((most, True), (least, False)):

            def first(
                marks: list[Mark], match: re.Match[str], down: bool = down, places: dict[int, Place] = known
            ) -> str:
                value = re.findall(r"<V(\d+)>", match[0])[0]
                number = next((int(float(mark.value)) for mark in marks if mark.kind == "N"), None)
                place = places[int(value)]
                own = Mark("T", marks[-1].words, tables=(place.table,))
                _ordered_to(reader, own, Mark("C", place.column.name, places=(place,)), down, number)
                return f"; <V{value}>"

            if known:
                value = f"<V({'|'.join(map(str, known))})>(?! <[TC])"
                reader.take(rf"(?:the )?(?:#N )?(?:{adjectives}) (?:#N )?{value}", first)


def _told_by(mark: Mark, words: frozenset[str], *, kind: str = "T") -> Place | None:
    """The one column that has such words, of the table that the mark names or in which its value stands."""
    tables = {table.path: table for table in (*mark.tables, *(place.table for place in mark.places))}
    if mark.kind != kind or len(tables) != 1:
        return None
    table = next(iter(tables.values()))
    figures = [c for c in table.columns if c.kind in ("number", "date")]
    found = [c for c in figures if words & {*in_full(c.name)}]
    if not found and "size" in words:  # of towns whose area nobody tells
        found = [c for c in figures if "population" in spoken(c.name)]
    return Place(table, found[0]) if len(found) == 1 else None


def take_superlatives(reader: Dated) -> None:
    plan, take = reader.plan, reader.take
    verb = rf"(?:{_VERB}|{reader.verbs})" if reader.verbs else _VERB
    for words, down in ((MOST, True), (LEAST, False)):

        def first(marks: list[Mark], match: re.Match[str], down: bool = down) -> str:
            if plan.limit and plan.shown:
                raise Stuck("Two orders are told.", left=[marks[-1].words])
            plan.is_many = _is_plural(marks[0])
            given = plan.order
            _subject(reader, marks[0])
            is_total = bool(match["total"]) and marks[-1].kind == "C"  # the longest distance “in total”
            _ordered_by(reader, marks[-1], f"total {match[0]}" if is_total else match[0], down)
            is_listed = re.search(r" (?:in each|for each|per) ", reader.text[match.end() :]) is not None
            _bound(reader, marks[0], is_ordered=given is not None or is_listed)
            kept = re.search(r"<V\d+>", match[0])
            return f"; {kept[0]}" if kept else ";"

        def first_per(marks: list[Mark], match: re.Match[str], down: bool = down) -> None:
            if plan.limit and plan.shown:
                raise Stuck("Two orders are told.", left=[marks[-1].words])
            _subject(reader, marks[0])
            _ordered_by(reader, marks[1], match[0], down)
            plan.limit, plan.per = 1, marks[2]

        has = rf"(?:(?:that|which|who) )?(?:(?:has|have|had) )?{verb}?(?: (?:with|in|by|for))?(?: the)?"
        by = rf"(?:{words}){_FOLDED}(?: the)? (?:#V )?#M"
        each = r"(?:(?:in|of|for|at|within|from) (?:each|every)|per)(?: of the)? #S"
        one = rf"(?:{words}){_FOLDED}(?: the)? #M"
        take(rf"(?:which|what|who|the) #S {has} {one} {each}", first_per)
        take(rf"#S (?:with|having)(?: the)? {one} {each}", first_per)
        total = "(?P<total> (?:in total|overall|altogether|in all))?"
        take(rf"(?:which|what|who|the) #S {has} {by}{total}", first)
        take(rf"#S (?:with|having)(?: the)? {by}{total}", first)
        take(rf"#T (?:that|who|which) {has} {by}{total}", first)
        _take_times(reader, words, down)
    if plan.limit == 1 and plan.folds:
        how = plan.folds[0]
        take(
            rf"(?:and )?(?:{COUNT}) #M(?: (?:did|do|does|has|have|is|are|were|was))?"
            rf"(?: (?:they|it|he she|he|she))?(?: (?:have|has|{_REL}))?(?: (?:{_REL}))?",
            lambda m, _: None if how.how == "count" and m[0].tables == how.mark.tables else none(m[0]),
        )


def _take_times(reader: Dated, words: str, down: bool) -> None:
    """“The month with the most orders”."""
    plan = reader.plan

    def by_time(marks: list[Mark], match: re.Match[str]) -> str:
        how = (
            "sum"
            if re.search(rf"\b(?:{SUM})\b", match[0])
            else "avg"
            if re.search(rf"\b(?:{AVG})\b", match[0])
            else ""
        )
        mark = marks[-1]
        if "number" not in match[0] and "most" not in match[0].split() and (paid := paid_of(mark)):
            mark, how = paid, how or "sum"
        if mark.kind == "C" and not how:
            is_sum = "most" in match[0].split() or all(map(is_additive, mark.places))
            how = "sum" if is_sum else "max" if down else "min"
        plan.folds.append(Fold(how or "count", mark))
        if mark.kind == "T":
            plan.base = mark
            plan.tables.append(mark)
        plan.group_by_time = match["unit"]
        plan.dated = match.groupdict().get("said") or ""
        plan.order, plan.limit = (None, down), 1
        return f"; {match['of'] or ''}"

    def highest(match: re.Match[str]) -> str:
        """“In which month was consumption highest” asks for the month with the highest."""
        column = reader.marks[int(match["column"])] if match["column"] else None
        is_sum = column is not None and not match["how"] and all(map(is_additive, column.places))
        how = "total " if is_sum else match["how"] or ""
        of = f" of {match['year']}" if match["year"] else ""
        return f" which {match['unit']}{of} had the {match['end']} {how}{match['what']} ; {match['values']}"

    reader.text = re.sub(
        r" (?:in )?(?:which|what) (?P<unit>day|week|month|quarter|year)(?: (?:of|in) (?P<year><Y\d+>))? "
        rf"(?:was|were|is|are) (?:the |our )?(?P<values>(?:<V\d+> )*)(?P<how>(?:{SUM}|{AVG}|number of) )?"
        rf"(?P<what><(?:C(?P<column>\d+)|T\d+)>) (?:at its )?(?:the )?(?P<end>{words})(?= )",
        highest,
        reader.text,
    )
    said = rf"(?: (?P<said>{reader.verbs}))?" if reader.verbs else ""
    unit = "(?P<unit>day|week|month|quarter|year)"
    reader.take(
        rf"(?:which|what|in which|in what|the) {unit}(?P<of> of #Y)? (?:was|were|had|has|have|did|with)"
        rf"(?: the)? (?:{words}){_FOLDED}(?: the)? #M{said}",
        by_time,
    )


def take_having(reader: Marked) -> None:
    """“customers with more than 2 orders”, “products whose average price is over 20”."""
    plan, take = reader.plan, reader.take
    for words, sign in OPERATORS.items():

        def counted(marks: list[Mark], match: re.Match[str], sign: str = sign) -> str:
            group, number, what = marks[0], marks[-2], marks[-1]
            plan.groups.append(group)
            plan.base = what
            plan.tables += [group, what] if group.kind == "T" else [what]
            plan.folds.append(Fold("count", what))
            plan.having = (what, sign, number.value)
            kept = re.search(r"(?:<C\d+> )?<V\d+>", match[0])
            return f"; {kept[0]}" if kept else ";"

        has = rf"(?:(?:that|which|who) )?(?:has|have|had|with|having|(?:{_REL})(?: (?:in|by|at|on|for|to))?)"

        def groups(marks: list[Mark], match: re.Match[str], sign: str = sign) -> str:
            plan.is_number_of_groups = True
            return counted(marks, match, sign)

        there = "(?: (?:in|from|of|at)(?: the)?(?: #C of)? #V)?"
        many = rf"#S{there}(?: (?:have|has|had|are|were))? {has} (?:{words}) #N #T"
        take(rf"(?:{COUNT}) {many}", groups)
        take(many, counted)

        def folded(marks: list[Mark], match: re.Match[str], sign: str = sign) -> None:
            group, column, number = marks
            how = "sum" if re.search(rf"\b(?:{SUM})\b", match[0]) else "avg"
            plan.groups.append(group)
            if group.kind == "T":
                plan.tables.append(group)
            plan.folds.append(Fold(how, column))
            plan.having = (column, sign, number.value)
            if re.match(rf"(?:{COUNT}) ", match[0]):
                plan.is_number_of_groups = True

        def together(marks: list[Mark], match: re.Match[str], use: Any = folded) -> str | None:
            """“Jobs with more than 2 million workers in 1990”: of all rows of a job in that time."""
            group, number, column = marks
            own = {table.path for table in group.tables}
            if not all(is_quantity(p) and p.table.path not in own for p in column.places):
                return match[0].replace(" <N", " ; <N", 1)
            return use([group, column, number], re.match(r"(?s).*", f"total {match[0]}"))

        reader.take(
            rf"#T {has} (?:{words}) #N #C(?= (?:in|during|for)(?: the)?(?: year)? <Y\d+> $)", together
        )
        reader.text = reader.text.replace(" ; <N", " <N")
        own = r"(?:(?:(?:that|which|who) )?(?:have|has|had|with|having)(?: an?| the)?|whose)"
        take(rf"(?:(?:{COUNT}) )?#S {own} (?:{SUM}|{AVG}) #C(?: (?:is|was|of))? (?:{words}) #N", folded)

        def in_all(marks: list[Mark], match: re.Match[str], use: Any = folded) -> None:
            group, number, column = marks
            use([group, column, number], re.match(r"(?s).*", f"total {match[0]}"))

        take(rf"#S {has} (?:{words}) #N #C (?:in total|overall|altogether|in all)", in_all)


def _is_shared(place: Place) -> bool:
    """Whether several rows have the same of a few values, each of which then stands for its rows together."""
    few = place.column.samples if is_sampled_whole(place.column) else ()
    return place.column.kind == "text" and 0 < len(few) < (place.table.rows or 0)


def _is_of_several(subject: Mark, column: Mark) -> bool:
    """Whether the most of it is that of many rows together: visitors of an exhibition on each of its days."""
    if not all(is_additive(p) or is_short_for(p.column.name, column.words) for p in column.places):
        return False
    if subject.kind == "C":
        return all(map(_is_shared, subject.places))
    return not {table.path for table in subject.tables} & {place.table.path for place in column.places}


def _is_plural(mark: Mark) -> bool:
    last = mark.words.split()[-1].lower()
    return stem(last) != last


def _subject(reader: Marked, mark: Mark) -> None:
    if mark.kind == "T":
        reader.plan.base = mark
        reader.plan.tables.append(mark)
    reader.plan.shown.append(mark)


def _bound(reader: Marked, mark: Mark, *, is_ordered: bool) -> None:
    """One of them; of several, all in their order where one is told."""
    plan = reader.plan
    plan.limit = 1
    if plan.is_many and not is_ordered and plan.direction is None:
        raise Stuck("It is not told how many of them are asked for.", left=[mark.words])
    if plan.is_many:
        by = plan.order[0] if plan.order else None
        if plan.direction is not None:
            plan.order = (by, plan.direction)
        plan.limit, plan.direction = None, None


def _ordered_to(reader: Marked, subject: Mark, by: Mark, down: bool, number: int | None) -> None:
    plan = reader.plan
    if plan.limit and plan.shown:
        raise Stuck("Two orders are told.", left=[subject.words])
    given = plan.order
    _subject(reader, subject)
    plan.order = (by, down)
    plan.shown.append(by)
    if number is not None:
        plan.limit = number
        return
    plan.is_many = _is_plural(subject)
    _bound(reader, subject, is_ordered=given is not None)


def _ordered_by(reader: Marked, mark: Mark, words: str, down: bool) -> None:
    plan = reader.plan
    how = "count" if mark.kind == "T" or "number of" in words or "count of" in words else ""
    how = how or ("sum" if re.search(rf"\b(?:{SUM})\b", words) else "")
    how = how or ("avg" if re.search(rf"\b(?:{AVG})\b", words) else "")
    if mark.kind == "T" and "number of" not in words and "count of" not in words and (paid := paid_of(mark)):
        mark, how = paid, "avg" if how == "avg" or re.search(rf"\b(?:{AVG})\b", words) else "sum"
    is_counted = re.search(r"\b(?:number of|count of|most|fewest|least)\b", words)
    if mark.kind == "T" and not is_counted:
        none(mark)
    is_most = bool(re.search(r"\b(?:most|fewest|least)\b", words))
    is_most = is_most or all(is_quantity(place) or is_of_heads(place) for place in mark.places)
    if mark.kind == "C" and not how and is_most:
        how = "sum" if _is_of_several(reader.plan.shown[-1], mark) else ""
    if not how:
        plan.order = (mark, down)
        plan.shown.append(mark)
        return
    if mark.kind == "T":
        plan.base = mark
        plan.tables.append(mark)
    plan.folds.append(Fold(how, mark))
    plan.groups.append(plan.shown.pop())
    plan.order = (None, down)


def none(mark: Mark) -> None:
    raise Stuck("", left=[mark.words])
