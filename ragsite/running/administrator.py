"""The first account of a site with a sign-in page: asked for on the terminal, or taken from two settings."""

from __future__ import annotations

import getpass
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from documents.library.services import ensure_default_workspace
from documents.models import Membership, Role

NOBODY_YET = (
    "Nobody can sign in yet: set RAGSITE_ADMIN_NAME and RAGSITE_ADMIN_PASSWORD for the first administrator, "
    "or start once in a terminal, which asks for them."
)
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class NoAdministrator(Exception):
    """One sentence that says what to do."""


@dataclass(frozen=True)
class Terminal:
    """Who is asked. `is_there`: whether anybody is."""

    ask: Callable[[str], str]
    ask_secretly: Callable[[str], str]
    say: Callable[[str], None]
    is_there: bool


def own_terminal(say: Callable[[str], None]) -> Terminal:
    return Terminal(input, getpass.getpass, say, sys.stdin.isatty() and sys.stdout.isatty())


def ensure_administrator(terminal: Terminal) -> str:
    """The name of the account that was made; empty where somebody can sign in already.

    Raises `NoAdministrator` where there is neither a terminal nor what the settings should tell.
    """
    if _somebody_can_sign_in():
        return ""
    name, password = settings.RAGSITE_ADMIN_NAME, settings.RAGSITE_ADMIN_PASSWORD
    if name and password:
        if wrong := _objection(name, password):
            raise NoAdministrator(f"RAGSITE_ADMIN_NAME or RAGSITE_ADMIN_PASSWORD cannot be taken: {wrong}")
    elif terminal.is_there:
        with _interruptible():
            name, password = _asked(terminal, name)
    else:
        raise NoAdministrator(NOBODY_YET)
    _make(name, password)
    return name


def _somebody_can_sign_in() -> bool:
    active = User.objects.filter(is_active=True)
    return active.exclude(password="").exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX).exists()


def _asked(terminal: Terminal, name: str) -> tuple[str, str]:
    """Ask until there is an answer that can be taken."""
    terminal.say(
        "Nobody can sign in yet. The first administrator, who makes the other accounts in the admin:"
    )
    while True:
        chosen = terminal.ask(f"Name [{name or 'admin'}]: ").strip() or name or "admin"
        password = terminal.ask_secretly("Password: ")
        wrong = _objection(chosen, password)
        if not wrong and terminal.ask_secretly("Password, again: ") != password:
            wrong = "The two passwords differ."
        if not wrong:
            return chosen, password
        terminal.say(wrong)


def _objection(name: str, password: str) -> str:
    """Why an account cannot have this name and password; empty where it can."""
    user = User(username=name)
    try:
        user.clean_fields(exclude=["password"])
        validate_password(password, user)
    except ValidationError as error:
        return " ".join(error.messages)
    return f"The name “{name}” is taken." if User.objects.filter(username=name).exists() else ""


@transaction.atomic
def _make(name: str, password: str) -> None:
    """Who may do everything, and owns the first workspace beside whoever sits at the machine."""
    user = User.objects.create_superuser(name, password=password)
    _, workspace = ensure_default_workspace()
    Membership.objects.create(workspace=workspace, user=user, role=Role.OWNER)


@contextmanager
def _interruptible() -> Iterator[None]:
    """Whatever asks the process to end breaks off a question, which waits on otherwise."""
    before = {number: signal.signal(number, _break_off) for number in ENDING}
    try:
        yield
    except EOFError:
        raise NoAdministrator(NOBODY_YET) from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _break_off(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
