"""Which parts grew, or fell: “Which segments declined in 2024?”"""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from agentic.evidence import Draft, Figure
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.comparisons.grown import Growth, made_of
from agentic.facts.comparisons.growth import Pair, sides_of
from agentic.facts.evidence import figures_evidence
from agentic.outcome import Outcome
from agentic.plans.figures.resolved import resolved, together
from retrieval.question.kinds import PART, compares_growth

_DOWN = r"declin\w*|decreas\w*|fell|fall(?:en|ing)?|drop(?:ped)?|shrank|shr[iu]nk\w*|lost\s+(?:revenue|sales)"
_UP = r"grow\w*|grew|increas\w*|rose|ris(?:e|en|ing)|gain(?:ed)?|expand\w*"
MOVED = re.compile(rf"\b(?:(?P<down>{_DOWN})|(?P<up>{_UP}))\b", re.IGNORECASE)
BOUND = re.compile(
    r"\b(?:by|than|above|below|over|under|least|most|not|no|without|every|each|always|both|consistently)\b|"
    r"\d\s?%",
    re.IGNORECASE,
)


def asks_which_moved(question: str) -> bool:
    """Whether those that rose, or those that fell, are asked for, whatever each did so by."""
    found = list(MOVED.finditer(question))
    is_one_way = len({bool(each["down"]) for each in found}) == 1
    return (
        is_one_way
        and bool(PART.search(question))
        and not (compares_growth(question) or BOUND.search(question))
    )


def which_moved(case: Case) -> Outcome | None:
    """The parts that did, each with its two figures; None where no table tells all of them."""
    sides = sides_of(case)
    found = MOVED.search(case.question)
    if sides is None or found is None or len(sides.pairs) < 2 or sides.missing:
        return None
    moved = {name: _change(pair) for name, pair in sides.pairs.items()}
    asked = [name for name, change in moved.items() if (change < 0 if found["down"] else change > 0)]
    asked.sort(key=lambda name: -abs(moved[name]))
    verb = "fell" if found["down"] else "rose"
    head = f"{len(asked) or 'None'} of {len(moved)} {verb}"
    named = f"{head}: {wording.joined(asked)}." if asked else f"{head}."
    others = [name for name in moved if name not in asked]
    lines = [f"- {_said(case, name, sides.pairs[name])}" for name in (*asked, *others)]
    text = f"{sides.where}{named[:1].lower() if sides.where else named[:1]}{named[1:]}"
    figures = [choice.best for name in (*asked, *others) for choice in sides.pairs[name]]
    plan = together([resolved([old.best, new.best], "change") for old, new in sides.pairs.values()])
    evidence = figures_evidence(figures, {None: [*figures, *sides.rows]}, case)
    counts = (_counted(len(asked), f"parts that {verb}"), _counted(len(moved), "parts"))
    draft = Draft(text="\n".join([wording.capital(text), "", *lines]), looked_up=plan)
    return draft, replace(evidence, figures=(*counts, *evidence.figures))


def _change(pair: Pair) -> Decimal:
    old, new = pair
    return new.best.numeric_value - old.best.numeric_value


def _said(case: Case, name: str, pair: Pair) -> str:
    """With the rate, but for what started from nothing or a loss."""
    old, new = (choice.best for choice in pair)
    if old.numeric_value > 0:
        return made_of(Growth(name, name, old, new), case.workings)
    return (
        f"{name}: from {wording.amount(old)} {wording.when(old)} {case.cite(old.span)} to "
        f"{wording.amount(new)} {wording.when(new)} {case.cite(new.span)}"
    )


def _counted(count: int, of: str) -> Figure:
    return Figure(value=Decimal(count), text=str(count), label=of, formula=f"counted: {of}")
