"""Columns that a question asks for and that follow from two others: a rate, a change, days between two.

The table gets the column, and the question its heading in place of the words for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from itertools import permutations

from reading.values.units import MONEY_UNITS
from retrieval.question.wording.rows import AVERAGE, MOVING, SUM
from retrieval.sheets.columns import best_of, scores_of, without_years
from retrieval.sheets.linking.made.by_cells import in_cells, is_in
from retrieval.sheets.linking.made.limits import LEAST, RANKED, WORD, beyond, overspent
from retrieval.sheets.linking.made.wider import HEADING, Derived, Value, with_column
from retrieval.sheets.model import Column, Row, Sheet
from retrieval.sheets.numbers import unit_of
from retrieval.sheets.stems import years_in
from retrieval.stems import stems
from retrieval.tables.rules.vocabulary.lexicon import called, same_unit

Word = re.Match[str]
DIGITS = Decimal("0.0001")  # of a rate
EACH = re.compile(
    r"\s*\b(?:per|for (?:each|every)|to each)\s+(?:single\s+)?(?P<each>(?:[^\W\d_]+\s*){1,3})", re.I
)
NUMBERED = re.compile(r"\s*per\s+\d")
UP = r"grow\w*|grew|ris\w*|rose|increas\w*|climb\w*|gain\w*|went up|improv\w*"
DOWN = r"fall\w*|fell|drop\w*|declin\w*|decreas\w*|los[et]|losing|loss\w*|shr[aiu]nk\w*|went down"
MOVE = re.compile(rf"\b(?:(?P<up>{UP})|(?P<down>{DOWN})|chang\w*)\b", re.I)
MORE_THAN = re.compile(
    r"\b(?:(?P<rising>more|higher|larger|bigger)|(?P<falling>fewer|less|lower|smaller))\b(?P<of>[^?.,]*?)"
    r"\bin\s+(?P<one>(?:19|20)\d\d)\s+than\s+(?:in\s+)?(?P<other>(?:19|20)\d\d)",
    re.I,
)
IN_PERCENT = re.compile(
    r"\bper\s?cent(?:age)?\b|\bpercentage\b|\brelatively\b|\bin relative terms\b|\bproportionally\b"
    r"|\bgrowth rate\b|\brate of (?:growth|increase)\b|\bfastest\b|%",
    re.I,
)
YEAR = r"(?:19|20)\d\d"
QUESTION = re.compile(r"\b(?:by )?how (?:much|did|do|has|have)\b|\bwhat (?:is|was|were|are)\b", re.I)
AS_WHOLE = re.compile(f"{SUM.pattern}|{AVERAGE.pattern}", re.I)
WHOLES = "total average mean sum all overall whole"
SUBJECT = re.compile(r"^\W*(?:in\s+)?(?P<what>(?P<count>how many|which|what)\s+[^?.,]*)", re.I)
ENDS = re.compile(
    rf"\s+(?:{MOVE.pattern}|{RANKED.pattern}|{MORE_THAN.pattern}|\b(?:has|have|had|saw|did|show\w*|record\w*)\b).*",
    re.I,
)
WHEN = re.compile(
    rf"\s*,?\s*(?:\b(?:from|between|over|in|since|during|for)\s+)?{YEAR}(?:\s*(?:to|and|-|–)\s*{YEAR})?", re.I
)
WITH_IT = re.compile(r"^\s+(?:members?|persons?|people)\b", re.I)  # “per staff member”
BEGUN = 5  # letters that a noun has with its verb
MOST_WORDS = 4  # before “per”, that may name what is told for each
LASTED = re.compile(
    r"\b(?:how long|how many days|days?|time|duration|turnaround|took|takes?|last(?:s|ed)?)\b", re.I
)
HOW_LONG = re.compile(
    r"^\W*(?:how long|how many days)\s+(?:did|does|do|was|is|were)\s+(?P<of>[^?]*?)"
    r"\s*(?:\b(?:take\w*|last\w*|run|stay\w*)\b(?P<tail>[^?]*))?\W*$",
    re.I,
)
LONGEST = re.compile(
    r"\b(?:took|takes?|last(?:s|ed)?|ran|had|has|kept|stayed|waited|spent|served|lived)\s+(?:(?:an?|the|their|it)\s+(?:\w+\s+)?)?"
    r"(?:the\s+)?(?:(?P<long>longest|most (?:time|days|years))"
    r"|(?:shortest|least time|fewest (?:days|years)|quickest|fastest))\b",
    re.I,
)
BOUND = re.compile(
    r"\b(?:took|takes?|last(?:s|ed)?|ran(?: for)?)\s+"
    r"(?P<bound>(?:more|longer|less) than|over|under|at least|at most)\s+"
    r"(?P<many>\d+|a)\s+(?P<unit>day|week)s?\b",
    re.I,
)
FINISH = re.compile(
    r"^\s+(?:to\s+(?:be\s+|get\s+)?[^\W\d_]+|(?:until|before)\s+(?:being\s+)?[^\W\d_]+ing)\b", re.I
)  # which the days end with
DUE = re.compile(r"\b(?:due|deadline|promised|planned|expected|agreed|until|by)\b", re.I)
DONE = re.compile(
    r"\b(?:returned|back|paid|payment|delivered|delivery|finished|completed|actual|received|arrived|done|closed)\b",
    re.I,
)
LATE = re.compile(
    r"\b(?:(?:came|were|was|are|is|been|got)\s+)?(?:(?:returned|brought|delivered|paid|handed|sent|completed)\s+)?"
    r"(?:(?:back|in)\s+)?"
    r"(?:(?:after|later than|past|beyond)\s+(?:(?:its|their|the|his|her)\s+)?"
    r"(?:deadline|(?:due|promised|agreed|planned)\s+(?:day|date))|(?:too\s+)?late\b(?!\s+(?:fee|fine|charge|shift|in\b|\d)))",
    re.I,
)
DAYS_OF = {"day": 1, "week": 7}
TIME = re.compile(
    r"\b(?:time|duration|turnaround(?: time)?|(?:number of )?days|length)\b"
    r"(?:\s+(?:it\s+)?(?:takes?|took))?",
    re.I,
)
IN_DAYS = re.compile(r"\b(?:days?|weeks?|turnaround)\b", re.I)
DURATION = re.compile(r"\b(?:hours?|days?|duration|minutes?|time|weeks?|months?)\b", re.I)
BETWEEN_TWO = re.compile(
    r"\b(?:(?:lay|lie|lies|passed|pass|went by|were there|are there)\s+)?(?:between|from)\s+"
    r"(?:(?:the|its|their)\s+)?"
    r"([^\W\d_]+)\s+(?:and|to|until)\s+(?:(?:the|its|their)\s+)?([^\W\d_]+)",
    re.I,
)
LASTING = re.compile(r"^\s*(?:time|wait|span|period|interval|gap|career)\b", re.I)  # “the longest time”
MANY_YEARS = re.compile(
    r"\b(?:how many years|how long|(?:the\s+)?(?:average\s+)?(?:number of )?years)\b"
    r"(?:\s+(?:did it take|on average|was there|were there))*",
    re.I,
)
BETWEEN = re.compile(r"\b(?:from|between)\s+(?:\w+\s+){1,2}(?:to|and|until)\s+(?:the\s+)?\w+", re.I)


def derived(sheet: Sheet, question: str) -> Derived | None:
    """None where the question asks for no such column, or the table has not the two that it follows from."""
    ways = (_rate, _change, _late, overspent, beyond, _days, _years)
    return next((made for way in ways if (made := way(sheet, question))), None)


# A rate -----------------------------------------------------------------------------------------------------


def _rate(sheet: Sheet, question: str) -> Derived | None:
    """“Loans per member of staff”: the one number over the other, row by row."""
    said = EACH.search(question)
    if said is None or NUMBERED.match(question, said.start()):
        return None  # “per 1000”, as a heading says
    ahead = list(WORD.finditer(question[: said.start()]))[-MOST_WORDS:]
    behind = list(WORD.finditer(question, said.start("each"), said.end("each")))
    over, under = _named(sheet, ahead, question), _named(sheet, behind, question)
    if over and behind and not under and (figure := in_cells(sheet, behind[0][0], over[0])):
        return _rate_by_cells(sheet, question, over, behind[0], figure)
    if over is None or under is None or over[0] == under[0]:
        return None
    one, each = over[0], under[0]
    name = f"{one.name} per {each.name}"
    rest = WITH_IT.sub(" ", question[under[1][-1].end() :])
    asked = (
        f"{question[: over[1][0].start()]}{HEADING}{WHEN.sub(' ', rest) if one.years | each.years else rest}"
    )
    return with_column(sheet, name, asked, lambda row: _quotient(row, one, each))


def _rate_by_cells(
    sheet: Sheet, question: str, over: tuple[Column, list[Word]], unit: Word, figure: Column
) -> Derived | None:
    """“Cost per kW”: of the rows alone whose figure is told in this unit."""
    one = over[0]
    asked = f"{question[: over[1][0].start()]}{HEADING}{question[unit.end() :]}"

    def value(row: Row) -> Value | None:
        return _quotient(row, one, figure) if is_in(row, figure, unit[0]) else None

    return with_column(sheet, f"{one.name} per {unit[0]}", asked, value)


def _named(sheet: Sheet, words: Sequence[Word], question: str) -> tuple[Column, list[Word]] | None:
    """The one column of numbers that the words name, with those that do."""
    numbers = [column for column in sheet.numbers if column not in sheet.codes]
    told = {word: _stems(word[0]) for word in words}
    scores = scores_of(numbers, frozenset().union(*told.values()), years_in(question), moves=False)
    best = best_of(scores)
    held = [word for word in words if best and told[word] & best[0].words]
    return (best[0], held) if len(best) == 1 and held else None


def _stems(word: str) -> frozenset[str]:
    """Those of the word, and of what else tables have for it."""
    others = [other for group in called(word.casefold()) for other in group]
    others += same_unit(word.casefold())
    return frozenset(stems(" ".join([word, *others])))


def _quotient(row: Row, over: Column, under: Column) -> Value | None:
    one, each = row.number(over.name), row.number(under.name)
    if one is None or not each:
        return None
    unit = unit_of(row, over)
    number = (one / each).quantize(DIGITS, ROUND_HALF_UP)
    return Value(number, f"{one:,} ÷ {each:,}", over.name, unit if unit in MONEY_UNITS else "")


# A change ---------------------------------------------------------------------------------------------------


def _change(sheet: Sheet, question: str) -> Derived | None:
    """What rows gained or lost between two years: “the most since 2021”, “more in 2023 than in 2022”."""
    compared, moved = MORE_THAN.search(question), MOVE.search(question)
    if not (compared or moved) or any(MOVING.search(column.name) for column in sheet.numbers):
        return None  # a column may tell it
    if (pair := _of_years(sheet, question)) is None:
        return None
    earlier, later = pair
    is_down = bool(moved and moved["down"])
    if compared:
        is_down = bool(compared["falling"]) == (compared["one"] > compared["other"])
    in_percent = bool(IN_PERCENT.search(question))
    way = "fall" if is_down else "rise" if compared or (moved and moved["up"]) else "change"
    what = " ".join(WORD.findall(re.sub(YEAR, " ", later.name)))
    name = f"{way} in {what} {min(earlier.years)}–{min(later.years)}{' in %' if in_percent else ''}"
    subject = SUBJECT.search(question)
    rows = ENDS.sub("", subject["what"]) if subject else ""
    rest = _beside(question[subject.start() + len(rows) :] if subject else question, later.words)
    counts = bool(subject and subject["count"].lower() == "how many")
    if RANKED.search(question) and not compared and rows and not counts:
        asked = f"{rows} has the {'lowest' if LEAST.search(question) else 'highest'} {HEADING} {rest}?"
    elif rows and (compared or counts) and not RANKED.search(question):
        asked = f"{rows} had a {HEADING} above 0 {rest}?"
    elif not subject and not in_percent and AS_WHOLE.search(question) and _is_named(later, question):
        asked = f"What is the {'average' if AVERAGE.search(question) else 'total'} {HEADING} {rest}?"
    else:
        return None
    return with_column(sheet, name, asked, lambda row: _moved(row, earlier, later, is_down, in_percent))


def _is_named(column: Column, question: str) -> bool:
    """Whether the question names it by more than that it is a whole: “Total beverages”."""
    return bool((without_years(column) - stems(WHOLES)) & stems(question))


def _beside(words: str, told: frozenset[str]) -> str:
    """What they say beside a change, its years and the column whose stems are `told`."""
    words = MORE_THAN.sub(r" \g<of> ", words)
    for said in (WHEN, MOVE, RANKED, IN_PERCENT, SUM, AVERAGE, QUESTION):
        words = said.sub(" ", words)
    return " ".join(word[0] for word in WORD.finditer(words) if not stems(word[0]) & told)


def _of_years(sheet: Sheet, question: str) -> tuple[Column, Column] | None:
    """The columns of two years of one thing: of those that the question names, else the only two."""
    years = years_in(question)
    of_year = [column for column in sheet.numbers if len(column.years) == 1]
    said = frozenset().union(*(_stems(word[0]) for word in WORD.finditer(question)))
    things = {without_years(column) for column in of_year}
    of_both = {t for t in things if years <= {y for c in of_year if without_years(c) == t for y in c.years}}
    named = [thing for thing in things if thing & said] or [*of_both]
    if len(named) != 1:
        return None
    held = sorted((c for c in of_year if without_years(c) == named[0]), key=lambda column: min(column.years))
    if years:
        held = [column for column in held if column.years <= years]
    return (held[0], held[1]) if len(held) == 2 else None


def _moved(row: Row, earlier: Column, later: Column, is_down: bool, in_percent: bool) -> Value | None:
    before, after = row.number(earlier.name), row.number(later.name)
    if before is None or after is None or (in_percent and before <= 0):
        return None
    high, low = (before, after) if is_down else (after, before)
    unit = unit_of(row, later)
    if unit == "%":
        return None  # points, which are no per cent
    if not in_percent:
        return Value(high - low, f"{high:,} − {low:,}", later.name, unit)
    share = ((high - low) / before).quantize(DIGITS, ROUND_HALF_UP)
    return Value(share, f"({high:,} − {low:,}) ÷ {before:,}", later.name, "%")


# Days between -----------------------------------------------------------------------------------------------


def _days(sheet: Sheet, question: str) -> Derived | None:
    """How long something took, from one day of its row to another."""
    if not LASTED.search(question) or (pair := _of_days(sheet, question)) is None:
        return None
    begin, end = pair
    name = f"days from {begin} to {end}"
    if bound := BOUND.search(question):
        many = (1 if bound["many"] == "a" else int(bound["many"])) * DAYS_OF[bound["unit"].lower()]
        asked = (
            f"{question[: bound.start()]}had a {HEADING} {bound['bound']} {many}{_behind(question, bound)}"
        )
    elif rank := LONGEST.search(question):
        most = "highest" if rank["long"] else "lowest"
        asked = f"{question[: rank.start()]}has the {most} {HEADING}{_behind(question, rank)}"
    elif (fold := AVERAGE.search(question)) and (time := TIME.search(question, fold.end())):
        rest = _without_ends(question[time.end() :], pair)
        asked = f"{question[: time.start()]}{HEADING} {rest}"
    elif of := HOW_LONG.search(question):
        rest = FINISH.sub(" ", of["tail"] or "")
        asked = f"What is the {HEADING} of {_without_ends(of['of'], pair)} {rest}?"
    else:
        return None
    days, said = sheet.days, f"{bound['many']} {bound['unit']}" if bound else ""
    return with_column(sheet, name, asked, lambda row: _apart(row, begin, end, days), said)


def _years(sheet: Sheet, question: str) -> Derived | None:
    """How many years lie between two of a row: “how many years lay between founding and closing”."""
    said = BETWEEN_TWO.search(question)
    if said is None:
        return None
    dated = [column for column in sheet.numbers if sheet.has_years(column)]
    told = [[column for column in dated if _is_noun_of(word, column)] for word in said.groups()]
    if [len(each) for each in told] != [1, 1] or told[0] == told[1]:
        return None
    one, other = told[0][0], told[1][0]
    rest = f"{question[: said.start()]} {question[said.end() :]}"
    many = MANY_YEARS.search(rest)
    if rank := LONGEST.search(rest):
        most = "highest" if rank["long"] else "lowest"
        behind = LASTING.sub(" ", rest[rank.end() :], count=1)
        asked = f"{rest[: rank.start()]}has the {most} {HEADING} {behind}"
    elif many:
        fold = "average " if AVERAGE.search(rest) else ""
        asked = f"What is the {fold}{HEADING} {rest[: many.start()]} {rest[many.end() :]}"
    else:
        return None
    name = f"years from {one.name} to {other.name}"
    return with_column(sheet, name, asked, lambda row: _years_apart(row, one, other))


def _is_noun_of(word: str, column: Column) -> bool:
    """Whether the heading has the word, or the verb that it is the noun of: “suspended” of suspension."""
    begun, parts = word.casefold()[:BEGUN], WORD.findall(column.name.casefold())
    is_begun = len(word) > BEGUN and any(part[:BEGUN] == begun for part in parts)
    return bool(column.words & frozenset(stems(word))) or is_begun


def _years_apart(row: Row, one: Column, other: Column) -> Value | None:
    first, last = row.number(one.name), row.number(other.name)
    if first is None or last is None or not all(re.fullmatch(YEAR, str(year)) for year in (first, last)):
        return None
    return Value(last - first, f"{last} − {first}", other.name, "years")


def _without_ends(words: str, pair: Sequence[str]) -> str:
    """The words but for “from received to finished”, where they name the two columns so."""
    said = BETWEEN.search(words)
    both = said is not None and all(stems(name) & stems(said[0]) for name in pair)
    return BETWEEN.sub(" ", words) if both else words


def _behind(question: str, said: re.Match[str]) -> str:
    """What stands behind the words, but for what the time ends with: “to finish”."""
    return FINISH.sub(" ", question[said.end() :])


def _late(sheet: Sheet, question: str) -> Derived | None:
    """What came after the day that it was due on: “returned after their due date”, “late”."""
    names = [name for name in sheet.days if name not in sheet.months]
    due = [name for name in names if DUE.search(name.replace("_", " "))]
    said = LATE.search(question)
    if said is None or len(due) != 1 or len(names) < 2:
        return None
    of = frozenset(stems(question))
    done = [name for name in names if name != due[0] and DONE.search(name.replace("_", " "))]
    done = [name for name in done if stems(name) & of] or done
    if len(done) != 1:
        return None
    asked = f"{question[: said.start()]} with a {HEADING} above 0 {question[said.end() :]}"
    days = sheet.days
    return with_column(
        sheet, f"days from {due[0]} to {done[0]}", asked, lambda row: _apart(row, due[0], done[0], days)
    )


def _of_days(sheet: Sheet, question: str) -> tuple[str, str] | None:
    """The columns of the day that something began and ended: the two that are named, else the only two."""
    names = [name for name in sheet.days if name not in sheet.months]
    names = [name for name in names if not DUE.search(name.replace("_", " "))] if len(names) > 2 else names
    said = frozenset(stems(question))
    named = [name for name in names if stems(name) & said]
    lasting = [column for column in sheet.numbers if DURATION.search(column.name)]
    if len(named) != 2 and (len(names) != 2 or (lasting and not IN_DAYS.search(question))):
        return None
    pair = named if len(named) == 2 else names
    for begin, end in permutations(pair):
        apart = [value.number for row in sheet.rows if (value := _apart(row, begin, end, sheet.days))]
        if apart and min(apart) >= 0 < max(apart):
            return begin, end
    return None


def _apart(row: Row, begin: str, end: str, days: Mapping[str, Mapping[str, date]]) -> Value | None:
    first, last = (days[name].get(str(row.cells.get(name))) for name in (begin, end))
    if first is None or last is None:
        return None
    return Value(Decimal((last - first).days), f"{last:%Y-%m-%d} − {first:%Y-%m-%d}", end, "days")
