"""A statement as a template: its quoted values apart from its words."""

from __future__ import annotations

import re
from dataclasses import dataclass

_QUOTED = re.compile(r"'(?:[^']|'')*'")
# Outside of values: what may begin or end a quote, or have a value read in another way.
_UNCLEAR = re.compile(r"""['"$\\]|--|/\*|\binterval\b""", re.IGNORECASE)
_MARKED = re.compile(r"[\w&]'\?")  # E'…', U&'…'
_PLACE = re.compile(r"'\?(\d+)\?'")


@dataclass(frozen=True)
class Template:
    """`text`: the statement with a numbered place for each of its `values`, in their quotes."""

    text: str
    values: tuple[str, ...]

    @classmethod
    def of(cls, sql: str) -> Template | None:
        """None where it is not plain what is a value."""
        values = tuple(_QUOTED.findall(sql))
        numbers = iter(range(len(values)))
        text = _QUOTED.sub(lambda _: f"'?{next(numbers)}?'", sql)
        if _UNCLEAR.search(_PLACE.sub("", text)) or _MARKED.search(text):
            return None
        return cls(text, values)

    def filled(self, statement: str) -> str | None:
        """`statement`, made of `text`, with the values; None where one of them has no place in it."""
        places = [int(number) for number in _PLACE.findall(statement)]
        if set(places) != set(range(len(self.values))):
            return None
        return _PLACE.sub(lambda place: self.values[int(place[1])], statement)
