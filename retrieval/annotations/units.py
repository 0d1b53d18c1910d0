"""Units of one quantity, so that 24 months meet “at least 2 years” and 0.9 m “under 1000 mm”."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

_TIME = {"days": "1", "day": "1", "weeks": "7", "months": "30.416667", "month": "30.416667", "years": "365"}
_PREFIXES = {
    "p": "1e-12", "n": "1e-9", "µ": "1e-6", "m": "1e-3", "": "1", "k": "1e3", "M": "1e6", "G": "1e9",
}  # fmt: skip
_PREFIXED = ("V", "A", "W", "Wh", "Hz", "Ω", "F", "H", "J", "Pa")
_GROUPS: tuple[Mapping[str, str], ...] = (
    _TIME | {"year": "365", "week": "7"},
    {"nm": "1e-9", "µm": "1e-6", "mm": "0.001", "cm": "0.01", "m": "1", "km": "1000"},
    {"µg": "1e-6", "mg": "0.001", "g": "1", "kg": "1000", "tonnes": "1000000", "lb": "453.59237"},
    {"kg/m³": "1", "g/l": "1", "g/L": "1", "g/cm³": "1000", "g/ml": "1000", "g/mL": "1000"},
    {"m/s": "1", "km/h": "0.27777778"},
    {"ml": "0.001", "mL": "0.001", "l": "1", "L": "1"},
    {"ns": "1e-9", "µs": "1e-6", "ms": "0.001", "s": "1", "seconds": "1", "minutes": "60", "hours": "3600"},
    *({f"{prefix}{unit}": factor for prefix, factor in _PREFIXES.items()} for unit in _PREFIXED),
)


def base_of(unit: str) -> tuple[str, dict[str, Decimal]]:
    """The name of the quantity and, of each unit of it, how much of the base one is; only itself where
    alone.
    """
    for group in _GROUPS:
        if unit in group:
            return next(iter(group)), {name: Decimal(factor) for name, factor in group.items()}
    return unit, {unit: Decimal(1)}
