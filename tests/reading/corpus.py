"""Examples of a stage of reading: a name that says the behaviour, a drawing, and what is read off it.

A file holds many of them, each as

    # what it shows
    the drawing, as `draw` takes it
    ->
    cell | cell | cell
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

NAME, EXPECTED, CELL = "# ", "->", " | "


@dataclass(frozen=True)
class Example:
    """`expected`: the cells of each line below the drawing."""

    name: str
    drawing: str
    expected: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return self.name


def examples(path: Path) -> list[Example]:
    """Those of a file, in their order. Raises `ValueError` where one has no drawing or expects nothing."""
    _, *parts = f"\n{path.read_text()}".split(f"\n{NAME}")
    found = [_example(part) for part in parts]
    if len({each.name for each in found}) < len(found):
        raise ValueError(f"Two examples of {path} have one name.")
    return found


def _example(part: str) -> Example:
    name, _, rest = part.partition("\n")
    drawing, _, expected = rest.partition(f"\n{EXPECTED}\n")
    rows = tuple(tuple(line.split(CELL)) for line in expected.splitlines() if line)
    if not drawing.strip() or not rows:
        raise ValueError(f"Incomplete: {name}")
    return Example(name, drawing, rows)
