"""That no table tells a part which a question calls."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agentic.evidence import Draft, Evidence
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.figures.target import known_spans
from agentic.facts.parts.called import Called, words_beside
from agentic.outcome import Outcome, coverage
from agentic.plans.figures.lookup import rows_of
from documents.models import Metric
from retrieval.question.model import blanked
from retrieval.stems import stems

_NAME = re.compile(r"(?<=[\w’',] )[A-Z][\w&-]*(?: (?:(?:and|&|of) )?[A-Z][\w&-]*)*")


def lacking_part(case: Case, measure: str, parts: Sequence[Called], understood: str) -> Outcome | None:
    """“These documents give no revenue of Africa.”; None where all is known or more than a name is not.

    Tentative: text may tell it. Only of a company whose measure is known.
    """
    names = _names(case, parts)
    left = words_beside(case, parts, understood)
    if not names or not case.analysis.organizations or left - stems(" ".join(names)):
        return None
    rows = rows_of(case, measure, case.analysis.periods)
    if not rows or _are_labels(case, names):
        return None
    whose = wording.subject(rows[0]).strip()
    what = f"{whose} {measure.replace('_', ' ')}".strip()
    text = f"These documents do not tell {what} of {wording.joined(names)}."
    tried = tuple(f"{table.explanation}: {len(table.rows)} figures" for table in case.workings.tables)
    draft = Draft(text=text, answered=False, tentative=True, absent=tuple(names))
    return draft, Evidence(coverage=coverage(case.scope), tried=tried)


def _are_labels(case: Case, names: Sequence[str]) -> bool:
    """Whether a row goes by one of the names, whatever it is of: then nothing is said of it."""
    known = Metric.objects.answering().filter(workspace=case.scope.workspace)
    return any(known.filter(metric_name__iexact=name).exists() for name in names)


def _names(case: Case, parts: Sequence[Called]) -> list[str]:
    """What is written as a name and is nobody's that is known, no time and no part."""
    taken = [*known_spans(case.analysis), *((each.start, each.end) for each in parts)]
    return list(dict.fromkeys(found[0].strip() for found in _NAME.finditer(blanked(case.question, taken))))
