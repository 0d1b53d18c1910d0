"""What a question calls the rows of a sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.question.wording.rows import COUNT, DISTINCT, VERB, WHICH, normed
from retrieval.sheets.asked import Condition, Named, Request
from retrieval.sheets.request.row_days import YEAR
from retrieval.sheets.request.words import ASKING, Words

ENTRIES = frozenset("entry entries row rows record records line lines".split())  # of any table
DAY_STEMS = frozenset({"day", "date"})  # what rows are that are called by days
TIMES = re.compile(r"(?:day|date|week|month|quarter|year)s?", re.IGNORECASE)
OF_NAME = re.compile(
    r"\b(?:tele)?(?:phone|fax|account|invoice|order|customer|policy|serial|registration|vat|tax|reference|contract|case|"
    r"licen[cs]e|meter|membership) numbers? of\b",
    re.IGNORECASE,
)  # of no things that are counted
MEAN_YEAR = re.compile(r"(?<!\ban )\b(?:average|mean|median)\s+years?\b|\bsum of (?:the |all )?years\b", re.I)
RANKS = re.compile(r"\W*(?:which|who)\b", re.IGNORECASE)
AT_A_TIME = re.compile(
    r"\b(?:at|by|as\s+of)\s+(?:the\s+)?(?:very\s+)?(?:end|close|beginning|start)\s+of\b|\bas\s+of\b",
    re.IGNORECASE,
)
NAMELESS = re.compile(r"(?:full |official )?(?:name|title|label)s?|nom|nombre|nome|naam", re.IGNORECASE)
MOST_OF_NOUN = 2  # words by which rows are called that only have names
SURE = 4  # words of a question that columns or cells have, by which a sheet is the one that is meant


def names_rows(words: Words, phrase: str, start: int) -> bool:
    """Whether the noun that is asked for names the rows: by their column, their labels or the file."""
    stop = VERB.search(phrase)
    end = start + (stop.start() if stop else len(phrase))
    places = [at for at, token in enumerate(words.tokens) if start <= token.start and token.end <= end]
    if places and all(words.tokens[at].text.casefold() in ENTRIES for at in places):
        words.take(places, counts=False)
        return True
    places = [at for at in places if not words.taken[at] or _is_part(words, at)]
    rows = words.sheet.label.words | words.of_labels | words.sheet.names | words.names_of_codes
    rows |= DAY_STEMS if words.sheet.days.keys() - words.sheet.months.keys() else frozenset()
    while places and not words.tokens[places[-1]].stems & words.sheet.label.words:  # “states” is no verb then
        if words.tokens[places[-1]].text.casefold() not in ASKING and words.tokens[places[-1]].stems:
            break
        places.pop()
    stems = [words.tokens[at].stems for at in places]
    held = [at for at, own in zip(places, stems, strict=True) if own and own & rows]
    if not held or not (stems[-1] & rows):
        return False
    words.take(held)
    return True


def counts_cells(words: Words, count: re.Match[str], conditions: Sequence[Condition]) -> bool:
    """Whether rows are counted by a cell: “how many sopranos”, “how many of them are herbivores”."""
    labels = [row.label for row in words.sheet.rows]
    no_kinds = {"", words.sheet.label.name if len(set(labels)) == len(labels) else ""}
    cells = [each for each in conditions if isinstance(each, Named) and each.column not in no_kinds]
    stop = VERB.search(count["noun"])
    head = count["noun"][: stop.start()] if stop else count["noun"]
    start = count.start("noun")
    for each in cells:
        if each.text in head:
            own = words.column(each.column).words
            words.take([at for at in words.free(start, start + len(head)) if words.tokens[at].stems & own])
            return True
        if re.search(rf"\b(?:are|were)\s+{re.escape(each.text)}", words.question):
            return True
    return False


def counts_entries(words: Words) -> bool:
    """Whether rows are counted, whatever columns are named: “how many entries of the group Radios”."""
    count = COUNT.search(words.question)
    return bool(count and normed(count["noun"])[:1] and count["noun"].split()[0].casefold() in ENTRIES)


def distinct_of(words: Words, conditions: Sequence[Condition]) -> Request | None:
    """How many contents a column of text has: “how many different products”."""
    said = DISTINCT.search(words.question)
    if said is None or not COUNT.search(words.question):
        return None
    places = words.free(*said.span("noun"))
    of = [c for c in words.sheet.texts if any(words.tokens[at].stems & c.words for at in places)]
    if len(of) != 1:
        return None
    words.take(words.free(*said.span()))
    return Request(words.sheet, "distinct", (of[0],), tuple(conditions), None, words.left(), words.covered)


def calls_rows(words: Words, phrase: str) -> bool:
    """Whether the noun is the heading or a word of the rows' labels, and not only of the file's name."""
    stop = VERB.search(phrase)
    head = phrase[: stop.start()] if stop else phrase
    said = {stem for token in words.tokens if token.text in head for stem in token.stems}
    return bool(said & (words.sheet.label.words | words.of_labels))


def _is_part(words: Words, at: int) -> bool:
    """Whether the word is what a sheet of the file is called, as its rows are then."""
    return any(words.tokens[at].norm in normed(row.part) for row in words.sheet.rows[:1])


def take_names_of_rows(words: Words) -> None:
    """What the rows are called, between “which” and the verb: “county or city”."""
    if which := WHICH.search(words.question):
        stop = VERB.search(which["noun"])
        end = which.start("noun") + (stop.start() if stop else len(which["noun"]))
        labels = {word for row in words.sheet.rows for word in normed(row.label)}
        names = words.sheet.label.words | words.sheet.names | words.names_of_codes
        free = words.free(which.start("noun"), end)
        known = [at for at in free if words.tokens[at].norm in labels or words.tokens[at].stems & names]
        if not known and len(free) == 1 and TIMES.fullmatch(words.tokens[free[0]].text) and _are_times(words):
            known = free
        is_called = NAMELESS.fullmatch(words.sheet.label.name) and any(
            token.stems & words.sheet.of_file for token in words.tokens
        )
        if not known and len(free) == 1 and words.covered >= SURE:
            known = free  # what else could be called so
        known = free if is_called and len(free) <= MOST_OF_NOUN else known
        words.take(known, counts=False)


def are_in_time(words: Words) -> bool:
    """Whether the rows are called by days or by years, which put them in order."""
    by_day = words.sheet.label.name in words.sheet.days
    return by_day or all(YEAR.fullmatch(row.label) for row in words.sheet.rows)


def _are_times(words: Words) -> bool:
    """Whether the rows are called by days, months or years: “in which month”."""
    return all(any(sign.isdigit() for sign in row.label) for row in words.sheet.rows)
