"""The columns of numbers that a question asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from typing import Literal

from retrieval.question.wording.rows import AMOUNT, AVERAGE, COUNT, HIGH, LOW, MOVING, SUM, WORD, norm, normed
from retrieval.sheets.columns import best_of, scores_of
from retrieval.sheets.model import Column
from retrieval.sheets.numbers import are_prices
from retrieval.sheets.request.asked.counted import forms_of, units_of
from retrieval.sheets.request.words import Words
from retrieval.sheets.stems import years_in
from retrieval.stems import stems
from retrieval.tables.rules.vocabulary.lexicon import degrees, dimensions, events

CUT_SHORT = re.compile(r"\b([^\W\d_]{3,})\.")  # “DEP.” of “departure”
CUT = re.compile(r"[a-z]{4,6}|[A-Z][a-z]{3,5}")  # a heading that may be the beginning of a word: “dist”
DOER = re.compile(r"\w(?:er|or)s?$|\bby$", re.IGNORECASE)  # of the heading of who does something
LEAST_BEGUN = 4  # letters that a verb and the heading of who does it begin with
MEASURES = frozenset(("rate", "percentage", "score", "index", "reading"))
CONSONANTS = re.compile(r"[^\W\d_aeiou]{2,4}", re.IGNORECASE)  # a heading that leaves its vowels out: “wt”
LONG = 5  # letters of the word that it stands for
WHOLE = re.compile(r"(?:total|overall|all|whole)\b", re.IGNORECASE)
WHOLES = frozenset(("total", "overal", "all", "whole", "overall"))  # their stems
YEARS = frozenset(("year", "founded", "built", "established"))
LEAST_OF_COUNTS = 2  # words of a heading by which it tells how many people
MOST = re.compile(r"\b(?:most|fewest)\b(?!\s+recent)", re.IGNORECASE)
ASKS_YEAR = re.compile(r"\b(?:which|what)\s+years?\b", re.IGNORECASE)
MOST_BETWEEN = 3  # words from a verb to whom it is of
MOST_DOERS = 2  # words for whom something happened to
DOERS = frozenset("people persons individuals couples pairs residents inhabitants humans".split())
SEVERAL = re.compile(r"\b(?:and|or|both|either|each|than|between)\b", re.IGNORECASE)
LEAST_SPOKEN = 2  # words of a heading that stands in the question as it is
FEW = 3  # characters of a word that may be a cell's whole content


def columns_of(asked: Words, *, every: bool = False) -> tuple[Column, ...]:
    """The columns of numbers that words and years tell best; `every`: of several as good, all."""
    doers = _who_did(asked)
    free = [token for at, token in enumerate(asked.tokens) if not asked.taken[at] and at not in doers]
    short = _short_forms(asked)
    said = {stem for token in free for stem in token.stems} | set(short)
    moves = bool(MOVING.search(asked.question))
    if moves:  # a drop is a change, whatever the heading calls it
        said |= {stem for column in asked.sheet.numbers for stem in column.words if MOVING.match(stem)}
    years = years_in(asked.question)
    is_count = COUNT.search(asked.question) and not AMOUNT.search(asked.question)
    numbers = [c for c in asked.sheet.numbers if not (is_count and AMOUNT.search(c.name))]
    if asked.folds:
        numbers = [c for c in numbers if c not in asked.sheet.codes]
    if any(said.search(asked.question) for said in (SUM, AVERAGE, COUNT)):  # years are never added up
        numbers = [c for c in numbers if c == asked.sheet.whole or not asked.sheet.has_years(c)]
    is_end = HIGH.search(asked.plain) or LOW.search(asked.plain)
    if is_end and (MOST.search(asked.plain) or (ASKS_YEAR.search(asked.question) and len(numbers) > 1)):
        numbers = [c for c in numbers if not asked.sheet.has_years(c)]  # of which none is “most”
    chosen = best_of(scores_of(numbers, said, years, moves=moves))
    if len(chosen) > 1 and not every:  # words that name the table tell its columns less apart
        chosen = best_of(scores_of(numbers, said - asked.sheet.names, years, moves=moves)) or chosen
        chosen = chosen if len(chosen) == 1 else whole_of(chosen)
    spoken = _spoken(asked, numbers)
    if spoken and (not {*spoken} & {*chosen} or not SEVERAL.search(asked.question)):
        chosen = spoken
    if not chosen:
        return ()
    words = {stem for column in chosen for stem in column.words}
    if moves and any(MOVING.search(column.name) for column in chosen):
        asked.take([at for at, token in enumerate(asked.tokens) if MOVING.match(token.text)])
    asked.take([at for at, token in enumerate(asked.tokens) if not asked.taken[at] and token.stems & words])
    for word in words & set(short):
        asked.take(short[word])
    asked.take(doers, counts=False)
    _take_people(asked, chosen)
    if all("per" in normed(column.name.replace("_", " ")) for column in chosen):
        asked.take([at for at, token in enumerate(asked.tokens) if token.norm == "rate"])
    _take_measures(asked)
    _take_degrees(asked, words)
    return chosen


def _spoken(asked: Words, columns: Sequence[Column]) -> tuple[Column, ...]:
    """The columns whose whole heading, of two words or more, stands in the question word by word."""
    said = [("" if taken else token.norm) for taken, token in zip(asked.taken, asked.tokens, strict=True)]
    found = []
    for column in columns:
        heading = [norm(word) for word in WORD.findall(column.name)]
        if len(heading) >= LEAST_SPOKEN and heading in (
            said[at : at + len(heading)] for at in range(len(said) - len(heading) + 1)
        ):
            found.append(column)
    return tuple(found)


def _take_people(asked: Words, chosen: Sequence[Column]) -> None:
    """“People” of “how many people got the Lumen grant” by a column of counts that has two of the words, and
    of “kill the most people” by one that counts whom the verb is of."""
    for at, token in enumerate(asked.tokens):
        verbs = asked.tokens[max(0, at - MOST_BETWEEN) : at] if token.text.casefold() in DOERS else ()
        if len(chosen) == 1 and any(verb.meant and verb.stems & chosen[0].words for verb in verbs):
            asked.take([at], counts=False)
    said = COUNT.search(asked.question)
    head = asked.free(said.start("noun"), len(asked.question))[:1] if said else []
    told = frozenset(stem for token in asked.tokens for stem in token.stems)
    if len(chosen) != 1 or len(chosen[0].words & told) < LEAST_OF_COUNTS:
        return
    held = [number for row in asked.sheet.rows if (number := row.number(chosen[0].name)) is not None]
    are_counts = not units_of(chosen[0].name) and all(number == int(number) for number in held)
    if are_counts and not are_prices(asked.sheet.rows, chosen[0]):
        asked.take([at for at in head if asked.tokens[at].text.casefold() in DOERS], counts=False)


def _who_did(asked: Words) -> Sequence[int]:
    """The words for those whom something happened to that a heading tells how often: couples of “how many
    couples married” by “Marriages”; none that are some of them, such as widows."""
    said = COUNT.search(asked.question)
    head = asked.free(said.start("noun"), len(asked.question)) if said else []
    for at in head[1 : MOST_DOERS + 1]:
        token = asked.tokens[at]
        if token.meant and events(token.text.casefold()):
            before = [each for each in head if each < at]
            is_plain = all(asked.tokens[each].text.casefold() in DOERS for each in before)
            return before if is_plain else []
        if not token.text.islower():
            break
    return []


def whole_of(columns: Sequence[Column]) -> tuple[Column, ...]:
    """The one of several columns of a thing that is the whole of it: “Total population” beside men."""
    common = frozenset.intersection(*(column.words for column in columns)) if columns else frozenset()
    wholes = [
        column
        for column in columns
        if WHOLE.match(column.name) and common and column.words - common <= WHOLES
    ]
    return tuple(wholes) if len(wholes) == 1 else ()


def _take_measures(asked: Words) -> None:
    """“Rate” and the like behind the words of a heading, where no column has them: “poverty rate”."""
    if asked.sheet.words_of_headings & stems(" ".join(MEASURES)):
        return
    for at, token in enumerate(asked.tokens):
        before = asked.tokens[at - 1] if at else None
        is_behind = before is not None and (asked.taken[at - 1] or bool(before.stems & asked.sheet.names))
        if token.norm in MEASURES and is_behind:
            asked.take([at], counts=False)


def column_of_dimension(asked: Words) -> tuple[Column, ...]:
    """The one column of what the question says without its heading: “the cheapest” by fee, “how heavy”, “the
    length”, “lasted” by minutes. A superlative says as well which end of it is asked for."""
    for most, least, words in dimensions():
        if (said := _free(asked, f"{most}|{least}")) and (of := _only_of(asked, words)):
            asked.take(asked.free(*said.span()))
            asked.ranks = "highest" if re.fullmatch(most, said[0], re.IGNORECASE) else "lowest"
            _take_degrees(asked, words)
            return of
    for said_so, words in degrees():
        if _free(asked, said_so) and (of := _only_of(asked, words)):
            _take_degrees(asked, words)
            return of
    return ()


def says_end(question: str) -> bool:
    """Whether an adjective asks for an end: “the oldest”."""
    every = (rf"{most}|{least}" for most, least, _ in dimensions())
    return any(re.search(rf"\b(?:{said})\b", question, re.IGNORECASE) for said in every)


def rank_meant(asked: Words) -> Literal["highest", "lowest"] | None:
    """The end that an adjective asks for, which a column is called otherwise by: “hottest” of “Temp”."""
    for token in asked.tokens:  # as “hottest” or “coldest”, of which a question has one
        if token.meant:
            for most, least, _ in dimensions():
                if re.fullmatch(f"{most}|{least}", token.text, re.IGNORECASE):
                    return "highest" if re.fullmatch(most, token.text, re.IGNORECASE) else "lowest"
    return None


def _free(asked: Words, words: str) -> re.Match[str] | None:
    """Where one of the words stands that has no place yet."""
    every = re.finditer(rf"\b(?:{words})\b", asked.question, re.IGNORECASE)
    return next((match for match in every if asked.free(*match.span())), None)


def _only_of(asked: Words, words: Set[str]) -> tuple[Column, ...]:
    """The one column of numbers of whose heading one of the words is a part, besides what the question says.

    “How heavy is the brain” asks for the weight of the brain where there is one of the body as well.
    """
    of = [c for c in asked.sheet.numbers if c.words & stems(" ".join(words))]
    free = {stem for at, token in enumerate(asked.tokens) if not asked.taken[at] for stem in token.stems}
    named = [column for column in of if column.words & free] or of
    if len(named) > 1 and YEARS & words:  # “the oldest” by “Year opened”, not by “Visitors last year”
        named = [column for column in named if asked.sheet.has_years(column)]
    if len(named) != 1:
        return ()
    asked.take([at for at in asked.free(0, len(asked.question)) if asked.tokens[at].stems & named[0].words])
    return (named[0],)


def _take_degrees(asked: Words, words: Set[str]) -> None:
    """Words that only say again what a column of these words tells: “lasted longest”, “how heavy”."""
    for said, known in degrees():
        if known & words or stems(" ".join(known)) & words:
            for match in re.finditer(rf"\b(?:{said})\b", asked.question, re.IGNORECASE):
                asked.take(asked.free(*match.span()))


def _short_forms(asked: Words) -> dict[str, range]:
    """Words of headings that are the first letters of words of the question: “cvap” of “citizen
    voting-age population”, or the beginning of one: “dep.” → which of its words these are."""
    found: dict[str, range] = {}
    letters = "".join(token.text[0].casefold() for token in asked.tokens)
    for column in asked.sheet.numbers:
        for word in column.words:
            at = letters.find(word) if len(word) >= FEW else -1
            if at >= 0 and not any(asked.taken[at : at + len(word)]):
                found[word] = range(at, at + len(word))
        cut = [column.name] if CUT.fullmatch(column.name) else []
        for begun in map(str.casefold, [*CUT_SHORT.findall(column.name), *cut]):
            longer = (at for at, token in enumerate(asked.tokens) if _goes_on(token.text, begun))
            if (at := next(longer, -1)) >= 0 and not asked.taken[at]:
                found.update(dict.fromkeys(column.words, range(at, at + 1)))
        if (at := place_of_consonants(asked, column)) >= 0:
            found.update(dict.fromkeys(column.words, range(at, at + 1)))
    return found


def place_of_consonants(asked: Words, column: Column) -> int:
    """Where the one word stands that the column alone leaves the vowels out of: “hp” of “horsepower”.

    -1 where there is none.
    """
    heading = column.name.casefold()
    if not CONSONANTS.fullmatch(heading) or forms_of(heading) or column.words & _said(asked):
        return -1
    others = [c.name.casefold() for c in asked.sheet.columns if CONSONANTS.fullmatch(c.name)]
    found = [
        at
        for at, token in enumerate(asked.tokens)
        if not asked.taken[at]
        and len(token.text) >= LONG
        and not token.stems & (asked.sheet.words_of_headings | asked.sheet.names)
        and [other for other in others if _leaves_vowels_out(other, token.text.casefold())] == [heading]
    ]
    return found[0] if len(found) == 1 else -1


def _leaves_vowels_out(heading: str, word: str) -> bool:
    """Whether the letters of the heading stand in the word in that order, from its first on."""
    rest = iter(word)
    return word[:1] == heading[:1] and all(letter in rest for letter in heading)


def _said(asked: Words) -> frozenset[str]:
    return frozenset(stem for token in asked.tokens for stem in token.stems)


def take_years(asked: Words, years: frozenset[int], columns: Sequence[Column]) -> None:
    held = {year % 100 for column in columns for year in column.years}
    places = [
        at
        for at, token in enumerate(asked.tokens)
        if token.text.isdigit()
        and (int(token.text) in held or int(token.text) % 100 in {y % 100 for y in held})
    ]
    asked.take(places, counts=False)


def take_doers(asked: Words, columns: Sequence[str]) -> None:
    """What is done by whom one of the columns names: “does Reyes teach” of the column “Teacher”."""
    words = {word for name in columns if DOER.search(name) for word in name.casefold().split()}
    for at in asked.free(0, len(asked.question)):
        verb = asked.tokens[at].text.casefold()
        begun = verb[: max(LEAST_BEGUN, len(verb) - 2)]
        is_verb = verb.isalpha() and len(begun) >= LEAST_BEGUN
        if is_verb and any(word.startswith(begun) for word in words):
            asked.take([at])


def _goes_on(word: str, begun: str) -> bool:
    return len(word) > len(begun) and word.casefold().startswith(begun)


def take_amounts(words: Words, of: Sequence[Column]) -> None:
    """“Price” beside what a column of prices is called: “selling price” of “Sale”."""
    own = frozenset(stem for column in of if are_prices(words.sheet.rows, column) for stem in column.words)
    for at in words.free(0, len(words.question)):
        beside = (*words.tokens[max(0, at - 1) : at], *words.tokens[at + 1 : at + 2])
        if AMOUNT.fullmatch(words.tokens[at].text) and any(token.stems & own for token in beside):
            words.take([at])
