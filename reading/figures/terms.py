"""The terms that contracts state in sentences: when they start, end and were signed, how long they run, what
notice they ask; and the warranty that any document gives so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from reading.lexicon import SIGNS
from reading.model import ParsedDocument, Place, RowDraft, unit_key
from reading.patterns import lazily
from reading.tables.marked.read import PROPERTIES
from reading.text.passages_of_page import Sentence
from reading.values.dates import DATE
from reading.values.quantities import find_quantities, plain_number
from reading.values.units import MONEY_UNITS

MOST_PAGES = 60
MOST_OF_LETTER = 3  # pages of what says of itself all that it says
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
        rf"{_LENGTH}[’'´]?\s+(?:prior\s+|advance\s+)?(?:written\s+)?notice\b(?!(?:\s+period)?\s*:)|"
        r"\bnotice(?:\s+period)?\s+(?:of|is)\s+(?:at\s+least\s+|not\s+less\s+than\s+|no\s+less\s+than\s+)?"
        + _LENGTH.replace("value", "value2"),
    ),
)
_MONEY = (
    rf"(?P<value>(?:[{SIGNS}]|[A-Z]{{3}}\s)\s?\d[\d.,]*\d|"
    r"\d[\d.,]*\d\s+(?:euros?|dollars?|pounds?|[A-Z]{3}\b))"
)
# What is to be paid, under the words that the sentence has for it: “The monthly rent is €1,150”.
_OFTEN = r"(?:monthly|weekly|annual|yearly|quarterly|daily|hourly|basic|fixed|agreed|security|net)"
_AMOUNTS = (
    (
        "",
        rf"\b(?P<label>(?:{_OFTEN}\s+){{0,2}}(?:rent|fee|price|deposit|salary|premium|charge|wage|remuneration|"
        r"retainer))\s+(?:is|shall\s+be|will\s+be|amounts\s+to|of|is\s+set\s+at)\s+" + _MONEY,
    ),
)
# What others than contracts say in sentences too: a letter of a grant, a leaflet of its product.
_OF_LETTER = (
    (
        "",
        r"\b(?:an?|the|this|our|your)\s+(?:\w+\s+)?(?P<label>grant|award|loan|subsidy|scholarship|bursary|stipend|"
        r"donation|contribution|prize|fine|penalty|deposit|premium|allowance|advance|bonus|rebate|refund|bounty)"
        r"\s+of\s+" + _MONEY,
    ),
    (
        "",
        r"\b(?:an?|the|your|our)\s+(?P<label>[a-z]+(?:\s[a-z]+){0,2}?)\s+"
        r"(?:is|are|must\s+be|shall\s+be|has\s+to\s+be)\s+"
        r"(?:due|submitted|delivered|paid|returned|sent|filed|provided|handed\s+in|reported|made)\s+(?:\w+\s+){0,3}?"
        rf"within\s+{_LENGTH}",
    ),
    (
        "Validity",
        r"\b(?:offer|quotation|quote|estimate|tender|bid|certificate|permit|voucher|ticket|card|pass|prescription|"
        r"approval|permission)\b[^.;:]{0,40}?\s(?:is|are|remains?|stays?|keeps?)\s+valid\s+for\s+" + _LENGTH,
    ),
    (
        "Warranty",
        rf"\b(?:warranty|guarantee)(?:\s+(?:period|term))?\s+(?:of|is|lasts|runs?|covers)\s+(?:for\s+)?{_LENGTH}|"
        rf"\b(?:gives?|grants?|has|have|carr(?:y|ies)|comes?\s+with|under|with|offers?)\s+an?\s+"
        rf"{_LENGTH.replace('value', 'value2')}\s+(?:\w+\s+)?(?:warranty|guarantee)\b",
    ),
)
_READERS = tuple(
    (label, lazily(pattern, re.IGNORECASE), is_date)
    for is_date, of in ((True, _DATES), (False, (*_LENGTHS, *_AMOUNTS, *_OF_LETTER)))
    for label, pattern in of
)
SPANS = ("days", "weeks", "months", "years")
GUARANTEE = re.compile(r"\b(?:warranty|guarantee)\b", re.IGNORECASE)  # in labels that give one
_READERS_OF_ANY = _READERS[-1:]  # long ones speak of warranties alone so that they are their own
_READERS_OF_LETTER = (
    *(each for each in _READERS if each[0] == "Notice period"),
    *_READERS[-len(_OF_LETTER) - len(_AMOUNTS) :],
)


def read_terms(
    parsed: ParsedDocument, sentences: Iterable[Sentence], at: tuple[int, int]
) -> Iterator[RowDraft]:
    """Rows of the table "properties" with the terms of a contract; of other documents the warranty that they
    give.

    `at`: the table and its next row.
    """
    cover = parsed.pages[0].text[:HEAD] if parsed.pages else ""
    if len(parsed.pages) > MOST_PAGES or _FILING.search(cover):
        return
    is_letter = len(parsed.pages) <= MOST_OF_LETTER
    readers = _READERS if _CALLED.search(cover) else _READERS_OF_LETTER if is_letter else _READERS_OF_ANY
    told: set[tuple[str, str]] = set()
    for sentence in sentences:
        for label, pattern, is_date in readers:
            for match in pattern.finditer(sentence.text):
                value = " ".join(next(filter(None, _values(match))).split())
                named = label or " ".join(match["label"].split()).capitalize()
                found = find_quantities(value)
                is_amount = bool(found) and (bool(label) or found[0].unit in {*MONEY_UNITS, *SPANS})
                if (named, value) in told or not (is_date or is_amount):
                    continue
                told.add((named, value))
                yield RowDraft(
                    place=Place(page=sentence.page, quote=sentence.text[:QUOTE_LENGTH]),
                    table=PROPERTIES,
                    table_index=at[0],
                    row=at[1] + len(told) - 1,
                    label=named,
                    properties=_valued(named, value, is_date=is_date),
                )


def _values(match: re.Match[str]) -> Iterator[str | None]:
    yield from (value for name, value in match.groupdict().items() if name != "label")


def _valued(label: str, value: str, *, is_date: bool) -> dict[str, str | int | float | None]:
    """A date as it is written; a length of time as a number with its unit."""
    found = [] if is_date else find_quantities(value)
    number = plain_number(found[0].value) if len(found) == 1 else None
    return {label: value} if number is None else {label: number, unit_key(label): found[0].unit}
