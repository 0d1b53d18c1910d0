"""Values of any database as JSON has them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

CELL_CHARACTERS = 8_000
BYTES_SHOWN = 64
EXACT = 2**53  # whole numbers up to here are the same in every reader of JSON
MOST_ITEMS = 1_000  # of a list or an object


def as_json(value: Any) -> Any:
    """Dates as ISO text, decimals as numbers where no digit is lost, bytes as \\x…, NaN in words."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) <= EXACT else str(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Decimal):
        return _decimal(value)
    if isinstance(value, str):
        return _cut(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, timedelta | UUID):
        return str(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return _hexadecimal(bytes(value))
    if isinstance(value, Mapping):
        return {str(name): as_json(item) for name, item in [*value.items()][:MOST_ITEMS]}
    if isinstance(value, list | tuple | set | frozenset):
        return [as_json(item) for item in [*value][:MOST_ITEMS]]
    return _cut(str(value))


def _cut(text: str) -> str:
    text = text.replace("\x00", "")
    return text if len(text) <= CELL_CHARACTERS else f"{text[: CELL_CHARACTERS - 1]}…"


def _decimal(value: Decimal) -> Any:
    if not value.is_finite():
        return str(value)
    if value == value.to_integral_value():
        return int(value) if abs(value) <= EXACT else format(value, "f")
    plain = float(value)
    return plain if Decimal(repr(plain)) == value else format(value.normalize(), "f")


def _hexadecimal(value: bytes) -> str:
    more = "…" if len(value) > BYTES_SHOWN else ""
    return f"\\x{value[:BYTES_SHOWN].hex()}{more}"
