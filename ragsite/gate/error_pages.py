"""What a browser is shown where a request is refused before a view sees it."""

from __future__ import annotations

import sys

from django.conf import settings
from django.core.exceptions import TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import server_error as plain_server_error

from ragsite.gate.middleware import RETRY_SECONDS
from ragsite.gate.refusals import Refused
from ragsite.storage.database import database_trouble


def too_many_files() -> str:
    return f"These are too many files at once: send at most {settings.RAGSITE_MAX_FILES:,}."


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer to a request that Django refuses; with too many files it says how many are taken."""
    if isinstance(exception, TooManyFilesSent):
        return Refused(413, too_many_files()).response(request)
    return render(request, "400.html", status=400)


def server_error(request: HttpRequest) -> HttpResponse:
    """The answer to an error that no view raised, such as a session that the database cannot keep."""
    error = sys.exc_info()[1]
    sentence = database_trouble(error) if isinstance(error, Exception) else ""
    if sentence:
        return Refused(503, sentence, retry_after=RETRY_SECONDS).response(request)
    return plain_server_error(request)
