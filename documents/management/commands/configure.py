"""`manage.py configure`: which models answer, shown, changed and tried out."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.management.base import CommandError

from documents.configuration import Shown, change_settings, shown_settings
from documents.library.services import ensure_default_workspace
from documents.management.base import JsonCommand, user_named
from documents.model_trial import try_tier
from documents.providers import current_tier
from documents.refusals import RefusedChange

FROM_INPUT = "-"  # a value that is read from standard input, where no history of commands keeps it


class Command(JsonCommand):
    help = (
        "Show which models answer and what sets it; NAME=VALUE changes a setting as the page does, NAME= "
        "takes it back. What the environment sets wins. NAME=- reads the value, such as a key, from standard "
        "input."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("changes", nargs="*", metavar="NAME=VALUE")
        parser.add_argument("--test", action="store_true", help="Send each model a tiny question.")
        parser.add_argument("--user", default="", help="On behalf of this administrator.")

    def handle(self, **options: Any) -> None:
        user, _ = ensure_default_workspace()
        if options["user"]:
            user = user_named(options["user"])
        try:
            if changes := dict(map(_change, options["changes"])):
                change_settings(user=user, changes=changes)
            trial = try_tier() if options["test"] else None
        except (RefusedChange, PermissionDenied) as error:
            raise CommandError(str(error)) from None
        shown = shown_settings()
        if options["json"]:
            told = {one.setting.name: {"value": one.value, "source": one.source} for one in shown}
            self.write_json(
                {"tier": current_tier(), "settings": told, "test": trial.as_json() if trial else None}
            )
        else:
            self.stdout.write("\n".join([f"tier: {current_tier()}", *map(_line, shown)]))
            if trial:
                self.stdout.write(trial.message)
        if trial and not trial.ok:
            sys.exit(1)


def _change(words: str) -> tuple[str, str]:
    name, equals, value = words.partition("=")
    if not equals:
        raise CommandError(f"“{words}” is no change: write NAME=VALUE, or NAME= to take it back.")
    return name, sys.stdin.readline().strip() if value == FROM_INPUT else value


def _line(shown: Shown) -> str:
    source = {"environment": " (set by the environment)", "here": " (set here)"}.get(shown.source, "")
    return f"{shown.setting.name}: {shown.value or '–'}{source}{f' {shown.trouble}' if shown.trouble else ''}"
