"""What comes of a search: rows, passages, a question back, or what was tried."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from agentic.outcome import Outcome, coverage
from agentic.routes.map import of_first, passages_read, tell_passages
from agentic.search.answers.clarify import overload, too_few
from agentic.search.answers.compose import tell_figures, tell_list
from agentic.search.answers.sections import tell_section
from agentic.search.answers.shared import tell_shared
from agentic.search.answers.telling import Telling
from agentic.search.decisions.model_steps import UNABLE
from agentic.search.decisions.steps import RouteName
from agentic.search.decisions.words import ALTOGETHER, ASKS_VALUE, DEEDS, TO_DO
from agentic.search.state import Search
from agentic.search.toolbox import Called
from documents.models import Chunk, Document
from retrieval.passages.subject import has_mark, subject_of
from retrieval.search.search import Hit


def telling(search: Search) -> Telling:
    attempts = search.box.attempts()
    tried = tuple(f"{each.tried}: {each.hits:,}" for each in attempts)
    return Telling(
        search.asked,
        search.known,
        search.question,
        search.inquiry.question.workspace,
        coverage(search.everywhere),
        tried,
        search.bound.missing,
    )


def composed(search: Search, route: RouteName) -> Outcome | None:
    """The answer from what was found so far; None where there is nothing yet that answers."""
    planned = next((each.outcome for each in search.box.called if each.outcome), None)
    if planned is not None:
        return planned
    if route == "structured":
        return from_rows(search)
    return from_passages(search)


def from_rows(search: Search) -> Outcome | None:
    asked, box = search.asked, search.box
    found = [each for each in box.called if each.call.tool == "annotations_search" and each.rows]
    folded = [each for each in box.called if each.call.tool == "annotations_aggregate" and each.hits]
    if asked.in_all:
        return tell_shared(telling(search), folded) if len(folded) == len(asked.in_all) else None
    is_list = asked.by_document and not (asked.function or asked.shown or _is_bounded(search))
    if is_list and ASKS_VALUE.search(search.question):
        return None
    if not found or (asked.function in ("sum", "avg", "count") and not folded):
        return None
    with search.inquiry.trace.step("compose", "Tell what the rows say") as step:
        step.rows = len(found[-1].rows)
        if asked.function:
            return tell_figures(telling(search), *_counted(folded, found[-1]))
        return tell_list(telling(search), found[-1])


def _is_bounded(search: Search) -> bool:
    """Whether a condition is on a number, whose values are told."""
    infos = (search.known.get(name) for name in search.asked.constraints)
    return any(info is not None and info.is_number for info in infos)


def _counted(folded: Sequence[Called], found: Called) -> tuple[Called | None, Called]:
    """The last value, and the rows behind it, which it has counted where they are not."""
    if not folded or "total" in found.result.output:
        return (folded[-1] if folded else None), found
    matched = folded[-1].hits
    if found.call.arguments.get("by_document"):
        matched = sum(int(row["documents"]) for row in folded[-1].rows)
    output = {**found.result.output, "total": max(matched, found.hits)}
    return folded[-1], replace(found, result=replace(found.result, output=output))


def from_passages(search: Search) -> Outcome | None:
    """What the passages say, in a model's words or their own. An answer is made of them once."""
    inquiry = search.inquiry
    adds_up = search.asked.function in ("sum", "avg", "count") and ALTOGETHER.search(search.question)
    is_listed = search.asked.intent == "list" and _is_bounded(search)  # by a number, which rows compare
    if search.unanswered is not None or adds_up or is_listed:  # which no one passage says
        return None
    options = inquiry.question.options
    hits = of_first(hits_of(search.box.called)[: options.get("max_candidates")], options.get("max_documents"))
    if not hits:
        return None
    if inquiry.tier == "none" and (said := _section(search, hits)):
        return said
    read = options.get("top_k") or passages_read(inquiry.require_models().chat.tier)
    outcome = _told(search, hits[:read], hits)
    if outcome[0].answered:
        return outcome
    if inquiry.tier != "none" and (said := _section(search, hits)):
        return said
    search.unanswered = outcome
    return None


def _section(search: Search, hits: Sequence[Hit]) -> Outcome | None:
    """What the section says that the question asks to have explained."""
    if TO_DO.search(search.question) and len({hit.document_id for hit in hits}) == 1:
        told = (tell_section([deed], hits, search.everywhere) for deed in DEEDS)
        return next(filter(None, told), None)
    if search.asked.intent != "summarize":
        return None
    return tell_section(search.asked.terms, _of_what_is_named(search.question, hits), search.everywhere)


def _of_what_is_named(question: str, hits: Sequence[Hit]) -> list[Hit]:
    """Passages of documents that have the marks of the question, as “KR-63”, there or in their names.

    The section of one machine tells nothing of another.
    """
    subject = subject_of(question)
    marks = [*subject.exact, *(name for name in subject.names if any(map(str.isdigit, name)))]
    documents = Document.objects.in_bulk({hit.document_id for hit in hits}) if marks else {}
    texts: dict[int, str] = {pk: f"{each.title} {each.filename}" for pk, each in documents.items()}
    for hit in hits if marks else ():
        texts[hit.document_id] += f" {hit.section} {hit.text}"
    return [hit for hit in hits if all(has_mark(mark, texts[hit.document_id]) for mark in marks)]


def _told(search: Search, passages: Sequence[Hit], hits: Sequence[Hit]) -> Outcome:
    """What a model makes of the passages, which is asked once; rules where it cannot be asked."""
    models, trace = search.inquiry.require_models(), search.inquiry.trace
    tell = partial(
        tell_passages, search.inquiry.analysis, passages, hits, scope=search.everywhere, trace=trace
    )
    try:
        return tell(models=models, once=True)
    except UNABLE:  # the step says why
        without = replace(models, chat=search.decider.without)
        return _section(search, hits) or tell(models=without)


def hits_of(called: Sequence[Called]) -> list[Hit]:
    """The passages found, each once, whole: those that both searches found first."""
    best: dict[int, float] = {}
    for each in called:
        for rank, passage in enumerate(each.passages):
            best[passage["chunk_id"]] = best.get(passage["chunk_id"], 0.0) + 1 / (60 + rank)
    shown = {passage["chunk_id"]: passage for each in called for passage in each.passages}
    texts = dict(Chunk.objects.filter(pk__in=list(best), excluded=False).values_list("pk", "text"))
    order = sorted((pk for pk in best if pk in texts), key=lambda pk: -best[pk])
    return [
        Hit(
            chunk_id=pk,
            document_id=shown[pk]["document_id"],
            filename=shown[pk]["filename"],
            section=shown[pk]["section"],
            page_start=shown[pk]["page_start"],
            page_end=shown[pk]["page_end"],
            text=texts[pk],
            score=best[pk],
            superseded=shown[pk]["superseded"],
        )
        for pk in order
    ]


def clarified(search: Search) -> Outcome:
    found = search.box.called[-1]
    return overload(
        telling(search),
        found,
        workspace=search.inquiry.question.workspace,
        document_ids=search.document_ids,
        trace=search.inquiry.trace,
    )


def _has_rows(search: Search) -> bool:
    """Whether a search has found rows: then there are such documents, whatever they do not say."""
    return any(each.call.tool.startswith("annotations") and each.hits for each in search.box.called)


def nothing(search: Search) -> Outcome:
    """What was tried; where leaving a condition out finds something, that is offered."""
    asked = search.asked
    if asked.intent in ("list", "compute") and asked.constraints and not _has_rows(search):
        return too_few(
            telling(search),
            [*search.bound.attempts, *search.box.attempts()],
            search.bound.missing,
            workspace=search.inquiry.question.workspace,
            document_ids=search.document_ids,
            trace=search.inquiry.trace,
        )
    if search.unanswered is not None:
        return search.unanswered
    told_so_far = telling(search)
    hits = hits_of(search.box.called)
    if hits:
        return tell_passages(
            search.inquiry.analysis,
            hits[: passages_read("none")],
            hits,
            scope=search.everywhere,
            models=replace(search.inquiry.require_models(), chat=search.decider.without),
            trace=search.inquiry.trace,
        )
    return told_so_far.outcome("These documents do not answer the question.", [], answered=False)
