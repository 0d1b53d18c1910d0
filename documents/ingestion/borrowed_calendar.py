"""The fiscal calendar of a document that tells none: that of its company's newest report in the workspace.

Minutes that speak of “fiscal 2026” do not say when it ends; the company's annual report does. Which calendar
a document was read by is kept with it, so that one whose report comes later is read again, once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from django.db import transaction
from django.db.models import Case, F, Q, QuerySet, When
from django.db.models.functions import Coalesce
from django_q.tasks import async_task

from documents.ingestion.progress import AGAIN, again
from documents.models import Document, Status
from reading.model import Reading
from reading.values.fiscal import FiscalCalendar
from reading.values.legal_forms import without_legal_form

REREAD_TASK = "documents.tasks.reread_task"
SAME_BEGINNING = 2  # letters, by which the database leaves out most other companies
CALENDAR_YEARS = FiscalCalendar()
CURATED = Q(curated_fields__contains=["fiscal_year_end_month"])
IS_OWN = Q(fiscal_year_borrowed=False) | CURATED


def lent_to(document: Document) -> FiscalCalendar | None:
    """The calendar by which a document is read that tells none itself; None for calendar years."""
    is_lent = document.fiscal_year_borrowed or _is_curated(document)
    return _stored(document) if is_lent and document.fiscal_year_end_month else None


def in_its_years(document: Document, reading: Reading, read_again: Callable[[], Reading]) -> Reading:
    """`reading`, or what `read_again` gives where it was by another calendar than that of its company.

    Changes the calendar on `document`, not in the database.
    """
    essence = reading.essence
    tells = essence.fiscal_year_end_month is not None and not essence.fiscal_year_borrowed
    if tells or _is_curated(document):
        return reading
    calendar = _told_of(_company_of(document, reading), document.workspace_id)
    if calendar == lent_to(document):
        return reading
    document.fiscal_year_borrowed = calendar is not None
    document.fiscal_year_end_month = calendar.year_end_month if calendar else None
    document.fiscal_year_offset = calendar.year_offset if calendar else 0
    return read_again()


def mend_years(document: Document) -> None:
    """Queue the ready documents of the document's company that were read by another calendar than is its.

    One that is busy mends itself when it is done.
    """
    company = _company_of(document)
    calendar = _told_of(company, document.workspace_id)
    free = Document.objects.filter(workspace_id=document.workspace_id, status=Status.READY, claimed_by="")
    tells_none = free.filter(Q(fiscal_year_end_month=None) | Q(fiscal_year_borrowed=True)).exclude(CURATED)
    for other in _likely(tells_none, company):
        if _key(_company_of(other)) == _key(company) and lent_to(other) != calendar:
            _ask_again(other)


def enqueue_reread(document_id: int, stage: str) -> None:
    """Hand the stage to the ingestion workers, once the transaction round it commits."""
    transaction.on_commit(partial(async_task, REREAD_TASK, document_id, stage, cluster="ingestion"))


def _ask_again(document: Document) -> None:
    """Have its facts and, where rules wrote it, its map entry read again, unless that is asked for."""
    stages = ["map"] if document.tier in ("", "none") else []
    if document.extraction_mode != Document.ExtractionMode.MAP_ONLY:
        stages.insert(0, "facts")
    asked = again(document)
    new = [stage for stage in stages if stage not in asked]
    ours = Document.objects.filter(pk=document.pk, status=Status.READY, claimed_by="")
    if new and ours.update(steps_done={**document.steps_done, AGAIN: sorted({*asked, *new})}):
        for stage in new:
            enqueue_reread(document.pk, stage)


def _told_of(company: str, workspace_id: int) -> FiscalCalendar | None:
    """What the company's newest report says, else another document of it; None for calendar years.

    Reports tell their own calendar more surely than letters and contracts do.
    """
    telling = Document.objects.filter(IS_OWN, workspace_id=workspace_id, fiscal_year_end_month__isnull=False)
    weighed = _likely(telling, company).alias(
        is_report=Case(When(document_type=Document.Type.FINANCIAL_REPORT, then=1), default=0),
        until=Coalesce("period_end", "document_date"),
    )
    ordered = weighed.order_by("-is_report", F("until").desc(nulls_last=True), "-pk")
    names = ordered.values_list("organizations__0", "fiscal_year_end_month", "fiscal_year_offset")
    told = (
        FiscalCalendar(month or 12, offset) for name, month, offset in names if _key(name) == _key(company)
    )
    calendar = next(told, CALENDAR_YEARS)
    return None if calendar == CALENDAR_YEARS else calendar


def _likely(documents: QuerySet[Document], company: str) -> QuerySet[Document]:
    """Those that may be about the company: the database knows no legal forms."""
    if not company:
        return documents.none()
    named = documents.filter(organizations__0__istartswith=company[:SAME_BEGINNING])
    return named.exclude(status=Status.FAILED)


def _company_of(document: Document, reading: Reading | None = None) -> str:
    """The organization that the document is about, or ""; readers name it first."""
    if reading is not None and "organizations" not in document.curated_fields:
        entities = (each for each in reading.entities if each.entity_type == "organization")
        return next((each.entity_name for each in entities), "")
    return next(iter(document.organizations), "")


def _key(name: str) -> str:
    return re.sub(r"[^\w&]+", "", without_legal_form(name)).casefold()


def _is_curated(document: Document) -> bool:
    return "fiscal_year_end_month" in document.curated_fields


def _stored(document: Document) -> FiscalCalendar:
    return FiscalCalendar(document.fiscal_year_end_month or 12, document.fiscal_year_offset)
