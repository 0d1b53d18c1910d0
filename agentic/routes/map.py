"""The document map route: consult the map, choose documents and passages, compose an answer."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import replace
from datetime import date, timedelta

import numpy as np
from django.conf import settings

from agentic.citations.sentences import (
    figures_in,
    narrowed,
    only_mentioned,
    placed,
    span_of,
    told_of,
)
from agentic.evidence import Draft, Evidence, Span
from agentic.facts import wording
from agentic.facts.figures.target import ASKING
from agentic.inquiry import Models
from agentic.outcome import Outcome, coverage
from agentic.routes.claims import Stated, as_list, claims_stated
from agentic.routes.composing.answer import Composed, compose
from agentic.routes.composing.nearest import nearest_parts
from agentic.routes.composing.values import answer_briefly
from agentic.routes.map_choice import Chosen, consult, unread
from agentic.routes.quoting import Quotable, likeness, quotable, tells_other_measure
from agentic.routes.typed import Found, lacks, look, told
from agentic.running.widening import tell_widened
from agentic.trace import Trace
from agentic.verification.fit import fit_of
from agentic.verification.fitting.givers import number_givers
from agentic.verification.fitting.kinds import EXTREME
from agentic.verification.sentences.statements import own_mark, periods_in
from documents.models import Document
from llm.types import ChatModel, Embedder
from reading.text.languages import language_of
from retrieval.passages.expected import expected_of, head_of
from retrieval.passages.forms.times import is_of_its_time
from retrieval.passages.guards.words_asked import OF_DOCUMENTS, is_no_extreme, is_without_values
from retrieval.passages.labels import is_of_labels
from retrieval.passages.near.meaning import nearest
from retrieval.passages.subject import names_in
from retrieval.passages.telling import is_run_of_rows
from retrieval.passages.values import values_in
from retrieval.passages.windows import STOPS
from retrieval.question.counting import ANY_NUMBER, Counted, counted_in
from retrieval.question.model import QueryAnalysis
from retrieval.question.periods.times import TimeReference
from retrieval.question.wording.words import EVERY
from retrieval.scope.model import Scope
from retrieval.scope.subject_of_passage import Whose, whose
from retrieval.scope.widening import widened
from retrieval.search.search import Hit, find
from retrieval.stems import stems

PASSAGES = {"none": 8, "local": 5, "gemini": 24, "openai": 16}
RULES_FIRST = ("none", "local")  # tiers in which what rules find in the text is told before a model is asked
NAMED = frozenset({"person", "organization"})  # kinds of values that no other words stand for
NEAREST = 3  # passages shown where nothing answers
HEADING_WORDS = 8  # a line this short is a heading if it adds fewer than NEW_WORDS to the question
NEW_WORDS = 3
EXTRACTED = 3  # sentences of an answer without a model
ANSWERS = 0.45  # least cosine: 56% of FinanceBench's evidence has it for its question, 6% for another's
COUNTED = 0.25  # added where a number stands beside what is to be counted: such sentences may be about more
CLOSE = 0.85  # a further sentence is quoted if it is this near to the best one's cosine
LEAST_SHARED = 0.5  # of what is asked: what is near in meaning alone often tells something else
NAMED_OTHERWISE = timedelta(days=2 * 366)  # years go by two names, and sentences compare with the year before


WENT = re.compile(
    r"\b(?:var(?:y|ied|ies)|fluctuat\w+|chang\w+|evolv\w+|perform\w*|trend\w*|gr[eo]w\w*|develop\w*|compare\w*|moved?|"
    r"increas\w*|decreas\w*|declin\w*)\b",
    re.IGNORECASE,
)


def answer_from_map(
    analysis: QueryAnalysis,
    *,
    scope: Scope,
    models: Models,
    trace: Trace,
    candidates: int | None = None,
    documents: int | None = None,
    top_k: int | None = None,
) -> Outcome:
    """An answer composed from the passages of the documents that the map points to.

    `candidates`, `documents`: how many passages to look at, and of how many documents, at most. `top_k`:
    of how many passages the answer is made. Each as the settings say if not given.
    """
    filtered, scope = scope, widened(analysis, scope)
    tell_widened(trace, filtered, scope)
    hits, about = (
        _search(analysis, scope, models, trace, candidates or settings.RAGSITE_ANSWER_CANDIDATES),
        whose(analysis),
    )
    hits = of_first(hits, documents)
    if models.chat.tier != "none":
        hits = told_of(hits, about) or hits
    chosen = consult(analysis, scope, hits, models, trace)
    hits = (*hits, *told_of(unread(analysis, scope, hits, chosen, models), about))
    passages = _passages(hits, chosen, top_k or passages_read(models.chat.tier))
    return tell_passages(analysis, passages, hits, scope=scope, models=models, trace=trace)


def tell_passages(
    analysis: QueryAnalysis,
    passages: Sequence[Hit],
    hits: Sequence[Hit],
    *,
    scope: Scope,
    models: Models,
    trace: Trace,
    once: bool = False,
) -> Outcome:
    """An answer from `passages` in a model's words, or in their own. `hits`: all that was found.

    `once`: the model is asked once, whatever it says.
    """
    about, everywhere = whose(analysis), scope.opened
    stated = claims_stated(analysis, scope=scope, embedder=models.embedder, trace=trace)
    evidence = _evidence_of(passages, hits, stated, everywhere)
    if not stated and not passages:
        return Draft(text="These documents hold nothing near the question.", answered=False), evidence
    found = look(
        analysis,
        hits,
        fits=lambda text, hit: _is_told_of(analysis, about, text, hit),
        embedder=models.embedder,
        trace=trace,
    )
    if found.missing and not stated:
        return _not_found(evidence, about, text=lacks(found.missing))
    by_rules = _told_by_rules(analysis, found, evidence, about)
    if by_rules and not stated and models.chat.tier in RULES_FIRST:
        return by_rules
    composed = None
    is_asked = models.chat.tier != "local" or found.expected.kind != "change"  # a small one takes any figure
    if models.chat.tier == "local" and not stated:
        composed = _by_small_model(analysis, evidence, found, about, models, trace) if is_asked else None
    elif models.chat.tier != "none" and is_asked:
        composed = _composed(analysis, evidence, about, models.chat, trace, once=once)
    if composed and composed[0].answered:
        return composed
    if stated:
        documents = {span.document_id for span in stated.spans}
        own = replace(evidence, spans=stated.spans, figures=stated.figures)
        return as_list(stated, own, about=_identity(documents))
    if composed and models.chat.tier not in RULES_FIRST:
        return composed  # a large model's no has weighed what rules find
    if by_rules:
        return by_rules
    if found.best and not found.is_first_only and not only_mentioned(about, ""):
        return composed or _not_found(evidence, about)
    if counted_in(analysis.question) is None and not analysis.measures and found.expected.is_value:
        return composed or _not_found(evidence, about)
    return _quoted(analysis, _with_counts(analysis, passages, hits), evidence, models.embedder, trace)


def _evidence_of(
    passages: Sequence[Hit], hits: Sequence[Hit], stated: Stated | None, everywhere: Scope
) -> Evidence:
    """The passages with their figures, behind those of the claims that documents make."""
    spans = tuple(span_of(hit) for hit in passages)
    figures = [figure for span in spans for figure in figures_in(span)]
    return Evidence(
        spans=(*(stated.spans if stated else ()), *spans),
        figures=(*(stated.figures if stated else ()), *figures),
        found_in=frozenset(hit.document_id for hit in hits),
        coverage=coverage(everywhere),
        tried=(wording.searched(everywhere.candidates, len(hits)),),
    )


def _told_by_rules(analysis: QueryAnalysis, found: Found, evidence: Evidence, about: Whose) -> Outcome | None:
    """What rules find in the passages, where it gives what is asked."""
    if found.is_sure:
        return told(found, evidence)
    if not found.best or only_mentioned(about, ""):
        return None
    outcome = told(found, evidence)
    is_asked = found.expected.is_value or _is_told_in_words(found) or _gives_number(analysis, outcome, found)
    return outcome if is_asked else None


def _is_told_in_words(found: Found) -> bool:
    """Whether words are asked for, and not how a number went: “how has revenue varied”."""
    return found.expected.is_in_words and not (found.expected.kind == "steps" and WENT.search(found.question))


def _gives_number(analysis: QueryAnalysis, outcome: Outcome, found: Found) -> bool:
    """Whether what is quoted has the number that is asked for, where one is.

    In another language than the question's, which has all that is asked by other words, any number.
    """
    text = found.best[0].window.text
    if language_of(text) != found.expected.language and any(map(str.isdigit, text)):
        return True
    givers = number_givers(analysis.question, analysis, outcome[1].spans)
    return givers is None or bool(givers)


def of_first(hits: Sequence[Hit], documents: int | None) -> tuple[Hit, ...]:
    """Those of the first so many documents; all where None."""
    kept = list(dict.fromkeys(hit.document_id for hit in hits))[:documents]
    return tuple(hit for hit in hits if hit.document_id in kept)


def _search(
    analysis: QueryAnalysis, scope: Scope, models: Models, trace: Trace, limit: int
) -> tuple[Hit, ...]:
    with trace.step(
        "search", "Search passages by words and by meaning", query=analysis.transformed_query
    ) as step:
        found = find(analysis, scope=scope, embedder=models.embedder, top_k=limit, reranker=models.reranker)
        step.rows = len(found.hits)
        best = [f"{hit.filename}, p. {hit.page_start}" for hit in found.hits[:5]]
        notes = " ".join(filter(None, (scope.note, found.note)))
        step.output = {"best": best, "documents": scope.candidates, "note": notes}
    return found.hits


def passages_read(tier: str) -> int:
    """Of how many passages an answer is made."""
    return settings.RAGSITE_TOP_K or PASSAGES[tier]


def _passages(hits: Sequence[Hit], chosen: Chosen, most: int) -> list[Hit]:
    """The passages chosen, then the best of the documents chosen; superseded editions come last."""
    wanted, first = set(chosen.documents), set(chosen.chunks)
    inside = [hit for hit in hits if hit.document_id in wanted] or list(hits)
    inside.sort(key=lambda hit: (hit.superseded, hit.chunk_id not in first))
    return inside[:most]


def _composed(
    analysis: QueryAnalysis, evidence: Evidence, about: Whose, chat: ChatModel, trace: Trace, *, once: bool
) -> Outcome | None:
    """The model's answer, or that there is none; None where it may not have been itself that refused."""
    composed = compose(analysis, evidence, lambda span: _headed(span, about), chat, trace, once=once)
    if composed is None:
        return None
    return _told(composed, evidence, about)


def _by_small_model(
    analysis: QueryAnalysis, evidence: Evidence, found: Found, about: Whose, models: Models, trace: Trace
) -> Outcome | None:
    """A value told in the lines it stands in, a reason, a way or a meaning in words, or that there is none.

    None where anything else is asked for: of that it says nothing that rules do not.
    """
    if not (found.expected.is_value or found.expected.is_in_words):
        return None
    near = nearest(found.units, found.question, models.embedder)
    read = nearest_parts(evidence, near)
    if found.expected.is_in_words:
        return _composed(analysis, read, about, models.chat, trace, once=True)
    composed = answer_briefly(
        found.question,
        found.expected,
        near,
        read.spans,
        headed=lambda span: _headed(span, about),
        chat=models.chat,
        trace=trace,
    )
    return _told(composed, read, about)


def _told(composed: Composed, evidence: Evidence, about: Whose) -> Outcome:
    if not composed.text:
        return _not_found(evidence, about, warnings=composed.warnings)
    text = f"{only_mentioned(about, '')}{composed.text}"
    draft = Draft(text=text, warnings=composed.warnings, claims=composed.claims)
    return draft, narrowed(composed.text, evidence)


def _headed(span: Span, about: Whose) -> str:
    """What a source is called in the prompt."""
    section = f", {span.section}" if span.section else ""
    other = f" (not about {about.called})" if span.document_id in about.others else ""
    return f"{span.filename}, page {span.page}{section}{other}"


def _with_counts(analysis: QueryAnalysis, passages: Sequence[Hit], hits: Sequence[Hit]) -> Sequence[Hit]:
    """The passages, and of all that were found those that give the number that is asked for."""
    counted = counted_in(analysis.question)
    if counted is None:
        return passages
    read = {hit.chunk_id for hit in passages}
    return [*passages, *(hit for hit in hits if hit.chunk_id not in read and counted.is_told_in(hit.text))]


def _quoted(
    analysis: QueryAnalysis, passages: Sequence[Hit], evidence: Evidence, embedder: Embedder, trace: Trace
) -> Outcome:
    """Without a model: the sentences nearest to the question, word for word."""
    counted, about = counted_in(analysis.question), whose(analysis)
    with trace.step("compose", "Quote the sentences nearest to the question") as step:
        pool = list(quotable(passages, lambda text, hit: _fits(analysis, counted, about, text, hit)))
        near = likeness(_topic(analysis), pool, embedder)
        if counted:
            near += np.array([COUNTED * counted.is_told_in(each.text) for each in pool], dtype=near.dtype)
        order = [i for i in np.argsort(-near, kind="stable") if near[i] >= ANSWERS]
        kind = expected_of(analysis.transformed_query).kind
        if kind == "reason":  # which no title tells
            order = [i for i in order if STOPS.search(pool[i].text)]
        if kind in NAMED:
            order = [i for i in order if values_in(pool[i].text, kind)]
        if counted is None:  # a number beside what is counted is enough
            order = [i for i in order if _is_of_more_than_names(pool[i], analysis.transformed_query)]
        asked = analysis.transformed_query
        order = [i for i in order if not is_no_extreme(pool[i].text, asked)]
        order = [i for i in order if not is_without_values(pool[i].text, asked)]
        order = [i for i in order if is_of_its_time(pool[i].text, asked)]
        if EXTREME.search(analysis.question):  # which the headings of a table do not tell, nor one row of it
            order = [i for i in order if not is_of_labels(pool[i].text)]
        order = [i for i in order if not is_run_of_rows(pool[i].text)]
        # A heading names what the sentences under it tell: it answers only where none of them does.
        order = [i for i in order if not pool[i].is_heading] or order
        step.rows, step.output = len(pool), {"nearest": round(float(near.max(initial=0.0)), 3)}
    if not order or OF_DOCUMENTS.match(analysis.question):
        return _not_found(evidence, about)
    picked: dict[str, Hit] = {}
    for i in order:
        if len(picked) < EXTRACTED and near[i] >= CLOSE * near[order[0]]:
            picked.setdefault(pool[i].text, pool[i].hit)
    spans = tuple(placed(span_of(hit, sentence)) for sentence, hit in picked.items())
    if counted is None and (givers := number_givers(analysis.question, analysis, spans)):
        picked = {s: hit for (s, hit), span in zip(picked.items(), spans, strict=True) if span in givers}
        spans = tuple(givers)
    quotes = [f"“{sentence}” {own_mark(n)}" for n, sentence in enumerate(picked, start=1)]
    text = quotes[0] if len(quotes) == 1 else "\n".join(f"- {quote}" for quote in quotes)
    told = only_mentioned(about, "They say of it:") or "The documents say:"
    whom = " ".join(name for mention in analysis.organizations for name in mention.names)  # as `about` allows
    also = f"{whom} {_identity({span.document_id for span in spans})}"
    draft = Draft(text=f"{told}\n\n{text}", about=also, claims="")
    quoted = replace(evidence, spans=spans, figures=tuple(f for span in spans for f in figures_in(span)))
    fit = fit_of(draft, (), quoted, question=analysis.question, analysis=analysis)
    counts = counted is not None and any(counted.is_told_in(sentence) for sentence in picked)
    if not (fit.is_near or counts):
        return _not_found(quoted, about)
    return replace(draft, is_unpicked=all(map(is_of_labels, picked))), quoted


def _identity(documents: Set[int]) -> str:
    """What documents are called and whom they are of, in words."""
    rows = Document.objects.filter(pk__in=documents).values_list("title", "organizations", "bucket")
    return " ".join(f"{title} {' '.join(names)} {bucket}" for title, names, bucket in rows)


def _fits(analysis: QueryAnalysis, counted: Counted | None, about: Whose, sentence: str, hit: Hit) -> bool:
    """Whether the sentence can answer: of the question's time and subject, with a number if it counts."""
    if not _is_told_of(analysis, about, sentence, hit):
        return False
    if counted is not None and expected_of(analysis.transformed_query).kind == "count":
        return counted.is_told_in(sentence)
    if counted is not None:
        return counted.is_told_in(sentence) or (
            bool(ANY_NUMBER.search(sentence)) and _says_more(sentence, analysis.transformed_query)
        )
    return _says_more(sentence, analysis.transformed_query)


def _is_told_of(analysis: QueryAnalysis, about: Whose, sentence: str, hit: Hit) -> bool:
    """Whether it can be of the question's time and subject, and of no other measure."""
    if not (_is_of_the_time(analysis, sentence, hit) and about.allows(sentence, hit.text, hit.document_id)):
        return False
    return not tells_other_measure(analysis, sentence)


def _is_of_the_time(analysis: QueryAnalysis, sentence: str, hit: Hit) -> bool:
    """Whether the sentence, or else its passage, speaks of a time that the question asks for, or of none."""
    said = periods_in(sentence) or periods_in(hit.text)
    if not analysis.time_references or not said:
        return True
    spans = [(period.start_date or period.end_date, period.end_date) for period in said]
    return any(
        asked.overlaps(first, last + _slack(asked, first, last))
        for asked in analysis.time_references
        for first, last in spans
    )


def _slack(asked: TimeReference, first: date, last: date) -> timedelta:
    """None between two days: what was done on one is not told by what was done on another."""
    return timedelta(0) if asked.date_from == asked.date_to and first == last else NAMED_OTHERWISE


def _topic(analysis: QueryAnalysis) -> str:
    """The question without the names of organizations: they stand in every heading of their documents."""
    text = analysis.transformed_query
    for mention in analysis.organizations:
        text = text.replace(analysis.question[mention.start : mention.end], "") if mention.end else text
    return text


def _says_more(sentence: str, question: str) -> bool:
    """Whether the sentence is more than a heading that repeats the question."""
    words = _words(sentence)
    return len(words) > HEADING_WORDS or len(words - _words(question)) >= NEW_WORDS


def _is_of_more_than_names(quote: Quotable, question: str) -> bool:
    """Whether it has most words of the question besides names and what its document is called by."""
    for name in names_in(question):
        question = question.replace(name, " ")
    called = stems(_identity({quote.hit.document_id}))
    asked = stems(question) - stems(ASKING) - stems(EVERY) - called
    told = stems(f"{quote.heading} {quote.text}")
    marks = {stem for stem in asked if any(sign.isdigit() for sign in stem)}
    if head := stems(head_of(question)):
        return head <= told and len(asked & told) >= LEAST_SHARED * len(asked)
    return not asked or bool(marks and marks <= told) or len(asked & told) > LEAST_SHARED * len(asked)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def _not_found(
    evidence: Evidence, about: Whose | None = None, *, warnings: tuple[str, ...] = (), text: str = ""
) -> Outcome:
    """`about`: whom the question is about, if that is known; passages of others are not shown as near."""
    spans = [s for s in evidence.spans if about is None or about.allows(s.quote, s.quote, s.document_id)]
    nearest = tuple(placed(span) for span in spans[:NEAREST])
    mentioned = about and only_mentioned(about, "Upload a document of its own to ask for its figures.")
    text = mentioned or text or "These documents do not answer the question."
    draft = Draft(text=text, answered=False, warnings=warnings)
    return draft, replace(evidence, figures=(), nearest=nearest)
