"""What a document is good for: the questions it answers, when to use it and when not, from what was read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import islice

from pydantic import BaseModel, Field

from reading.measures.catalogue import MEASURES
from reading.model import Essence, MetricDraft, Reading
from reading.profile.document_type import TYPE_NAMES
from reading.values.period_words import in_span, span_words

QUESTIONS = 10
FIGURE_QUESTIONS = 5  # of them before those on other themes
TERM_QUESTIONS = 4
MOST_NAMES = 4  # of measures, periods or topics in one line
MOST_TERM_WORDS = 6
PROPERTIES = "properties"  # what figures of key–value sheets have for a context
INTERIM_DAYS = 300  # a shorter span is less than a year
PROMINENT = (  # asked for first, as reports are
    "revenue",
    "net_income",
    "operating_income",
    "eps_diluted",
    "gross_profit",
    "operating_cash_flow",
    "total_assets",
    "total_debt",
    "equity",
    "cash_and_equivalents",
    "capital_expenditures",
)
STATEMENTS = {  # statement → what a reader looks for there
    "income": "Revenue and profit: it gives no income statement",
    "balance": "Assets and debts: it gives no balance sheet",
    "cash_flow": "Cash flows: it gives no cash flow statement",
}
NOT_IN_KIND = {  # kind of document → what such a document leaves open
    "legal_contract": "What was delivered, invoiced or paid: it sets out the terms only",
    "policy": "Single cases and exceptions: it lays down the rules only",
    "meeting_notes": "Final figures: those it gives are as they were told to the meeting{dated}",
    "presentation": "Exact or audited figures: slides round and choose them",
    "correspondence": "What became of it later: it is one message{of_day}",
    "technical_doc": "How single units performed in use: it states what the product is specified to do",
    "research": "Other samples or conditions than those it studied",
}
WHAT_IS = re.compile(
    r"(?:The|Our|Its|Each|Every|All)\s+(?P<what>[a-z][\w’'() -]{3,60}?)\s+"
    r"(?P<verb>is|are|was|were|may not exceed|shall not exceed|must be|must not exceed|shall be|will be)\s"
    r"(?=[^.;]*\d)"
)
GENERIC = frozenset(
    """agreement party parties board meeting minutes supply supplier buyer customer seller document report
    introduction overview contents general definitions miscellaneous signatures schedule exhibit exhibits
    appendix annex index business notes other scope purpose summary background steps data value values
    growth results stand limits actions agenda questions thanks contact about""".split()
)
_NUMBERING = re.compile(r"^\d+(?:\.\d+)*[.)]?\s+")


class RetrievalProfile(BaseModel):
    answers_questions_about: list[str] = Field(default_factory=list, max_length=QUESTIONS)
    use_when: list[str] = Field(default_factory=list)
    do_not_use_for: list[str] = Field(default_factory=list)
    confidence_level: str = "medium"


def profile_of(reading: Reading) -> RetrievalProfile:
    """The model's profile, its questions filled up with those that figures, terms and headings answer."""
    essence = reading.essence
    return RetrievalProfile(
        answers_questions_about=list(islice(distinct(_questions(reading)), QUESTIONS)),
        use_when=list(distinct([*essence.use_when, *_uses(reading)])),
        do_not_use_for=list(distinct([*essence.do_not_use_for, *lacking(reading)])),
        confidence_level=essence.confidence_level or "medium",
    )


def _questions(reading: Reading) -> Iterator[str]:
    offered = reading.essence.answers_questions_about
    figures = list(figure_questions(reading))
    yield from (text for text in offered if text.endswith("?"))
    yield from figures[:FIGURE_QUESTIONS]
    yield from islice(term_questions(reading), TERM_QUESTIONS)
    yield from theme_questions(reading.essence, [text for text in offered if not text.endswith("?")])
    yield from figures[FIGURE_QUESTIONS:]


def figure_questions(reading: Reading) -> Iterator[str]:
    """A question for the newest figure of each measure that has a common name, the weightiest first."""
    newest: dict[str, MetricDraft] = {}
    for metric in reading.metrics:
        if metric.canonical_name and metric.period and (metric.entity_name or reading.essence.title):
            known = newest.get(metric.canonical_name)
            if known is None or (metric.period_end or date.min) > (known.period_end or date.min):
                newest[metric.canonical_name] = metric
    for name in sorted(newest, key=prominence):
        metric, measure = newest[name], measure_words(name)
        verb = "were" if _is_plural(measure) else "was"
        if name in MEASURES and MEASURES[name].is_instant:
            metric = replace(metric, period_start=None)
        when = in_span(metric, reading.essence.calendar)
        if metric.entity_name:
            yield f"What {verb} the {measure} of {metric.entity_name} {when}?"
        else:
            yield f"What {verb} the {measure} {when} according to “{reading.essence.title}”?"


def prominence(name: str) -> int:
    """The rank of a canonical name: 0 for what is asked for first."""
    return PROMINENT.index(name) if name in PROMINENT else len(PROMINENT)


def measure_words(canonical_name: str) -> str:
    """“diluted earnings per share” for eps_diluted."""
    measure = MEASURES.get(canonical_name)
    return measure.labels[0] if measure else canonical_name.replace("_", " ")


def _is_plural(measure: str) -> bool:
    head = re.split(r",| (?:of|per|from|to|on|for|available|including)\b", measure)[0]
    return head.endswith("s") and not head.endswith(("ss", "us", "is"))


def term_questions(reading: Reading) -> Iterator[str]:
    """What single terms are: those of key–value sheets, then those that sentences set to a figure."""
    title = reading.essence.title
    if not title or reading.essence.document_type == "financial_report":
        return
    sheet = [metric.metric_name for metric in reading.metrics if metric.context == PROPERTIES]
    said = [
        match["what"]
        for claim in reading.claims
        if claim.is_quantitative and (match := WHAT_IS.match(claim.claim_text))
    ]
    for label in distinct([*sheet, *said]):
        term = _plainly(label)
        if 1 <= len(term.split()) <= MOST_TERM_WORDS and not _is_generic(term):
            yield f"What {'are' if _is_plural(term) else 'is'} the {term} in “{title}”?"


def theme_questions(essence: Essence, themes: Sequence[str]) -> Iterator[str]:
    """A question for each theme that says something of its own, beside the document's title."""
    if not essence.title:
        return
    title = essence.title.casefold()
    for theme in themes:
        theme = _NUMBERING.sub("", theme).strip(" .:;–—-")
        is_time = any(char.isdigit() for char in theme)
        if theme.casefold() not in title and not (is_time or theme.isupper() or _is_generic(theme)):
            yield f"What does “{essence.title}” say about {_plainly(theme)}?"


def _plainly(label: str) -> str:
    """The label as it stands in a sentence: “Termination notice” → “termination notice”."""
    first, *rest = label.split(" ")
    is_name = any(word[:1].isupper() for word in rest) or first[1:] != first[1:].lower()
    return label if is_name else " ".join([first.lower(), *rest])


def _is_generic(theme: str) -> bool:
    return all(word in GENERIC or len(word) < 3 for word in theme.casefold().split())


def _uses(reading: Reading) -> Iterator[str]:
    """When to turn to it: for its measures and periods, and for its topics."""
    essence = reading.essence
    of = f" of {subject}" if (subject := _subject(reading)) else ""
    known = sorted({metric.canonical_name for metric in reading.metrics} - {""}, key=prominence)
    if known:
        told = (span_words(metric, essence.calendar) for metric in reading.metrics)
        periods = Counter(words for words in told if words)
        when = _listed([words for words, _ in periods.most_common(MOST_NAMES)])
        measures = _listed([measure_words(name) for name in known[:MOST_NAMES]])
        yield f"Figures{of} are asked for, such as {measures}" + (f", for {when}" if when else "")
    topics = [topic.topic_name for topic in reading.topics if not _is_generic(topic.topic_name)]
    if topics:
        kind = TYPE_NAMES.get(essence.document_type, "document") if essence.document_type != "other" else ""
        yield f"What a {kind or 'document'}{of} says about {_listed(topics[:MOST_NAMES])} is asked"


def _subject(reading: Reading) -> str:
    named = (each for each in reading.entities if each.entity_type == "organization")
    return next((each.entity_name for each in named if each.role == "subject"), "")


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + (f" or {names[-1]}" if len(names) > 1 else "".join(names))


def lacking(reading: Reading) -> Iterator[str]:
    """What the document does not give, as its figures, its span of time and its kind show."""
    essence = reading.essence
    if not any(metric.category == "financial" for metric in reading.metrics):
        yield "Amounts of money: it gives none"
    yield from _missing_statements(reading)
    if _is_interim(essence):
        span = f"{essence.period_start:%-d %B %Y} to {essence.period_end:%-d %B %Y}"
        yield f"Figures for the whole of the year that it falls in: it covers {span}"
    if sentence := NOT_IN_KIND.get(essence.document_type):
        day = f"{essence.document_date:%-d %B %Y}" if essence.document_date else ""
        yield sentence.format(
            dated=f" of {day}" if day else "", of_day=f" of {day}" if day else " of its day"
        )
    years = [metric.period_end.year for metric in reading.metrics if metric.period_end]
    if years:
        yield f"Figures for years before {min(years)}"


def _is_interim(essence: Essence) -> bool:
    if essence.document_type != "financial_report" or not (essence.period_start and essence.period_end):
        return False
    return (essence.period_end - essence.period_start).days < INTERIM_DAYS


def _missing_statements(reading: Reading) -> Iterator[str]:
    """Of a financial report, the statements of which it gives no figure."""
    if reading.essence.document_type != "financial_report":
        return
    names = {metric.canonical_name for metric in reading.metrics}
    given = {MEASURES[name].statement for name in names if name in MEASURES}
    yield from (sentence for statement, sentence in STATEMENTS.items() if statement not in given)


def distinct(texts: Iterable[str]) -> Iterator[str]:
    """The texts that are not empty, in order, each once whatever its case."""
    seen: set[str] = set()
    for text in texts:
        if text and text.casefold() not in seen:
            seen.add(text.casefold())
            yield text
