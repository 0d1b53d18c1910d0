"""What `doctor` looks at. Each part is examined even where the parts before it are not well."""

from __future__ import annotations

import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from importlib.metadata import PackageNotFoundError, requires, version

import psutil
from django.conf import settings
from django.db import Error, connection
from django.utils import timezone
from django_q.models import OrmQ
from packaging.requirements import Requirement

from agentic.sql.reader import wall_gaps
from documents.ingestion.rerun_requests import DEEPEN_TASK
from documents.providers import current_tier, get_chat_model, noted_server, reranker_named
from llm.checksums import sha256_of
from llm.embedding.embedder import PACKAGE, SHA256, MiniLMEmbedder, find_embedder_folder
from llm.errors import Unavailable
from llm.providers.local_model import find_model_file
from ragsite.endpoints.health import read_health
from ragsite.running.instance import read_instance
from ragsite.running.launch import CannotStart, check_disk, choose_tier
from ragsite.storage.embedded import EmbeddedError, ensure_embedded
from ragsite.storage.preparation import unapplied_migrations, what_is_newer
from reading.model import UnreadableDocument
from reading.sandbox.limited import file_readers_walls
from reading.sandbox.walls import CALLS, FILES

LEAST_PGVECTOR = (0, 8)  # iterative index scans, which keep filtered searches complete
LONG_WAIT = timedelta(minutes=10)
BETTER_WALLS = (
    "take files from people you trust only, or run it on Linux 5.13 or newer with Landlock and libseccomp "
    "(apt-get install libseccomp2)"
)
START = "run `make run` or `python manage.py start`"


@dataclass(frozen=True)
class Finding:
    """How one part is. `advice`: what to do, where there is something to do."""

    part: str
    ok: bool
    detail: str
    advice: str = ""


def examine() -> Iterator[Finding]:
    yield python()
    yield packages()
    yield home_folder()
    yield readers()
    yield embedder()
    yield model()
    if settings.RAGSITE_RERANKER:
        yield reranker()
    yield from database_parts()


def status_findings() -> list[Finding]:
    """The parts that change while ragsite runs, for its own page: no database is started for the look."""
    findings = [home_folder(), embedder(), model()]
    try:
        findings += [database(), migrations(), walls(), workers(), queue()]
    except Error as error:
        findings.append(Finding("database", False, str(error).strip().splitlines()[0]))
    return findings


def python() -> Finding:
    ok = sys.version_info >= (3, 11)
    return Finding("python", ok, platform.python_version(), "" if ok else "install Python 3.11 or newer")


def packages() -> Finding:
    """Whether what pyproject.toml asks for is installed, in the versions that it allows."""
    try:
        wanted = [Requirement(line) for line in requires("ragsite") or ()]
    except PackageNotFoundError:
        return Finding("packages", False, "ragsite itself is not installed", "run `make install`")
    needed = [one for one in wanted if one.marker is None or one.marker.evaluate({"extra": ""})]
    wrong = [one.name for one in needed if not _is_installed(one)]
    if wrong:
        return Finding(
            "packages", False, f"missing or of another version: {', '.join(wrong)}", "run `make install`"
        )
    return Finding("packages", True, f"{len(needed)} as required")


def _is_installed(requirement: Requirement) -> bool:
    try:
        return requirement.specifier.contains(version(requirement.name), prereleases=True)
    except PackageNotFoundError:
        return False


def home_folder() -> Finding:
    home = settings.RAGSITE_HOME
    try:
        check_disk(home)
    except CannotStart as error:
        return Finding("home", False, str(error))
    return Finding("home", True, f"{home}, {shutil.disk_usage(home).free / 1e9:,.1f} GB free")


def embedder() -> Finding:
    try:
        path = find_embedder_folder() / "model.safetensors"
        digest = sha256_of(path)
    except (Unavailable, OSError) as error:
        return Finding("embedder", False, str(error), "run `make install`")
    if digest != SHA256:
        return Finding("embedder", False, f"{path} is not the official file", f"reinstall {PACKAGE}")
    return Finding("embedder", True, MiniLMEmbedder.name)


def model() -> Finding:
    """Whether what the tier needs is there: a file and, while ragsite runs, its server; or a key."""
    instance = read_instance(settings.RAGSITE_HOME)
    told = instance.tier if instance and psutil.pid_exists(instance.pid) else ""
    tier = told or current_tier()
    try:
        choose_tier(tier)
        chosen = get_chat_model(tier) if tier != "local" else None
        file = find_model_file(given=settings.RAGSITE_LOCAL_MODEL)
    except (CannotStart, Unavailable) as error:
        return Finding("model", False, f"tier {tier}: {error}", "set it up, or start with --llm none")
    if chosen is not None:
        advice = (
            ""
            if file or tier != "none"
            else "for answers in prose run `make model`, or give a key under Settings"
        )
        return Finding("model", True, f"tier {tier}, {chosen.name}", advice)
    if file is None and not noted_server():
        return Finding("model", False, "tier local: its file is not on this machine", "run `make model`")
    return Finding("model", True, f"tier local, {file}{', served' if noted_server() else ''}")


def reranker() -> Finding:
    """Whether the cross-encoder that is set up scores a text."""
    named = reranker_named(settings.RAGSITE_RERANKER)
    try:
        named.scores("How?", ["So."])
    except Unavailable as error:
        return Finding("reranker", False, str(error), "without it, searches keep their own order")
    return Finding("reranker", True, named.name)


def database_parts() -> Iterator[Finding]:
    """The database and what lies in it. An embedded one is started for the look."""
    try:
        if settings.DATABASE_IS_EMBEDDED:
            ensure_embedded(settings.RAGSITE_HOME, megabytes=settings.RAGSITE_DATABASE_MB)
        yield database()
        yield migrations()
        yield walls()
        yield workers()
        yield queue()
    except EmbeddedError as error:
        yield Finding("database", False, str(error), "put that right and look again")
    except Error as error:
        first = str(error).strip().splitlines()[0]
        yield Finding("database", False, first, "check DATABASE_URL and that the server runs")


def database() -> Finding:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('server_version'), coalesce(installed_version, default_version)"
            " FROM (SELECT) AS one LEFT JOIN pg_available_extensions ON name = 'vector'"
        )
        server, pgvector = cursor.fetchone()
    kind = "embedded" if settings.DATABASE_IS_EMBEDDED else "of DATABASE_URL"
    if pgvector is None:
        return Finding(
            "database", False, f"PostgreSQL {server}, no pgvector", "install pgvector on the server"
        )
    ok = tuple(int(part) for part in pgvector.split(".")[:2]) >= LEAST_PGVECTOR
    advice = "" if ok else "update pgvector to 0.8 or newer"
    return Finding("database", ok, f"PostgreSQL {server} ({kind}), pgvector {pgvector}", advice)


def migrations() -> Finding:
    if newer := what_is_newer():
        return Finding("tables", False, newer)
    missing = unapplied_migrations()
    if missing:
        return Finding(
            "tables", False, f"{len(missing)} migrations to apply", "run `python manage.py migrate`"
        )
    return Finding("tables", True, "up to date")


def walls() -> Finding:
    gaps = wall_gaps()
    if gaps:
        return Finding("walls", False, " ".join(gaps), "run `python manage.py migrate`, then look again")
    return Finding("walls", True, "SQL of a model reads one workspace and changes nothing")


def readers() -> Finding:
    """Which of the kernel's walls stand round the processes that open files."""
    try:
        found = file_readers_walls()
    except UnreadableDocument as error:
        return Finding("readers", False, str(error), "look at the memory and the processes of this machine")
    told = f"behind walls: {', '.join(found.standing) or 'none'}"
    lacking = f"; without {'; '.join(found.missing)}" if found.missing else ""
    ok = {FILES, CALLS} <= {*found.standing}
    return Finding("readers", ok, f"{told}{lacking}", "" if ok else BETTER_WALLS)


def workers() -> Finding:
    alive = read_health()["workers"]
    missing = [cluster for cluster, is_alive in alive.items() if not is_alive]
    if missing:
        return Finding("workers", False, f"none for {' and '.join(missing)}", START)
    instance = read_instance(settings.RAGSITE_HOME)
    return Finding(
        "workers", True, f"{', '.join(alive)}{f'; the page is at {instance.url}' if instance else ''}"
    )


def queue() -> Finding:
    """How much waits. A long wait while workers live means that a task holds them up.

    What the model reads further is no sign of that: it takes minutes a document, one after another, and rests
    while questions are answered.
    """
    waiting = OrmQ.objects.filter(lock__lte=timezone.now()).order_by("lock")
    calls = [(row.lock, row.task.get("func")) for row in waiting]
    others = [lock for lock, call in calls if call != DEEPEN_TASK]
    detail = f"{len(others)} tasks wait"
    if len(calls) > len(others):
        detail += f", and {len(calls) - len(others)} for the model to read on"
    oldest = next(iter(others), None)
    if oldest and oldest < timezone.now() - LONG_WAIT:
        return Finding("queue", False, f"{detail}, the oldest since {oldest:%H:%M} UTC", START)
    return Finding("queue", True, detail)
