"""The names that figures are filed under, whatever a report calls them. No Django here.

A canonical name is given only to a label that means the whole measure: "Revenue from services" or
"Net sales per square foot" is none of ours. The names, what they count and the labels they go by stand in
measures.toml.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

Kind = Literal["money", "per_share", "shares", "count", "ratio"]


@dataclass(frozen=True)
class Measure:
    """`labels`: as reports write it, in lower case. `terms`: further words for it in running text."""

    kind: Kind
    labels: tuple[str, ...]
    terms: tuple[str, ...] = ()


def _read_measures() -> dict[str, Measure]:
    raw = tomllib.loads(Path(__file__).with_name("measures.toml").read_text(encoding="utf-8"))
    return {
        name: Measure(entry["kind"], tuple(entry["labels"]), tuple(entry.get("terms", ())))
        for name, entry in raw.items()
    }


MEASURES = _read_measures()

_NOTES = re.compile(
    r"\((?:see\s+)?notes?\b[^)]*\)|\((?:unaudited|audited|[a-g]|\d{1,2}|thousands|millions|billions)\)"
    r"|\((?:dollars )?in [^)]*\)|[*†‡§]",
    re.IGNORECASE,
)
_LOSS = re.compile(
    r"\((?:loss|losses|deficit|income|benefit|provision|used|expense)\)|/\(?(?:loss|losses|income|benefit)\)?",
    re.IGNORECASE,
)
_NET = re.compile(r", net(?: of .*)?$")
_EDGE = re.compile(r",? ?\b(?:beginning|ending|opening|closing)(?: balances?)?\b", re.IGNORECASE)
_LEADING_LOSS = re.compile(r"^\s*\((?:loss|deficit|benefit)\)\s*/?\s*", re.IGNORECASE)
_CASH = re.compile(
    r"^(?:total |net )?cash(?: flows?)?(?: |/|\(|\)|provided|used|generated|from|flows?|in|by|for|and|or)+?"
    r"(?:continuing )?(?P<kind>operating|operations|investing|financing)(?: activities)?"
    r"(?:[ ,–-]+(?:from )?continuing operations)?$"
)
_BASIC = re.compile(r"\bbasic\b")
_DILUTED = re.compile(r"\bdiluted\b|\bassuming dilution\b")
_PER_SHARE = re.compile(r"\bper (?:\w+ ){0,2}share\b|\bearnings per\b|\beps\b", re.IGNORECASE)
_SHARE_COUNT = re.compile(
    r"\bweighted\b|\baverage\b|\bshares (?:outstanding|used)|\bnumber of\b|\bshares\b.*\boutstanding\b",
    re.IGNORECASE,
)
_PART_OF_SHARE_MEASURE = re.compile(
    r"\b(?:dis)?continu|\badjust|\bdilutive\b|\beffect\b|\bimpact\b|\bchange\b"
)
_ATTRIBUTABLE = re.compile(
    r"^net (?:income|earnings|loss|profit)(?:/loss)? (?:attributable|available) to "
    r"(?!.*\b(?:noncontrolling|non-controlling|minority|redeemable|participating|discontinued|per)\b)"
    r"[\w\s.,&'’-]{2,60}$"
)
_SECTION_WORDS = (
    "statement statements consolidated current noncurrent non-current long-term asset assets "
    "liabilities equity revenue revenues net sales cost costs expense expenses income earnings loss "
    "profit operations operating investing financing cash adjustments changes supplemental gross per "
    "share shares shareholders' shareholders stockholders' stockholders shareowners' basic diluted "
    "weighted weighted-average average common other commitments three six nine twelve fiscal for year "
    "years quarter months weeks as at january february march april may june july august september "
    "october november december unaudited reported gaap total summary selected balance results "
    "financial accrued property capital treasury retained provision interest taxes depreciation "
    "amounts"
).split()


def normalise(label: str) -> str:
    """`label` as the vocabulary writes it: lower case, one apostrophe, no notes, no losses beside income."""
    text = _LEADING_LOSS.sub("", _NOTES.sub(" ", label.replace("’", "'")))
    text = _LOSS.sub(" ", _EDGE.sub("", text)).replace("income/", "income")
    return " ".join(text.lower().split()).strip(" :.,;–—-")


@cache
def _by_label() -> dict[str, str]:
    return {label: name for name, measure in MEASURES.items() for label in measure.labels}


def canonical_name(label: str, path: Sequence[str] = ()) -> str:
    """The name of what `label` measures, or "" where it is a part, a ratio or none of ours.

    `path`: the labels it stands under. A parent that is no section of a statement, such as the name of a
    segment, makes it a part.
    """
    text = normalise(label)
    if not text or any(not _is_section(parent) for parent in path):
        return ""
    per_share = _share_measure(text, path)
    if per_share:
        return per_share
    cash = _CASH.match(text)
    if cash:
        return f"{cash['kind'].replace('operations', 'operating')}_cash_flow"
    if _ATTRIBUTABLE.match(text):
        return "net_income_attributable"
    labels = _by_label()
    return labels.get(text) or labels.get(_NET.sub("", text), "")


def kind_of(canonical: str) -> Kind:
    """What the measure counts."""
    return MEASURES[canonical].kind


def fits(canonical: str, unit: str) -> bool:
    """Whether a figure in `unit` counts what the measure counts."""
    return {
        "money": len(unit) == 3,
        "per_share": unit.endswith("/share") or len(unit) == 3,
        "shares": unit == "shares",
        "count": len(unit) != 3 and unit not in ("%", "pp"),
        "ratio": unit == "%",
    }[kind_of(canonical)]


def _is_section(parent: str) -> bool:
    """Whether a parent heads a part of a statement or a span of time, rather than a part of the company."""
    words = normalise(parent).removeprefix("the ").split()
    first = words[0].strip(",") if words else ""
    return first in _SECTION_WORDS or first[:4].isdigit()


def _share_measure(text: str, path: Sequence[str]) -> str:
    """“Basic” or “Diluted” with what its parents add: earnings per share, or a count of shares."""
    is_diluted = bool(_DILUTED.search(text))
    if not (is_diluted or _BASIC.search(text)) or _PART_OF_SHARE_MEASURE.search(text):
        return ""
    suffix = "diluted" if is_diluted else "basic"
    for words in (text, path[-1] if path else ""):
        if _SHARE_COUNT.search(words):
            return f"shares_{suffix}"
        if _PER_SHARE.search(words):
            return f"eps_{suffix}"
    return ""


def labels_of(canonical: str) -> tuple[str, ...]:
    """The labels and terms that a measure goes by, in lower case."""
    measure = MEASURES[canonical]
    return measure.labels + measure.terms


@cache
def _measure_pattern() -> re.Pattern[str]:
    words = sorted(_terms(), key=len, reverse=True)
    pattern = "|".join(re.escape(word).replace(r"\ ", r"[\s-]+").replace("'", "['’]") for word in words)
    return re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.IGNORECASE)


@cache
def _terms() -> dict[str, str]:
    terms = {word: name for name, measure in MEASURES.items() for word in measure.labels + measure.terms}
    for kind in ("operating", "investing", "financing"):
        for verb in ("provided by", "used in", "from", "generated by", "provided by (used in)", "used for"):
            terms[f"cash {verb} {kind} activities"] = f"{kind}_cash_flow"
            terms[f"net cash {verb} {kind} activities"] = f"{kind}_cash_flow"
    return terms


def find_measures(text: str) -> list[tuple[str, int, int]]:
    """The canonical names that `text` mentions, with their character offsets; the longest words win."""
    found = []
    for match in _measure_pattern().finditer(text):
        key = re.sub(r"\s+", " ", match[0].lower().replace("’", "'"))
        name = _terms().get(key) or _terms().get(key.replace("-", " ")) or _hyphenated(key)
        if name:
            found.append((name, match.start(), match.end()))
    return found


@cache
def _unhyphenated() -> dict[str, str]:
    return {re.sub(r"[\s-]+", " ", term): name for term, name in _terms().items()}


def _hyphenated(key: str) -> str:
    return _unhyphenated().get(re.sub(r"[\s-]+", " ", key), "")
