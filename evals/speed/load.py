"""How many answers a second a running stack gives to many who ask at once, and where their time goes."""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx2
import psutil
from django.conf import settings
from django.db import connection

from documents.models import Document, Entity, Metric, Status, Workspace
from evals.report import Report
from evals.speed.stack import ROLES, first_cited_answer, processes_of, running_stack
from ragsite.storage.database import socket_folder
from samples.questions import SUGGESTED

COMPANIES, YEARS, MEASURES = (
    200,
    range(2016, 2026),
    ("revenue", "net income", "operating income", "total assets"),
)
PLACES = ("/api/agentic/query", "/api/chat/query")
WARM_SECONDS = 10.0
LONGEST = 60.0  # seconds that an asker waits for an answer
WAITING = """
    SELECT CASE WHEN state = 'active' THEN coalesce(wait_event_type || ': ' || wait_event, 'computing')
        ELSE state END
    FROM pg_stat_activity WHERE application_name LIKE 'ragsite%%' AND pid <> pg_backend_pid()
"""


@dataclass
class Asked:
    """What one question came to: seconds, how it ended, and the seconds that its answer says it took."""

    seconds: float
    ended: str
    inside: float | None = None


@dataclass
class Load:
    """What all askers saw in one run, and what the machine did meanwhile."""

    asked: list[Asked] = field(default_factory=list)
    seconds: float = 0.0
    processor: dict[str, float] = field(default_factory=dict)  # seconds of a core by role
    waits: Counter[str] = field(default_factory=Counter)  # of the database's connections


def run(
    *,
    limit: int | None,
    askers: str = "50",
    seconds: str = "30",
    checkout: str = "",
    mode: str = "facts",
) -> Report:
    """A stack in tier none over the samples and figures of two hundred invented companies, asked by many.

    `askers`: how many at once; several by commas. `seconds`: for how long each. `checkout`: whose code is
    started, this one's by default. `mode`: facts or auto.
    """
    with (
        TemporaryDirectory(prefix="ragsite-load-") as home,
        running_stack(home, "none", checkout) as base,
    ):
        first_cited_answer(base, SUGGESTED[0].text)
        _invent(Path(home))
        questions = _questions()
        asyncio.run(_ask_all(base, Path(home), questions, 8, WARM_SECONDS, mode))  # what is read once is read
        loads = {
            int(count): asyncio.run(_ask_all(base, Path(home), questions, int(count), float(seconds), mode))
            for count in askers.split(",")
        }
    return Report(
        title=f"Answers to many who ask at once, mode {mode}",
        columns=("askers", "answers/s", "p50 s", "p95 s", "p99 s", "longest s", "answered", "else"),
        rows=tuple(_row(count, load) for count, load in loads.items()),
        notes=tuple(note for count, load in loads.items() for note in _notes(count, load)),
    )


def _invent(home: Path) -> None:
    """Figures of invented companies in the stack's own database, as documents that are ready."""
    connection.close()
    connection.settings_dict.update(HOST=str(socket_folder(home)))
    settings.DATABASES["default"]["HOST"] = str(socket_folder(home))
    workspace = Workspace.objects.get(slug="default")
    made = random.Random(7)
    documents = Document.objects.bulk_create(
        Document(
            workspace=workspace,
            filename=f"{name}.txt",
            title=f"{name} annual report",
            sha256=f"{number:064}",
            bytes=1,
            status=Status.READY,
            organizations=[name],
            page_count=1,
        )
        for number, name in enumerate(_companies())
    )
    Metric.objects.bulk_create(
        Metric(
            workspace=workspace,
            document=document,
            page=1,
            anchored=True,
            confidence=1,
            quote=f"{measure.capitalize()} {year}: ${value} million",
            metric_name=measure,
            canonical_name=measure.replace(" ", "_"),
            value=f"${value} million",
            unit="USD",
            scale=Decimal(10**6),
            numeric_value=Decimal(value) * 10**6,
            period=f"FY {year}",
            fiscal_year=year,
            entity_name=name,
            period_start=date(year, 1, 1),
            period_end=date(year, 12, 31),
        )
        for document, name in zip(documents, _companies(), strict=True)
        for year in YEARS
        for measure in MEASURES
        for value in [made.randint(100, 9000)]
    )
    Entity.objects.bulk_create(
        Entity(
            workspace=workspace,
            document=document,
            page=1,
            anchored=True,
            quote=name,
            entity_name=name,
            entity_type=Entity.Type.ORGANIZATION,
            role=Entity.Role.SUBJECT,
        )
        for document, name in zip(documents, _companies(), strict=True)
    )
    connection.close()


def _companies() -> list[str]:
    syllables = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]
    return [
        f"{syllables[n % 70].capitalize()}{syllables[(n * 7 + n // 70) % 70]}rix" for n in range(COMPANIES)
    ]


def _questions() -> list[str]:
    """Look-ups, comparisons, extremes and growth, no two alike, and those that the page suggests."""
    made = random.Random(11)
    names, found = _companies(), [question.text for question in SUGGESTED]
    for name in names:
        one, other = made.choice(names), made.choice(MEASURES)
        year = made.choice(list(YEARS)[1:])
        found += [
            f"What was {name}'s {other} in {year}?",
            f"Compare the {other} of {name} and {one} in {year}.",
            f"How much did {name}'s {other} grow from {year - 1} to {year}?",
        ]
    made.shuffle(found)
    return found


async def _ask_all(
    base: str, home: Path, questions: Sequence[str], askers: int, seconds: float, mode: str
) -> Load:
    """All at once, each the next question as soon as the last is answered; their pages are open before."""
    load = Load()
    async with AsyncExitStack() as open_pages:
        browsers = [await open_pages.enter_async_context(_browser(base)) for _ in range(askers)]
        tokens = [await _token(browser) for browser in browsers]
        before, started = _processor_seconds(home), time.perf_counter()
        ends = started + seconds
        watching = asyncio.create_task(asyncio.to_thread(_watch, load, ends))
        await asyncio.gather(
            *(
                _ask(browser, token, questions[n::askers], PLACES[n % 2], ends, mode, load)
                for n, (browser, token) in enumerate(zip(browsers, tokens, strict=True))
            )
        )
        load.seconds = time.perf_counter() - started
        await watching
    after = _processor_seconds(home)
    load.processor = {role: spent - before.get(role, 0.0) for role, spent in after.items()}
    return load


def _browser(base: str) -> httpx2.AsyncClient:
    return httpx2.AsyncClient(base_url=base, follow_redirects=True, timeout=LONGEST)


async def _token(browser: httpx2.AsyncClient) -> str:
    await browser.get("/")
    return browser.cookies.get("csrftoken") or ""


async def _ask(
    browser: httpx2.AsyncClient,
    token: str,
    questions: Sequence[str],
    place: str,
    ends: float,
    mode: str,
    load: Load,
) -> None:
    for question in cycle(questions):
        began = time.perf_counter()
        if began > ends:
            return
        try:
            response = await browser.post(
                place, json={"question": question, "mode": mode}, headers={"X-CSRFToken": token}
            )
            ended, inside = _ending(response)
        except httpx2.TransportError as error:
            ended, inside = type(error).__name__, None
        load.asked.append(Asked(time.perf_counter() - began, ended, inside))


def _ending(response: httpx2.Response) -> tuple[str, float | None]:
    try:
        told = response.json()
    except json.JSONDecodeError:
        return f"{response.status_code}", None
    if response.status_code == 200:
        return ("answered" if told["answered"] else "answered that there is none"), told["seconds"]
    return f"{response.status_code} {told.get('error', '')[:60]}".strip(), None


def _watch(load: Load, ends: float) -> None:
    """What the database's connections wait for, looked at now and then."""
    try:
        while time.perf_counter() < ends:
            with connection.cursor() as cursor:
                cursor.execute(WAITING)
                load.waits.update(state or "starting" for (state,) in cursor.fetchall())
            time.sleep(0.25)
    finally:
        connection.close()


def _processor_seconds(home: Path) -> dict[str, float]:
    """Seconds of a core by role, of the processes that are there and of those that ended under them."""
    spent: dict[str, float] = {}
    for process in processes_of(home):
        try:
            words = " ".join([process.name(), *process.cmdline()])
            times = process.cpu_times()
        except psutil.Error:
            continue
        role = next((role for mark, role in ROLES if mark in words), "other")
        spent[role] = spent.get(role, 0.0) + times.user + times.system
        if process.name() == "postgres" and "-D" in words:  # the postmaster knows of those that are gone
            spent[role] += times.children_user + times.children_system
    return spent


def _row(count: int, load: Load) -> tuple[object, ...]:
    times = sorted(asked.seconds for asked in load.asked)
    right = sum(asked.ended.startswith("answered") for asked in load.asked)
    shown = [f"{_at(times, share):.2f}" for share in (0.5, 0.95, 0.99, 1.0)]
    return (count, f"{right / load.seconds:.1f}", *shown, right, len(load.asked) - right)


def _at(times: Sequence[float], share: float) -> float:
    return times[min(int(len(times) * share), len(times) - 1)] if times else 0.0


def _notes(count: int, load: Load) -> Iterable[str]:
    endings = Counter(asked.ended for asked in load.asked)
    yield f"{count} askers: " + ", ".join(f"{number} {ended}" for ended, number in endings.most_common())
    inside = [asked.inside for asked in load.asked if asked.inside is not None]
    if inside:
        yield (
            f"{count} askers: {statistics.median(inside):.2f} s of the median answer inside the run, "
            f"{statistics.median(a.seconds for a in load.asked):.2f} s for who asked."
        )
    answers = max(1, len(load.asked))
    yield f"{count} askers: processor per answer, ms: " + ", ".join(
        f"{role} {1000 * spent / answers:.0f}"
        for role, spent in sorted(load.processor.items(), key=lambda i: -i[1])
    )
    looked = max(1, sum(load.waits.values()))
    yield f"{count} askers: connections of the database: " + ", ".join(
        f"{100 * number / looked:.0f}% {state}" for state, number in load.waits.most_common(6)
    )
