"""What one document is and holds, in its own words: its kind, fields, sections and telling sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.utils.dateparse import parse_date

from agentic.evidence import Draft, Evidence, Span
from agentic.facts.case import Case
from agentic.facts.of_document.meant import documents_meant
from agentic.facts.sayings.documents import LISTED
from agentic.outcome import Outcome, coverage
from agentic.properties.telling import a as with_article
from agentic.properties.terms import said_day
from agentic.properties.values import whole
from documents.models import Chunk, Document, Page, TableRow
from reading.kinds.catalogue import fields, kinds
from reading.text.sentences import sentence_spans

_OF = r"(?:summary|overview) of"
ASKS = re.compile(
    r"^\W*(?:please\s+|can you\s+|could you\s+)?(?:summari[sz]e|sum up|"
    rf"(?:give (?:me |us )?)?(?:an? |the )?(?:short |brief )?{_OF}|"
    r"what (?:is|are) (?P<about>.+?) about\W*$|what does (?P<deals>.+?) deal with\W*$|"
    r"fasse?n?(?: sie)?\s(?P<de>.+?)\szusammen|worum geht es (?:in|bei)|zusammenfassung (?:von|der|des)|"
    r"résume[rz]?|de quoi (?:parle|traite)|resum[ea](?:r|n)?|de qué (?:trata|se trata)|"
    r"riassumi|di cosa (?:parla|tratta)|vat\s(?P<nl>.+?)\ssamen|waar gaat\s(?P<over>.+?)\sover\W*$|"
    r"do que (?:trata|se trata))(?!\w)",
    re.IGNORECASE,
)
KIND_ASKED = re.compile(
    r"^\W*(?:what (?:kind|type|sort) of (?:document|file|paper) is|was für ein dokument ist|"
    r"quel (?:type|genre) de document est|qué tipo de documento es|che tipo di documento è|"
    r"wat voor (?:soort )?document is|que tipo de documento é)\b",
    re.IGNORECASE,
)
NAMED = 8  # documents named where several are meant
FIELDS, SECTIONS, SENTENCES = 10, 8, 3
LONGEST = 240  # characters of a field or sentence
ISO, NUMBER = re.compile(r"\d{4}-\d\d-\d\d"), re.compile(r"-?\d+(?:\.\d+)?")
HEADING = re.compile(r"(?=.*[^\W\d_]{3})\S.{2,70}(?<![.:;,])")


def answer_summary(case: Case) -> Outcome | None:
    """What the document is that the question asks to sum up; which ones are meant where it fits several."""
    asked = ASKS.search(case.question)
    kind_only = None if asked else KIND_ASKED.search(case.question)
    if asked is None and kind_only is None:
        return None
    match = asked or kind_only
    assert match is not None
    own = next((words for words in match.groupdict().values() if words), "")
    meant = documents_meant(own or case.question[match.end() :], case)
    if meant is None:
        return None
    if meant.only is None:
        return _which(case, [each.filename for each in meant.documents])
    document = meant.only
    lines = [f"{_head(document)} {case.cite(whole(document))}."]
    if not kind_only:
        lines += [*_fields(case, document), *_sections(case, document), *_sentences(case, document)]
    text = lines[0] if len(lines) == 1 else "\n".join([lines[0], "", *(f"- {line}" for line in lines[1:])])
    spans = tuple(case.workings.spans)
    return Draft(text=text, claims=""), Evidence(
        spans=spans, coverage=coverage(case.scope), tried=(f"Read {document.filename}: {len(spans)} places",)
    )


def _which(case: Case, names: list[str]) -> Outcome:
    """Which of several is meant, asked back."""
    listed = ", ".join(names[:NAMED])
    more = " and others" if len(names) > NAMED else ""
    text = f"Several documents go by that: {listed}{more}. Name one of them, or choose it."
    return Draft(text=text, answered=False), Evidence(
        coverage=coverage(case.scope), tried=tuple(names[:LISTED])
    )


def _head(document: Document) -> str:
    """“Facture 7, of 3 May 2024: an invoice in French (facture-7.pdf, 1 page)”."""
    kind = _kind(document)
    title = document.title or document.filename
    dated = f", of {said_day(document.document_date)}" if document.document_date else ""
    pages = (
        f"{document.page_count} page{'' if document.page_count == 1 else 's'}" if document.page_count else ""
    )
    place = ", ".join(filter(None, [document.filename, pages]))
    return f"{title}{dated}: {kind} ({place})"


def said_pages(count: int) -> str:
    return f"{count} page{'' if count == 1 else 's'}"


def _kind(document: Document) -> str:
    """As its summary by rules calls it, else its type."""
    nouns = "|".join(sorted((re.escape(kind.noun) for kind in kinds().values()), key=len, reverse=True))
    told = re.search(rf"(?:^|[.?!] )An? (?P<noun>{nouns})\b(?=[.:]|$)", document.summary)
    if told is None:
        return (
            with_article(document.get_document_type_display().lower())
            if document.document_type
            else "a document"
        )
    return told["noun"] if told["noun"].endswith("s") else with_article(told["noun"])


def _fields(case: Case, document: Document) -> Iterator[str]:
    """What its fields say, each with its place."""
    rows = TableRow.objects.answering().filter(document=document, anchored=True, table="properties")
    known = {label.casefold() for label in _field_labels()}
    told: set[str] = set()
    for row in rows.order_by("page", "pk"):
        value = " ".join(str(row.properties.get(row.label, "")).split())
        if row.label.casefold() not in known or row.label in told or not value or len(told) >= FIELDS:
            continue
        told.add(row.label)
        span = Span(
            document_id=document.pk, filename=document.filename, page=row.page, quote=row.quote, kind="row",
            fact_id=row.pk,
        )  # fmt: skip
        yield f"{row.label}: {_said(value, row.quote)} {case.cite(span)}"


def _said(value: str, quote: str) -> str:
    """A day in words; a number in the words of its place, which have its unit; all else as it was read."""
    if day := parse_date(value) if ISO.fullmatch(value) else None:
        return said_day(day)
    return (
        f"“{_closed(quote.strip().splitlines()[-1])[:LONGEST]}”"
        if NUMBER.fullmatch(value)
        else value[:LONGEST].rstrip(" ,;")
    )


def _field_labels() -> Iterator[str]:
    for field in fields().values():
        yield from (field.label.format(noun=kind.noun).capitalize() for kind in kinds().values())


def _sections(case: Case, document: Document) -> Iterator[str]:
    """Its main sections, each with its place."""
    first: dict[str, Chunk] = {}
    for chunk in Chunk.objects.filter(document=document, excluded=False).order_by("index"):
        name = chunk.section.split(" › ")[0].strip()
        if HEADING.fullmatch(name) and name.casefold() != document.title.casefold():
            first.setdefault(name, chunk)
    if len(first) < 2:
        return
    named = [
        f"{name} {case.cite(_span(document, chunk.page_start, name))}"
        for name, chunk in list(first.items())[:SECTIONS]
    ]
    more = f" and {len(first) - SECTIONS} more" if len(first) > SECTIONS else ""
    yield f"Sections: {'; '.join(named)}{more}"


def _sentences(case: Case, document: Document) -> Iterator[str]:
    """The sentences of its summary that stand in it, with their pages."""
    pages = [
        (page.number, _closed(page.text))
        for page in Page.objects.filter(document=document).order_by("number")
    ]
    told = 0
    for start, end in sentence_spans(document.summary):
        sentence = _closed(document.summary[start:end])
        if sentence.casefold().startswith(document.title.casefold()) or len(sentence.split()) < 5:
            continue
        page = next((number for number, text in pages if sentence in text), None)
        if page is not None and told < SENTENCES and len(sentence) <= 2 * LONGEST:
            told += 1
            yield f"“{sentence}” {case.cite(_span(document, page, sentence))}"


def _span(document: Document, page: int | None, words: str) -> Span:
    return Span(
        document_id=document.pk, filename=document.filename, page=page, quote=words, kind="document",
        fact_id=document.pk,
    )  # fmt: skip


def _closed(text: str) -> str:
    return " ".join(text.split())
