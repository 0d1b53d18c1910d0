"""Whom a question is about, and whether a passage of a document about others speaks of them."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from documents.models import Document
from reading.values.legal_forms import without_legal_form
from retrieval.question.model import QueryAnalysis
from retrieval.question.naming.subjects import called_in
from retrieval.scope.unknown_subjects import asked_about

OF_PARTIES = (Document.Type.LEGAL_CONTRACT, Document.Type.CORRESPONDENCE)


@dataclass(frozen=True)
class Whose:
    """`names`: as they may be written. `others`: the documents about somebody else than them.

    `is_only_mentioned`: no document is about them. `strict`: what is asked is a figure of theirs, so that the
    sentence itself must name them in a document about others.
    """

    names: tuple[str, ...] = ()
    called: str = ""
    others: frozenset[int] = frozenset()
    is_only_mentioned: bool = False
    strict: bool = False

    def allows(self, sentence: str, passage: str, document_id: int) -> bool:
        """Whether what stands there can be of those that the question is about."""
        if document_id not in self.others:
            return True
        return bool(self._named.search(sentence if self.strict else passage))

    @cached_property
    def _named(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, self.names))})(?!\w)", re.IGNORECASE)


def _between(names: Collection[str], documents: Collection[int]) -> set[int]:
    """The contracts and letters that name one of them among their parties: these are about each of them."""
    told = Document.objects.filter(pk__in=documents, document_type__in=OF_PARTIES)
    return set(told.filter(organizations__overlap=list(names)).values_list("pk", flat=True))


def whose(analysis: QueryAnalysis) -> Whose:
    """The organizations that the question names, else the name that it asks a figure of; nobody for none."""
    question, subjects = analysis.question, analysis.names.subjects
    written = {question[mention.start : mention.end] for mention in analysis.organizations}
    names = {name for mention in analysis.organizations for name in mention.names}
    if not names and analysis.measures:
        written = set(asked_about(analysis))
    if not (written or names):
        return Whose()
    about = set().union(
        *(subjects.get(name, ()) for name in names), *called_in(analysis.calling, subjects).values()
    )
    spelled = {spelling for name in names for spelling in (name, without_legal_form(name))} | written
    others = set().union(*subjects.values()) - about
    others -= _between(spelled, others)
    return Whose(
        tuple(sorted(filter(None, spelled), key=len, reverse=True)),
        called=min(written, key=question.find, default=""),
        others=frozenset(others),
        is_only_mentioned=not about,
        strict=bool(analysis.measures) or analysis.kind == "count",
    )
