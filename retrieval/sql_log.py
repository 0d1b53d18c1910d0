"""The statements that a search ran, as the database read them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

VECTOR = re.compile(r"'\[((?:[-+\d.e]+,){2})(?:[-+\d.e]+,?)+\]'")


@contextmanager
def statements_shown() -> Iterator[list[str]]:
    """A list that each statement run inside is added to, with its values; vectors are shortened."""
    shown: list[str] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        result = execute(sql, params, many, context)
        written = connection.ops.last_executed_query(context["cursor"], sql, params)
        if written.lstrip().upper().startswith(("SELECT", "WITH")):
            shown.append(VECTOR.sub(r"'[\1…]'", written.strip()))
        return result

    with connection.execute_wrapper(note):
        yield shown
