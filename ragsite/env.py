"""Typed readers of environment variables. A bad value is one clear sentence."""

from __future__ import annotations

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off", ""}


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def boolean(name: str, default: bool) -> bool:
    value = text(name, str(default)).lower()
    if value in TRUE:
        return True
    if value in FALSE:
        return False
    raise ImproperlyConfigured(f"{name} is “{value}”: write 1 or 0.")


def integer(name: str, default: int, *, least: int = 0) -> int:
    value = text(name, str(default))
    try:
        number = int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} is “{value}”: write a whole number.") from None
    if number < least:
        raise ImproperlyConfigured(f"{name} is {number}: the least is {least}.")
    return number


def number(name: str, default: float, *, least: float, most: float) -> float:
    value = text(name, str(default))
    try:
        found = float(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} is “{value}”: write a number.") from None
    if not least <= found <= most:
        raise ImproperlyConfigured(f"{name} is {value}: write a number from {least:g} to {most:g}.")
    return found


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    value = text(name, default).lower()
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} is “{value}”: write one of {', '.join(a for a in allowed if a)}.")
    return value


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated list."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def folder(name: str, default: Path) -> Path:
    return Path(text(name) or default).expanduser().resolve()
