"""A statement as a template: its quoted values, and the numbers that columns equal, apart from its words."""

from __future__ import annotations

import re
from dataclasses import dataclass

# “= 2023” is a value too: a number stands in its place, so that the parser reads the template as it would
# read the statement.
_VALUE = re.compile(r"'(?:[^']|'')*'|(?<=\w = )\d+(?![\w.])")
_NUMBERED = 770_077_000_000
# Outside of values: what may begin or end a quote, or have a value read in another way.
_UNCLEAR = re.compile(r"""['"$\\]|--|/\*|\binterval\b|\b770077\d{6}\b""", re.IGNORECASE)
_MARKED = re.compile(r"[\w&]'\?")  # E'…', U&'…'
_PLACE = re.compile(r"'\?(\d+)\?'|\b770077(\d{6})\b")


@dataclass(frozen=True)
class Template:
    """`text`: the statement with a numbered place for each of its `values`, those in quotes with them."""

    text: str
    values: tuple[str, ...]

    @classmethod
    def of(cls, sql: str) -> Template | None:
        """None where it is not plain what is a value."""
        values: list[str] = []

        def place(match: re.Match[str]) -> str:
            values.append(match[0])
            number = len(values) - 1
            return f"'?{number}?'" if match[0].startswith("'") else str(_NUMBERED + number)

        outside = _VALUE.sub("", sql)
        text = _VALUE.sub(place, sql)
        if _UNCLEAR.search(outside) or _MARKED.search(text):
            return None
        return cls(text, tuple(values))

    def filled(self, statement: str) -> str | None:
        """`statement`, made of `text`, with the values; None where one of them has no place in it."""
        if {_number(match) for match in _PLACE.finditer(statement)} != set(range(len(self.values))):
            return None
        return _PLACE.sub(lambda match: self.values[_number(match)], statement)


def _number(place: re.Match[str]) -> int:
    return int(place[1] or place[2])
