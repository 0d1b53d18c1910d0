"""The quarterly reports: statements with periods side by side, segments, and prose with figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import TypeVar

from reportlab.platypus import Flowable, KeepTogether, PageBreak, Paragraph, Spacer

from samples import facts, filenames
from samples.documents.layout import (
    SMALL,
    RowKind,
    StatementRow,
    heading,
    prose,
    statement,
    title,
    write_pdf,
)
from samples.facts import Balance, Results

ORDINALS = {2: "second", 3: "third"}
QUARTER_ENDS = {2: (6, 30), 3: (9, 30)}
CUMULATED = {2: "Six", 3: "Nine"}
NARROW = 82  # points; two columns hold "Three Months Ended September 30,"
WIDE = 95

Column = TypeVar("Column", Results, Balance)
LineOf = tuple[str, Callable[[Column], int] | None, RowKind]


@dataclass(frozen=True)
class QuarterlyReport:
    """One quarter beside the same quarter of the year before."""

    year: int
    quarter: int
    published: date

    @property
    def name(self) -> str:
        return f"Interim Report Q{self.quarter} {self.year}"

    @property
    def filename(self) -> str:
        return filenames.report(self.year, self.quarter)

    @property
    def period_end(self) -> date:
        return date(self.year, *QUARTER_ENDS[self.quarter])

    @property
    def results(self) -> Results:
        return facts.QUARTERS[self.year, self.quarter]

    @property
    def results_before(self) -> Results:
        return facts.QUARTERS[self.year - 1, self.quarter]

    @property
    def columns(self) -> tuple[Results, ...]:
        """The quarter, the quarter before, the year to date, the year to date before."""
        years = (self.year, self.year - 1)
        return (
            *(facts.QUARTERS[year, self.quarter] for year in years),
            *(facts.year_to_date(year, self.quarter) for year in years),
        )

    @property
    def balance(self) -> Balance:
        return facts.YEAR_END_2024.after(facts.year_to_date(self.year, self.quarter))

    @property
    def column_spans(self) -> list[tuple[str, int]]:
        day = f"{self.period_end:%B %-d},"
        return [(f"Three Months Ended {day}", 2), (f"{CUMULATED[self.quarter]} Months Ended {day}", 2)]

    @property
    def years(self) -> list[str]:
        return [str(self.year), str(self.year - 1)] * 2


REPORTS = (
    QuarterlyReport(2025, 2, date(2025, 7, 24)),
    QuarterlyReport(2025, 3, date(2025, 10, 23)),
)


def amount(value: int) -> str:
    """Thousands as printed: negative in brackets, nothing as a dash."""
    if value == 0:
        return "–"
    return f"({-value:,})" if value < 0 else f"{value:,}"


def millions(thousands: int) -> str:
    return f"€{Decimal(thousands) / 1000:.1f} million"


def growth(now: int, before: int) -> str:
    return f"{Decimal(now - before) / before * 100:.1f}%"


def write_report(report: QuarterlyReport, folder: Path) -> Path:
    path = folder / report.filename
    story = [
        *_highlights(report),
        PageBreak(),
        *_income_statement(report),
        *_segments(report),
        PageBreak(),
        *_balance_sheet(report),
        PageBreak(),
        *_cash_flow(report),
        *_notes(),
    ]
    write_pdf(path, story, title=report.name, author=facts.COMPANY, dated=report.published)
    return path


def _highlights(report: QuarterlyReport) -> list[Flowable]:
    now, before = report.results, report.results_before
    key = (report.year, report.quarter)
    quarter = f"{ORDINALS[report.quarter]} quarter of {report.year}"
    margin = Decimal(now.gross_profit) / now.revenue * 100
    return [
        *title(report.name, f"{facts.COMPANY} · Killybegs, Ireland · {report.published:%-d %B %Y}"),
        heading("About the company"),
        *prose(
            f"{facts.COMPANY} develops and builds instruments for tidal energy: acoustic current profilers, "
            "load monitors for turbine blades, and the services that keep both at work on the seabed. "
            f"At the end of the quarter the company had {facts.EMPLOYEES[key]} employees."
        ),
        heading("Highlights of the quarter"),
        *prose(
            f"Revenue in the {quarter} was {millions(now.revenue)}, an increase of "
            f"{growth(now.revenue, before.revenue)} over the same quarter of {report.year - 1}. "
            f"Current profilers contributed {millions(now.current_profilers)}, load monitoring "
            f"{millions(now.load_monitoring)} and field services {millions(now.field_services)}.",
            f"Gross margin was {margin:.1f}%. Operating income rose "
            f"{growth(now.operating_income, before.operating_income)} to {millions(now.operating_income)}, "
            "since selling and administrative expenses grew more slowly than revenue.",
            "Net cash provided by operating activities was "
            f"{millions(report.columns[2].operating_cash_flow)} "
            f"in the first {CUMULATED[report.quarter].lower()} months of {report.year}. "
            f"Order backlog stood at {millions(facts.ORDER_BACKLOG[key])} on {report.period_end:%-d %B %Y}.",
        ),
        heading("Outlook"),
        *prose(
            "The company expects demand from tidal array developers in Europe and North America to stay "
            "firm. Lead times for titanium housings have eased to fourteen weeks. The main risks are delays "
            "of grid connections and the exchange rate of the Canadian dollar."
        ),
    ]


def _caption(text: str) -> Flowable:
    return Paragraph(text, SMALL)


def _income_statement(report: QuarterlyReport) -> list[Flowable]:
    rows = _rows(
        report.columns,
        [
            ("Revenue", lambda r: r.revenue, "heading"),
            ("Cost of revenue", lambda r: r.cost_of_revenue, "line"),
            ("Gross profit", lambda r: r.gross_profit, "subtotal"),
            ("Research and development", lambda r: r.research, "line"),
            ("Selling and marketing", lambda r: r.selling, "line"),
            ("General and administrative", lambda r: r.administration, "line"),
            ("Total operating expenses", lambda r: r.operating_expenses, "subtotal"),
            ("Operating income", lambda r: r.operating_income, "subtotal"),
            ("Finance costs", lambda r: -r.finance_costs, "line"),
            ("Finance income", lambda r: r.finance_income, "line"),
            ("Income before income taxes", lambda r: r.income_before_tax, "subtotal"),
            ("Income tax expense", lambda r: r.income_tax, "line"),
            ("Net income", lambda r: r.net_income, "total"),
        ],
    )
    return [
        heading("Consolidated Statements of Income"),
        _caption("(in thousands of euros, except per share data) (unaudited)"),
        statement(
            [*rows, *_per_share_rows(report)],
            spans=report.column_spans,
            headers=report.years,
            width=NARROW,
        ),
        Spacer(1, 10),
    ]


def _per_share_rows(report: QuarterlyReport) -> list[StatementRow]:
    years = [int(year) for year in report.years]

    def eps(of_year: dict[int, int]) -> list[str]:
        pairs = zip(report.columns, years, strict=True)
        return [f"{facts.per_share(column.net_income, of_year[year])}" for column, year in pairs]

    def shares(of_year: dict[int, int]) -> list[str]:
        return [f"{of_year[year]:,}" for year in years]

    return [
        StatementRow("Earnings per share (in euros):", kind="heading"),
        StatementRow("Basic", eps(facts.BASIC_SHARES), indent=1),
        StatementRow("Diluted", eps(facts.DILUTED_SHARES), indent=1),
        StatementRow("Weighted average shares, basic", shares(facts.BASIC_SHARES)),
        StatementRow("Weighted average shares, diluted", shares(facts.DILUTED_SHARES)),
    ]


def _segments(report: QuarterlyReport) -> list[Flowable]:
    segments: list[LineOf[Results]] = [
        ("Current profilers", lambda r: r.current_profilers, "line"),
        ("Load monitoring", lambda r: r.load_monitoring, "line"),
        ("Field services", lambda r: r.field_services, "line"),
        ("Total revenue", lambda r: r.revenue, "total"),
    ]
    regions: list[LineOf[Results]] = [
        ("Europe", lambda r: r.europe, "line"),
        ("North America", lambda r: r.north_america, "line"),
        ("Asia-Pacific", lambda r: r.asia_pacific, "line"),
        ("Total revenue", lambda r: r.revenue, "total"),
    ]
    return [
        KeepTogether(
            [
                heading(f"Revenue by {name}"),
                _caption("(in thousands of euros) (unaudited)"),
                statement(
                    _rows(report.columns, lines),
                    spans=report.column_spans,
                    headers=report.years,
                    width=NARROW,
                ),
            ]
        )
        for name, lines in (("segment", segments), ("region", regions))
    ]


def _balance_sheet(report: QuarterlyReport) -> list[Flowable]:
    rows = _rows(
        (report.balance, facts.YEAR_END_2024),
        [
            ("Assets", None, "heading"),
            ("Cash and cash equivalents", lambda b: b.cash, "line"),
            ("Trade receivables", lambda b: b.receivables, "line"),
            ("Inventories", lambda b: b.inventories, "line"),
            ("Prepaid expenses", lambda b: b.prepaid, "line"),
            ("Total current assets", lambda b: b.current_assets, "subtotal"),
            ("Property, plant and equipment, net", lambda b: b.equipment, "line"),
            ("Intangible assets, net", lambda b: b.intangibles, "line"),
            ("Goodwill", lambda b: b.goodwill, "line"),
            ("Total assets", lambda b: b.total_assets, "total"),
            ("Liabilities and equity", None, "heading"),
            ("Trade payables and accrued liabilities", lambda b: b.payables, "line"),
            ("Contract liabilities", lambda b: b.contract_liabilities, "line"),
            ("Current portion of borrowings", lambda b: b.current_borrowings, "line"),
            ("Total current liabilities", lambda b: b.current_liabilities, "subtotal"),
            ("Long-term borrowings", lambda b: b.long_term_borrowings, "line"),
            ("Deferred tax liabilities", lambda b: b.deferred_tax, "line"),
            ("Total liabilities", lambda b: b.total_liabilities, "subtotal"),
            ("Share capital and premium", lambda b: b.share_capital, "line"),
            ("Retained earnings", lambda b: b.retained_earnings, "line"),
            ("Total equity", lambda b: b.equity, "subtotal"),
            ("Total liabilities and equity", lambda b: b.total_liabilities + b.equity, "total"),
        ],
    )
    days = [f"{report.period_end:%B %-d},", "December 31,"]
    return [
        heading("Consolidated Balance Sheets"),
        _caption("(in thousands of euros) (unaudited)"),
        statement(
            rows,
            spans=[(day, 1) for day in days],
            headers=[str(report.year), str(report.year - 1)],
            width=WIDE,
        ),
    ]


def _cash_flow(report: QuarterlyReport) -> list[Flowable]:
    columns = report.columns[2:]
    rows = _rows(
        columns,
        [
            ("Operating activities", None, "heading"),
            ("Net income", lambda r: r.net_income, "line"),
            ("Depreciation and amortization", lambda r: r.depreciation + r.amortisation, "line"),
            ("Share-based compensation", lambda r: r.share_based, "line"),
            ("Change in trade receivables", lambda r: -r.receivables_rise, "line"),
            ("Change in inventories", lambda r: -r.inventories_rise, "line"),
            ("Change in trade payables and accrued liabilities", lambda r: r.payables_rise, "line"),
            ("Change in contract liabilities", lambda r: r.contract_liabilities_rise, "line"),
            ("Net cash provided by operating activities", lambda r: r.operating_cash_flow, "subtotal"),
            ("Investing activities", None, "heading"),
            ("Purchases of property, plant and equipment", lambda r: -r.equipment_bought, "line"),
            ("Capitalized development costs", lambda r: -r.development_costs, "line"),
            ("Net cash used in investing activities", lambda r: r.investing_cash_flow, "subtotal"),
            ("Financing activities", None, "heading"),
            ("Repayments of borrowings", lambda r: -r.borrowings_repaid, "line"),
            ("Dividends paid", lambda r: -r.dividends, "line"),
            ("Net cash used in financing activities", lambda r: r.financing_cash_flow, "subtotal"),
            ("Net increase in cash and cash equivalents", lambda r: r.change_in_cash, "subtotal"),
        ],
    )
    openings = [facts.OPENING_CASH[report.year], facts.OPENING_CASH[report.year - 1]]
    closings = [opening + column.change_in_cash for opening, column in zip(openings, columns, strict=True)]
    ends = [
        StatementRow(
            "Cash and cash equivalents at beginning of period", [amount(value) for value in openings]
        ),
        StatementRow(
            "Cash and cash equivalents at end of period", [amount(value) for value in closings], "total"
        ),
    ]
    return [
        heading("Consolidated Statements of Cash Flows"),
        _caption("(in thousands of euros) (unaudited)"),
        statement([*rows, *ends], spans=[report.column_spans[1]], headers=report.years[2:], width=WIDE),
    ]


def _rows(columns: Sequence[Column], lines: Sequence[LineOf[Column]]) -> list[StatementRow]:
    return [
        StatementRow(label, [amount(of(column)) for column in columns] if of else (), kind)
        for label, of, kind in lines
    ]


def _notes() -> list[Flowable]:
    return [
        heading("Notes"),
        *prose(
            "The interim statements follow the accounting policies of the annual report for 2024. Revenue "
            "from instruments is recognised on delivery and revenue from field services over the time of "
            "the work. Amounts are rounded to the nearest thousand euros; columns add up exactly."
        ),
    ]
