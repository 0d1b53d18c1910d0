"""Whether an answer gives the figures, the words or the refusal that a reference asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from agentic.verification.sentences.clauses import said_of
from agentic.verification.sentences.statements import Statement, quantities_in
from evals.answer_sets.answers import Given
from reading.values.quantities import Quantity, find_quantities
from reading.values.units import SCALE_WORDS

Verdict = Literal["right", "wrong", "refused", "read"]
ONE = Decimal(1)
COARSEST = 3  # digits that an answer gives at least where it is coarser than the reference
_ASKED_SCALE = re.compile(
    r"\bin\s+(?:(?:US|USD|U\.S\.|EUR|GBP)\s?)?[$€£]?\s?(thousands?|millions?|billions?)\b", re.I
)
_ASKS_PER_CENT = re.compile(r"%|\bper\s?cent(?:age)?\b", re.I)
_OPERATOR_BEFORE = re.compile(r"[÷×*/=−+]\s*\(?\s*$")
_OPERATOR_AFTER = re.compile(r"\s*\)?\s*(?:\[\d+\])?\s*(?:[÷×*/=]|[−+-]\s?[\d$€(])")
_RESULT_BEFORE = re.compile(r"=\s*$")
_FROM = re.compile(r"\bfrom\s+\W*$", re.I)
_COUNT_OF_FIGURES = re.compile(r"\d+ figures?\b")
_YES = re.compile(r"^\W*(?:yes|true)\b", re.I)
_NO = re.compile(r"^\W*(?:no|false)\b(?!\.\s?\d+\b)", re.I)
_DOWN = re.compile(
    r"\b(?:fell|fall(?:en|s)?|drop\w*|declin\w*|decreas\w*|shr[aiu]nk\w*|lower|down|less|negative|loss(?:es)?|reduc\w*)\b",
    re.I,
)


@dataclass(frozen=True)
class Gold:
    """What a right answer holds.

    `figures`: one of each group of alternatives. `beside`: what may stand with them, such as what they are
    computed from. `says`: each a pattern of words.
    """

    figures: tuple[tuple[str, ...], ...] = ()
    beside: tuple[str, ...] = ()
    says: tuple[str, ...] = ()


def judge(given: Given, gold: Gold, question: str = "") -> Verdict:
    """“right”: all that the reference asks for, and of its one figure no other as the answer.

    “read” where there is nothing to compare: a person must compare the words.
    """
    if given.is_refused:
        return "refused"
    if not gold.figures and not gold.says:
        return "read"
    has_words = all(re.search(pattern, given.text, re.IGNORECASE) for pattern in gold.says)
    return "right" if has_words and _has_figures(given.text, gold, question) else "wrong"


def _has_figures(text: str, gold: Gold, question: str) -> bool:
    if not gold.figures:
        return True
    if len(gold.figures) > 1:
        every = _figures(text)
        return all(any(_is_one_of(each, group, question) for each in every) for group in gold.figures)
    stated = answer_figures(text)
    right = [each for each in stated if _is_one_of(each, gold.figures[0], question)]
    known = (*gold.figures[0], *gold.beside)
    others = [each for each in stated if not _is_one_of(each, known, question)]
    return bool(right) and not any(_same_kind(other[0], right[0][0]) for other in others)


def judge_yes_or_no(given: Given, wanted: str, *, no_where_unsaid: bool) -> Verdict:
    """`no_where_unsaid`: the question asks for a no where the documents do not mention it."""
    if given.is_refused:
        return "right" if no_where_unsaid and wanted == "no" else "refused"
    said = "yes" if _YES.match(given.text) else "no" if _NO.match(given.text) else ""
    return "right" if said == wanted else "wrong"


def judge_names(given: Given, names: Sequence[str], rivals: Sequence[str] = ()) -> Verdict:
    """Whether one of the names is given. `rivals`: the names that the question lets choose from, too."""
    if given.is_refused:
        return "refused"
    first = given.text.split("\n\n")[0]
    found = [first.lower().find(name.lower()) for name in names]
    places = [place for place in found if place >= 0]
    before = [first.lower().find(rival.lower()) for rival in rivals]
    is_first = bool(places) and not any(0 <= place < min(places) for place in before)
    return "right" if is_first else "wrong"


def answer_figures(text: str) -> list[tuple[Quantity, Statement]]:
    """The figures that a text gives as its answer: those of its first sentence that has some.

    Without the operands of formulas, what follows a colon behind a figure, how many figures were taken, and
    what a sentence compares its figure with.
    """
    every = _figures(text)
    if not every:
        return []
    first = [pair for pair in every if pair[1] == every[0][1] and not _is_part(text, pair[0], every[0][0])]
    own = [pair for pair in first if not _is_compared(*pair)]
    return own or first


def _is_part(text: str, quantity: Quantity, first: Quantity) -> bool:
    """Whether a colon behind the sentence's first figure leads up to it: “… is $5: $2 and $3”."""
    return ": " in text[first.end : quantity.start]


def _figures(text: str) -> list[tuple[Quantity, Statement]]:
    return [
        pair
        for pair in quantities_in(text)
        if not _is_operand(text, pair[0]) and not _COUNT_OF_FIGURES.match(text[pair[0].start :])
    ]


def _is_operand(text: str, quantity: Quantity) -> bool:
    before, after = text[: quantity.start][-6:], text[quantity.end :][:8]
    if _RESULT_BEFORE.search(before) and not _OPERATOR_AFTER.match(after):
        return False
    return bool(_OPERATOR_BEFORE.search(before) or _OPERATOR_AFTER.match(after))


def _is_compared(quantity: Quantity, statement: Statement) -> bool:
    at = quantity.start - statement.start
    said = said_of(statement.text, at)
    return said.is_prior or said.is_compared or _FROM.search(statement.text[:at]) is not None


def _is_one_of(given: tuple[Quantity, Statement], wanted: Sequence[str], question: str) -> bool:
    return any(matches(*given, each, question) for each in wanted)


def matches(given: Quantity, statement: Statement, wanted: str, question: str = "") -> bool:
    """Whether the figure is the one written as `wanted`, as far as that is written, or to three digits."""
    found = find_quantities(wanted)[0]
    if not _same_unit(given, found, question):
        return False
    scaled = given.scaled(statement.scale) if given.scale == ONE and statement.scale != ONE else given
    return any(
        _is_rounding(one, other) and _same_sign(one, other, statement)
        for one, other in _readings(scaled, given, found, question)
    )


def _readings(
    scaled: Quantity, given: Quantity, found: Quantity, question: str
) -> Iterator[tuple[Quantity, Quantity]]:
    """The two in base units; a number without its scale where the question names that scale."""
    yield scaled, found
    asked = _ASKED_SCALE.search(question)
    if asked is None:
        return
    factor = SCALE_WORDS[asked[1].lower().rstrip("s")]
    if given.scale == ONE:
        yield given.scaled(factor), found
    if found.scale == ONE:
        yield scaled, found.scaled(factor)
        yield given, found


def _is_rounding(given: Quantity, wanted: Quantity) -> bool:
    apart = abs(abs(given.value) - abs(wanted.value))
    if apart <= wanted.step / 2:
        return True
    digits = len(str(int(abs(given.value) / given.step))) if given.step and given.value else 0
    return digits >= COARSEST and apart <= given.step / 2


def _same_sign(given: Quantity, wanted: Quantity, statement: Statement) -> bool:
    if (given.value < 0) == (wanted.value < 0) or not given.value:
        return True
    return given.value > 0 and _DOWN.search(statement.text) is not None


def _same_unit(given: Quantity, wanted: Quantity, question: str) -> bool:
    if given.unit == wanted.unit or {given.unit, wanted.unit} <= {"%", "pp"}:
        return True
    if "%" in (given.unit, wanted.unit):  # a ratio may be written either way, unless asked for per cent
        other = given.unit if wanted.unit == "%" else wanted.unit
        return other in ("", "times") and not (wanted.unit == "%" and _ASKS_PER_CENT.search(question))
    if not given.unit or not wanted.unit or wanted.unit == "times" or given.unit == "times":
        return True
    return given.unit.split("/")[0] == wanted.unit.split("/")[0] or (
        given.unit.islower() and wanted.unit.islower()
    )


def _same_kind(one: Quantity, other: Quantity) -> bool:
    """Whether both count the same, so that either may be taken for the answer."""
    return {one.unit, other.unit} <= {"%", "pp"} or one.unit.split("/")[0] == other.unit.split("/")[0]
