"""The title of a document of a kind: a case by its parties, a letter by its subject, a sheet by its part."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from reading.kinds.catalogue import Kind
from reading.kinds.cells import cells_of
from reading.layout.headings import size_of
from reading.model import Line, ParsedDocument, ParsedPage
from reading.profile.titles.find import (
    CLAUSE,
    FIRST_LINES,
    HEAD_LINES,
    NO_TITLE,
    cleaned,
    common_size,
    labelled,
)

HEAD_WORDS = 12  # of a line that may call the document what it is
CASE_PAGES = 6
PARTY_LINES = 3  # from “v.” to a party, past what it is in the case
SUBJECT_WORDS = 12
BIG = 1.3  # than most of the page's text, as the number of a part is that heads a datasheet
COMPLETED = frozenset(("protocol", "manual", "datasheet", "standard", "report", "accident"))
NEVER_CALLED = frozenset(("press", "letter", "mail"))  # “Press release” is no title

_CASE = re.compile(
    r"^(?:\d{1,4}\s+)?(?P<one>[A-Z][\w.,&'’ ]{2,80}?),?\s+v\.\s+"
    r"(?P<other>[A-Z][\w.,&'’ ]{2,60}?)(?:,? et al\.?)?$"
)
_AGAINST = re.compile(r"(?:-\s*)?(?:v|vs|versus|against)\.?(?:\s*-)?", re.IGNORECASE)
_PARTY = re.compile(r"[A-Z][\w.,&'’\- ]{2,80}")
_ROLE = re.compile(
    r"(?:and )?(?:plaintiff|petitioner|appell(?:ant|ee)|respondent|defendant|claimant|applicant|cross-)",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"(?:re|ref|subject|betreff|betr\.?|objet|asunto|oggetto|betreft|onderwerp|assunto)\s*:\s*(?P<subject>\S.{2,120})",
    re.IGNORECASE,
)
_SALUTATION = re.compile(
    r"(?:dear|sehr geehrte[rn]?|liebe[rs]?|madame|monsieur|ch[èe]re?s?|estimad[oa]s?|gentile|egregi[oa]"
    r"|geachte|beste|car[oa]|prezad[oa]s?)\b.{0,60}",
    re.IGNORECASE,
)
_CODE = re.compile(r"(?=.*\d)(?=.*[A-Z])[A-Z\d][A-Z\d./-]{3,19}")


def called_as(parsed: ParsedDocument, kind: Kind, title: str) -> str:
    """The title by the rule of the kind, where it has one, else the line of its head that calls it so."""
    if not parsed.pages:
        return title
    if rule := _RULES.get(kind.key):
        title = rule(parsed) or title
    if kind.called is None or kind.key in NEVER_CALLED or labelled(parsed):
        return title
    if kind.called.search(title):
        return _completed(parsed.pages[0], kind, title)
    return title if kind.key == "opinion" else _called_in_head(parsed.pages[0], kind, title)


def _called_in_head(page: ParsedPage, kind: Kind, title: str) -> str:
    """A letterhead is bigger than the title below it; the name of a product stands over “User Manual”."""
    assert kind.called is not None
    for at, line in enumerate(page.lines[:HEAD_LINES]):
        text = cleaned(line.text)
        if not kind.called.search(text) or len(text.split()) > HEAD_WORDS or CLAUSE.search(text):
            continue
        is_bare = kind.called.fullmatch(text) is not None
        if not (_stands_out(page, line) or (is_bare and at < FIRST_LINES)) or NO_TITLE.fullmatch(text):
            continue
        over = cleaned(page.lines[at - 1].text) if at else ""
        is_named_over = is_bare and bool(over) and title.endswith(over) and _stands_out(page, line)
        return f"{title} {text}" if is_named_over else text
    return title


def _stands_out(page: ParsedPage, line: Line) -> bool:
    if not line.font_size:
        return line in page.lines[:FIRST_LINES]
    return line.bold or line.text.isupper() or size_of(line) > 1.05 * common_size(page)


def _completed(page: ParsedPage, kind: Kind, title: str) -> str:
    """A title that is no more than what the kind is called, with the line below that says which it is."""
    if kind.key not in COMPLETED or kind.called is None or not kind.called.fullmatch(title):
        return title
    for line, below in pairwise(page.lines[:HEAD_LINES]):
        is_said = cleaned(line.text) == title and below.font_size and _stands_out(page, below)
        text = cleaned(below.text)
        if is_said and len(text.split()) > 1 and not CLAUSE.search(text) and not NO_TITLE.fullmatch(text):
            return f"{title} {text}"
    return title


def _case(parsed: ParsedDocument) -> str:
    """“A v. B” as it stands in a line near the start of a court's opinion, or in lines of their own."""
    for page in parsed.pages[:CASE_PAGES]:
        for line in page.lines:
            if match := _CASE.match(" ".join(line.text.split())):
                return f"{match['one'].strip(' ,')} v. {match['other'].strip(' ,')}"
    firsts = [cells_of(line)[0].text for line in parsed.pages[0].lines]
    for at, text in enumerate(firsts):
        if _AGAINST.fullmatch(text):
            one, other = _party(firsts[:at][::-1]), _party(firsts[at + 1 :])
            return f"{one} v. {other}" if one and other else ""
    return ""


def _party(texts: list[str]) -> str:
    """The first line that names a party, not what it is in the case."""
    named = (text for text in texts[:PARTY_LINES] if not _ROLE.match(text))
    return next((text.strip(" ,;") for text in named if _PARTY.fullmatch(text)), "")


def _subject(parsed: ParsedDocument) -> str:
    """What a letter is about: behind “Re:”, or in a line of its own beside the salutation."""
    lines = parsed.pages[0].lines
    texts = [cleaned(line.text) for line in lines]
    for at, text in enumerate(texts):
        if match := _SUBJECT.fullmatch(text):
            return match["subject"].strip(" .")
        if not _SALUTATION.fullmatch(text) or not at:
            continue
        below = texts[at + 1 : at + 3]
        if len(below) == 2 and _may_be_subject(below[0]) and not below[1][:1].islower():
            return below[0]
        return texts[at - 1] if _may_be_subject(texts[at - 1]) and _is_set_off(parsed, at - 1) else ""
    return ""


def _may_be_subject(text: str) -> bool:
    return 1 < len(text.split()) <= SUBJECT_WORDS and text[:1].isupper() and text[-1:].isalnum()


def _is_set_off(parsed: ParsedDocument, at: int) -> bool:
    """Whether the line is bold, or a heading of its file: above the salutation stands the address too."""
    line = parsed.pages[0].lines[at]
    return line.bold or any(item.title == line.text for item in parsed.outline)


def _part(parsed: ParsedDocument) -> str:
    """The number of a part in the biggest type, with the line below it."""
    page = parsed.pages[0]
    body = common_size(page)
    for line, below in pairwise(page.lines[:HEAD_LINES]):
        is_big = body and size_of(line) >= BIG * body and size_of(below) > 1.05 * body
        if is_big and _CODE.fullmatch(line.text.strip()) and len(below.text.split()) > 1:
            return f"{line.text.strip()} {cleaned(below.text)}"
    return ""


_RULES: dict[str, Callable[[ParsedDocument], str]] = {
    "opinion": _case,
    "letter": _subject,
    "datasheet": _part,
}
