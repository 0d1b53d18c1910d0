"""Which files of the source a question for a figure enters, and how often it climbs back into one."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings

from agentic.answering import answer_without_model
from agentic.evidence import Answer
from agentic.inquiry import Question
from agentic.models import Run
from agentic.trace import Trace
from documents.models import Document, Entity, Metric, Reader, Status, Workspace
from evals.report import CannotMeasure, Report
from evals.workspace import temporary_workspace

YEAR = 2022
QUESTION = f"What was the revenue of Acme Tools in {YEAR}?"
COMPANIES = ("Acme Tools", "Fabrikam", "Northwind")
FIGURES = {
    "revenue": ("Total revenue", 4100),
    "operating_income": ("Operating income", 510),
    "net_income": ("Net income", 310),
}
FILES, CLIMBS = 35, 20  # goals, docs/adr/0024-reading-is-a-library.md
PACKAGES = ("agentic", "retrieval", "reading", "documents", "llm", "ragsite")


@dataclass
class Walk:
    """`files`: how many calls each took, in the order in which they were entered. `climbs`: from, to."""

    files: Counter[str] = field(default_factory=Counter)
    functions: dict[str, list[str]] = field(default_factory=dict)
    climbs: Counter[tuple[str, str]] = field(default_factory=Counter)


def run(*, limit: int | None, files: str = "") -> Report:
    """Files entered by package, and climbs. `files`: anything lists each file with its functions."""
    with temporary_workspace() as (user, workspace):
        _fill(workspace)
        _ask(user, workspace)  # what is read or kept once for a process is no part of the way
        with walked() as walk:
            answer = _ask(user, workspace)
    if "4,100" not in answer.text:
        raise CannotMeasure(f"The answer is not what is stored: {answer.text}")
    by_package = Counter(path.partition("/")[0] for path in walk.files)
    rows: list[tuple[Any, ...]] = [(package, by_package[package], "") for package in PACKAGES]
    rows.append(("all", len(walk.files), f"{FILES}"))
    rows.append(("climbs", sum(walk.climbs.values()), f"{CLIMBS}"))
    if files:
        rows += [(path, calls, ", ".join(walk.functions[path])) for path, calls in walk.files.items()]
        rows += [(f"{source} → {target}", calls, "climb") for (source, target), calls in walk.climbs.items()]
    return Report(
        title="Files that a question for a figure enters",
        columns=("of", "files (of a file: calls)", "goal, at most (of a file: functions)"),
        rows=tuple(rows),
        notes=(
            "A file counts where one of its named functions is called. A climb is a call from another "
            "file into one that waits for it, of what has no name too.",
        ),
    )


def _ask(user: Any, workspace: Workspace) -> Answer:
    trace = Trace(Run(workspace=workspace, user=user, question=QUESTION), at_once=False)
    question = Question(user, workspace, QUESTION, mode=Run.Mode.FACTS)
    answered = answer_without_model(question, tier="none", trace=trace)
    if answered is None:
        raise CannotMeasure("The facts do not answer the question.")
    return answered.answer


@contextmanager
def walked() -> Iterator[Walk]:
    """What is entered meanwhile, by this thread."""
    walk, waiting = Walk(), Counter[str]()
    stack: list[str] = []

    def see(frame: FrameType, event: str, _: Any) -> None:
        if event not in ("call", "return") or not (path := _source(frame)):
            return
        if event == "return":
            if stack:
                waiting[stack.pop()] -= 1
            return
        if stack and stack[-1] != path and waiting[path]:
            walk.climbs[stack[-1], path] += 1
        stack.append(path)
        waiting[path] += 1
        if frame.f_code.co_name.startswith("<"):
            return
        walk.files[path] += 1
        called = walk.functions.setdefault(path, [])
        if frame.f_code.co_qualname not in called:
            called.append(frame.f_code.co_qualname)

    sys.setprofile(see)
    try:
        yield walk
    finally:
        sys.setprofile(None)


def _source(frame: FrameType) -> str:
    """The file that runs, from the root of the source; empty for all that is no part of it."""
    path = Path(frame.f_code.co_filename)
    if not path.is_relative_to(settings.BASE_DIR):
        return ""
    relative = path.relative_to(settings.BASE_DIR)
    return str(relative) if relative.parts[0] in PACKAGES else ""


def _fill(workspace: Workspace) -> None:
    """A filing of each company, with three figures."""
    for place, company in enumerate(COMPANIES):
        document = Document.objects.create(
            workspace=workspace,
            filename=f"{company}_10K.pdf",
            sha256=f"{place:064}",
            bytes=1,
            file=f"entered/{place}.pdf",
            status=Status.READY,
            document_type=Document.Type.FINANCIAL_REPORT,
            organizations=[company],
            period_start=date(YEAR, 1, 1),
            period_end=date(YEAR, 12, 31),
            page_count=1,
        )
        common = {"workspace": workspace, "document": document, "page": 1, "anchored": True}
        Entity.objects.create(
            **common,
            quote=company,
            entity_name=company,
            entity_type=Entity.Type.ORGANIZATION,
            role=Entity.Role.SUBJECT,
            reader=Reader.RULES,
        )
        for name, (label, value) in FIGURES.items():
            Metric.objects.create(
                **common,
                quote=f"{label} {value:,}",
                metric_name=label,
                canonical_name=name,
                value=f"{value:,}",
                unit="USD",
                scale=Decimal(10**6),
                numeric_value=Decimal(value) * 10**6,
                period=f"December 31, {YEAR}",
                fiscal_year=YEAR,
                entity_name=company,
                period_start=document.period_start,
                period_end=document.period_end,
                context="Consolidated Statements of Income",
                reader=Reader.RULES,
            )
