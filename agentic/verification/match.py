"""Which numbers of the evidence a number in an answer may be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any, Literal

from agentic.evidence import Evidence, Figure, ResultTable, Span
from agentic.verification.numbers import ONE, Known, Stated
from agentic.verification.sentences.agreement import Grounds, agrees, is_row
from agentic.verification.sentences.clauses import numbers_with, said_of
from agentic.verification.sentences.statements import (
    Statement,
    contradict,
    contradict_as_asked,
    is_before,
    periods_in,
    quantities_in,
    same_time,
    same_time_as_asked,
    sign_fits,
    split_statements,
)
from reading.values.periods import Period
from reading.values.quantities import Quantity, written_step

Match = Literal["exact", "rounded"]
Place = tuple[int, int | None, str]
COUNTED = ("counted: ", "worked out: ")  # how the formula of what was made of rows begins
MAX_CELLS = 2_000  # of a result that are compared; a longer one is no answer to read
# Columns whose numbers name something instead of measuring it.
_NOT_A_MEASURE = re.compile(
    r"id|.*_id|page\w*|\w*_index|fiscal_\w+|year|quarter|month|scale|filename|.*_name", re.IGNORECASE
)


def is_name(column: str) -> bool:
    """Whether the numbers of a result's column are names, such as a quarter's."""
    return _NOT_A_MEASURE.fullmatch(column) is not None


def known_numbers(evidence: Evidence) -> list[Known]:
    """The figures, the numbers in quotes, and the cells of results, in this order of trust."""
    figures = [known for figure in evidence.figures for known in _of_figure(figure)]
    placed: dict[Place, list[Figure]] = {}
    for figure in evidence.figures:
        if figure.span:
            placed.setdefault(_place(figure.span), []).append(figure)
    return [*figures, *_in_quotes(evidence.spans, placed), *_in_tables(evidence.tables, placed)]


def _place(span: Span) -> Place:
    return span.document_id, span.page, span.quote


def _of_figure(figure: Figure) -> Iterator[Known]:
    known = _by_label(figure)
    if figure.span is None or is_row(figure):
        yield known
        return
    for start in numbers_with(figure.span.quote, figure.value):
        said = said_of(figure.span.quote, start)
        yield replace(known, said=said, periods=said.periods or _periods_around(figure.span))


def _periods_around(span: Span) -> tuple[Period, ...]:
    """What dates a sentence that does not date itself: its passage, its section, the name of its file."""
    return periods_in(span.around or span.quote) or periods_in(span.section)


def _by_label(figure: Figure) -> Known:
    return Known(
        value=figure.value,
        unit=figure.unit or None,
        text=figure.text,
        step=written_step(figure.text, figure.scale),
        scale=figure.scale,
        label=figure.label,
        measure=figure.measure,
        entity=figure.entity,
        start=figure.period_start,
        end=figure.period_end,
        year=figure.fiscal_year,
        quarter=figure.fiscal_quarter,
        periods=_said_with(figure),
        span=figure.span,
        is_result=figure.span is None,
        formula=figure.formula,
    )


def _said_with(figure: Figure) -> tuple[Period, ...]:
    """For a figure that was not given a period: those of the sentences that hold it."""
    if figure.span is None or figure.period_end or figure.fiscal_year:
        return ()
    sentences = (s for s in split_statements(figure.span.quote) if figure.text in s.text)
    return tuple(period for sentence in sentences for period in sentence.periods)


def _in_quotes(spans: Iterable[Span], placed: Mapping[Place, Sequence[Figure]]) -> Iterator[Known]:
    """The numbers in the quotes. In a table's row they count as its figures do, each in its own column."""
    for span in spans:
        figures = placed.get(_place(span), ())
        scale = max((figure.scale for figure in figures), default=ONE)
        for quantity, statement in quantities_in(span.quote):
            in_row = scale > ONE and quantity.scale == ONE
            number = quantity.scaled(scale) if in_row else quantity
            if any(abs(figure.value) == abs(number.value) for figure in figures):
                continue
            yield replace(_of_quantity(number, statement, span), is_undated=in_row)
            if statement.scale != ONE and quantity.scale == ONE and not in_row:
                yield _of_quantity(quantity.scaled(statement.scale), statement, span)


def _of_quantity(quantity: Quantity, statement: Statement, span: Span | None) -> Known:
    said = said_of(statement.text, quantity.start - statement.start)
    return Known(
        value=quantity.value,
        unit=quantity.unit,
        text=quantity.text,
        step=quantity.step,
        scale=quantity.scale,
        periods=said.periods or statement.periods or (_periods_around(span) if span else ()),
        words=statement.text,
        said=said,
        span=span,
    )


def _in_tables(tables: Iterable[ResultTable], placed: Mapping[Place, Sequence[Figure]]) -> Iterator[Known]:
    """The numbers in results, save those that a figure of the same row gives with its unit and period."""
    for table in tables:
        units = table.columns.index("unit") if "unit" in table.columns else None
        for position, row in enumerate(table.rows[: MAX_CELLS // max(1, len(table.columns))]):
            span = table.spans[position] if position < len(table.spans) else None
            figures = placed.get(_place(span), ()) if span else ()
            unit = row[units] if units is not None else None
            for name, cell in zip(table.columns, row, strict=True):
                if is_name(name):
                    continue
                for known in _in_cell(cell, name, unit, span):
                    if not any(_is_of(known, figure) for figure in figures):
                        yield known


def _is_of(known: Known, figure: Figure) -> bool:
    """Whether a cell repeats its row's figure, or shows it as written, without the scale of its table."""
    if known.is_result:
        return abs(figure.value) == abs(known.value)
    return figure.scale > ONE and known.scale == ONE


def _in_cell(cell: Any, name: str, unit: Any, span: Span | None) -> Iterator[Known]:
    if isinstance(cell, int | float | Decimal) and not isinstance(cell, bool):
        value = Decimal(str(cell))
        if not value.is_finite():
            return
        known_unit = unit if isinstance(unit, str) and unit else None
        yield Known(
            value=value,
            unit=known_unit,
            text=f"{value:,}",
            step=Decimal(0),
            label=name,
            span=span,
            is_result=True,
        )
    elif isinstance(cell, str) and any(character.isdigit() for character in cell):
        for quantity, statement in quantities_in(cell):
            yield _of_quantity(quantity, statement, span)


def match(stated: Stated, known: Known, grounds: Grounds, *, in_formula: bool = False) -> Match | None:
    """Whether the number is `known`, to the digit or rounded to its own last digit, and said of the same."""
    statement = stated.statement
    quantity = with_money(stated.quantity, statement)
    if not units_fit(quantity, known):
        return None
    found = next(
        (
            (kind, reading)
            for reading in _readings(quantity, known, statement, in_formula)
            if (kind := _same(reading, known))
        ),
        None,
    )
    if found is None or not sign_fits(quantity.value, known.value, known.label, statement):
        return None
    if not time_fits(stated, known):
        return None
    kind, reading = found
    if not agrees(stated.said, statement, reading.value, known, grounds, in_formula=in_formula):
        return None
    return kind


def _readings(quantity: Quantity, known: Known, statement: Statement, in_formula: bool) -> Iterator[Quantity]:
    """The number as it stands; under a caption of scale, and in a formula, as the table writes it."""
    yield quantity
    if quantity.scale == ONE and statement.scale != ONE and quantity.unit != "%":
        yield quantity.scaled(statement.scale)
    if in_formula and quantity.scale == ONE and known.scale != ONE:
        yield quantity.scaled(known.scale)
    if quantity.unit == "%" and known.is_result and known.unit is None:
        # SQL computes per cent as often as it computes fractions.
        yield quantity.scaled(Decimal(100))


def _same(quantity: Quantity, known: Known) -> Match | None:
    value, truth = abs(quantity.value), abs(known.value)
    if value == truth:
        return "exact"
    if value and quantity.step > known.step and quantity.is_rounding_of(truth):
        return "rounded"
    return None


_MONEY_BEHIND = re.compile(
    r"^\s*(?:de\s+|d['’]\s?|di\s+)?(euros?|d[oó]ll?ar[se]?s?|livres?|libras?|yens?|francs?)\b", re.IGNORECASE
)
_MONEY = {"eur": "EUR", "dol": "USD", "dól": "USD", "liv": "GBP", "lib": "GBP", "yen": "JPY", "fra": "CHF"}


def with_money(quantity: Quantity, statement: Statement) -> Quantity:
    """The number with the currency that other languages write behind its scale: “512 millions de dollars”."""
    found = _MONEY_BEHIND.match(statement.text[quantity.end - statement.start :])
    return replace(quantity, unit=_MONEY[found[1][:3].lower()]) if found and not quantity.unit else quantity


def units_fit(quantity: Quantity, known: Known) -> bool:
    """Whether the unit written may be the unit known; a number without unit may be of any but per cent."""
    if known.unit is None or quantity.unit == known.unit:
        return True
    if quantity.unit == "":
        return known.unit not in ("%", "pp")
    if known.unit == "":
        return _unit_in_words(quantity.unit, known.words)
    return quantity.unit.split("/")[0] == known.unit.split("/")[0]


def _unit_in_words(unit: str, words: str) -> bool:
    """Whether the words round a bare number may give it `unit`: a table row has its unit elsewhere."""
    if unit in ("%", "pp"):
        return False
    return not unit.islower() or unit[:4] in words.lower()


def time_fits(stated: Stated, known: Known) -> bool:
    """Whether the number is said of no period, or of one that is the known number's."""
    periods, said = stated.periods, stated.said
    if not periods:
        return True
    if known.is_undated:
        return stated.is_asked
    if said.is_prior:
        return known.end is None or any(is_before(known.end, period) for period in periods)
    if said.is_compared and known.end is not None and any(is_before(known.end, period) for period in periods):
        return True
    if known.periods:
        differs = contradict if not stated.is_asked else contradict_as_asked
        return not all(differs(one, other) for one in periods for other in known.periods)
    fits = same_time if not stated.is_asked else same_time_as_asked
    return any(fits(period, known.start, known.end, known.year, known.quarter) for period in periods)


def best_match(
    stated: Stated, known: Sequence[Known], cited: frozenset[int], grounds: Grounds, *, in_formula: bool
) -> tuple[Known, Match] | None:
    """The number it is: exact before rounded, from a document before computed, cited before not.

    A count that was made for the answer comes first: some document has each small number, of other things.
    """
    found = [
        (number, kind)
        for number in known
        if (kind := match(stated, number, grounds, in_formula=in_formula)) is not None
    ]
    if not found:
        return None
    return min(
        found,
        key=lambda pair: (
            not pair[0].formula.startswith(COUNTED),
            pair[0].is_result,
            pair[1] != "exact",
            id(pair[0].span) not in cited,
        ),
    )
