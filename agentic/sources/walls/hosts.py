"""Which hosts a connection to a source may reach."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence
from contextlib import suppress

from django.conf import settings

from agentic.sources.drivers.types import SourceFailed

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
ALL = "*"


def allowed_address(host: str, port: int) -> str:
    """The address to connect to, looked up once, so that a name cannot mean another one afterwards.

    Where RAGSITE_SOURCE_HOSTS names hosts or networks, only those may be reached; else all but this machine
    and its neighbours by link-local address. Empty for a socket's folder that is named there. Raises
    `SourceFailed`.
    """
    if not host:
        raise SourceFailed("The connection names no host: write postgresql://user:password@host/database.")
    if host.startswith("/") and host in settings.RAGSITE_SOURCE_HOSTS:
        return ""
    if host.startswith(("/", "@")):
        raise SourceFailed("Sockets of this machine cannot be a source's host: give its name or address.")
    addresses = _looked_up(host, port)
    for address in addresses:
        if not _is_allowed(host, address, settings.RAGSITE_SOURCE_HOSTS):
            raise SourceFailed(
                f"The host “{host[:80]}” may not be reached from here: an administrator can allow it by "
                "RAGSITE_SOURCE_HOSTS."
            )
    return str(addresses[0])


def _looked_up(host: str, port: int) -> list[Address]:
    with suppress(ValueError):
        return [ipaddress.ip_address(host)]
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise SourceFailed(f"There is no host “{host[:80]}”: check how it is written.") from None
    return [ipaddress.ip_address(str(entry[4][0]).partition("%")[0]) for entry in found]


def _is_allowed(host: str, address: Address, entries: Sequence[str]) -> bool:
    if not entries:
        return not _is_near(address)
    return any(_fits(host, address, entry) for entry in entries)


def _is_near(address: Address) -> bool:
    mapped = getattr(address, "ipv4_mapped", None)
    address = mapped or address
    return (
        address.is_loopback
        or address.is_link_local
        or address.is_unspecified
        or address.is_multicast
        or address.is_reserved
    )


def _fits(host: str, address: Address, entry: str) -> bool:
    if entry == ALL or entry.lower() == host.lower():
        return True
    if entry.startswith("*."):
        return host.lower().endswith(entry[1:].lower())
    try:
        return address in ipaddress.ip_network(entry, strict=False)
    except ValueError:
        return False
