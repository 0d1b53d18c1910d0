"""A computed value: how it is written, and the figure that it is."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal

from agentic.evidence import Figure
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.queries import YEAR_DAYS, FigureRow
from agentic.plans.evaluate import NotComputable, Value
from reading.values.periods import Period
from reading.values.quantities import find_quantities
from retrieval.question.plans.model import Growth, Plan, Test

PER_CENT = re.compile(r"%|\bper\s?cent", re.IGNORECASE)


@dataclass(frozen=True)
class Computed:
    """The value of one company's period, with the figures that it was made of."""

    period: Period
    value: Value
    whose: str = ""

    @property
    def newest(self) -> FigureRow:
        return max(self.value.rows, key=lambda row: (row.period_end is not None, row.period_end, row.days))


Failed = tuple[str, Period, NotComputable]  # whose, when and why


def bound_figure(plan: Plan, test: Test, computed: Computed) -> Figure:
    """The bound as a number that the question, or whoever is named, has set."""
    row = computed.newest
    quantity = find_quantities(test.written)[0]
    return Figure(
        value=test.value,
        text=test.written,
        unit=test.unit,
        scale=quantity.scale,
        label=plan.words,
        entity=row.entity_name,
        period=test.source,
        period_start=computed.period.start_date,
        period_end=row.period_end,
        fiscal_year=row.fiscal_year,
        formula=test.source or "as the question sets it",
    )


def when(computed: Computed) -> str:
    row = computed.newest
    spans = [each for each in computed.value.rows if each.days > YEAR_DAYS]
    return wording.when(spans[0] if spans and spans[0].period_end == row.period_end else row)


def written(case: Case, plan: Plan, value: Value) -> str:
    number = value.value
    if plan.unit == "money" and value.rows:
        return wording.plain_amount(
            number, wording.in_scale(value.rows[0], case.manner.scale, case.manner.decimals)
        )
    if plan.unit == "%" and _as_number(case, plan):
        return f"{rounded(number, decimals_of(case, 2))} ({rounded(number * 100, 1)}%)"
    if plan.unit == "%":
        return f"{rounded(number * 100, decimals_of(case, 1))}%"
    if plan.unit == "days":
        return f"{rounded(number, decimals_of(case, 1))} days"
    return f"{rounded(number, decimals_of(case, 2))} times"


def _as_number(case: Case, plan: Plan) -> bool:
    """Whether a share is to be told as a number too: “Round the payout ratio to two decimal places”."""
    if case.manner.percent or (case.manner.decimals or 0) < 2 or isinstance(plan.expression, Growth):
        return False
    return not PER_CENT.search(case.question)


def decimals_of(case: Case, usual: int) -> int:
    return usual if case.manner.decimals is None else case.manner.decimals


def rounded(number: Decimal, decimals: int) -> Decimal:
    return number.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)


def _as_written(text: str, scale: Decimal, value: Decimal) -> Decimal:
    """The value to the digits that are written."""
    digits = wording.DIGITS.search(text.rpartition("(")[2])
    assert digits is not None, "a value is written in digits"
    size = Decimal(digits[0].replace(",", "")) * scale
    return -size if value < 0 else size


def figures_told(case: Case, plan: Plan, computed: Computed) -> list[Figure]:
    """The value as a figure; of a share that is told in both ways, both."""
    whole = figure_of(case, plan, computed)
    if plan.unit != "%" or not _as_number(case, plan):
        return [whole]
    number = whole.text.partition(" ")[0]
    return [
        whole,
        replace(whole, value=Decimal(number.replace("−", "-")), text=number, unit="", scale=Decimal(1)),
    ]


def _scale(case: Case, plan: Plan, value: Value) -> Decimal:
    """What the value is written in."""
    if plan.unit == "money":
        return wording.in_scale(value.rows[0], case.manner.scale).scale
    return Decimal("0.01") if plan.unit == "%" else Decimal(1)


def figure_of(case: Case, plan: Plan, computed: Computed) -> Figure:
    value, row = computed.value, computed.newest
    text = written(case, plan, value)
    scale = _scale(case, plan, value)
    unit = {"%": "%", "money": value.unit, "times": "times", "days": "days"}[plan.unit]
    return Figure(
        value=_as_written(text, scale, value.value),
        text=text,
        unit=unit,
        scale=scale,
        label=plan.words,
        entity=row.entity_name,
        period_start=computed.period.start_date,
        period_end=row.period_end,
        fiscal_year=row.fiscal_year,
        formula=value.formula,
    )
