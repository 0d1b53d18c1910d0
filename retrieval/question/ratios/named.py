"""The named ratios of `ratios.toml`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from retrieval.question.plans.model import Expression, Leaf, Number, Unit
from retrieval.question.ratios.formulas import parse_formula

TO = re.compile(r"[\s-]to[\s-]")
INITIALS = re.compile(r"\b(?:ebitda|ebit)\b")
STATED = "_stated"  # after a measure's name: what documents state, where the ratio goes by the same name


@dataclass(frozen=True)
class Ratio:
    """`unit`: % | times | days | money. `source`: the definition, in words. `words`: its name in answers.

    `better`: higher | lower; “” of what nobody can say. `span`: its formula for a quarter or another part of
    a year, with `days` for how many that has; empty where there is none.
    """

    name: str
    expression: Expression
    unit: Unit
    asked: tuple[str, ...]
    source: str
    words: str
    better: str = ""
    span: str = ""


@cache
def ratios() -> dict[str, Ratio]:
    """All ratios by name; each may be made of those before it in the file."""
    raw = tomllib.loads(Path(__file__).with_name("ratios.toml").read_text(encoding="utf-8"))
    named: dict[str, Expression] = {}
    found: dict[str, Ratio] = {}
    for name, entry in raw.items():
        stated: dict[str, Expression] = {f"{name}{STATED}": Leaf(name)}
        named[name] = parse_formula(entry["formula"], named=named | stated)
        found[name] = _ratio(name, named[name], entry)
    return found


def _ratio(name: str, expression: Expression, entry: dict[str, Any]) -> Ratio:
    asked = (name.replace("_", " "), *entry.get("asked", ()))
    words = entry.get("called") or INITIALS.sub(lambda found: found[0].upper(), name.replace("_", " "))
    better, span = entry.get("better", ""), entry.get("span", "")
    return Ratio(name, expression, entry["unit"], asked, entry["source"], words, better, span)


def over_span(ratio: Ratio, days: int) -> Expression | None:
    """The ratio's expression for a part of a year that has so many days; None where there is none."""
    if not ratio.span:
        return None
    named: dict[str, Expression] = {each.name: each.expression for each in ratios().values()}
    return parse_formula(ratio.span, named=named | {"days": Number(Decimal(days))})


@cache
def _pattern() -> re.Pattern[str]:
    """All ways to call a ratio, the longest first; blanks and hyphens are one."""
    ways = sorted({way for ratio in ratios().values() for way in ratio.asked}, key=len, reverse=True)
    return re.compile(rf"(?<![\w&])(?:{'|'.join(map(_written, ways))})s?(?![\w&])", re.IGNORECASE)


def _written(way: str) -> str:
    """The pattern of one way; of “debt to equity” either side may be called total."""
    sides = TO.split(way, maxsplit=1)
    sides = [re.sub(r"^total ", "", side) for side in sides] if len(sides) == 2 else sides
    said = [re.sub(r"\\?[ -]", r"[\\s-]+", re.escape(side)) for side in sides]
    said = [side.replace(r"cash[\s-]+flow", r"cash[\s-]*flow").replace("'", "['’]?") for side in said]
    total = r"(?:total[\s-]+)?"
    return f"{total}{said[0]}[\\s-]+to[\\s-]+{total}{said[1]}" if len(said) == 2 else said[0]


def find_ratios(text: str) -> list[tuple[Ratio, int, int]]:
    """The ratios that the text names, with their characters, in its order."""
    return [(_by_way()[_plain(match[0])], *match.span()) for match in _pattern().finditer(text)]


@cache
def _by_way() -> dict[str, Ratio]:
    return {_plain(way): ratio for ratio in ratios().values() for way in ratio.asked}


def _plain(way: str) -> str:
    words = re.sub(r"[\s-]+", " ", re.sub(r"['’]", "", way.lower())).replace("cashflow", "cash flow")
    if TO.search(words):
        words = words.removeprefix("total ").replace(" to total ", " to ", 1)
    return words if words.endswith("ss") else words.removesuffix("s")
