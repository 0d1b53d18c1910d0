"""Names of others that begin as a known name does: “Johnson Controls” is no Johnson & Johnson.

Capitals that go on behind a name may be a part of that company (“Amazon Web Services”) or another's name. Its
own documents tell: they have the words of its parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from django.db.models import BooleanField, QuerySet
from django.db.models.expressions import RawSQL

from documents.models import Chunk, Workspace
from reading.lexicon import NOT_NAMES
from reading.values.legal_forms import LEGAL_FORMS
from retrieval.question.naming.mentions import Mention
from retrieval.question.naming.names import Names
from retrieval.sql import among

GOES_ON = re.compile(r"(?:\s+(?:&\s+)?[A-Z][\w&-]*(?:[’'](?!s\b)\w+)*)+")
ORDINARY = re.compile(
    rf"(?:{LEGAL_FORMS}|Q[1-4]|H[12]|FY\W?\d*|[A-Z]{{2,4}}|Form|Item|Note|Annual|Quarterly|Report|Reports|Financial|"
    r"Statements?|Balance|Sheets?|Segments?|Divisions?|Group|Class|Series|[A-Z]\b|\d.*)$"
)
TITLED = 0.6  # of its words in capitals: a question set like a title


def strangers(
    question: str,
    mentions: Sequence[Mention],
    *,
    names: Names,
    known: Sequence[tuple[int, int]],
    workspace: Workspace,
) -> list[tuple[int, int]]:
    """The characters of names that only begin as one of the `mentions` does.

    `known`: characters of times, measures and kinds of documents, which are no part of a name.
    """
    words = re.findall(r"[^\W\d_]{2,}", question)
    if sum(word[0].isupper() for word in words) > TITLED * max(len(words), 1):
        return []
    return list(_strangers(question, mentions, names, known, workspace))


def _strangers(
    question: str,
    mentions: Sequence[Mention],
    names: Names,
    known: Sequence[tuple[int, int]],
    workspace: Workspace,
) -> Iterator[tuple[int, int]]:
    for mention in mentions:
        about = set().union(*(names.subjects.get(name, ()) for name in mention.names))
        end = _end_of_name(question, mention.end, known)
        if not about or end == mention.end:
            continue
        called, further = question[mention.start : mention.end], question[mention.end : end].split()
        own = Chunk.objects.filter(workspace=workspace).filter(among("document_id", about))
        if names.subjects.is_full(called) or len(further) > 1:
            is_part = _stand(own, further, in_order=not names.subjects.is_full(called))
        else:
            is_part = _stand(own, [called, *further], in_order=True)
        if not is_part:
            yield mention.start, end


def _end_of_name(question: str, start: int, known: Sequence[tuple[int, int]]) -> int:
    """Where the capitals right behind `start` end, without words that are no part of a name."""
    match = GOES_ON.match(question, start)
    end = start
    for word in re.finditer(r"\S+", match[0]) if match else ():
        low, high = start + word.start(), start + word.end()
        is_known = any(first < high and low < last for first, last in known)
        if is_known or ORDINARY.match(word[0]) or word[0].casefold() in NOT_NAMES:
            break
        end = high
    return end


def _stand(chunks: QuerySet[Chunk], words: Sequence[str], *, in_order: bool) -> bool:
    """Whether one of the passages has all the words, one behind the other if `in_order`."""
    function = "phraseto_tsquery" if in_order else "plainto_tsquery"
    holding = RawSQL(
        f"documents_chunk.search @@ {function}('english', %s)", [" ".join(words)], BooleanField()
    )
    return bool(chunks.filter(holding).exists())
