"""Bounds that a question sets to the numbers of rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from reading.values.quantities import Quantity, find_quantities
from retrieval.question.plans.bounds import Bound
from retrieval.question.wording.rows import (
    AT,
    EITHER,
    LAST,
    MORE,
    NEGATED,
    NONE,
    SIGN,
    VERB,
    WHICH,
    YEAR_BOUND,
)
from retrieval.sheets.asked import Compared, Measured, Relation
from retrieval.sheets.columns import best_of, scores_of, without_years
from retrieval.sheets.model import Column
from retrieval.sheets.request.asked.counted import (
    PER,
    among_units,
    asks_for_rows,
    bounds_in,
    counted_in,
    in_unit_of,
    unit_behind,
    words_of_units,
)
from retrieval.sheets.request.headings import column_of_dimension, columns_of
from retrieval.sheets.request.words import Words
from retrieval.sheets.stems import years_in
from retrieval.tables.rules.vocabulary.lexicon import extending, verbs

ROSE = re.compile(
    r"\b(?:gain\w*|grew|grow\w*|rose|rise[ns]?|rising|increas\w*|climb\w*|(?:go(?:es)?|went) up|more)\b",
    re.IGNORECASE,
)
FELL = re.compile(
    r"\b(?:los[et]s?|shr[au]nk|f[ae]ll(?:s|en|ing)?|declin\w*|decreas\w*|drop\w*|(?:go(?:es)?|went) down|"
    r"fewer|less)\b",
    re.IGNORECASE,
)
APART = re.compile(r",|\b(?:and|but|as well as|while)\b", re.IGNORECASE)  # between two bounds
GOING = re.compile(r"\b(?:go(?:es|ne)?|went|rises?|rose|climb\w*|falls?|fell|drop\w*)\s+$", re.IGNORECASE)
# Ahead of a number that is no bound but the value itself; of a bound or a value.
IS_SO = re.compile(r"\b(?:for|of|with|an?|the|is|are|exactly|by)\s+$|^\W*(?:which|what)\s+$", re.IGNORECASE)
EXTENDS = re.compile(rf"\b(?P<verb>{'|'.join(sorted(extending()))})\s+(?:for\s+)?$", re.IGNORECASE)
PERCENT = re.compile(r"%|\bper\s?cent\b", re.IGNORECASE)
BEHIND = 3  # words behind a bound, of which one is what it bounds
FIRST_YEAR, LAST_YEAR = 1500, 2100  # of numbers that are years
YEARS_FROM: dict[str, Relation] = {
    "before": "below", "prior to": "below", "after": "above", "since": "at least",
}  # fmt: skip


def bounded(asked: Words) -> tuple[list[Measured], tuple[Column, ...]]:
    """Bounds on numbers, and no columns that are asked for beside them."""
    several = bounds_in(asked.question)
    if len(several) > 1 and asks_for_rows(asked.question):
        return _each_bounded(asked, several), ()
    test = _bound(asked)
    if test is None:
        return [], ()
    relation, bound, text, start, end = test
    going = GOING.search(asked.question, 0, start)
    places = asked.free(going.start() if going else start, end)
    unit = unit_behind(asked.question, end)
    columns = (counted_in(asked, unit) or among_units(asked, unit, bound, relation)) if unit else ()
    columns = columns or columns_of(asked, every=True) or column_of_dimension(asked)
    if not _is_of_things(asked, columns, end):
        return [], ()  # “males under 18” are no fewer arrests than 18
    counted = in_unit_of(asked.sheet, columns, bound, unit)
    if (
        counted is None
        or not columns
        or (YEAR_BOUND.search(asked.question) and not tell_years(asked, columns))
    ):
        return [], ()
    counted = _in_hundredths(asked, columns, counted, text)
    asked.take(places)
    _take_units(asked, columns, start, end)
    any_of = len(columns) > 1 and relation != "is" and bool(EITHER.search(asked.question))
    return [Measured(tuple(c.name for c in columns), relation, counted, text, any_of)], ()


def _is_of_things(asked: Words, columns: Sequence[Column], end: int) -> bool:
    """Whether what a column only counts stands right behind the bound, where no heading is named."""
    told = frozenset(stem for token in asked.tokens for stem in token.stems)
    open_ = [column for column in columns if column.things and not (column.words - column.things) & told]
    verb = VERB.search(asked.question, end)
    stop = verb.start() if verb else len(asked.question)
    behind = [token for token in asked.tokens if end <= token.start < stop][:BEHIND]
    said = frozenset(stem for token in behind for stem in token.stems)
    return all(column.things & said for column in open_)


def _each_bounded(asked: Words, bounds: Sequence[Bound]) -> list[Measured]:
    """Each bound on the column that its own part of the question names; none where one names no column."""
    found, taken = list[Measured](), list[int]()
    for at, each in enumerate(bounds):
        first = bounds[at - 1].end if at else 0
        last = bounds[at + 1].start if at + 1 < len(bounds) else len(asked.question)
        first = max([first, *(m.end() for m in APART.finditer(asked.question, first, each.start))])
        last = min([last, *(m.start() for m in APART.finditer(asked.question, each.end, last))])
        places = asked.free(first, last)
        unit = unit_behind(asked.question, each.end)
        said = {stem for place in places for stem in asked.tokens[place].stems}
        columns = counted_in(asked, unit) if unit else ()
        columns = columns or best_of(scores_of(asked.sheet.numbers, said, frozenset(), moves=False))
        bound = in_unit_of(asked.sheet, columns, each.test.value, unit)
        if len(columns) != 1 or bound is None:
            return []
        words = columns[0].words
        taken += [place for place in places if asked.tokens[place].stems & words]
        taken += asked.free(each.start, each.end)
        bound = _in_hundredths(asked, columns, bound, each.test.written)
        found.append(Measured((columns[0].name,), each.test.relation, bound, each.test.written))
    asked.take(taken)
    for each, measured in zip(bounds, found, strict=True):
        _take_units(asked, (asked.column(measured.columns[0]),), each.start, each.end)
    return found


def _in_hundredths(asked: Words, columns: Sequence[Column], bound: Decimal, text: str) -> Decimal:
    """A bound in per cent as columns have it that write no sign behind their numbers: 17 of “17 percent”."""
    if not PERCENT.search(text):
        return bound
    names = [column.name for column in columns]
    held = [n for row in asked.sheet.rows for name in names if (n := row.number(name)) is not None]
    have_unit = any(row.units.get(name) == "%" for row in asked.sheet.rows for name in names)
    return bound if have_unit or 2 * sum(abs(n) > 1 for n in held) < len(held) else bound * 100


def _take_units(asked: Words, columns: Sequence[Column], start: int, end: int) -> None:
    """The words behind a bound in which its column counts, “of oxygen per litre”, and what rows do to have
    as much: “carry more than”."""
    known = set(words_of_units(asked.sheet, columns))
    asked.take(
        [at for at in asked.free(end, len(asked.question)) if asked.tokens[at].text.casefold() in known]
    )
    before = [at for at in asked.free(0, start) if at + 1 == len(asked.tokens) or asked.taken[at + 1]]
    asked.take([at for at in before if asked.tokens[at].text in verbs()][-1:], counts=False)
    if said := EXTENDS.search(asked.question, 0, start):
        asked.take(asked.free(*said.span("verb")), counts=False)
    words = {stem for column in columns for stem in column.words}
    asked.take([at for at in asked.free(0, len(asked.question)) if asked.tokens[at].stems & words])


def compared(asked: Words) -> list[Compared]:
    """Two columns of a row held against each other: “did Gore have more votes than Bush”, “lost members
    between 2019 and 2023”."""
    if NEGATED.search(asked.question):
        return []
    if moved := _moved(asked):
        return [moved]
    more = MORE.search(asked.question)
    if more is None:
        return []
    ahead = asked.free(0, more.start()) + asked.free(*more.span("noun"))
    behind = asked.free(more.end(), len(asked.question))
    own, other = _only(asked, ahead), _only(asked, behind)
    if own is None or other is None or own[0] == other[0]:
        return _told_apart(asked, more)
    asked.take([own[1], other[1]])
    asked.take(asked.free(*more.span()), counts=False)
    return [Compared(own[0], other[0], is_above=more["up"] is not None)]


def _told_apart(asked: Words, more: re.Match[str]) -> list[Compared]:
    """Two columns whose headings differ by what is said alone: “men” and “women” of “Population: male”."""
    ahead, behind = asked.free(*more.span("noun")), asked.free(more.end(), len(asked.question))
    first, second = (
        frozenset(s for at in places for s in asked.tokens[at].stems) for places in (ahead, behind)
    )
    pairs = [
        (own, other)
        for own in asked.sheet.numbers
        for other in asked.sheet.numbers
        if (apart := own.words - other.words) and apart <= first - second
        if (further := other.words - own.words) and further <= second - first
    ]
    if len(pairs) != 1:
        return []
    own, other = pairs[0]
    asked.take([at for at in [*ahead, *behind] if asked.tokens[at].stems & (own.words | other.words)])
    asked.take(asked.free(*more.span()), counts=False)
    return [Compared(own.name, other.name, is_above=more["up"] is not None)]


def _moved(asked: Words) -> Compared | None:
    """Whose number rose or fell between the two years that the question names, of those it asks for."""
    years = sorted(years_in(asked.question))
    rose, fell = (verbs.search(asked.question) for verbs in (ROSE, FELL))
    if len(years) != 2 or bool(rose) == bool(fell) or not WHICH.search(asked.question):
        return None
    free = {stem for at, token in enumerate(asked.tokens) if not asked.taken[at] for stem in token.stems}
    found = []
    for year in years:
        held = [each for each in asked.sheet.numbers if each.years == {year}]
        found.append(best_of(scores_of(held, free, frozenset({year}), moves=False)))
    earlier, later = found
    if len(earlier) != 1 or len(later) != 1 or without_years(earlier[0]) != without_years(later[0]):
        return None
    words = without_years(later[0]) | set(map(str, years))
    asked.take([at for at, token in enumerate(asked.tokens) if token.stems & words])
    said = rose or fell
    asked.take(asked.free(*said.span()) if said else [], counts=False)
    return Compared(later[0].name, earlier[0].name, is_above=rose is not None)


def _only(asked: Words, places: Sequence[int]) -> tuple[str, int] | None:
    """The one column of numbers of whose heading a word is all, and the word's place."""
    found = [
        (column.name, at)
        for column in asked.sheet.numbers
        for at in places
        if column.words and column.words <= asked.tokens[at].stems
    ]
    return found[0] if len(found) == 1 else None


def _bound(asked: Words) -> tuple[Relation, Decimal, str, int, int] | None:
    if not asks_for_rows(asked.question):
        return None
    if bound := next(iter(bounds_in(asked.question)), None):
        return bound.test.relation, bound.test.value, bound.test.written, bound.start, bound.end
    since = YEAR_BOUND.search(asked.question)
    if since and any(token.stems & c.words for c in _of_years(asked) for token in asked.tokens):
        return YEARS_FROM[since["word"].lower()], Decimal(since["year"]), since["year"], *since.span()
    if sign := SIGN.search(asked.question):
        return ("above" if sign["up"] else "below"), Decimal(0), "0", *sign.span()
    for quantity in find_quantities(asked.question):
        if PER.search(asked.question[: quantity.start]) or not asked.free(quantity.start, quantity.end):
            continue  # “per 100 ml”; a number that has its place
        before, behind = asked.question[: quantity.start], asked.question[quantity.end :]
        if (AT.search(before) or LAST.fullmatch(behind.strip())) and not years_in(quantity.text):
            return "is", quantity.value, quantity.text, quantity.start, quantity.end
        if IS_SO.search(before) and quantity.unit and _has_unit(asked, quantity):
            return "is", quantity.value, quantity.text, quantity.start, quantity.end
    for at, token in enumerate(asked.tokens[1:], start=1):
        before = asked.question[: token.start]
        if NONE.search(before) and any(token.stems & column.words for column in asked.sheet.numbers):
            start = asked.tokens[at - 1].start
            return "is", Decimal(0), "0", start, start
    return None


def _has_unit(asked: Words, quantity: Quantity) -> bool:
    """Whether a column counts in the unit of a number that sets no bound: “leases for 60 months”."""
    unit = quantity.unit
    return bool(counted_in(asked, unit) or among_units(asked, unit, quantity.value, "is"))


def _of_years(asked: Words) -> list[Column]:
    """The columns all of whose numbers are years."""
    return [column for column in asked.sheet.numbers if tell_years(asked, [column])]


def tell_years(asked: Words, columns: Sequence[Column]) -> bool:
    """Whether each number in these columns is a year."""
    numbers = [row.number(column.name) for row in asked.sheet.rows for column in columns]
    return all(n == n.to_integral() and FIRST_YEAR <= n <= LAST_YEAR for n in numbers if n is not None)
