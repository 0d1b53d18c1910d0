"""How many rows a generate_series gives, as far as the text of a statement tells."""

from __future__ import annotations

import re
from datetime import datetime
from decimal import Decimal, InvalidOperation

from sqlglot import exp

from agentic.sql.refusal import UnsafeSQL

MAX_SERIES = 100_000  # rows of one generate_series
SERIES = (exp.GenerateSeries, exp.ExplodingGenerateSeries)
_SECONDS = {
    "microsecond": 1e-6, "millisecond": 1e-3, "second": 1.0, "sec": 1.0, "minute": 60.0, "min": 60.0,
    "hour": 3600.0, "day": 86_400.0, "week": 604_800.0, "month": 2_592_000.0, "mon": 2_592_000.0,
    "quarter": 7_776_000.0, "year": 31_536_000.0, "decade": 315_360_000.0, "century": 3.1536e9,
}  # fmt: skip
_PART = re.compile(r"([+-]?\d+(?:\.\d+)?)\s*([a-z]+)")
_CLOCK = re.compile(r"([+-]?)(\d+):(\d+)(?::(\d+(?:\.\d+)?))?")


def check_series(node: exp.Func) -> None:
    """Raises `UnsafeSQL` where the text of the call tells that it gives too many rows."""
    if rows_of_series(node) > MAX_SERIES:
        raise UnsafeSQL(f"generate_series may give at most {MAX_SERIES:,} rows.")


def rows_of_series(node: exp.Func) -> float:
    """As written out; MAX_SERIES where its bounds are worked out while it runs."""
    start, end = (_point(node.args.get(name)) for name in ("start", "end"))
    step = _step(node.args.get("step"), dates=isinstance(start, datetime))
    if start is None or end is None or step is None or type(start) is not type(end):
        return MAX_SERIES
    span = (
        (end - start).total_seconds()
        if isinstance(start, datetime) and isinstance(end, datetime)
        else float(number_of(node.args.get("end")) or 0) - float(number_of(node.args.get("start")) or 0)
    )
    return max(span / step, 0) + 1 if step else MAX_SERIES


def _point(node: exp.Expr | None) -> Decimal | datetime | None:
    number = number_of(node)
    if number is not None:
        return number
    text = _text(node)
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None) if text else None
    except ValueError:
        return None


def _step(node: exp.Expr | None, *, dates: bool) -> float | None:
    """In seconds between dates; negative where it goes down."""
    if node is None:
        return None if dates else 1.0
    if not dates:
        number = number_of(node)
        return None if number is None else float(number)
    if isinstance(node, exp.Interval):
        unit = node.args.get("unit")
        text = _text(node.this) or str(number_of(node.this) or "")
        return _seconds(f"{text} {unit.sql() if isinstance(unit, exp.Expr) else ''}")
    return _seconds(_text(node))


def _seconds(text: str) -> float | None:
    text = text.strip().lower()
    total, rest = 0.0, _CLOCK.sub("", text)
    for sign, hours, minutes, seconds in _CLOCK.findall(text):
        length = int(hours) * 3600 + int(minutes) * 60 + float(seconds or 0)
        total += -length if sign == "-" else length
    for count, unit in _PART.findall(rest):
        length = _SECONDS.get(unit, _SECONDS.get(unit.removesuffix("s"), 0.0))
        if not length:
            return None
        total += float(count) * length
    return total or None


def _text(node: exp.Expr | None) -> str:
    while isinstance(node, exp.Paren | exp.Cast):
        node = node.this
    return node.name if isinstance(node, exp.Literal) and node.is_string else ""


def number_of(node: exp.Expr | None) -> Decimal | None:
    """The value of a number that is written out, also signed, cast, in brackets or reckoned with."""
    try:
        return _number(node)
    except (InvalidOperation, ZeroDivisionError):
        return None


def _number(node: exp.Expr | None) -> Decimal | None:
    if isinstance(node, exp.Paren | exp.Cast):
        return _number(node.this)
    if isinstance(node, exp.Neg):
        number = _number(node.this)
        return None if number is None else -number
    if isinstance(node, exp.Literal):
        return Decimal(node.name)
    if isinstance(node, exp.Binary) and type(node) in _ARITHMETIC:
        left, right = _number(node.this), _number(node.expression)
        return None if left is None or right is None else _ARITHMETIC[type(node)](left, right)
    return None


_ARITHMETIC = {
    exp.Add: Decimal.__add__,
    exp.Sub: Decimal.__sub__,
    exp.Mul: Decimal.__mul__,
    exp.Div: Decimal.__truediv__,
}
