"""A report's own main figures as its conclusion."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

from reading.model import Essence, MetricDraft, Place
from reading.profile.conclusion import conclude, headline

QUARTER = (date(2023, 4, 30), date(2023, 7, 29))
BEFORE = (date(2022, 5, 1), date(2022, 7, 30))


def figure(name, value, span, *, label="", scale=10**6, row=(0, 0), year=2024, entity="Acme, Inc."):
    number = Decimal(value.replace(",", "")) * scale
    return MetricDraft(
        place=Place(page=3, quote=value), metric_name=label or name, canonical_name=name, value=f"$ {value}",
        numeric_value=number, unit="USD", scale=Decimal(scale), period_start=span[0], period_end=span[1],
        fiscal_year=year, fiscal_quarter=2, entity_name=entity, confidence=1.0, row=row,
    )  # fmt: skip


REPORT = Essence(
    title="Form 10-Q",
    summary="Form 10-Q. A store was opened.",
    document_type="financial_report",
    period_start=QUARTER[0],
    period_end=QUARTER[1],
)
METRICS = [
    figure("revenue", "9,583", QUARTER, label="Net sales"),
    figure("revenue", "10,329", BEFORE, label="Net sales", year=2023),
    figure("net_income", "274", QUARTER),
]


def test_revenue_and_profit_are_told_with_those_of_the_year_before():
    assert headline(REPORT, METRICS, entity="Acme, Inc.") == (
        "Net sales of Acme, Inc. were $9,583 million in Q2 of fiscal 2024, after $10,329 million a year "
        "before; net income was $274 million."
    )


def test_the_conclusion_takes_the_place_of_a_sentence_and_leads_the_summary():
    essence = replace(REPORT)
    conclude(essence, METRICS[2:], entity="Acme, Inc.")
    assert essence.key_conclusion == "Net income of Acme, Inc. was $274 million in Q2 of fiscal 2024."
    assert essence.summary == f"Form 10-Q. {essence.key_conclusion} A store was opened."


def test_a_title_that_ends_in_a_full_stop_gets_no_second_one():
    essence = replace(REPORT, title="Report of Acme Ltd.", summary="Report of Acme Ltd. A store was opened.")
    conclude(essence, METRICS[2:], entity="Acme, Inc.")
    assert essence.summary == f"Report of Acme Ltd. {essence.key_conclusion} A store was opened."


def test_of_roundings_the_most_precise_is_told_and_what_differs_is_not():
    rounded = figure("revenue", "9.6", QUARTER, scale=10**9)
    assert "$9,583 million" in headline(REPORT, [rounded, METRICS[0]], entity="Acme, Inc.")
    other = figure("revenue", "9,100", QUARTER)
    assert headline(REPORT, [other, METRICS[0]], entity="Acme, Inc.") == ""


def test_figures_of_others_or_of_other_spans_are_not_told():
    elsewhere = figure("revenue", "5", QUARTER, entity="Beta plc")
    half = figure("revenue", "19,000", (date(2023, 1, 29), QUARTER[1]))
    assert headline(REPORT, [elsewhere, half], entity="Acme, Inc.") == ""


def test_what_is_no_financial_report_keeps_its_own_words():
    essence = replace(REPORT, document_type="meeting_notes", key_conclusion="A store was opened.")
    conclude(essence, METRICS, entity="Acme, Inc.")
    assert essence.key_conclusion == "A store was opened."


def test_the_figure_of_a_half_year_is_not_told_as_the_years():
    half, before = (date(2025, 1, 1), date(2025, 6, 30)), (date(2024, 1, 1), date(2024, 6, 30))
    report = replace(REPORT, period_start=half[0], period_end=half[1])
    metrics = [
        replace(figure("revenue", value, span, label="Revenue", year=span[1].year), fiscal_quarter=None)
        for value, span in (("35,462", half), ("33,120", before))
    ]
    assert headline(report, metrics, entity="Acme, Inc.") == (
        "Revenue of Acme, Inc. was $35,462 million in the first half of fiscal 2025, after $33,120 million a "
        "year before."
    )
