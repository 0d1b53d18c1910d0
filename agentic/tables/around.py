"""Words of a question that only the text round a table, or its document, has: which table is meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from agentic.tables.loading import stems_of
from agentic.tables.model import Request, Sheet
from agentic.tables.request.named import names_cell
from agentic.tables.request.reading import without
from documents.models import Document, Page

# “What prize money did A win?” asks for prize money.
THING = re.compile(r"^\W*what (?P<noun>(?:[a-z-]+ )+?)(?:did|does|do|has|have|had|is|was)\b", re.IGNORECASE)
CALLED = frozenset(
    "invoice bill receipt payslip statement order note report list timetable certificate quote estimate "
    "account rechnung factura facture fattura factuur bon".split()
)  # what a document is called, beside its name
HEAD = 500  # characters of a document that say whose it is
MOST_LEFT = 1  # words that only the text round a table has, wherever it stands
MOST_BESIDE = 3  # such words in a line that speaks of what else is asked


def with_text_around(request: Request, question: str) -> Request:
    """Words that stand on the table's pages say which table it is, where they are few.

    Those at the head of its document say which document it is, as the name of who sent a bill does.
    """
    request = _with_head(request)
    if not request.left or len(request.left) > MOST_BESIDE:
        return request
    if any(word.isdigit() or names_cell(request.sheet, word) for word in request.left):
        return request
    if (
        request.ask == "value"
        and (thing := THING.search(question))
        and set(request.left) & {*thing["noun"].split()}
    ):
        return request  # what is asked for is told by a column, not beside the table
    pages = {row.span.page for row in request.sheet.rows if row.span.page}
    texts = Page.objects.filter(document=request.sheet.document_id, number__in=pages).values_list(
        "text", flat=True
    )
    wanted = stems_of(request.left)
    if request.ask in ("highest", "lowest") and any(
        stems & column.words
        for column in request.sheet.texts
        if column != request.sheet.label
        for stems in wanted.values()
    ):
        return request  # “which fuel”: rows put together, not the one with the highest number
    if len(request.left) <= MOST_LEFT:
        parts = [" ".join(texts)]
    else:
        of = frozenset(stem for column in request.of for stem in column.words)
        lines = [line for text in texts for line in text.splitlines() if line.strip()]
        told = stems_of(lines)
        parts = [line for line in lines if len(told[line] & of) >= min(2, len(of)) > 0]
    held = frozenset(stem for stems in stems_of(parts).values() for stem in stems)
    return without(request, {word for word, stems in wanted.items() if stems and stems <= held})


def _with_head(request: Request) -> Request:
    """The same without the words that name the document."""
    return without(request, named_at_head(request.left, [request.sheet]))


def named_at_head(words: Iterable[str], sheets: Sequence[Sheet]) -> set[str]:
    """Of the words those that name the document of the sheets: at its head, and in none of their cells."""
    named = [
        word for word in words if _may_name(word) and not any(names_cell(sheet, word) for sheet in sheets)
    ]
    if not named:
        return set()
    head = head_of(sheets[0].document_id)
    wanted, known = stems_of(named), stems_of([head])[head]
    return {word for word, stems in wanted.items() if stems and stems <= known}


def _may_name(word: str) -> bool:
    """Whether it is written as a name, or is what documents are called: no word of what is measured."""
    return word[:1].isupper() or word.casefold().rstrip("s") in CALLED


def head_of(document: int) -> str:
    """What a document says first, and of whom it is."""
    of = Document.objects.values_list("organizations", "people", "bucket").get(pk=document)
    first = Page.objects.filter(document=document, number=1).values_list("text", flat=True).first()
    return " ".join([*of[0], *of[1], of[2], (first or "")[:HEAD]])
