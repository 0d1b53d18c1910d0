"""Draws how the cost of search grows, from the figures that `scale` has kept."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.report import Report
from evals.volume.scale_figures import KEPT, Measured, read

DRAWING = Path(__file__).resolve().parents[2] / "docs" / "scaling.svg"
WIDTH, HEIGHT, LEFT, TOP, GAP = 340, 260, 58, 44, 70
# Distinct for colour-blind readers, and readable on white and on dark paper.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")


@dataclass(frozen=True)
class Line:
    """A figure over the sizes."""

    name: str
    values: Sequence[float]


@dataclass(frozen=True)
class Panel:
    title: str
    lines: Sequence[Line]


def run(*, limit: int | None, keep: str = str(KEPT), out: str = str(DRAWING)) -> Report:
    """Writes the drawing. `keep`: the file of figures; `out`: the SVG file."""
    measured = read(Path(keep))
    Path(out).write_text(drawing(measured), encoding="utf-8")
    return Report(
        title="Figures of scale that were drawn",
        columns=("chunks", "date", "p95 ms", "p95 ms, 1% kept"),
        rows=tuple((f"{one.chunks:,}", one.date, one.p95, one.p95_narrow) for one in measured),
    )


def panels(measured: Sequence[Measured]) -> list[Panel]:
    return [
        Panel(
            "Milliseconds of a search",
            [
                Line("p95", [one.p95 for one in measured]),
                Line("p95, a filter keeps 1%", [one.p95_narrow for one in measured]),
                Line("median", [one.p50 for one in measured]),
                Line("of it embedding", [one.embed for one in measured]),
            ],
        ),
        Panel(
            "Seconds to load and index",
            [
                Line("load", [one.load_s for one in measured]),
                Line("vector index", [one.vectors_s for one in measured]),
                Line("word index", [one.words_s for one in measured]),
            ],
        ),
        Panel(
            "Megabytes",
            [
                Line("passages", [one.passages_mb for one in measured]),
                Line("vector index", [one.vectors_mb for one in measured]),
                Line("word index", [one.words_mb for one in measured]),
            ],
        ),
    ]


def drawing(measured: Sequence[Measured]) -> str:
    """An SVG: panels side by side, both axes by powers of ten."""
    sizes = [one.chunks for one in measured]
    shown = panels(measured)
    width = len(shown) * (LEFT + WIDTH + GAP) - GAP + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT + TOP + 130}" width="{width}"'
        ' font-family="system-ui, sans-serif" font-size="13" role="img"'
        ' aria-label="How time and size grow with the number of passages">',
        f'<rect width="{width}" height="{HEIGHT + TOP + 130}" fill="white"/>',
    ]
    for number, panel in enumerate(shown):
        parts += _panel(panel, sizes, LEFT + number * (LEFT + WIDTH + GAP))
    return "\n".join([*parts, "</svg>", ""])


def _panel(panel: Panel, sizes: Sequence[int], left: float) -> list[str]:
    across = _decades(sizes)
    up = _decades([max(value, 0.1) for line in panel.lines for value in line.values])
    parts = [f'<text x="{left}" y="{TOP - 16}" font-weight="600">{panel.title}</text>']
    for power in range(across[0], across[1] + 1):
        x = left + _share(10**power, across) * WIDTH
        parts.append(_rule(x, TOP, x, TOP + HEIGHT))
        parts.append(f'<text x="{x:.0f}" y="{TOP + HEIGHT + 20}" text-anchor="middle">{10**power:,}</text>')
    for power in range(up[0], up[1] + 1):
        y = TOP + HEIGHT - _share(10**power, up) * HEIGHT
        parts.append(_rule(left, y, left + WIDTH, y))
        parts.append(f'<text x="{left - 8}" y="{y + 4:.0f}" text-anchor="end">{10.0**power:,g}</text>')
    parts.append(f'<text x="{left + WIDTH / 2}" y="{TOP + HEIGHT + 40}" text-anchor="middle">passages</text>')
    for number, line in enumerate(panel.lines):
        points = [
            (left + _share(size, across) * WIDTH, TOP + HEIGHT - _share(max(value, 0.1), up) * HEIGHT)
            for size, value in zip(sizes, line.values, strict=True)
        ]
        parts += _line(points, line, COLOURS[number], left, TOP + HEIGHT + 62 + 18 * number)
    return parts


def _line(points: Sequence[tuple[float, float]], line: Line, colour: str, left: float, y: float) -> list[str]:
    drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    last = f"{line.values[-1]:,.0f}"
    return [
        f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="2"/>',
        *(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in points),
        f'<rect x="{left}" y="{y - 9}" width="12" height="12" fill="{colour}"/>',
        f'<text x="{left + 18}" y="{y + 2}">{line.name}: {last} at the largest</text>',
    ]


def _rule(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#ddd"/>'


def _decades(values: Sequence[float]) -> tuple[int, int]:
    """The powers of ten between which the values lie, two at least."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def _share(value: float, powers: tuple[int, int]) -> float:
    return (math.log10(value) - powers[0]) / (powers[1] - powers[0])
