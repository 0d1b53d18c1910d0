"""Which models answer: settings of the environment, and those that administrators give on the page.

The environment wins. What is given on the page holds in every process within `KEPT_SECONDS`.
"""

from __future__ import annotations

import base64
import hashlib
import re
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import Error as DatabaseError
from django.db import transaction

from documents.models import SiteValue
from documents.models.access import is_restricted
from documents.refusals import RefusedChange
from llm.errors import Unavailable
from llm.providers.local_model import find_model_file
from llm.providers.local_server import is_installed

KEPT_SECONDS = 2.0  # before another process's change is looked for; a read of the few rows takes 1 ms
MOST_CHARACTERS = 500  # of a value
SHOWN_CHARACTERS = 4  # of a secret, its last ones
LEAST_SECRET = 12  # characters; of a shorter one nothing is shown
TIERS = ("none", "local", "gemini", "openai")
DEFAULTS = {"GEMINI_MODEL": "gemini-3-flash-preview"}
PRINTABLE = re.compile(r"[!-~]+")


@dataclass(frozen=True)
class Setting:
    """What can be given on the page. `part`: the tier that it belongs to; empty for all."""

    name: str
    label: str
    help: str
    part: str = ""
    is_secret: bool = False
    choices: tuple[str, ...] = ()


SETTINGS = {
    setting.name: setting
    for setting in (
        Setting(
            "RAGSITE_LLM",
            "Models",
            "Unless chosen: Gemini, the server, the local model, rules.",
            choices=TIERS,
        ),
        Setting("GEMINI_API_KEY", "Key", "Documents and questions are then sent to Google.", "gemini", True),
        Setting("GEMINI_MODEL", "Standard model", "SQL and answers.", "gemini"),
        Setting("GEMINI_FAST_MODEL", "Fast model", "Analyses questions. Empty: the standard one.", "gemini"),
        Setting("GEMINI_DEEP_MODEL", "Deep model", "Reads documents. Empty: the standard one.", "gemini"),
        Setting("OPENAI_BASE_URL", "Address", "Of its API, such as http://localhost:11434/v1.", "openai"),
        Setting("OPENAI_API_KEY", "Key", "Where it asks for one.", "openai", True),
        Setting("OPENAI_MODEL", "Standard model", "SQL and answers.", "openai"),
        Setting("OPENAI_FAST_MODEL", "Fast model", "Analyses questions. Empty: the standard one.", "openai"),
        Setting("OPENAI_DEEP_MODEL", "Deep model", "Reads documents. Empty: the standard one.", "openai"),
    )
}


@dataclass(frozen=True)
class Shown:
    """A setting as it stands. `value`: of a secret its last characters.

    `source`: environment | here, or empty where it has its usual value.
    """

    setting: Setting
    value: str
    source: str
    changed_at: datetime | None = None
    changed_by: str = ""
    trouble: str = ""

    @property
    def is_fixed(self) -> bool:
        return self.source == "environment"


def configured(name: str) -> str:
    """The setting's value: the environment's, else what was given on the page, else the usual one."""
    return from_environment(name) or stored_values().get(name, "") or DEFAULTS.get(name, "")


def from_environment(name: str) -> str:
    """What the environment says; its key of a server only where it names the server too.

    A key that lies there for other programs must not reach an address that was given on the page.
    """
    if name == "OPENAI_API_KEY" and not settings.OPENAI_BASE_URL:
        return ""
    return str(getattr(settings, name))


def stored_values() -> dict[str, str]:
    """What was given on the page, secrets in plain words. Without the database what was known before."""
    now = time.monotonic()
    if now - _kept.read_at > KEPT_SECONDS:
        try:
            rows = SiteValue.objects.values_list("name", "value")
            _kept.values = {name: value for name, stored in rows if (value := _plain(name, stored))}
        except DatabaseError:  # whoever needs the database says so
            return _kept.values
        _kept.read_at = now
    return _kept.values


class _Kept:
    values: dict[str, str] = {}
    read_at = float("-inf")


_kept = _Kept()


def forget_values() -> None:
    """Look the values up anew when they are next asked for."""
    _kept.values, _kept.read_at = {}, float("-inf")


def shown_settings() -> list[Shown]:
    """Every setting as it stands, no secret among them."""
    rows = {row.name: row for row in SiteValue.objects.select_related("changed_by")}
    return [_shown(setting, rows.get(name)) for name, setting in SETTINGS.items()]


def _shown(setting: Setting, row: SiteValue | None) -> Shown:
    if fixed := from_environment(setting.name):
        return Shown(setting, _masked(setting, fixed), "environment")
    if row is None:
        return Shown(setting, DEFAULTS.get(setting.name, ""), "")
    value = _plain(setting.name, row.value)
    trouble = "" if value else "It cannot be read any more, since the secret key is another: give it anew."
    by = row.changed_by.get_username() if row.changed_by else ""
    return Shown(setting, _masked(setting, value), "here", row.changed_at, by, trouble)


def _masked(setting: Setting, value: str) -> str:
    if not setting.is_secret or not value:
        return value
    return f"…{value[-SHOWN_CHARACTERS:]}" if len(value) >= LEAST_SECRET else "…"


def change_settings(*, user: Any, changes: Mapping[str, str]) -> None:
    """Give settings, or take them back where the value is empty. All of them or none.

    A key of the OpenAI-compatible server goes with its address: it must not reach another.
    Raises `RefusedChange`, `PermissionDenied`.
    """
    require_administrator(user)
    wanted = {name: _clean(name, value.strip()) for name, value in changes.items()}
    with transaction.atomic():
        if _moves(wanted) and not wanted.get("OPENAI_API_KEY"):
            SiteValue.objects.filter(name="OPENAI_API_KEY").delete()
        for name, value in wanted.items():
            if value:
                kept = _encrypted(value) if SETTINGS[name].is_secret else value
                SiteValue.objects.update_or_create(name=name, defaults={"value": kept, "changed_by": user})
            else:
                SiteValue.objects.filter(name=name).delete()
        forget_values()
        _require_whole()
        transaction.on_commit(forget_values)


def require_administrator(user: Any) -> None:
    if not user.is_superuser or is_restricted(user):
        raise PermissionDenied("Only administrators of this server see and change its settings.")


def _moves(wanted: Mapping[str, str]) -> bool:
    return "OPENAI_BASE_URL" in wanted and wanted["OPENAI_BASE_URL"] != configured("OPENAI_BASE_URL")


def _require_whole() -> None:
    """Raises `RefusedChange` where the tier that is asked for lacks what it takes."""
    needs = {"gemini": ("GEMINI_API_KEY",), "openai": ("OPENAI_BASE_URL", "OPENAI_MODEL")}
    tier = configured("RAGSITE_LLM")
    if tier == "local" and not local_is_at_hand():
        forget_values()
        raise RefusedChange(
            "The local model is not on this machine: run `make model`, or choose another tier."
        )
    missing = [SETTINGS[name] for name in needs.get(tier, ()) if not configured(name)]
    if missing:
        forget_values()
        words = " and ".join(f"“{setting.label}” ({setting.name})" for setting in missing)
        raise RefusedChange(f"The tier {tier} lacks {words}: give that too, or choose another tier.")


def local_is_at_hand() -> bool:
    """Whether a server is named, or the model's file and what runs it are both on this machine."""
    if settings.RAGSITE_LOCAL_URL:
        return True
    if not is_installed():  # the file in the user's cache may be there for another checkout
        return False
    with suppress(Unavailable):  # a file that is not the model: `doctor` and a forced tier say so
        return find_model_file(given=settings.RAGSITE_LOCAL_MODEL) is not None
    return False


def _clean(name: str, value: str) -> str:
    """Raises `RefusedChange`."""
    if name not in SETTINGS:
        raise RefusedChange(f"“{name[:40]}” is not set here: choose {', '.join(SETTINGS)}.")
    setting = SETTINGS[name]
    if from_environment(name):
        raise RefusedChange(f"{name} is set by the environment, which wins: change it there.")
    if setting.choices and value and value not in setting.choices:
        raise RefusedChange(f"{name} is “{value[:40]}”: choose {', '.join(setting.choices)}.")
    if value and (len(value) > MOST_CHARACTERS or not PRINTABLE.fullmatch(value)):
        raise RefusedChange(f"{name} has blanks or signs that it cannot have, or is too long: copy it again.")
    if name.endswith("_URL") and value:
        _require_address(name, value)
    return value


def _require_address(name: str, value: str) -> None:
    try:
        parts = urlsplit(value)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.username
    except ValueError:
        is_address = False
    if not is_address:
        raise RefusedChange(f"{name} is no address: write one such as http://localhost:11434/v1.")


def _encrypted(value: str) -> str:
    return cipher_for("settings").encrypt(value.encode()).decode()


def _plain(name: str, stored: str) -> str:
    """The value; empty where it is unknown here or was encrypted by another secret key."""
    setting = SETTINGS.get(name)
    if setting is None or not setting.is_secret:
        return stored if setting else ""
    try:
        return cipher_for("settings").decrypt(stored.encode()).decode()
    except InvalidToken:
        return ""


def cipher_for(purpose: str) -> Fernet:
    """What encrypts secrets of one purpose: its key follows from the site's secret key."""
    return _cipher(purpose, settings.SECRET_KEY)


@cache
def _cipher(purpose: str, secret: str) -> Fernet:
    digest = hashlib.sha256(f"ragsite {purpose} ".encode() + secret.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(digest))
