"""What an analysis gives: eight fields with the company's name, five ratios, and more of `ratios.toml`."""

from __future__ import annotations

from collections.abc import Sequence

from documents.refusals import RefusedChange
from reading.measures.catalogue import MEASURES
from retrieval.question.plans.model import Expression, First, Leaf, leaves
from retrieval.question.ratios.named import Ratio, ratios

EQUITY = First((Leaf("equity"), Leaf("equity_including_noncontrolling")))
RATIOS = ("debt_to_equity", "net_margin", "operating_margin", "return_on_equity", "debt_to_ebitda")
ALL = "all"
CALLED = {"ebitda": "EBITDA", "ebit": "EBIT", "sga": "SG&A"}  # in words of a label
MEASURES_CALLED = {
    "depreciation_amortization": "depreciation and amortization",
    "property_plant_equipment": "property, plant and equipment",
    "cash_and_equivalents": "cash and equivalents",
    "equity_including_noncontrolling": "equity including noncontrolling interests",
    "sga_expense": "selling, general and administrative expense",
}


def _field(name: str, expression: Expression, words: str = "") -> Ratio:
    meaning = MEASURES[expression.measure].meaning if isinstance(expression, Leaf) else ""
    return Ratio(name, expression, "money", (), meaning, words or name.replace("_", " "))


# Beside the company's name, which is the eighth.
FIELDS = (
    _field("revenue", Leaf("revenue")),
    ratios()["total_debt"],
    Ratio("equity", EQUITY, "money", (), MEASURES["equity"].meaning, "equity"),
    _field("cash_flow", Leaf("operating_cash_flow"), "cash flow from operations"),
    _field("net_income", Leaf("net_income")),
    ratios()["ebitda"],
    _field("operating_income", Leaf("operating_income")),
)
_FIELD_NAMES = {field.name for field in FIELDS}
FIELD_MEASURES = sorted({leaf.measure for field in FIELDS for leaf in leaves(field.expression)})
MEASURES_NEEDED = sorted(
    {leaf.measure for item in (*FIELDS, *ratios().values()) for leaf in leaves(item.expression)}
    & MEASURES.keys()
)


def label_of(item: Ratio) -> str:
    """“Debt to EBITDA”, “Net margin”."""
    words = " ".join(CALLED.get(word, word) for word in item.words.split())
    return words[:1].upper() + words[1:]


def words_of(leaf: Leaf) -> str:
    """“long-term debt”, “equity a year before”."""
    words = MEASURES_CALLED.get(leaf.measure) or " ".join(
        CALLED.get(word, word) for word in leaf.measure.split("_")
    )
    words = words.replace("long term", "long-term").replace("short term", "short-term")
    return f"{words} a year before" if leaf.years else words


def ratios_called(asked: Sequence[str]) -> tuple[Ratio, ...]:
    """The five, then those asked for by name or as “all”, in the file's order. Raises `RefusedChange`."""
    names = [name.strip().lower().replace(" ", "_").replace("-", "_") for name in asked if name.strip()]
    if ALL in names:
        names = list(ratios())
    for name in names:
        if name not in ratios():
            raise RefusedChange(f"There is no ratio “{name[:40]}”: choose {', '.join(ratios())}, or {ALL}.")
    more = [name for name in ratios() if name in names and name not in RATIOS and name not in _FIELD_NAMES]
    return tuple(ratios()[name] for name in (*RATIOS, *more))


def item_called(name: str) -> Ratio:
    """A field, else a ratio."""
    return next((field for field in FIELDS if field.name == name), None) or ratios()[name]


def is_mixed(expression: Expression) -> bool:
    """Whether it sets what a span of time brings against the balance of a day."""
    return len({_is_instant(leaf) for leaf in leaves(expression)}) > 1


def is_of_days(expression: Expression) -> bool:
    """Whether it is made of balances alone."""
    return all(_is_instant(leaf) for leaf in leaves(expression))


def _is_instant(leaf: Leaf) -> bool:
    return leaf.measure in MEASURES and MEASURES[leaf.measure].is_instant
