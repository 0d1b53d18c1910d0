"""Words of a question that only say which file is meant: “in the health and income table”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from retrieval.question.wording.rows import WORD, normed
from retrieval.sheets.model import FILE_WORD
from retrieval.sheets.request.words import ASKING, Words

FILE = (
    "file|table|data ?sets?|data|workbook|spreadsheet|sheet|list|log|register|csv|document|report|statistics|"
    "records?|book|survey|study|paper|article"
)
KINDS = r"(?:(?:csv|ods|xlsx?|json|excel|pdf)\s+)?"
NAMING = re.compile(
    rf"\b(?:the|this|our|these)\s+(?P<name>(?:(?!the\b|this\b|our\b|of\b|in\b)[\w'’-]+,?\s+){{1,7}}?){KINDS}(?:{FILE})\b(?!\s+of\b)",
    re.IGNORECASE,
)
LIST_OF = re.compile(
    rf"\b(?:the|this|our|these)\s+{KINDS}(?:{FILE})\s+(?:of|on|about|for)\s+(?P<name>[^,?.;]+)", re.IGNORECASE
)
WHOLE_LIST = re.compile(
    rf"\ball\s+(?P<noun>[a-z]+)(?:\s+(?:and|or)\s+[a-z]+)?(?:\s+(?:of|in|on)\s+the\s+(?:{FILE}))?\s+(?:taken\s+)?"
    r"(?:together|combined)\b"
)
ALL_LISTED = re.compile(
    r"\ball\s+(?:the\s+)?(?:[a-z-]+\s+){0,3}(?P<noun>equipment|items|goods|things|objects|articles)\s+"
    r"(?:listed|recorded|on the list|in the list|on record)\b"
)
LEAST = 2  # words of its name


LONG = 4  # words one after another that a file is called by, of which a year tells no row from another


def take_name_of_file(asked: Words) -> None:
    """Give the words their place that name the file and nothing in it: none of its columns is meant."""
    for said in NAMING.finditer(asked.question):
        places = asked.free(*said.span("name"))
        told = [at for at in places if asked.tokens[at].text.casefold() not in ASKING]
        if len(told) >= LEAST and all(
            asked.tokens[at].stems and asked.tokens[at].stems <= asked.sheet.names for at in told
        ):
            asked.take(asked.free(*said.span()), counts=False)
    _take_title(asked)
    _take_whole_list(asked)
    for run in _runs(asked):
        if len(run) >= LONG:
            asked.take_whole([at for at in run if asked.tokens[at].text.isdigit()])


def _take_title(asked: Words) -> None:
    """Words one after another that stand so in the title: “VA” of “VA education benefits” is no state there.

    Not where a column is called by some of them and the question has all of its words.
    """
    title, said = normed(asked.sheet.title), [token.norm for token in asked.tokens]
    every = frozenset(stem for token in asked.tokens for stem in token.stems)
    at = 0
    while at < len(said):
        length = next(
            (n for n in range(len(said) - at, LEAST, -1) if _stands_in(said[at : at + n], title)), 0
        )
        run = frozenset(stem for token in asked.tokens[at : at + length] for stem in token.stems)
        if length and not any(c.words and c.words <= every and c.words & run for c in asked.sheet.columns):
            asked.take(range(at, at + length), counts=False)
        at += max(1, length)


def _stands_in(words: Sequence[str], text: Sequence[str]) -> bool:
    return any([*words] == [*text[at : at + len(words)]] for at in range(len(text) - len(words) + 1))


def _take_whole_list(asked: Words) -> None:
    """“All states and territories together”, “all equipment listed”: every row, whatever they are."""
    for said in WHOLE_LIST.finditer(asked.question):
        noun = {stem for at in asked.free(*said.span("noun")) for stem in asked.tokens[at].stems}
        if noun & (asked.sheet.label.words | asked.sheet.names):
            asked.take(asked.free(*said.span()), counts=False)
    for said in ALL_LISTED.finditer(asked.question):
        asked.take(asked.free(*said.span("noun")), counts=False)


def words_naming(question: str) -> frozenset[str]:
    """Small words that stand only where the question says which list it is: “the military surplus list”."""
    inside = [said.span("name") for said in NAMING.finditer(question)]
    inside += [said.span("name") for said in LIST_OF.finditer(question)]
    told = {True: set[str](), False: set[str]()}
    for word in WORD.finditer(question):
        told[any(start <= word.start() and word.end() <= end for start, end in inside)].add(word[0])
    return frozenset(word for word in told[True] - told[False] if word.isalpha() and word.islower())


def _runs(asked: Words) -> Iterator[list[int]]:
    """Words one after another, each of which the file is called by: “the 1992 Los Angeles riots”."""
    called = {word.casefold() for word in FILE_WORD.findall(asked.sheet.filename)}
    at = 0
    while at < len(asked.tokens):
        end = at
        while end < len(asked.tokens) and asked.tokens[end].text.casefold() in called:
            end += 1
        if end > at:
            yield list(range(at, end))
        at = end + 1
