"""What a question asks of the records: values of a label, documents, a count, a sum."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from agentic.search.chains.graph import Cell, Record
from agentic.search.chains.measures import amounts
from agentic.search.chains.reading import POSSESSIVE, Reading
from agentic.search.decisions.words import BOUGHT, HOW_MUCH_OF, SUMS, WHAT_THINGS
from agentic.search.joins.asked import akin_to
from agentic.search.lists.wanted import BREAKS, DAY, ON_DAY
from reading.values.dates import find_dates
from retrieval.annotations.roles import roles
from retrieval.sheets.misread import is_person

Form = Literal["value", "documents", "count", "sum"]
MOST_BEFORE = 2  # words between “who” and what tells the label
AMONG = re.compile(r"\b(?:altogether|in total|in all|total|sum|combined|together)\b", re.IGNORECASE)
LEADS = re.compile(
    r"(?:concern|belong|refer|relate|mention|cite|cover|go|goes|came?|come)(?:s|ed)?", re.IGNORECASE
)
SIGNED = re.compile(r"sign(?:s|ed|ing)?", re.IGNORECASE)
SIGNS = re.compile(r"(?:signed )?(?:for|by|on behalf of)(?: the .+)?|signator(?:y|ies)", re.IGNORECASE)
Fits = Callable[[str], bool]  # whether a value is of the sort that is asked for
WORTH = re.compile(
    r"^\W*what\s+(?:do|does|did)\b.*\b(?P<verb>cost|come to|amount to|add up to)\b"
    r"(?:\s+(?:together|altogether|in total|in all))?\W*$",
    re.IGNORECASE | re.DOTALL,
)
HEADLESS = frozenset(("is", "was", "are", "were", "the", "all", "every", "each", "of", "any", "those"))


@dataclass(frozen=True)
class Want:
    """`labels`: whose values are told, counted or added up; empty for documents. `records`: that can give it.

    `said`: the places of the words that say so.
    """

    form: Form
    records: Sequence[Record]
    labels: frozenset[str]
    said: frozenset[int]

    def cells_of(self, record: Record) -> list[Cell | None]:
        """What it gives under the labels; of documents none stands for the whole."""
        return [cell for cell in record.cells if cell.label in self.labels] or [None]


def want_of(reading: Reading) -> Want | None:
    if reading.opens is None:
        return _headed(reading, "value") if reading.start else None
    wh = reading.opens["wh"].lower()
    if wh.startswith("who"):
        return _who(reading)
    if wh == "when":
        return _by_verb(reading, fits=_is_day)
    if wh == "how many":
        return _headed(reading, "count")
    things = WHAT_THINGS.search(reading.question) or HOW_MUCH_OF.search(reading.question)
    if things and BOUGHT.search(reading.question):
        return None  # the lines of papers are asked for, not what they come to
    if wh == "what" and WORTH.search(reading.question):
        return _worth(reading)
    if wh == "how much" or AMONG.search(reading.question):
        return _added_up(reading)
    return _headed(reading, "value") if wh in ("which", "what", "the") else None


def _first(reading: Reading) -> int:
    """The place of the first word behind those that open the question."""
    return next((at for at, token in enumerate(reading.tokens) if token.start >= reading.start), 0)


def _who(reading: Reading) -> Want | None:
    if reading.opens and reading.opens["wh"].lower() == "whose":
        return None
    first = _first(reading)
    if first < len(reading.tokens) and reading.tokens[first].text.lower() in HEADLESS:
        return _headed(reading, "value")  # “Who is the owner of …”
    return _by_verb(reading, fits=_is_somebody) or _persons(reading)


def _by_verb(reading: Reading, fits: Fits) -> Want | None:
    """The labels that are made of the verb: “Received by” of “who received …”."""
    tokens = reading.tokens
    every = frozenset(stem for token in tokens for stem in token.stems)
    places = [at for at in range(_first(reading), len(tokens)) if tokens[at].stems]
    for at in places[:MOST_BEFORE]:
        if at in reading.used:
            return None
        is_signed = SIGNED.fullmatch(tokens[at].text) is not None
        labels = [
            label
            for label, own in reading.graph.labels.items()
            if (any(akin_to(stem, own) for stem in tokens[at].stems) and all(akin_to(s, every) for s in own))
            or (is_signed and SIGNS.fullmatch(label))
        ]
        if want := _giving(reading, "value", labels, {at}, fits):
            return want
        if not tokens[at].stems <= reading.empty:
            return None
    return None


def _persons(reading: Reading) -> Want | None:
    """Whom lines are about that say what somebody did: “who failed a course”."""
    for given in reading.given or ():
        if given.kind != "state" or min(given.said) > _first(reading) + 1:
            continue
        sorts = {record.sort for record in given.records}
        own = [record for record in reading.graph.records if record.sort in sorts]
        labels = list(dict.fromkeys(cell.label for record in own for cell in record.cells))
        for label in labels if len(sorts) == 1 else ():
            told = [cell.text for record in own for cell in record.cells if cell.label == label]
            if all(is_person(text) for text in told):
                return Want("value", own, frozenset([label]), given.said)
    return None


def _headed(reading: Reading, form: Form) -> Want | None:
    """What stands behind “which”: the documents that are called so, or the labels."""
    head = [at for at in _head(reading) if reading.tokens[at].stems and at not in reading.used]
    plain = [at for at in head if not reading.tokens[at].stems <= reading.empty]
    for content in (head, plain):
        if content and (want := _of_head(reading, form, content)):
            return want
    return None


def _of_head(reading: Reading, form: Form, content: Sequence[int]) -> Want | None:
    own = [frozenset(reading.tokens[at].stems) for at in content]
    every = frozenset().union(*own)
    word = reading.tokens[content[0]].text.casefold()
    labels = _labelled(reading, own) or reading.labels_of_role(POSSESSIVE.sub("", word))
    documents = [r for r in reading.graph.of_document.values() if reading.is_called(r, every)]
    if labels and not any(every <= record.called for record in documents):
        documents = []  # an inspector is no inspection report
    lines = [r for r in reading.graph.records if r.is_line and r.cell(labels)]
    if (
        len(documents) == 1
        and not labels
        and (lines := reading.graph.lines.get(documents[0].document.pk, []))
    ):
        return _giving(reading, form, [lines[0].cells[0].label], content)  # the guards of “guards.csv”
    if documents and not (lines and len(documents) == 1):
        return Want("count" if form == "count" else "documents", documents, frozenset(), frozenset(content))
    return _giving(reading, form, labels, content)


def _head(reading: Reading) -> list[int]:
    first = _first(reading)
    found: list[int] = []
    for at in range(first, len(reading.tokens)):
        text = reading.tokens[at].text
        if text.lower() in HEADLESS and not found:
            continue
        if BREAKS.fullmatch(text) or (found and (at in reading.used or LEADS.fullmatch(text))):
            break
        found.append(at)
    return found


def _labelled(reading: Reading, said: Sequence[frozenset[str]]) -> list[str]:
    """Those made of most of these words, where what gives them is called by the others."""
    every = frozenset().union(*said)
    best: list[tuple[int, str]] = []
    asks_day = DAY.search(reading.question)
    for label, own in reading.graph.labels.items():
        if ON_DAY.search(label) and not asks_day:
            continue  # what was delivered is no day
        if not own or not all(akin_to(stem, every) for stem in own):
            continue
        rest = [words for words in said if not all(akin_to(stem, own) for stem in words)]
        holders = [r for r in reading.graph.records if r.cell([label])]
        if all(any(reading.is_called(r, words) for r in holders) for words in rest):
            best.append((len(own), label))
    most = max((size for size, _ in best), default=0)
    return [label for size, label in best if size == most]


def _worth(reading: Reading) -> Want | None:
    """What the documents come to that are named first: “What does the quotation cost?”."""
    at = min(reading.nouns, default=None)
    said = WORTH.search(reading.question)
    if at is None or said is None or not (labels := amounts(reading.nouns[at])):
        return None
    form: Form = "sum" if AMONG.search(reading.question) else "value"
    places = reading.within(said.start("verb"), said.end()) | {at}
    return Want(form, reading.nouns[at], labels, places)


def _added_up(reading: Reading) -> Want | None:
    """Amounts: by the label that the question has the words of, else by what each document comes to."""
    said = [at for at, token in enumerate(reading.tokens) if SUMS.fullmatch(token.text)]
    places = [at for at, token in enumerate(reading.tokens) if token.stems and at not in reading.used]
    every = frozenset(stem for at in places for stem in reading.tokens[at].stems)
    amount = roles()["amount"]
    found: list[str] = []
    for label, own in reading.graph.labels.items():
        telling = [s for s in own if s not in ("amount", "total", "sum")]
        if telling and all(akin_to(stem, every) for stem in telling):
            cells = [r.cell([label]) for r in reading.graph.records]
            if all(cell.number is not None and cell.unit for cell in cells if cell):
                found.append(label)
    taken = [
        at
        for at in places
        if any(akin_to(s, reading.graph.labels[x]) for x in found for s in reading.tokens[at].stems)
    ]
    if found:
        return _giving(reading, "sum", found, [*said, *taken])
    ranked = [label for label in reading.graph.labels if amount.rank(label) is not None]
    named = [r for r in reading.graph.of_document.values() if reading.is_of_noun(r) and r.cell(ranked)]
    return Want("sum", named, frozenset(ranked), frozenset(said)) if named and said else None


def _giving(
    reading: Reading, form: Form, labels: Iterable[str], said: Iterable[int], fits: Fits | None = None
) -> Want | None:
    """The records that give one of the labels; of those the sorts that the question names, where one does."""
    every, unfit = {*labels}, set[str]()
    for record in reading.graph.records:
        unfit |= {c.label for c in record.cells if c.label in every and fits and not fits(c.text)}
    own = frozenset(every - unfit)
    records = [record for record in reading.graph.records if record.cell(own)]
    cells = [cell for record in records for cell in record.cells if cell.label in own]
    if form == "count" and cells and all(cell.number is not None for cell in cells):
        form = "sum"  # “how many nights” of “Nights: 3”
    named = [record for record in records if reading.is_of_noun(record)]
    return Want(form, named or records, own, frozenset(said)) if records else None


def _is_day(text: str) -> bool:
    return any(find_dates(text))


def _is_somebody(text: str) -> bool:
    return not any(map(str.isdigit, text))
