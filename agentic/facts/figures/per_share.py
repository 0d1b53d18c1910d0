"""Earnings per share, where the question does not say of which shares."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from agentic.facts.figures.fetching import Found
from agentic.facts.figures.target import Target
from agentic.outcome import Outcome
from reading.values.legal_forms import without_legal_form
from retrieval.question.model import QueryAnalysis

SAID = re.compile(r"\b(?:dilut\w+|basic)\b", re.IGNORECASE)
DILUTED, BASIC = "eps_diluted", "eps_basic"


def asks_for_either(analysis: QueryAnalysis, target: Target) -> bool:
    """Whether the question speaks of earnings per share and says neither of which shares."""
    return target.canonical == (DILUTED,) and not SAID.search(analysis.question)


def diluted_else_basic(target: Target, fetch: Callable[[Target], Found]) -> Found:
    """The diluted figures; the basic ones where these are of more periods or companies."""
    diluted = fetch(target)
    basic = fetch(replace(target, canonical=(BASIC,)))
    return basic if _reach(basic) > _reach(diluted) else diluted


def _reach(found: Found) -> int:
    """Of how many companies' periods there are figures."""
    pairs = {(period, without_legal_form(row.entity_name)) for period, rows in found.items() for row in rows}
    return len(pairs)


def with_kind(outcome: Outcome, found: Found) -> Outcome:
    """The answer with which earnings per share it gives, where labels as written may not say it."""
    names = {row.canonical_name for rows in found.values() for row in rows}
    draft, evidence = outcome
    if names == {BASIC}:
        note = "These are basic: no diluted earnings per share were found for all that is asked."
    elif all("dilut" in row.metric_name.lower() for rows in found.values() for row in rows):
        note = "Earnings per share are taken as diluted."
    else:
        return outcome
    between = "\n\n" if "\n" in draft.text else " "  # behind a list, not in its last line
    return replace(draft, text=f"{draft.text}{between}{note}"), evidence
