"""What statements are made of: values as SQL writes them, and conditions on many keys at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import BooleanField, F, Func
from django.db.models.expressions import RawSQL
from psycopg import sql


def literal(value: Any) -> str:
    """The value as SQL writes it."""
    return sql.Literal(value).as_string()


def among(column: str, keys: Iterable[int]) -> Func:
    """As `column__in`, with one value for all keys: of 200 keys, Django takes longer than the database.

    `column`: a field of the query's own, so that it holds where the query becomes a part of another.
    """
    wanted = RawSQL("%s::bigint[]", [list(keys)])
    return Func(
        F(column), wanted, template="%(expressions)s)", arg_joiner=" = ANY(", output_field=BooleanField()
    )
