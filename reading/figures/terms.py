"""The terms that contracts state in sentences: when they start, end and were signed, how long they run, what
notice they ask."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from reading.model import ParsedDocument, Place, RowDraft, unit_key
from reading.patterns import lazily
from reading.tables.marked.read import PROPERTIES
from reading.text.passages_of_page import Sentence
from reading.values.dates import DATE
from reading.values.quantities import find_quantities, plain_number

MOST_PAGES = 60
HEAD = 1500  # characters in which a document calls itself a contract
QUOTE_LENGTH = 400
_CALLED = lazily(r"\b(?:agreement|contract|lease|licen[cs]e|terms and conditions)\b", re.IGNORECASE)
_FILING = lazily(
    r"\b(?:annual|quarterly) report\b|\bform (?:10|8|20|6|40)-[kqf]\b|\bproxy statement\b", re.IGNORECASE
)
_IT = (
    r"\b(?:this\s+|the\s+)?(?:\w+\s+)?(?:agreement|contract|lease|licen[cs]e|term|engagement|tenancy|"
    r"subscription|it)\b[^.;:]{0,70}?\s"
)
_ON = (
    r"\s+(?:(?:with effect|effective)\s+)?(?:on|as\s+of|from|at|until|through|to|and\s+including)?\s*"
    r"(?:and\s+including\s+)?"
)
_LENGTH = (
    r"(?P<value>[\w-]+(?:\s+\(\d+\))?\s+(?:calendar\s+|business\s+|full\s+)?(?:days?|weeks?|months?|years?))"
)
# Label → the sentences that give it. A date in them is `value`.
_DATES = (
    (
        "Start date",
        rf"{_IT}(?:start(?:s|ed)?|begin(?:s)?|commence(?:s|d)?|(?:is|becomes?|shall\s+be(?:come)?)\s+effective|takes?\s+effect|"
        rf"(?:comes?|enters?)\s+into\s+(?:force|effect)){_ON}(?P<value>{DATE})",
    ),
    (
        "End date",
        rf"{_IT}(?:end(?:s)?|expire(?:s)?|terminate(?:s)?|(?:remains?|is|continues?|be|stays?)\s+(?:valid|effective|in\s+(?:full\s+)?"
        rf"(?:force|effect)(?:\s+and\s+effect)?)|continues?|runs?)(?:\s+automatically)?"
        rf"(?:\s+on|\s+until|\s+through|\s+to|\s+up\s+to)(?:\s+and\s+including)?\s+(?P<value>{DATE})",
    ),
    (
        "Date signed",
        r"\b(?:signed|executed|entered\s+into|concluded|(?:is|was)\s+made(?:\s+and\s+entered\s+into)?)\s+"
        rf"(?:on|as\s+of|this)\s+(?:the\s+)?(?P<value>{DATE})",
    ),
)
_LENGTHS = (
    (
        "Term",
        rf"{_IT}(?:runs?|continues?|lasts?|(?:is|be)\s+(?:valid|concluded|made))\s+for\s+(?:(?:a|an)\s+(?:\w+\s+)?(?:term|period)\s+of\s+)?"
        rf"{_LENGTH}",
    ),
    (
        "Notice period",
        rf"{_LENGTH}[’'´]?\s+(?:prior\s+|advance\s+)?(?:written\s+)?notice\b|"
        r"\bnotice(?:\s+period)?\s+(?:of|is)\s+(?:at\s+least\s+|not\s+less\s+than\s+|no\s+less\s+than\s+)?"
        + _LENGTH.replace("value", "value2"),
    ),
)
_READERS = tuple(
    (label, lazily(pattern, re.IGNORECASE), is_date)
    for is_date, of in ((True, _DATES), (False, _LENGTHS))
    for label, pattern in of
)


def read_terms(
    parsed: ParsedDocument, sentences: Iterable[Sentence], at: tuple[int, int]
) -> Iterator[RowDraft]:
    """Rows of the table "properties" with the terms of a contract; none of other documents.

    `at`: the table and its next row.
    """
    cover = parsed.pages[0].text[:HEAD] if parsed.pages else ""
    if len(parsed.pages) > MOST_PAGES or not _CALLED.search(cover) or _FILING.search(cover):
        return
    told: set[tuple[str, str]] = set()
    for sentence in sentences:
        for label, pattern, is_date in _READERS:
            for match in pattern.finditer(sentence.text):
                value = " ".join(next(filter(None, match.groups())).split())
                if (label, value) in told or not (is_date or find_quantities(value)):
                    continue
                told.add((label, value))
                yield RowDraft(
                    place=Place(page=sentence.page, quote=sentence.text[:QUOTE_LENGTH]),
                    table=PROPERTIES,
                    table_index=at[0],
                    row=at[1] + len(told) - 1,
                    label=label,
                    properties=_valued(label, value, is_date=is_date),
                )


def _valued(label: str, value: str, *, is_date: bool) -> dict[str, str | int | float | None]:
    """A date as it is written; a length of time as a number with its unit."""
    found = [] if is_date else find_quantities(value)
    number = plain_number(found[0].value) if len(found) == 1 else None
    return {label: value} if number is None else {label: number, unit_key(label): found[0].unit}
