"""Results that are given again: of the same question to the same source, as long as they may be."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from agentic.sources.models import CachedResult, DataSource

History = Sequence[Mapping[str, str]]


def key_of(source: DataSource, question: str, history: History = ()) -> str:
    """By the words of the question and of those before it, the source, its schema and who may ask it."""
    before = [_plain(each.get("text", "")) for each in history if each.get("role") == "user"]
    told = [_plain(question), before, source.pk, source.schema_version, source.use_role]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def cached(
    source: DataSource, question: str, history: Sequence[Mapping[str, str]] = ()
) -> CachedResult | None:
    since = timezone.now() - timedelta(seconds=settings.RAGSITE_SOURCE_CACHE_SECONDS)
    kept = CachedResult.objects.filter(key=key_of(source, question, history), created_at__gt=since)
    return next(iter(kept.only("found", "created_at")), None)  # one result has a key, and a key its source


def keep(
    source: DataSource, question: str, history: Sequence[Mapping[str, str]], found: dict[str, Any]
) -> None:
    """Of what ran well alone. `found`: the answer and its state as JSON."""
    if not settings.RAGSITE_SOURCE_CACHE_SECONDS:
        return
    key = key_of(source, question, history)
    CachedResult.objects.update_or_create(
        key=key, defaults={"source": source, "found": found, "created_at": timezone.now()}
    )


def forget(source: DataSource, question: str, history: History = ()) -> None:
    """The question is asked anew the next time."""
    CachedResult.objects.filter(key=key_of(source, question, history)).delete()


def _plain(text: str) -> str:
    return re.sub(r"[\s?.!]+", " ", text).strip().lower()
