"""The names that a workspace's documents hold: whom, what and when questions may speak of.

They are kept in the process for as long as the workspace's mark stays the same
(documents/sql/name_stamps.sql). The mark is read with each question, so that a name is known as soon as its
document is read, and gone with it; in a large workspace within a minute while more documents are being read.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from django.contrib.postgres.aggregates import ArrayAgg
from django.db import connection
from django.db.models import Count, Max, Q

from documents.models import Entity, Status, Workspace
from reading.values.fiscal import FiscalCalendar
from reading.values.legal_forms import without_legal_form
from retrieval.question.naming.phrases import Phrases
from retrieval.question.naming.subjects import Subjects, is_word, plain_name

KEPT_WORKSPACES = 16  # whose names a process keeps; session workspaces come and go
MOST_NAMES = 200_000  # of one workspace, the most often named first; about 100 MB
# Reading 100,000 entries takes seconds. While documents are being read, such names stay for a while, so
# that not every question pays for it: their reading takes a twentieth of the time at most.
DEAR = 0.2  # seconds
BUSY = (Status.QUEUED, Status.PARSING, Status.READING)
STAY_TIMES, STAY_AT_MOST = 20, 60.0  # times as long as their reading took; seconds
SHORT_FOR = "Short for "  # how the rule reader marks an alias or a ticker, before the full name
SURNAME_LETTERS = 4  # a shorter last name is too often a word
STAMP = """
SELECT string_agg(writer || ':' || stamp, ',' ORDER BY writer) FROM documents_name_stamp
WHERE workspace_id = %s"""


@dataclass(frozen=True)
class Name:
    """A name in full. `weight`: how much it is a document's own subject, then how often it is named."""

    name: str
    kind: str
    weight: tuple[bool, int] = (False, 0)


@dataclass(frozen=True)
class Names:
    """What is named in a workspace's documents that are ready. `calendars`: those of its companies.

    `entities`: by any of the ways they are written. `themes`: topics and buckets. `surnames`: in small
    letters. `subjects`: organization → the documents about it. `last_days`: of these documents, of which
    they tell.
    """

    entities: Phrases[Name] = field(default_factory=lambda: Phrases(()))
    themes: Phrases[Name] = field(default_factory=lambda: Phrases(()))
    surnames: Mapping[str, Name] = field(default_factory=dict)
    subjects: Subjects = field(default_factory=lambda: Subjects({}))
    calendars: Mapping[FiscalCalendar, frozenset[int]] = field(default_factory=dict)
    period_ends: Mapping[FiscalCalendar, date | None] = field(default_factory=dict)
    last_days: Mapping[int, date] = field(default_factory=dict)
    documents: int = 0

    def calendar_of(self, documents: Sequence[int] = ()) -> FiscalCalendar:
        """The fiscal calendar of these documents, else of all; the calendar year's if there are several."""
        asked = set(documents)
        own = [calendar for calendar, about in self.calendars.items() if about & asked]
        known = own or list(self.calendars)
        return known[0] if len(known) == 1 else FiscalCalendar()

    def usual_calendar(self, documents: Collection[int]) -> FiscalCalendar | None:
        """The fiscal calendar that most of an organization's documents have; None where none tells."""
        asked = set(documents)
        counts = [(len(about & asked), calendar) for calendar, about in self.calendars.items()]
        best = max(counts, key=lambda each: (each[0], each[1] != FiscalCalendar()), default=None)
        return best[1] if best and best[0] else None

    def latest(self, calendar: FiscalCalendar, about: Collection[int] = ()) -> date | None:
        """The last day of which these documents tell, else those of that calendar, else any."""
        if own := [self.last_days[document] for document in about if document in self.last_days]:
            return max(own)
        if self.period_ends.get(calendar):
            return self.period_ends[calendar]
        return max((end for end in self.period_ends.values() if end), default=None)


@dataclass(frozen=True)
class _Kept:
    """`took`: seconds that reading them took; `read_at`: by `time.monotonic`."""

    stamp: str
    names: Names
    took: float
    read_at: float

    def may_stay(self, workspace: Workspace) -> bool:
        """Whether they serve on though others have come: they are dear, young, and more are on their way."""
        if self.took < DEAR or time.monotonic() - self.read_at > min(STAY_TIMES * self.took, STAY_AT_MOST):
            return False
        return workspace.documents.filter(status__in=BUSY).exists()


_kept: dict[int, _Kept] = {}


def stamp_of(workspace: Workspace) -> str:
    """The workspace's mark: another one as soon as a document is ready, or gone, or its names have
    changed.
    """
    with connection.cursor() as cursor:
        cursor.execute(STAMP, [workspace.pk])
        return f"{connection.settings_dict['NAME']} {cursor.fetchone()[0] or ''}"


def names_of(workspace: Workspace) -> Names:
    """The names of the workspace as they are now."""
    stamp, key = stamp_of(workspace), workspace.pk
    kept = _kept.get(key)
    if kept is None or (kept.stamp != stamp and not kept.may_stay(workspace)):
        # Read after the mark: names that are newer than it are read again, never missed.
        started = time.monotonic()
        names = _read(workspace)
        kept = _Kept(stamp, names, time.monotonic() - started, time.monotonic())
        _kept.pop(key, None)
        while len(_kept) >= KEPT_WORKSPACES:
            _kept.pop(next(iter(_kept)), None)
        _kept[key] = kept
    return kept.names


def forget() -> None:
    """Keep no names, as in a process that has just begun."""
    _kept.clear()


def _read(workspace: Workspace) -> Names:
    ready = workspace.documents.filter(status=Status.READY).order_by()
    rows = _entity_rows(workspace)
    by_calendar: dict[FiscalCalendar, set[int]] = defaultdict(set)
    ends: dict[FiscalCalendar, date | None] = {}
    fiscal = ready.values_list("fiscal_year_end_month", "fiscal_year_offset")
    for month, offset, documents, end in fiscal.annotate(documents=ArrayAgg("pk"), end=Max("period_end")):
        calendar = FiscalCalendar(month or 12, offset)
        ends[calendar] = max((day for day in (ends.get(calendar), end) if day), default=None)
        if month is not None:
            by_calendar[calendar].update(documents)
    return Names(
        entities=Phrases([*_organizations(rows), *_others(rows)]),
        themes=Phrases([*_topics(workspace), *_buckets(workspace)]),
        surnames=_surnames(rows),
        subjects=(subjects := Subjects(_subjects(rows))),
        calendars={calendar: frozenset(documents) for calendar, documents in by_calendar.items()},
        period_ends=ends,
        last_days=_last_days(workspace, frozenset().union(*subjects.values())),
        documents=ready.count(),
    )


@dataclass(frozen=True)
class _Row:
    """A name as documents give it. `about`: the documents about it. `fulls`: what it is short for."""

    kind: str
    name: str
    mentions: int
    about: Sequence[int]
    fulls: Sequence[str]


def _entity_rows(workspace: Workspace) -> list[_Row]:
    rows = (
        Entity.objects.answering()
        .filter(workspace=workspace, document__status=Status.READY)
        .order_by()
        .values_list("entity_type", "entity_name")
        .annotate(
            mentions=Count("pk"),
            about=ArrayAgg("document_id", filter=Q(role=Entity.Role.SUBJECT), distinct=True, default=[]),
            fulls=ArrayAgg(
                "context",
                filter=Q(context__startswith=SHORT_FOR),
                distinct=True,
                order_by="context",
                default=[],
            ),
        )
        .order_by("-mentions", "entity_name")[:MOST_NAMES]
    )
    return [
        _Row(kind, name, mentions, about, [full[len(SHORT_FOR) :].removesuffix(".") for full in fulls])
        for kind, name, mentions, about, fulls in rows
    ]


def _subjects(rows: Sequence[_Row]) -> dict[str, set[int]]:
    """Organization, short name or ticker → the documents about it, however each of them calls it.

    One document tells that “Acme” is short for Acme Tools, Inc.; the others may have only the full name.
    """
    own = [row for row in rows if row.about and row.kind == Entity.Type.ORGANIZATION]
    about: dict[str, set[int]] = defaultdict(set)
    for row in own:
        # A short name of several organizations says of no document which of them it is about.
        for name in (row.name, *(row.fulls if len(row.fulls) == 1 else ())):
            about[_key(name)].update(row.about)
    return {row.name: set().union(*(about[_key(name)] for name in (row.name, *row.fulls))) for row in own}


def _key(name: str) -> str:
    return plain_name(name).casefold()


def _organizations(rows: Sequence[_Row]) -> Iterator[tuple[str, Name]]:
    """Each by its full name, without its legal form, by its short names and tickers."""
    known = {row.name: row for row in rows if row.kind == Entity.Type.ORGANIZATION}
    for row in known.values():
        fulls = (row.fulls[-1], f"{row.fulls[-1]}.") if row.fulls else ()  # “Inc.” ends its sentence too
        full = next((known[each] for each in fulls if each in known), row)
        name = Name(full.name, row.kind, (bool(full.about), full.mentions))
        for spelling in {row.name, without_legal_form(row.name), plain_name(row.name)}:
            if not is_word(spelling):  # “ALL”, “IT”: found among the subjects, where they stand as tickers
                yield spelling, name


def _others(rows: Sequence[_Row]) -> Iterator[tuple[str, Name]]:
    for row in rows:
        if row.kind != Entity.Type.ORGANIZATION:
            yield row.name, Name(row.name, row.kind, (bool(row.about), row.mentions))


def _last_days(workspace: Workspace, documents: Collection[int]) -> dict[int, date]:
    if not documents:
        return {}
    told = workspace.documents.filter(status=Status.READY, period_end__isnull=False).order_by()
    return {pk: day for pk, day in told.values_list("pk", "period_end") if day and pk in documents}


def _surnames(rows: Sequence[_Row]) -> dict[str, Name]:
    """People by their last name, where only one bears it."""
    bearers: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        words = row.name.split()
        if row.kind == Entity.Type.PERSON and len(words) > 1 and len(words[-1]) >= SURNAME_LETTERS:
            bearers[words[-1].casefold()].add(row.name)
    return {
        last: Name(next(iter(full)), Entity.Type.PERSON) for last, full in bearers.items() if len(full) == 1
    }


def _topics(workspace: Workspace) -> Iterator[tuple[str, Name]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT unnest(topics) AS topic, count(*) FROM documents_document"
            " WHERE workspace_id = %s AND status = 'ready' GROUP BY 1",
            [workspace.pk],
        )
        for topic, count in cursor.fetchall():
            yield topic, Name(topic, "topic", (False, count))


def _buckets(workspace: Workspace) -> Iterator[tuple[str, Name]]:
    """Each bucket by its name, in the singular too; “generic” says nothing of a document."""
    ready = workspace.documents.filter(status=Status.READY).order_by()
    for bucket in ready.values_list("bucket", flat=True).distinct():
        if bucket and bucket != "generic":
            yield bucket.replace("_", " "), Name(bucket, "bucket")
            yield bucket.replace("_", " ").removesuffix("s"), Name(bucket, "bucket")
