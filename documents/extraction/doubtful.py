"""Which figures of tables another figure of the same document makes doubtful: their rows alone are stored."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from documents.extraction.cross_check import are_one_number
from documents.extraction.headings import header_rest
from documents.extraction.statement_kinds import statement_kind
from documents.extraction.types import MetricDraft
from documents.tables import Table

_NOTE = re.compile(r"\(\w{1,2}\)|\W+")
# What makes of a row or a column one of shares, and what does so of a whole table.
_SHARE = re.compile(
    r"%|/|\bper ?cent|\b(?:rates?|margins?|growth|yields?|ratios?|returns?|volatility|increases?|decreases?|"
    r"changes?|shares? of|mix|proportion|comparable|same[\s-]store)\b",
    re.IGNORECASE,
)
_AMOUNT_FIRST = re.compile(r"[$€£][\d.,]*\d(?=\s[A-Z])")
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
        if len(places) > 1 and not are_one_number([metrics[at] for at in places]):
            yield from (at for at in places if not metrics[at].canonical_name)


def _beside_totals(tables: Sequence[Table], metrics: Sequence[MetricDraft]) -> Iterator[int]:
    """Figures of tables that have a total once more beside the rows of its parts, before their labels."""
    mixed = {index for index, table in enumerate(tables) if _repeats_total(table)}
    yield from (at for at, each in enumerate(metrics) if mixed and each.row and each.row[0] in mixed)


def _repeats_total(table: Table) -> bool:
    """Whether a label begins with an amount that another row of the table has: “$36,781 U.S.”."""
    for row in table.rows:
        amount = _AMOUNT_FIRST.match(row.label) if row.label[:1] in "$€£" else None
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
