"""Financial analyses of filings against figures read from them by hand: given, right, wrong, refused."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from agentic.analysis.analyse import Analysis, analyse_document
from agentic.analysis.cells import Cell
from evals.answer_sets.stores import Setting, open_stores
from evals.report import CannotMeasure, Report

GOLD = Path(__file__).parents[1] / "gold" / "analyses.tsv"
MILLION = Decimal(1_000_000)
OFF = Decimal("0.002")  # of the value: what is stated in billions with one decimal is right
OUTCOMES = ("right", "wrong", "refused though stated", "rightly refused")

Gold = Mapping[str, Decimal | None]


@dataclass(frozen=True)
class Judged:
    """One cell of one filing. `kind`: field | ratio."""

    document: str
    of_year: bool
    kind: str
    cell: Cell
    expected: Decimal | None

    @property
    def outcome(self) -> str:
        value = self.cell.value
        if value is None:
            return "rightly refused" if self.expected is None else "refused though stated"
        if self.expected is None:
            return "wrong"
        return "right" if abs(value - self.expected) <= abs(self.expected) * OFF else "wrong"


def run(*, data: Path, limit: int | None, keep: str = "") -> Report:
    """`keep`: workspaces (by commas) whose documents are read already."""
    gold = dict(list(read_gold().items())[:limit])
    folders = Setting(data).folders.values()
    groups = [[path for path in sorted(folder.glob("*.pdf")) if path.stem in gold] for folder in folders]
    judged: list[Judged] = []
    with open_stores(groups=[group for group in groups if group], tier="none", keep=keep) as stores:
        for store in stores.stores:
            for name, document in store.documents.items():
                if name in gold:
                    judged += judge(name, analyse_document(store.user, document), gold[name])
    if not judged:
        raise CannotMeasure("None of the filings of evals/gold/analyses.tsv is there.")
    return report(judged)


def read_gold(path: Path = GOLD) -> dict[str, Gold]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return {
        row.pop("document"): {
            name: Decimal(value) * MILLION if value else None for name, value in row.items()
        }
        for row in rows
    }


def expected(gold: Gold, *, of_year: bool) -> dict[str, Decimal | None]:
    """Every field and ratio as it follows from what was read by hand; None for what must be refused.

    Of quarters no ratio is expected that sets what a year brings against a balance.
    """
    ebitda = _sum(gold["operating_income"], gold["depreciation"])
    equity = _sum(gold["equity"], gold["equity_before"])
    return {
        **{name: gold[name] for name in ("revenue", "total_debt", "equity", "cash_flow", "net_income")},
        "ebitda": ebitda,
        "operating_income": gold["operating_income"],
        "debt_to_equity": _ratio(gold["total_debt"], gold["equity"]),
        "net_margin": _ratio(gold["net_income"], gold["revenue"]),
        "operating_margin": _ratio(gold["operating_income"], gold["revenue"]),
        "return_on_equity": _ratio(gold["net_income"], equity / 2 if equity else None) if of_year else None,
        "debt_to_ebitda": _ratio(gold["total_debt"], ebitda) if of_year else None,
    }


def _sum(one: Decimal | None, other: Decimal | None) -> Decimal | None:
    return None if one is None or other is None else one + other


def _ratio(one: Decimal | None, other: Decimal | None) -> Decimal | None:
    return None if one is None or not other else one / other


def judge(document: str, analysis: Analysis, gold: Gold) -> Iterator[Judged]:
    newest = analysis.newest
    if newest is None:
        return
    values = expected(gold, of_year=newest.span.is_year)
    for kind, cells in (("field", newest.fields), ("ratio", newest.ratios)):
        for cell in cells:
            yield Judged(document, newest.span.is_year, kind, cell, values[cell.item.name])


def report(judged: list[Judged]) -> Report:
    rows = []
    for of_year, period in ((True, "newest year"), (False, "newest quarter")):
        for kind in ("field", "ratio"):
            some = [each for each in judged if each.of_year == of_year and each.kind == kind]
            counts = Counter(each.outcome for each in some)
            filings = len({each.document for each in some})
            given = counts["right"] + counts["wrong"]
            rows.append((f"{period}, {kind}s", filings, len(some), given, *(counts[o] for o in OUTCOMES)))
    return Report(
        title="Financial analyses of filings",
        columns=("what", "filings", "cells", "given", *OUTCOMES),
        rows=tuple(rows),
        notes=tuple(_misses(judged)),
    )


def _misses(judged: list[Judged]) -> Iterator[str]:
    for outcome in ("wrong", "refused though stated"):
        for each in (each for each in judged if each.outcome == outcome):
            said = each.cell.text or each.cell.refused
            noted = f" ({each.cell.note})" if each.cell.note else ""
            meant = f"; by hand {each.expected:.4g}" if each.expected is not None else ""
            yield f"{outcome}: {each.document}, {each.cell.label}: {said}{noted}{meant}"
