"""A full disk is said wherever somebody waits for what it holds up."""

from pathlib import Path

import psycopg
import pytest
from django.db import OperationalError, connection
from django.test import Client

from documents.ingestion.priority.queues import Queues
from ragsite.gate.error_pages import server_error
from ragsite.storage.database import database_trouble
from ragsite.storage.disk import disk_trouble
from tests import factories

FULL = "The disk is full (0 MB left)"
# What PostgreSQL answers where it cannot make a file longer.
NO_ROOM = """
CREATE FUNCTION pg_temp.no_room() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END$$;
CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON django_session EXECUTE FUNCTION pg_temp.no_room();
"""


@pytest.fixture
def full_disk(settings):
    """The home folder is where nobody has room, whoever asks."""
    settings.RAGSITE_HOME = Path("/proc")


@pytest.fixture
def member(client, db, settings):
    """A client that is signed in, with the owner of the workspace “mine”."""
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(factories.MembershipFactory(role="owner", workspace__slug="mine").user)
    return client


def test_where_there_is_room_nothing_is_said(member):
    assert disk_trouble() == ""
    assert b"The disk is full" not in member.get("/w/mine/").content


@pytest.mark.usefixtures("full_disk")
@pytest.mark.parametrize("address", ["/w/mine/", "/w/mine/documents/"])
def test_pages_say_that_the_disk_is_full(member, address):
    response = member.get(address)
    assert response.status_code == 200
    assert FULL in response.content.decode()


@pytest.mark.usefixtures("full_disk")
def test_health_says_that_the_disk_is_full(client, db):
    health = client.get("/api/health").json()
    assert health["status"] == "degraded"
    assert health["problem"].startswith(FULL)


@pytest.mark.usefixtures("full_disk")
def test_a_document_says_why_it_waits(db):
    waiting = factories.DocumentFactory(status="queued", stage="")
    assert Queues().words(waiting).startswith(FULL)
    assert Queues().words(factories.DocumentFactory(status="reading", stage="Embedding")).startswith(FULL)
    assert Queues().words(factories.DocumentFactory(status="ready", stage="Ready")) == ""


def test_a_document_waits_for_its_turn_where_there_is_room(db):
    assert Queues().words(factories.DocumentFactory(status="queued", stage="")) == "Waiting to be read"


@pytest.mark.usefixtures("full_disk")
def test_a_database_that_the_disk_has_ended_is_not_just_away():
    assert database_trouble(psycopg.OperationalError("connection refused")).startswith(FULL)


def test_a_session_that_the_database_cannot_keep_is_a_sentence(user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    user.set_password("tidal-instruments")
    user.save()
    with connection.cursor() as cursor:
        cursor.execute(NO_ROOM)
    browser = Client(raise_request_exception=False)
    response = browser.post("/login/", {"username": user.username, "password": "tidal-instruments"})
    assert response.status_code == 503
    assert "The database&#x27;s disk is full" in response.content.decode()


def test_an_error_of_our_own_stays_one(rf):
    try:
        raise OperationalError("no such thing") from psycopg.errors.QueryCanceled()
    except OperationalError:
        assert server_error(rf.get("/")).status_code == 500
