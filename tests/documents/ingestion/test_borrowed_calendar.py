"""A document that does not say when its company's years end is read by the calendar of the others."""

import hashlib
from datetime import date

import pytest
from django.core.files.base import ContentFile
from django_q.models import OrmQ

from documents.ingest import read_document
from documents.ingestion.borrowed_calendar import REREAD_TASK, mend_years
from documents.ingestion.progress import again
from documents.ingestion.rerun import reread
from documents.models import Conflict, Document
from tests.factories import ClaimFactory, DocumentFactory

pytestmark = pytest.mark.django_db

REPORT = """# Annual Report

Harrow Mills, Inc. spins yarn. This report is for the fiscal year ended July 31, 2026.

Revenue was $45.1 million in fiscal 2026.
"""
MINUTES = """# Minutes of the board

The board of Harrow Mills, Inc. met in the mill's office. All members were there, and the minutes were read.

Revenue was $46.3 million in fiscal 2026. The chair thanked all.
"""
JULY = (date(2025, 8, 1), date(2026, 7, 31))
CALENDAR = (date(2026, 1, 1), date(2026, 12, 31))


@pytest.fixture
def add(workspace, hash_embedder):
    """The text, stored and read."""

    def read(text, filename, **fields):
        data = text.encode()
        document = DocumentFactory.build(
            workspace=fields.pop("workspace", workspace), filename=filename, media_type="text/markdown",
            status="queued", progress=0, sha256=hashlib.sha256(data).hexdigest(), **fields,
        )  # fmt: skip
        document.file.save(filename, ContentFile(data), save=False)
        document.save()
        read_document(document.pk, embedder=hash_embedder)
        document.refresh_from_db()
        assert document.status == "ready"
        return document

    return read


def span(document):
    figure = document.metric_set.get(canonical_name="revenue")
    return figure.period_start, figure.period_end


def do_again(document):
    document.refresh_from_db()
    for stage in again(document):
        assert reread(document.pk, facts=stage == "facts", map_entry=stage == "map")
    document.refresh_from_db()


def test_minutes_take_the_years_of_the_report_that_is_there(add):
    report = add(REPORT, "report.md")
    minutes = add(MINUTES, "minutes.md")
    assert span(minutes) == span(report) == JULY
    assert (minutes.fiscal_year_end_month, minutes.fiscal_year_borrowed) == (7, True)
    assert (report.fiscal_year_end_month, report.fiscal_year_borrowed) == (7, False)
    conflict = Conflict.objects.get()
    assert {conflict.winner.document, conflict.loser.document} == {report, minutes}
    assert again(minutes) == []


def test_minutes_that_came_first_are_read_again_when_the_report_comes(add):
    minutes = add(MINUTES, "minutes.md")
    assert span(minutes) == CALENDAR
    kept = ClaimFactory(document=minutes, claim_text="By hand.", reader="curator")
    add(REPORT, "report.md")
    minutes.refresh_from_db()
    assert again(minutes) == ["facts", "map"]
    assert not Conflict.objects.exists()
    do_again(minutes)
    assert (span(minutes), minutes.fiscal_year_borrowed, again(minutes)) == (JULY, True, [])
    assert Conflict.objects.count() == 1
    assert minutes.claim_set.filter(pk=kept.pk).exists()
    mend_years(minutes)
    minutes.refresh_from_db()
    assert again(minutes) == []


@pytest.mark.django_db(transaction=True)
def test_what_is_to_be_read_again_is_queued_once(add):
    minutes = add(MINUTES, "minutes.md")
    for report in (add(REPORT, "report.md"), add(REPORT + "\nA second printing.\n", "second.md")):
        mend_years(report)
    tasks = [entry.task for entry in OrmQ.objects.all()]
    assert [(task["func"], task["args"]) for task in tasks] == [
        (REREAD_TASK, (minutes.pk, "facts")),
        (REREAD_TASK, (minutes.pk, "map")),
    ]


def test_a_later_report_with_other_years_goes_before(add):
    add(REPORT, "report.md")
    minutes = add(MINUTES, "minutes.md")
    add(REPORT.replace("July 31, 2026", "September 30, 2026"), "later.md")
    do_again(minutes)
    assert span(minutes) == (date(2025, 10, 1), date(2026, 9, 30))


def test_once_the_report_is_gone_the_next_reading_is_by_calendar_years(add):
    report, minutes = add(REPORT, "report.md"), add(MINUTES, "minutes.md")
    report.delete()
    reread(minutes.pk, facts=True, map_entry=False)
    minutes.refresh_from_db()
    assert (span(minutes), minutes.fiscal_year_end_month) == (CALENDAR, None)


def test_other_companies_and_workspaces_lend_nothing(add, other_workspace):
    add(REPORT, "report.md", workspace=other_workspace)
    add(REPORT.replace("Harrow Mills", "Harrow Wheels"), "other.md")
    assert span(add(MINUTES, "minutes.md")) == CALENDAR


def test_the_legal_form_may_differ(add):
    add(REPORT.replace("Harrow Mills, Inc.", "Harrow Mills Corporation"), "report.md")
    assert span(add(MINUTES, "minutes.md")) == JULY


def test_what_a_document_says_itself_goes_before(add):
    add(REPORT, "report.md")
    own = add(MINUTES + "\nOur fiscal year ended June 30, 2026.\n", "minutes.md")
    assert span(own) == (date(2025, 7, 1), date(2026, 6, 30))
    assert not own.fiscal_year_borrowed


def test_a_curators_calendar_stays(add):
    minutes = add(MINUTES, "minutes.md")
    Document.objects.update(fiscal_year_end_month=3, curated_fields=["fiscal_year_end_month"])
    add(REPORT, "report.md")
    minutes.refresh_from_db()
    assert (again(minutes), minutes.fiscal_year_end_month) == ([], 3)


def test_a_document_that_is_busy_is_left_alone_until_it_is_done(add):
    minutes = add(MINUTES, "minutes.md")
    Document.objects.update(claimed_by="elsewhere:1:1")
    add(REPORT, "report.md")
    minutes.refresh_from_db()
    assert again(minutes) == []
    Document.objects.filter(pk=minutes.pk).update(claimed_by="")
    mend_years(minutes)
    minutes.refresh_from_db()
    assert again(minutes) == ["facts", "map"]
