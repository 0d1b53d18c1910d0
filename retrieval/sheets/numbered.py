"""A table that the question calls by its number: “in Table S-4”."""

from __future__ import annotations

import re

from documents.models import Page
from retrieval.scope.model import Scope

_CALLED = re.compile(
    r"\s*,?\s*\b(?:(?:in|of|from|by|to|per|according\s+to|as\s+shown\s+in|shown\s+in)\s+)?(?:the\s+)?"
    r"table\s+(?:no\.?\s*)?(?P<mark>(?:[A-Z]{1,2}[-–. ]?)?\d{1,3}(?:[.-]\d{1,3})?[A-Za-z]?)\b,?",
    re.IGNORECASE,
)


def without_table(question: str, scope: Scope) -> tuple[str, tuple[int, ...]]:
    """The question without the number of the table, and the documents that have a table of that number.

    The question as it is, and none, where it calls no table or no document has it.
    """
    called = _CALLED.search(question)
    if called is None:
        return question, ()
    mark = "[-–—. ]?".join(re.findall(r"[A-Za-z]+|\d+", called["mark"]))
    chosen = scope.documents() if scope.is_chosen else scope.workspace.documents.all()
    pages = Page.objects.filter(document__in=chosen, text__iregex=rf"\ytable\s+(no\.?\s*)?{mark}\y")
    documents = tuple(pages.order_by("document_id").values_list("document_id", flat=True).distinct())
    if not documents:
        return question, ()
    rest = f"{question[: called.start()]} {question[called.end() :]}"
    return re.sub(r"\s+(?=[?.!])", "", " ".join(rest.split())), documents
