"""Figures that no column holds but two do: how long something took, how old somebody is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from retrieval.tables.rules.dates import dates_of, dates_said, has_time, in_turn, is_date, says, tells_table
from retrieval.tables.rules.parts.marked import Marked, kept_out
from retrieval.tables.rules.parts.money import is_of_one, is_plural
from retrieval.tables.rules.plan import Made, Mark, Place
from retrieval.tables.rules.vocabulary.lexicon import amounts, flows, spans, units
from retrieval.tables.rules.vocabulary.words import COUNTED, LEAST, MOST
from retrieval.tables.schema import Column, Schema, Table, words_of
from retrieval.tables.understanding import stem

UNITS = "seconds?|minutes?|hours?|days?|weeks?|months?|years?"
_HEADS = frozenset("population inhabitants".split())
_SPAN = "duration|length of time|amount of time|time taken|time|delay|gap|interval|length of stay"
_IN = rf"(?: (?:in|in number of|in terms of) (?P<unit>{UNITS}))?"
_SMALL = "(?:(?:the|a|an|their|its|his|her|being|getting|having|date|dates|time|times|of|when|they|each) )*"
_SIDE = rf"{_SMALL}(?:#C|#T|[a-z]+)(?: (?:dates?|times?))?"


def take_measures(reader: Marked, schema: Schema) -> None:
    """Puts a mark of what is computed in place of the words that tell it."""
    _take_spans(reader, schema)
    _take_durations(reader, schema)
    _take_lasting(reader, schema)
    _take_figures(reader)
    _take_ages(reader, schema)


def _take_spans(reader: Marked, schema: Schema) -> None:
    """“Days between order and delivery”, “time to delivery since the order”."""

    def between(_: list[Mark], match: re.Match[str]) -> str:
        unit = match["counted"] or match["unit"] or match["behind"] or ""
        found = list(_between(reader, schema, match["first"], match["last"], unit.rstrip("s")))
        return _put(reader, found, match[0])

    reader.take(
        rf"(?:the )?(?:(?:number of )?(?P<counted>{UNITS})|{_SPAN}|difference|time difference)"
        rf"{_IN} (?:(?:it took|elapsed|passed) )?(?:between|from) (?!(?:the )?(?:{MOST}|{LEAST}) )"
        rf"(?P<first>{_SIDE}) (?:and|to|until|till) "
        rf"(?P<last>{_SIDE})(?: in (?:number of )?(?P<behind>{UNITS}))?",
        between,
    )
    reader.take(
        rf"(?:the )?(?:(?:number of )?(?P<counted>{UNITS})|time|{_SPAN}){_IN} to (?P<last>{_SIDE}) "
        rf"(?:since|from|after) (?P<first>{_SIDE})(?: in (?:number of )?(?P<behind>{UNITS}))?",
        between,
    )


def _take_durations(reader: Marked, schema: Schema) -> None:
    """“Length of stay”, “how long does it take to ship an order”."""

    def lasting(marks: list[Mark], match: re.Match[str]) -> str:
        tables = [table for mark in marks if mark.kind == "T" for table in mark.tables] or list(schema.tables)
        unit = (match["unit"] or match["behind"] or "").rstrip("s")
        found = [place for table in tables for place in _lasting(table, unit)]
        found = [place for place in found if _is_stay(place)] if "stay" in match[0] else found
        return _put(reader, found, match[0])

    reader.take(
        rf"(?:#T )?(?:duration|length of stay|(?<=average )stay){_IN}(?: of (?:each |the |an? )?#T)?"
        rf"(?: in (?P<behind>{UNITS}))?",
        lasting,
    )

    def taken(marks: list[Mark], match: re.Match[str]) -> str:
        unit = (match["behind"] or match["unit"] or "").rstrip("s")
        tables = marks[0].tables
        found = [place for table in tables for place in _lasting(table, unit, said=match["verb"])]
        put = _put(reader, found, match[0])
        return f"average {put} of <T{reader.marks.index(marks[0])}>" if found else put

    reader.take(
        rf"(?:how long (?:does|did|do) it (?:usually |typically |normally )?take|(?:the )?average "
        rf"(?:time|duration|number of (?P<unit>{UNITS}))(?: it (?:takes|took)| taken| needed)?)"
        rf"(?: on average)? to (?P<verb>[a-z]+) (?:an? |the |each |all )?#T(?: on average)?"
        rf"(?: in (?P<behind>{UNITS}))?",
        taken,
    )
    reader.take(
        rf"(?:the )?average (?:time|number of (?P<unit>{UNITS})) (?:until|before|till|for) "
        r"(?:an? |the |each )?#T (?:(?:is|are|was|were|to be|to) )?(?P<verb>[a-z]+)"
        rf"(?: in (?P<behind>{UNITS}))?(?= $)",
        taken,
    )


def _take_lasting(reader: Marked, schema: Schema) -> None:
    """“Loans that lasted more than 20 days”, “the one that lasted longest”, “how long did each last”."""
    last = "last|lasts|lasted|take|takes|took|run|ran|runs"

    def put(mark: Mark, unit: str, said: str) -> str:
        found = [place for table in mark.tables for place in _lasting(table, unit.rstrip("s"), said=said)]
        return reader.put(Mark("C", "duration", places=(found[0],))) if len(found) == 1 else ""

    def compared(marks: list[Mark], match: re.Match[str]) -> str:
        column = put(marks[0], match["unit"], match["verb"] or "")
        if not column:
            return kept_out(match)
        table, number = (f"<{mark.kind}{reader.marks.index(mark)}>" for mark in marks)
        than = re.sub("longer", "more", re.sub("shorter", "less", match["than"]))
        return f"{table} with {column} {than} {number}"

    reader.take(
        rf"#T (?:(?:that|which|who) )?(?:{last}) "
        r"(?P<than>(?:longer|more|shorter|less) than|over|under|at least|at most) "
        rf"#N (?P<unit>{UNITS})(?: to (?P<verb>[a-z]+))?(?= )",
        compared,
    )

    def extreme(marks: list[Mark], match: re.Match[str]) -> str:
        column = put(marks[0], "", "")
        end = "highest" if match["end"] == "longest" else "lowest"
        return f"<T{reader.marks.index(marks[0])}> with the {end} {column}" if column else kept_out(match)

    reader.take(rf"#T (?:(?:that|which|who) )?(?:{last}) (?:the )?(?P<end>longest|shortest)(?= )", extreme)

    def of_deed(verb: str, own: tuple[Table, ...] = ()) -> str:
        """How long that was, of which the verb tells another table."""
        told = tuple(t for t in schema.tables if t not in own and tells_table(verb, t))
        return put(Mark("T", verb, tables=told), "", "") if len(told) == 1 else ""

    def of_doer(marks: list[Mark], match: re.Match[str]) -> str:
        end = "highest" if match["end"] == "longest" else "lowest"
        column = of_deed(match["verb"], marks[0].tables)
        return f"<T{reader.marks.index(marks[0])}> with the {end} {column}" if column else kept_out(match)

    doer = r"#T (?:(?:that|which|who) )?(?P<verb>[a-z]{4,}) (?:the )?(?P<end>longest|shortest)(?= $)"
    reader.take(doer, of_doer)

    def counted(marks: list[Mark], match: re.Match[str]) -> str:
        verb = match["verb"] if match["verb"][0] != "<" else marks[-1].words.lower()
        who = marks if match["verb"] == verb else marks[:-1]
        column = of_deed(verb)
        signs = " ".join(f"<{mark.kind}{reader.marks.index(mark)}>" for mark in who)
        return f"total {column} of {signs}" if column else kept_out(match)

    reader.take(
        r"how many days (?:did|do|does|has|have) (?:the )?(?:#V(?: #V)*|#T) (?P<verb>[a-z]+|#T)"
        r"(?: (?:in total|altogether|in all|overall))?(?= )",
        counted,
    )

    def each(marks: list[Mark], match: re.Match[str]) -> str:
        column = put(marks[0], "", "")
        table = f"<T{reader.marks.index(marks[0])}>"
        return f"what {column} of {match['each'] or ''} {table}" if column else kept_out(match)

    def usually(marks: list[Mark], match: re.Match[str]) -> str:
        column = put(marks[0], "", "")
        return f"average {column} of <T{reader.marks.index(marks[0])}>" if column else kept_out(match)

    reader.take(
        rf"how long (?:does|did|do) (?:(?:a|an|the|each) )?#T (?:usually |typically )?(?:{last})"
        "(?: (?:on average|usually|typically))(?= )",
        usually,
    )
    reader.take(
        rf"how long (?:does|did|do|is|was) (?:the )?(?P<each>each|every)? ?#T(?: (?:{last}))?(?= $)", each
    )


def _take_figures(reader: Marked) -> None:
    """The difference between two columns of numbers, the length of a text."""

    def minus(marks: list[Mark], match: re.Match[str]) -> str:
        first, last = marks
        found = [
            Place(
                own.table,
                Column("difference", own.column.type, "number"),
                Made("minus", own.column, other.column),
            )
            for own in first.places
            for other in last.places
            if own.table.path == other.table.path and own.column.kind == other.column.kind == "number"
        ]
        return _put(reader, found, match[0])

    reader.take(r"(?:the )?difference (?:between|in) (?:the )?#C and (?:the )?#C", minus)

    def times(marks: list[Mark], match: re.Match[str]) -> str:
        first, last = marks
        found = [
            Place(
                own.table,
                Column("product", other.column.type, "number"),
                Made("times", own.column, other.column),
            )
            for own in first.places
            for other in last.places
            if own.table.path == other.table.path and own.column.kind == other.column.kind == "number"
        ]
        return _put(reader, found, match[0])

    reader.take(r"(?:the )?#C (?:times|multiplied by) (?:the )?#C", times)

    def long(marks: list[Mark], match: re.Match[str]) -> str:
        found = [
            Place(place.table, Column("length", "integer", "number"), Made("length", place.column))
            for place in marks[0].places
            if place.column.kind == "text"
        ]
        return _put(reader, found, match[0])

    reader.take(
        r"(?:the )?(?:length|number of (?:characters|letters)) (?:of|in) (?:the |each |their |its )*#C", long
    )


def _take_ages(reader: Marked, schema: Schema) -> None:
    def aged(_: list[Mark], match: re.Match[str]) -> str:
        return _put(reader, [*_aged(reader, schema)], match[0])

    def older(_: list[Mark], match: re.Match[str]) -> str:
        put = _put(reader, [*_aged(reader, schema)], match[0])
        return (
            f"{put} {'over' if match[1] == 'older' else 'under'}"
            if put.startswith("<")
            else put.replace(match[0], "") or match[0]
        )

    reader.take("(?:the )?ages?", aged)
    reader.take("(older|younger) than(?= <N)", older)


def is_quantity(place: Place) -> bool:
    """Whether a column is called by the plural of what it tells how many there are of: minutes, seats."""
    return is_plural(place.column)


def quantity_of(mark: Mark) -> Mark | None:
    """The hours of a table of hours: what its rows hold so many of."""
    table = mark.tables[0]
    own = [
        c
        for c in table.columns
        if is_plural(c)
        and stem(c.name.lower()) == stem(table.name.lower())  # the flight of one is its number
    ]
    return Mark("C", mark.words, places=(Place(table, own[0]),)) if own and len(mark.tables) == 1 else None


def is_counted(place: Place) -> bool:
    """The same of a column that is called by its counting: word_count, num_rooms."""
    words = words_of(place.column.name)
    return is_quantity(place) or (len(words) > 1 and bool({words[0], words[-1]} & {*COUNTED}))


def is_of_heads(place: Place) -> bool:
    """Whether a column counts people, who are those of several rows together."""
    return bool({*words_of(place.column.name)} & _HEADS)


def is_additive(place: Place) -> bool:
    """Whether the figures of several rows make one together, as money and weights do."""
    words = words_of(place.column.name)
    kinds = {kind for kind, unit in units() if words[-1] in unit}
    is_summed = (
        {*words} & (flows() | _HEADS)
        or amounts() & {*words}
        or kinds & {"weight", "money", "volume", "energy"}
        or is_quantity(place)
    )
    return bool(is_summed) and not is_of_one(place.column)


def _put(reader: Marked, found: Sequence[Place], words: str) -> str:
    """A mark where one place is found; else the words stay, out of the reach of the pattern."""
    if len({place.path for place in found}) != 1:
        return " ".join(f"~{word}" if word[0] != "<" else word for word in words.split())
    return reader.put(Mark("C", words, places=(found[0],)))


def _between(reader: Marked, schema: Schema, first: str, last: str, unit: str) -> Iterator[Place]:
    own, other = (_side(reader, schema, side) for side in (first, last))
    pairs = [(one, two) for one in own for two in other if one.table.path == two.table.path and one != two]
    if len(pairs) > 1:  # of several tables, the one that is named
        named = {table.path for mark in reader.marks if mark.kind == "T" for table in mark.tables}
        pairs = [pair for pair in pairs if pair[0].table.path in named]
    for one, two in pairs if len(pairs) == 1 else []:
        yield from _timed(one.table, one.column, two.column, unit)


def _side(reader: Marked, schema: Schema, words: str) -> list[Place]:
    if named := re.search(r"<C(\d+)>", words):
        return [place for place in reader.marks[int(named[1])].places if is_date(place.column)]
    if named := re.search(r"<T(\d+)>", words):  # “between loan and return”
        table = reader.marks[int(named[1])]
        return dates_said(stem(table.words.lower()), table.tables)
    said = [word for word in words.split() if not re.fullmatch(_SMALL.strip(), f"{word} ")]
    return (
        dates_said(said[-1] if said[-1] not in ("date", "dates", "time", "times") else said[0], schema.tables)
        if said
        else []
    )


def _lasting(table: Table, unit: str, *, said: str = "") -> Iterator[Place]:
    """From the beginning to the end, where the table has one column of each. `said`: what the end is."""
    for begin, end in spans():
        first = [c for c in dates_of(table) if begin in words_of(c.name) or says(begin, c)]
        last = [c for c in dates_of(table) if end in words_of(c.name) or says(end, c)]
        if len(first) == len(last) == 1 and first != last and (not said or says(said, last[0])):
            yield from _timed(table, *in_turn(first[0], last[0]), unit)
            return


def _is_stay(place: Place) -> bool:
    """Whether it begins where somebody or something comes in."""
    first = place.made.first if place.made else place.column
    came = any(says(verb, first) for verb in ("arrived", "admitted", "entered", "moved"))
    return came or bool({"checkin", "check", "start", "begin", "from"} & {*words_of(first.name)})


def _timed(table: Table, first: Column, last: Column, unit: str) -> Iterator[Place]:
    has_times = has_time(first) and has_time(last)
    unit = unit or ("hour" if has_times else "day")
    if unit not in ("month", "year"):
        yield Place(table, Column(f"{unit}s", "numeric", "number"), Made("between", first, last, unit))


def _aged(reader: Marked, schema: Schema) -> Iterator[Place]:
    if any("age" in words_of(column.name) for table in schema.tables for column in table.columns):
        return
    named = {table.path for mark in reader.marks if mark.kind == "T" for table in mark.tables}
    born = dates_said("born", schema.tables)
    for place in [each for each in born if each.table.path in named] or born:
        yield Place(place.table, Column("age", "numeric", "number"), Made("age", place.column, unit="year"))
