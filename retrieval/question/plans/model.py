"""The plan language: an expression whose leaves are stored figures. It is JSON, and reads as a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from reading.values.periods import Period

Operator = Literal["add", "subtract", "multiply", "divide"]
SIGNS: dict[Operator, str] = {"add": "+", "subtract": "−", "multiply": "×", "divide": "÷"}


@dataclass(frozen=True)
class Leaf:
    """A stored figure: a measure's canonical name, `years` before the year that is asked for.

    `entity`, `period`, `statement`: of one that was looked up, whose it is, of when and from which statement;
    its measure is the row's label where that has no canonical name.
    """

    measure: str
    years: int = 0
    entity: str = ""
    period: str = ""
    statement: str = ""

    def as_json(self) -> dict[str, Any]:
        found = {"entity": self.entity, "period": self.period, "statement": self.statement}
        told = {"figure": self.measure} | {part: text for part, text in found.items() if text}
        return told | ({"years_before": self.years} if self.years else {})

    def __str__(self) -> str:
        words = self.measure.replace("_", " ")
        if self.entity or self.period:
            whose = f"{words} of {self.entity}" if self.entity else words
            words = f"{whose}, {self.period}" if self.period else whose
        if not self.years:
            return words
        return f"{words} of the year before" if self.years == 1 else f"{words} {self.years} years before"


@dataclass(frozen=True)
class Number:
    value: Decimal

    def as_json(self) -> dict[str, Any]:
        return {"number": str(self.value)}

    def __str__(self) -> str:
        return f"{self.value:f}"


@dataclass(frozen=True)
class Apply:
    """Two expressions and what is done with them."""

    operator: Operator
    left: Expression
    right: Expression

    def as_json(self) -> dict[str, Any]:
        return {self.operator: [self.left.as_json(), self.right.as_json()]}

    def __str__(self) -> str:
        left, right = (
            f"({part})" if isinstance(part, Apply) else str(part) for part in (self.left, self.right)
        )
        return f"{left} {SIGNS[self.operator]} {right}"


@dataclass(frozen=True)
class Average:
    """Of a balance at the end of the year asked for and at the end of the year before."""

    of: Leaf

    def as_json(self) -> dict[str, Any]:
        return {"average": self.of.as_json()}

    def __str__(self) -> str:
        return f"average {self.of}"


@dataclass(frozen=True)
class First:
    """The first of several ways to a number for which everything is stored."""

    of: tuple[Expression, ...]

    def as_json(self) -> dict[str, Any]:
        return {"first": [each.as_json() for each in self.of]}

    def __str__(self) -> str:
        return f"{self.of[0]} (or {' or '.join(map(str, self.of[1:]))})"


@dataclass(frozen=True)
class Growth:
    """By what part of it something grew over `years`; a year on the average, of several (CAGR)."""

    of: Expression
    years: int = 1

    def as_json(self) -> dict[str, Any]:
        return {"growth": self.of.as_json(), "years": self.years}

    def __str__(self) -> str:
        yearly = f"yearly growth over {self.years} years" if self.years > 1 else "growth"
        return f"{yearly} of {self.of}"


@dataclass(frozen=True)
class Beside:
    """The sum of figures that stand on one page, so that none of them is a part of another."""

    of: tuple[Leaf, ...]

    def as_json(self) -> dict[str, Any]:
        return {"beside": [each.as_json() for each in self.of]}

    def __str__(self) -> str:
        return " + ".join(map(str, self.of))

    @property
    def sum(self) -> Expression:
        """The same as additions, without where they stand."""
        whole: Expression = self.of[0]
        for each in self.of[1:]:
            whole = Apply("add", whole, each)
        return whole


@dataclass(frozen=True)
class Several:
    """Figures side by side: of several times, companies or measures."""

    of: tuple[Leaf, ...]

    def as_json(self) -> dict[str, Any]:
        return {"list": [each.as_json() for each in self.of]}

    def __str__(self) -> str:
        return "; ".join(map(str, self.of))


Expression = Leaf | Number | Apply | Average | First | Growth | Beside | Several
Unit = Literal["%", "times", "days", "money", "number"]
Fold = Literal["each", "average", "change", "list", "highest", "lowest", "stable", "sum"]
Relation = Literal["above", "below", "at least", "at most"]


@dataclass(frozen=True)
class Test:
    """What the value is asked to be. `value` and `unit` are as quantities have them, per cent as a fraction.

    `written`: the bound as it is said. `says`, `source`: what a value is called that is so, and whose bound
    that is; empty where the question sets it. `floor`: below it the value is not so either.
    """

    relation: Relation
    value: Decimal
    unit: str
    written: str
    says: str = ""
    source: str = ""
    floor: Decimal | None = None

    def as_json(self) -> dict[str, Any]:
        told = {"op": self.relation, "value": str(self.value), "unit": self.unit}
        return told | ({"says": self.says, "source": self.source} if self.source else {})

    def __str__(self) -> str:
        return f"{self.relation} {self.written}"


@dataclass(frozen=True)
class Plan:
    """What is computed: `expression` in each of `periods` for each of `whose`, and what is made of it.

    `words`: what the value is called. `unit`: how it is said. `better`: whether more of it is better
    (“higher”), less (“lower”), or nobody can say (“”). `fold`: each value is said, their average, by how much
    they differ, all of a series, the highest or lowest, or whether they stay within `test`. `by`: year,
    quarter or company, for a series. `planner`: rules | model. `test`: what it is asked to be, which is
    answered with yes or no.
    """

    words: str
    expression: Expression
    unit: Unit
    better: str = ""
    periods: tuple[Period, ...] = ()
    whose: tuple[str, ...] = ()
    fold: Fold = "each"
    planner: str = "rules"
    test: Test | None = None
    by: str = ""

    def as_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {"test": self.test.as_json()} if self.test else {}
        told |= {"group_by": self.by} if self.by else {}
        return told | {
            "ask": self.ask,
            "text": str(self),
            "expression": self.expression.as_json(),
            "unit": self.unit,
            "periods": [period.text for period in self.periods],
            "of": list(self.whose),
            "fold": self.fold,
            "planner": self.planner,
        }

    @property
    def ask(self) -> str:
        """What is wanted of the expression's values."""
        return "test" if self.test else "value" if self.fold == "each" else self.fold

    def __str__(self) -> str:
        """“inventory turnover = cost of revenue ÷ average inventory; FY2021, FY2022; change”."""
        if any(leaf.entity or leaf.period for leaf in leaves(self.expression)):
            return self._of_found()
        parts = [f"{self.words} = {self.expression}", ", ".join(self.whose)]
        parts += [", ".join(period.text for period in self.periods), self.fold.replace("each", "")]
        parts += [f"by {self.by}"] if self.by else []
        parts += [f"whether {self.test}"] if self.test else []
        return "; ".join(part for part in parts if part)

    def _of_found(self) -> str:
        """“revenue of Acme, fiscal 2022 − revenue of Acme, fiscal 2021”: the figures tell whose and when."""
        is_plain = self.fold in ("each", "change", "list")
        parts = [str(self.expression), "" if is_plain else self.fold, f"by {self.by}" if self.by else ""]
        return "; ".join(part for part in parts if part)


def leaves(expression: Expression) -> Iterator[Leaf]:
    """All figures that it may need, each as often as it stands there."""
    if isinstance(expression, Leaf):
        yield expression
    elif isinstance(expression, Apply):
        yield from leaves(expression.left)
        yield from leaves(expression.right)
    elif isinstance(expression, Average):
        yield from (expression.of, Leaf(expression.of.measure, expression.of.years + 1))
    elif isinstance(expression, First | Beside | Several):
        for each in expression.of:
            yield from leaves(each)
    elif isinstance(expression, Growth):
        for leaf in leaves(expression.of):
            yield from (leaf, Leaf(leaf.measure, leaf.years + expression.years))


def inputs(expression: Expression) -> Iterator[Leaf | Average]:
    """What it is made of, as it is said: an average is one, and of several ways the first."""
    if isinstance(expression, Leaf | Average):
        yield expression
    elif isinstance(expression, Apply):
        yield from inputs(expression.left)
        yield from inputs(expression.right)
    elif isinstance(expression, First):
        yield from inputs(expression.of[0])
    elif isinstance(expression, Growth):
        yield from inputs(expression.of)
    elif isinstance(expression, Beside | Several):
        yield from expression.of


def years_back(expression: Expression, years: int) -> Expression:
    """The same of so many years before."""
    if isinstance(expression, Leaf):
        return Leaf(expression.measure, expression.years + years)
    if isinstance(expression, Apply):
        sides = years_back(expression.left, years), years_back(expression.right, years)
        return Apply(expression.operator, *sides)
    if isinstance(expression, Average):
        return Average(Leaf(expression.of.measure, expression.of.years + years))
    if isinstance(expression, First):
        return First(tuple(years_back(each, years) for each in expression.of))
    if isinstance(expression, Growth):
        return Growth(years_back(expression.of, years), expression.years)
    if isinstance(expression, Beside | Several):
        return type(expression)(tuple(Leaf(each.measure, each.years + years) for each in expression.of))
    return expression


def grown_measure(expression: Expression) -> str:
    """The measure whose growth over a year the expression is; empty of others."""
    if isinstance(expression, Growth):
        return expression.of.measure if expression.years == 1 and isinstance(expression.of, Leaf) else ""
    if isinstance(expression, Apply) and (expression.operator, expression.right) == (
        "subtract",
        Number(Decimal(1)),
    ):
        quotient = expression.left
        if isinstance(quotient, Apply) and quotient.operator == "divide" and isinstance(quotient.left, Leaf):
            return quotient.left.measure if quotient.right == years_back(quotient.left, 1) else ""
    return ""
