"""Figures that the rule reader takes from filings, against those that the companies filed as XBRL."""

from __future__ import annotations

import csv
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from documents.extraction.figures import read_figures
from documents.extraction.types import MetricDraft
from documents.parsing import parse_document
from documents.tables import read_tables
from evals.report import Report

# Concept as filed → the names under which the reader may file it. A concept that companies also use for
# a part of their revenue, or of their debt, is left out.
NAMES = {
    "RevenueFromContractWithCustomerExcludingAssessedTax": ("revenue",),
    "Revenues": ("revenue",),
    "GrossProfit": ("gross_profit",),
    "OperatingIncomeLoss": ("operating_income",),
    "NetIncomeLoss": ("net_income", "net_income_attributable"),
    "EarningsPerShareBasic": ("eps_basic",),
    "EarningsPerShareDiluted": ("eps_diluted",),
    "WeightedAverageNumberOfDilutedSharesOutstanding": ("shares_diluted",),
    "IncomeTaxExpenseBenefit": ("income_tax_expense",),
    "Assets": ("total_assets",),
    "AssetsCurrent": ("current_assets",),
    "LiabilitiesCurrent": ("current_liabilities",),
    "StockholdersEquity": ("equity",),
    "InventoryNet": ("inventory",),
    "CashAndCashEquivalentsAtCarryingValue": ("cash_and_equivalents",),
    "NetCashProvidedByUsedInOperatingActivities": ("operating_cash_flow",),
    "PaymentsToAcquirePropertyPlantAndEquipment": ("capital_expenditures",),
}


@dataclass(frozen=True)
class FiledFigure:
    """`period_start` is empty for instants. Days as ISO text, as the file of facts has them."""

    document: str
    concept: str
    value: Decimal
    period_start: str
    period_end: str


@dataclass
class Tally:
    """How many filed figures were found by value; with the end of their period; with its start too."""

    filed: int = 0
    value: int = 0
    end: int = 0
    span: int = 0

    def add(self, other: Tally) -> None:
        self.filed += other.filed
        self.value += other.value
        self.end += other.end
        self.span += other.span

    def shares(self) -> tuple[str, ...]:
        return tuple(f"{count / max(self.filed, 1):.3f}" for count in (self.value, self.end, self.span))


@dataclass
class Filing:
    """What was read from one filing, and how fast."""

    name: str
    pages: int
    milliseconds_per_page: float
    metrics: list[MetricDraft]
    filed: list[FiledFigure]
    by_value: dict[Decimal, list[MetricDraft]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        for metric in self.metrics:
            if metric.numeric_value is not None:
                self.by_value[abs(metric.numeric_value)].append(metric)


def run(*, data: Path, limit: int | None, by: str = "document", match: str = "accession") -> Report:
    """Recall of filed figures by document, by concept (`by=concept`), or by canonical name (`by=name`).

    `match`: "accession" for the very filing, "all" for the same period filed elsewhere too. Signs are left
    out of it: XBRL's are not those on the page.
    """
    filings = list(_filings(data, limit, match))
    tables = {"document": _by_document, "concept": _by_concept, "name": _by_name}
    columns, rows = tables[by](filings)
    return Report(
        title=f"Figures against XBRL, by {by} ({match})",
        columns=columns,
        rows=rows,
        notes=_misses(filings) if by == "document" else (),
    )


def _filings(data: Path, limit: int | None, match: str) -> Iterator[Filing]:
    filed = defaultdict(list)
    for figure in _filed(data / "xbrl" / "facts.tsv", match):
        filed[figure.document].append(figure)
    paths = [
        path for folder in ("sec-10-q", "financebench") for path in sorted((data / folder).glob("*.pdf"))
    ]
    for path in [path for path in paths if path.stem in filed][:limit]:
        parsed = parse_document(path, media_type="application/pdf")
        started = time.perf_counter()
        _, metrics = read_figures(parsed, read_tables(parsed), entity="")
        seconds = time.perf_counter() - started
        yield Filing(
            path.stem, len(parsed.pages), 1000 * seconds / len(parsed.pages), metrics, filed[path.stem]
        )


def _filed(path: Path, match: str) -> Iterator[FiledFigure]:
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if match in ("all", row["match"]):
                yield FiledFigure(
                    row["document"],
                    row["concept"],
                    abs(Decimal(row["value"])),
                    row["period_start"],
                    row["period_end"],
                )


def _found(figure: FiledFigure, filing: Filing) -> Tally:
    same = filing.by_value.get(figure.value, [])
    ends = [metric for metric in same if _iso(metric.period_end) == figure.period_end]
    spans = [metric for metric in ends if _iso(metric.period_start) == figure.period_start]
    return Tally(1, bool(same), bool(ends), bool(spans))


def _iso(day: object) -> str:
    return str(day) if day else ""


def _tally(figures: Iterable[FiledFigure], filing: Filing) -> Tally:
    total = Tally()
    for figure in figures:
        total.add(_found(figure, filing))
    return total


Table = tuple[tuple[str, ...], tuple[tuple[object, ...], ...]]


def _by_document(filings: Sequence[Filing]) -> Table:
    columns = ("document", "pages", "figures read", "filed", "value", "+ end", "+ start", "ms/page")
    rows: list[tuple[object, ...]] = []
    total = Tally()
    for filing in filings:
        tally = _tally(filing.filed, filing)
        total.add(tally)
        speed = f"{filing.milliseconds_per_page:.0f}"
        rows.append((filing.name, filing.pages, len(filing.metrics), tally.filed, *tally.shares(), speed))
    pages, read = sum(filing.pages for filing in filings), sum(len(filing.metrics) for filing in filings)
    speed = f"{sum(each.milliseconds_per_page * each.pages for each in filings) / max(pages, 1):.0f}"
    rows.append(("all", pages, read, total.filed, *total.shares(), speed))
    return columns, tuple(rows)


def _by_concept(filings: Sequence[Filing]) -> Table:
    tallies: dict[str, Tally] = defaultdict(Tally)
    for filing in filings:
        for figure in filing.filed:
            tallies[figure.concept.split("|")[0]].add(_found(figure, filing))
    ordered = sorted(tallies.items(), key=lambda item: -item[1].filed)
    rows = tuple((concept, tally.filed, *tally.shares()) for concept, tally in ordered)
    return ("concept", "filed", "value", "+ end", "+ start"), rows


def _by_name(filings: Sequence[Filing]) -> Table:
    """For each canonical name and filed period: is its figure among those filed under the name, and first?"""
    asked: Counter[str] = Counter()
    among: Counter[str] = Counter()
    first: Counter[str] = Counter()
    for filing in filings:
        for figure in filing.filed:
            names = NAMES.get(figure.concept.split("|")[0], ())
            if not names:
                continue
            values = _values_under(names, figure, filing)
            asked[names[0]] += 1
            among[names[0]] += figure.value in values
            first[names[0]] += values[:1] == [figure.value]
    rows = [
        (name, count, f"{among[name] / count:.3f}", f"{first[name] / count:.3f}")
        for name, count in asked.items()
    ]
    total = max(asked.total(), 1)
    rows.append(("all", asked.total(), f"{among.total() / total:.3f}", f"{first.total() / total:.3f}"))
    return ("name", "filed", "among its figures", "its first figure"), tuple(rows)


def _values_under(names: Sequence[str], figure: FiledFigure, filing: Filing) -> list[Decimal]:
    """Values filed under the names for the figure's period, those from tables first, in document order."""
    found = [
        metric
        for metric in filing.metrics
        if metric.canonical_name in names
        and metric.numeric_value is not None
        and _iso(metric.period_end) == figure.period_end
        and _iso(metric.period_start) == figure.period_start
    ]
    found.sort(key=lambda metric: metric.row is None)
    return [abs(metric.numeric_value) for metric in found if metric.numeric_value is not None]


def _misses(filings: Sequence[Filing]) -> tuple[str, ...]:
    """What was missed, in one sentence a kind."""
    kinds: dict[str, Counter[str]] = {"value": Counter(), "end": Counter(), "start": Counter()}
    for filing in filings:
        for figure in filing.filed:
            tally = _found(figure, filing)
            kind = "value" if not tally.value else "end" if not tally.end else "start"
            if not tally.span:
                kinds[kind][f"{filing.name}: {figure.concept.split('|')[0]}"] += 1
    return tuple(
        f"Missed by {kind}: {counts.total()}"
        + "".join(f"; {name} ×{count}" for name, count in counts.most_common(8))
        + "."
        for kind, counts in kinds.items()
    )
