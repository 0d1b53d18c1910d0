"""What a browser is shown where a request is refused before a view sees it."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def too_many_files() -> str:
    return f"These are too many files at once: send at most {settings.RAGSITE_MAX_FILES:,}."


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page for a request that Django refuses; with too many files it says how many are taken."""
    is_too_much = isinstance(exception, TooManyFilesSent)
    context = {"sentence": too_many_files() if is_too_much else ""}
    return render(request, "400.html", context, status=413 if is_too_much else 400)
