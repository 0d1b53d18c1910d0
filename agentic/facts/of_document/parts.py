"""Who wrote, signed, sent or chaired “the” document, who was there and when: by its fields, head and end."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path

from agentic.evidence import Draft, Evidence, Span
from agentic.facts.case import Case
from agentic.facts.of_document.meant import Meant, documents_meant
from agentic.outcome import Outcome, coverage
from documents.models import Document, Page, TableRow
from reading.lexicon import MONTH_NAME, YEAR
from reading.values.dates import find_dates
from retrieval.passages.values import values_in

LISTED = 30  # documents said one by one
HEAD, TAIL = 2, 2  # pages at the beginning and the end that are read
LONGEST = 300  # characters of a value in words
_PART = r"[A-ZÀ-ÖØ-Þ][\wÀ-ÿ’'-]*[a-zà-öø-ÿ]"
PERSON = (
    rf"(?-i:(?:(?:Dr|Prof|Mr|Mrs|Ms)\.?[ ])?{_PART}(?:[ ](?:[A-Z]\.?(?=[ ])|de|da|van|von|{_PART})){{1,3}}"
    r"(?![\wÀ-ÿ’'-]|[ ][A-ZÀ-Þ]))"
)
_NAME = rf"(?-i:{_PART}[†‡§¶*❶-❿\d]*)"  # one of the names of a line that has nothing else
DATE = (
    rf"(?:\d{{1,2}}[./-]\d{{1,2}}[./-]\d{{2,4}}|{YEAR}-\d\d-\d\d|\d{{1,2}}\.? {MONTH_NAME},? {YEAR}|"
    rf"{MONTH_NAME} \d{{1,2}}(?:st|nd|rd|th)?,? {YEAR})"
)
_BULLET = re.compile(r"^[ \t]*(?:[ivx]{1,5}[.)]|[-•*–])[ \t]+", re.MULTILINE)
SENTENCE_END = re.compile(r"(?<=[a-z]{3})\.\s")
GROUP = re.compile(r"\b(?:Team|Group|Project|Consortium|Collaboration)$")  # who signs together
MARKS = re.compile(r"[†‡§¶*❶-❿]|(?<=[a-zà-ÿ])\d+(?:,\d+)*(?=[ ,]|$)")  # of footnotes at names
WERE_THERE = re.compile(r"\s+(?:was|were)(?:\s+also)?\s+(?:present|absent)$")
_ADDRESS = re.compile(r"\s*<[^>]*>|\s*\[mailto:[^\]]*\]")
_ASKED_OF_ALL = re.compile(
    r"\b(?:most|least|first|last|latest|earliest|how many|which (?:documents|contracts))\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Part:
    """`is_a`: person | date | text. The others are those of parts.toml, as patterns."""

    noun: str
    is_a: str
    asks: tuple[re.Pattern[str], ...]
    head: tuple[re.Pattern[str], ...]
    labels: tuple[re.Pattern[str], ...]
    lines: tuple[re.Pattern[str], ...]


@dataclass(frozen=True)
class Given:
    """What a document gives of a part, and where."""

    text: str
    span: Span


@cache
def parts() -> tuple[Part, ...]:
    """The parts of parts.toml, in the order in which a question is held against them."""
    raw = tomllib.loads(Path(__file__).with_name("parts.toml").read_text(encoding="utf-8"))
    return tuple(
        Part(
            entry["noun"],
            entry["is"],
            tuple(re.compile(pattern, re.IGNORECASE) for pattern in entry["asks"]),
            _lines(entry.get("head", ())),
            tuple(re.compile(pattern) for pattern in entry["labels"]),
            _lines(entry["lines"]),
        )
        for entry in raw.values()
    )


def _lines(patterns: Sequence[str]) -> tuple[re.Pattern[str], ...]:
    told = (
        each.replace("{person}", PERSON).replace("{date}", DATE).replace("{name}", _NAME) for each in patterns
    )
    return tuple(re.compile(pattern, re.MULTILINE) for pattern in told)


def answer_part(case: Case) -> Outcome | None:
    """The part of each document that the question means; None where it asks for none, or none gives it."""
    found = _asked(case.question)
    if found is None or _ASKED_OF_ALL.search(case.question):
        return None
    part, rest = found
    meant = documents_meant(rest, case)
    if meant is None or (len(meant.documents) > LISTED):
        return None
    given = {document.pk: value for document in meant.documents if (value := _given(document, part))}
    if not given:
        return None
    text = _told(case, part, meant, given)
    spans = tuple(case.workings.spans)
    return Draft(text=text, claims=""), Evidence(
        spans=spans,
        coverage=coverage(case.scope),
        tried=(f"Looked for the {part.noun} in {len(meant.documents)} documents: {len(given)}",),
    )


def _asked(question: str) -> tuple[Part, str] | None:
    """The part that the question asks for, and its other words, which say of which document."""
    for part in parts():
        for pattern in part.asks:
            if match := pattern.search(question):
                return part, f"{question[: match.start()]} {question[match.end() :]}"
    return None


def _told(case: Case, part: Part, meant: Meant, given: dict[int, Given]) -> str:
    """“Carl Worth: the author of reply.eml”; of several documents a line for each."""
    lines = [
        f"{given[each.pk].text}: {_role(part)} {each.filename} {case.cite(given[each.pk].span)}"
        for each in meant.documents
        if each.pk in given
    ]
    if len(meant.documents) == 1:
        return f"{lines[0]}."
    silent = [each.filename for each in meant.documents if each.pk not in given]
    more = f"\n\nNot given by {', '.join(silent)}." if silent else ""
    return "\n".join(f"- {line}" for line in lines) + more


def _role(part: Part) -> str:
    return f"{part.noun} at" if part.noun in ("present", "absent") else f"the {part.noun} of"


def _given(document: Document, part: Part) -> Given | None:
    """By the head of a mail or a list, its fields, or lines of its first and last pages."""
    every = chain(
        _by_lines(document, part, part.head),
        _by_labels(document, part),
        _by_lines(document, part, part.lines),
    )
    return next(every, None)


def _by_labels(document: Document, part: Part) -> Iterator[Given]:
    rows = TableRow.objects.answering().filter(document=document, anchored=True, table="properties")
    every = list(rows.order_by("page", "pk"))
    for label in part.labels:
        own = [row for row in every if label.fullmatch(row.label.casefold().strip(" :"))]
        values = [
            (row, text)
            for row in own
            if (text := _value(str(row.properties.get(row.label, "")), part)) and _may_be(text, part)
        ]
        if not values:
            continue
        if part.is_a == "text":
            values = [max(values, key=lambda pair: len(pair[1]))] if part.noun != "parties" else values
        row = values[0][0]
        span = Span(
            document_id=document.pk, filename=document.filename, page=row.page, quote=row.quote, kind="row",
            fact_id=row.pk,
        )  # fmt: skip
        yield Given("; ".join(dict.fromkeys(text for _, text in values)), span)


def _by_lines(document: Document, part: Part, lines: Sequence[re.Pattern[str]]) -> Iterator[Given]:
    pages = _ends_of(list(Page.objects.filter(document=document).order_by("number")))
    for pattern in lines:
        for page in pages:
            if (match := pattern.search(page.text)) and (text := _value(match["value"], part)):
                if not _may_be(text, part) and "@" not in match["value"]:
                    continue
                quote = page.text[match.start() : match.end()].strip()
                span = Span(
                    document_id=document.pk, filename=document.filename, page=page.number, quote=quote,
                    kind="document", fact_id=document.pk,
                )  # fmt: skip
                yield Given(text, span)


def _may_be(text: str, part: Part) -> bool:
    """Whether it is of the part's kind: no office, department or “you” where somebody's name is asked for."""
    return part.is_a != "person" or bool("@" in text or GROUP.search(text) or values_in(text, "person"))


def _ends_of(pages: Sequence[Page]) -> list[Page]:
    return [*pages[:HEAD], *pages[max(HEAD, len(pages) - TAIL) :]]


def _value(written: str, part: Part) -> str:
    """As it is said; "" for what cannot be of the part's kind."""
    if part.is_a == "date":
        day = next((day for day, _, _ in find_dates(written)), None)
        return f"{day.day} {day:%B %Y}" if day else ""
    if not _BULLET.search(written) and (end := SENTENCE_END.search(written)):
        written = written[: end.start()]
    lines = [line for each in _BULLET.sub("\n", written).split("\n") if (line := each.strip(" *\t"))]
    items = _BULLET.search(written) is not None or (part.is_a == "person" and len(lines) > 1)
    text = _ADDRESS.sub("", ("; " if items else " ").join(lines)).strip(" ,;")
    text = MARKS.sub("", text) if part.is_a == "person" else text
    return text if 0 < len(text := WERE_THERE.sub("", text)) <= LONGEST else ""
