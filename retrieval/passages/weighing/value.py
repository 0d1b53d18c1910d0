"""The value of a window that is nearest to what is asked."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from reading.text.languages import language_of
from retrieval.alike.marks import marks_in
from retrieval.alike.things import FIELDS
from retrieval.passages.forms.columns import OF_A_COLUMN, OF_CELLS, cell_of
from retrieval.passages.labels import (
    LIKE,
    TOKEN,
    is_named_behind,
    is_run_of_labels,
    label_of,
    leading,
    share_said,
    told_for,
    without_bases,
)
from retrieval.passages.scoring import Asked, Scored
from retrieval.passages.subject import has_mark
from retrieval.passages.values import RANGED, Value
from retrieval.passages.weighing.candidates import candidates_in
from retrieval.passages.weighing.ends import (
    as_range,
    of_year_in_brackets,
    respective,
    with_low_end,
    with_other_end,
)
from retrieval.passages.weighing.nearness import nearness, own_places, places_of

FROM_LOW = frozenset({"duration", "number"})
OF_LABELS = frozenset({"amount", "percent"})
OF_ENUMERATIONS = frozenset({"amount", "percent", "number"})
LEAST_OF_LABEL = 2  # words of the question in a label that a name stands behind
LABEL_BEFORE = re.compile(r"(?:^|[.;:]\s)(?P<label>[^.;:]{3,60}):\s$")
OF_LINES = frozenset({"amount", "percent", "number", "date"})  # whose label says which it is
# What it is worth that the label of a value has all of what is asked, and that there are several.
LABELLED, SEVERAL = 0.3, 0.03


def choose_value(
    each: Scored,
    asked: Asked,
    ordinary: Collection[str],
    verb: re.Pattern[str] | None,
    wanted: Collection[str],
) -> None:
    """Choose the value nearest to the words of the question. `ordinary`: words that passages write small.

    `verb`: what somebody is asked for who did it, where a passage says that somebody did. `wanted`: stems
    of what is asked, of which the label of a value has one.
    """
    if not asked.expected.is_value:
        return
    if each.window.columns:
        _with_cell(each, asked)
        return
    text, every = each.window.text, candidates_in(each, asked, ordinary, verb)
    values = [value for value in every if not _is_aside(value, text)] or every
    if asked.expected.kind == "person":
        labelled = [value for value in values if _is_labelled(value, text, asked.worth)]
        each.is_labelled, values = bool(labelled), labelled or values
    ends = [value.end for value in values]
    values = told_for(without_bases(values, text), text, asked.question)
    labels = _labels_of(each, asked, values, wanted)
    values = list(labels)
    if not values:
        return
    places = places_of(text, asked, language_of(each.passage.text))
    is_run = asked.expected.kind in OF_LABELS and is_run_of_labels(text, values)
    lead = leading(values, text) if asked.expected.kind in OF_ENUMERATIONS else []
    near = {
        value: nearness(
            value, text, own_places(value, text, places, ends, lead) if is_run or lead else places, asked
        )
        for value in values
    }
    nearest, *others = sorted(values, key=lambda value: near[value], reverse=True)
    each.near, each.others = near[nearest][0], tuple(others)
    is_one = len(values) == 1 or asked.expected.kind != "amount" or not asked.expected.noun.endswith("s")
    each.extra += LABELLED * labels[nearest] + (0.0 if is_one else SEVERAL)
    if asked.expected.kind in RANGED:
        if (ranged := as_range(nearest, every, text, asked.question)) is None:
            return
        nearest = ranged
    own = respective(nearest, values, text, asked.question)
    own = of_year_in_brackets(own, every, text, asked.question) if own == nearest else own
    own = with_low_end(own, text, values) if asked.expected.kind in FROM_LOW else own
    each.value = with_other_end(own, text, asked.question) if asked.expected.kind in RANGED else own


def _with_cell(each: Scored, asked: Asked) -> None:
    """The cell of the column that is asked for, of a row of numbers."""
    span = cell_of(each.window, asked.question) if asked.expected.kind in OF_CELLS else None
    if span is not None:
        each.value, each.near = Value(each.window.text[slice(*span)], *span), OF_A_COLUMN


def _labels_of(
    each: Scored, asked: Asked, values: Sequence[Value], wanted: Collection[str]
) -> dict[Value, float]:
    """The values that may be what is asked, with how much of it the label of each says.

    Of those in lines of labels it must say something; those in sentences are left to the words round them.
    """
    is_marked = bool(asked.marks) and all(has_mark(mark, each.window.text) for mark in asked.marks)
    if asked.expected.kind not in OF_LINES or not wanted or is_marked:
        return dict.fromkeys(values, 0.0)
    found: dict[Value, float] = {}
    text, over = each.window.text, f"{each.window.around} {each.passage.called}"
    for value in values:
        label = label_of(value, values, each.window)
        if label is None:
            found[value] = 0.0
            continue
        said = share_said(label, wanted, asked.worth, _asked_in(label, each, asked))
        if said and not is_named_behind(value, asked.question, text, over):
            found[value] = said
    return found


def _is_labelled(value: Value, text: str, wanted: Collection[str]) -> bool:
    """Whether it stands right behind a label that has a word of the question: “CONTACT: Ada Weaver”."""
    label = LABEL_BEFORE.search(text[: value.start])
    words = [word.casefold()[:LIKE] for word in TOKEN.findall(label["label"])] if label else []
    said = {stem for word in words for stem in wanted if len(stem) >= LIKE and word == stem[:LIKE]}
    return len(said) >= LEAST_OF_LABEL


def _asked_in(label: str, each: Scored, asked: Asked) -> set[str]:
    """The marks of what a label names, and the question's stems that it has by other words, not a field's."""
    marks = marks_in(label, language_of(each.passage.text), asked.expected.language)
    return {*marks, *(stem for stem, alike in asked.alike.items() if alike & (marks - FIELDS))}


def _is_aside(value: Value, text: str) -> bool:
    """Whether it stands in brackets, as last year’s beside this year’s does: “49% (53%)”."""
    before = text[: value.start]
    return before.count("(") > before.count(")")
