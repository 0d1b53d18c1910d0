"""The datasheet: key–value properties and tables of minimum, typical and maximum."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from reportlab.platypus import Flowable, Spacer

from samples import facts
from samples.documents.layout import CONTENT_WIDTH, grid, heading, key_values, prose, title, write_pdf
from samples.facts import Characteristic

FILENAME = "EbbTrace-300-datasheet.pdf"
REVISION = date(2025, 1, 20)
WIDTHS = (CONTENT_WIDTH - 290, 50, 60, 60, 60, 60)


def write_datasheet(folder: Path) -> Path:
    path = folder / FILENAME
    story = [*_overview(), *_characteristics()]
    write_pdf(path, story, title=f"{facts.PRODUCT} Datasheet", author=facts.COMPANY, dated=REVISION)
    return path


def _overview() -> list[Flowable]:
    return [
        *title(f"{facts.PRODUCT} acoustic current profiler", f"Datasheet, revision C, {REVISION:%-d %B %Y}"),
        *prose(
            f"The {facts.PRODUCT} measures the speed and direction of tidal currents in up to 60 cells of "
            "the water column. It stands on the seabed for two years between services "
            "and reports over RS-485."
        ),
        heading("Properties"),
        key_values(
            [
                ("Model", facts.PRODUCT),
                ("Acoustic frequency", "600 kHz"),
                ("Number of beams", "5"),
                ("Depth rating", facts.DEPTH_RATING),
                ("Housing", "Titanium grade 5"),
                ("Weight in air", facts.PRODUCT_WEIGHT),
                ("Weight in water", "3.1 kg"),
                ("Dimensions", "Ø 148 mm × 262 mm"),
                ("Connector", "8-pin wet-mate"),
                ("Memory", "64 GB"),
                ("Service interval", "24 months"),
            ]
        ),
    ]


def _characteristics() -> list[Flowable]:
    return [
        heading("Electrical characteristics"),
        _table(facts.ELECTRICAL),
        Spacer(1, 6),
        heading("Measuring characteristics"),
        _table(facts.MEASURING),
    ]


def _table(rows: Sequence[Characteristic]) -> Flowable:
    lines = [
        (row.name, row.symbol, row.minimum or "–", row.typical or "–", row.maximum or "–", row.unit)
        for row in rows
    ]
    header = ("Parameter", "Symbol", "Min", "Typ", "Max", "Unit")
    return grid([header, *lines], widths=WIDTHS, right=(2, 3, 4))
