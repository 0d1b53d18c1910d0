"""Figures that the rule reader stores, against figures judged by hand from the pages."""

from __future__ import annotations

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from evals.reading.placing import Placed, place_metrics
from evals.report import Report
from reading.figures.read import read_figures
from reading.model import MetricDraft
from reading.parse import parse_document
from reading.tables.read import read_tables

GOLD = Path(__file__).parents[1] / "gold" / "figures.tsv"
FOLDERS = ("financebench", "sec-10-q")  # of the data, that hold the filings
STATEMENTS = ("income", "balance", "cash_flow")
ATTRIBUTES = ("value", "unit", "scale", "period", "label")
# Names of bands of confidence, from, below: what is stored with more should be right more often.
CONFIDENCE = (("0.9 and more", 0.9, 1.01), ("0.7 to 0.9", 0.7, 0.9), ("below 0.7", 0.0, 0.7))
NO_FIGURE = "none"  # the gold label of what is no figure at all: a page number, the name of a plan


@dataclass(frozen=True, kw_only=True)
class GoldFigure:
    """What truly stands at one place of a page. `period`, `unit` and `label`: alternatives between “|”.

    `x`, `y`: points from the page's top left corner to the middle of the figure. `period`: "start/end" in
    ISO days, no start for an instant. `label`: words that the stored name or its context must hold; "+word":
    the name itself; "-word": not in the name; "~word": neither in the name nor in its column's heading;
    "!word": nowhere. `first`: what was wrong with it when it was drawn, or "right".
    """

    draw: str
    document: str
    page: int
    kind: str
    x: float
    y: float
    written: str
    value: Decimal | None
    unit: str
    scale: Decimal | None
    period: str
    label: str
    first: str
    note: str

    @property
    def group(self) -> str:
        return "main statements" if self.kind in STATEMENTS else "elsewhere"


@dataclass(frozen=True)
class Verdict:
    """`wrong`: attributes that are not as in the gold file. `stored`: False if nothing is stored there.

    `confidence`: 0–1, of what is stored; the least, if that is more than one figure.
    """

    gold: GoldFigure
    stored: bool
    wrong: tuple[str, ...] = ()
    confidence: float = 0.0


def run(*, data: Path, limit: int | None, draw: str = "", gold: str = "") -> Report:
    """Precision of what is stored at the places of the gold file. `draw`: only figures of that draw."""
    figures = [figure for figure in read_gold(Path(gold) if gold else GOLD) if draw in ("", figure.draw)]
    by_document: dict[str, list[GoldFigure]] = defaultdict(list)
    for figure in figures:
        by_document[figure.document].append(figure)
    verdicts = [
        verdict
        for name, expected in sorted(by_document.items())[:limit]
        for verdict in judge(expected, list(_read(data, name)))
    ]
    return Report(
        title="Precision of figures, by a gold file judged by hand",
        columns=("figures", "drawn", "stored now", "right", "precision", *ATTRIBUTES, "precision when drawn"),
        rows=tuple(rows_of(verdicts)),
        notes=tuple(_misses(verdicts)),
    )


def read_gold(path: Path) -> list[GoldFigure]:
    with path.open(encoding="utf-8", newline="") as file:
        return [_gold(row) for row in csv.DictReader(file, delimiter="\t")]


def _gold(row: Mapping[str, str]) -> GoldFigure:
    text = {name: row[name] for name in ("draw", "document", "kind", "written", "unit", "period", "label")}
    return GoldFigure(
        **text,
        page=int(row["page"]),
        x=float(row["x"]),
        y=float(row["y"]),
        value=Decimal(row["value"]) if row["value"] else None,
        scale=Decimal(row["scale"]) if row["scale"] else None,
        first=row["first"],
        note=row["note"],
    )


def judge(expected: Iterable[GoldFigure], placed: Sequence[Placed]) -> Iterator[Verdict]:
    """One verdict for each gold figure. Of several figures stored at its place each must be right."""
    by_page: dict[int, list[Placed]] = defaultdict(list)
    for each in placed:
        by_page[each.page].append(each)
    for gold in expected:
        here = [each.metric for each in by_page[gold.page] if each.covers(gold.x, gold.y)]
        wrong = {name for metric in here for name in faults(gold, metric)}
        sure = min((metric.confidence for metric in here), default=0.0)
        yield Verdict(gold, bool(here), tuple(name for name in ATTRIBUTES if name in wrong), sure)


def faults(gold: GoldFigure, metric: MetricDraft) -> list[str]:
    """The attributes of a stored figure that are not as in the gold file."""
    if gold.label == NO_FIGURE:
        return ["label"]
    period = f"{metric.period_start or ''}/{metric.period_end or ''}"
    right = {
        "value": metric.numeric_value == gold.value,
        "unit": metric.unit in gold.unit.split("|"),
        "scale": metric.scale == gold.scale,
        "period": period in gold.period.split("|"),
        "label": says(gold.label, metric.metric_name, metric.context),
    }
    return [name for name in ATTRIBUTES if not right[name]]


def says(label: str, name: str, context: str) -> bool:
    """Whether a stored name, with its context, says what one alternative of the gold label asks for."""
    in_name, anywhere = _words(name), _words(f"{name} {context}")
    heading = in_name | _words(context.rpartition("›")[2])
    places = {"+": in_name, "-": in_name, "~": heading}
    return any(
        all(
            _holds(places.get(word[0], anywhere), word.lstrip("+-~!")) != (word[0] in "-~!")
            for word in alternative.split()
        )
        for alternative in label.split("|")
    )


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+|\d+", text.lower()))


def _holds(words: set[str], wanted: str) -> bool:
    """Numbers as they are, words by their beginning: “liabilit” is in “Liabilities”."""
    return all(
        part in words or (part.isalpha() and any(word.startswith(part) for word in words))
        for part in _words(wanted)
    )


def _read(data: Path, name: str) -> Iterator[Placed]:
    found = [path for folder in FOLDERS if (path := data / folder / f"{name}.pdf").exists()]
    if not found:
        raise FileNotFoundError(f"{name}.pdf is neither in financebench/ nor in sec-10-q/ of {data}.")
    parsed = parse_document(found[0], media_type="application/pdf")
    tables = read_tables(parsed)
    yield from place_metrics(parsed, tables, read_figures(parsed, tables, entity="")[1])


def rows_of(verdicts: Sequence[Verdict]) -> Iterator[tuple[object, ...]]:
    """A row for each draw, kind of figure and band of confidence."""
    for draw in sorted({verdict.gold.draw for verdict in verdicts}):
        drawn = [verdict for verdict in verdicts if verdict.gold.draw == draw]
        for group in ("main statements", "elsewhere"):
            yield _row(f"draw {draw}: {group}", [each for each in drawn if each.gold.group == group])
    for kind in sorted({verdict.gold.kind for verdict in verdicts}):
        yield _row(f"kind: {kind}", [each for each in verdicts if each.gold.kind == kind])
    for group in ("main statements", "elsewhere"):
        yield _row(f"all: {group}", [each for each in verdicts if each.gold.group == group])
    for name, least, below in CONFIDENCE:
        within = [each for each in verdicts if each.stored and least <= each.confidence < below]
        yield _row(f"confidence: {name}", within)


def _row(name: str, verdicts: Sequence[Verdict]) -> tuple[object, ...]:
    """`precision`: right ÷ stored now; under each attribute the share of those stored that have it right."""
    stored = [verdict for verdict in verdicts if verdict.stored]
    wrong = Counter(attribute for verdict in stored for attribute in verdict.wrong)
    right = sum(not verdict.wrong for verdict in stored)
    first = sum(verdict.gold.first == "right" for verdict in verdicts)
    shares = (_share(len(stored) - wrong[attribute], len(stored)) for attribute in ATTRIBUTES)
    precision = _share(right, len(stored))
    return (name, len(verdicts), len(stored), right, precision, *shares, _share(first, len(verdicts)))


def _share(count: int, of: int) -> str:
    return f"{count / of:.3f}" if of else "–"


def _misses(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Every figure that is wrong, and how many right ones are no longer stored."""
    lost = Counter(each.gold.first == "right" for each in verdicts if not each.stored)
    yield f"No longer stored: {lost[True]} that were right when drawn, {lost[False]} that were wrong."
    for verdict in verdicts:
        if verdict.wrong:
            gold = verdict.gold
            place = f"{gold.document} p. {gold.page}, {gold.kind}, “{gold.written}”"
            yield (
                f"{place}: wrong in {', '.join(verdict.wrong)}"
                + (f" ({gold.note})" if gold.note else "")
                + "."
            )
