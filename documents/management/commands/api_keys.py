"""`manage.py api_keys`: the keys of programs, listed and revoked. `create_api_key` makes them."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from documents.management.base import JsonCommand, user_named
from documents.models import ApiKey
from documents.workspaces.api_keys import key_json, revoke_key


class Command(JsonCommand):
    help = "List API keys, with what each may do and when it was used last, or revoke one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--user", default="", help="Only those that act for this user.")
        parser.add_argument("--all", action="store_true", help="Revoked and expired ones too.")
        parser.add_argument("--revoke", type=int, metavar="ID", help="This key opens nothing from now on.")

    def handle(self, **options: Any) -> None:
        keys = ApiKey.objects.select_related("user").prefetch_related("workspaces")
        if options["user"]:
            keys = keys.filter(user=user_named(options["user"]))
        if options["revoke"] is not None:
            try:
                revoke_key(keys, options["revoke"])
            except ApiKey.DoesNotExist as error:
                raise CommandError(str(error)) from None
            keys = keys.filter(pk=options["revoke"])
        elif not options["all"]:
            keys = keys.filter(pk__in=[key.pk for key in keys if not key.trouble])
        listed = [key_json(key) for key in keys]
        if options["json"]:
            self.write_json({"keys": listed, "total": len(listed)})
        else:
            self.stdout.write("\n".join(map(_line, listed)) or "There is no key in use.")


def _line(key: dict[str, Any]) -> str:
    state = "revoked" if key["revoked_at"] else "in use" if key["is_valid"] else "expired"
    until = f"until {key['expires_at']:%Y-%m-%d}" if key["expires_at"] else "for ever"
    used = f"used {key['last_used_at']:%Y-%m-%d %H:%M}" if key["last_used_at"] else "never used"
    opened = key["workspaces"]
    where = "all workspaces" if opened is None else f"only {', '.join(opened) or 'none'}"
    return (
        f"{key['id']}: {key['name']} ({key['prefix']}…), {key['user']}, {', '.join(key['scopes'])}, "
        f"{where}, {until}, {used}, {state}"
    )
