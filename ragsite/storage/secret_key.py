"""The secret key: made on the first start and kept beside the data."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def secret_key(home: Path) -> str:
    """The key in `home`/secret_key, made with owner-only rights where there is none yet."""
    path = home / "secret_key"
    try:
        if not path.exists():
            _make_key(home, path)
        return path.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"The secret key cannot be kept in {home} ({error.strerror}): free its disk, change its rights, "
            "or set RAGSITE_HOME to another folder."
        ) from error


def _make_key(home: Path, path: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    draft = home / f"secret_key.{os.getpid()}"
    draft.touch(mode=0o600)
    draft.write_text(secrets.token_urlsafe(50))
    # Linking never replaces: of two first starts at once, both read the key of the first.
    with suppress(FileExistsError):
        os.link(draft, path)
    draft.unlink()
