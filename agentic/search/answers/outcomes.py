"""What comes of a search: rows, passages, a question back, or what was tried."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from agentic.outcome import Outcome, coverage
from agentic.routes.map import of_first, passages_read, tell_passages
from agentic.search.answers.clarify import overload, too_few
from agentic.search.answers.compose import tell_figures, tell_list
from agentic.search.answers.saying import RELATING, Said, said_by, tell_saying
from agentic.search.answers.sections import tell_section
from agentic.search.answers.shared import tell_shared
from agentic.search.answers.telling import Telling
from agentic.search.decisions.model_steps import UNABLE
from agentic.search.decisions.rules import plan_of
from agentic.search.decisions.steps import Decomposition, RouteName
from agentic.search.decisions.words import (
    ADDS_UP_EACH,
    ALTOGETHER,
    ASKS_VALUE,
    CONTENTS,
    DEEDS,
    HOW_TO,
    STEP_BY_STEP,
    TO_DO,
)
from agentic.search.joins.corpus import Corpus
from agentic.search.state import Search
from agentic.search.toolbox import Called
from documents.models import Chunk, Document
from retrieval.passages.subject import has_mark, subject_of
from retrieval.scope.document_kinds import singular
from retrieval.search.search import Hit
from retrieval.stems import stems
from retrieval.tables.rules.vocabulary.lexicon import verbs

MOST_ASKED = 200  # documents that give a label, and their passages, that are looked at
BY_TIMES = re.compile(r"\b(?:by|per|each|every) (?:month|quarter|year|week)\b", re.IGNORECASE)
OF_WHAT = re.compile(r"\b(?:of|for)\s+(?:the|an?|our)\s+(?P<what>(?:[a-z-]+\s+){0,2}[a-z-]{3,})\W*$")
LABEL = re.compile(r"[-*•\s]*(?P<label>[A-Z][^:\n]{2,40}?)(?::|\s{3,})")


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
    if is_list and (ASKS_VALUE.search(search.question) or _asks_contents(search)):
        return None
    if not found or (asked.function in ("sum", "avg", "count") and not folded) or _adds_up_each(search):
        return None
    if asked.group_by and folded and all(group["group_name"] in (None, "") for group in folded[-1].rows):
        return None  # nothing of what is found gives what groups are formed by
    if _is_of_words(asked) and (said := _saying(search)):
        if said.found:
            return tell_saying(said, telling(search))
        if said.denied & {row["document_id"] for row in found[-1].rows}:
            return None  # the words stand there, and the sentence says the contrary
    with search.inquiry.trace.step("compose", "Tell what the rows say") as step:
        step.rows = len(found[-1].rows)
        if asked.function:
            return tell_figures(telling(search), *_counted(folded, found[-1]))
        return tell_list(telling(search), found[-1])


def _is_of_words(asked: Decomposition) -> bool:
    """Whether documents are listed by words alone that stand in what they are called or summed up by."""
    is_list = asked.intent == "list" and asked.by_document and not asked.shown
    return is_list and "about" in asked.constraints and asked.constraints.keys() <= {"kind", "about"}


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
    adds_up = _adds_up(search)
    is_listed = search.asked.intent == "list" and _is_bounded(search)  # by a number, which rows compare
    if search.unanswered is not None or adds_up or is_listed:  # which no one passage says
        return None
    options = inquiry.question.options
    hits = of_first(hits_of(search.box.called)[: options.get("max_candidates")], options.get("max_documents"))
    if not hits:
        return None
    if inquiry.tier == "none" and (
        said := _section(search, hits) or _of_value(search) or _in_sentences(search)
    ):
        return said
    if inquiry.tier == "none" and _lists_what_is_nowhere(search, hits):
        return None
    read = options.get("top_k") or passages_read(inquiry.require_models().chat.tier)
    outcome = _told(search, hits[:read], hits)
    if outcome[0].answered and not _is_of_another(search, outcome):
        return outcome
    if inquiry.tier != "none" and (said := _section(search, hits)):
        return said
    search.unanswered = outcome
    return None


def _saying(search: Search) -> Said | None:
    """The documents of which a sentence says what is asked, where such are listed."""
    with search.inquiry.trace.step("read", "Look which documents say it in a sentence") as step:
        said = said_by(search)
        step.rows = len(said.found) if said else 0
    return said


def _in_sentences(search: Search) -> Outcome | None:
    said = _saying(search)
    return tell_saying(said, telling(search)) if said else None


def _lists_what_is_nowhere(search: Search, hits: Sequence[Hit]) -> bool:
    """Whether documents are listed by a thing that none of the passages speaks of: one of them is no list."""
    if search.asked.intent != "list":
        return False
    things = [word for word in search.bound.missing if word.islower() and word not in verbs() | RELATING]
    told = stems(" ".join(f"{hit.filename} {hit.section} {hit.text}" for hit in hits)) if things else set()
    return any(not stems(word) & told for word in things)


def _adds_up(search: Search) -> bool:
    """Whether something is to be added up that one passage does not say: altogether, or for each."""
    is_computed = search.asked.function in ("sum", "avg", "count")
    is_of_all = is_computed and ALTOGETHER.search(search.question) is not None
    is_by_groups = bool(search.asked.group_by) or BY_TIMES.search(search.question) is not None
    return is_of_all or is_by_groups or _adds_up_each(search)


def _adds_up_each(search: Search) -> bool:
    """Whether it is to be added up for each of something that no field gives: “by foundation”."""
    each = ADDS_UP_EACH.search(search.question)
    if each is None or search.asked.group_by:
        return False
    return any(term.split()[-1].lower() == each["each"].lower() for term in search.asked.terms)


def _is_of_another(search: Search, outcome: Outcome) -> bool:
    """Whether one line that several documents have is told of what none is about: the salary of the baker
    for that of a gardener."""
    of = OF_WHAT.search(search.question)
    first = outcome[1].spans[0] if of and outcome[1].spans else None
    label = LABEL.match(first.quote) if first else None
    if of is None or label is None:
        return False
    corpus = Corpus(search.everywhere.workspace, search.everywhere.chosen)
    giving = set(
        corpus.properties().filter(label=label["label"]).values_list("document", flat=True)[:MOST_ASKED]
    )
    wanted = stems(of["what"])
    if len(giving) < 2 or not wanted:
        return False
    own = (
        corpus.passages()
        .filter(document__in=giving)
        .values_list("text", "document__title", "document__filename")
    )
    return not any(wanted & stems(" ".join(each)) for each in own[:MOST_ASKED])


def _section(search: Search, hits: Sequence[Hit], *, only_lists: bool = False) -> Outcome | None:
    """What the section says that the question asks to have explained."""
    if TO_DO.search(search.question) and len({hit.document_id for hit in hits}) == 1:
        told = (tell_section([deed], hits, search.everywhere) for deed in DEEDS)
        return next(filter(None, told), None)
    are_steps = asks_for_steps(search.question)
    if search.asked.intent != "summarize" and not (are_steps or _asks_contents(search)):
        return None
    own = _of_what_is_named(search.question, hits)
    terms = search.asked.terms
    if are_steps:
        said = (HOW_TO.sub(" ", term).strip() for term in terms)
        terms = [*filter(None, said), *given_values(search.asked)]
    return tell_section(terms, own, search.everywhere, are_steps=are_steps, only_lists=only_lists)


def asks_for_steps(question: str) -> bool:
    """Whether it is to be told how something is done, step by step, rather than how it is or was."""
    return HOW_TO.search(question) is not None and STEP_BY_STEP.search(question) is not None


def answer_by_steps(search: Search) -> Outcome | None:
    """The numbered list that tells how something is done, where steps are asked for; None where none does."""
    if not asks_for_steps(search.question):
        return None
    if not search.asked.terms:
        return None
    for call in plan_of("hybrid", search.asked, search.question, search.known, search.box.most).queries:
        search.box.call(call)
    return _section(search, hits_of(search.box.called), only_lists=True)


def _asks_contents(search: Search) -> bool:
    """Whether what is asked for stands in a document, “the tasks of the baker”, and is no document itself."""
    said = CONTENTS.match(search.question)
    if said is None or search.asked.kinds or search.asked.function:
        return False
    noun = (said["first"] or said["second"] or said["third"]).lower()
    return search.known.get(noun) is None and search.known.get(singular(noun)) is None


def given_values(asked: Decomposition) -> list[str]:
    """The values that documents give and the question names."""
    given = (each["value"] for each in asked.constraints.values() if each["op"] == "in")
    return [str(value) for values in given for value in values]


def _of_value(search: Search) -> Outcome | None:
    """The list under the heading that is asked for, of the few documents that give a value: “the defects of
    the van”."""
    if search.asked.intent != "list" or not search.bound.missing:
        return None
    corpus = Corpus(search.everywhere.workspace, search.everywhere.chosen)
    own = {row.document_id for row in corpus.giving([value.lower() for value in given_values(search.asked)])}
    hits = [hit for hit in hits_of(search.box.called) if hit.document_id in own]
    return tell_section(search.bound.missing, hits, search.everywhere) if len(own) == 1 else None


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
    if hits and not _adds_up(search):
        return tell_passages(
            search.inquiry.analysis,
            hits[: passages_read("none")],
            hits,
            scope=search.everywhere,
            models=replace(search.inquiry.require_models(), chat=search.decider.without),
            trace=search.inquiry.trace,
        )
    return told_so_far.outcome("These documents do not answer the question.", [], answered=False)
