"""Typed readers of environment variables. A bad value is one clear sentence."""

from __future__ import annotations

import ipaddress
import os
from decimal import Decimal, InvalidOperation
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


def integer(name: str, default: int, *, least: int = 0, most: int | None = None) -> int:
    value = text(name, str(default))
    try:
        number = int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} is “{value}”: write a whole number.") from None
    if number < least:
        raise ImproperlyConfigured(f"{name} is {number}: the least is {least}.")
    if most is not None and number > most:
        raise ImproperlyConfigured(f"{name} is {number}: the most is {most}.")
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


def assignments(name: str) -> dict[str, Decimal]:
    """A comma-separated list such as “healthy=12%, lean=0.5”; per cents are shares of one."""
    found = {}
    for word in words(name):
        key, _, value = (part.strip() for part in word.partition("="))
        try:
            number = Decimal(value.removesuffix("%"))
        except InvalidOperation:
            number = Decimal("NaN")
        if not key or not number.is_finite():
            raise ImproperlyConfigured(f"{name} says “{word}”: write it as name=2.5 or name=12%.")
        found[key] = number / 100 if value.endswith("%") else number
    return found


def networks(name: str, default: str = "") -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """A comma-separated list of addresses and networks."""
    try:
        return [ipaddress.ip_network(word) for word in words(name, default)]
    except ValueError as error:
        raise ImproperlyConfigured(
            f"{name}: {error}. Write addresses or networks such as 10.0.0.0/8."
        ) from None


def folder(name: str, default: Path) -> Path:
    return Path(text(name) or default).expanduser().resolve()
