"""Words for rows that only the question has: “which driver” of a file of cars may mean somebody else."""

from __future__ import annotations

import re

from retrieval.question.wording.rows import VERB, WHICH, WORD, norm
from retrieval.sheets.asked import Request
from retrieval.sheets.request.row_names import ENTRIES, NAMELESS, TIMES
from retrieval.sheets.request.words import ASKING
from retrieval.sheets.stems import stems_of
from retrieval.tables.rules.vocabulary.words import NUMBERS

DONE = re.compile(r"ed$", re.IGNORECASE)  # “which member delivered the most”: what the rows do
ENDS = ("highest", "lowest")


def uncalled_in(question: str, request: Request) -> tuple[str, ...]:
    """What the question calls the rows of which it asks for an end, where neither their table, its headings
    and cells nor its file has the word: of rows that go by a name alone, or of the one file that is asked."""
    which = WHICH.search(question) if request.ask in ENDS and request.by is None else None
    if which is None or not (request.sheet.called or NAMELESS.fullmatch(request.sheet.label.name)):
        return ()
    stop = VERB.search(which["noun"])
    said = WORD.findall(which["noun"][: stop.start()] if stop else which["noun"])
    sheet, read = request.sheet, stems_of(said)
    known = (sheet.names - sheet.called) | sheet.words_of_headings | sheet.label.words
    return tuple(
        word
        for word in said
        if read[word]
        and not read[word] & known
        and norm(word) not in sheet.words_in_texts
        and word.casefold() not in ENTRIES | ASKING
        and word.casefold() not in NUMBERS
        and not TIMES.fullmatch(word)
        and not DONE.search(word)
    )
