"""What is done with sources from time to time."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from agentic.sources.models import CachedResult, DataSource
from agentic.sources.registering.services import refresh
from documents.refusals import RefusedChange

logger = logging.getLogger(__name__)


def refresh_due() -> int:
    """Read the schemas anew that are older than RAGSITE_SOURCE_REFRESH_HOURS; returns how many were read."""
    old = timezone.now() - timedelta(seconds=settings.RAGSITE_SOURCE_CACHE_SECONDS)
    CachedResult.objects.filter(created_at__lt=old).delete()
    if not settings.RAGSITE_SOURCE_REFRESH_HOURS:
        return 0
    before = timezone.now() - timedelta(hours=settings.RAGSITE_SOURCE_REFRESH_HOURS)
    done = 0
    for source in DataSource.objects.filter(Q(read_at=None) | Q(read_at__lt=before)):
        try:
            refresh(source)
        except RefusedChange as error:
            logger.warning("Source %s could not be read anew: %s", source, error)
        else:
            done += 1
    return done
