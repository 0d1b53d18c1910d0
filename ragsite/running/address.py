"""Where the page is served: the address that `start` listens on, and the one by which others reach it."""

from __future__ import annotations

import errno
import ipaddress
import socket
from dataclasses import dataclass

LOOPBACK = "127.0.0.1"
OUTSIDE = (
    "192.0.2.1",
    9,
)  # of no machine (RFC 5737): asked only by which of our addresses it would be reached


class CannotListen(Exception):
    """One sentence that says what to do."""


@dataclass(frozen=True)
class Address:
    """An address of this machine, in numbers, and a port."""

    host: str
    port: int

    @property
    def is_private(self) -> bool:
        """Whether only this machine reaches it."""
        return ipaddress.ip_address(self.host).is_loopback

    @property
    def is_any(self) -> bool:
        return ipaddress.ip_address(self.host).is_unspecified

    @property
    def is_ipv6(self) -> bool:
        return ipaddress.ip_address(self.host).version == 6

    @property
    def from_here(self) -> str:
        """The host to which this machine connects."""
        return LOOPBACK if self.is_any else self.host

    @property
    def url(self) -> str:
        """What a browser is told: of all addresses the one that other machines of the network see."""
        host = outward_host() if self.is_any else self.host
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"


def address_of(host: str, port: int) -> Address:
    """`host`: a name or an address of this machine; 0.0.0.0 for all. Raises `CannotListen`."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise CannotListen(_no_host(host)) from error
    found.sort(key=lambda one: one[0] != socket.AF_INET)
    return Address(str(found[0][4][0]), port)


def listen(address: Address) -> socket.socket:
    """A listening socket. Raises `CannotListen`: the port is taken, or the address another machine's."""
    listener = socket.socket(socket.AF_INET6 if address.is_ipv6 else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if address.is_ipv6:
        listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # “::” is for both kinds
    try:
        listener.bind((address.host, address.port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise CannotListen(_why_not(address, error)) from error
    listener.listen()
    return listener


def outward_host() -> str:
    """This machine's address in its network; loopback's where it has no network. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(OUTSIDE)
        except OSError:
            return LOOPBACK
        return str(probe.getsockname()[0])


def _why_not(address: Address, error: Exception) -> str:
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return f"Port {address.port} is taken by another program: choose another with --port."
    if isinstance(error, OSError) and error.errno == errno.EADDRNOTAVAIL:
        return _no_host(address.host)
    return f"Port {address.port} cannot be used ({error}): choose another with --port."


def _no_host(host: str) -> str:
    return f"“{host}” is no address of this machine: choose another with --host, such as 0.0.0.0 for all."
