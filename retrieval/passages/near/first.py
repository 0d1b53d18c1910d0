"""The sentence that comes first by its words and in meaning, on the page that was found first.

Somebody who has not read a document asks in other words than it tells. No bound on how near a sentence is
parts those that answer from others; that three measures, each by itself, choose the same one does. Of 97
questions to texts that nothing else answered they chose, with the guards, 33 right sentences and 2 wrong
ones, and none for 56 questions without an answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from llm.types import Embedder
from reading.text.languages import language_of
from retrieval.passages.forms.times import is_of_its_time
from retrieval.passages.guards.no_text import is_blank
from retrieval.passages.guards.values_asked import GUARDS, is_of_other_row, words_asked
from retrieval.passages.guards.words_asked import is_of_another_month, is_without_values
from retrieval.passages.identity.others import is_of_another
from retrieval.passages.labels import BINDING, is_line_of_labels
from retrieval.passages.near.meaning import by_score, meanings, without_called
from retrieval.passages.scoring import Asked, Scored
from retrieval.passages.subject import STEM, names_in
from retrieval.passages.telling import (
    LEAST_TOLD,
    NEEDS_WORDS,
    SEPARATOR,
    compares,
    is_of_numbers,
    is_run_of_rows,
    leads_up,
    measures,
)
from retrieval.passages.values import firms_in

OF_NOUNS = frozenset({"amount", "number"})  # of which the noun that is asked for must be told
LONGEST = 450  # characters: more hide what answers
APART = 0.02  # of a score or a cosine: nearer ones are taken for equal
LEAST_MEANING = 0.25  # a cosine with the question, without the words that the document is called by
# Without that of rows, whose labels may be in other words.
OTHER_SORTS = tuple(guard for guard in GUARDS if guard is not is_of_other_row)
# Of whom rules speak by their offices, “the keeper”, which are no names.
WHO_MAY = re.compile(
    r"\b(?:who|whom) (?:can|may|must|should|shall|will|has to|have to|needs? to)\b|\bby whom\b", re.IGNORECASE
)
MOST = re.compile(r"\b(?:most|maximum|highest|limit\w*|cap(?:ped)?|up to (?:what|which))\b", re.IGNORECASE)
LIMITED = re.compile(r"\b(?:limited to|capped at|(?:not|never) exceed\w*|not? more than)\b", re.IGNORECASE)
# Which no part tells.
OF_ALL = re.compile(r"\b(?:total|sum|average|mean|altogether|combined)\b", re.IGNORECASE)
NAME_OF = re.compile(r"\bwh(?:at|ich)(?:[’']s| is| was| are| were) the (?:\w+ )?names? of\b", re.IGNORECASE)
NAME = re.compile(r"(?<=[\w,;:] )[“\"(]?([A-ZÀ-ÖØ-Þ][\w’'-]+)")


def first_of_all(units: Sequence[Scored], asked: Asked, embedder: Embedder) -> Scored | None:
    """The single sentence, row or item that all three measures put first, if it can be what is asked for.

    None where they differ by more than `APART`.
    """
    units = [each for each in units if each.window.units[0].kind != "heading"]
    best = max(map(by_score, units), default=0.0)
    first = [each for each in units if each.score >= best - APART and not each.passage.rank]
    first = [each for each in first if _can_answer(each, asked)]
    if not first:
        return None
    near = meanings(without_called(asked.question, first[0].passage.called), units, embedder)
    least = max(float(near.max()) - APART, LEAST_MEANING)
    told = [(float(cosine), each) for cosine, each in zip(near, units, strict=True) if each in first]
    cosine, each = max(told, key=lambda pair: pair[0] + pair[1].score)
    return each if cosine >= least else None


def _can_answer(each: Scored, asked: Asked) -> bool:
    """Whether it has the form of an answer, and is of no other time, thing or sort than is asked for."""
    text, kind = each.window.text, asked.expected.kind
    if len(text) > LONGEST or is_run_of_rows(text) or _has_names_alone(each, asked):
        return False
    if not is_of_its_time(text, asked.question) or is_of_another(each, asked) or is_blank(text):
        return False
    if OF_ALL.search(asked.question) and not OF_ALL.search(text):
        return False
    if any(is_other(each, asked) for is_other in (*OTHER_SORTS, is_of_another_month)):
        return False
    if asked.expected.is_value:
        if kind == "change" and not compares(each, asked):
            return False
        is_given = each.value is not None or _gives_otherwise(text, asked)
        if kind == "date" and each.lacking and not BINDING.search(text):
            return False  # a line of a calendar is of what it names
        return is_given and (kind not in OF_NOUNS or measures(each, asked))
    if len(text.split()) < LEAST_TOLD or leads_up(each.window) or text.rstrip(' ”"*').endswith("?"):
        return False
    if any(map(is_line_of_labels, each.window.units)) or is_of_numbers(text):
        return False
    if kind in NEEDS_WORDS and not each.extra:
        return False
    if kind == "list" and (not SEPARATOR.search(text) or _is_foreign_in_part(each, asked)):
        return False
    return _gives_name(text, asked.question) and not is_without_values(text, asked.question)


def _is_foreign_in_part(each: Scored, asked: Asked) -> bool:
    """Whether it is in another language than the question and has not all that is asked by words that are
    known."""
    return bool(each.lacking) and language_of(each.window.text) != asked.expected.language


def _gives_otherwise(text: str, asked: Asked) -> bool:
    """Whether somebody is told who is no person, or a bound of an amount that is no number."""
    if asked.expected.kind == "person":
        return WHO_MAY.search(asked.question) is not None or bool(firms_in(text))
    is_bound = asked.expected.kind == "amount" and MOST.search(asked.question) is not None
    return is_bound and LIMITED.search(text) is not None


def _has_names_alone(each: Scored, asked: Asked) -> bool:
    """Whether of the question only names stand there, which tell nothing of them."""
    names = [name for name in names_in(asked.question) if name in each.window.text]
    if not names:
        return False
    named = {word[:STEM].casefold() for name in names for word in name.split()}
    return all(stem[:STEM] in named for stem in words_asked(each, asked) if stem in each.own)


def _gives_name(text: str, question: str) -> bool:
    """Whether a name stands there that the question has not, where it asks for the name of something."""
    if not NAME_OF.search(question):
        return True
    return any(name.casefold() not in question.casefold() for name in NAME.findall(text))
