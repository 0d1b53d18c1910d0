"""Who is signed in without a password, and what is said when the database is away."""

import json

import psycopg
import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError
from django.http import HttpResponse
from django.test import RequestFactory
from psycopg_pool import PoolTimeout, TooManyRequests

from documents.library.services import LOCAL_USER
from ragsite.gate.middleware import DatabaseAwayMiddleware, LocalUserMiddleware


def visitor(known=None, **headers):
    request = RequestFactory().get("/", **{"HTTP_HOST": "localhost:8000", **headers})
    request.user = known or AnonymousUser()
    LocalUserMiddleware(lambda request: HttpResponse())(request)
    return request.user


@pytest.fixture
def auto_login(settings, db):
    settings.RAGSITE_AUTO_LOGIN = True


@pytest.mark.usefixtures("auto_login")
@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_the_user_of_this_machine_is_signed_in(host):
    user = visitor(HTTP_HOST=host)
    assert user.is_authenticated
    assert user.username == LOCAL_USER


@pytest.mark.usefixtures("auto_login")
def test_looking_the_local_user_up_again_is_one_query(django_assert_num_queries):
    visitor().is_authenticated  # noqa: B018 -- makes the user
    with django_assert_num_queries(1):
        assert visitor().is_authenticated


@pytest.mark.usefixtures("auto_login")
@pytest.mark.parametrize(
    "headers",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"REMOTE_ADDR": ""},
        {"HTTP_HOST": "rebound.example"},
        {"HTTP_HOST": "127.0.0.1.example"},
        {"HTTP_X_FORWARDED_FOR": "192.0.2.7"},
        {"HTTP_FORWARDED": "for=192.0.2.7"},
        {"HTTP_X_REAL_IP": "192.0.2.7"},
        {"HTTP_AUTHORIZATION": "Bearer wrong"},
    ],
)
def test_anyone_else_has_to_sign_in(headers):
    assert not visitor(**headers).is_authenticated


@pytest.mark.django_db
def test_nobody_is_signed_in_where_the_setting_is_off(settings):
    settings.RAGSITE_AUTO_LOGIN = False
    assert not visitor().is_authenticated


@pytest.mark.usefixtures("auto_login")
def test_a_user_who_signed_in_stays_that_user(user):
    assert visitor(known=user) == user


def away_response(error, path="/", **headers):
    request = RequestFactory().get(path, **headers)
    return DatabaseAwayMiddleware(lambda request: HttpResponse()).process_exception(request, error)


def database_error(cause):
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


def test_a_page_says_that_the_database_is_away_without_a_traceback():
    response = away_response(
        database_error(psycopg.OperationalError("connection refused")), HTTP_ACCEPT="text/html"
    )
    assert response.status_code == 503
    assert response["Retry-After"] == "5"
    assert b"The database is away" in response.content
    assert b"connection refused" not in response.content


def test_a_program_is_told_in_json():
    response = away_response(database_error(psycopg.errors.AdminShutdown()), "/api/documents")
    assert response.status_code == 503
    assert json.loads(response.content)["error"].startswith("The database is away")


@pytest.mark.parametrize("cause", [PoolTimeout(), TooManyRequests(), psycopg.errors.TooManyConnections()])
def test_busy_is_not_away(cause):
    response = away_response(database_error(cause), "/api/documents")
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert json.loads(response.content)["error"].startswith("Too much is asked at once: try again")


def test_a_full_disk_is_named():
    response = away_response(database_error(psycopg.errors.DiskFull()), "/api/documents")
    assert "disk is full" in json.loads(response.content)["error"]


@pytest.mark.parametrize("error", [database_error(psycopg.errors.QueryCanceled()), ValueError("no")])
def test_other_errors_are_not_hidden(error):
    assert away_response(error) is None
