"""What is left when all else has its place: columns and tables to be shown, and words without a place."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from retrieval.tables.rules.dates import dates_said
from retrieval.tables.rules.parts.marked import Dated
from retrieval.tables.rules.plan import Filter, Mark, Stuck
from retrieval.tables.rules.vocabulary.lexicon import verbs
from retrieval.tables.rules.vocabulary.words import FILLERS, MADE, RELATING


def take_rest(reader: Dated) -> None:
    """Raises `Stuck` where a word is left that neither fills nor relates."""
    plan = reader.plan
    reader.take("#C", lambda m, _: plan.shown.append(m[0]))
    reader.take(
        r"(?:which|what|list|show|give|find|get|return|;)(?: me)?(?: the| all| of)* #T",
        partial(_asked, reader),
    )
    reader.take("#T", lambda m, _: plan.tables.append(m[0]))
    left = [word.lstrip("~") for word in re.findall(r"[^\s;]+", reader.text)]
    left = [word for word in left if not _is_of_date(reader, word)]
    shown = [*plan.shown, *plan.groups, *plan.asked]
    is_keyed = any(mark.kind == "T" for mark in shown)  # it is shown with its key
    filling = FILLERS - (reader.things & {"return", "result", "display"})  # “had a return” asks for one
    left = [word for word in left if word not in filling and not (is_keyed and word == "id")]
    plan.relations = [
        word
        for word in left
        if (word in RELATING or word in MADE or word in verbs() or word in reader.deeds)
        and word not in reader.things
    ]
    if left := [word for word in left if word not in plan.relations]:
        raise Stuck(left=[_words(reader, word) for word in left])


def _is_of_date(reader: Dated, word: str) -> bool:
    """Whether a verb told which date is meant: “did we acquire by gift since 2010”."""
    plan = reader.plan
    if word not in plan.verbs:
        return False
    for number, time in enumerate([] if word in verbs() else plan.times):
        if time.mark is None and not time.said:
            plan.times[number] = replace(time, said=word)
            return True
    subject = plan.base or next(iter(plan.asked), Mark("T", ""))
    own = dates_said(word, [*subject.tables])
    if not plan.times and len(own) == 1:  # those that were done are counted: “are registered”
        plan.filters.append(Filter(Mark("C", word, places=tuple(own)), "told", ()))
    return not plan.times and len(own) == 1


def _asked(reader: Dated, marks: list[Mark], match: re.Match[str]) -> str:
    """Whose rows are asked for; behind “of”, only whose column or count was."""
    words = match[0].split()
    is_subject = words[0] != ";" and words[-2] != "of"
    reader.plan.tables.append(marks[0])
    if is_subject:
        reader.plan.asked.append(marks[0])
    return words[0]


def _words(reader: Dated, sign: str) -> str:
    found = re.fullmatch(r"<[A-Z](\d+)>", sign)
    return reader.marks[int(found[1])].words if found else sign
