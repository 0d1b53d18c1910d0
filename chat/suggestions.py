"""Questions to begin with: each shows something that the documents at hand can answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from documents.models import Document, Status, Workspace
from documents.selectors import documents_of
from documents.services import DEFAULT_WORKSPACE
from samples.load import sample_filenames
from samples.questions import SUGGESTED

MAX_SUGGESTIONS = 3
NEWEST = 20  # documents looked at for their questions


@dataclass(frozen=True)
class Suggestion:
    text: str
    shows: str = ""


def suggestions_for(user: Any, workspace: Workspace) -> list[Suggestion]:
    """The sample questions where the samples are, else questions that the newest documents answer."""
    documents = documents_of(user, workspace).filter(status=Status.READY)
    if workspace.slug == DEFAULT_WORKSPACE and documents.filter(filename__in=sample_filenames()).exists():
        return [Suggestion(question.text, question.shows) for question in SUGGESTED]
    return list(_from_documents(documents.defer(None).only("filename", "title", "map_entry")[:NEWEST]))


def _from_documents(documents: Iterable[Document]) -> Iterable[Suggestion]:
    """One question of each document, so that three documents give three different ones."""
    found = 0
    for document in documents:
        profile = document.map_entry.get("retrieval_profile") or {}
        for question in profile.get("answers_questions_about") or ():
            if question.strip().endswith("?"):
                yield Suggestion(question.strip(), document.title or document.filename)
                found += 1
                break
        if found == MAX_SUGGESTIONS:
            return
