"""How long rules take to read a question, in a workspace with many names."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Any

import numpy as np

from documents.models import Document, Entity, Reader, Status, Workspace
from evals.report import Report
from evals.workspace import temporary_workspace
from retrieval.question.analyse import analyse
from retrieval.question.model import QueryAnalysis
from retrieval.question.naming import names
from retrieval.scope.prefilter import prefilter

DOCUMENTS = 500
COMPANIES = 1500  # a third of them have documents about them
PEOPLE = 2500
PRODUCTS, PLACES = 500, 500
NAMES_A_DOCUMENT = 30
TOPICS = 300
QUESTIONS = 3000
COLD = 20  # readings after a change of the names
GOAL = 5  # milliseconds
SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "er")]
FORMS = ("Inc.", "Corporation", "plc", "AG", "Group Ltd.", "& Sons, Inc.")
TEMPLATES = (
    "What was {company}'s revenue in {time}?",
    "How did the gross margin of {company} change {time}?",
    "Compare net income of {company} and {company} in {time}",
    "Which documents mention {person}?",
    "What does {person} of {company} say about {topic}?",
    "List the invoices from {time}",
    "What risks does {company} see for {product} in {place}?",
    "How many contracts were signed since {time}?",
    "Why did operating expenses of {company} grow more than those of Fabrikam during the pandemic?",
    "What is the notice period of the lease agreement?",
    "Summarise what the latest 10-Q of {company} says on {topic}, and how that compares with last year",
    "and in Q2?",
    "what about {company}?",
)
TIMES = (
    "2022", "Q2 2023", "fiscal 2021", "the last two years", "between 2019 and 2021", "March 2022",
    "the latest quarter", "H1 2023", "the year ended June 30, 2023", "year to date",
)  # fmt: skip
HISTORY = [
    {"role": "user", "text": "What was revenue in Q1 2023?"},
    {"role": "assistant", "text": "Revenue was $4 million in Q1 2023 [1]."},
]


def run(*, limit: int | None) -> Report:
    """Milliseconds to analyse and to choose documents: as the clock has them, and of this process alone.

    `limit`: so many questions.
    """
    chance = random.Random(7)
    with temporary_workspace() as (_, workspace):
        slots = _fill(workspace, chance)
        questions = [_question(chance, slots) for _ in range(limit or QUESTIONS)]
        analyses: list[QueryAnalysis] = []
        read = _timed(
            lambda text: analyses.append(analyse(text, workspace=workspace, history=HISTORY)), questions
        )
        chosen = _timed(lambda one: prefilter(one, workspace=workspace), analyses)
        cold = _timed(lambda text: _anew(text, workspace), questions[:COLD])
    return Report(
        title=f"Reading questions by rules, {DOCUMENTS} documents, "
        f"{COMPANIES + PEOPLE + PRODUCTS + PLACES:,} names",
        columns=("what", "questions", "p50 ms", "p95 ms", "p50 ms of CPU", "p95 ms of CPU"),
        rows=(
            ("analysis, names kept", len(questions), *read),
            ("analysis, names read anew", COLD, *cold),
            ("pre-filter", len(analyses), *chosen),
        ),
        notes=(
            f"Goal: analysis under {GOAL} ms. CPU is that of this process; the clock has the database too. "
            "Each question comes after another, as in a conversation.",
        ),
    )


def _timed(work: Callable[[Any], object], items: Sequence[Any]) -> tuple[float, ...]:
    clock, processor = [], []
    for item in items:
        started, spent = time.perf_counter(), time.process_time()
        work(item)
        clock.append(1000 * (time.perf_counter() - started))
        processor.append(1000 * (time.process_time() - spent))
    return tuple(round(float(np.percentile(each, q)), 2) for each in (clock, processor) for q in (50, 95))


def _anew(text: str, workspace: Workspace) -> None:
    names.forget()
    analyse(text, workspace=workspace)


def _question(chance: random.Random, slots: dict[str, list[str]]) -> str:
    text = chance.choice(TEMPLATES)
    for slot, values in slots.items():
        while f"{{{slot}}}" in text:
            text = text.replace(f"{{{slot}}}", chance.choice(values), 1)
    return text


def _word(chance: random.Random) -> str:
    return "".join(chance.choices(SYLLABLES, k=chance.randint(2, 3)))


def _fill(workspace: Workspace, chance: random.Random) -> dict[str, list[str]]:
    """Invented documents and names; what each slot of a question may hold."""

    def words(count: int, at_most: int) -> list[str]:
        return [
            " ".join(_word(chance).capitalize() for _ in range(chance.randint(1, at_most)))
            for _ in range(count)
        ]

    companies = [f"{name} {chance.choice(FORMS)}" for name in words(COMPANIES, 3)]
    people = [f"{_word(chance).capitalize()} {_word(chance).capitalize()}" for _ in range(PEOPLE)]
    slots = {
        "company": companies[: COMPANIES // 3],
        "person": people,
        "product": words(PRODUCTS, 2),
        "place": words(PLACES, 2),
        "topic": [name.lower() for name in words(TOPICS, 3)],
        "time": list(TIMES),
    }
    documents = _documents(workspace, chance, slots)
    kinds = {"person": people, "product": slots["product"], "location": slots["place"]}
    rows = []
    for number, document in enumerate(documents):
        subject = slots["company"][number % len(slots["company"])]
        rows.append(_entity(document, subject, "organization", Entity.Role.SUBJECT))
        rows += [
            _entity(document, name, "organization") for name in chance.choices(companies, k=NAMES_A_DOCUMENT)
        ]
        for kind, known in kinds.items():
            rows += [_entity(document, name, kind) for name in chance.choices(known, k=NAMES_A_DOCUMENT)]
    Entity.objects.bulk_create(rows, batch_size=5000)
    slots["company"] = [name.rsplit(" ", 1)[0] for name in slots["company"]]
    return slots


def _documents(workspace: Workspace, chance: random.Random, slots: dict[str, list[str]]) -> list[Document]:
    ends = [date(2022, 3, 31) + timedelta(days=91 * quarter) for quarter in range(8)]
    return Document.objects.bulk_create(
        Document(
            workspace=workspace, filename=f"{number}.pdf", sha256=f"{number:064x}", bytes=0,
            file=f"analysis/{number}.pdf", media_type="application/pdf", page_count=1, status=Status.READY,
            document_type=Document.Type.FINANCIAL_REPORT, topics=chance.choices(slots["topic"], k=5),
            organizations=[slots["company"][number % len(slots["company"])]],
            fiscal_year_end_month=chance.choice((12, 12, 12, 6, 1, 9)),
            period_start=(end := chance.choice(ends)) - timedelta(days=90), period_end=end,
        )
        for number in range(DOCUMENTS)
    )  # fmt: skip


def _entity(document: Document, name: str, kind: str, role: str = Entity.Role.MENTIONED) -> Entity:
    return Entity(
        workspace=document.workspace, document=document, entity_name=name, entity_type=kind, role=role,
        reader=Reader.RULES,
    )  # fmt: skip
