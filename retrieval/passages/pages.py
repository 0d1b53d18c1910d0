"""The pages that a search found, as passages in which an answer is looked for."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from django.db.models import Q

from documents.models import Chunk, Document, Page
from reading.formats.media_types import CSV, ODS, XLS, XLSX
from retrieval.annotations.qualifiers import LANGUAGES
from retrieval.passages.scoring import Passage
from retrieval.passages.subject import Subject
from retrieval.scope.document_kinds import escaped
from retrieval.search.search import Hit

READ = 12  # passages whose pages are read
LONG_PAGE = 6_000  # characters; of a longer one the part round the passage is read
AROUND = 1_200  # characters on either side of it
# Of a text without pages a search finds one passage: of the first document found, as much is read round it
# as several pages hold.
TEXT_READ = 24_000  # characters
SHEETS = frozenset({CSV, XLS, XLSX, ODS})  # whose pages are rows
FIRST_WORDS = 600  # characters of a document that say what it is
MOST_MARKS, MOST_HOLDING = 3, 6  # that are looked for, and passages of each
MOST_OF_CALLED = 6  # passages of a document that goes by the mark
MARKED_NAME = re.compile(r"\d")
# A law in German is called a German one; of English, which most are in, nothing follows.
LANGUAGES_BY_CODE = {code: name for name, code in LANGUAGES.items() if code != "en"}


def holding(subject: Subject, hits: Sequence[Hit], *, defined: bool = False) -> list[Hit]:
    """Passages of the documents found that have a mark, a quoted word or a numbered name of the question.

    Search by words and meaning passes them over where a page has little else of the question; of a document
    that is called by the mark the first passages are read whether or not they repeat it. `defined`: only
    those where a word that the question quotes stands in quotes, which say what it means.
    """
    marks = [*subject.exact, *subject.quoted, *(name for name in subject.names if MARKED_NAME.search(name))][
        :MOST_MARKS
    ]
    found: list[Hit] = []
    documents = {hit.document_id: hit for hit in reversed(hits[:READ])}
    read = {hit.chunk_id for hit in hits[:READ]}
    for mark in marks:
        called = Q(document__title__icontains=mark) | Q(document__filename__icontains=mark)
        chunks = Chunk.objects.filter(
            called & Q(index__lt=MOST_OF_CALLED) | Q(text__icontains=mark),
            document__in=documents,
            excluded=False,
        )
        chunks = chunks.exclude(pk__in=read)
        if defined and mark in subject.quoted:
            chunks = chunks.filter(text__iregex=rf"[“„\"«]\s?{escaped(mark)}s?\s?[”“\"»]") or chunks
        rows = chunks.order_by("document", "index")[:MOST_HOLDING]
        for row in rows.values_list("pk", "document_id", "section", "page_start", "page_end", "text"):
            pk, document, section, first, last, text = row
            like = documents[document]
            found.append(
                replace(like, chunk_id=pk, section=section, page_start=first, page_end=last, text=text)
            )
    return found


def passages_of(hits: Sequence[Hit]) -> list[Passage]:
    """The pages that the hits stand on, each once, the best first; of a long one the part round the hit."""
    documents = {hit.document_id for hit in hits}
    identities = identities_of(documents)
    of_rows = Document.objects.filter(pk__in=documents, media_type__in=SHEETS)
    sheets = set(of_rows.values_list("pk", flat=True))
    wanted = {(hit.document_id, number) for hit in hits for number in (hit.page_start, hit.page_end)}
    texts = {
        (document, number): text
        for document, number, text in Page.objects.filter(
            document__in={document for document, _ in wanted}, number__in={number for _, number in wanted}
        ).values_list("document_id", "number", "text")
    }
    found: dict[tuple[int, int], dict[int, Passage]] = defaultdict(dict)
    first = hits[0].document_id if hits else None
    for rank, hit in enumerate(hits):
        identity, called = identities[hit.document_id]
        for number in dict.fromkeys((hit.page_start, hit.page_end)):
            text, read = texts.get((hit.document_id, number), ""), found[hit.document_id, number]
            at = place_of(hit.text, text)
            if at < 0 or len(text) <= LONG_PAGE:
                read.setdefault(0, Passage(hit, number, hit.text if at < 0 else text, identity, rank, called))
                continue
            if any(start <= at < start + len(each.text) - 1 for start, each in read.items()):
                continue
            is_text = hit.document_id == first and first not in sheets
            start, part = part_of(text, at, len(hit.text), TEXT_READ // 2 if is_text else AROUND)
            read[start] = Passage(hit, number, part, identity, rank, called)
    every = (passage for parts in found.values() for passage in parts.values())
    return sorted(every, key=lambda passage: passage.rank)


def place_of(passage: str, text: str) -> int:
    """Where the passage stands in the text, by the longest of its lines that does; -1 where none does.

    A passage may go over from one page to the next.
    """
    lines = [line for line in passage.split("\n") if len(line) > 20] or [passage[:60]]
    places = (text.find(line) for line in sorted(lines, key=len, reverse=True))
    return next((place for place in places if place >= 0), -1)


def part_of(text: str, at: int, length: int, around: int) -> tuple[int, str]:
    """Where the part begins that reaches `around` characters beyond both ends; its text, in whole lines."""
    start = text.rfind("\n", 0, max(at - around, 0)) + 1
    end = text.find("\n", min(at + length + around, len(text)))
    return start, text[start : end if end >= 0 else len(text)]


def identities_of(documents: set[int]) -> dict[int, tuple[str, str]]:
    """What each document is called, whom it is of and how it begins; and what it is called alone."""
    begins = dict(Page.objects.filter(document__in=documents, number=1).values_list("document_id", "text"))
    fields = ("pk", "title", "filename", "bucket", "organizations", "people", "document_date", "language")
    rows = Document.objects.filter(pk__in=documents).values_list(*fields)
    called = {
        pk: (" ".join([title, name, bucket, *names, str(day or ""), LANGUAGES_BY_CODE.get(code, "")]), people)
        for pk, title, name, bucket, names, people, day, code in rows
    }
    return {
        pk: (" ".join([words, *people, begins.get(pk, "")[:FIRST_WORDS]]), words)
        for pk, (words, people) in called.items()
    }
