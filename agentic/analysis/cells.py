"""A field or ratio of one span: its value with formula and figures, or the sentence that says why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from agentic.analysis.book import Book
from agentic.analysis.items import is_mixed, is_of_days, label_of, words_of
from agentic.analysis.spans import INSTANT, Span
from agentic.analysis.ways import in_words, joined, lacking, parts, stand_ins, way_taken
from agentic.facts import wording
from agentic.facts.queries import FigureRow
from agentic.plans.evaluate import NotComputable, Value, evaluate
from retrieval.question.plans.model import Apply, Expression, Leaf
from retrieval.question.ratios.named import Ratio

NEGATIVE = "What it is divided by is negative: it says little."
DECIMALS = {"%": 1, "times": 2, "days": 1}


@dataclass(frozen=True)
class Cell:
    """`value` in base units, per cent as a fraction; None where `refused` says why there is none.

    `way`: the expression that was computed. `inputs`: its figures, each once. `note`: what to mind.
    """

    item: Ratio
    span: Span
    value: Decimal | None = None
    currency: str = ""
    text: str = ""
    way: Expression | None = None
    inputs: tuple[tuple[Leaf, FigureRow], ...] = ()
    refused: str = ""
    note: str = ""

    @property
    def label(self) -> str:
        return label_of(self.item)

    @property
    def is_read(self) -> bool:
        """Whether it stands so on a page; else it is computed."""
        return isinstance(self.way, Leaf)

    @property
    def formula(self) -> str:
        """“net income ÷ revenue”."""
        return in_words(self.way) if self.way else ""

    @property
    def computed(self) -> str:
        """“$5,777 million ÷ $34,229 million”."""
        return joined(wording.amount(part) if isinstance(part, FigureRow) else part for part in self.parts)

    @property
    def parts(self) -> Iterator[FigureRow | str]:
        """The formula's figures and signs from left to right."""
        rows = dict(self.inputs)
        for part in parts(self.way) if self.way else ():
            yield rows[part] if isinstance(part, Leaf) else part


def cell_of(book: Book, item: Ratio, span: Span) -> Cell:
    lookup = book.lookup(span)
    if refused := _does_not_fit(item, span):
        return Cell(item, span, refused=refused)

    def worth(expression: Expression) -> Value:
        return evaluate(expression, lookup, wording.amount)

    try:
        value = worth(item.expression)
    except NotComputable as error:
        return Cell(item, span, refused=_refused(item, span, error, lacking(item.expression, lookup)))
    way = way_taken(item.expression, worth)
    used = dict.fromkeys(part for part in parts(way) if isinstance(part, Leaf))
    inputs = tuple((leaf, row) for leaf in used if (row := lookup(leaf)))
    currency = value.unit if item.unit == "money" else ""
    text = _text(item, value, way)
    note = " ".join([*_stand_ins(book, span, used), *_note(item, way, worth)])
    return Cell(item, span, value.value, currency, text, way, inputs, note=note)


def _does_not_fit(item: Ratio, span: Span) -> str:
    """Why it is not computed for spans of this length; "" where it is."""
    if span.kind == INSTANT and not is_of_days(item.expression):
        return f"{label_of(item)} is of a span of time, and {span.label} is a day."
    if is_mixed(item.expression) and not span.is_year:
        return (
            f"{label_of(item)} sets what a year brings against a balance: of {span.label} it would be "
            "another number, and none is annualised here."
        )
    return ""


def _refused(item: Ratio, span: Span, error: NotComputable, missing: str) -> str:
    if missing:
        return f"{label_of(item)}: {missing} of {span.label} is not in these documents."
    return f"{label_of(item)} of {span.label}: {error}"


def _stand_ins(book: Book, span: Span, used: Iterable[Leaf]) -> Iterator[str]:
    for leaf in used:
        found = book.find(span, leaf)
        if found and found.is_stand_in:
            yield f"“{found.row.metric_name}” is taken for {words_of(leaf)}."


def _note(item: Ratio, way: Expression, worth: Callable[[Expression], Value]) -> list[str]:
    notes = [
        f"{wording.capital(words_of(taken))} stands for {wanted}."
        for taken, wanted in dict.fromkeys(stand_ins(item.expression, worth))
        if not taken.years
    ]
    if isinstance(way, Apply) and way.operator == "divide" and worth(way.right).value < 0:
        notes.append(NEGATIVE)
    return notes


def _text(item: Ratio, value: Value, way: Expression) -> str:
    number = value.value
    if isinstance(way, Leaf):
        return wording.amount(value.rows[0])
    if item.unit == "money":
        return wording.plain_amount(number, value.rows[0])
    digits = rounded(number * 100 if item.unit == "%" else number, DECIMALS[item.unit])
    return {"%": f"{digits}%", "times": f"{digits}", "days": f"{digits} days"}[item.unit]


def rounded(number: Decimal, decimals: int) -> Decimal:
    return number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
