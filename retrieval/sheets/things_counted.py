"""Whether the rows of a table are the things that a question counts: no row of lawsuits is a patent."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import PurePath
from typing import Literal

from retrieval.question.counting import IRREGULAR
from retrieval.question.wording.rows import COUNT, VERB
from retrieval.sheets.asked import Named, Request
from retrieval.sheets.model import CODE_HEADING, DOCUMENTS, YEAR, Sheet
from retrieval.sheets.shapes.people import PEOPLE, are_people
from retrieval.sheets.stems import stems_of

TABLE_FILES = frozenset((".csv", ".tsv", ".xlsx", ".xls", ".ods", ".json", ".jsonl", ".parquet"))
DAY_STEMS = frozenset(("day", "date"))  # what rows are that have one
CAPTION = " – "  # between the headings over a table, of which the last is nearest
NO_CAPTION = re.compile(r"table on page \d+", re.IGNORECASE)
ENTRIES = frozenset("entry entries row rows record records line lines item items time times".split())
# Where the words end that say what something is, before what is said of it.
OF = re.compile(r"\b(?:of|de|des|du|di|del|della|dei|van|von|der)\b|\bd['’]", re.IGNORECASE)
BEHIND = re.compile(
    r"\b(?:in|at|on|for|from|with|without|that|which|who|whose|where|during|since|between|to|as|against|"
    r"under|pour|für|para|met|im|bei)\b|[(,:;|]|\s[-–—]\s",
    re.IGNORECASE,
)
BY = re.compile(r"\b(?:by|per|nach|je|par|por|según)\s+(?P<group>.*)", re.IGNORECASE)
OR = re.compile(r"\b(?:and|or|und|oder|et|ou|y|o|e)\b|[/&]", re.IGNORECASE)
# What holds things or names them, and says nothing of what they are: “order book”, “list of patents”.
HOLDERS = frozenset(
    "all annual book catalogue catalog clean code complete data database dataset description detail "
    "details directory export extract file final full history id index inventory ledger list listing "
    "log master name new no nr number numbers old overview raw record records ref reference register "
    "registry report sample schedule sheet summary table tables title tracker".split()
)
LEAST_YEARS, LEAST_ROWS = 3, 10  # of each kind; of all kinds
WORDS = re.compile(r"[^\W\d_]+")
Fit = Literal["rows", "labels", "others", "unknown"]


def of_things_counted(request: Request, question: str) -> Request | None:
    """The request; one for different contents, where rows repeat what is counted; None of other rows."""
    if request.ask != "count" or request.fold:
        return request
    said = [each.text for each in request.conditions if isinstance(each, Named)]
    fit = fit_of(question, request.sheet, said)
    if fit == "labels":
        is_plain = request.by is None and request.many is None
        return replace(request, ask="distinct", of=(request.sheet.label,)) if is_plain else None
    return None if fit == "others" else request


def fit_of(question: str, sheet: Sheet, said: Iterable[str] = ()) -> Fit:
    """What the thing that the question counts is to the rows: they are it; their labels, which repeat, name
    it; they are others, though the table has the word; or it has not.

    `said`: the contents that conditions name, which may be what is counted: “how many sopranos”.
    """
    count = COUNT.search(question)
    if count is None or sheet.rows_are == DOCUMENTS:
        return "unknown"
    contents = {word.casefold() for text in said for word in WORDS.findall(text)}
    noun = _noun(count["noun"], contents)
    words = stems_of([noun])[noun]
    if words <= _stems(contents) and _are_years_of_kinds(sheet):
        return "others"
    if not words or noun.casefold() in ENTRIES:
        return "unknown"
    if words & DAY_STEMS and sheet.days:
        return "rows"
    if noun.casefold() in PEOPLE.split() and are_people([column.name for column in sheet.columns]):
        return "rows"
    if any(words & column.things for column in sheet.numbers):
        return "others"
    if words & (sheet.called | _named(sheet) | _numbered(sheet)):
        return "rows"
    if words & _stems(_heads(sheet.label.name)):
        return "labels" if _labels_repeat(sheet) else "rows"
    if words & frozenset[str]().union(*stems_of(sheet.words_of_labels).values()):
        return "rows"
    return "others" if words & (sheet.names | sheet.words_of_headings) else "unknown"


def _noun(phrase: str, said: set[str]) -> str:
    """The thing that is counted; "" where a condition names it."""
    stop = VERB.search(phrase)
    words = [w for w in WORDS.findall(phrase[: stop.start()] if stop else phrase) if w.casefold() not in said]
    many = [w for w in words if w.casefold() in IRREGULAR or re.search(r"[^s]s$", w)]
    return (many or words or [""])[-1]


def _named(sheet: Sheet) -> frozenset[str]:
    """The stems of what the rows are, as their table, sheet or file is called; none where they are times."""
    if _are_times(sheet):
        return frozenset()
    captions = {row.table.rpartition(CAPTION)[2] for row in sheet.rows if not NO_CAPTION.match(row.table)}
    captions |= {row.part.rpartition(CAPTION)[2] for row in sheet.rows if not NO_CAPTION.match(row.part)}
    path = PurePath(sheet.filename)
    called = {path.stem, sheet.title} if not captions or path.suffix.lower() in TABLE_FILES else set()
    return _stems(head for text in captions | called for head in _heads(text))


def _numbered(sheet: Sheet) -> frozenset[str]:
    """The stems of what rows are whose number or code a column has: contracts, of “Contract No.”."""
    coded = [column for column in sheet.columns if CODE_HEADING.search(column.name) or column in sheet.codes]
    return frozenset[str]().union(*(column.words for column in coded))


def _are_times(sheet: Sheet) -> bool:
    """Whether each row is a month, quarter or year."""
    labels = [row.label for row in sheet.rows]
    are_times = sheet.label.name in sheet.months or all(YEAR.fullmatch(label) for label in labels)
    return are_times and len({*labels}) == len(labels)


def _are_years_of_kinds(sheet: Sheet) -> bool:
    """Whether each row is a year of a kind of which its numbers tell something: “Flood”, 2001, deaths."""
    for year in [column.name for column in sheet.numbers if column.tells_year]:
        for kind in [column.name for column in sheet.texts]:
            pairs = {(row.cells.get(kind), row.cells.get(year)) for row in sheet.rows}
            kinds = {held for held, _ in pairs}
            if len(pairs) == len(sheet.rows) >= LEAST_YEARS * len(kinds) and len(sheet.numbers) > 1:
                return len(sheet.rows) >= LEAST_ROWS
    return False


def _labels_repeat(sheet: Sheet) -> bool:
    """Whether some rows are called alike."""
    labels = [row.label for row in sheet.rows]
    return len({*labels}) < len(labels)


def _heads(text: str) -> set[str]:
    """The words for what a name is of: “Lawsuits” of “Lawsuits over patents”, “order” of “order-book”,
    “regions” of “Stores by region”, “patents” of “List of patents”."""
    text = _apart(text)
    if group := BY.search(text):
        return _heads(group["group"])
    first, *rest = OF.split(text, maxsplit=1)
    found = {head for part in OR.split(BEHIND.split(first)[0]) if (head := _last(part))}
    return found or (_heads(rest[0]) if rest else set())


def _apart(text: str) -> str:
    return text.replace("_", " ").replace("-", " ") if " " not in text.strip() else text


def _last(text: str) -> str:
    words = [word for word in WORDS.findall(text) if word.casefold() not in HOLDERS]
    return words[-1] if words else ""


def things_of(called: Iterable[str]) -> frozenset[str]:
    """The stems of what is counted in a table that is called so: murders of “us-gun-murders-by-state”."""
    return _stems(head for text in called for head in _heads(BY.split(_apart(text))[0]))


def _stems(words: Iterable[str]) -> frozenset[str]:
    return frozenset[str]().union(*stems_of(set(words)).values())
