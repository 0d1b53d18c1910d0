"""A comparison with somebody of whom no document tells: the sides that are known, and who is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agentic.facts import wording
from agentic.facts.figures.target import ASKING, known_spans
from agentic.facts.route import answer_from_facts
from agentic.facts.sayings.mentions import not_mentioned
from agentic.outcome import Outcome
from agentic.plans.asked.subjects import MOVES, named_ratios
from agentic.plans.planner import COMPARES
from agentic.trace import Trace
from retrieval.question.analyse import analyse
from retrieval.question.kinds import WORDS
from retrieval.question.measures import measures_in
from retrieval.question.model import QueryAnalysis, blanked
from retrieval.question.wording.words import OF_CHANGE, OF_COMPUTING
from retrieval.scope.model import Scope
from retrieval.scope.prefilter import prefilter
from retrieval.stems import stems

OF_COMPARING = (
    "compare compared comparing comparison versus vs against difference between relative that those"
)


def answer_without(absent: Sequence[str], analysis: QueryAnalysis, *, scope: Scope, trace: Trace) -> Outcome:
    """What is known of the others that are compared with them, else only that no document mentions them."""
    missing = not_mentioned(absent, scope, trace)
    outcome = _known_of_others(absent, analysis, scope, trace, missing[0].text.partition(":")[0])
    if outcome is None:
        return missing
    return outcome[0], replace(outcome[1], tried=(*outcome[1].tried, *missing[1].tried))


def answer_beside(
    mentioned: Sequence[str], analysis: QueryAnalysis, *, scope: Scope, trace: Trace
) -> Outcome | None:
    """What is known of the others, where no figure is of somebody whom texts mention; None of nothing."""
    why = f"These documents mention {wording.joined(list(mentioned))} and give no figure of"
    pronoun = "them" if len(mentioned) > 1 else "it"
    return _known_of_others(mentioned, analysis, scope, trace, f"{why} {pronoun}")


def _known_of_others(
    absent: Sequence[str], analysis: QueryAnalysis, scope: Scope, trace: Trace, why: str
) -> Outcome | None:
    """The one measure of those that are known, with `why` nothing is compared; None where that is nothing."""
    question = _of_the_others(analysis, absent)
    if not question:
        return None
    with trace.step("plan", f"Ask of those that are known: “{question}”"):
        own = analyse(question, workspace=scope.workspace)
        within = scope if scope.is_chosen else prefilter(own, workspace=scope.workspace)
    outcome = answer_from_facts(own, scope=within, trace=trace)
    if outcome is None or not outcome[0].answered:
        return None
    said = f"{why}, so nothing is compared with {'them' if len(absent) > 1 else 'it'}."
    draft = replace(outcome[0], text=f"{outcome[0].text}\n\n{said}", absent=tuple(absent))
    return draft, outcome[1]


def _of_the_others(analysis: QueryAnalysis, absent: Sequence[str]) -> str:
    """The question for the one measure of those that are known; empty where it asks for more than that."""
    whose = list(dict.fromkeys(mention.name for mention in analysis.organizations))
    measured = _measured(analysis.question)
    if not whose or len(measured) != 1 or _left(analysis, absent, measured):
        return ""
    (what,) = measured.values()
    times = list(dict.fromkeys(analysis.question[start:end] for start, end in analysis.period_spans))
    when = f" for {wording.joined(times)}" if times else ""
    if MOVES.search(blanked(analysis.question, list(measured))) and _is_growth(analysis):
        return f"How did {what} of {wording.joined(whose)} change{when}?"
    return f"What was {what} of {wording.joined(whose)}{when}?"


def _is_growth(analysis: QueryAnalysis) -> bool:
    """Whether what moved is asked for, rather than how sides “compare” or “differ”."""
    moved = (match[0].lower() for match in MOVES.finditer(analysis.question))
    return any(not word.startswith(("compar", "differ")) for word in moved)


def _measured(question: str) -> dict[tuple[int, int], str]:
    """The ratios and measures that are named: their characters and words."""
    found = {(start, end): ratio.words for ratio, start, end in named_ratios(question)}
    taken = list(found)
    for _, start, end in measures_in(question):
        if not any(low < end and start < high for low, high in taken):
            found[start, end] = question[start:end]
    return found


def _left(analysis: QueryAnalysis, absent: Sequence[str], measured: dict[tuple[int, int], str]) -> set[str]:
    """The stems of words that would get lost: neither of a side, a time or the measure, nor asking."""
    rest = blanked(analysis.question, [*known_spans(analysis), *measured])
    for name in absent:
        rest = rest.replace(name, " ")
    asking = f"{ASKING} {OF_COMPUTING} {OF_COMPARING} {OF_CHANGE} {WORDS}"
    return stems(COMPARES.sub(" ", MOVES.sub(" ", rest))) - stems(asking) - {"s"}
