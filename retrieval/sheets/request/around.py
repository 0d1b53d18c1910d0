"""Words of a question that only the text round a table, or its document, has: which table is meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from documents.models import Page
from retrieval.question.wording.rows import COUNT, VERB, WHICH, WORD
from retrieval.sheets.asked import Request
from retrieval.sheets.model import DOCUMENTS, Sheet
from retrieval.sheets.request.named import names_cell
from retrieval.sheets.stems import stems_of

# “What prize money did A win?” asks for prize money.
THING = re.compile(
    r"^\W*wh(?:at|ich) (?P<noun>(?:[a-z-]+ )+?)(?:did|does|do|has|have|had|is|was)\b", re.IGNORECASE
)
# “What was the value of inventory of A?” asks for inventory.
OF_THING = re.compile(
    r"^\W*(?:what|how (?:much|large|high|big)) (?:is|was|were|are) (?:the )?(?:[a-z-]+ )?"
    r"(?:value|amount|number|size|level|total)s? of (?:the )?(?P<noun>[^?.,]+?)"
    r"(?= (?:of|at|in|for|on|by|as|during)\b|[?.,])",
    re.IGNORECASE,
)
# “How many stores did Meridian open in 2024?”: what stands before a time, a place or the end.
DONE = re.compile(
    r"\bhow (?:many|much)\b[^?.,]*?\b(?:did|do|does|has|have|had)\b"
    r"(?P<rest>[^?.,]*?)(?=\b(?:in|at|on|for|by|during|from|to|with|per|last|this|since)\b|[?.,]|$)",
    re.IGNORECASE,
)
# What makes things more or fewer.
CHANGING = re.compile(
    r"(?:open|close|add|hire|recruit|lose|launch|acquire|retire|remove|dismiss|cancel|replace|build|dispose|"
    r"divest|scrap|create|cut)(?:s|d|ed)?",
    re.IGNORECASE,
)
CALLED = frozenset(
    "invoice bill receipt payslip statement order note report list timetable certificate quote estimate "
    "account rechnung factura facture fattura factuur bon".split()
)  # what a document is called, beside its name
ENDS = ("highest", "lowest")
MOST_OF_NOUN = 3  # words of what is to be named
MOST_LEFT = 1  # words that only the text round a table has, wherever it stands
MOST_BESIDE = 3  # such words in a line that speaks of what else is asked


def without(request: Request, words: set[str]) -> Request:
    """The same with these words of the question placed after all."""
    left = tuple(word for word in request.left if word not in words)
    return replace(request, left=left, around=request.around + len(request.left) - len(left))


def with_text_around(
    requests: Iterable[Request], question: str, sheets: Sequence[Sheet] = ()
) -> list[Request]:
    """Words that stand on the tables' pages say which table it is, where they are few.

    Those at the head of its document say which document it is, as the name of who sent a bill does, unless
    one of the `sheets` of the document has them in a cell.
    """
    read = [_with_head(request, question, sheets) for request in requests]
    around = [at for at, request in enumerate(read) if _may_be_around(request, question)]
    texts = _texts_of([read[at] for at in around])
    few = {at: _are_few(read[at].left, question) for at in around}
    parts = {at: _parts_of(read[at], texts, few=few[at]) for at in around}
    told = stems_of({part for each in parts.values() for part in each})
    for at in around:
        read[at] = _placed(read[at], [told[part] for part in parts[at]], few=few[at])
    return read


def _may_be_around(request: Request, question: str) -> bool:
    """Whether the words that are left can be those of the text round the table."""
    if not 0 < len(request.left) <= MOST_BESIDE or request.sheet.rows_are == DOCUMENTS:
        return False  # round what a document says of itself is all that it says
    if any(word.isdigit() or names_cell(request.sheet, word) for word in request.left):
        return False
    if {*request.left} & done_with(question):
        return False  # what was done with them a heading tells: those that were opened are not all
    if request.ask == "value" and {*request.left} & asked_for(question):
        return False  # what is asked for is told by a column, not beside the table
    # “which fuel”: rows put together, not the one with the highest number
    return request.ask not in ("highest", "lowest") or not any(
        stems & column.words
        for column in request.sheet.texts
        if column != request.sheet.label
        for stems in stems_of(request.left).values()
    )


def done_with(question: str) -> set[str]:
    """The verb of what somebody did with what is counted: “open” of “how many stores did X open in 2024”."""
    said = DONE.search(question)
    words = [word for word in WORD.findall(said["rest"]) if word.isalpha() and word.islower()] if said else []
    return {*words[-1:]}


def tells_stock_for_change(request: Request, question: str) -> bool:
    """Whether it is asked how many were added or went, and no heading says so."""
    changed = {word for word in done_with(question) if CHANGING.fullmatch(word)}
    if not changed or any(stems & request.sheet.words_of_headings for stems in stems_of(changed).values()):
        return False
    return not any(names_cell(request.sheet, word) for word in changed)


def asked_for(question: str) -> set[str]:
    """The words of the thing that is asked for."""
    things = (pattern.search(question) for pattern in (THING, OF_THING))
    return {word for thing in things if thing for word in WORD.findall(thing["noun"])}


def _texts_of(requests: Sequence[Request]) -> dict[tuple[int, int], str]:
    """The text of each page on which their tables stand."""
    places = {place for request in requests for place in _pages_of(request)}
    pages = Page.objects.filter(
        document__in={document for document, _ in places}, number__in={number for _, number in places}
    )
    found = {
        (document, number): text for document, number, text in pages.values_list("document", "number", "text")
    }
    return {place: text for place, text in found.items() if place in places}


def _pages_of(request: Request) -> set[tuple[int, int]]:
    return {(row.span.document_id, row.span.page) for row in request.sheet.rows if row.span.page}


def _are_few(left: Sequence[str], question: str) -> bool:
    """Whether they may stand anywhere; “co-operative” is one."""
    return len([word for word in question.split() if {*WORD.findall(word)} & {*left}]) <= MOST_LEFT


def _parts_of(request: Request, texts: Mapping[tuple[int, int], str], *, few: bool) -> list[str]:
    """The pages of the table; their lines, where more words are left than may stand anywhere."""
    pages = [texts[place] for place in _pages_of(request) if place in texts]
    if few:
        return pages
    return [line for text in pages for line in text.splitlines() if line.strip()]


def _placed(request: Request, told: Sequence[frozenset[str]], *, few: bool) -> Request:
    """The same without the words that the parts of its pages have, of which `told` are the stems."""
    if not few:
        of = frozenset(stem for column in request.of for stem in column.words)
        told = [stems for stems in told if len(stems & of) >= min(2, len(of)) > 0]
    held = frozenset().union(*told)
    wanted = stems_of(request.left)
    return without(request, {word for word, stems in wanted.items() if stems and stems <= held})


def _with_head(request: Request, question: str, sheets: Sequence[Sheet]) -> Request:
    """The same without the words that name the document, or that stand in its title."""
    own = [sheet for sheet in sheets if sheet.document_id == request.sheet.document_id]
    named = named_at_head(request.left, [request.sheet, *own])
    return without(request, named | _in_title(request, question))


def _in_title(request: Request, question: str) -> set[str]:
    """Words of what all of the document is about; none that is asked for or counted, nor stands in a cell."""
    title = request.sheet.head.split("\n")[0]
    count = COUNT.search(question)
    wanted = asked_for(question) | done_with(question) | set(WORD.findall(count["noun"])[:2] if count else ())
    words = [
        w for w in request.left if w not in wanted and not w.isdigit() and not names_cell(request.sheet, w)
    ]
    known = stems_of([*words, title])
    return {word for word in words if known[word] and known[word] <= known[title]}


def named_at_head(words: Iterable[str], sheets: Sequence[Sheet]) -> set[str]:
    """Of the words those that name the document of the sheets: at its head, and in none of their cells."""
    named = [
        word for word in words if _may_name(word) and not any(names_cell(sheet, word) for sheet in sheets)
    ]
    if not named:
        return set()
    head = sheets[0].head
    wanted, known = stems_of(named), stems_of([head])[head]
    return {word for word, stems in wanted.items() if stems and stems <= known}


def _may_name(word: str) -> bool:
    """Whether it is written as a name, or is what documents are called: no word of what is measured."""
    return word[:1].isupper() or word.casefold().rstrip("s") in CALLED


def tells_other_rows(request: Request, sheets: Sequence[Sheet], question: str) -> bool:
    """Whether what is to be named heads a column of another sheet alone: “which apiary” has most of hives."""
    which = WHICH.search(question) if request.ask in ENDS else None
    stop = VERB.search(which["noun"]) if which else None
    noun = which["noun"][: stop.start() if stop else None] if which else ""
    words = frozenset().union(*stems_of(WORD.findall(noun)[:MOST_OF_NOUN]).values())
    own = request.sheet
    if not words or words & (own.words_of_headings | own.label.words):
        return False
    others = [each for each in sheets if each is not own and each.document_id == own.document_id]
    return any(column.words and column.words <= words for each in others for column in each.texts)
