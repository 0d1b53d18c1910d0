"""How often each user, key and address may ask, and how soon a password may be tried again."""

from __future__ import annotations

import hashlib
import time
import unicodedata
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from ragsite.allowances import Waits, attempt, forgive, spend, tries
from ragsite.gate.refusals import Refused
from ragsite.gate.visitors import client_address, is_at_home

KINDS = {  # names of addresses that are posted to
    "questions": {"ask", "agentic_query", "create_query", "chat_query", "run_choose", "check_numbers"},
    "uploads": {"make_source_of_files", "upload", "attach_files", "kb_upload", "copy_document"},
    "searches": {"search", "search_rows", "aggregate_rows"},
}
SEARCHED_BY_READING = {"get_matches", "run_matches"}  # and those that search where they are read
WORDS = {
    "questions": "You are asking too many questions",
    "uploads": "You are uploading too many files",
    "searches": "You are searching too often",
    "requests": "These are too many requests",
}
ALL_KEYS = 3  # what all keys of a user may do together, over what each may
SIGN_IN_VIEWS = {"login", "admin:login"}
OTHER_NAMES = 4  # how often an address may try without a wait, over how often it may for one name
ATTACKED_TRIES = 20  # in a row at one name, after which each address has one try without a wait
REMEMBERED = 10_000  # refusals that this process knows of by itself


class LimitsMiddleware(MiddlewareMixin):
    """Refuses what comes too often, before the view is asked. Keys are counted where they are checked."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], arguments: Any, names: Any
    ) -> HttpResponse | None:
        match = request.resolver_match
        try:
            if match and match.view_name in SIGN_IN_VIEWS and request.method == "POST":
                request.sign_in = SignIn.begun(request)  # type: ignore[attr-defined]
            elif not (match and match.app_name == "ninja" and "Authorization" in request.headers):
                count_visitor(request)
        except Refused as refusal:
            return refusal.response(request)
        return None

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        sign_in = getattr(request, "sign_in", None)
        if sign_in and response.status_code == 302:  # to where a user goes who has signed in
            sign_in.succeeded()
        return response


def count_visitor(request: HttpRequest) -> None:
    """Raises `Refused` where the user, or the address of somebody who is not signed in, comes too often."""
    if is_at_home(request):
        return
    user = request.user
    _count(request, f"user {user.pk}" if user.is_authenticated else f"address {client_address(request)}")


def count_key(request: HttpRequest, user: Any, *, kind: str = "") -> None:
    """Raises `Refused` where the key that let `user` in, or all keys of the user together, come too often.

    `kind`: of what is asked for; as the address tells if not given.
    """
    if is_at_home(request):
        return
    digest = hashlib.sha256(request.headers["Authorization"].encode()).hexdigest()[:32]
    _count(request, f"key {digest}", kind=kind)
    _count(request, f"keys of {user.pk}", times=ALL_KEYS, kind=kind)


def count_stranger(request: HttpRequest) -> None:
    """Raises `Refused` where an address sends too many keys that are not valid."""
    if not is_at_home(request):
        _count(request, f"address {client_address(request)}")


def kind_of(request: HttpRequest) -> str:
    """questions | uploads | searches | requests."""
    name = request.resolver_match.url_name if request.resolver_match else None
    if name in SEARCHED_BY_READING:
        return "searches"
    if request.method != "POST":
        return "requests"
    return next((kind for kind, names in KINDS.items() if name in names), "requests")


def _count(request: HttpRequest, who: str, *, times: int = 1, kind: str = "") -> None:
    kind = kind or kind_of(request)
    most = times * getattr(settings, f"RAGSITE_{kind.upper()}_PER_MINUTE")
    if not most:
        return
    wait = _known.wait(f"{kind} {who}") or _spent(f"{kind} {who}", most)
    if wait:
        _known.remember(f"{kind} {who}", wait)
        raise Refused(429, f"{WORDS[kind]}: wait {in_words(wait)}, then go on.", retry_after=wait)


def _spent(key: str, most: int) -> float:
    try:
        return spend(key, most)
    except DatabaseError:  # the view will say it
        return 0


class Known:
    """Refusals of this process, so that somebody who does not wait costs the database nothing."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}

    def wait(self, key: str) -> float:
        return max(0.0, self._until.get(key, 0) - time.monotonic())

    def remember(self, key: str, seconds: float) -> None:
        if len(self._until) >= REMEMBERED:
            self._until.clear()
        self._until[key] = time.monotonic() + seconds


_known = Known()


class SignIn:
    """A try to sign in: counted before the password is looked at, taken back where it was right.

    Three counts. An address waits longer and longer for one name, and, later, for all names. A name that is
    tried from many addresses leaves each of them fewer tries; but whatever others do, the first try of an
    address is not refused, so that nobody can lock an account's owner out.
    """

    def __init__(self, name: str, address: str) -> None:
        self._name = f"name {_digest(name)}"
        self._address = f"address {address}"
        self._both = f"name {_digest(name)} {address}"

    @classmethod
    def begun(cls, request: HttpRequest) -> SignIn:
        """Raises `Refused` where it is too soon."""
        name = unicodedata.normalize("NFKC", request.POST.get("username", "")).casefold()
        sign_in = cls(name, client_address(request))
        wait = sign_in._count()
        if wait:
            raise Refused(429, f"Too many tries to sign in: wait {in_words(wait)}.", retry_after=wait)
        return sign_in

    def succeeded(self) -> None:
        forgive(self._both, all_tries=True)
        forgive(self._address, all_tries=False)
        forgive(self._name, all_tries=False)

    def _count(self) -> float:
        free, longest = settings.RAGSITE_SIGN_IN_TRIES, settings.RAGSITE_SIGN_IN_WAIT_SECONDS
        wait = attempt(self._address, Waits(OTHER_NAMES * free, longest))
        if not wait:
            is_attacked = tries(self._name) >= ATTACKED_TRIES
            wait = attempt(self._both, Waits(1 if is_attacked else free, longest))
            if wait:
                forgive(self._address, all_tries=False)
                return wait
            attempt(self._name, Waits(ATTACKED_TRIES, 0))  # counts, and makes nobody wait
        return wait


def in_words(seconds: float) -> str:
    whole = max(1, round(seconds + 0.5))
    if whole < 120:
        return f"{whole} second{'s' if whole > 1 else ''}"
    return f"{round(whole / 60)} minutes"


def _digest(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:32]
