"""`manage.py`: Django's commands, with the embedded database running under those that need it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import Error

from ragsite.storage.database import UnusableDatabase, why_unusable
from ragsite.storage.embedded import EmbeddedError, ensure_embedded

# `start` and `doctor` see to the database themselves, and so does the supervisor for its `qcluster`s.
WITHOUT_DATABASE = {
    "", "help", "version", "--help", "-h", "--version",
    "start", "doctor", "qcluster", "check", "collectstatic", "diffsettings", "findstatic",
}  # fmt: skip
WRITING_CODE = {"makemigrations", "makemessages", "startapp"}
PRIVATE = 0o077  # what a home holds is nobody else's to read
WITHOUT_TABLES = {"makemigrations", "showmigrations", "sqlmigrate", "dbshell", "test"}
MAKING_TABLES = {"migrate", "flush"}


def run(arguments: Sequence[str]) -> int:
    """The exit status. What a user can put right is said in one line, without a traceback."""
    command = arguments[1] if len(arguments) > 1 else ""
    if command not in WRITING_CODE:
        os.umask(PRIVATE)
    try:
        _make_ready(command)
        execute_from_command_line(list(arguments))
    except (EmbeddedError, ImproperlyConfigured, UnusableDatabase) as error:
        return _fail(str(error))
    except Error as error:
        sentence = why_unusable(error, settings.DATABASE_URL)
        if not sentence:
            raise
        return _fail(sentence)
    except KeyboardInterrupt:
        return _fail("Stopped.", status=130)
    except BrokenPipeError:
        _drop_output()
    return 0


def _make_ready(command: str) -> None:
    """Start and migrate the embedded database; one that a URL names is its administrator's to migrate."""
    if command in WITHOUT_DATABASE:
        return
    if settings.DATABASE_IS_EMBEDDED:
        ensure_embedded(settings.RAGSITE_HOME, megabytes=settings.RAGSITE_DATABASE_MB)
    if command not in WITHOUT_TABLES:
        django.setup()
        _see_to_tables(command)


def _see_to_tables(command: str) -> None:
    # Imported here: it imports models, which exist once Django is set up.
    from ragsite.storage.preparation import prepare_database, refuse_newer_database, refuse_other_tables

    if command in MAKING_TABLES:
        refuse_newer_database()
    elif settings.DATABASE_IS_EMBEDDED:
        prepare_database()
    else:
        refuse_other_tables()


def _drop_output() -> None:
    """Whoever read our output has seen enough; what is left must not fail at the interpreter's end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(sentence: str, *, status: int = 1) -> int:
    sys.stderr.write(f"{sentence}\n")
    return status
