"""An expression as it was computed: which of several ways was taken, its parts, and what it lacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from agentic.analysis.items import words_of
from agentic.plans.evaluate import Lookup, NotComputable, Value
from retrieval.question.plans.model import (
    SIGNS,
    Apply,
    Average,
    Beside,
    Expression,
    First,
    Leaf,
    Number,
    leaves,
)

BINDING = {"add": 1, "subtract": 1, "multiply": 2, "divide": 2}
Part = Leaf | str  # a figure, or a sign, number or bracket


def way_taken(expression: Expression, worth: Callable[[Expression], Value]) -> Expression:
    """The expression with each choice decided as its evaluation did. `worth`: raises `NotComputable`."""
    if isinstance(expression, Apply):
        left, right = way_taken(expression.left, worth), way_taken(expression.right, worth)
        return Apply(expression.operator, left, right)
    if isinstance(expression, First):
        return next(way_taken(each, worth) for each in expression.of if _has_value(each, worth))
    if isinstance(expression, Beside):
        return expression.sum
    return expression


def _has_value(expression: Expression, worth: Callable[[Expression], Value]) -> bool:
    try:
        worth(expression)
    except NotComputable:
        return False
    return True


def stand_ins(expression: Expression, worth: Callable[[Expression], Value]) -> Iterator[tuple[Leaf, str]]:
    """Each figure that was taken alone in place of what is asked for first, and that in words."""
    if isinstance(expression, Apply):
        yield from stand_ins(expression.left, worth)
        yield from stand_ins(expression.right, worth)
    elif isinstance(expression, First):
        first = next(each for each in expression.of if not isinstance(each, Beside))
        taken = next(each for each in expression.of if _has_value(each, worth))
        if isinstance(taken, Leaf) and taken != first:
            yield taken, in_words(first)
        elif not isinstance(taken, Leaf):
            yield from stand_ins(taken, worth)


def parts(way: Expression) -> Iterator[Part]:
    """What is written for it, from left to right: “(”, a figure, “+”, …"""
    if isinstance(way, Leaf):
        yield way
    elif isinstance(way, Number):
        yield f"{way.value:f}"
    elif isinstance(way, Average):
        yield from ("(", way.of, "+", Leaf(way.of.measure, way.of.years + 1), ")", "÷", "2")
    elif isinstance(way, Apply):
        weaker = isinstance(way.left, Apply) and BINDING[way.left.operator] < BINDING[way.operator]
        yield from _bracketed(way.left) if weaker else parts(way.left)
        yield SIGNS[way.operator]
        yield from _bracketed(way.right)


def _bracketed(way: Expression) -> Iterator[Part]:
    if isinstance(way, Apply | Average):
        yield "("
        yield from parts(way)
        yield ")"
    else:
        yield from parts(way)


def joined(words: Iterable[str]) -> str:
    """Parts in words, with blanks where they belong: “(equity + equity a year before) ÷ 2”."""
    return " ".join(words).replace("( ", "(").replace(" )", ")")


def in_words(way: Expression) -> str:
    """“net income ÷ revenue”."""
    return joined(words_of(part) if isinstance(part, Leaf) else part for part in parts(way))


def lacking(expression: Expression, lookup: Lookup) -> str:
    """The figures that are missing for it: “ebitda or depreciation amortization, and equity”."""
    return ", and ".join(_gaps(expression, lookup))


def _gaps(expression: Expression, lookup: Lookup) -> list[str]:
    if isinstance(expression, Apply):
        return list(dict.fromkeys([*_gaps(expression.left, lookup), *_gaps(expression.right, lookup)]))
    if isinstance(expression, First):
        return _either(expression, lookup)
    return [words_of(leaf) for leaf in dict.fromkeys(leaves(expression)) if lookup(leaf) is None]


def _either(first: First, lookup: Lookup) -> list[str]:
    """What would do for it: of two ways, one of which lacks all that the other does, the nearer one."""
    ways = [_gaps(each, lookup) for each in first.of if not isinstance(each, Beside)]
    if not all(ways):
        return []
    near = [way for way in ways if not any(set(other) < set(way) for other in ways)]
    said = dict.fromkeys(" and ".join(way) for way in near)
    return [(", or " if any(len(way) > 1 for way in near) else " or ").join(said)]
