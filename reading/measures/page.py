"""The vocabulary of canonical names as a page of the documentation, docs/vocabulary.md."""

from __future__ import annotations

from collections.abc import Iterable

from reading.measures.catalogue import MEASURES, Kind, Measure, Statement

EXAMPLES = 4  # labels shown of each measure
INTRODUCTION = """# Vocabulary

Reports call one thing by many names. A figure whose label means a whole measure of the whole company also
gets a *canonical name*, so that "revenue in 2022" finds "Total net sales"; the label as written is kept
beside it. This page is printed by `python manage.py vocabulary`; the names stand in
`reading/measures/measures.toml`.

- A part gets no name: a segment, a product, a row under "Changes in …" or "Adjustments …", an adjusted
  figure.
- Where several figures of a document go by one name for one time, its statements decide: one elsewhere
  that says something else loses the name (`reading/figures/canonical.py`).
- Values are in base units: dollars rather than millions of them, per cent as a fraction.
- A figure *over a span* has the first and the last day of it; one *on a day* has that day only.
"""
_KINDS: dict[Kind, str] = {
    "money": "money",
    "per_share": "money per share",
    "shares": "shares",
    "count": "number",
    "ratio": "per cent",
}
_STATEMENTS: dict[Statement, str] = {
    "income": "Income statement",
    "balance": "Balance sheet",
    "cash_flow": "Cash flow statement",
    "other": "Other measures",
}


def vocabulary_page() -> str:
    """Every canonical name with its meaning, unit, time and some of its labels, by statement; Markdown."""
    parts = [INTRODUCTION]
    for statement, heading in _STATEMENTS.items():
        rows = [_row(name, each) for name, each in MEASURES.items() if each.statement == statement]
        parts.append("\n".join([f"## {heading}", "", *_table(rows)]) + "\n")
    return "\n".join(parts)


def _table(rows: Iterable[tuple[str, ...]]) -> Iterable[str]:
    heads = ("name", "what it means", "unit", "time", "labels, for example")
    for cells in (heads, ("---",) * len(heads), *rows):
        yield f"| {' | '.join(cells)} |"


def _row(name: str, measure: Measure) -> tuple[str, ...]:
    time = "on a day" if measure.is_instant else "over a span"
    return f"`{name}`", measure.meaning, _KINDS[measure.kind], time, "; ".join(measure.labels[:EXAMPLES])
