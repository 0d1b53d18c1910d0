"""Tables between level rules of one width, as papers set them: where they stand, and their words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from reading.model import Box, ParsedPage, Word

SAME = 4.0  # points by which the ends of the rules of one table differ
LEAST_WIDTH = 60.0  # points of a rule over a whole table
BESIDE = 5.0  # points that words reach over the rules
MOST_HIGH = 0.6  # of the page's height, between two rules of one table
PROSE_WORDS = 6  # of a line of running text
PROSE_SMALL = 0.5  # of them begin with a small letter
PROSE_WIDTH = 0.8  # of the rules' width, that it fills
SAME_LINE = 0.45  # heights by which the middles of words of one line differ, as of a subscript
WORD_GAP = 0.55  # heights of a word between those of one cell
LEAST_GAP = 4.2  # points


@dataclass(frozen=True)
class Frame:
    """A table's rules, top to bottom, and the words of each stretch between two of them.

    `parts`: shorter rules in it, which stand under headings of several columns.
    """

    x0: float
    x1: float
    tops: tuple[float, ...]
    stretches: tuple[tuple[Word, ...], ...]
    parts: tuple[Box, ...]


def frames_of(page: ParsedPage) -> Iterator[Frame]:
    """The tables between rules on the page, each with two rules or more and words between them."""
    words = [word for line in page.lines for word in line.words]
    for rules in _alike(page.rules):
        run: list[float] = [rules[0].top]
        stretches: list[tuple[Word, ...]] = []
        for above, below in pairwise(rules):
            inside = _between(words, above, below)
            if not inside and below.top - above.top < 2 * SAME:
                continue  # a double rule
            is_apart = below.top - above.top > MOST_HIGH * (page.height or below.top)
            if not inside or is_apart or _holds_prose(inside, below.x1 - below.x0):
                yield from _frame(page, rules[0], run, stretches)
                run, stretches = [below.top], []
                continue
            run.append(below.top)
            stretches.append(inside)
        yield from _frame(page, rules[0], run, stretches)


def _alike(rules: Sequence[Box]) -> Iterator[list[Box]]:
    """Rules that begin and end below each other."""
    left = [rule for rule in rules if rule.x1 - rule.x0 >= LEAST_WIDTH]
    while left:
        first = left[0]
        same = [rule for rule in left if abs(rule.x0 - first.x0) <= SAME and abs(rule.x1 - first.x1) <= SAME]
        left = [rule for rule in left if rule not in same]
        if len(same) > 1:
            yield sorted(same, key=lambda rule: rule.top)


def _between(words: Sequence[Word], above: Box, below: Box) -> tuple[Word, ...]:
    return tuple(
        word
        for word in words
        if above.top <= _middle(word) <= below.top
        and word.box.x0 >= above.x0 - BESIDE
        and word.box.x1 <= above.x1 + BESIDE
    )


def _middle(word: Word) -> float:
    return (word.box.top + word.box.bottom) / 2


def _holds_prose(words: Sequence[Word], width: float) -> bool:
    """Whether a line of running text stands there: the end of one table and the beginning of another."""
    for row in rows_of(words):
        wide = row[-1].box.x1 - row[0].box.x0
        small = sum(word.text[:1].islower() for word in row)
        if len(row) >= PROSE_WORDS and wide >= PROSE_WIDTH * width and small >= PROSE_SMALL * len(row):
            return True
    return False


def _frame(
    page: ParsedPage, rule: Box, run: Sequence[float], stretches: Sequence[tuple[Word, ...]]
) -> Iterator[Frame]:
    if not stretches:
        return
    parts = [
        each
        for each in page.rules
        if run[0] < each.top < run[-1]
        and rule.x0 - SAME <= each.x0
        and each.x1 <= rule.x1 + SAME
        and each.x1 - each.x0 < rule.x1 - rule.x0 - 2 * SAME
    ]
    yield Frame(rule.x0, rule.x1, tuple(run), tuple(stretches), tuple(parts))


def rows_of(words: Sequence[Word]) -> list[list[Word]]:
    """The words by lines, top to bottom, each from left to right."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=_middle):
        height = max(each.box.bottom - each.box.top for each in (word, *(rows[-1] if rows else ())))
        if rows and _middle(word) - sum(map(_middle, rows[-1])) / len(rows[-1]) < SAME_LINE * height:
            rows[-1].append(word)
        else:
            rows.append([word])
    return [sorted(row, key=lambda word: word.box.x0) for row in rows]


def cells_of(row: Sequence[Word]) -> list[list[Word]]:
    """The words of a line in groups that stand apart."""
    cells = [[row[0]]]
    for before, word in pairwise(row):
        height = min(before.box.bottom - before.box.top, word.box.bottom - word.box.top, 12.0)
        if word.box.x0 - before.box.x1 > max(LEAST_GAP, WORD_GAP * height):
            cells.append([])
        cells[-1].append(word)
    return cells
