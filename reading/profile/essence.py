"""What a document is, read by rules: its title, type, dates, people, organizations, topics and claims."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial
from itertools import pairwise

from reading.calendars.year_end import own_calendar, read_calendar
from reading.kinds.catalogue import Kind
from reading.kinds.fields import puts_day_first
from reading.kinds.recognise import recognise
from reading.layout.headings import TableSpan
from reading.layout.spans import Covered
from reading.lexicon import YEAR
from reading.model import (
    EntityDraft,
    Essence,
    KnownGrid,
    ParsedDocument,
    ParsedPage,
    Place,
    Reading,
    TopicDraft,
)
from reading.profile.claims import (
    find_claims,
    is_quantitative,
    telling_lines,
    telling_sentences,
    without_numbering,
)
from reading.profile.document_type import settle_type
from reading.profile.keywords import Topic, find_topics
from reading.profile.organizations import Organization, find_organizations
from reading.profile.people import Person, find_people
from reading.profile.running_text import Passages, read_passages
from reading.profile.titles.find import find_title
from reading.profile.titles.of_kinds import called_as
from reading.text.language import language_of
from reading.text.sentences import ended
from reading.values.dates import DATE, find_dates, read_date
from reading.values.periods import FiscalCalendar, Period, find_periods

LONGEST_FORESIGHT = timedelta(days=730)  # from the writing of a plan or forecast to what it covers
PRIMARY_TOPICS = 5
MOST_QUESTIONS = 10
COVER_LINES = 40
LIST_COLUMNS = 3
HEAD_LINES, FOOT_LINES, MOST_WORDS_BESIDE_DATE = 12, 2, 9  # in which a date alone is the document's
YEARS_LATER = 1  # than the last year on its first page, when a file of today was made
COVER_CHARACTERS = 2500
EARLIEST_CLOSE, LATEST_CLOSE = 24, 4  # days of a month between which years of 52 weeks end
PURPOSE_PAGES = 3  # at the start, on which a document says what it is for

_WEEKDAY = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag"
    r"|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo"
    r"|luned[ìi]|marted[ìi]|mercoled[ìi]|gioved[ìi]|venerd[ìi]|sabato|domenica|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag"
)
_FORM = re.compile(r"(?:form\s+)?(?P<name>10-[KQ]|8-K|20-F|6-K|DEF 14A|S-1)(?:/A)?\b", re.IGNORECASE)
_FILED_AT = re.compile(r"securities and exchange commission|united states|washington, d\.?c", re.IGNORECASE)
_DATE_LINE = re.compile(
    rf"(?:.{{0,60}}[·|,–-]\s*|(?:{_WEEKDAY})?,?\s*)?"
    rf"(?P<date>{DATE})\.?",
    re.IGNORECASE,
)
_OTHER_DAY = re.compile(
    r"\b(?:due|expir|until|through|deadline|by|before|after|from|to|since|period|born|birth|last updated|"
    r"printed|f[äa]llig|bis|[ée]ch[ée]ance|vencimiento|scadenza|vervaldatum)\w*\b|[-–]\s*$",
    re.IGNORECASE,
)
_YEARS = re.compile(rf"(?<![\d,.]){YEAR}(?![\d,])")
_LABELLED_DATE = re.compile(
    rf"(?:\b(?:dated?|issued(?: on)?|effective(?: date)?|published|date of (?:issue|report|meeting)"
    rf"|revision \w+,|made (?:as of|on)|as of|(?:meeting |held )on)\b|\binvoice\s*date)"
    rf"[\s:]*(?:as of |on )?(?P<date>{DATE})",
    re.IGNORECASE,
)
_DATELINE = re.compile(  # of news: “Utrecht, 8 September 2021 – Heron …”
    rf"^[A-ZÀ-Ý][\w.'’ -]{{2,30}},? (?:\([^()\n]{{2,20}}\),? )?(?:den |le |el |il |am )?"
    rf"(?P<date>{DATE})\s?[–—-]\s",
    re.MULTILINE,
)
_PERIOD_ENDED = re.compile(rf"(?:year|period|quarter) ended:?\s+({DATE})", re.IGNORECASE)
_PARENTHESES = re.compile(r"\s*\([^()]*\)")
_SIGNED_ON = re.compile(rf"^\s*dated?\s*:?\s*(?P<date>{DATE})", re.IGNORECASE | re.MULTILINE)
_STATES_PURPOSE = re.compile(
    r"(?:the (?:purpose|aim|objective) of this|this (?:policy|agreement|document|report|manual|procedure"
    r"|paper|guide|datasheet|letter|presentation|study) (?:\w+ )?(?:sets? out|describes?|applies|governs"
    r"|explains?|presents?|specifies|provides?|reports?|is intended))\b",
    re.IGNORECASE,
)
_NUMBERING = re.compile(
    r"^(?:[\d.]+\)?\s+|(?:item|part|note|exhibit|schedule|annex|appendix|article|section)\s+\w{1,4}\b(?!['’])[.:)]?\s*[-–—:]?\s*)",
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
    title = find_title(parsed, passages, filename, tables)
    kind = recognise(parsed, title, filename)
    title = called_as(parsed, kind, title) if kind else title
    organizations = find_organizations(parsed, title)
    title = _form_title(parsed, organizations) or title
    subject = organizations[0] if organizations and organizations[0].role == "subject" else None
    people = find_people(parsed)
    names = [*(each.name for each in organizations), *(person.name for person in people)]
    topics = find_topics(passages, names=names)
    return Reading(
        essence=_essence(parsed, passages, title, subject, organizations, topics, kind),
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
    recognised: Kind | None,
) -> Essence:
    kind, known = settle_type(parsed, title, recognised)
    calendar = read_calendar(parsed)
    period = find_covered_period(parsed, title, calendar or FiscalCalendar())
    dated = find_document_date(parsed, period, day_first=puts_day_first(parsed, language_of(parsed)))
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
        kind=known.noun if known else "",
        language=language_of(parsed),
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


def _form_title(parsed: ParsedDocument, organizations: Sequence[Organization]) -> str:
    """The name of a filing's form with its filer and period, which its cover spreads over many lines."""
    cover = parsed.pages[0].text[:COVER_CHARACTERS] if parsed.pages else ""
    form = _FORM.search(cover)
    if not form or not _FILED_AT.search(cover) or not organizations:
        return ""
    title = f"{organizations[0].name} Form {form['name'].upper()}"
    period = _PERIOD_ENDED.search(cover)
    return f"{title} for the period ended {' '.join(period[1].split())}" if period else title


def find_document_date(
    parsed: ParsedDocument, covered: Period | None = None, *, day_first: bool = False
) -> date | None:
    """The day on which it was written or took effect, as its first page, its signatures or the file say.

    A file made from a template may keep the template's day: one long before what is `covered` is not told,
    nor one long after all years that the first page names, as where an old paper was copied.
    """
    if not parsed.pages:
        return None
    first = parsed.pages[0]
    read = partial(read_date, day_first=day_first)
    for line in first.lines[:COVER_LINES]:
        match = _DATE_LINE.fullmatch(line.text)
        if match and (found := read(match["date"])):
            return found
    cover = first.text[:COVER_CHARACTERS]
    for text, pattern in ((cover, _LABELLED_DATE), *((page.text, _SIGNED_ON) for page in parsed.pages[::-1])):
        for match in pattern.finditer(text):
            if found := read(match["date"]):
                return found
    for match in _DATELINE.finditer(cover):
        if found := read(match["date"]):
            return found
    if found := _in_head(first, day_first=day_first):
        return found
    if first.ocr_confidence is not None:
        return None  # a scan's file knows the day of scanning
    begins = covered.start_date if covered else None
    is_template = bool(parsed.created and begins and parsed.created < begins - LONGEST_FORESIGHT)
    return None if is_template or _is_copy(parsed) else parsed.created


def _in_head(page: ParsedPage, *, day_first: bool) -> date | None:
    """The one full date in a short line at the top or the bottom of the page."""
    lists = Covered((grid.char_start, grid.char_end) for grid in page.grids if _is_list(grid))
    lines = [line for line in page.lines if len(line.text.split()) <= MOST_WORDS_BESIDE_DATE]
    lines = [line for line in lines if line not in lists]
    by_place = sorted(lines, key=lambda line: line.box.top)
    for line in [*by_place[:HEAD_LINES], *by_place[-FOOT_LINES:]]:
        found = [day for day, _, _ in find_dates(line.text, day_first=day_first)]
        if len(found) == 1 and not _OTHER_DAY.search(line.text):
            return found[0]
    return None


def _is_list(grid: KnownGrid) -> bool:
    """Whether it has rows under headings, whose days are those of its rows."""
    return grid.has_header and len(grid.edges) >= LIST_COLUMNS


def _is_copy(parsed: ParsedDocument) -> bool:
    """Whether the file was made long after all that its first page tells of."""
    years = [
        int(year) for year in _YEARS.findall(f"{parsed.title} {parsed.pages[0].text[:COVER_CHARACTERS]}")
    ]
    return parsed.created is not None and bool(years) and parsed.created.year > max(years) + YEARS_LATER


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
