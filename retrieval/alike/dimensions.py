"""What is measured, which a number's unit tells without its name: “25 Nm” is a torque."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

MARK = "§u"
_SAID = tomllib.loads(Path(__file__).with_name("dimensions.toml").read_text(encoding="utf-8"))
NAMES = {
    f"{MARK}{name}": re.compile(rf"(?<!\w)(?:{said['names']})(?!\w)", re.IGNORECASE)
    for name, said in _SAID.items()
}
UNITS = {
    f"{MARK}{name}": re.compile(rf"(?<![\w.,])\d[\d.,]*\s?(?:{said['units']})(?![\w²³])")
    for name, said in _SAID.items()
}


def measured_in(text: str) -> frozenset[str]:
    """The marks of what the numbers of a text measure, by their units."""
    if not any(map(str.isdigit, text)):
        return frozenset()
    return frozenset(mark for mark, pattern in UNITS.items() if pattern.search(text))
