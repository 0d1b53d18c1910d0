"""What rows amount to: counts, sums, averages and ends."""

from __future__ import annotations

import re
from functools import partial

from retrieval.tables.rules.parts.marked import Dated, kept_out
from retrieval.tables.rules.parts.measures import is_counted, is_quantity, quantity_of
from retrieval.tables.rules.parts.money import paid_of
from retrieval.tables.rules.plan import Fold, Mark, Place, Stuck
from retrieval.tables.rules.shapes.bare import take_bare
from retrieval.tables.rules.vocabulary.lexicon import is_short_for, kind_in
from retrieval.tables.rules.vocabulary.words import (
    AVG,
    COUNT,
    LEAST,
    MOST,
    PER,
    PERIODICAL,
    RELATED,
    SUM,
    UNITS,
)

_SUMMED = re.compile(r"how many <|(?:the )?total number of (?:all )?<")


def take_folds(reader: Dated) -> None:
    """Those of counts first, which would else be taken for columns."""
    _averages_of_counts(reader)
    _counts(reader)
    _means(reader)
    _of_columns(reader)
    take_bare(reader)
    if reader.plan.folds:
        _periodical(reader)


def _averages_of_counts(reader: Dated) -> None:
    """“Average number of orders per customer”; a column called “number of …” is averaged itself."""
    plan = reader.plan

    def average(marks: list[Mark], _: re.Match[str]) -> None:
        plan.average_of = (marks[0], marks[1])
        plan.tables += [mark for mark in marks if mark.kind == "T"]
        plan.base = marks[0]

    def figure(marks: list[Mark], match: re.Match[str]) -> str:
        is_figure = all(place.column.kind == "number" for place in marks[0].places)
        return match[0].replace(" number of ", " " if is_figure else " ~number of ")

    def rows_over_time(marks: list[Mark], match: re.Match[str]) -> None:
        plan.average_of = (marks[0], match["unit"])
        plan.tables.append(marks[0])
        plan.base = marks[0]

    def over_time(marks: list[Mark], match: re.Match[str]) -> str | None:
        unit = match["unit"] if len(marks) == 1 else marks[1].words.lower()
        if not all(map(is_quantity, marks[0].places)):
            return match[0].replace(" number of ", " ~number of ")
        plan.average_of = (marks[0], unit)
        plan.shown.append(marks[0])
        return None

    def sums(marks: list[Mark], match: re.Match[str]) -> str | None:
        """“The average number of workers per occupation”, of which several rows tell some."""
        own = {table.path for table in marks[1].tables}
        if not all(is_quantity(place) and place.table.path not in own for place in marks[0].places):
            return match[0].replace(" number of ", " ~number of ")
        plan.average_of = (marks[0], marks[1])
        plan.tables.append(marks[1])
        return None

    reader.take(rf"(?:the )?(?:{AVG}) number of #C (?:per|for each|by) #T", sums)
    reader.text = reader.text.replace(" ~number of ", " number of ")
    named = [f"<C{n}>" for n, m in enumerate(reader.marks) if m.kind == "C" and m.words.lower() in UNITS]
    units = f"(?:(?P<unit>{'|'.join(UNITS)})|{'|'.join(named) or '~'})"
    alone = f"(?P<unit>{'|'.join(UNITS)})"
    reader.take(rf"(?:the )?(?:{AVG}) number of #T (?:per|a|each) {alone}", rows_over_time)
    reader.take(rf"(?:the )?(?:{AVG}) number of #C (?:per|a|each) {units}", over_time)
    reader.take(rf"(?:{AVG}) number of #C", figure)
    reader.take(rf"(?:the )?(?:{AVG}) number of #T(?: (?:{RELATED}))? (?:{PER}) #S", average)


def _counts(reader: Dated) -> None:
    """Spreads, running figures and counts."""
    plan = reader.plan

    def spread(marks: list[Mark], match: re.Match[str]) -> None:
        _fold(reader, Fold("range", marks[-1]))
        plan.tables += [mark for mark in marks if mark.kind == "T"]

    def running(_: list[Mark], match: re.Match[str]) -> str:
        plan.is_running = True
        return match[1]

    def counted(marks: list[Mark], match: re.Match[str]) -> None:
        if marks[0].kind == "T":
            plan.tables.append(marks[0])
            plan.base = plan.base or marks[0]
            own = quantity_of(marks[0])
            is_different = re.search(r" (?:different|distinct|unique) ", match[0]) is not None
            if is_different and len(marks[0].tables) == 1 and (kind := kind_in(marks[0].tables[0])):
                _fold(
                    reader, Fold("distinct", Mark("C", kind.name, places=(Place(marks[0].tables[0], kind),)))
                )
                return
            _fold(reader, Fold("sum", own) if own else Fold("count", marks[0]))
        else:
            is_figure = all(
                is_counted(p) or is_short_for(p.column.name, marks[0].words) for p in marks[0].places
            )
            is_sum = _SUMMED.match(match[0]) is not None and is_figure
            _fold(reader, Fold("sum" if is_sum else "distinct", marks[0]))

    reader.take(
        rf"(?:the )?difference between (?:the )?(?:{MOST}) and (?:the )?(?:{LEAST}) (?:#T )?#C", spread
    )
    reader.take(rf"(?:running|cumulative)(?: (?={SUM}|{AVG}|{COUNT}))?()(?= )", running)
    reader.take(rf"(?:{COUNT})(?: the)?(?: (?:different|distinct|unique))?(?: all)? #M", counted)


def _means(reader: Dated) -> None:
    """What a table's rows amount to, in all or each, and the times at which there are some."""
    plan = reader.plan

    def mean(marks: list[Mark], match: re.Match[str]) -> str:
        paid = paid_of(marks[0])
        if paid is None:
            return kept_out(match)
        plan.tables.append(marks[0])
        plan.base = plan.base or marks[0]
        _fold(reader, Fold("avg", paid))
        return ";"

    reader.take(
        rf"(?:{SUM}|sum)(?: of)?(?: the)?(?: (?P<each>{'|'.join(PERIODICAL)}))? #T", partial(_money, reader)
    )
    reader.take(rf"(?:{AVG})(?: of)?(?: the)? #T(?! #C)", mean)
    units = "(?P<unit>day|week|month|quarter|year)s"
    verb = f"(?:with|had|have|has|having|{RELATED})"
    reader.take(
        rf"(?:{COUNT})(?: (?:different|distinct|unique))? {units}(?: ;)*(?: {verb})+ #T",
        partial(_times_with, reader),
    )


def _of_columns(reader: Dated) -> None:
    for words, how in ((SUM, "sum"), (AVG, "avg"), ("median", "median"), (MOST, "max"), (LEAST, "min")):

        def fold(marks: list[Mark], _: re.Match[str], how: str = how) -> None:
            for mark in marks:
                _fold(reader, Fold(how, mark))

        reader.take(rf"(?:{words})(?: of)?(?: the| all| their)* #C(?: and(?: the)? (?:{words}) #C)?", fold)


def _periodical(reader: Dated) -> None:
    """“Monthly sales” are told by month."""
    for word, unit in PERIODICAL.items():
        if re.search(rf" {word} ", reader.text):
            reader.take(word, lambda *_: None)
            reader.plan.group_by_time = unit


def _money(reader: Dated, marks: list[Mark], match: re.Match[str]) -> str:
    """“Total sales” is what was paid, where the table has one column that tells it."""
    paid = paid_of(marks[0])
    if paid is None or "number" in match[0]:
        raise Stuck(left=[match[0].split()[0]])
    reader.plan.tables.append(marks[0])
    reader.plan.base = reader.plan.base or marks[0]
    _fold(reader, Fold("sum", paid))
    return f"{match['each'] or ''} ;"


def _times_with(reader: Dated, marks: list[Mark], match: re.Match[str]) -> None:
    """How many days, weeks or months had some."""
    reader.plan.tables.append(marks[0])
    reader.plan.base = reader.plan.base or marks[0]
    reader.plan.count_times = match["unit"]


def _fold(reader: Dated, fold: Fold) -> None:
    if fold not in reader.plan.folds:
        reader.plan.folds.append(fold)
