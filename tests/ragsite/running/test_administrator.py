"""The first administrator: asked for once, taken from two settings, never made beside others."""

import pytest
from django.contrib.auth.models import User

from documents.library.services import ensure_default_workspace
from documents.models import Role
from ragsite.running.administrator import NoAdministrator, Terminal, ensure_administrator
from tests import factories

pytestmark = pytest.mark.django_db
PASSWORD = "tidal-instruments"


def terminal(*answers, is_there=True):
    """Gives these answers in order, and keeps what it said in `told`."""
    waiting, told = list(answers), []

    def ask(question):
        return waiting.pop(0)

    found = Terminal(ask, ask, told.append, is_there)
    return found, told


def test_a_terminal_is_asked_until_the_answers_can_be_taken():
    asked, told = terminal("grace", "1234", "grace", PASSWORD, "other", "grace", PASSWORD, PASSWORD)
    assert ensure_administrator(asked) == "grace"
    assert "This password is too short" in told[1]
    assert told[2] == "The two passwords differ."
    user = User.objects.get(username="grace")
    assert user.is_superuser
    assert user.check_password(PASSWORD)


def test_the_administrator_owns_the_first_workspace():
    ensure_administrator(terminal("", PASSWORD, PASSWORD)[0])
    _, workspace = ensure_default_workspace()
    assert workspace.memberships.get(user__username="admin").role == Role.OWNER


def test_nobody_is_asked_where_somebody_can_sign_in():
    ensure_default_workspace()  # makes the local user, who has no password
    factories.UserFactory(username="ada").set_password(PASSWORD)
    user = User.objects.get(username="ada")
    user.set_password(PASSWORD)
    user.save()
    assert ensure_administrator(terminal()[0]) == ""


def test_settings_take_the_place_of_questions(settings):
    settings.RAGSITE_ADMIN_NAME, settings.RAGSITE_ADMIN_PASSWORD = "grace", PASSWORD
    assert ensure_administrator(terminal(is_there=False)[0]) == "grace"
    assert User.objects.get(username="grace").check_password(PASSWORD)


def test_a_setting_that_cannot_be_taken_is_told_without_the_password(settings):
    settings.RAGSITE_ADMIN_NAME, settings.RAGSITE_ADMIN_PASSWORD = "grace", "abc123"
    with pytest.raises(NoAdministrator, match="too short") as caught:
        ensure_administrator(terminal(is_there=False)[0])
    assert "abc123" not in str(caught.value)
    assert not User.objects.filter(username="grace").exists()


def test_without_terminal_and_settings_the_settings_are_named():
    with pytest.raises(NoAdministrator, match="RAGSITE_ADMIN_NAME and RAGSITE_ADMIN_PASSWORD"):
        ensure_administrator(terminal(is_there=False)[0])


def test_a_closed_terminal_is_no_terminal():
    def closed(question):
        raise EOFError

    with pytest.raises(NoAdministrator):
        ensure_administrator(Terminal(closed, closed, print, True))
