"""What a question asks of a document's metadata, each condition with its weight."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from django.db.models import F, Q
from django.utils import timezone

from documents.models import Entity, Workspace
from reading.values.fiscal import FiscalCalendar, Period
from reading.values.legal_forms import without_legal_form
from retrieval.question.kinds import BUCKETS_OF_NOUNS, DOCUMENT_NOUNS
from retrieval.question.model import QueryAnalysis
from retrieval.question.naming.names import Names
from retrieval.question.naming.subjects import called_in, groups_called
from retrieval.question.periods.bare_times import BARE_QUARTER
from retrieval.question.periods.times import TimeReference, find_times
from retrieval.sql import among

# Whom a document is about outweighs all else; a quarter in its name outweighs what its fiscal year makes of
# the quarter, since whoever named the file may count by the calendar.
SUBJECT, FILE_QUARTER, SAME_PERIOD, PERIOD, FORM, MENTIONED, PEOPLE, KIND, BUCKET = 16, 6, 3, 1, 2, 2, 2, 1, 1
# What else documents are known for puts them in order: a document may speak of more than its topics.
TOPIC, NAMED, TYPE = 3, 2, 1
TOPIC_SHARE = 0.5  # of the words that count: such a question asks for documents on its topics
OF_MANY_YEARS, OF_DECADES = timedelta(days=6 * 366), timedelta(days=20 * 366)
SLACK = timedelta(days=10)  # fiscal quarters of whole weeks end some days off the month
QUARTERS = re.compile(
    r"\bQ(?P<q>[1-4])\W{0,3}(?:of\s+)?(?:FY\W?)?(?P<y>20\d\d)\b|\b(?P<y2>20\d\d)\W{0,3}Q(?P<q2>[1-4])\b", re.I
)
SPOKEN_QUARTERS = re.compile(
    r"\b(first|second|third|fourth)\s+quarter(?=\s+(?:of\s+)?(?:fiscal\s+)?(?:year\s+)?(?:20\d\d|FY))",
    re.IGNORECASE,
)
FORMS = re.compile(r"\b(10|8|20|6|40)-?([KQF])(s?)\b", re.IGNORECASE)
LATEST = re.compile(
    r"\b(?:latest|most recent|newest)\b(?=[^.?!]*\b(?:\d+-?[kqf]|filings?|reports?|quarter|documents?)\b)",
    re.I,
)
SEVERAL = re.compile(
    r"\b(?:(?:previous|prior|earlier|preceding|past|last|these|those|across|reported)\s+(?:\w+\s+)?"
    r"(?:quarters|periods|years|reports|filings|\d+-?[kq]s)|over time)\b",
    re.IGNORECASE,
)
BESIDE_OTHERS = re.compile(
    r"(?:the )?(?:latest|most recent|newest|(?:previous|prior|earlier|preceding|past|last) \w+s$)",
    re.IGNORECASE,
)
PLACE = re.compile(r"\b(?:buckets?|folders?)\b", re.IGNORECASE)
COUNTING = re.compile(r"[^\W\d_]{3,}")
ORDINARY = re.compile(
    r"what|which|who|how|does|did|are|is|was|were|there|the|any|all|our|you|and|for|from|with|about|concerning|"
    r"know|known|say|says|said|tell|tells|show|list|find|give|have|has|that|this|these|those|speak|mention\w*|"
    r"discuss\w*|deal|deals|cover|covers|documents?|files?|papers?|reports?|policies|policy|contracts?|anything",
    re.IGNORECASE,
)
SPOKEN = {"first": 1, "second": 2, "third": 3, "fourth": 4}


@dataclass(frozen=True)
class Condition:
    """`asked`: what is shown of it in the trace. `ranks`: it puts documents in order and excludes none.

    `groups`: where the question calls several subjects, the documents about each. `only`: the one document
    that meets it, where that is known.
    """

    asked: object
    query: Q
    weight: int
    ranks: bool = False
    groups: tuple[frozenset[int], ...] = ()
    only: int | None = None


def conditions_of(analysis: QueryAnalysis, workspace: Workspace) -> dict[str, Condition]:
    """Name → condition, for all that the question says of the documents it is about."""
    names = analysis.names
    called = called_in(analysis.calling, names.subjects) or _subjects(analysis, names)
    found = _about(analysis, called)
    if analysis.people:
        people = [name for mention in analysis.people for name in mention.names]
        found["people"] = Condition(people, Q(people__overlap=people), PEOPLE)
    nouns = [m.name for m in analysis.document_nouns if m.name not in ("document", "file")]
    if nouns:
        found["document_types"] = Condition(nouns, documents_called(nouns), KIND)
    forms = sorted({f"{m[1]}-{m[2].upper()}" for m in FORMS.finditer(analysis.question) if not m[3]})
    if forms:
        found["form"] = Condition(forms, _of_form(forms), FORM)
    if buckets := _buckets(analysis):
        found["bucket"] = Condition(buckets, Q(bucket__in=buckets), BUCKET)
    return found | _of_time(analysis, _calendars(names, called)) | _ranking(analysis, workspace)


def _buckets(analysis: QueryAnalysis) -> list[str]:
    """The buckets that the question names; “invoices” alone are the documents of that kind in any of them."""
    kinds = () if PLACE.search(analysis.question) else analysis.document_nouns
    return [
        name
        for mention in analysis.buckets
        if not any(noun.start <= mention.start and mention.end <= noun.end for noun in kinds)
        for name in mention.names
    ]


def _subjects(analysis: QueryAnalysis, names: Names) -> dict[str, set[int]]:
    """Those of the organizations recognised that documents are about."""
    meant = [name for mention in analysis.organizations for name in mention.names]
    return {name: names.subjects[name] for name in meant if name in names.subjects}


def _ranking(analysis: QueryAnalysis, workspace: Workspace) -> dict[str, Condition]:
    """What speaks for a document without excluding others: its topics, names in it, its likely type."""
    found = {}
    topics = [name for mention in analysis.topics for name in mention.names]
    if topics:
        query = Q(topics__overlap=topics)
        found["topics"] = Condition(topics, query, TOPIC, ranks=not asks_for_topics(analysis))
    named = [*analysis.products, *analysis.locations, *analysis.events]
    if named:
        asked = [name for mention in named for name in mention.names]
        holding = (
            Entity.objects.answering()
            .filter(workspace=workspace, entity_name__in=asked)
            .values("document_id")
        )
        found["names"] = Condition(asked, Q(pk__in=holding), NAMED, ranks=True)
    if types := list(analysis.further_types):
        found["likely types"] = Condition(types, Q(document_type__in=types), TYPE, ranks=True)
    return found


def asks_for_topics(analysis: QueryAnalysis) -> bool:
    """Whether documents on its topics are what the question is after, rather than something within one.

    It says so: a phrase to search for may stand in documents that have other topics.
    """
    if not analysis.document_nouns:
        return False
    spoken = [(m.start, m.end) for m in analysis.topics]
    counting = [m for m in COUNTING.finditer(analysis.question) if not ORDINARY.fullmatch(m[0])]
    inside = [m for m in counting if any(start <= m.start() < end for start, end in spoken)]
    return bool(counting) and len(inside) >= TOPIC_SHARE * len(counting)


def asks_for_latest(question: str) -> bool:
    """Whether only the newest document is meant, not how it compares with those before."""
    return bool(LATEST.search(question)) and not SEVERAL.search(question)


def _about(analysis: QueryAnalysis, called: Mapping[str, set[int]]) -> dict[str, Condition]:
    """The documents about an organization that the question calls; those that name it where none is."""
    names = [name for mention in analysis.organizations for name in mention.names]
    if called:
        ids = sorted(set().union(*called.values()))
        groups = groups_called(analysis.calling, called)
        about = Q(among("pk", ids))
        only = ids[0] if len(ids) == 1 else None
        return {"organizations": Condition(sorted(called), about, SUBJECT, groups=groups, only=only)}
    if not names:
        return {}
    asked = Q(organizations__overlap=names)
    for name in names:
        short = without_legal_form(name)
        asked |= Q(title__icontains=short) | Q(filename__icontains=short)
    return {"organizations": Condition(names, asked, MENTIONED)}


def _of_form(forms: Sequence[str]) -> Q:
    asked = Q()
    for form in forms:
        asked |= Q(title__icontains=form) | Q(filename__iregex=rf"(?<![0-9]){form.replace('-', '-?')}")
    return asked


def _of_time(
    analysis: QueryAnalysis, calendars: Mapping[FiscalCalendar, date | None]
) -> dict[str, Condition]:
    """By the quarter in the file's name, and by the document's period in its company's fiscal calendar."""
    found = {}
    written = SPOKEN_QUARTERS.sub(lambda m: f"Q{SPOKEN[m[1].lower()]}", analysis.question)
    quarters = {(m["q"] or m["q2"], m["y"] or m["y2"]) for m in QUARTERS.finditer(written)}
    quarters |= {(str(p.fiscal_quarter), str(p.fiscal_year)) for p in _quarters_of_named_years(analysis)}
    if quarters:
        pattern = "|".join(f"{y}[^0-9a-z]{{0,3}}q{q}|q{q}[^0-9a-z]{{0,3}}{y}" for q, y in sorted(quarters))
        asked = sorted(f"Q{q} {y}" for q, y in quarters)
        found["file name"] = Condition(asked, Q(filename__iregex=pattern), FILE_QUARTER)
    same, overlapping, words = Q(), Q(), set()
    for calendar, latest in calendars.items() if analysis.time_references else ():
        ours = Q(fiscal_year_end_month=calendar.year_end_month, fiscal_year_offset=calendar.year_offset)
        if calendar == FiscalCalendar():
            ours |= Q(fiscal_year_end_month=None)
        # People also name a fiscal year by the year it ends in, whatever its company does.
        for meant in {calendar, replace(calendar, year_offset=0)}:
            for time in _times(analysis, meant, latest):
                words.add(time.text)
                # Of a range, a report on any part counts as much as one on a whole year of it.
                for period in time.periods if len(time.periods) == 1 else ():
                    same |= ours & _ends_with(period)
                overlapping |= ours & _overlaps(time)
    if words:
        found["dates"] = Condition(sorted(words), overlapping, PERIOD)
    if same:
        found["period"] = Condition(sorted(words), same, SAME_PERIOD)
    return found


def _quarters_of_named_years(analysis: QueryAnalysis) -> list[Period]:
    """Those that the question calls by their number, and whose year it writes: “Q2 or Q3 of 2025”."""
    periods = [period for time in analysis.time_references for period in time.periods]
    called = [period for period in periods if period.fiscal_quarter and BARE_QUARTER.search(period.text)]
    return [period for period in called if str(period.fiscal_year) in analysis.question]


def _calendars(names: Names, called: Mapping[str, set[int]]) -> dict[FiscalCalendar, date | None]:
    """The fiscal calendars of the documents about whom the question calls, else all, with their last days."""
    about = set().union(*called.values()) if called else set()
    own = [calendar for calendar, documents in names.calendars.items() if documents & about]
    return {
        calendar: names.latest(calendar, about & names.calendars.get(calendar, frozenset()))
        for calendar in own or names.period_ends
    }


def _times(analysis: QueryAnalysis, calendar: FiscalCalendar, latest: date | None) -> list[TimeReference]:
    """The question's times as a company of this fiscal calendar means them."""
    question = re.sub(r"\b(Q[1-4])\W{0,2}(?=20\d\d\b|FY)", r"\1 ", analysis.question)
    found = find_times(question, calendar, today=timezone.localdate(), latest=latest)
    times = found or list(analysis.time_references)
    if LATEST.search(question) and SEVERAL.search(question):
        # The newest beside those before it: all are wanted, and neither word tells one from another.
        times = [time for time in times if not BESIDE_OTHERS.match(time.text)]
    return times


def _ends_with(period: Period) -> Q:
    """The same span, give or take some days."""
    asked = Q(period_end__range=_around(period.end_date))
    return asked & Q(period_start__range=_around(period.start_date)) if period.start_date else asked


def _around(day: date) -> tuple[date, date]:
    return day - SLACK, day + SLACK


def _overlaps(time: TimeReference) -> Q:
    first, last = time.date_from or date.min, time.date_to or date.max
    inside = Q(period_end__gte=first, period_start__lte=last)
    if last - first < OF_DECADES:  # statistics of decades are not told by one year that they hold
        inside &= Q(period_start__gte=F("period_end") - max(OF_MANY_YEARS, 4 * (last - first)))
    return inside | Q(period_end=None, document_date__range=(first, last))


def documents_called(nouns: Sequence[str]) -> Q:
    """Documents that go by a noun: by bucket, file name or title, or by type where no name says otherwise."""
    asked = Q()
    for noun in nouns:
        stem = noun.rstrip("y")
        words = "[^a-z0-9]*".join(map(re.escape, stem.split()))  # “purchase-order-7.pdf”
        asked |= Q(bucket__iregex=words) | Q(filename__iregex=words) | Q(title__iregex=words)
        asked |= Q(document_type__in=DOCUMENT_NOUNS.get(noun, ()))
        asked |= Q(bucket=BUCKETS_OF_NOUNS[noun]) if noun in BUCKETS_OF_NOUNS else Q()
    return asked
