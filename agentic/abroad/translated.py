"""A question in another language than the likeliest document, put into its language by a model, once.

A model of 1.5 billion parameters puts most questions into English well, and many into other languages badly:
what it says is used only where nothing that can be checked is lost, and only where rules find no answer to
the question as it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from babel.core import Locale
from django.conf import settings

from agentic.abroad.kept import lost_in
from agentic.inquiry import Inquiry
from agentic.running.prompts import prompt
from documents.models import Document
from llm.errors import LLMError
from llm.fencing import one_line
from llm.types import ChatRequest, Message
from reading.text.languages import FUNCTION_WORDS, language_of
from retrieval.passages.subject import joined
from retrieval.question.analyse import analyse
from retrieval.search.results import Hit
from retrieval.search.search import find

REPLY_TOKENS = 90  # at most: a question of two lines
NEAREST = 3  # passages that tell which documents are meant


def spoken_there(inquiry: Inquiry) -> str:
    """The language of the likeliest document, where that is not the question's; else ""."""
    if not settings.RAGSITE_ANALYSIS_SECONDS or inquiry.trace.was_late:
        return ""
    language = language_of_first(_nearest(inquiry))
    return "" if language == language_of(inquiry.analysis.transformed_query) else language


def put_into(inquiry: Inquiry) -> Inquiry | None:
    """The question in that language, as the model puts it; it is among its `translations` from then on.

    None where the model fails, takes too long or loses something.
    """
    hits = _nearest(inquiry)
    told = _translated(inquiry, language_of_first(hits), _held(hits))
    if not told:
        return None
    analysis = replace(
        analyse(told, workspace=inquiry.question.workspace), inherited=inquiry.analysis.inherited
    )
    asked = replace(inquiry.question, text=told)
    read_as = replace(inquiry, question=asked, analysis=analysis, refusals=[], translations=[])
    inquiry.translations.append(read_as)
    return read_as


def language_of_first(hits: Sequence[Hit]) -> str:
    """The language of the document that is found first; "" where that is none of those known."""
    if not hits:
        return ""
    found = Document.objects.filter(pk=hits[0].document_id).values_list("language", flat=True).first() or ""
    return found if found in FUNCTION_WORDS else ""


def _nearest(inquiry: Inquiry) -> tuple[Hit, ...]:
    embedder = inquiry.require_models().embedder
    return find(inquiry.analysis, scope=inquiry.scope, embedder=embedder, top_k=NEAREST).hits


def _held(hits: Sequence[Hit]) -> str:
    """The words of the passages found, and what their documents are called."""
    rows = Document.objects.filter(pk__in={hit.document_id for hit in hits})
    called = [f"{title} {filename}" for title, filename in rows.values_list("title", "filename")]
    return joined(" ".join([*called, *(hit.text for hit in hits)]))


def _translated(inquiry: Inquiry, language: str, held: str) -> str:
    """The model's translation; "" where it failed or lost something, which the trace tells."""
    question, trace, rules = inquiry.analysis.transformed_query, inquiry.trace, prompt("translate")
    trace.prompt_versions[rules.name] = rules.version
    called = Locale("en").languages[language]
    request = ChatRequest(
        system=rules.text,
        messages=[Message("user", f"Into {called}: {one_line(question)}")],
        role="fast",
        max_tokens=REPLY_TOKENS,
        timeout=settings.RAGSITE_ANALYSIS_SECONDS,
    )
    with trace.step("analyse", f"Put the question into {called}, in which the likeliest document is") as step:
        try:
            reply = inquiry.require_models().chat.complete(request)
        except LLMError as error:
            step.error = f"{error} The question stays as it was asked."
            return ""
        trace.spent(reply.usage)
        told = next((line.strip() for line in reply.text.splitlines() if line.strip()), "")
        lost = lost_in(told, question, language, held)
        step.output = {"model": reply.model, "read_as": told, "lost": lost}
    return "" if lost else told
