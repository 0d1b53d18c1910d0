"""What rows would tell of a question that asks for something else: such answers are none."""

from __future__ import annotations

import re

from reading.values.legal_forms import without_legal_form
from retrieval.question.wording.rows import GROUP
from retrieval.sheets.asked import Named, Request
from retrieval.sheets.model import Column, Sheet
from retrieval.sheets.stems import years_in
from retrieval.stems import stems
from retrieval.tables.rules.vocabulary.words import NUMBERS

WHEN = re.compile(
    r"\W*(?:when|(?:(?:on|in|by|from)\s+)?(?:which|what)\s+(?:day|date|month|year)\s+"
    r"(?:did|was|is|were|are|does|do|will))\b",
    re.IGNORECASE,
)
ASKS_PRICE = re.compile(r"\b(?:what|which)\s+(?:price|cost|fee|salary|budget|amount(?! of))s?\b", re.I)
ASKS_SPENT = re.compile(
    r"^\W*what\s+(?:did|do|does|have|has)\b.*\b(?:spen[dt]|pay|paid|cost|owe|earn|come to)\b",
    re.IGNORECASE,
)
ENDS = re.compile(r"\s*(?:[?.,;]|$)")  # not “by the method ‘Shopping’”
FOLDS = frozenset(("sum", "average", "median"))
DENIED = re.compile(r"\b(?:no|not|without|never)\b|n['’]t\b", re.IGNORECASE)
WHO = re.compile(r"\W*who\b", re.IGNORECASE)
DOER = re.compile(r"\W*(?:which|what|who is the)\s+(?P<base>\w{3,})(?:er|or)s?\b", re.IGNORECASE)
PERSON = re.compile(r"(?:(?:Dr|Prof|Mr|Mrs|Ms)\.?\s+)?[A-ZÀ-Þ][\w'’-]+(?:\s+[A-ZÀ-Þ][\w'’.-]*){1,3}")
PER = re.compile(r"\bper\s+(?P<unit>[^\W\d_][\w²³]*)", re.IGNORECASE)
PARTS = re.compile(r", | or ")  # how the contents of a condition are told
STATISTIC = re.compile(
    r"(?:(?:arithmetic |geometric )?mean|average|median|mode|min(?:imum)?|max(?:imum)?|range|variance|"
    r"s\.?d\.?|std\.?|(?:std\.?|standard) (?:deviation|error|dev\.?)|s\.?e\.?m?\.?|"
    r"(?:first|third|1st|3rd) quartile)\.?",
    re.IGNORECASE,
)
LEAST_NAMED = 10  # rows that a column with no content twice names, by chance in fewer
PAIR = 2
EITHER = re.compile(
    r"\bor\b[^?]*\b(?:more|most|fewer|less)\b|\b(?:more|most|fewer|less)\b[^?]*\bor\b", re.IGNORECASE
)
ASKS_TIME = re.compile(
    r"\W*(?:when|since when|(?:in |on )?(?:which|what) (?:year|month|quarter|week|day|date))\b", re.I
)
AGAINST = re.compile(
    r"\b(?:more|less|fewer|higher|lower|greater|larger|smaller|better|worse)\b[^?]*?\bthan\b"
    r"|\b(?:overt\w+|exceed\w*|surpass\w*|outnumber\w*)\b",
    re.IGNORECASE,
)
MANY = "|".join([*(word for word, number in NUMBERS.items() if number != "1"), r"[2-9]|[1-9]\d"])


def denies(request: Request, question: str) -> bool:
    """Whether the question denies what a condition says: “not enriched” by the rows that are."""
    said = [re.escape(each.text) for each in request.conditions if isinstance(each, Named)]
    words = "|".join(said)
    denied = rf"\b(?:not|never)\s+(?:\w+\s+)?(?:{words})"
    return bool(said) and re.search(denied, question, re.IGNORECASE) is not None


def drops_groups(request: Request, question: str) -> bool:
    """Whether groups are asked for by the column of which but one content is told: “thefts by kind”."""
    ends = [match for match in GROUP.finditer(question) if ENDS.match(question, match.end())]
    said = {stem for match in ends for stem in stems(match["noun"])}
    columns = [each.column for each in request.conditions if isinstance(each, Named)]
    return request.by is None and any(said and said <= stems(column) for column in columns if column)


def asks_otherwise(request: Request, question: str) -> bool:
    """Whether the question asks for something else than the columns and the end that were read."""
    return (
        asks_per_unit(request, question)
        or tells_other_year(request, question)
        or holds_two_against(request, question)
    )


def holds_two_against(request: Request, question: str) -> bool:
    """Whether an end is told of two contents together that the question holds against each other: “when did
    wind first give more than coal” is no highest of both."""
    pairs = [each for each in request.conditions if isinstance(each, Named) and len(each.values) == PAIR]
    is_end = request.ask in ("highest", "lowest") or ASKS_TIME.match(question) is not None
    is_either = request.ask in FOLDS and request.by is None and EITHER.search(question) is not None
    return bool(pairs) and ((is_end and AGAINST.search(question) is not None) or is_either)


def tells_other_year(request: Request, question: str) -> bool:
    """Whether a column of one year is told though the sheet has one of the year that is asked for."""
    asked = years_in(question)
    told = [column.years for column in request.of if column.years]
    has = any(column.years & asked for column in request.sheet.columns)
    return bool(asked and told) and has and not any(years & asked for years in told)


def adds_up_a_time(request: Request) -> bool:
    """Whether all rows of a time are put together, of which but the text round the table has a word: “total
    equity in 2021” is no sum of a statement's year."""
    are_times = all(column.years and not column.words - {*map(str, column.years)} for column in request.of)
    is_all = request.ask in FOLDS and bool(request.of) and not request.conditions and request.by is None
    return is_all and are_times and request.around > 0


def folds_statistics(request: Request) -> bool:
    """Whether a mean, a deviation and the like are put together, which rows of a summary are each."""
    told = sum(STATISTIC.fullmatch(row.label.strip()) is not None for row in request.rows)
    return request.ask in FOLDS and told >= PAIR and 2 * told >= len(request.rows)


def counts_all_but_some(request: Request, question: str) -> bool:
    """Whether all rows are counted though the question asks for those without something."""
    return not request.conditions and DENIED.search(question) is not None


def counts_one(request: Request) -> bool:
    """Whether one row alone is named, of which something else is counted than rows."""
    rows = request.sheet.rows
    named = any(
        isinstance(each, Named) and _names_each(each.column, request.sheet) for each in request.conditions
    )
    return named and len(request.rows) == 1 and len(rows) > 1


def _names_each(column: str, sheet: Sheet) -> bool:
    """Whether rows are called by the column, or no two have the same in it."""
    held = [row.cells[column] for row in sheet.rows if column in row.cells]
    return column == sheet.label.name or (LEAST_NAMED <= len(held) == len({*held}))


def asks_when(request: Request, question: str) -> bool:
    """Whether a time is asked for, which the rows are not called by."""
    return WHEN.match(question) is not None and request.sheet.label.name not in request.sheet.days


def asks_whom(sheet: Sheet, question: str) -> bool:
    """Whether somebody is asked for, and rows are called by what the question says of them, as “who failed a
    course” does, beside a column of people."""
    label = sheet.label
    if WHO.match(question) is None or not re.search(rf"\b{re.escape(label.name)}\b", question, re.IGNORECASE):
        return False
    others = [column for column in sheet.columns if column.name != label.name and not column.is_number]
    return not _is_of_people(sheet, label.name) and any(_is_of_people(sheet, each.name) for each in others)


def asks_a_doer(column: Column, question: str) -> bool:
    """Whether it asks for who does what a column of numbers is of: no insured value is an insurer."""
    asked = DOER.match(question)
    if asked is None or not column.is_number:
        return False
    doer = re.compile(rf"\b{asked['base']}(?P<doer>(?:er|or)s?\b)?", re.IGNORECASE)
    return any(not found["doer"] for found in doer.finditer(column.name))


def _is_of_people(sheet: Sheet, name: str) -> bool:
    told = [str(row.cells[name]) for row in sheet.rows if name in row.cells]
    return bool(told) and all(map(is_person, told))


def is_person(text: str) -> bool:
    """Whether it looks like the name of a person: several words in capitals, no company."""
    return PERSON.fullmatch(text) is not None and (without_legal_form(text) or text) == text


def buys_several(request: Request, question: str) -> bool:
    """Whether a number of what a condition names is asked for, as of things that somebody buys: “two mats and
    a stove” come to more than a price of each."""
    named = [each for each in request.conditions if isinstance(each, Named) and each.column]
    parts = "|".join(re.escape(part) for each in named for part in PARTS.split(each.text))
    bought = rf"(?<!the )(?<!all )(?<!these )(?<!first )\b(?:{MANY})\s+(?:{parts})"
    return bool(parts) and re.search(bought, question, re.IGNORECASE) is not None


def folds_years(request: Request) -> bool:
    """Whether years would be added up, or their mean told: they say when something was."""
    is_folded = {request.ask, request.fold} & FOLDS or request.by is not None
    of = [column for column in request.of if column != request.sheet.whole]
    return bool(is_folded) and any(request.sheet.has_years(column) for column in of)


def asks_per_unit(request: Request, question: str) -> bool:
    """Whether so much per unit is asked for that rows name in a cell: “the cost per kWh of U-3”."""
    units = {match["unit"].casefold() for match in PER.finditer(question)}
    if not units or any(PER.search(column.name) for column in request.of):
        return False
    cells = (cell for row in request.sheet.rows for cell in row.cells.values())
    return any(isinstance(cell, str) and cell.casefold() in units for cell in cells)
