"""`manage.py start`: run all of ragsite on this machine."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import Error

from documents.management.base import QuickCommand
from llm.errors import Unavailable
from ragsite.running.address import CannotListen
from ragsite.running.administrator import NoAdministrator
from ragsite.running.instance import AlreadyRunning
from ragsite.running.launch import CannotStart
from ragsite.running.supervisor import Supervisor
from ragsite.storage.database import UnusableDatabase, why_unusable
from ragsite.storage.embedded import EmbeddedError

REFUSALS = (
    CannotStart,
    CannotListen,
    NoAdministrator,
    AlreadyRunning,
    EmbeddedError,
    UnusableDatabase,
    Unavailable,
)
TIERS = ("none", "local", "gemini", "openai")


class Command(QuickCommand):
    help = "Run the database, the model, the workers and the web server until Ctrl-C."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--host",
            default=settings.RAGSITE_HOST,
            help="the address to listen on; with 0.0.0.0 other machines reach it, and everybody signs in",
        )
        parser.add_argument("--port", type=int, default=settings.RAGSITE_PORT, help="of the web server")
        parser.add_argument("--llm", choices=TIERS, default="", help="which models answer; the best at hand")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = {name: options[name] for name in ("host", "port", "llm")}
        try:
            Supervisor(settings.RAGSITE_HOME, **chosen, say=self._say).run()
        except REFUSALS as error:
            raise CommandError(str(error)) from error
        except Error as error:
            raise CommandError(why_unusable(error, settings.DATABASE_URL) or str(error)) from error
        except OSError as error:
            raise CommandError(
                f"{error.strerror or error}: {error.filename or settings.RAGSITE_HOME}."
            ) from error

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
