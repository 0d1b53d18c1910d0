"""A source's schema as a drawing: a box for each table, a line for each key that refers to another."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from retrieval.tables.schema import Schema, Table

BOX_WIDTH, GAP_X, GAP_Y = 214.0, 60.0, 26.0  # of the drawing, in its own units
HEAD, LINE, FOOT = 30.0, 19.0, 8.0
MOST_LINES = 9  # columns shown of a table, keys first
MOST_TABLES = 60  # drawn; the list below names all
NAME_CHARACTERS, TYPE_CHARACTERS = 20, 10


@dataclass(frozen=True)
class Line:
    """A column. `mark`: PK, FK or nothing. `y`: of its words."""

    name: str
    type: str
    mark: str
    y: float


@dataclass(frozen=True)
class Box:
    table: Table
    x: float
    y: float
    lines: tuple[Line, ...]
    more: int

    @property
    def height(self) -> float:
        return HEAD + LINE * (len(self.lines) + bool(self.more)) + FOOT

    @property
    def middle(self) -> float:
        return self.y + HEAD / 2 + 4

    @property
    def name_x(self) -> float:
        return self.x + 10

    @property
    def mark_x(self) -> float:
        return self.x + 10

    @property
    def column_x(self) -> float:
        return self.x + 34

    @property
    def type_x(self) -> float:
        """Where the words of types end."""
        return self.x + BOX_WIDTH - 10

    @property
    def more_y(self) -> float:
        return self.y + HEAD + LINE * (len(self.lines) + 0.7)


@dataclass(frozen=True)
class Edge:
    """`path`: of an SVG curve, from the column that refers to the table referred to."""

    path: str
    words: str


@dataclass(frozen=True)
class Diagram:
    boxes: tuple[Box, ...]
    edges: tuple[Edge, ...]
    width: float
    height: float
    left_out: int
    box_width: float = BOX_WIDTH


def diagram_of(schema: Schema) -> Diagram:
    """Tables that refer to each other stand in neighbouring columns, as far as that goes."""
    tables = _in_order(schema)[:MOST_TABLES]
    columns = max(1, min(4, round(len(tables) ** 0.5)))
    heights = [0.0] * columns
    boxes: dict[str, Box] = {}
    for table in tables:
        column = heights.index(min(heights))
        box = _box(table, column * (BOX_WIDTH + GAP_X) + 1, heights[column] + 1)
        boxes[table.path] = box
        heights[column] += box.height + GAP_Y
    drawn = [
        (own, key)
        for own, key in schema.relations
        if own.path in boxes and key.table in boxes and own.path != key.table
    ]
    edges = [
        Edge(_curve(boxes[own.path], key.columns[0], boxes[key.table]), _words(own, key.columns, key.table))
        for own, key in drawn
    ]
    width = columns * (BOX_WIDTH + GAP_X) - GAP_X + 2
    last = (columns - 1) * (BOX_WIDTH + GAP_X) + 1
    if any(boxes[own.path].x == boxes[key.table].x == last for own, key in drawn):
        width += GAP_X / 2  # a line between two boxes of one column bends out beside them
    return Diagram(
        tuple(boxes.values()), tuple(edges), width, max(heights) - GAP_Y + 2, len(schema.tables) - len(tables)
    )


def _in_order(schema: Schema) -> list[Table]:
    """From the table with most relations on to those next to it, so that lines stay short."""
    near: dict[str, set[str]] = {table.path: set() for table in schema.tables}
    for own, key in schema.relations:
        if key.table in near:
            near[own.path].add(key.table)
            near[key.table].add(own.path)
    found: list[str] = []
    for start in sorted(near, key=lambda path: (-len(near[path]), path)):
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if here not in found:
                found.append(here)
                queue.extend(sorted(near[here] - set(found), key=lambda path: (-len(near[path]), path)))
    by_path = {table.path: table for table in schema.tables}
    return [by_path[path] for path in found]


def _box(table: Table, x: float, y: float) -> Box:
    refers = {column for key in table.foreign_keys for column in key.columns}
    marks = {
        column.name: "PK" if column.name in table.primary_key else "FK" if column.name in refers else ""
        for column in table.columns
    }
    ordered = sorted(table.columns, key=lambda column: ("PK", "FK", "").index(marks[column.name]))
    shown = ordered if len(ordered) <= MOST_LINES else ordered[: MOST_LINES - 1]
    lines = tuple(
        Line(
            _cut(column.name, NAME_CHARACTERS),
            _cut(column.type.lower(), TYPE_CHARACTERS),
            marks[column.name],
            y + HEAD + LINE * (number + 0.7),
        )
        for number, column in enumerate(shown)
    )
    return Box(table, x, y, lines, len(ordered) - len(shown))


def _curve(own: Box, column: str, other: Box) -> str:
    line = next((each for each in own.lines if each.name == _cut(column, NAME_CHARACTERS)), None)
    start, end = (line.y - 4 if line else own.middle), other.y + HEAD / 2
    if own.x < other.x:
        x1, x2, bend = own.x + BOX_WIDTH, other.x, GAP_X / 2
        return (
            f"M{x1:.1f} {start:.1f} C{x1 + bend:.1f} {start:.1f} {x2 - bend:.1f} {end:.1f} {x2:.1f} {end:.1f}"
        )
    if own.x > other.x:
        x1, x2, bend = own.x, other.x + BOX_WIDTH, GAP_X / 2
        return (
            f"M{x1:.1f} {start:.1f} C{x1 - bend:.1f} {start:.1f} {x2 + bend:.1f} {end:.1f} {x2:.1f} {end:.1f}"
        )
    x, bend = own.x + BOX_WIDTH, GAP_X / 2.5
    return f"M{x:.1f} {start:.1f} C{x + bend:.1f} {start:.1f} {x + bend:.1f} {end:.1f} {x:.1f} {end:.1f}"


def _words(own: Table, columns: Sequence[str], other: str) -> str:
    return f"{own.path}.{', '.join(columns)} refers to {other}"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
