"""Questions to begin with: each shows something that the documents at hand can answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from documents.library.catalogue.listing import BUSY
from documents.library.selectors import documents_of
from documents.library.services import DEFAULT_WORKSPACE
from documents.models import Document, Status, Workspace
from samples.load import sample_filenames
from samples.questions import SUGGESTED

MAX_SUGGESTIONS = 3
NEWEST = 20  # documents looked at for their questions


@dataclass(frozen=True)
class Suggestion:
    text: str
    shows: str = ""
    is_waiting: bool = False


def suggestions_for(user: Any, workspace: Workspace) -> list[Suggestion]:
    """The sample questions where the samples are, else questions that the newest documents answer."""
    documents = documents_of(user, workspace)
    if workspace.slug == DEFAULT_WORKSPACE:
        samples = documents.filter(filename__in=sample_filenames())
        statuses = dict(samples.values_list("filename", "status"))
        if statuses:
            return _from_samples(statuses)
    return _from_documents(documents.filter(status=Status.READY))


def _from_samples(statuses: Mapping[str, str]) -> list[Suggestion]:
    """The suggested questions whose documents are still there; those not read yet have to wait."""
    return [
        Suggestion(question.text, question.shows, is_waiting=statuses[question.document] in BUSY)
        for question in SUGGESTED
        if question.document in statuses
    ]


def _from_documents(documents: QuerySet[Document]) -> list[Suggestion]:
    """One question of each document, so that three documents give three different ones."""
    rows = documents.values_list(
        "map_entry__retrieval_profile__answers_questions_about", "title", "filename"
    )[:NEWEST]
    first = [(_first_question(texts or ()), title or filename) for texts, title, filename in rows]
    return [Suggestion(text, source) for text, source in first if text][:MAX_SUGGESTIONS]


def _first_question(texts: Iterable[str]) -> str:
    """The map's entries are topics or questions; only a question can be asked as it stands."""
    return next((text.strip() for text in texts if text.strip().endswith("?")), "")
