"""How long answers from facts take, without a model, in a workspace with a hundred thousand figures."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import numpy as np
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agentic.answering import answer_without_model
from agentic.inquiry import Question
from agentic.models import Run
from agentic.trace import Trace
from documents.models import Document, Entity, Metric, Reader, Status, Workspace
from evals.own_database import own_database
from evals.report import Report
from evals.workspace import temporary_workspace

COMPANIES, YEARS = 50, range(2018, 2024)
QUESTIONS = 300
GOAL = 50  # milliseconds
# What a report states: a canonical name and its label; flows have quarters, balances days.
FLOWS = {
    "revenue": "Total revenue",
    "cost_of_revenue": "Cost of sales",
    "gross_profit": "Gross profit",
    "operating_income": "Operating income",
    "net_income": "Net income",
    "operating_cash_flow": "Net cash provided by operating activities",
    "capital_expenditures": "Purchases of property and equipment",
    "interest_expense": "Interest expense",
    "research_and_development": "Research and development",
}
BALANCES = {
    "total_assets": "Total assets",
    "total_liabilities": "Total liabilities",
    "inventory": "Inventories",
    "receivables": "Accounts receivable, net",
    "current_assets": "Total current assets",
    "current_liabilities": "Total current liabilities",
    "equity": "Total shareholders' equity",
}
OTHERS = 19  # rows of each quarter that have no canonical name
TEMPLATES = {
    "look-up": "What was {company}'s revenue in fiscal {year}?",
    "look-up, quarter": "What was the net income of {company} in Q{quarter} {year}?",
    "balance": "How much total assets did {company} have at the end of FY{year}? Answer in USD millions.",
    "ratio": "What is the FY{year} operating margin of {company}?",
    "ratio of averages": "What is {company}'s inventory turnover in FY{year}?",
    "growth": "How much did {company}'s revenue grow from {before} to {year}?",
    "by quarter": "What was {company}'s revenue by quarter in {year}?",
    "comparison": "Compare the operating income of {company} and {other} in {year}.",
    "highest": "Which company had the highest net income in {year}?",
    "judgement": "Is {company} a capital-intensive business based on FY{year} data?",
    "not stored": "What was {company}'s goodwill impairment in {year}?",
    "for text": "Why did the margin of {company} improve in {year}?",
}
COLUMNS = (
    "question",
    "asked",
    "answered",
    "p50 ms",
    "p95 ms",
    "p50 ms of CPU",
    "p95 ms of CPU",
    "statements",
)


@dataclass(frozen=True)
class Timed:
    kind: str
    milliseconds: float
    of_processor: float
    answered: bool


def run(*, limit: int | None, own: str = "yes", kinds: str = "") -> Report:
    """Milliseconds from the question to the checked answer, in the process: rules, SQL and verification.

    `limit`: so many questions. `own`: no: in the usual database, in a workspace of its own. `kinds`: only of
    these, by commas.
    """
    with ExitStack() as stack:
        if own == "yes":
            stack.enter_context(own_database())
        user, workspace = stack.enter_context(temporary_workspace())
        names = _fill(workspace)
        figures = Metric.objects.filter(workspace=workspace).count()
        chosen = {kind: text for kind, text in TEMPLATES.items() if not kinds or kind in kinds.split(",")}
        questions = list(_questions(chosen, names, limit or QUESTIONS))
        for kind, text in questions[: len(chosen)]:
            _ask(kind, text, user, workspace)  # what is read once for a process is read
        timed = [_ask(kind, text, user, workspace) for kind, text in questions]
        statements = {kind: _statements(dict(questions)[kind], user, workspace) for kind in chosen}
    rows = [_row(kind, [each for each in timed if each.kind == kind], statements[kind]) for kind in chosen]
    return Report(
        title=f"Answers from facts without a model, {figures:,} figures of {COMPANIES} companies",
        columns=COLUMNS,
        rows=(*rows, _row("all", timed, sum(statements.values()) / len(statements))),
        notes=(f"Goal: p95 of {GOAL} ms. CPU is that of this process; the clock has the database too.",),
    )


def _ask(kind: str, text: str, user: Any, workspace: Workspace) -> Timed:
    run = Run(workspace=workspace, user=user, question=text)
    started, spent = time.perf_counter(), time.process_time()
    question = Question(user, workspace, text)
    answered = answer_without_model(question, tier="none", trace=Trace(run, at_once=False))
    taken, of_processor = time.perf_counter() - started, time.process_time() - spent
    return Timed(kind, 1000 * taken, 1000 * of_processor, bool(answered and answered.answer.answered))


def _statements(text: str, user: Any, workspace: Workspace) -> int:
    """How many the question sends on the connection of the process; those of the reader are not counted."""
    with CaptureQueriesContext(connection) as queries:
        _ask("", text, user, workspace)
    return len(queries)


def _row(kind: str, timed: Sequence[Timed], statements: float) -> tuple[object, ...]:
    clock, processor = [each.milliseconds for each in timed], [each.of_processor for each in timed]
    numbers = [round(float(np.percentile(each, q)), 1) for each in (clock, processor) for q in (50, 95)]
    return (kind, len(timed), sum(each.answered for each in timed), *numbers, round(statements, 1))


def _questions(templates: dict[str, str], names: Sequence[str], count: int) -> Iterator[tuple[str, str]]:
    made = random.Random(11)
    for number in range(count):
        kind = list(templates)[number % len(templates)]
        year = made.choice(YEARS[1:])
        company, other = made.sample(list(names), 2)
        slots = {"company": company, "other": other, "year": year, "before": year - 1}
        yield kind, templates[kind].format(**slots, quarter=made.randint(1, 4))


def _fill(workspace: Workspace) -> list[str]:
    """Invented annual reports, each with the figures of its year's quarters and of the year before."""
    made = random.Random(7)
    syllables = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]
    names = [f"{syllables[n].capitalize()}{syllables[(n * 7 + 3) % 70]}rix" for n in range(COMPANIES)]
    filed = [(name, year) for name in names for year in YEARS]
    documents = Document.objects.bulk_create(
        Document(
            workspace=workspace,
            filename=f"{name}_{year}_10K.pdf",
            title=f"{name} annual report {year}",
            sha256=f"{number:064}",
            bytes=1,
            file=f"facts_speed/{number}.pdf",
            status=Status.READY,
            document_type=Document.Type.FINANCIAL_REPORT,
            organizations=[f"{name}, Inc."],
            fiscal_year_end_month=12,
            period_start=date(year, 1, 1),
            period_end=date(year, 12, 31),
            document_date=date(year + 1, 2, 15),
            page_count=1,
        )
        for number, (name, year) in enumerate(filed)
    )
    of = dict(zip(filed, documents, strict=True))
    Entity.objects.bulk_create(
        Entity(
            workspace=workspace,
            document=document,
            page=1,
            anchored=True,
            quote=name,
            entity_name=f"{name}, Inc.",
            entity_type=Entity.Type.ORGANIZATION,
            role=Entity.Role.SUBJECT,
            reader=Reader.RULES,
        )
        for (name, _), document in of.items()
    )
    Metric.objects.bulk_create(
        (
            metric
            for (name, year), document in of.items()
            for told in (year - 1, year)
            for metric in _metrics(document, f"{name}, Inc.", told, made)
        ),
        batch_size=5000,
    )
    return names


def _metrics(document: Document, name: str, year: int, made: random.Random) -> Iterator[Metric]:
    others = {f"Other item {number}": f"Other item {number}" for number in range(OTHERS)}
    quarters: dict[int | None, tuple[date, date]] = {None: (date(year, 1, 1), date(year, 12, 31))}
    for number in (1, 2, 3, 4):
        end = date(year + number // 4, 3 * number % 12 + 1, 1) - timedelta(days=1)
        quarters[number] = (date(year, 3 * number - 2, 1), end)
    for quarter, (begin, end) in quarters.items():
        for canonical, label in {**FLOWS, **BALANCES, **others}.items():
            is_balance = canonical in BALANCES
            if is_balance and quarter == 4:
                continue  # the day is the year's
            value = made.randint(100, 90_000)
            yield Metric(
                workspace=document.workspace,
                document=document,
                page=1 + (quarter or 0),
                anchored=True,
                confidence=1,
                quote=f"{label} {value:,}",
                metric_name=label,
                canonical_name="" if canonical in others else canonical,
                value=f"{value:,}",
                unit="USD",
                scale=Decimal(10**6),
                numeric_value=Decimal(value) * 10**6,
                period=f"{end:%B} {end.day}, {year}",
                fiscal_year=year,
                fiscal_quarter=quarter,
                entity_name=name,
                period_start=None if is_balance else begin,
                period_end=end,
                context="Consolidated statements",
                reader=Reader.RULES,
            )
