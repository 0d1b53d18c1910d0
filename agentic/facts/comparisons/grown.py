"""Which of several sides grew more, in words, with the rates and the figures that these follow from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from agentic.evidence import Draft, Figure
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.comparisons.compare import YES_OR_NO, no_or_yes
from agentic.facts.comparisons.growth import Pair, Sides, sides_of
from agentic.facts.evidence import figures_evidence
from agentic.facts.parts.rest import REST
from agentic.facts.queries import DAYS_LONGER, FigureRow
from agentic.facts.telling.conflicts import disagreements, settled
from agentic.facts.workings import Workings
from agentic.outcome import Outcome
from agentic.plans.figures.resolved import resolved, together
from reading.values.legal_forms import without_legal_form
from retrieval.question.kinds import CONTRIBUTED, DOWN, LESS, compares_growth
from retrieval.question.model import QueryAnalysis

OUTGREW = re.compile(r"^\W*(?:did|does|has|have|had)\b.*\boutgr(?:ow|ew|own)", re.IGNORECASE)
HOW_MUCH = re.compile(r"\bhow (?:much|many)\b|\bby what\b", re.IGNORECASE)
NO_AMOUNT = re.compile(
    rf"\b(?:fast|quick|rapid|slow)\w*|\brates?\b|%|\bper\s?cent|{CONTRIBUTED.pattern}", re.IGNORECASE
)
SEVERAL = 3  # parts, of which the one with most is told by amount too
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
        return self.change / self.old.numeric_value * 100

    @property
    def change(self) -> Decimal:
        return self.new.numeric_value - self.old.numeric_value


def asks_for_growth(analysis: QueryAnalysis) -> bool:
    return analysis.kind in ("compare", "highest", "lowest", "list", "lookup") and compares_growth(
        analysis.question
    )


def compared_growth(case: Case) -> Outcome | None:
    """Which of those that the question compares grew more; None where it compares none with figures."""
    return told_growth(case, sides_of(case))


def told_growth(case: Case, sides: Sides | None) -> Outcome | None:
    if sides is None or not sides.pairs:
        return None
    choices = [choice for pair in sides.pairs.values() for choice in pair]
    after, found = settled(choices, {None: sides.rows}, case.workings)
    if len(after) == len(choices):
        sides = replace(sides, pairs=_paired(list(sides.pairs), after))
    growths = [
        Growth(name, sides.whats.get(name, name), old.best, new.best)
        for name, (old, new) in sides.pairs.items()
    ]
    told = [growth for growth in growths if growth.old.numeric_value > 0]
    yes_or_no, verdict = _verdict(case.analysis, sides, told)
    said = (verdict, _parts(told, case.workings), _by_amount(case, sides, told), _lacking(sides, growths))
    text = " ".join(filter(None, said)) + disagreements(after, case.workings)
    if sides.where:
        text = f"{sides.where}{text[:1].lower() if text.startswith('None ') else text[:1]}{text[1:]}"
    figures = [row for growth in growths for row in (growth.old, growth.new)]
    plan = together([resolved([growth.old, growth.new], "change") for growth in growths])
    draft = Draft(text=f"{yes_or_no}{wording.capital(text.strip())}", looked_up=plan)
    evidence = figures_evidence(figures, found, case)
    return draft, replace(evidence, figures=(*_apart(case, told), *evidence.figures))


def _paired(names: Sequence[str], choices: Sequence) -> dict[str, Pair]:
    return {name: (choices[2 * i], choices[2 * i + 1]) for i, name in enumerate(names)}


def _of_like_spans(growths: Sequence[Growth]) -> bool:
    """Whether they grew over times of one length: of a balance, from one day to another as far apart."""
    lengths = {growth.new.months for growth in growths}
    if len(lengths) == 1:
        return True
    if len(lengths - {0}) > 1:
        return False
    ends = [(growth.old.period_end, growth.new.period_end) for growth in growths]
    apart = [(after - before).days for before, after in ends if before and after]
    return len(apart) == len(ends) and max(apart) - min(apart) <= DAYS_LONGER


def _verdict(analysis: QueryAnalysis, sides: Sides, growths: Sequence[Growth]) -> tuple[str, str]:
    """Yes or no where that is asked, and which grew, or fell, most or least; nothing of fewer than two."""
    if len(growths) < 2:
        return "", "" if sides.missing else "Only this can be told:"
    if not _of_like_spans(growths):
        return "", "None is said to have grown more, since they are told of spans of different length:"
    growths = [growth for growth in growths if not REST.match(growth.name)] or growths
    if CONTRIBUTED.search(analysis.question):
        return "", f"{_amount_told(analysis, growths, says='')[:-1]}:"
    ranked = sorted(growths, key=lambda growth: growth.rate, reverse=True)
    if round(ranked[0].rate, 1) == round(ranked[-1].rate, 1):
        return "", "They grew alike."
    down, less = bool(DOWN.search(analysis.question)), bool(LESS.search(analysis.question))
    best = ranked[0] if down == less else ranked[-1]
    several = len(growths) > 2
    if down and best.rate >= 0:
        return "", f"None fell. {_grew(best, less=not less, several=several)}:"
    if not down and not less and best.rate <= 0:
        return "", f"None grew. {best.name} fell {'least' if several else 'less'}:"
    if down or best.rate < 0:
        fell = sum(growth.rate < 0 for growth in growths) > 1
        said = f"{best.name} fell" + (f" {_degree(down and less, several)}" if fell or down else "")
    else:
        said = _grew(best, less=less, several=several)
    points = f" by {_points(ranked)}" if not several and _asks_how_much(analysis) else ""
    return _answered(analysis, sides, best), f"{wording.capital(said)}{points}:"


def _asks_how_much(analysis: QueryAnalysis) -> bool:
    return bool(HOW_MUCH.search(analysis.question))


def _points(ranked: Sequence[Growth]) -> str:
    return f"{round(ranked[0].rate, 1) - round(ranked[-1].rate, 1):.1f} percentage points"


def _apart(case: Case, growths: Sequence[Growth]) -> list[Figure]:
    """By how many points of per cent two growths differ, as they are told, where the question asks for it."""
    if len(growths) != 2 or not _asks_how_much(case.analysis):
        return []
    ranked = sorted(growths, key=lambda growth: growth.rate, reverse=True)
    high, low = (f"{growth.rate:.1f}%" for growth in ranked)
    text = _points(ranked)
    value = Decimal(text.partition(" ")[0]) / 100
    like = replace(ranked[0].new.figure, label="difference of growth", measure="", span=None, heading="")
    return [
        replace(like, value=value, text=text, unit="pp", scale=Decimal("0.01"), formula=f"{high} − {low}")
    ]


def _by_amount(case: Case, sides: Sides, growths: Sequence[Growth]) -> str:
    """Which part rose or fell most by its amount, where that is another than by per cent."""
    own = [growth for growth in growths if not REST.match(growth.name)]
    if not sides.where or len(own) < SEVERAL or NO_AMOUNT.search(case.question) or not _of_like_spans(own):
        return ""
    rates = max(own, key=lambda growth: growth.rate * _sign(case.analysis))
    amounts = max(own, key=lambda growth: growth.change * _sign(case.analysis))
    told = LESS.search(case.question) or rates is amounts or amounts.change * _sign(case.analysis) <= 0
    return "" if told else _amount_told(case.analysis, own)


def _sign(analysis: QueryAnalysis) -> int:
    """1 where what rose is asked for, -1 where what fell."""
    return -1 if DOWN.search(analysis.question) else 1


def _amount_told(analysis: QueryAnalysis, growths: Sequence[Growth], *, says: str = "By amount ") -> str:
    """“By amount Dairy rose most, by €15 million.”"""
    sign = _sign(analysis)
    less = bool(LESS.search(analysis.question))
    best = (min if less else max)(growths, key=lambda growth: growth.change * sign)
    moved = "rose" if best.change > 0 else "fell"
    degree = ("least" if less else "most") if best.change * sign > 0 else ("most" if less else "least")
    return f"{says}{best.name} {moved} {degree}, by {wording.difference(best.change, best.new)}."


def _grew(growth: Growth, *, less: bool, several: bool) -> str:
    return f"{growth.name} grew {_degree(less, several) if less else 'fastest' if several else 'faster'}"


def _degree(less: bool, several: bool) -> str:
    return ("least" if several else "less") if less else ("most" if several else "more")


def _answered(analysis: QueryAnalysis, sides: Sides, best: Growth) -> str:
    """“Yes. ” or “No. ” where the question claims it of the side that it names first."""
    if not (YES_OR_NO.search(analysis.question) or OUTGREW.search(analysis.question)):
        return ""
    if len(analysis.organizations) > 1:
        return no_or_yes(analysis, best.new.entity_name)
    return "Yes. " if best.name == next(iter(sides.pairs)) else "No. "


def _parts(growths: Sequence[Growth], workings: Workings) -> str:
    ranked = sorted(growths, key=lambda growth: growth.rate, reverse=True)
    told = "; ".join(made_of(growth, workings) for growth in ranked[:MOST_SIDES])
    return f"{told}." if told else ""


def made_of(growth: Growth, workings: Workings) -> str:
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
