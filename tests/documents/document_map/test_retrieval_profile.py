"""What a document is good for: specific questions, and what it is no use for. No database."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from documents.document_map.retrieval_profile import measure_words, profile_of
from reading.model import (
    ClaimDraft,
    EntityDraft,
    Essence,
    MetricDraft,
    Place,
    Reading,
    TopicDraft,
)

HERE = Place(page=1, quote="")
LEASE = Essence(title="Lease of Dock Road", document_type="legal_contract")


def metric(name, year, end, entity="Acme, Inc."):
    return MetricDraft(
        place=HERE, metric_name=name.title(), canonical_name=name, value="1", numeric_value=Decimal(1),
        entity_name=entity, period=f"FY{year}", period_start=date(end.year, 1, 1), period_end=end,
        fiscal_year=year, category="financial",
    )  # fmt: skip


def claim(text):
    return ClaimDraft(place=HERE, claim_text=text, is_quantitative=True)


def questions(reading):
    return profile_of(reading).answers_questions_about


def lacks(reading):
    return profile_of(reading).do_not_use_for


def test_figures_answer_questions_about_their_newest_period():
    metrics = [metric("net_income", 2022, date(2022, 12, 31)), metric("net_income", 2023, date(2023, 12, 31))]
    assert questions(Reading(metrics=metrics)) == ["What was the net income of Acme, Inc. in fiscal 2023?"]


def test_what_reports_are_asked_for_first_comes_first_and_in_words():
    day = date(2023, 12, 31)
    metrics = [metric(name, 2023, day) for name in ("receivables", "eps_diluted", "total_assets", "revenue")]
    assert questions(Reading(metrics=metrics)) == [
        "What was the revenue of Acme, Inc. in fiscal 2023?",
        "What were the diluted earnings per share of Acme, Inc. in fiscal 2023?",
        "What were the total assets of Acme, Inc. at the end of fiscal 2023?",
        "What was the accounts receivable of Acme, Inc. at the end of fiscal 2023?",
    ]


def test_figures_of_nobody_in_particular_are_asked_of_the_document():
    figure = metric("revenue", 2024, date(2024, 12, 31), entity="")
    reading = Reading(essence=Essence(title="Investor Day"), metrics=[figure])
    assert questions(reading)[0] == "What was the revenue in fiscal 2024 according to “Investor Day”?"


def test_the_models_questions_come_first_and_ten_are_enough():
    essence = Essence(answers_questions_about=["Who signed?"])
    metrics = [metric(f"measure_{n}", 2023, date(2023, 12, 31)) for n in range(20)]
    asked = questions(Reading(essence=essence, metrics=metrics))
    assert asked[0] == "Who signed?"
    assert len(asked) == 10


def test_terms_of_a_sheet_and_of_sentences_become_questions():
    notice = MetricDraft(
        place=HERE, metric_name="Termination notice", value="90 days", numeric_value=Decimal(90),
        context="properties",
    )  # fmt: skip
    claims = [
        claim("The monthly rent is EUR 12,500."),
        claim("Either party may terminate on 90 days' notice."),
    ]
    assert questions(Reading(essence=LEASE, metrics=[notice], claims=claims)) == [
        "What is the termination notice in “Lease of Dock Road”?",
        "What is the monthly rent in “Lease of Dock Road”?",
    ]


def test_themes_become_questions_that_name_the_document():
    essence = replace(LEASE, answers_questions_about=["Break clause"])
    assert questions(Reading(essence=essence)) == ["What does “Lease of Dock Road” say about break clause?"]


@pytest.mark.parametrize(
    "theme", ["Agreement", "Parties", "Dock road", "SIGNATURES", "Business.", "The year 2023"]
)
def test_themes_that_every_document_has_or_its_title_names_ask_nothing(theme):
    assert questions(Reading(essence=replace(LEASE, answers_questions_about=[theme]))) == []


def test_it_says_when_to_turn_to_it():
    topics = [
        TopicDraft(place=HERE, topic_name=name) for name in ("break clause", "agreement", "rent review")
    ]
    subject = EntityDraft(place=HERE, entity_name="Acme, Inc.", entity_type="organization", role="subject")
    metrics = [metric("net_income", 2023, date(2023, 12, 31)), metric("revenue", 2023, date(2023, 12, 31))]
    reading = Reading(essence=LEASE, topics=topics, entities=[subject], metrics=metrics)
    assert profile_of(reading).use_when == [
        "Figures of Acme, Inc. are asked for, such as revenue or net income, for fiscal 2023",
        "What a contract of Acme, Inc. says about break clause or rent review is asked",
    ]


def test_what_the_figures_lack_is_said():
    assert lacks(Reading()) == ["Amounts of money: it gives none"]
    money = metric("revenue", 2023, date(2023, 12, 31))
    assert lacks(Reading(metrics=[money])) == ["Figures for years before 2023"]


def test_a_report_names_the_statements_and_the_time_that_it_lacks():
    essence = Essence(
        document_type="financial_report", period_start=date(2023, 4, 1), period_end=date(2023, 6, 30)
    )
    metrics = [metric("revenue", 2023, date(2023, 6, 30)), metric("total_assets", 2023, date(2023, 6, 30))]
    assert lacks(Reading(essence=essence, metrics=metrics)) == [
        "Cash flows: it gives no cash flow statement",
        "Figures for the whole of the year that it falls in: it covers 1 April 2023 to 30 June 2023",
        "Figures for years before 2023",
    ]


def test_what_a_kind_of_document_leaves_open_is_said():
    minutes = Essence(document_type="meeting_notes", document_date=date(2024, 1, 9))
    assert lacks(Reading(essence=minutes))[-1] == (
        "Final figures: those it gives are as they were told to the meeting of 9 January 2024"
    )


def test_a_name_outside_the_vocabulary_is_said_as_it_stands():
    assert measure_words("order_intake") == "order intake"
