"""Sentences as models write them against their sources: what is wrong but proven, right but not?"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from agentic.citations.sentences import figures_in
from agentic.evidence import Draft, Evidence, Figure, ResultTable, Span
from agentic.verification.verify import verify
from evals.report import Report

GOLD = Path(__file__).parents[1] / "gold" / "proofs.toml"
BRACED = re.compile(r"\{([^}]+)\}")


@dataclass(frozen=True)
class Pair:
    """A sentence beside its sources. `false`: the characters of `text` whose numbers must not be proven."""

    about: str
    text: str
    evidence: Evidence
    question: str
    false: tuple[tuple[int, int], ...]

    def judged(self) -> tuple[list[str], list[str]]:
        """The false numbers that were called proven, and the true ones that were not."""
        passed, flagged = [], []
        checked = verify(Draft(text=self.text), self.evidence, question=self.question)
        for number in checked.numbers:
            is_false = any(start <= number.start < end for start, end in self.false)
            if is_false and number.status != "unsupported":
                passed.append(number.text)
            if not is_false and number.status == "unsupported":
                flagged.append(number.text)
        left_out = [
            self.text[start:end]
            for start, end in self.false
            if not any(start <= number.start < end for number in checked.numbers)
        ]
        return [*passed, *left_out], flagged


def run(*, limit: int | None) -> Report:
    """Check every pair of the gold file."""
    found = list(pairs())[:limit]
    rows, right, wrong, false = [], 0, 0, 0
    for pair in found:
        passed, flagged = pair.judged()
        right += bool(flagged) and not pair.false
        wrong += bool(passed)
        false += bool(pair.false)
        rows += [(pair.about, "wrong, called proven", ", ".join(passed), pair.text)] if passed else []
        rows += [(pair.about, "right, called unproven", ", ".join(flagged), pair.text)] if flagged else []
    return Report(
        title="Wrong and right sentences against their sources",
        columns=("case", "verdict", "numbers", "sentence"),
        rows=tuple(rows),
        notes=(
            f"{false} wrong sentences; {wrong} have a wrong number that is called proven or left out.",
            f"{len(found) - false} right sentences; {right} have a number that is called unproven.",
        ),
    )


def pairs() -> Iterator[Pair]:
    for case in tomllib.loads(GOLD.read_text(encoding="utf-8"))["case"]:
        evidence = _evidence(case)
        for text in (*case.get("right", ()), *case.get("wrong", ())):
            yield _pair(case, text, evidence)


def _pair(case: Mapping[str, Any], text: str, evidence: Evidence) -> Pair:
    false, bare, position = [], "", 0
    for match in BRACED.finditer(text):
        bare += text[position : match.start()]
        false.append((len(bare), len(bare) + len(match[1])))
        bare, position = bare + match[1], match.end()
    return Pair(case["about"], bare + text[position:], evidence, case.get("question", ""), tuple(false))


def _evidence(case: Mapping[str, Any]) -> Evidence:
    spans = tuple(
        Span(document_id=1, filename="report.pdf", page=number, quote=quote, kind="chunk")
        for number, quote in enumerate(case.get("quotes", ()), 1)
    )
    told = tuple(figure for span in spans for figure in figures_in(span))
    rows = tuple(tuple(row) for row in case.get("rows", ()))
    tables = (ResultTable(columns=tuple(case["columns"]), rows=rows),) if rows else ()
    return Evidence(spans=spans, figures=(*map(figure_of, case.get("figures", ())), *told), tables=tables)


def figure_of(line: str) -> Figure:
    """A figure as gold files write it: label | text | unit | scale | entity | period | fiscal | measure."""
    label, text, unit, scale, entity, period, fiscal, measure = (part.strip() for part in line.split("|"))
    start, _, end = period.partition("..")
    year, _, quarter = fiscal.partition(" Q")
    negative, digits = (
        text.startswith("("),
        text.strip("()").replace(",", "" if "." in text or unit == "USD" else "."),
    )
    return Figure(
        value=Decimal(digits) * Decimal(scale) * (-1 if negative else 1),
        text=text,
        unit=unit,
        scale=Decimal(scale),
        label=label,
        measure=measure,
        entity=entity,
        period_start=date.fromisoformat(start) if start else None,
        period_end=date.fromisoformat(end),
        fiscal_year=int(year),
        fiscal_quarter=int(quarter) if quarter else None,
        span=Span(
            document_id=2, filename="figures.pdf", page=1, quote=f"{label} {text} {fiscal}", kind="metric"
        ),
    )
