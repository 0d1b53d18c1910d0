"""Figures that the rule reader takes from filings, against those that the companies filed as XBRL."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path

from agentic.facts.figures.cases import choose, of_one_kind
from agentic.facts.queries import FigureRow
from evals.reading.filed import FiledFigure, Filing, Tally, iso, read_filings
from evals.report import Report
from reading.model import MetricDraft

# Concept as filed → the name under which the reader files it. A concept that companies also use for a part of
# their debt is left out.
NAMES = {
    "RevenueFromContractWithCustomerExcludingAssessedTax": "revenue",
    "Revenues": "revenue",
    "RevenuesNetOfInterestExpense": "revenue",
    "GrossProfit": "gross_profit",
    "OperatingIncomeLoss": "operating_income",
    "NetIncomeLoss": "net_income",
    "ProfitLoss": "net_income_including_noncontrolling",
    "EarningsPerShareBasic": "eps_basic",
    "EarningsPerShareDiluted": "eps_diluted",
    "WeightedAverageNumberOfDilutedSharesOutstanding": "shares_diluted",
    "IncomeTaxExpenseBenefit": "income_tax_expense",
    "Assets": "total_assets",
    "AssetsCurrent": "current_assets",
    "LiabilitiesCurrent": "current_liabilities",
    "StockholdersEquity": "equity",
    "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest": (
        "equity_including_noncontrolling"
    ),
    "InventoryNet": "inventory",
    "CashAndCashEquivalentsAtCarryingValue": "cash_and_equivalents",
    "CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents": "cash_and_restricted_cash",
    "NetCashProvidedByUsedInOperatingActivities": "operating_cash_flow",
    "PaymentsToAcquirePropertyPlantAndEquipment": "capital_expenditures",
}
# Named only where there are interests of others, or restricted cash.
INSTEAD = {
    "net_income_including_noncontrolling": "net_income",
    "equity_including_noncontrolling": "equity",
    "cash_and_restricted_cash": "cash_and_equivalents",
}
FROM_CONTRACTS = "RevenueFromContractWithCustomerExcludingAssessedTax"
MOST_LISTED = 8  # kinds of misses named in a note

Table = tuple[tuple[str, ...], tuple[tuple[object, ...], ...]]


def run(*, data: Path, limit: int | None, by: str = "document", match: str = "accession") -> Report:
    """Recall of filed figures by document, concept (`by=concept`), place (`by=place`) or name (`by=name`).

    `match`: "accession" for the very filing, "all" for the same period filed elsewhere too.
    """
    return report(list(read_filings(data, limit, match)), by=by, match=match)


def report(filings: Sequence[Filing], *, by: str, match: str) -> Report:
    tables = {"document": _by_document, "concept": _by_concept, "place": _by_place, "name": _by_name}
    columns, rows = tables[by](filings)
    return Report(
        title=f"Figures against XBRL, by {by} ({match})",
        columns=columns,
        rows=rows,
        notes=_name_misses(filings) if by == "name" else _misses(filings),
    )


def _tally(figures: Iterable[FiledFigure], filing: Filing) -> Tally:
    total = Tally()
    for figure in figures:
        total.add(filing.found(figure))
    return total


def _baseline(filings: Iterable[Filing]) -> tuple[str, str]:
    """The shares of filed figures that reading line by line finds by value, and with the period's end."""
    value = end = filed = 0
    for filing in filings:
        for figure in filing.filed:
            filed += 1
            value += filing.lines.has_value(figure.value)
            end += filing.lines.has_end(figure.value, figure.period_end)
    return f"{value / max(filed, 1):.3f}", f"{end / max(filed, 1):.3f}"


def _by_document(filings: Sequence[Filing]) -> Table:
    columns = ("document", "pages", "figures read", "filed", "value", "+ end", "+ start", "ms/page")
    rows: list[tuple[object, ...]] = []
    total = Tally()
    for filing in filings:
        tally = _tally(filing.filed, filing)
        total.add(tally)
        speed = f"{filing.milliseconds_per_page:.0f}"
        baseline = _baseline([filing])
        rows.append(
            (filing.name, filing.pages, len(filing.metrics), tally.filed, *tally.shares(), speed, *baseline)
        )
    pages, read = sum(filing.pages for filing in filings), sum(len(filing.metrics) for filing in filings)
    speed = f"{sum(each.milliseconds_per_page * each.pages for each in filings) / max(pages, 1):.0f}"
    rows.append(("all", pages, read, total.filed, *total.shares(), speed, *_baseline(filings)))
    return (*columns, "line by line: value", "line by line: + end"), tuple(rows)


def _by_concept(filings: Sequence[Filing]) -> Table:
    pairs = [(figure.concept, filing.found(figure)) for filing in filings for figure in filing.filed]
    return ("concept", "filed", "value", "+ end", "+ start"), tuple(_rows(pairs))


def _by_place(filings: Sequence[Filing]) -> Table:
    """By the statement in which the filed figure stands, all notes together."""
    pairs = []
    for filing in filings:
        for figure in filing.filed:
            place = filing.place(figure)
            pairs.append(("notes" if place.startswith("note ") else place, filing.found(figure)))
    return ("where it stands", "filed", "value", "+ end", "+ start"), tuple(_rows(pairs))


def _rows(pairs: Iterable[tuple[str, Tally]]) -> Iterator[tuple[object, ...]]:
    tallies: dict[str, Tally] = defaultdict(Tally)
    for key, tally in pairs:
        tallies[key].add(tally)
        tallies["all"].add(tally)
    for key, tally in sorted(tallies.items(), key=lambda item: (item[0] == "all", -item[1].filed)):
        yield key, tally.filed, *tally.shares()


def _by_name(filings: Sequence[Filing]) -> Table:
    """For each name and filed period: is its figure among those under the name, and is it the answer?"""
    asked: Counter[str] = Counter()
    among: Counter[str] = Counter()
    answers: Counter[str] = Counter()
    for filing, figure, names in _named(filings):
        stored = [under_name(name, figure, filing.metrics) for name in names]
        asked[names[0]] += 1
        among[names[0]] += any(figure.value == abs(row.numeric_value) for rows in stored for row in rows)
        answers[names[0]] += figure.value in map(_answer, stored)
    counts = [(name, count, among[name], answers[name]) for name, count in asked.items()]
    counts.append(("all", asked.total(), among.total(), answers.total()))
    shares = ((name, n, f"{a / max(n, 1):.3f}", f"{b / max(n, 1):.3f}") for name, n, a, b in counts)
    return ("name", "filed", "among its figures", "the figure that answers"), tuple(shares)


def _named(filings: Iterable[Filing]) -> Iterator[tuple[Filing, FiledFigure, list[str]]]:
    """The filed figures whose concept has a name, with the names of all concepts that it may be."""
    for filing in filings:
        totals = {
            (each.period_start, each.period_end)
            for each in filing.filed
            if NAMES.get(each.concept) == "revenue" and each.concept != FROM_CONTRACTS
        }
        for figure in filing.filed:
            # Beside another total, revenue from contracts is a part: a bank's is that without its interest.
            is_part = figure.concept == FROM_CONTRACTS and (figure.period_start, figure.period_end) in totals
            if figure.concept in NAMES and not is_part:
                names = [NAMES[concept] for concept in figure.concepts if concept in NAMES]
                yield filing, figure, list(dict.fromkeys(names))


def under_name(name: str, figure: FiledFigure, metrics: Sequence[MetricDraft]) -> list[FigureRow]:
    """What is stored under the name for the figure's period, as a question finds it."""
    rows = [
        _as_stored(number, metric)
        for number, metric in enumerate(metrics)
        if metric.canonical_name == name
        and metric.numeric_value is not None
        and iso(metric.period_end) == figure.period_end
        and iso(metric.period_start) == figure.period_start
    ]
    return under_name(INSTEAD[name], figure, metrics) if not rows and name in INSTEAD else rows


def _answer(rows: Sequence[FigureRow]) -> object:
    """The value that the facts route chooses among them."""
    choice = choose(of_one_kind(rows, wants_percent=False))
    return abs(choice.best.numeric_value) if choice else None


def _as_stored(number: int, metric: MetricDraft) -> FigureRow:
    assert metric.numeric_value is not None
    return FigureRow(
        id=number,
        document_id=1,
        filename="",
        superseded=False,
        document_date=date.max,
        entity_name=metric.entity_name,
        metric_name=metric.metric_name,
        canonical_name=metric.canonical_name,
        value=metric.value,
        numeric_value=metric.numeric_value,
        unit=metric.unit,
        scale=metric.scale,
        period=metric.period,
        period_start=metric.period_start,
        period_end=metric.period_end,
        fiscal_year=metric.fiscal_year,
        fiscal_quarter=metric.fiscal_quarter,
        context=metric.context,
        page=metric.place.page or 0,
        quote=metric.place.quote,
    )


def _misses(filings: Sequence[Filing]) -> tuple[str, ...]:
    """What was missed, in one sentence a kind, with the statement or note in which it stands."""
    kinds: dict[str, Counter[str]] = {"value": Counter(), "end": Counter(), "start": Counter()}
    for filing in filings:
        for figure in filing.filed:
            tally = filing.found(figure)
            kind = "value" if not tally.value else "end" if not tally.end else "start"
            if not tally.span:
                kinds[kind][f"{filing.name}: {figure.concept} in {filing.place(figure)}"] += 1
    return tuple(f"Missed by {kind}: {_listed(counts)}." for kind, counts in kinds.items())


def _name_misses(filings: Sequence[Filing]) -> tuple[str, ...]:
    counts: Counter[str] = Counter()
    for filing, figure, names in _named(filings):
        stored = [under_name(name, figure, filing.metrics) for name in names]
        if figure.value not in map(_answer, stored):
            counts[f"{filing.name}: {names[0]} in {filing.place(figure)}"] += 1
    return (f"Another figure answers, or none: {_listed(counts)}.",)


def _listed(counts: Counter[str]) -> str:
    parts = [f"{name} ×{count}" for name, count in counts.most_common(MOST_LISTED)]
    return "; ".join([str(counts.total()), *parts])
