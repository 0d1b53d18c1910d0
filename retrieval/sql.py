"""Conditions on many keys at once."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import BooleanField, F, Func
from django.db.models.expressions import RawSQL


def among(column: str, keys: Iterable[int]) -> Func:
    """As `column__in`, with one value for all keys: of 200 keys, Django takes longer than the database.

    `column`: a field of the query's own, so that it holds where the query becomes a part of another.
    """
    wanted = RawSQL("%s::bigint[]", [list(keys)])
    return Func(
        F(column), wanted, template="%(expressions)s)", arg_joiner=" = ANY(", output_field=BooleanField()
    )
