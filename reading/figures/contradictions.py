"""Which figures of tables another figure of the same document makes doubtful: their rows alone are stored."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal

from reading.figures.sentences.noun_phrases import canonical
from reading.lexicon import SIGNS
from reading.model import MetricDraft, Table
from reading.times.headings import header_rest
from reading.times.statements import statement_kind
from reading.values.quantities import step_of

Span = tuple[date | None, date | None]
Known = dict[str, dict[Span, list[Decimal]]]  # by canonical name, then by start and end of the period
YEAR, SLACK = 365, 10  # days from a span to that of the year before, and how far a calendar may be off
CHANGES = ("increase", "growth", "decrease", "decline", "rise", "improvement", "reduction", "drop")


def agreeing(metrics: Sequence[MetricDraft], tables: Iterable[MetricDraft]) -> list[MetricDraft]:
    """The `metrics` of sentences without those that must be of a part: by the tables, or by one another."""
    known = _known(tables)
    checked = [metric for metric in metrics if not _contradicts(metric, known)]
    alike: dict[tuple[object, ...], list[MetricDraft]] = defaultdict(list)
    for metric in checked:
        alike[_named(metric)].append(metric)
    is_one = {named: are_all_one_number(group) for named, group in alike.items()}
    return [metric for metric in checked if is_one[_named(metric)]]


def _known(tables: Iterable[MetricDraft]) -> Known:
    """Each value once."""
    known: dict[str, dict[Span, dict[Decimal, None]]] = defaultdict(lambda: defaultdict(dict))
    for metric in tables:
        if metric.canonical_name and metric.numeric_value is not None:
            span = metric.period_start, metric.period_end
            known[metric.canonical_name][span][metric.numeric_value] = None
    return {name: {span: list(values) for span, values in of.items()} for name, of in known.items()}


def _contradicts(metric: MetricDraft, known: Known) -> bool:
    """Whether the tables give the measure that the metric's name means, but no such amount of it."""
    *first, last = metric.metric_name.split() or [""]
    move = last if last in CHANGES else ""
    measure = canonical(" ".join(first)) if move else metric.canonical_name
    of_measure = known.get(measure, {})
    values = of_measure.get((metric.period_start, metric.period_end))
    if not values or metric.numeric_value is None:
        return False
    levels = values if not move else list(_changes(metric, values, of_measure))
    return bool(levels) and not any(_is_near(metric, value) for value in levels)


def _changes(
    metric: MetricDraft, values: Iterable[Decimal], of_measure: dict[Span, list[Decimal]]
) -> Iterator[Decimal]:
    """By how much, or by what share, each value differs from those of the same span a year before."""
    befores = [
        before
        for (start, end), earlier in of_measure.items()
        if _is_year_before(start, metric.period_start) and _is_year_before(end, metric.period_end)
        for before in earlier
    ]
    for value in values:
        for before in befores:
            change = abs(value - before)
            if metric.unit != "%":
                yield change
            elif before:
                yield change / abs(before)


def _is_year_before(day: date | None, later: date | None) -> bool:
    if day is None or later is None:
        return day is later
    return abs((later - day).days - YEAR) <= SLACK


def _is_near(metric: MetricDraft, value: Decimal) -> bool:
    """Whether both may be roundings of one number; losses are written with and without their minus."""
    written = abs(metric.numeric_value or Decimal(0))
    return abs(abs(value) - written) <= step_of(metric)


def _named(metric: MetricDraft) -> tuple[object, ...]:
    return metric.metric_name.casefold(), metric.unit, metric.period_start, metric.period_end


def are_all_one_number(metrics: Sequence[MetricDraft]) -> bool:
    """Whether figures of one name and time are one number, each as far as it is written."""
    finest = min(metrics, key=step_of)
    return all(_is_near(metric, finest.numeric_value or Decimal(0)) for metric in metrics)


_NOTE = re.compile(r"\(\w{1,2}\)|\W+")
# What makes of a row or a column one of shares, and what does so of a whole table.
_SHARE = re.compile(
    r"%|/|\bper ?cent|\b(?:rates?|margins?|growth|yields?|ratios?|returns?|volatility|increases?|decreases?|"
    r"changes?|shares? of|mix|proportion|comparable|same[\s-]store)\b",
    re.IGNORECASE,
)
_AMOUNT_FIRST = re.compile(rf"[{SIGNS}][\d.,]*\d(?=\s[A-Z])")
_OF_SHARES = re.compile(r"%|\bper ?cent|\b(?:growth|changes?|mix|ratios?|proportion)\b", re.IGNORECASE)


def without_doubtful(tables: Sequence[Table], metrics: Sequence[MetricDraft]) -> list[MetricDraft]:
    """`metrics` without those of tables that others contradict, and without shares of nobody knows what.

    What still goes by a canonical name stays: a statement bears it out.
    """
    doubtful = {*_contradicted(tables, metrics), *_unsaid_shares(tables, metrics)}
    doubtful.update(_beside_totals(tables, metrics))
    return [each for at, each in enumerate(metrics) if at not in doubtful]


def _of_tables(tables: Sequence[Table], metrics: Sequence[MetricDraft]) -> Iterator[tuple[int, MetricDraft]]:
    """The dated figures of tables with their places; line items of an invoice may share their name.

    The statements are left out: their order says that deferred taxes are assets above and liabilities below,
    and that a per cent beside an amount is its share of sales.
    """
    is_statement = [bool(statement_kind(table)) for table in tables]
    for at, metric in enumerate(metrics):
        in_table = metric.row and metric.row[0] < len(tables) and not is_statement[metric.row[0]]
        if in_table and metric.period_end:
            yield at, metric


def _contradicted(tables: Sequence[Table], metrics: Sequence[MetricDraft]) -> Iterator[int]:
    """Figures that share name, context, unit and time with another and are another number.

    Their tables have several parts, and the words that say which part a row is of were not read.
    """
    alike: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for at, each in _of_tables(tables, metrics):
        said = each.metric_name.casefold(), each.context, each.unit, each.period_start, each.period_end
        alike[said].append(at)
    for places in alike.values():
        if len(places) > 1 and not are_all_one_number([metrics[at] for at in places]):
            yield from (at for at in places if not metrics[at].canonical_name)


def _beside_totals(tables: Sequence[Table], metrics: Sequence[MetricDraft]) -> Iterator[int]:
    """Figures of tables that have a total once more beside the rows of its parts, before their labels."""
    mixed = {index for index, table in enumerate(tables) if _repeats_total(table)}
    yield from (at for at, each in enumerate(metrics) if mixed and each.row and each.row[0] in mixed)


def _repeats_total(table: Table) -> bool:
    """Whether a label begins with an amount that another row of the table has: “$36,781 U.S.”."""
    for row in table.rows:
        amount = _AMOUNT_FIRST.match(row.label) if row.label[:1] in SIGNS else None
        if amount and any(
            amount[0] == cell.text.replace(" ", "")
            for other in table.rows
            if other is not row
            for cell in other.cells
        ):
            return True
    return False


def _unsaid_shares(tables: Sequence[Table], metrics: Sequence[MetricDraft]) -> Iterator[int]:
    """Per cents that go by the name of an amount of money, where nothing says what they are a share of."""
    amounts = {_plain(each.metric_name) for each in metrics if len(each.unit) == 3}
    for at, metric in _of_tables(tables, metrics):
        is_unnamed = metric.unit == "%" and not metric.canonical_name
        if is_unnamed and _plain(metric.metric_name) in amounts and not _says_share(tables, metric):
            yield at


def _plain(name: str) -> str:
    return _NOTE.sub(" ", name).casefold().strip()


def _says_share(tables: Sequence[Table], metric: MetricDraft) -> bool:
    """Whether its row, its heading or its table says that it is a share; one without “%” was told so."""
    assert metric.row is not None
    table = tables[metric.row[0]]
    row = table.rows[metric.row[1]]
    columns = {cell.column for cell in row.cells if cell.text == metric.value}
    headings = [header_rest(table.columns[at].header) for at in columns]
    if "%" not in metric.value or any(headings) or _adds_up(table, columns):
        return True
    return bool(_SHARE.search(" ".join((row.label, *row.path))) or _OF_SHARES.search(table.title))


def _adds_up(table: Table, columns: Collection[int]) -> bool:
    """Whether the last row gives 100 % in one of the columns: the others are shares of what it totals."""
    last = table.rows[-1].cells
    return any(
        cell.column in columns and cell.quantity is not None and cell.quantity.value == 1 for cell in last
    )
