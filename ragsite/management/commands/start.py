"""`manage.py start`: run all of ragsite on this machine."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError

from llm.errors import Unavailable
from ragsite.database import database_trouble
from ragsite.embedded import EmbeddedError
from ragsite.instance import AlreadyRunning
from ragsite.launch import CannotStart
from ragsite.supervisor import Supervisor

TIERS = ("none", "local", "gemini", "openai")


class Command(BaseCommand):
    help = "Run the database, the model, the workers and the web server until Ctrl-C."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=settings.RAGSITE_PORT, help="of the web server")
        parser.add_argument("--llm", choices=TIERS, default="", help="which models answer; the best at hand")

    def handle(self, *args: Any, **options: Any) -> None:
        supervisor = Supervisor(
            settings.RAGSITE_HOME, port=options["port"], llm=options["llm"], say=self._say
        )
        try:
            supervisor.run()
        except (CannotStart, AlreadyRunning, EmbeddedError, Unavailable) as error:
            raise CommandError(str(error)) from error
        except OperationalError as error:
            raise CommandError(database_trouble(error) or str(error)) from error
        except OSError as error:
            raise CommandError(
                f"{error.strerror or error}: {error.filename or settings.RAGSITE_HOME}."
            ) from error

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
