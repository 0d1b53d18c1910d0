"""How far documents go by a question's words: their titles and the names of their files."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from django.db import connection

from retrieval.passages.subject import has_mark, subject_of
from retrieval.search.keyword.keywords import Term

CALLED_WEIGHT = 0.8  # of a document that goes by all the words of the question; 1.2 does as well on general
MARK_WEIGHT = 1.0  # of a document that goes by a number or mark of the question: no other does
MOST_DOCUMENTS = 500  # whose names are compared, of those that passages were found in
FEW = 3  # documents that go by a mark: one that more have tells none apart
NUMBERED = re.compile(r"\bNo\. ?(?:\d+|[IVXLC]+)\b")  # “Ordinance No. XVI”
_NAMES = """
SELECT id, title, filename, tsvector_to_array(
    documents_stems('', title || ' ' || regexp_replace(filename, '[._-]+', ' ', 'g'))
) FROM documents_document WHERE id = ANY (%s)"""


def called_scores(question: str, terms: Sequence[Term], documents: Collection[int]) -> dict[int, float]:
    """Document → what its title and file's name say for it: words, numbers and marks of the question."""
    total = sum(term.weight for term in terms)
    if not total or len(documents) > MOST_DOCUMENTS:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_NAMES, [sorted(documents)])
        rows = cursor.fetchall()
    by_mark = _marked(question, {pk: (title, filename) for pk, title, filename, _ in rows})
    shares = {pk: sum(term.weight for term in terms if term.stem in stems) / total for pk, *_, stems in rows}
    return {pk: CALLED_WEIGHT * share + MARK_WEIGHT * (pk in by_mark) for pk, share in shares.items()}


def _marked(question: str, names: Mapping[int, Sequence[str]]) -> set[int]:
    """The documents that go by a number or mark of the question: invoice FA-2017-0010, Ordinance No. XVI."""
    subject = subject_of(question)
    numbered = (name for name in subject.names if any(sign.isdigit() for sign in name))
    found: set[int] = set()
    for mark in (*subject.exact, *numbered, *NUMBERED.findall(question)):
        own = {pk for pk, told in names.items() if any(has_mark(mark, name) for name in told)}
        found |= own if len(own) <= FEW else set()
    return found
