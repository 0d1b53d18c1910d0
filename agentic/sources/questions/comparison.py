"""Questions that set a source beside documents: each half is asked for itself, with its own proof."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Max

from agentic.answering import answer_question
from agentic.evidence import Answer, CheckedNumber
from agentic.inquiry import Models, Question
from agentic.models import DataSource, Run
from agentic.outcome import Answered
from agentic.sources.answering import answer_from_source
from agentic.sources.questions.difference import difference
from agentic.sources.registering.services import sources_of
from agentic.trace import Trace
from agentic.verification.fit import Fit
from documents.library.selectors import documents_of
from documents.models import Metric, Workspace
from reading.lexicon import YEAR
from retrieval.question.periods.bare_times import BARE_QUARTER, ORDINALS

_DOCUMENTS = r"(?:documents?|reports?|filings?|pdfs?|files?|10-[kq]s?)"
_HINT = re.compile(
    r"\b(?:compar|match|agree|equal|same\b|differ|versus\b|vs\b|against\b|consistent|reconcile)|\bboth\b|"
    r"\band\b.* (?:say|tell|show|give|report|state)s?\b",
    re.I,
)
_FROM = (
    r"(?:(?:in|of|from|by|on|with|to|against|than|as|between|and|or|vs\.?|versus|according to|both) "
    r"(?:(?:that|those|the one|the ones) (?:in|of|from) )?)"
)
_THE = "(?:(?:the|our|their|its) )"
_ASKED = (
    r"how (?:does|do|did|is|are|was|were)|what (?:is|are|was|were|do|does|did)|"
    r"(?:does|do|did|is|are|was|were)|compare|please|can you compare"
)
_COMPARED = (
    r"(?:any |the |a )?differences?(?: (?:between|in))?|differ(?:s|ent)?(?: from)?|"
    r"(?:compares?|compared)(?: (?:with|to))?|"
    r"match(?:es)?(?: up)?|agrees?|(?:the )?same(?: as)?|equals?(?: to)?|consistent|reconciles?|"
    r"versus|vs\.?|against|(?:say|tell|show|give|report|state)s?"
)
_SMALL = (
    r"(?:with|to|as|in|of|on|about|for|and|or|between|both|by|from|than|the|that|there|is|are|do|does|:|,)"
)
_TIME_FIRST = re.compile(r"^(q[1-4](?: \d{4})?|(?:[a-z]{3,9} )?\d{4}) (?!in |for )(.+)$", re.I)
_NO_MEASURE = re.compile(r"(?:which|who|when|where|why|how(?! many\b| much\b)|what|any|it|they)\b", re.I)
_A_YEAR = re.compile(YEAR)
_FOLDED = re.compile(
    r"(?:total|sum|average|mean|number|count|highest|lowest|largest|smallest|how many)\b", re.I
)


def measure_compared(question: str, source: str) -> str:
    """What both are asked for, as “revenue for Q2”; empty where no source is set beside documents.

    It is what is left of the question without both names, what compares them and what asks.
    """
    if not _HINT.search(question):
        return ""
    name = r"[-_ ]".join(map(re.escape, re.split(r"[-_ ]+", source)))
    kind = "(?: (?:database|data source|source|table))"
    led = rf"(?:{_FROM}{_THE}?|{_THE})"
    own = rf"(?:{led}{name}{kind}?(?:['’]s?)?|{name}(?:{kind}|['’]s|(?= (?:vs|versus|and|against)\b)))"
    text = " ".join(question.split()).rstrip("?. ")
    for called in (own, rf"{led}?{_DOCUMENTS}(?:['’]s?)?"):
        text, count = re.subn(rf"(?<![\w-]){called}(?![\w-])", "|", text, flags=re.I)
        if not count:
            return ""
    text = re.sub(rf"^(?:{_ASKED})\b", "|", text.strip(), flags=re.I)
    text = re.sub(rf"(?<![\w-])(?:{_COMPARED})(?![\w-])", "|", text, flags=re.I)
    parts = [_trimmed(part) for part in text.split("|")]
    told = [_TIME_FIRST.sub(r"\2 in \1", part) for part in parts if part]
    return told[0] if len(told) == 1 and not _NO_MEASURE.match(told[0]) else _joined_time(told)


def _trimmed(part: str) -> str:
    """Without small words at its ends; “for Q2 2024” stays a time."""
    part = re.sub(rf"(?: {_SMALL})+$", "", f" {part.strip(' :,')}", flags=re.I).strip()
    part = re.sub(r"^(?:the|and|:) ", "", part, flags=re.I)
    return re.sub(rf"^(?:{_SMALL} )+(?!(?:q[1-4]|\d))", "", part, flags=re.I)


def _joined_time(told: Sequence[str]) -> str:
    """“Revenue” and “in 2024”, told apart, are one; other parts are not."""
    if len(told) != 2 or _NO_MEASURE.match(told[0]):
        return ""
    what, when = told
    return f"{what} {when}" if re.match(r"(?:in|for|of|during) (?:the )?[\w ]*\d", when, re.I) else ""


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
    told = [(f"From “{source.name}”", of_source.answer), ("From the documents", of_documents.answer)]
    answer = _joined(told)
    if apart := difference(source.name, measure, of_source.answer, of_documents.answer):
        answer = _followed(answer, "Side by side", apart)
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
        text, moved = _with_paragraph(text, heading, said, answer.numbers)
        numbers += moved
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


def _followed(answer: Answer, heading: str, told: Answer) -> Answer:
    """The answer with a further paragraph, its numbers where they then stand."""
    text, moved = _with_paragraph(answer.text, heading, told.text, told.numbers)
    return replace(answer, text=text, numbers=(*answer.numbers, *moved))


def _with_paragraph(
    text: str, heading: str, said: str, numbers: Sequence[CheckedNumber]
) -> tuple[str, list[CheckedNumber]]:
    """The text with a paragraph under a heading, and where its numbers stand then."""
    lead = f"{text}{chr(10) * 2 if text else ''}**{heading}**: "
    moved = [replace(each, start=each.start + len(lead), end=each.end + len(lead)) for each in numbers]
    return lead + said, moved


def _one_side(silent: Sequence[str]) -> dict[str, Any]:
    """That only one of two sides is answered, as `Fit` tells what an answer leaves out."""
    missing = tuple(
        f"{heading} there is no answer: this is one side of the comparison." for heading in silent
    )
    return Fit(missing=missing, lacks_a_part=True).as_json()
