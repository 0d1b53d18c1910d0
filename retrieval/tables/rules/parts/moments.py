"""When something was: takes the times of a question and the verb or column that tells of which date."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from retrieval.tables.rules.parts import times
from retrieval.tables.rules.parts.marked import Dated
from retrieval.tables.rules.plan import Filter, Mark, Time
from retrieval.tables.rules.vocabulary.words import IS, WEEK

Made = Callable[[list[Mark], "re.Match[str]"], Time]


def take_times(reader: Dated) -> None:
    _take_relative(reader)


def take_named_times(reader: Dated) -> None:
    """Years, quarters, months and days, and the days of the week."""
    take, plan = reader.take, reader.plan
    take(r"(?:(?:in|during|of|from|for)(?: the)? )?#C #Y", lambda m, match: _beside(reader, m, match))
    bounds = (
        ("after|later than", ">"),
        ("since|starting(?: from)?|from", ">="),
        ("before|earlier than|prior to", "<"),
        ("until|till|through", "<="),
    )

    def lasting(marks: list[Mark], _: re.Match[str]) -> str:
        table, day = marks
        time = times.ranged("in", [day])
        if len(table.tables) == 1:
            plan.times.append(replace(time, near=table.tables[0].path, is_lasting=True))
        return f"<T{reader.marks.index(table)}>"

    take(r"(?:is|are|was|were)(?: out)? (?:on|in|under)(?: an?| the)? #T on(?: the)? <D\d+>", lasting)
    whole = "(?:the )?(?:between|from)"
    _timed(reader, rf"{whole} #Y (?:and|to|until|through) #Y", lambda m, _: times.ranged("in", m))
    for words, operator in bounds:

        def bounded(marks: list[Mark], _: re.Match[str], operator: str = operator) -> Time:
            return times.ranged(operator, marks)

        _timed(reader, rf"(?:{words})(?: the)? #Y", bounded)
    _timed(
        reader, r"(?:in|on|during)(?: the)?(?: year)? #Y(?: (?:and|or)(?: in)? #Y)?", lambda m, _: _of_both(m)
    )
    _timed(reader, r"(?:for|of)(?: the)?(?: year)? #Y", lambda m, _: times.ranged("in", m))

    day = rf"(?:{'|'.join(WEEK)})s?"

    def on(_: list[Mark], match: re.Match[str]) -> None:
        named = re.findall(rf"\b({'|'.join(WEEK)})s?\b", match[0])
        plan.days = tuple(sorted({number for word in named for number in WEEK[word]}))
        plan.dated = plan.dated or _verb(match)

    said = rf"(?:(?P<said>{reader.verbs}) )?" if reader.verbs else ""
    take(rf"{said}(?:on|during|at)(?: the| an?)? {day}(?: (?:and|or)(?: on)? {day})*", on)


def _of_both(marks: list[Mark]) -> Time:
    """Of one time, or of two that follow each other."""
    spans = sorted((times.ranged("in", [mark]) for mark in marks), key=lambda span: span.first)
    if len(spans) == 2 and spans[0].behind != spans[1].first:
        raise times.apart(marks[1])
    return replace(spans[0], behind=spans[-1].behind)


def _beside(reader: Dated, marks: list[Mark], match: re.Match[str]) -> str | None:
    """“The year 2020” and “sale date 2024-01-05”; behind another column, the time is one of its row."""
    column, time = marks
    if any(place.column.kind in ("date", "number") for place in column.places):
        reader.plan.filters.append(Filter(column, "=", (time,)))
        return None
    reader.plan.times.append(times.ranged("in", [time]))
    return match[0].split()[-2]


def _take_relative(reader: Dated) -> None:
    today = reader.today
    in_ = "(?:(?:in|over|during|for|within|throughout) )?"
    unit = times.UNIT

    def number(marks: list[Mark]) -> int:
        return int(float(next(mark for mark in marks if mark.kind == "N").value))

    _timed(reader, rf"{in_}(?:the )?#N whole {unit} before this",
           lambda m, t: times.whole(number(m), _unit(t), today))  # fmt: skip
    _timed(reader, rf"{in_}(?:the )?(?:last|past|previous) #N {unit}",
           lambda m, t: times.rolling(number(m), _unit(t), today))  # fmt: skip
    _timed(reader, rf"{in_}(?:the )?(?:next|coming|following) #N {unit}",
           lambda m, t: times.coming(number(m), _unit(t), today))  # fmt: skip
    _timed(reader, rf"(?:more than|over|at least) #N {unit} ago",
           lambda m, t: Time(behind=times.rolling(number(m), _unit(t), today).first))  # fmt: skip
    _timed(reader, rf"(?:less than|within|at most|no more than) #N {unit}(?: ago| of today)",
           lambda m, t: times.rolling(number(m), _unit(t), today))  # fmt: skip
    _timed(reader, rf"#N {unit} ago", lambda m, t: times.ago(number(m), _unit(t), today))
    _timed(reader, rf"{in_}the (?:last|past) {unit}", lambda _, t: times.rolling(1, _unit(t), today))
    _timed(reader, rf"(?:(?:in|during) )?(?:the )?(?:last|previous) {unit}",
           lambda _, t: times.previous(_unit(t), today))  # fmt: skip
    _timed(reader, rf"(?:(?:in|during) )?(?:this|the current) {unit}",
           lambda _, t: times.present(_unit(t), today))  # fmt: skip
    _timed(reader, rf"(?:(?:in|during) )?(?:the )?(?:next|coming) {unit}",
           lambda _, t: times.following(_unit(t), today))  # fmt: skip


def _unit(match: re.Match[str]) -> str:
    found = re.findall(rf"\b{times.UNIT}\b", match[0])
    return found[-1]


def _timed(reader: Dated, pattern: str, make: Made) -> None:
    """Takes a time with the column or the verb before it; a column of something else is left there."""
    said = (
        rf"(?:(?:(?:{IS}) )?(?:(?:{reader.verbs}) to )?(?P<said>{reader.verbs})(?: (?:up|out))? )?"
        if reader.verbs
        else ""
    )

    def with_column(marks: list[Mark], match: re.Match[str]) -> str | None:
        column = marks[0]
        time = make(marks[1:], match)
        dates = tuple(place for place in column.places if times.tells(place))
        if dates:
            reader.plan.times.append(replace(time, mark=Mark("C", column.words, places=dates)))
            return None
        reader.plan.times.append(time)
        return match[0].split()[0]

    def alone(marks: list[Mark], match: re.Match[str]) -> None:
        time = make(marks, match)
        named = re.findall(r"<T(\d+)>", reader.text[: match.start()])
        if " the " in match[0]:  # “in the 2024 general election”
            named += re.findall(r"^(?: <V\d+>)? <T(\d+)>", reader.text[match.end() :])
        near = [table.path for number in named[-1:] for table in reader.marks[int(number)].tables]
        reader.plan.times.append(replace(time, said=_verb(match), near=near[0] if len(near) == 1 else ""))

    reader.take(
        rf"(?<!each )(?<!every )(?<!per )#C(?: (?:{IS}|that|date|falls|fell))* {pattern}", with_column
    )
    reader.take(said + pattern, alone)


def _verb(match: re.Match[str]) -> str:
    return (match.groupdict().get("said") or "").strip()
