"""What a column can hold, as its field says: the one place where that is decided.

A file or a model may say anything. A value that a column cannot hold is never rounded and never cut; only the
words that describe (`WORDS` of each model) are cut, with an ellipsis that shows it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cache
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import connection, models

from reading.formats.encodings import storable
from reading.values.units import EXACT

Held = Callable[[Any], Any]

ELLIPSIS = "…"
LONGEST_WHOLE = 2000  # bits of a whole number in JSON: 600 digits, which every reader of JSON takes


class CannotHold(ValueError):
    """A value that its column cannot hold. The message goes on with a sentence about the value."""


def held(model: type[models.Model], fields: Mapping[str, Any]) -> dict[str, Any]:
    """The values as the columns of `model` hold them, by name. Raises `CannotHold`, naming the column."""
    holders, values = _holders(model), dict[str, Any]()
    for name, value in fields.items():
        try:
            values[name] = holders[name](value) if name in holders and value is not None else value
        except CannotHold as error:
            raise CannotHold(f"its {_field(model, name).verbose_name} {error}") from None
    return values


def held_or_default(model: type[models.Model], fields: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The values as `held`, the column's default for what it cannot hold; and a sentence on each of those."""
    values, reasons = dict[str, Any](), list[str]()
    for name, value in fields.items():
        try:
            values |= held(model, {name: value})
        except CannotHold as error:
            values[name] = _field(model, name).get_default()
            reasons.append(f"{str(error)[:1].upper()}{str(error)[1:]}.")
    return values, reasons


def _field(model: type[models.Model], name: str) -> Any:
    return model._meta.get_field(name)


@cache
def _holders(model: type[models.Model]) -> dict[str, Held]:
    """What makes of a value what its column holds, for the columns that do not hold everything."""
    words: frozenset[str] = getattr(model, "WORDS", frozenset())
    found = {field.name: _holder(field, field.name in words) for field in model._meta.concrete_fields}
    return {name: holder for name, holder in found.items() if holder}


def _holder(field: Any, is_words: bool) -> Held | None:
    if isinstance(field, ArrayField):
        item = _holder(field.base_field, is_words) or (lambda value: value)
        return lambda values: [item(value) for value in values]
    if isinstance(field, models.CharField | models.TextField):
        return _words(field.max_length) if is_words else _exact_text(field.max_length)
    if isinstance(field, models.IntegerField):
        return _whole_number(*connection.ops.integer_field_range(field.get_internal_type()))
    if isinstance(field, models.DecimalField):
        return _decimal(field)
    if isinstance(field, models.FloatField):
        return _finite
    return _json if isinstance(field, models.JSONField) else None


def _words(most: int | None) -> Held:
    def hold(text: str) -> str:
        text = storable(text)
        if most is None or len(text) <= most:
            return text
        return text[: most - len(ELLIPSIS)].rstrip() + ELLIPSIS

    return hold


def _exact_text(most: int | None) -> Held:
    def hold(text: str) -> str:
        if storable(text) != text:
            raise CannotHold("has characters that cannot be stored")
        if most is not None and len(text) > most:
            raise CannotHold(f"is longer than {most} characters")
        return text

    return hold


def _whole_number(least: int, most: int) -> Held:
    def hold(number: int) -> int:
        if not least <= number <= most:
            raise CannotHold(f"is not between {least:,} and {most:,}")
        return number

    return hold


def _decimal(field: models.DecimalField[Any, Any]) -> Held:
    wholes, places = field.max_digits - field.decimal_places, field.decimal_places
    bound = Decimal(10) ** wholes

    def hold(number: Decimal) -> Decimal:
        if not number.is_finite():
            raise CannotHold("is no number")
        if number.copy_abs() >= bound:
            raise CannotHold(f"has more than {wholes} digits before the point")
        if int(number.as_tuple().exponent) < -places:  # they may all be zeros
            number = number.normalize(EXACT)
        if int(number.as_tuple().exponent) < -places:
            raise CannotHold(f"has more than {places} digits after the point")
        return number

    return hold


def _finite(number: float) -> float:
    if not math.isfinite(number):
        raise CannotHold("is no number")
    return number


def _json(value: Any) -> Any:
    """The value with its texts made storable, at whatever depth."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, float):
        return _finite(value)
    if isinstance(value, int) and value.bit_length() > LONGEST_WHOLE:
        raise CannotHold("has a number of more than 600 digits")
    if isinstance(value, Mapping):
        return {_json(key): _json(each) for key, each in value.items()}
    return [_json(each) for each in value] if isinstance(value, list | tuple) else value
