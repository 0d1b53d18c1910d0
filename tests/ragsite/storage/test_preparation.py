"""A database that a newer ragsite has changed is refused before anything is touched."""

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from documents.library.services import ensure_default_workspace
from documents.models import Workspace
from ragsite.running import diagnosis
from ragsite.storage.database import UnusableDatabase
from ragsite.storage.preparation import prepare_database, refuse_other_tables, what_is_newer

pytestmark = pytest.mark.django_db


def applied(app, name):
    MigrationRecorder(connection).record_applied(app, name)


def test_a_database_of_this_version_is_taken():
    assert what_is_newer() == ""
    refuse_other_tables()
    prepare_database()


@pytest.mark.parametrize("work", [prepare_database, refuse_other_tables])
def test_a_newer_database_is_refused_and_left_alone(work):
    applied("documents", "0999_from_the_future")
    with pytest.raises(UnusableDatabase, match=r"newer ragsite .*documents\.0999_from_the_future") as caught:
        work()
    assert "\n" not in str(caught.value)
    assert not Workspace.objects.exists()


def test_what_an_app_left_behind_that_is_gone_is_no_newer_version():
    applied("gone", "0001_initial")
    assert what_is_newer() == ""


def test_health_and_doctor_say_that_the_database_is_newer(client):
    ensure_default_workspace()
    applied("documents", "0999_from_the_future")
    reply = client.get("/api/health")
    assert reply.status_code == 503
    assert reply.json()["problem"].startswith("A newer ragsite has changed the database")
    assert reply.json()["status"] == "down"
    finding = diagnosis.migrations()
    assert not finding.ok
    assert "0999_from_the_future" in finding.detail


def test_tables_that_are_missing_are_told():
    MigrationRecorder(connection).record_unapplied("chat", "0001_initial")
    with pytest.raises(UnusableDatabase, match="lacks tables of this ragsite"):
        refuse_other_tables()
