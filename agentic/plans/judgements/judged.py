"""Judgements by thresholds: “Is it a capital-intensive business?”, “Is its liquidity healthy?”."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from agentic.evidence import Draft, Figure
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.outcome import Outcome
from agentic.plans.computed import as_stated, compute, lacking
from agentic.plans.judgements.thresholds import Threshold, thresholds
from agentic.plans.planner import CLAIM, EITHER, called_by_names, planned, words_left
from agentic.plans.telling import listed, made_of, told
from agentic.plans.values import Computed
from retrieval.question.plans.bounds import holds
from retrieval.question.plans.model import Plan, Test
from retrieval.question.ratios.named import Ratio, find_ratios, ratios
from retrieval.question.wording.manner import without_statement
from retrieval.question.wording.words import OF_JUDGING
from retrieval.stems import stems


@dataclass(frozen=True)
class Judgement:
    """`asked`: what questions say. `rests_on`: thresholds of which any, or all, must hold (`takes`).

    `or_by`: thresholds of other ratios, for questions that name these. `beside`: ratios shown with it.
    """

    name: str
    asked: tuple[str, ...]
    rests_on: tuple[str, ...]
    takes: str
    or_by: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Asked:
    """What is judged, by which thresholds; `start`, `end`: the characters that say it."""

    words: str
    by: tuple[Threshold, ...]
    takes: str
    beside: tuple[Ratio, ...]
    start: int
    end: int


def answer_judged(case: Case) -> Outcome | None:
    """Yes or no by thresholds that are said; None where the question wants no judgement, or more than one."""
    question = called_by_names(without_statement(case.question))
    if not CLAIM.search(question) or EITHER.search(question) or case.definitions:
        return None
    asked = _judgement_in(question)
    if asked is None or _left(case, asked, question):
        return None
    plans = _plans(case, asked)
    if not plans or len(plans[0].periods) != 1 or len(plans[0].whose) > 1:
        return None
    with case.workings.trace.step("plan", f"Plan to judge by {plans[0].words}") as step:
        step.output = {"plan": _as_json(asked, plans)}
    return _answered(case, asked, plans)


@cache
def judgements() -> tuple[Judgement, ...]:
    raw = tomllib.loads(Path(__file__).with_name("judgements.toml").read_text(encoding="utf-8"))
    return tuple(
        Judgement(
            name,
            tuple(entry["asked"]),
            tuple(entry["rests_on"]),
            entry["takes"],
            tuple(entry.get("or_by", ())),
            tuple(entry.get("beside", ())),
        )
        for name, entry in raw.items()
    )


def _judgement_in(question: str) -> _Asked | None:
    """The judgement that the question names, else what a threshold says of a ratio that it names."""
    known, named = {each.name: each for each in thresholds()}, find_ratios(question)
    names = {ratio.name for ratio, _, _ in named}
    for judgement in judgements():
        said = "|".join(re.sub(r"[ -]", r"[\\s-]+", way) for way in judgement.asked)
        if match := re.search(rf"\b(?:{said})\b", question, re.IGNORECASE):
            every = [known[name] for name in (*judgement.rests_on, *judgement.or_by)]
            by = [each for each in every if each.of in names] if names else every[: len(judgement.rests_on)]
            beside = [ratios()[name] for name in judgement.beside if name not in {each.of for each in by}]
            return _Asked(match[0], tuple(by), judgement.takes, tuple(beside), *match.span()) if by else None
    if len(names) != 1:
        return None
    for each in known.values():
        match = re.search(rf"\b{re.escape(each.says)}\b", question, re.IGNORECASE)
        if each.of in names and match:
            return _Asked(match[0], (each,), "all", (), *match.span())
    return None


def _left(case: Case, asked: _Asked, question: str) -> set[str]:
    """The stems of words that have no place: neither of the judgement nor of whom, when and by what."""
    spans = [(start, end) for _, start, end in find_ratios(question)] + [(asked.start, asked.end)]
    for start, end in sorted(spans, reverse=True):
        question = f"{question[:start]}{' ' * (end - start)}{question[end:]}"
    return words_left(case, question) - stems(OF_JUDGING)


def _plans(case: Case, asked: _Asked) -> list[Plan]:
    """One for each ratio, those with a bound first; each is of the same time."""
    of_bounds = [(ratios()[each.of], each) for each in asked.by if each.of in ratios()]
    plans: list[Plan] = []
    for ratio, threshold in [*of_bounds, *((ratio, None) for ratio in asked.beside)]:
        plan = planned(case, ratio)
        if plan is None:
            continue
        if plans:
            plan = replace(plan, periods=plans[0].periods)
        plans.append(replace(plan, test=threshold.as_test(ratio.unit)) if threshold else plan)
    return plans


def _answered(case: Case, asked: _Asked, plans: Sequence[Plan]) -> Outcome | None:
    lines: list[str] = []
    results: list[Figure] = []
    every: list[Computed] = []
    judged: dict[str, tuple[Plan, bool]] = {}
    missing: list[str] = []
    for plan in plans:
        found, failed = compute(case, plan)
        if failed:
            missing.append(plan.words)
            if plan.test and asked.takes == "all":
                return lacking(case, plan, failed[0])
            continue
        if plan.test:
            judged[plan.words] = plan, all(holds(plan.test, each.value.value) for each in found)
        said, numbers = told(case, plan, found)
        lines, results, every = [*lines, *said], [*results, *numbers], [*every, *found]
    if not judged:
        return lacking(case, plans[0], compute(case, plans[0])[1][0])
    stated = as_stated(case, plans[0], every[0])
    text = f"{_verdict(asked, judged)}{stated[0]}{_bounds(asked, judged)}\n\n{listed(lines)}"
    if missing:
        text += f"\n\nThese documents do not give all that {wording.joined(missing)} would be made of."
    sources = dict.fromkeys(plan.test.source for plan, _ in judged.values() if plan.test)
    text += f"\n\nWhose bound it is: {'; '.join(sources)}."
    draft = Draft(text=text, plan=_as_json(asked, plans))
    return draft, made_of(case, every, [*results, *stated[1]])


def _verdict(asked: _Asked, judged: Mapping[str, tuple[Plan, bool]]) -> str:
    """“Yes. ”, “No. ”; of several bounds that differ also by which it is so."""
    holding = [words for words, (_, is_so) in judged.items() if is_so]
    if not holding or (asked.takes == "all" and len(holding) < len(judged)):
        return "No. "
    return "Yes. " if len(holding) == len(judged) else f"Yes, by {wording.joined(holding)} alone. "


def _bounds(asked: _Asked, judged: Mapping[str, tuple[Plan, bool]]) -> str:
    """“Capital-intensive is here capital intensity of at least 10% or …”."""
    bounds = [_bound(plan.words, plan.test) for plan, _ in judged.values() if plan.test]
    join = " or " if asked.takes == "any" else " and "
    return f"{wording.capital(asked.words)} is here {join.join(bounds)}."


def _bound(words: str, test: Test) -> str:
    if test.floor is not None:
        return f"positive {words} {test}"
    return f"{words} of {test}" if test.relation == "at least" else f"{words} {test}"


def _as_json(asked: _Asked, plans: Sequence[Plan]) -> dict[str, Any]:
    first, *others = plans
    told = {"judgement": asked.words, "takes": asked.takes, "with": [each.as_json() for each in others]}
    return first.as_json() | told | {"text": " and ".join(map(str, plans))}
