"""Where a request comes from, and whose it is before anybody has signed in."""

from __future__ import annotations

import ipaddress

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest
from django.http.request import split_domain_port

from documents.library.services import LOCAL_USER, ensure_default_workspace

PROXY_HEADERS = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via")
NETWORK_BITS = 64  # of an IPv6 address: whoever has one has all that begin like it

Visitor = User | AnonymousUser
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def may_be_local_user(request: HttpRequest) -> bool:
    """Whether the request is the local user's where nobody has signed in.

    A program that sends a key, right or wrong, is judged by its key.
    """
    return is_at_home(request) and "Authorization" not in request.headers


def is_at_home(request: HttpRequest) -> bool:
    """Whether it comes from the one person whose machine this is."""
    return settings.RAGSITE_AUTO_LOGIN and is_local(request)


def signed_in_or_local(user: Visitor) -> Visitor:
    if user.is_authenticated:
        return user
    local = User.objects.filter(username=LOCAL_USER).first()
    return local or ensure_default_workspace()[0]


def is_local(request: HttpRequest) -> bool:
    """Whether the request comes straight from this machine.

    The Host is checked too: a page on the internet may have its own name resolve to 127.0.0.1.
    """
    if any(header in request.headers for header in PROXY_HEADERS):
        return False
    host = split_domain_port(request.headers.get("Host", ""))[0].strip("[]")
    return _is_loopback(request.META.get("REMOTE_ADDR", "")) and (host == "localhost" or _is_loopback(host))


def client_address(request: HttpRequest) -> str:
    """The address that the client is counted by: the last one that no trusted proxy has.

    What a client writes into X-Forwarded-For itself stands before what the proxies add, and is not believed.
    """
    chain = request.headers.get("X-Forwarded-For", "").split(",")
    address = _address(request.META.get("REMOTE_ADDR", ""))
    while chain and address and _is_trusted(address):
        said = _address(chain.pop())
        if said is None:
            break
        address = said
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, NETWORK_BITS), strict=False))
    return str(address or "unknown")


def _is_trusted(address: Address) -> bool:
    return any(address in network for network in settings.RAGSITE_TRUSTED_PROXIES)


def _is_loopback(text: str) -> bool:
    address = _address(text)
    return address is not None and address.is_loopback


def _address(text: str) -> Address | None:
    """None for what is no address. Proxies of some kinds add a port."""
    text = text.strip()
    if text.count(":") == 1:
        text = text.split(":")[0]
    text = text.removeprefix("[").partition("]")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
