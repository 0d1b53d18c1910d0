"""What a question asks second: “…, and how does it compare with last year?”, “…, and how much was it?”"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from agentic.evidence import Draft, Evidence
from agentic.facts.case import Case
from agentic.facts.figures.target import ASKING, Target
from agentic.outcome import Outcome
from agentic.plans.figures.lookup import years_before
from agentic.plans.figures.resolved import together
from documents.models import Metric
from reading.values.periods import Period
from retrieval.question.grouping import find_grouping
from retrieval.stems import stems

DAY, QUARTER = timedelta(days=1), timedelta(days=91)
# How much it was: the figure that answers the first part says it.
SIZE = re.compile(
    r"\W*(?:if so\W+)?(?:what (?:is|was|were|are) (?:the |their |its )?"
    r"(?:scale|extent|magnitude|size|amount|volume|value|level)s?"
    r"(?: of (?:it|this|that|them|these|those|the|such|its)(?: [\w-]+){0,2})?|"
    r"how (?:much|many|large|high|big)(?: (?:was|were|is|are) (?:it|they|this|that))?)\W*",
    re.IGNORECASE,
)
_HOW = (
    r"\W*how (?:do|does|did|has|have) (?:it|this|that|they|these|those)"
    r"(?: (?:figure|rate|amount|number|value)s?)? "
    r"(?:compare[sd]?|align\w*|differ\w*|change[sd]?|stack up|measure up)(?: (?:to|with|from|against))? "
)
EARLIER = re.compile(
    rf"{_HOW}(?:the |its |their |that of |those of )*(?P<earlier>(?:same (?:quarter|period|time)\b[^?]*|"
    r"(?:previous|prior|last|preceding|earlier|past)\b[\w\s’'-]*|(?:a )?year (?:ago|before|earlier)))\W*",
    re.IGNORECASE,
)
# “And was it the year before?”: the same question of that time.
_WAS_IT = r"(?:(?:was|were|is|did|has|had|what|how)(?:\s+(?:was|were|is|did|about|has|had))?)"
SAME_EARLIER = re.compile(
    rf"\W*(?:and\b\W*)?(?:{_WAS_IT}\s+)?(?:(?:it|that|this|they|there)\s+)?(?:so\s+|also\s+|too\s+|be\s+)?"
    r"(?:(?:in|at|for|during)\s+)?(?:the\s+)?"
    r"(?P<earlier>(?:year|quarter) (?:before|earlier)|"
    r"(?:previous|prior|preceding) (?:fiscal )?(?:year|quarter)|a year (?:ago|before|earlier))\W*",
    re.IGNORECASE,
)
OTHER = re.compile(rf"{_HOW}(?:the |its |their )*(?P<what>[^?,;]+?)\W*", re.IGNORECASE)
# “…, and how much of it came from services?”
OF_IT = re.compile(
    r"\W*how much of (?:it|this|that|them|these|those)(?: (?:total|amount|sum))? "
    r"(?:c[ao]mes?|was|were|is|are|did|stems?|stemmed)(?: (?:made|earned|generated|earn))? "
    r"(?:come )?(?:from|in|by|through) (?P<part>[^?,;]+?)\W*",
    re.IGNORECASE,
)
BESIDE = re.compile(r"\s+compare[sd]?\s+(?:to|with|against)\s+", re.IGNORECASE)


@dataclass(frozen=True)
class Second:
    """`rest`: the question's words for it. `case`: the first part alone."""

    case: Case
    rest: str


def is_taken_up(rest: str) -> bool:
    """Whether what is asked second is a comparison, the size, or a part of what is asked first."""
    return any(each.fullmatch(rest) for each in (SIZE, EARLIER, SAME_EARLIER, OTHER, OF_IT))


def asks_of_earlier(rest: str) -> bool:
    """Whether it is the same that is asked second, of a time before."""
    return bool(EARLIER.fullmatch(rest) or SAME_EARLIER.fullmatch(rest))


def of_part(first: str, rest: str) -> str:
    """The first question about the part that the second is for; "" of other seconds."""
    found = OF_IT.fullmatch(rest)
    bare = re.sub(r"\btotal\s+", "", first, flags=re.IGNORECASE).rstrip("?. ")
    return f"{bare} from {found['part']}?" if found else ""


def beside(question: str) -> tuple[str, str]:
    """What is told by part, and what it is to be compared with: “… by segment compare to the cost of it”."""
    found = BESIDE.search(question)
    if found is None or find_grouping(question[: found.start()]) is None:
        return question, ""
    return f"{question[: found.start()]}?", question[found.start() :].strip()


def with_second(second: Second, first: Outcome, also: Outcome | None) -> Outcome:
    """The first answer with that to the second part, or with that part named as left open."""
    if SIZE.fullmatch(second.rest) and first[0].answered and first[1].figures:
        return replace(first[0], about=f"{first[0].about} {second.rest}"), first[1]
    if also is None or not also[0].answered:
        return replace(first[0], left_open=second.rest), first[1]
    return _joined([first, also])


def seconds_of(second: Second, first: Outcome) -> tuple[Case | None, Target | None]:
    """The case that answers the second part: the same earlier, or another row beside the figure given."""
    if again := SAME_EARLIER.fullmatch(second.rest):
        dated = _dated(second.case, first)
        period = _earlier(dated, again["earlier"])
        return (second.case.asking(periods=(period,)), None) if period else (None, None)
    if earlier := EARLIER.fullmatch(second.rest):
        period = _earlier(second.case, earlier["earlier"])
        return (second.case.asking(periods=(period,), kind="lookup"), None) if period else (None, None)
    if other := OTHER.fullmatch(second.rest):
        labels = _labels_beside(second.case, other["what"], first[1])
        return second.case.asking(kind="lookup"), (Target(labels=labels) if labels else None)
    return None, None


def _dated(case: Case, outcome: Outcome) -> Case:
    """The case with the time that its answer is of, where the question names none."""
    ends = [(each.period_end, each) for each in outcome[1].figures if each.period_end and not each.formula]
    if case.analysis.periods or not ends:
        return case
    end, newest = max(ends, key=lambda each: each[0])
    words = f"fiscal {newest.fiscal_year}" if newest.fiscal_year else str(end)
    period = Period(words, newest.period_start, end, newest.fiscal_year, newest.fiscal_quarter)
    return case.asking(periods=(period,))


def _earlier(case: Case, words: str) -> Period | None:
    """The same time a year before; of a quarter the one before it where that is said."""
    if len(case.analysis.periods) != 1:
        return None
    period = case.analysis.periods[0]
    if "quarter" in words.lower() and not re.search(r"\bsame\b|\byear", words, re.IGNORECASE):
        if period.start_date is None:
            return None
        return Period(
            f"the quarter before {period.text}", period.start_date - QUARTER, period.start_date - DAY
        )
    before = years_before(period, 1)
    return replace(before, fiscal_year=None, fiscal_quarter=None) if period.fiscal_quarter else before


def _labels_beside(case: Case, words: str, evidence: Evidence) -> tuple[str, ...]:
    """The label of the one row that has all these words, in the figure's document, time and unit."""
    figure = next((each for each in evidence.figures if each.span and not each.formula), None)
    asked = stems(words) - stems(ASKING) | stems(words) & {"rate"}
    if figure is None or figure.span is None or not asked:
        return ()
    rows = Metric.objects.answering().filter(
        workspace=case.scope.workspace,
        anchored=True,
        document_id=figure.span.document_id,
        period_end=figure.period_end,
        label_stems__contains=sorted(asked),
    )
    labels = set(rows.values_list("metric_name", flat=True)) - {figure.label}
    return tuple(labels) if len(labels) == 1 else ()


def _joined(outcomes: Sequence[Outcome]) -> Outcome:
    lines = [draft.text.removeprefix("- ") for draft, _ in outcomes]
    evidence = replace(
        outcomes[-1][1],
        figures=tuple(figure for _, each in outcomes for figure in each.figures),
        spans=tuple(dict.fromkeys(span for _, each in outcomes for span in each.spans)),
        tables=tuple(table for _, each in outcomes for table in each.tables),
    )
    looked_up = together([draft.looked_up for draft, _ in outcomes])
    return Draft(text="\n\n".join(lines), plan=outcomes[0][0].plan, looked_up=looked_up), evidence
