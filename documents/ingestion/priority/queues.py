"""What waits in the queues, and behind what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils import timezone
from django_q.models import OrmQ

from documents.ingestion.progress import AWAITS_MODEL
from documents.ingestion.rerun_requests import DEEPEN_TASK
from documents.library.services import INGEST_TASK
from documents.models import Document, Status
from documents.providers import current_tier
from ragsite.storage.disk import disk_trouble

Call = tuple[str, int]  # a task and the document that it is for

MOST_KEPT = 50_000  # entries, in some 10 MB
READS = "Ready; reading"  # how the stage of a document begins that the model reads now
_calls: dict[int, Call] = {}  # of the entries that this process has seen: what an entry holds never changes


@dataclass(frozen=True)
class Place:
    """What goes before a document in its queue: other files, and documents that are read again by rules."""

    files: int = 0
    rereads: int = 0

    @property
    def behind(self) -> int:
        return self.files + self.rereads

    def __str__(self) -> str:
        """“3 files and 1 document that is read again”; empty where nothing goes before."""
        again = "document that is" if self.rereads == 1 else "documents that are"
        parts = (
            f"{self.files:,} file{'' if self.files == 1 else 's'}" if self.files else "",
            f"{self.rereads:,} {again} read again" if self.rereads else "",
        )
        return " and ".join(filter(None, parts))


class Queues:
    """The queues as they are when they are first looked at: one query for each, however many documents."""

    def place_of(self, document: Document) -> Place | None:
        """What goes before a document that waits; None for others, and where no queue holds it."""
        if document.status == Status.QUEUED:
            return self._by_rules.get(document.pk)
        return self._by_model.get(document.pk) if _awaits_model(document) else None

    def behind(self, document: Document) -> int | None:
        place = self.place_of(document)
        return place.behind if place else None

    def words(self, document: Document) -> str:
        """What the document waits for, behind what, or what the model reads of it; empty where it is done."""
        if (full := disk_trouble()) and (document.is_busy or _awaits_model(document)):
            return full
        place = self.place_of(document)
        if document.status == Status.QUEUED:
            return f"Waiting behind {place}" if place and place.behind else "Waiting to be read"
        if document.status != Status.READY:
            return ""
        if document.stage.startswith(READS):
            return f"Answers questions; the model is {document.stage.removeprefix('Ready; ')}"
        if not _awaits_model(document):
            return ""
        if place is None:
            return "Answers questions; the model will read it later"
        others = f"{place.behind:,} other document{'' if place.behind == 1 else 's'}"
        return f"Answers questions; the model will read it {f'after {others}' if place.behind else 'next'}"

    @cached_property
    def _by_rules(self) -> Mapping[int, Place]:
        return _places("ingestion", INGEST_TASK)

    @cached_property
    def _by_model(self) -> Mapping[int, Place]:
        return _places("reading", DEEPEN_TASK)


def _awaits_model(document: Document) -> bool:
    return document.stage == AWAITS_MODEL and current_tier() != "none"


def _places(queue: str, task: str) -> dict[int, Place]:
    """Document → what goes before it, of those for which the queue holds the task."""
    files = rereads = 0
    places: dict[int, Place] = {}
    for name, document in _calls_in(queue):
        if name == task:
            places.setdefault(document, Place(files, rereads))
            files += 1
        elif document:
            rereads += 1
    return places


def _calls_in(queue: str) -> list[Call]:
    """What the queue holds in the order in which it is taken; what is in hand comes first."""
    now = timezone.now()
    entries = list(OrmQ.objects.filter(key=queue).order_by("pk").values_list("pk", "lock"))
    if len(_calls) > MOST_KEPT:
        _calls.clear()
    unknown = [pk for pk, _ in entries if pk not in _calls]
    for entry in OrmQ.objects.filter(pk__in=unknown) if unknown else ():
        _calls[entry.pk] = _call_of(entry)
    in_order = sorted(entries, key=lambda entry: (entry[1] <= now, entry[0]))
    return [_calls[pk] for pk, _ in in_order if pk in _calls]


def _call_of(entry: OrmQ) -> Call:
    """Tasks that are for no document, as the sweep, are for 0."""
    first = next(iter(entry.task.get("args") or ()), 0)
    return str(entry.task.get("func")), first if isinstance(first, int) else 0
