"""The chart of a result that is a series: bars, or a line where there are many points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from agentic.sources.answers.wording import cell
from documents.views.charts import HEIGHT, TOP, WIDTH, Picture, Point, picture_of, short_value

BOTTOM = 34.0  # room for the periods under a line
NEARLY_FLAT = 0.8  # lowest to highest, from which a line that began at nought would show nothing
LABELLED = 6  # points of a line that are named below it
FIGURE_CHARACTERS = 7  # of a value over a bar; longer ones are told in three digits
LABEL_CHARACTERS = 90  # of all labels of bars together


@dataclass(frozen=True)
class LinePicture:
    """`points`: of an SVG polyline. `labels`: (x, words) under it; `highest`, `lowest`: of the values."""

    title: str
    points: str
    labels: tuple[tuple[float, str], ...]
    highest: str
    lowest: str
    zero: float | None
    name: str
    width: float = WIDTH
    height: float = HEIGHT

    @property
    def label_y(self) -> float:
        return self.height - 8

    @property
    def base(self) -> float:
        return self.height - BOTTOM


def picture_for(
    table: Mapping[str, Any], chart: Mapping[str, str], name: str
) -> Picture | LinePicture | None:
    """None where the table has no such columns any more."""
    columns = list(table["columns"])
    if chart["x"] not in columns or chart["y"] not in columns:
        return None
    x, y = columns.index(chart["x"]), columns.index(chart["y"])
    rows = [(row[x], row[y]) for row in table["rows"]]
    title = f"{_named(chart['y'])} by {_named(chart['x'])}"
    if chart["kind"] == "line":
        return _line(title, rows, name)
    most = max(6, LABEL_CHARACTERS // max(1, len(rows)))
    points = [
        Point(_label(label, most), _figure(value), None if value is None else float(value))
        for label, value in rows
    ]
    return picture_of(title, points, name=name)


def _line(title: str, rows: Sequence[tuple[Any, Any]], name: str) -> LinePicture:
    values = [float(value) for _, value in rows if value is not None]
    highest, lowest = max(values), min(values)
    floor = min(0.0, lowest) if lowest < highest * NEARLY_FLAT else lowest
    room = HEIGHT - TOP - BOTTOM
    unit = room / ((highest - floor) or 1.0)
    step = WIDTH / max(1, len(rows) - 1)
    places = [
        (number * step, HEIGHT - BOTTOM - (float(value) - floor) * unit)
        for number, (_, value) in enumerate(rows)
        if value is not None
    ]
    every = max(1, len(rows) // LABELLED)
    labels = tuple((number * step, _label(rows[number][0], 12)) for number in range(0, len(rows), every))
    return LinePicture(
        title=title,
        points=" ".join(f"{x:.1f},{y:.1f}" for x, y in places),
        labels=labels,
        highest=_figure(highest),
        lowest=_figure(lowest),
        zero=HEIGHT - BOTTOM + floor * unit if floor < 0 else None,
        name=name,
    )


def _figure(value: Any) -> str:
    """As the table has it, where that is short."""
    text = "" if value is None else cell(value)
    return text if text and len(text) <= FIGURE_CHARACTERS else short_value(_decimal(value), "")


def _decimal(value: Any) -> Decimal | None:
    return None if value is None else Decimal(str(value))


def _label(value: Any, most: int) -> str:
    text = str(value).removesuffix("T00:00:00") if isinstance(value, str) else cell_year(value)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def cell_year(value: Any) -> str:
    """Years without a thousands' mark."""
    return str(int(value)) if isinstance(value, int | float) and value == int(value) else cell(value)


def _named(column: str) -> str:
    return column.replace("_", " ")
