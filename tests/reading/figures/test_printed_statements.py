"""Statements as companies print them, in small PDFs of an invented company: parsed, read and named."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from reading.figures.read import read_figures
from reading.model import MetricDraft
from reading.parse import parse_document
from reading.tables.read import read_tables
from tests.reading.writing import Text, write_pdf

SIZE = 9.0
LEFT = 60.0
LEADING = 14.0
TITLE = ("Skerrow Kilns, Inc.", "Consolidated Statements of Income", "(In thousands, except per share data)")
WEEKS_13 = (date(2022, 10, 30), date(2023, 1, 28))
WEEKS_52 = (date(2022, 1, 30), date(2023, 1, 28))
YEAR = (date(2022, 1, 1), date(2022, 12, 31))
YEAR_BEFORE = (date(2021, 1, 1), date(2021, 12, 31))


def right(text: str, x: float, top: float) -> Text:
    return Text(text, x - stringWidth(text, "Helvetica", SIZE), top, SIZE)


def centred(text: str, x: float, top: float) -> Text:
    return Text(text, x - stringWidth(text, "Helvetica", SIZE) / 2, top, SIZE)


def title(*lines: str, top: float = 200) -> list[Text]:
    return [centred(line, 297, top + n * LEADING) for n, line in enumerate(lines)]


def table(*rows: tuple[str, ...], at: tuple[float, ...], top: float) -> list[Text]:
    """Lines of a label and its cells, which end at the points `at`."""
    texts = []
    for number, (label, *cells) in enumerate(rows):
        y = top + number * LEADING
        texts.append(Text(label, LEFT, y, SIZE))
        texts += [right(cell, x, y) for x, cell in zip(at, cells, strict=True) if cell]
    return texts


def figures(path: Path) -> list[MetricDraft]:
    parsed = parse_document(path, media_type="application/pdf")
    _, metrics = read_figures(parsed, read_tables(parsed), entity="Skerrow Kilns")
    return metrics


def found(metrics: list[MetricDraft], label: str) -> list[tuple]:
    """Value, unit, first and last day of each figure of that label."""
    return [
        (each.numeric_value, each.unit, each.period_start, each.period_end)
        for each in metrics
        if each.metric_name == label
    ]


def by_name(metrics: list[MetricDraft], name: str) -> list[tuple]:
    return [
        (each.numeric_value, each.period_start, each.period_end)
        for each in metrics
        if each.canonical_name == name
    ]


WEEKLY = [
    *title(*TITLE),
    centred("13 Weeks Ended", 340, 256),
    centred("52 Weeks Ended", 470, 256),
    *(
        centred(text, x, 256 + LEADING * n)
        for n, line in enumerate((("January 28,", "January 29,") * 2, ("2023", "2022") * 2), 1)
        for text, x in zip(line, (310, 370, 440, 500), strict=True)
    ),
    *table(
        ("Net sales", "$ 3,226", "$ 2,729", "$ 10,209", "$ 8,631"),
        ("Cost of sales", "2,014", "1,702", "6,164", "5,262"),
        ("Gross profit", "1,212", "1,027", "4,045", "3,369"),
        ("Net income", "$ 340", "$ 289", "$ 1,242", "$ 986"),
        ("Diluted earnings per share", "$ 6.68", "$ 5.41", "$ 24.01", "$ 17.98"),
        at=(325, 385, 455, 515),
        top=305,
    ),
]


def test_spans_over_dates_over_two_lines_give_each_column_its_weeks(tmp_path):
    metrics = figures(write_pdf(tmp_path / "weeks.pdf", [WEEKLY]))
    assert found(metrics, "Net sales") == [
        (Decimal(3226000), "USD", *WEEKS_13),
        (Decimal(2729000), "USD", date(2021, 10, 31), date(2022, 1, 29)),
        (Decimal(10209000), "USD", *WEEKS_52),
        (Decimal(8631000), "USD", date(2021, 1, 31), date(2022, 1, 29)),
    ]
    assert by_name(metrics, "eps_diluted")[0] == (Decimal("6.68"), *WEEKS_13)


def test_one_span_over_all_dates_counts_for_each_column(tmp_path):
    page = [
        *title(*TITLE),
        centred("13 Weeks Ended", 440, 256),
        centred("January 28, 2023", 400, 270),
        centred("January 29, 2022", 490, 270),
        *table(
            ("Net sales", "$ 3,226", "$ 2,729"),
            ("Cost of sales", "2,014", "1,702"),
            ("Net income", "$ 340", "$ 289"),
            at=(420, 510),
            top=292,
        ),
    ]
    metrics = figures(write_pdf(tmp_path / "weeks.pdf", [page]))
    assert found(metrics, "Cost of sales") == [
        (Decimal(2014000), "USD", *WEEKS_13),
        (Decimal(1702000), "USD", date(2021, 10, 31), date(2022, 1, 29)),
    ]


@pytest.mark.parametrize(
    "how", [{"turned": 90}, {"turned": 270}, {"rotation": 90, "turned": 90}, {"rotation": 270}]
)
def test_statement_printed_sideways_reads_as_upright(how, tmp_path):
    upright = figures(write_pdf(tmp_path / "upright.pdf", [WEEKLY]))
    sideways = figures(write_pdf(tmp_path / "sideways.pdf", [WEEKLY], **how))
    assert len(upright) == 20
    assert [
        (each.metric_name, each.numeric_value, each.unit, each.period_start, each.period_end)
        for each in sideways
    ] == [
        (each.metric_name, each.numeric_value, each.unit, each.period_start, each.period_end)
        for each in upright
    ]


YEARS = [
    *title("Skerrow Kilns, Inc.", "Consolidated Balance Sheets", "(In millions)"),
    centred("December 31,", 440, 256),
    centred("2022", 400, 270),
    centred("2021", 490, 270),
]
ASSETS = table(
    ("Cash and cash equivalents", "$ 412", "$ 380"),
    ("Inventories", "96", "88"),
    ("Total current assets", "508", "468"),
    ("Property and equipment, net", "1,204", "1,270"),
    ("Total assets", "$ 1,712", "$ 1,618"),
    at=(415, 505),
    top=292,
)
CLAIMS = (
    ("Accounts payable", "$ 120", "$ 117"),
    ("Total current liabilities", "310", "296"),
    ("Long-term debt", "402", "430"),
    ("Total shareholders’ equity", "1,000", "892"),
)


@pytest.mark.parametrize("heads", [[], [right("53", 300, 600), right("54", 300, 130)]])
def test_table_without_headings_on_the_next_page_keeps_those_of_the_page_before(heads, tmp_path):
    pages = [
        [*YEARS, *ASSETS, *heads[:1]],
        [*heads[1:], *table(*CLAIMS, at=(415, 505), top=160)],
    ]
    metrics = figures(write_pdf(tmp_path / "pages.pdf", pages))
    assert by_name(metrics, "equity") == [
        (Decimal(1_000_000_000), None, date(2022, 12, 31)),
        (Decimal(892_000_000), None, date(2021, 12, 31)),
    ]
    assert found(metrics, "Long-term debt")[0] == (Decimal(402_000_000), "USD", None, date(2022, 12, 31))


def test_table_that_repeats_its_headings_on_the_next_page_reads_them_there(tmp_path):
    again = [
        *title("Skerrow Kilns, Inc.", "Consolidated Balance Sheets (continued)", "(In millions)"),
        *YEARS[3:],
    ]
    pages = [[*YEARS, *ASSETS], [*again, *table(*CLAIMS, at=(415, 505), top=292)]]
    metrics = figures(write_pdf(tmp_path / "pages.pdf", pages))
    assert by_name(metrics, "payables") == [
        (Decimal(120_000_000), None, date(2022, 12, 31)),
        (Decimal(117_000_000), None, date(2021, 12, 31)),
    ]


def signed(label: str, top: float, *cells: tuple[str, str, str, str]) -> list[Text]:
    """A row whose dollar and per cent signs stand in columns of their own."""
    texts = [Text(label, LEFT, top, SIZE)]
    for (dollar, amount, share, per_cent), x in zip(cells, (300, 440), strict=True):
        texts += [Text(dollar, x, top, SIZE)] if dollar else []
        texts += [right(amount, x + 50, top), right(share, x + 90, top)]
        texts += [Text(per_cent, x + 94, top, SIZE)] if per_cent else []
    return texts


def test_signs_in_columns_of_their_own_belong_to_the_numbers_beside_them(tmp_path):
    page = [
        *title("Skerrow Kilns, Inc.", "Consolidated Statements of Income", "(In millions)"),
        centred("Years ended December 31,", 410, 256),
        centred("2022", 345, 270),
        centred("2021", 485, 270),
        *signed("Net sales", 292, ("$", "9,000", "100.0", "%"), ("$", "8,000", "100.0", "%")),
        *signed("Cost of sales", 306, ("", "5,400", "60.0", ""), ("", "5,000", "62.5", "")),
        *signed("Gross profit", 320, ("", "3,600", "40.0", ""), ("", "3,000", "37.5", "")),
        *signed("Net income", 334, ("$", "720", "8.0", "%"), ("$", "560", "7.0", "%")),
    ]
    metrics = figures(write_pdf(tmp_path / "signs.pdf", [page]))
    assert found(metrics, "Net income") == [
        (Decimal(720_000_000), "USD", *YEAR),
        (Decimal("0.08"), "%", *YEAR),
        (Decimal(560_000_000), "USD", *YEAR_BEFORE),
        (Decimal("0.07"), "%", *YEAR_BEFORE),
    ]
    assert found(metrics, "Gross profit") == [
        (Decimal(3_600_000_000), "USD", *YEAR),
        (Decimal("0.4"), "%", *YEAR),
        (Decimal(3_000_000_000), "USD", *YEAR_BEFORE),
        (Decimal("0.375"), "%", *YEAR_BEFORE),
    ]
    assert by_name(metrics, "gross_profit") == [
        (Decimal(3_600_000_000), *YEAR),
        (Decimal(3_000_000_000), *YEAR_BEFORE),
    ]
