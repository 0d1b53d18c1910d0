"""Bounds on what a call makes of a number: a written one is checked, another capped where it stands."""

from __future__ import annotations

import re
from decimal import Decimal

from sqlglot import exp

from agentic.sql.functions import CAP, kind_of, name_of
from agentic.sql.limits.series import SERIES, check_series, number_of
from agentic.sql.refusal import UnsafeSQL

MAX_FILL = 1_000  # characters, or elements, that a call or a width may fill up
_BY_PLAIN_NAME = frozenset("repeat lpad rpad format generate_series".split())
_FORMAT_WIDTH = re.compile(r"%(?:\d+\$)?-?(\*|\d+)?")
_WRITTEN = (exp.Literal, exp.RawString, exp.ByteString, exp.Heredoc, exp.National)
_PADDED_TYPES = frozenset("char nchar bpchar bit binary".split())


def bound_call(node: exp.Func) -> None:
    """Cap in place what `node` makes of a computed number. Raises `UnsafeSQL` for a written one too large."""
    name = kind_of(node)
    if isinstance(node, SERIES):
        check_series(node)
    elif isinstance(node, exp.Repeat | exp.Pad):
        _bound_length(node)
    elif isinstance(node, exp.Format):
        _check_format(node)
    elif name == "array_fill" and elements(node) > MAX_FILL:
        raise UnsafeSQL(f"array_fill may make at most {MAX_FILL:,} elements: write its lengths as numbers.")
    elif isinstance(node, exp.Anonymous) and name in _BY_PLAIN_NAME:
        raise UnsafeSQL(f"Call {name} by its plain name, with all its arguments in order.")


def _bound_length(node: exp.Func) -> None:
    key = "times" if isinstance(node, exp.Repeat) else "expression"
    length = node.args[key]
    number = number_of(length)
    if number is None and length.find(exp.Column, exp.Query):
        if not (isinstance(length, exp.Func) and kind_of(length) == CAP):
            capped = [length.copy(), exp.Literal.number(MAX_FILL)]
            node.set(key, exp.Anonymous(this=CAP, expressions=capped))
    elif number is None or number > MAX_FILL:
        raise UnsafeSQL(f"{name_of(node)} may fill at most {MAX_FILL:,} characters: write a smaller number.")


def filled(length: exp.Expr) -> float:
    """Characters that a length which was let through may come to."""
    number = number_of(length)
    return float(MAX_FILL if number is None or number < 0 else number)


def _check_format(node: exp.Format) -> None:
    if not isinstance(node.this, _WRITTEN):
        raise UnsafeSQL("Write the pattern of format as one string, or join texts with || instead.")
    for width in _FORMAT_WIDTH.findall(node.this.name.replace("%%", "")):
        if width == "*" or (width and int(width[:20]) > MAX_FILL):
            raise UnsafeSQL(f"A width in format may be at most {MAX_FILL:,}, written as a number.")


def widths(node: exp.Format) -> float:
    """All widths of a pattern that was let through together."""
    return float(sum(int(width) for width in _FORMAT_WIDTH.findall(node.this.name) if width.isdigit()))


def elements(node: exp.Func) -> float:
    """Of an array_fill; endless where its lengths are not written out."""
    lengths = node.expressions[1] if len(node.expressions) > 1 else None
    product = Decimal(1)
    for length in lengths.expressions if isinstance(lengths, exp.Array) else [None]:
        number = number_of(length)
        if number is None or number < 0:
            return float("inf")
        product *= number
    return float(product)


def check_width(node: exp.DataType) -> None:
    """Of a type that is filled up with blanks or zeros."""
    name = node.this.value.lower() if isinstance(node.this, exp.DataType.Type) else ""
    for parameter in node.expressions if name in _PADDED_TYPES else ():
        width = number_of(parameter.this if isinstance(parameter, exp.DataTypeParam) else parameter)
        if width is not None and width > MAX_FILL:
            raise UnsafeSQL(f"The type {name}({width}) is filled up to its width: use text instead.")
