"""Which of several figures grew more: by per cent, with the figures that this follows from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from agentic.evidence import Draft
from agentic.facts import wording
from agentic.facts.between import YES_OR_NO, no_or_yes
from agentic.facts.disputes import disagreements, settled
from agentic.facts.growth_sides import Pair, Sides, sides_of
from agentic.facts.queries import FigureRow
from agentic.facts.result import Outcome, Workings
from agentic.facts.shown import figures_evidence
from documents.legal_forms import without_legal_form
from retrieval.analysis import QueryAnalysis
from retrieval.growth import DOWN, LESS, compares_growth
from retrieval.prefilter import Scope

MOST_SIDES = 8  # said one by one


@dataclass(frozen=True)
class Growth:
    """From one figure to another of a side. `what`: as the side is called where its times stand beside it."""

    name: str
    what: str
    old: FigureRow
    new: FigureRow

    @property
    def rate(self) -> Decimal:
        return (self.new.numeric_value - self.old.numeric_value) / self.old.numeric_value * 100


def asks_for_growth(analysis: QueryAnalysis) -> bool:
    return analysis.kind in ("compare", "highest", "lowest", "list", "lookup") and compares_growth(
        analysis.question
    )


def compared_growth(analysis: QueryAnalysis, scope: Scope, workings: Workings) -> Outcome | None:
    """Which of those that the question compares grew more; None where it compares none with figures."""
    sides = sides_of(analysis, scope, workings)
    if sides is None or not sides.pairs:
        return None
    choices = [choice for pair in sides.pairs.values() for choice in pair]
    after, found = settled(choices, {None: sides.rows}, workings)
    if len(after) == len(choices):
        sides = replace(sides, pairs=_paired(list(sides.pairs), after))
    growths = [
        Growth(name, sides.whats.get(name, name), old.best, new.best)
        for name, (old, new) in sides.pairs.items()
    ]
    told = [growth for growth in growths if growth.old.numeric_value > 0]
    said = (_verdict(analysis, sides, told), _parts(told, workings), _lacking(sides, growths))
    text = " ".join(filter(None, said)) + disagreements(after, workings)
    if sides.where:
        text = f"{sides.where}{text[:1].lower() if text.startswith('None ') else text[:1]}{text[1:]}"
    figures = [row for growth in growths for row in (growth.old, growth.new)]
    return Draft(text=wording.capital(text.strip())), figures_evidence(figures, found, scope, workings)


def _paired(names: Sequence[str], choices: Sequence) -> dict[str, Pair]:
    return {name: (choices[2 * i], choices[2 * i + 1]) for i, name in enumerate(names)}


def _verdict(analysis: QueryAnalysis, sides: Sides, growths: Sequence[Growth]) -> str:
    """Which grew, or fell, most or least: as is asked; nothing where fewer than two can be told."""
    if len(growths) < 2:
        return "" if sides.missing else "Only this can be told:"
    if len({growth.new.months for growth in growths}) > 1:
        return "None is said to have grown more, since they are told of spans of different length:"
    ranked = sorted(growths, key=lambda growth: growth.rate, reverse=True)
    if round(ranked[0].rate, 1) == round(ranked[-1].rate, 1):
        return "They grew alike."
    down, less = bool(DOWN.search(analysis.question)), bool(LESS.search(analysis.question))
    best = ranked[0] if down == less else ranked[-1]
    several = len(growths) > 2
    if down and best.rate >= 0:
        return f"None fell. {_grew(best, less=not less, several=several)}:"
    if not down and not less and best.rate <= 0:
        return f"None grew. {best.name} fell {'least' if several else 'less'}:"
    if down or best.rate < 0:
        fell = sum(growth.rate < 0 for growth in growths) > 1
        said = f"{best.name} fell" + (f" {_degree(down and less, several)}" if fell or down else "")
    else:
        said = _grew(best, less=less, several=several)
    return f"{_answered(analysis, sides, best)}{wording.capital(said)}:"


def _grew(growth: Growth, *, less: bool, several: bool) -> str:
    return f"{growth.name} grew {_degree(less, several) if less else 'fastest' if several else 'faster'}"


def _degree(less: bool, several: bool) -> str:
    return ("least" if several else "less") if less else ("most" if several else "more")


def _answered(analysis: QueryAnalysis, sides: Sides, best: Growth) -> str:
    """“Yes. ” or “No. ” where the question claims it of the side that it names first."""
    if not YES_OR_NO.search(analysis.question):
        return ""
    if len(analysis.organizations) > 1:
        return no_or_yes(analysis, best.new.entity_name)
    return "Yes. " if best.name == next(iter(sides.pairs)) else "No. "


def _parts(growths: Sequence[Growth], workings: Workings) -> str:
    ranked = sorted(growths, key=lambda growth: growth.rate, reverse=True)
    told = "; ".join(_made_of(growth, workings) for growth in ranked[:MOST_SIDES])
    return f"{told}." if told else ""


def _made_of(growth: Growth, workings: Workings) -> str:
    """“Acme's revenue rose 5.0%, from … [1] to … [2] (4,200 ÷ 4,000 − 1 = 5.0%)”."""
    old, new, rate = growth.old, growth.new, growth.rate
    moved = "rose" if rate > 0 else "fell"
    by = f"{moved} {abs(rate):.1f}%" if rate else "did not change"
    return (
        f"{growth.what} {by}, from {wording.amount(old)} {wording.when(old)} {workings.cite(old.span)} "
        f"to {wording.amount(new)} {wording.when(new)} {workings.cite(new.span)} "
        f"({_digits(new, new)} ÷ {_digits(old, new)} − 1 = {'−' if rate < 0 else ''}{abs(rate):.1f}%)"
    )


def _digits(row: FigureRow, like: FigureRow) -> str:
    text = f"{row.numeric_value / like.scale:,f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text).replace("-", "−")


def _lacking(sides: Sides, growths: Sequence[Growth]) -> str:
    """Of whom no growth can be told, and why."""
    from_less = [growth for growth in growths if growth.old.numeric_value <= 0]
    told = [
        f"No growth in per cent follows for {growth.name}, which started from {wording.amount(growth.old)} "
        f"{wording.when(growth.old)}."
        for growth in from_less
    ]
    if sides.missing:
        names = wording.joined([without_legal_form(name) for name in sides.missing])
        told.append(f"These documents give no two figures a year apart to compare for {names}.")
    return " ".join(told)
