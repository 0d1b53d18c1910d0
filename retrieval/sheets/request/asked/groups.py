"""Groups of rows that a question asks for by what they come to: “which month had the highest total”."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from retrieval.question.wording.rows import AVERAGE, GROUP, VERB, WHICH, normed
from retrieval.sheets.asked import Condition
from retrieval.sheets.model import Column
from retrieval.sheets.request.headings import place_of_consonants
from retrieval.sheets.request.words import Words

JUDGING = re.compile(r"best|worst", re.IGNORECASE)
# Of which more is better, and less.
GOODS = re.compile(
    r"score|rating|points?|result|satisf|marks?\b|grade|perform|yield|sales|revenue|profit|income|earning|turnover|return|"
    r"accuracy|quality|wins?\b|goals|attendance|votes|harvest|output|production|margin|mpg|share|growth|speed|streams",
    re.IGNORECASE,
)
ILLS = re.compile(
    r"death|died|mites?\b|pests?\b|errors?|defect|faults?\b|loss|late\b|delay|complain|accident|injur|damage|crime|murder|"
    r"violen|pollut|nitrate|failure|absen|unemploy|poverty|price|cost|fees?\b|rank|place|waiting|noise|emission|time\b",
    re.IGNORECASE,
)
MOST_KINDS = 15  # whole numbers in a column by which rows are put together
MOST_GROUPS = 10  # rows whose numbers are told one by one
MOST_BEFORE = 4  # words of what is asked for, in which the column is named: “which two Minnesota sites”
Fold = Literal["sum", "average", "count"]
MOST = re.compile(r"\b(?:most|least|fewest)\b", re.IGNORECASE)
NUMBER_OF = re.compile(r"\b(?:largest|highest|biggest|greatest|smallest|lowest)\s+number\s+of\b", re.I)
TOTAL = re.compile(r"\b(?:overall|in total|total|altogether|in all|together|combined)\b", re.IGNORECASE)
# Figures of a state, which do not add up.
STATES = re.compile(
    r"balance|level|rank|(?<![a-z])(?:rate|ratio|age)s?(?![a-z])|per\s?cent|%|temp|average|mean|median|\bph\b|price|"
    r"year|score|height|width|depth|speed|satisfaction|index|\bper\b",
    re.IGNORECASE,
)


def group_of(asked: Words, *, by_codes: bool = False) -> str:
    """The column of words by whose contents rows are put together: what stands behind “which”.

    `by_codes`: also one of which each row has another content, as of part numbers.
    """
    which = WHICH.search(asked.question)
    if which is None:
        return ""
    stop = VERB.search(which["noun"])
    start = which.start("noun")
    end = start + (stop.start() if stop else len(which["noun"]))
    places = [at for at, token in enumerate(asked.tokens) if start <= token.start and token.end <= end]
    for column in asked.sheet.texts:
        held = [at for at in places[:MOST_BEFORE] if asked.tokens[at].stems & column.words]
        if held and (_repeats(asked, column) or (by_codes and _is_of_codes(asked, column, held))):
            asked.take(held)
            return column.name
    if (year := _year_of_several(asked, places)) is not None:
        return year
    called = [at for at in places[:MOST_BEFORE] if asked.tokens[at].stems & asked.sheet.names]
    if called and _return_in_time(asked):  # disasters, of a file on disasters whose rows are kinds by year
        asked.take(called, counts=False)
        return asked.sheet.label.name
    return ""


def _year_of_several(asked: Words, places: Sequence[int]) -> str | None:
    """The column of years that “which year” asks for, where several rows tell of each and none is named."""
    said = {*normed(asked.question)}
    held = [at for at in places[:MOST_BEFORE] if asked.tokens[at].norm == "year"]
    years = [column for column in asked.sheet.numbers if asked.sheet.has_years(column)]
    if not held or len(years) != 1 or not (_return_in_time(asked) and _repeats(asked, years[0])):
        return None
    if any({*normed(row.label)} & said for row in asked.sheet.rows):
        return None
    asked.take(held)
    return years[0].name


def _return_in_time(asked: Words) -> bool:
    """Whether rows go by the same labels again, and nothing but a time or numbers tells those apart."""
    sheet = asked.sheet
    others = [c.name for c in sheet.texts if c != sheet.label and c.name not in sheet.days]
    pairs = ({(row.label, row.cells.get(name)) for row in sheet.rows} for name in others)
    labels = {row.label for row in sheet.rows}
    return labels_repeat(asked) and all(len(found) == len(labels) for found in pairs)


def _is_of_codes(asked: Words, column: Column, places: Sequence[int]) -> bool:
    """Whether the words name a column of codes or names, and not what the rows are called by."""
    is_name = column != asked.sheet.label and column.name not in asked.sheet.days
    return is_name and not any(asked.tokens[at].stems & asked.sheet.names for at in places)


def _repeats(asked: Words, column: Column) -> bool:
    """Whether several rows have the same there."""
    held = [row.cells[column.name] for row in asked.sheet.rows if column.name in row.cells]
    return 1 < len(set(held)) < len(held)


def fold_of(asked: Words, columns: Sequence[Column], *, is_flow: bool) -> Fold | None:
    """How the numbers of a group are put together; None where one row alone is meant."""
    if AVERAGE.search(asked.question):
        return "average"
    is_state = any(STATES.search(column.name) for column in columns if column != asked.sheet.whole)
    if not columns:
        return "count" if MOST.search(asked.plain) or NUMBER_OF.search(asked.plain) else None
    if TOTAL.search(asked.question) or ((MOST.search(asked.plain) or is_flow) and not is_state):
        return None if is_state else "sum"
    return None


def judged(word: str, columns: Sequence[Column]) -> Literal["highest", "lowest"] | None:
    """The end that “best” or “worst” means of such numbers; None where more may be either."""
    said = " ".join(column.name for column in columns)
    is_best = word.casefold() == "best"
    if ILLS.search(said):
        return "lowest" if is_best else "highest"
    return ("highest" if is_best else "lowest") if GOODS.search(said) else None


def grouping(asked: Words) -> str | None:
    """The column whose values the answer is told by; “” for the parts of the file; None for none."""
    sheet = asked.sheet
    for match in GROUP.finditer(asked.question):
        places = asked.free(*match.span("noun"))
        for column in sheet.columns:
            short = place_of_consonants(asked, column) if column.is_number else -1
            held = [at for at in places if asked.tokens[at].stems & column.words or at == short]
            if held and _makes_groups(asked, column):
                asked.take(held)
                return column.name
        parts = {row.part for row in sheet.rows}
        if places and len(parts) > 1 and re.match(r"(?:in|for|of) each", match[0], re.IGNORECASE):
            asked.take(places[:1])
            return ""
    return None


def _makes_groups(asked: Words, column: Column) -> bool:
    """Whether its contents are those of groups: words but labels of single rows, or few whole numbers."""
    if column.is_number:
        return _tells_kinds(asked, column)
    return column.name != asked.sheet.label.name or _are_groups(asked) or labels_repeat(asked)


def are_single(asked: Words, by: str, conditions: Sequence[Condition]) -> bool:
    """Whether each group of the rows that meet the conditions is one row."""
    held = [row.cells.get(by) for row in asked.sheet.rows if all(each.holds(row) for each in conditions)]
    return len(held) == len(set(held))


def _are_groups(asked: Words) -> bool:
    """Whether few rows with a label of their own are what numbers are told of."""
    labels = [row.label for row in asked.sheet.rows]
    return len(labels) <= MOST_GROUPS and len(set(labels)) == len(labels) and bool(asked.sheet.numbers)


def labels_repeat(asked: Words) -> bool:
    """Whether several rows go by one label, as the delays of a school do."""
    labels = [row.label for row in asked.sheet.rows]
    return 1 < len(set(labels)) < len(labels)


def _tells_kinds(asked: Words, column: Column) -> bool:
    """Whether few whole numbers repeat in it, as numbers of cylinders or years do."""
    held = [number for row in asked.sheet.rows if (number := row.number(column.name)) is not None]
    kinds = set(held)
    return len(kinds) <= MOST_KINDS and 2 * len(kinds) <= len(held) and all(n == int(n) for n in kinds)
