"""What a document is, read by rules: its title, type, dates, people, organizations, topics and claims."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise
from pathlib import PurePath

from reading.calendars.year_end import own_calendar, read_calendar
from reading.layout.headings import TableSpan
from reading.layout.layout import running_heads
from reading.model import EntityDraft, Essence, ParsedDocument, Place, Reading, TopicDraft
from reading.profile.claims import (
    find_claims,
    is_quantitative,
    telling_lines,
    telling_sentences,
    without_numbering,
)
from reading.profile.document_type import guess_type
from reading.profile.keywords import Topic, find_topics
from reading.profile.organizations import Organization, find_organizations
from reading.profile.people import Person, find_people
from reading.profile.running_text import Passages, read_passages
from reading.text.sentences import ended
from reading.values.dates import DATE, read_date
from reading.values.periods import FiscalCalendar, Period, find_periods

LONGEST_FORESIGHT = timedelta(days=730)  # from the writing of a plan or forecast to what it covers
PRIMARY_TOPICS = 5
MOST_QUESTIONS = 10
COVER_LINES = 40
COVER_CHARACTERS = 2500
EARLIEST_CLOSE, LATEST_CLOSE = 24, 4  # days of a month between which years of 52 weeks end
PURPOSE_PAGES = 3  # at the start, on which a document says what it is for
MOST_TITLE_CHARACTERS = 200

_FORM = re.compile(r"(?:form\s+)?(?P<name>10-[KQ]|8-K|20-F|6-K|DEF 14A|S-1)(?:/A)?\b", re.IGNORECASE)
_FILED_AT = re.compile(r"securities and exchange commission|united states|washington, d\.?c", re.IGNORECASE)
_FILE_NAME = re.compile(
    r"[\w.-]*\d{6,}[\w.-]*|.*\.(?:docx?|pdf|xlsx?|pptx?|html?)|untitled.*|microsoft word.*|document\d*", re.I
)
_DATE_LINE = re.compile(rf"(?:.{{0,60}}[·|,–-]\s*)?(?P<date>{DATE})\.?", re.IGNORECASE)
_LABELLED_DATE = re.compile(
    rf"(?:\b(?:dated?|issued(?: on)?|effective(?: date)?|published|date of (?:issue|report|meeting)"
    rf"|revision \w+,|made (?:as of|on)|as of|(?:meeting |held )on)\b|\binvoice\s*date)"
    rf"[\s:]*(?:as of |on )?(?P<date>{DATE})",
    re.IGNORECASE,
)
_PERIOD_ENDED = re.compile(rf"(?:year|period|quarter) ended:?\s+({DATE})", re.IGNORECASE)
_CELLS = re.compile(r"\S\s{3,}\S")  # as columns are set apart
_PARENTHESES = re.compile(r"\s*\([^()]*\)")
_SIGNED_ON = re.compile(rf"^\s*dated?\s*:?\s*(?P<date>{DATE})", re.IGNORECASE | re.MULTILINE)
_STATES_PURPOSE = re.compile(
    r"(?:the (?:purpose|aim|objective) of this|this (?:policy|agreement|document|report|manual|procedure"
    r"|paper|guide|datasheet|letter|presentation|study) (?:\w+ )?(?:sets? out|describes?|applies|governs"
    r"|explains?|presents?|specifies|provides?|reports?|is intended))\b",
    re.IGNORECASE,
)
_NUMBERING = re.compile(
    r"^(?:[\d.]+\)?\s+|(?:item|part|note|exhibit|schedule|annex|appendix|article|section)\s+\w{1,4}\b[.:)]?\s*[-–—:]?\s*)",
    re.IGNORECASE,
)
_OF_FORMS = re.compile(  # headings that tell nothing of the document that has them
    r"(?:the )?(?:business|risk factors|unresolved staff comments|properties|(?:legal|certain) proceedings"
    r"|reserved|mine safety disclosures?|market for .*|selected (?:consolidated )?financial data"
    r"|other information|quantitative and qualitative disclosures? .*|controls and procedures"
    r"|changes in and disagreements .*|directors,? .*|executive compensation|security ownership .*"
    r"|certain relationships .*|principal account.*|exhibits?\b.*|signatures?|index|contents"
    r"|(?:condensed )?(?:consolidated )?financial (?:statements?|information)\b.*|.*supplementary data"
    r"|management['’]s discussion .*|unregistered sales .*|defaults upon .*|table of contents"
    r"|(?:summary of )?significant accounting policies|(?:form )?10-[kq].*|part [iv]+|introduction|overview"
    r"|summary|general|appendix\b.*|forward[- ]looking .*|notes? to .*|available information"
    r"|documents incorporated .*|disclosure regarding .*)",
    re.IGNORECASE,
)
_NO_TITLE = re.compile(  # what sheets and slides are called whatever they hold
    r"cover(?: ?(?:page|sheet))?|title(?: ?page)?|(?:sheet|tabelle|feuil|hoja|slide) ?\d+"
    r"|contents|index|readme",
    re.IGNORECASE,
)
_PURPOSES = {
    "financial_report": "Reports the results and the financial position{of}{period}.",
    "legal_contract": "Sets out the terms agreed{between}.",
    "technical_doc": "Describes {title}, its properties and its use.",
    "correspondence": "Conveys a message{of}: {title}.",
    "presentation": "Presents {title} to an audience{of}.",
    "policy": "Lays down the rules of {title}{at}.",
    "research": "Presents a study and its findings: {title}.",
    "meeting_notes": "Records what a meeting discussed and decided{at}.",
    "other": "Records {title}{of}.",
}


def read_essence(parsed: ParsedDocument, *, filename: str, tables: Sequence[TableSpan] = ()) -> Reading:
    """What rules can tell of the document: essence, entities, topics and claims.

    `tables`: their text is left out of sentences and headings. The subject comes first among the entities.
    """
    passages = read_passages(parsed, tables)
    title = find_title(parsed, passages, filename)
    organizations = find_organizations(parsed, title)
    title = _form_title(parsed, organizations) or title
    subject = organizations[0] if organizations and organizations[0].role == "subject" else None
    people = find_people(parsed)
    names = [*(each.name for each in organizations), *(person.name for person in people)]
    topics = find_topics(passages, names=names)
    return Reading(
        essence=_essence(parsed, passages, title, subject, organizations, topics),
        entities=[*_organization_entities(organizations), *_people_entities(people)],
        topics=[
            TopicDraft(
                place=Place(page=topic.page, quote=topic.quote),
                topic_name=topic.name,
                is_primary=index < PRIMARY_TOPICS,
            )
            for index, topic in enumerate(topics)
        ],
        claims=find_claims(passages, topics),
    )


def _essence(
    parsed: ParsedDocument,
    passages: Passages,
    title: str,
    subject: Organization | None,
    organizations: Sequence[Organization],
    topics: Sequence[Topic],
) -> Essence:
    kind = guess_type(parsed, title)
    calendar = read_calendar(parsed)
    period = find_covered_period(parsed, title, calendar or FiscalCalendar())
    dated = find_document_date(parsed, period)
    telling = telling_sentences(
        passages,
        topics,
        subject=subject.short if subject else "",
        until=period.end_date if period else None,
    )
    keywords = [topic.name for topic in topics]
    told = [without_numbering(sentence.text) for sentence in telling]
    if not told and kind == "presentation":
        told = telling_lines(parsed)
    return Essence(
        title=title,
        summary=" ".join([ended(title), *told]) if told else title,
        purpose=_purpose(passages, kind, title, organizations, period),
        key_conclusion=_key_conclusion(told),
        document_type=kind,
        document_date=dated,
        period_start=period.start_date if period else None,
        period_end=period.end_date if period else None,
        confidence_level=_confidence(subject, dated, told),
        fiscal_year_end_month=calendar.year_end_month if calendar else None,
        fiscal_year_offset=calendar.year_offset if calendar else 0,
        fiscal_year_borrowed=bool(calendar) and own_calendar(parsed) is None,
        answers_questions_about=_answerable(passages, topics),
        do_not_use_for=_not_for(subject, period),
        keywords=keywords,
    )


def find_title(parsed: ParsedDocument, passages: Passages, filename: str) -> str:
    """The biggest words of the first page, else what the file says of itself, else its name."""
    first, stem = parsed.pages[0] if parsed.pages else None, PurePath(filename).stem
    opening = _opening(parsed)
    outermost = [heading for heading in passages.headings if first and heading.page == first.number]
    named = parsed.title.strip()
    # Programs that scan or print name the file within it as they name it outside.
    says_itself = named and not _FILE_NAME.fullmatch(named) and named.casefold() != stem.casefold()
    if outermost:
        best = min(outermost, key=lambda heading: heading.level)
        if _NO_TITLE.fullmatch(best.title):
            return _opening(parsed) or stem.replace("_", " ")
        if best.is_numbered and opening:
            return opening  # a clause is no title
        if best.level <= 2 or not says_itself:
            return best.title
    if says_itself:
        return named[:MOST_TITLE_CHARACTERS]
    return opening or stem.replace("_", " ")


def _opening(parsed: ParsedDocument) -> str:
    """The document's first line, where it may be a title: no clause, no row of cells, no running head."""
    if not parsed.pages:
        return ""
    heads = running_heads(parsed)
    texts = (line.text for line in parsed.pages[0].lines if line.text not in heads)
    lines = (text for text in texts if len(text) > 3 and not _NO_TITLE.fullmatch(text))
    line = next(lines, "")
    is_title = len(line) <= MOST_TITLE_CHARACTERS and not _NUMBERING.match(line) and not _CELLS.search(line)
    return line if is_title else ""


def _form_title(parsed: ParsedDocument, organizations: Sequence[Organization]) -> str:
    """The name of a filing's form with its filer and period, which its cover spreads over many lines."""
    cover = parsed.pages[0].text[:COVER_CHARACTERS] if parsed.pages else ""
    form = _FORM.search(cover)
    if not form or not _FILED_AT.search(cover) or not organizations:
        return ""
    title = f"{organizations[0].name} Form {form['name'].upper()}"
    period = _PERIOD_ENDED.search(cover)
    return f"{title} for the period ended {' '.join(period[1].split())}" if period else title


def find_document_date(parsed: ParsedDocument, covered: Period | None = None) -> date | None:
    """The day on which it was written or took effect, as its first page, its signatures or the file say.

    A file made from a template may keep the template's day: one long before what is `covered` is not told.
    """
    if not parsed.pages:
        return None
    first = parsed.pages[0]
    for line in first.lines[:COVER_LINES]:
        match = _DATE_LINE.fullmatch(line.text)
        if match and (found := read_date(match["date"])):
            return found
    cover = first.text[:COVER_CHARACTERS]
    for text, pattern in ((cover, _LABELLED_DATE), *((page.text, _SIGNED_ON) for page in parsed.pages[::-1])):
        for match in pattern.finditer(text):
            if found := read_date(match["date"]):
                return found
    if first.ocr_confidence is not None:
        return None  # a scan's file knows the day of scanning
    begins = covered.start_date if covered else None
    is_template = bool(parsed.created and begins and parsed.created < begins - LONGEST_FORESIGHT)
    return None if is_template else parsed.created


def find_covered_period(parsed: ParsedDocument, title: str, calendar: FiscalCalendar) -> Period | None:
    """The span that the document reports on, as its title or first page names it; the longest to that end."""
    cover = " ".join(parsed.pages[0].text[:COVER_CHARACTERS].split()) if parsed.pages else ""
    cover = _PARENTHESES.sub("", cover)  # as in: the period (“fiscal year”) ended on …
    found = (period for period, _, _ in find_periods(cover, calendar))
    days = (period.end_date for period in found if _closes_books(period))
    exact = calendar.knowing(tuple(days))
    titled, covered = ([period for period, _, _ in find_periods(text, exact)] for text in (title, cover))
    # On a cover a bare year is more often that of an act or of a founding.
    named = [*titled, *(period for period in covered if not period.text.isdigit())]
    spans = [period for period in named if period.start_date is not None]
    if not spans:
        return None
    last = _last_of_row(parsed, spans[0], exact)
    same_end = [period for period in spans if period.end_date == last.end_date]
    return min(same_end, key=lambda period: period.start_date or period.end_date)


def _last_of_row(parsed: ParsedDocument, period: Period, calendar: FiscalCalendar) -> Period:
    """The latest of the periods over the columns of a table that the period heads, else the period."""
    for line in parsed.pages[0].lines:
        found = find_periods(line.text, calendar)
        named = [each for each, _, _ in found if each.start_date is not None]
        if len(named) > 1 and named[0] == period:
            between = "".join(line.text[end:start] for (_, _, end), (_, start, _) in pairwise(found))
            before, after = line.text[: found[0][1]], line.text[found[-1][2] :]
            if not f"{before}{between}{after}".strip():
                return max(named, key=lambda each: each.end_date)
    return period


def _closes_books(period: Period) -> bool:
    """Whether a day on a cover may be one on which books are closed: near a month's end."""
    if "ended" in period.text:
        return True
    day = period.end_date.day
    return period.start_date is None and (day <= LATEST_CLOSE or day >= EARLIEST_CLOSE)


def _purpose(
    passages: Passages, kind: str, title: str, organizations: Sequence[Organization], period: Period | None
) -> str:
    stated = (
        sentence.text
        for sentence in passages.sentences
        if sentence.page <= PURPOSE_PAGES and _STATES_PURPOSE.match(sentence.text)
    )
    if kind != "financial_report" and (purpose := next(stated, "")):
        return purpose
    subject = organizations[0].name if organizations else ""
    return _PURPOSES[kind].format(
        title=f"“{title}”",
        of=f" of {subject}" if subject else "",
        at=f" at {subject}" if subject else "",
        between=f" between {subject} and {organizations[1].name}" if len(organizations) > 1 else "",
        period=f" for {period.text}" if period else "",
    )


def _key_conclusion(told: Sequence[str]) -> str:
    """The first telling sentence with a figure, else the first."""
    return next(iter([*(text for text in told if is_quantitative(text)), *told]), "")


def _confidence(subject: Organization | None, dated: date | None, told: Sequence[str]) -> str:
    known = sum((subject is not None, dated is not None, bool(told)))
    return {3: "high", 2: "medium"}.get(known, "low")


def _answerable(passages: Passages, topics: Sequence[Topic]) -> list[str]:
    """What the document's outer headings and its weightiest topics name, without what every form has."""
    outer = sorted(passages.headings, key=lambda heading: heading.level)
    titles = [
        _NUMBERING.sub("", heading.title).strip(" .:—–-")
        for heading in outer
        if heading.page > 1 or len(outer) < 50
    ]
    wanted = [*(topic.name for topic in topics[:PRIMARY_TOPICS]), *titles]
    telling = [text for text in wanted if 4 <= len(text) <= 80 and not _OF_FORMS.fullmatch(text)]
    distinct = {text.casefold(): text for text in reversed(telling)}
    return list(reversed(distinct.values()))[:MOST_QUESTIONS]


def _not_for(subject: Organization | None, period: Period | None) -> list[str]:
    wrong = []
    if period:
        wrong.append(f"Events after {period.end_date:%d %B %Y}")
    if subject:
        wrong.append(f"Organizations other than {subject.short}, unless it names them")
    return wrong


def _organization_entities(organizations: Sequence[Organization]) -> list[EntityDraft]:
    drafts = []
    for each in organizations:
        place = Place(page=each.page, quote=each.quote)
        known_as = ended(f"Also known as {', '.join(each.aliases)}") + " " if each.aliases else ""
        drafts.append(
            EntityDraft(
                place=place,
                entity_name=each.name,
                entity_type="organization",
                role=each.role,
                context=known_as + each.context,
            )
        )
        drafts.extend(
            EntityDraft(
                place=Place(page=None, quote=alias),
                entity_name=alias,
                entity_type="organization",
                role=each.role,
                context=ended(f"Short for {each.name}"),
            )
            for alias in each.aliases
        )
    return drafts


def _people_entities(people: Sequence[Person]) -> list[EntityDraft]:
    return [
        EntityDraft(
            place=Place(page=person.page, quote=person.quote),
            entity_name=person.name,
            entity_type="person",
            title=person.title[:200],
        )
        for person in people
    ]
