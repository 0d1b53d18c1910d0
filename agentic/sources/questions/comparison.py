"""Questions that set a source beside documents: each half is asked for itself, with its own proof."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Max

from agentic.answering import answer_question
from agentic.evidence import Answer
from agentic.inquiry import Models, Question
from agentic.models import DataSource, Run
from agentic.outcome import Answered
from agentic.sources.answering import answer_from_source
from agentic.sources.registering.services import sources_of
from agentic.trace import Trace
from agentic.verification.fit import Fit
from documents.library.selectors import documents_of
from documents.models import Metric, Workspace
from reading.lexicon import YEAR
from retrieval.question.periods.bare_times import BARE_QUARTER, ORDINALS

_DOCUMENTS = r"(?:(?:the|our|their|its) )?(?:documents?|reports?|filings?|pdfs?|files?|10-[kq]s?)"
_HINT = re.compile(r"\b(?:compar|match|agree|equal)", re.I)
_A_YEAR = re.compile(YEAR)
_FOLDED = re.compile(
    r"(?:total|sum|average|mean|number|count|highest|lowest|largest|smallest|how many)\b", re.I
)
SHAPES = (
    r"how (?:does|do|did) {a}['’]s? (?P<measure>.+?) compare (?:with|to|against) (?:that of )?{b}(?:['’]s?)?",
    r"how (?:does|do|did) (?:the )?(?P<measure>.+?) (?:in|of|from) {a} compare (?:with|to|against) "
    r"(?:(?:that|the one|those) (?:in|of|from) )?{b}(?:['’]s?)?",
    r"compare {a}['’]s? (?P<measure>.+?) (?:with|to|and|against) (?:that of )?{b}(?:['’]s?)?",
    r"compare (?:the )?(?P<measure>.+?) (?:in|of|from) {a} (?:with|to|and|against) "
    r"(?:that (?:in|of) )?{b}(?:['’]s?)?",
    r"(?:does|do|did) {a}['’]s? (?P<measure>.+?) (?:match|agree with|equal) (?:that of )?{b}(?:['’]s?)?",
)


def measure_compared(question: str, source: str) -> str:
    """What both are asked for, as “revenue for Q2”; empty where no source is set beside documents."""
    if not _HINT.search(question):
        return ""
    name = r"[-_ ]".join(map(re.escape, re.split(r"[-_ ]+", source)))
    own = rf"(?:(?:the|our) )?{name}(?: (?:database|data source|source|table))?"
    text = " ".join(question.split()).rstrip("?. ")
    for shape in SHAPES:
        for first, second in ((own, _DOCUMENTS), (_DOCUMENTS, own)):
            found = re.fullmatch(shape.format(a=first, b=second), text, re.I)
            if found:
                return found["measure"]
    return ""


def source_compared(user: Any, workspace: Workspace, question: str) -> DataSource | None:
    """The source that the question sets beside documents, of those that the user may ask."""
    if not _HINT.search(question):
        return None
    listed = sources_of(user, workspace).defer("schema")
    return next((each for each in listed if measure_compared(question, each.name)), None)


def answer_both(run: Run, source: DataSource, measure: str, *, models: Models, trace: Trace) -> Answered:
    """What the source says and what documents say, one below the other, both of the same quarter.

    Where the source asks back, that alone.
    """
    measure = with_year(measure, run)
    total = measure if _FOLDED.match(measure) else f"total {measure}"
    of_source, state = answer_from_source(
        f"What is the {total}?",
        source=source,
        chat=models.chat,
        embedder=models.embedder,
        trace=trace,
        choices=run.choices,
    )
    if of_source.answer.clarification:  # the documents are asked once that is said
        return replace(of_source, state=state.as_json())
    asked = replace(Question.of(run), text=f"What was the {measure}?", mode=Run.Mode.AUTO)
    if source.document_id and not asked.document_ids:  # a sheet is not compared with itself
        others = documents_of(run.user, run.workspace).exclude(pk=source.document_id)
        asked = replace(asked, document_ids=list(others.values_list("pk", flat=True)))
    of_documents = answer_question(asked, models=models, trace=trace)
    answer = _joined(
        [(f"From “{source.name}”", of_source.answer), ("From the documents", of_documents.answer)]
    )
    return Answered(answer, Run.Mode.SOURCE, state={**state.as_json(), "step": "compare"})


def with_year(measure: str, run: Run) -> str:
    """“Revenue for Q2” with the newest year of which documents give that quarter, if it names no year."""
    found = BARE_QUARTER.search(measure)
    if found is None or _A_YEAR.search(measure):
        return measure
    number = int(found["q1"] or found["q2"] or ORDINALS[found["o"].lower()])
    metrics = Metric.objects.answering().filter(
        document__in=documents_of(run.user, run.workspace), anchored=True, fiscal_quarter=number
    )
    year = metrics.aggregate(newest=Max("fiscal_year"))["newest"]
    return f"{measure[: found.start()]}Q{number} {year}{measure[found.end() :]}" if year else measure


def _joined(parts: Sequence[tuple[str, Answer]]) -> Answer:
    """One answer of several, each under a heading, its numbers where they then stand."""
    text, numbers = "", []
    for heading, answer in parts:
        said = answer.text or answer.clarification or "No answer was found."
        lead = f"{text}{chr(10) * 2 if text else ''}**{heading}**: "
        numbers += [
            replace(each, start=each.start + len(lead), end=each.end + len(lead)) for each in answer.numbers
        ]
        text = lead + said
    answers = [answer for _, answer in parts]
    silent = [heading for heading, answer in parts if not answer.answered]
    return replace(
        answers[-1],
        text=text,
        answered=any(answer.answered for answer in answers),
        numbers=tuple(numbers),
        tables=tuple(table for answer in answers for table in answer.tables),
        warnings=tuple(warning for answer in answers for warning in answer.warnings),
        clarification="",
        clarify=None,
        fit=_one_side(silent) if len(silent) == 1 else None,
    )


def _one_side(silent: Sequence[str]) -> dict[str, Any]:
    """That only one of two sides is answered, as `Fit` tells what an answer leaves out."""
    missing = tuple(
        f"{heading} there is no answer: this is one side of the comparison." for heading in silent
    )
    return Fit(missing=missing, lacks_a_part=True).as_json()
