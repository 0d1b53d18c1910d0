"""Counts of word stems by workspace, which keyword search weighs words by; triggers write them."""

from __future__ import annotations

from django.db import connection


def merge_term_counts(workspace_id: int) -> None:
    """Sum up what many changes of chunks have added, and forget the stems that no chunk has any more."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT documents_merge_term_counts(%s)", [workspace_id])
