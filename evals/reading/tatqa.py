"""Figures that the rule reader takes from tables of TAT-QA, against what the questions on them rest on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

from evals.reading.tatqa_files import write_html, write_pdf
from evals.reading.tatqa_gold import Asked, Cell, Context, read_contexts, words_of
from evals.report import Report
from reading.figures.read import read_figures
from reading.formats.media_types import HTML, PDF
from reading.model import MetricDraft, RowDraft
from reading.parse import parse_document
from reading.tables.read import read_tables

FORMS = {"html": (write_html, HTML), "pdf": (write_pdf, PDF)}
STEPS = ("value", "+ scale", "+ period", "+ label", "+ column")
KINDS = ("value", "scale", "period", "label", "column")  # what a miss is missed by


@dataclass(frozen=True)
class Found:
    """How far the best figure stored for a number goes: 0 nothing, 1 its digits … 5 all of `STEPS`.

    `near`: that figure. `in_rows`: whether the digits are kept with a row of a table at least.
    """

    context: Context
    asked: Asked
    steps: int
    near: MetricDraft | None
    in_rows: bool


def run(*, data: Path, limit: int | None, form: str = "both", misses: str = "") -> Report:
    """Recall of the numbers that questions rest on, in contexts whose misses were read and in others.

    `form`: html, pdf or both. `misses`: a file for those that may be read; the others are kept unseen.
    """
    forms = tuple(FORMS) if form == "both" else (form,)
    contexts = list(read_contexts(data, limit))
    found = {each: [one for context in contexts for one in read_context(context, each)] for each in forms}
    if misses:
        Path(misses).write_text("\n".join(_told(found)), encoding="utf-8")
    return Report(
        title="Figures of unseen tables (TAT-QA)",
        columns=("contexts", "numbers asked", "in rows", *STEPS),
        rows=tuple(_rows(found)),
        notes=tuple(_notes(found)),
    )


def read_context(context: Context, form: str) -> list[Found]:
    """What is stored of each number asked, where the context is read from a file of that form."""
    rows, metrics = read_as(context, form)
    numbers = {_number(value) for row in rows for value in row.properties.values()}
    of_tables = [each for each in metrics if each.row is not None and each.numeric_value is not None]
    return [_found(context, asked, of_tables, numbers) for asked in context.asked]


def read_as(context: Context, form: str) -> tuple[list[RowDraft], list[MetricDraft]]:
    write, media_type = FORMS[form]
    with TemporaryDirectory(prefix="ragsite-tatqa-") as folder:
        path = write(context, Path(folder) / f"context.{form}")
        parsed = parse_document(path, media_type=media_type)
    return read_figures(parsed, read_tables(parsed), entity="")


def _number(value: object) -> Decimal:
    return abs(Decimal(str(value))).normalize() if isinstance(value, int | float) else Decimal(-1)


def _found(context: Context, asked: Asked, metrics: Sequence[MetricDraft], in_rows: set[Decimal]) -> Found:
    pairs = [(_steps(metric, cell, asked.scale), metric) for metric in metrics for cell in asked.cells]
    steps, near = max(pairs, key=lambda pair: pair[0], default=(0, None))
    bases = [Decimal(factor) for factor in ("0.01", 1, 10**3, 10**6, 10**9)]
    has_row = any((asked.cells[0].number * base).normalize() in in_rows for base in bases)
    return Found(context, asked, steps, near if steps else None, has_row)


def _steps(metric: MetricDraft, cell: Cell, scale: Decimal | None) -> int:
    """How many of `STEPS` hold, one after the other. What the gold does not tell holds."""
    assert metric.numeric_value is not None
    said = words_of(f"{metric.metric_name} {metric.context} {metric.period}")
    checks = (
        abs(metric.numeric_value) == cell.number * metric.scale,
        scale is None or metric.scale == scale,
        not cell.years or _is_of(metric, cell),
        cell.label_words <= said,
        cell.heading_words <= said,
    )
    return next((at for at, holds in enumerate(checks) if not holds), len(checks))


def _is_of(metric: MetricDraft, cell: Cell) -> bool:
    """The year of its end, its fiscal year, or that in which an amount of the table's day falls due."""
    own = {metric.fiscal_year, metric.period_end.year if metric.period_end else None}
    told = words_of(f"{metric.metric_name} {metric.context}")
    return bool(cell.years & own) or (metric.period_end is not None and {str(y) for y in cell.years} <= told)


def _rows(found: dict[str, list[Found]]) -> Iterator[tuple[object, ...]]:
    for form, all_of_form in found.items():
        for name, unseen in (("looked at", False), ("kept unseen", True)):
            part = [each for each in all_of_form if _is_unseen(each.context) == unseen]
            yield (f"{form}: {name}", len(part), _share(part, 0), *(_share(part, at) for at in range(1, 6)))


def _is_unseen(context: Context) -> bool:
    """A quarter, whose misses nobody reads: what a rule gains there it gains on tables never seen."""
    return context.index % 4 == 3


def _share(found: Sequence[Found], step: int) -> str:
    count = sum(each.steps >= step if step else each.in_rows for each in found)
    return f"{count / max(len(found), 1):.3f}"


def _notes(found: dict[str, list[Found]]) -> Iterator[str]:
    everything = [each for part in found.values() for each in part]
    scaled = sum(each.asked.scale is not None for each in everything)
    dated = sum(any(cell.years for cell in each.asked.cells) for each in everything)
    yield (
        f"Of {len(everything)} numbers the scale is known of {scaled} and the year of {dated};"
        " what is not known counts as found."
    )
    for form, part in found.items():
        kinds = Counter(_kind(each) for each in part if each.steps < len(STEPS))
        yield f"{form}, missed by {_listed(kinds)}."


def _kind(found: Found) -> str:
    kind = KINDS[found.steps]
    if kind == "period" and found.near is not None:
        return "period: none stored" if found.near.period_end is None else "period: another stored"
    if kind == "value":
        return "value: only in rows" if found.in_rows else "value: nowhere"
    return kind


def _listed(kinds: Counter[str]) -> str:
    return "; ".join(f"{name} ×{count}" for name, count in kinds.most_common())


def _told(found: dict[str, list[Found]]) -> Iterable[str]:
    """The misses that may be read, a line each."""
    for form, part in found.items():
        for each in part:
            if each.steps < len(STEPS) and not _is_unseen(each.context):
                cell, near = each.asked.cells[0], each.near
                stored = (
                    f"{near.metric_name!r} {near.value} {near.scale:f} {near.period!r} {near.period_end}"
                    f" in {near.context!r}"
                    if near
                    else "nothing"
                )
                yield (
                    f"{each.context.index} {form} {_kind(each)}: {cell.text!r} × {each.asked.scale} of"
                    f" {cell.label!r} under {cell.headings} {sorted(cell.years)}; stored {stored}"
                )
