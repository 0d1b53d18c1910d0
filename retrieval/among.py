"""Conditions on many keys at once."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import BooleanField
from django.db.models.expressions import RawSQL


def among(column: str, keys: Iterable[int]) -> RawSQL:
    """As `column__in`, with one value for all keys: of 200 keys, Django takes longer than the database.

    `column`: with its table, as “documents_chunk.document_id”.
    """
    return RawSQL(f"{column} = ANY(%s::bigint[])", [list(keys)], output_field=BooleanField())
