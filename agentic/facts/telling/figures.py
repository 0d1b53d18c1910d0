"""Figures told: a sentence for each entity and period, and what disagrees."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agentic.evidence import Draft
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.evidence import LISTED, figures_evidence
from agentic.facts.figures.cases import Choice, cases, latest_of_each
from agentic.facts.figures.fetching import Found
from agentic.facts.queries import YEAR_DAYS, FigureRow
from agentic.facts.telling.conflicts import NOTHING_TELLS, settled
from agentic.outcome import Outcome
from agentic.plans.figures.resolved import resolved, together
from reading.measures.catalogue import MEASURES
from reading.values.periods import Period
from retrieval.question.model import QueryAnalysis
from retrieval.question.wording.manner import Manner

ASKED = re.compile(
    r"^\W*(?:did|was|were|is|are|has|have|does|do)\b.*?\b(?:(?P<loss>loss(?:es)?|unprofitable)|profits?|profitable)\b",
    re.IGNORECASE,
)
THERE_WAS = re.compile(
    r"^\W*(?:(?:did|has|have|had|does|do)\b.*?\b(?:report\w*|undert[ao]\w+|engag\w+|ma[dk]e|conduct\w*|record\w*|"
    r"incur\w*|pa(?:y|id)|carr(?:y|ied) out|declared?|have|had)\b|(?:was|were|is|are) there any\b)",
    re.IGNORECASE,
)


def yes_where_told(analysis: QueryAnalysis, figures: Sequence[FigureRow]) -> str:
    """“Yes. ” where it is asked whether something was paid, or spent, of which the figures are."""
    if not THERE_WAS.search(analysis.question) or not figures or analysis.kind not in ("lookup", "list"):
        return ""
    of_flows = all(
        (measure := MEASURES.get(row.canonical_name)) and measure.statement == "cash_flow" for row in figures
    )
    is_some = any(row.numeric_value and not row.is_forecast for row in figures)
    return "Yes. " if of_flows and is_some else ""


def profit_or_loss(analysis: QueryAnalysis, figures: Sequence[FigureRow]) -> str:
    """“Yes. ” or “No. ” where one figure tells whether there was the loss, or profit, asked about."""
    asked = ASKED.search(analysis.question)
    if asked is None or len(figures) != 1 or not figures[0].canonical_name.startswith("net_income"):
        return ""
    value = figures[0].numeric_value
    return "Yes. " if (value < 0 if asked["loss"] else value > 0) else "No. "


def tell_figures(case: Case, found: Found, *, latest_only: bool) -> Outcome:
    """A sentence for each entity and period asked for, and what disagrees."""
    choices: list[Choice] = []
    for period, rows in found.items():
        found_cases = cases(fitting(rows, period))
        choices += latest_of_each(found_cases) if latest_only or period is not None else found_cases
    choices, found = settled(choices, found, case.workings)
    sentences = [_sentence(choice, case) for choice in choices[:LISTED]]
    text = sentences[0] if len(sentences) == 1 else "\n".join(f"- {sentence}" for sentence in sentences)
    figures = [choice.best for choice in choices]
    plan = resolved(figures)
    said = profit_or_loss(case.analysis, figures) or yes_where_told(case.analysis, figures)
    text = f"{said}{_not_all_of(found)}{text}"
    return Draft(text=text, looked_up=plan), figures_evidence(figures, found, case)


def side_by_side(outcomes: Sequence[Outcome], more: Sequence[str]) -> Outcome:
    """Several answers as one, a line for each sentence. `more`: sentences behind theirs."""
    texts = [*(draft.text for draft, _ in outcomes), *more]
    lines = [line.removeprefix("- ") for text in texts for line in text.split("\n")]
    evidence = replace(
        outcomes[-1][1],
        figures=tuple(figure for _, each in outcomes for figure in each.figures),
        tables=tuple(table for _, each in outcomes for table in each.tables),
    )
    text = lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)
    return Draft(text=text, looked_up=together([draft.looked_up for draft, _ in outcomes])), evidence


def _not_all_of(found: Found) -> str:
    """That there is no figure of a whole year that is asked for, where only a part of it is told."""
    (period, rows), *more = found.items()
    if more or period is None or period.start_date is None or not rows:
        return ""
    is_whole = (period.end_date - period.start_date).days > YEAR_DAYS
    if not is_whole or any(row.days > YEAR_DAYS or not row.days for row in rows):
        return ""
    return f"These documents give no {wording.label(rows[0])} for all of {period.text}. "


def is_year(period: Period | None) -> bool:
    return period is not None and period.fiscal_quarter is None and period.fiscal_year is not None


def fitting(rows: Sequence[FigureRow], period: Period | None) -> list[FigureRow]:
    """For a whole year: its longest spans, not the months to date that share its name."""
    if not is_year(period):
        return list(rows)
    years = [row for row in rows if row.days > YEAR_DAYS]
    return years or list(rows)


def _in_asked_scale(row: FigureRow, manner: Manner) -> str:
    """“ ($3,226.773 million)” beside an amount that stands in thousands on its page."""
    asked = wording.in_scale(row, manner.scale, manner.decimals)
    return f" ({wording.amount(asked)})" if asked is not row else ""


def _sentence(choice: Choice, case: Case) -> str:
    workings = case.workings
    best = wording.as_paid(choice.best)
    said = f"{wording.subject(best)}{wording.label(best)} {wording.when(best)}".strip()
    amount = f"{wording.amount(best)}{_in_asked_scale(best, case.manner)}"
    text = f"{wording.capital(said)} {wording.verb(best)} {amount} {workings.cite(best.span)}."
    if best.superseded:
        text += f" {best.filename} is superseded by a newer edition."
    for other in choice.others:
        said = f"{wording.amount(wording.as_paid(other))} {workings.cite(other.span)}"
        if other.superseded and not best.superseded:
            text += f" The superseded edition {other.filename} gives {said}."
        else:
            why = f"the first is preferred because {choice.reason}" if choice.reason else NOTHING_TELLS
            text += f" Sources disagree: {other.filename} gives {said}; {why}."
    return text
