"""The names of a workspace, which are kept and yet never out of date."""

from datetime import date

import pytest
from django.db import connection, transaction

from documents.models import Document, Entity
from reading.values.fiscal import FiscalCalendar
from retrieval.question.naming import names
from retrieval.question.naming.mentions import mentions_in
from retrieval.question.naming.names import names_of
from retrieval.question.naming.subjects import called_in
from tests.factories import DocumentFactory, EntityFactory

pytestmark = pytest.mark.django_db


def organizations(question, workspace):
    return [mention.name for mention in mentions_in(question, names_of(workspace))["organization"]]


def test_names_are_read_once_as_long_as_nothing_changes(workspace, django_assert_num_queries):
    EntityFactory(document__workspace=workspace, entity_name="Northwind Inc.")
    kept = names_of(workspace)
    with django_assert_num_queries(1):
        assert names_of(workspace) is kept


def test_a_new_name_is_known_at_once(workspace):
    assert organizations("What did Northwind sell?", workspace) == []
    EntityFactory(document__workspace=workspace, entity_name="Northwind Inc.")
    assert organizations("What did Northwind sell?", workspace) == ["Northwind Inc."]


def test_names_that_are_dear_to_read_stay_while_more_documents_are_read(workspace, monkeypatch):
    monkeypatch.setattr(names, "DEAR", 0.0)
    monkeypatch.setattr(names, "STAY_TIMES", 10**9)
    names_of(workspace)
    coming = DocumentFactory(workspace=workspace, status="queued")
    EntityFactory(document__workspace=workspace, entity_name="Northwind Inc.")
    assert organizations("What did Northwind sell?", workspace) == []
    monkeypatch.setattr(names, "STAY_AT_MOST", 0.0)
    assert organizations("What did Northwind sell?", workspace) == ["Northwind Inc."]
    monkeypatch.setattr(names, "STAY_AT_MOST", 60.0)
    EntityFactory(document__workspace=workspace, entity_name="Litware Inc.")
    assert organizations("What did Litware sell?", workspace) == []
    Document.objects.filter(pk=coming.pk).update(status="ready")
    assert organizations("What did Litware sell?", workspace) == ["Litware Inc."]


def test_a_ticker_stands_for_the_full_name_though_that_ends_with_a_stop(workspace):
    for name, context in (("Northwind Inc.", ""), ("NWND", "Short for Northwind Inc.")):
        EntityFactory(document__workspace=workspace, entity_name=name, context=context)
    assert organizations("What did NWND sell?", workspace) == ["Northwind Inc."]


def test_a_changed_or_removed_name_is_gone_at_once(workspace):
    entity = EntityFactory(document__workspace=workspace, entity_name="Northwind Inc.")
    names_of(workspace)
    Entity.objects.filter(pk=entity.pk).update(entity_name="Southwind Inc.")
    assert organizations("What did Northwind and Southwind sell?", workspace) == ["Southwind Inc."]
    entity.document.delete()
    assert organizations("What did Southwind sell?", workspace) == []


def test_a_document_that_is_read_anew_is_left_out_until_it_is_ready(workspace):
    entity = EntityFactory(document__workspace=workspace, entity_name="Northwind Inc.")
    names_of(workspace)
    document = Document.objects.filter(pk=entity.document_id)
    document.update(status="reading")
    assert organizations("What did Northwind sell?", workspace) == []
    document.update(status="ready")
    assert organizations("What did Northwind sell?", workspace) == ["Northwind Inc."]


def test_topics_and_calendars_are_followed_too(workspace):
    document = DocumentFactory(workspace=workspace)
    assert names_of(workspace).calendar_of() == FiscalCalendar()
    document.topics, document.fiscal_year_end_month = ["Climate risk"], 6
    document.save()
    assert mentions_in("What of climate risk?", names_of(workspace))["topic"][0].name == "Climate risk"
    assert names_of(workspace).calendar_of() == FiscalCalendar(6)


def test_progress_alone_changes_nothing(workspace):
    document = DocumentFactory(workspace=workspace)
    kept = names_of(workspace)
    Document.objects.filter(pk=document.pk).update(progress=50, stage="Reading page 3")
    assert names_of(workspace) is kept


def test_what_was_rolled_back_is_forgotten(workspace):
    with transaction.atomic():
        EntityFactory(document__workspace=workspace, entity_name="Northwind Inc.")
        assert organizations("What did Northwind sell?", workspace)
        transaction.set_rollback(True)
    assert organizations("What did Northwind sell?", workspace) == []
    with transaction.atomic():
        EntityFactory(document__workspace=workspace, entity_name="Southwind Inc.")
    assert organizations("What did Southwind sell?", workspace) == ["Southwind Inc."]


def test_names_of_another_workspace_are_unknown(workspace, other_workspace):
    EntityFactory(document__workspace=other_workspace, entity_name="Northwind Inc.")
    assert organizations("What did Northwind sell?", workspace) == []


def test_a_workspace_leaves_no_mark_behind(workspace):
    EntityFactory(document__workspace=workspace)
    key = workspace.pk
    workspace.documents.all().delete()
    workspace.delete()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM documents_name_stamp WHERE workspace_id = %s", [key])
        assert cursor.fetchone() == (0,)


@pytest.mark.parametrize("called", ["Northwind", "NORTHWIND TRADERS, INC.", "NWT", "northwind traders’s"])
def test_aliases_and_tickers_mean_the_name_in_full(workspace, called):
    document = DocumentFactory(workspace=workspace)
    EntityFactory(document=document, entity_name="Northwind Traders, Inc.", role="subject")
    for alias in ("Northwind", "NWT"):
        context = "Short for Northwind Traders, Inc.."
        EntityFactory(document=document, entity_name=alias, role="subject", context=context)
    assert organizations(f"What did {called} sell?", workspace) == ["Northwind Traders, Inc."]


def subject(workspace, name, *aliases):
    document = DocumentFactory(workspace=workspace)
    EntityFactory(document=document, entity_name=name, role="subject")
    for alias in aliases:
        EntityFactory(document=document, entity_name=alias, role="subject", context=f"Short for {name}.")
    return document.pk


@pytest.mark.parametrize("called", ["Northwind", "NWT", "Northwind Traders", "NORTHWIND TRADERS INC."])
def test_a_short_name_that_one_document_tells_stands_for_all_about_the_organization(workspace, called):
    about = {
        subject(workspace, "Northwind Traders, Inc.", "Northwind", "NWT"),
        subject(workspace, "Northwind Traders, Inc."),
        subject(workspace, "NORTHWIND TRADERS INC"),
    }
    subject(workspace, "Tailspin, Inc.", "Tail")
    found = called_in(f"What was {called} revenue in Q2 2026?", names_of(workspace).subjects)
    assert set().union(*found.values()) == about


def test_a_short_name_of_several_organizations_joins_none_of_them(workspace):
    one = subject(workspace, "Northwind Traders, Inc.", "Northwind")
    other = subject(workspace, "Northwind Farms AG", "Northwind")
    subjects = names_of(workspace).subjects
    assert subjects["Northwind"] == {one, other}
    assert (subjects["Northwind Traders, Inc."], subjects["Northwind Farms AG"]) == ({one}, {other})


def test_the_longest_name_is_meant(workspace):
    for name in ("Best Inc.", "Best Buy Co."):
        EntityFactory(document__workspace=workspace, entity_name=name)
    assert organizations("What did Best Buy sell? And Best", workspace) == ["Best Buy Co.", "Best Inc."]


def test_a_person_is_known_by_a_surname_that_only_one_bears(workspace):
    for name in ("Ann Example", "Bob Sample", "Cid Sample"):
        EntityFactory(document__workspace=workspace, entity_name=name, entity_type="person")
    people = mentions_in("What do Example’s and Sample's reports say?", names_of(workspace))["person"]
    assert [mention.name for mention in people] == ["Ann Example"]


def test_the_latest_day_is_that_of_the_companys_documents(workspace):
    for month, end in ((6, date(2023, 9, 30)), (12, date(2024, 3, 31))):
        DocumentFactory(workspace=workspace, fiscal_year_end_month=month, period_end=end)
    names = names_of(workspace)
    assert names.latest(FiscalCalendar(6)) == date(2023, 9, 30)
    assert names.latest(FiscalCalendar(3)) == date(2024, 3, 31)
