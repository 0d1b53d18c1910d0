"""What a question asks for, read by rules: times, measures, names, topics, document types, kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from django.db import connection
from django.utils import timezone

from documents.models import Entity, Workspace
from documents.periods import FiscalCalendar, Period
from retrieval.certainty import CONFIDENT, certainty_of, unplaced_names
from retrieval.followups import leans_on, standalone, with_part_named
from retrieval.keywords import standing_in_text
from retrieval.kinds import (
    ANALYTICAL,
    COMPARING,
    DOCUMENT_NOUNS,
    OVER_TIME,
    compares_sides,
    kind_of,
    nouns_in,
    types_named,
)
from retrieval.measures import measures_in
from retrieval.mentions import Mention, mentions_in
from retrieval.names import Names, names_of
from retrieval.naming import groups_called
from retrieval.times import TimeReference, find_times

__all__ = ["CONFIDENT", "Mention", "QueryAnalysis", "TimeReference", "analyse", "calendar_for", "stems"]

ENDS_ONLY = 2  # periods that a comparison over a range is between: its first and its last


@dataclass(frozen=True, kw_only=True)
class QueryAnalysis:
    """`kind`: lookup | list | count | sum | average | highest | lowest | compare | conflict | version.

    `question`: as it stands alone; a follow-up with what it takes from the question before, whose parts
    are named in `inherited`. All characters are its. `transformed_query`: what is searched for.
    `measures` are canonical names; `document_nouns` as in DOCUMENT_NOUNS, “document” for any.
    `periods`: the spans whose figures are asked for, of which `period_spans` are the characters.
    `confidence`: 0–1, lowered by each of the `doubts`. `unknown_names` stand nowhere in the documents.
    `reader`: rules | model.
    """

    question: str
    transformed_query: str
    kind: str = "lookup"
    time_references: tuple[TimeReference, ...] = ()
    periods: tuple[Period, ...] = ()
    measures: tuple[Mention, ...] = ()
    organizations: tuple[Mention, ...] = ()
    people: tuple[Mention, ...] = ()
    products: tuple[Mention, ...] = ()
    locations: tuple[Mention, ...] = ()
    events: tuple[Mention, ...] = ()
    topics: tuple[Mention, ...] = ()
    buckets: tuple[Mention, ...] = ()
    document_nouns: tuple[Mention, ...] = ()
    further_types: tuple[str, ...] = ()
    inherited: tuple[str, ...] = ()
    is_comparison: bool = False
    is_temporal: bool = False
    is_factual: bool = True
    is_analytical: bool = False
    confidence: float = 1.0
    doubts: tuple[str, ...] = ()
    unknown_names: tuple[str, ...] = ()
    reader: str = "rules"
    names: Names = field(default_factory=Names, repr=False, compare=False)  # by which it was read

    @property
    def period_spans(self) -> tuple[tuple[int, int], ...]:
        return tuple((time.start, time.end) for time in self.time_references if time.periods)

    @property
    def time_spans(self) -> tuple[tuple[int, int], ...]:
        return tuple((time.start, time.end) for time in self.time_references)

    @property
    def date_from(self) -> date | None:
        """The first day asked for; None where it is left open."""
        starts = [time.date_from for time in self.time_references]
        return min((day for day in starts if day), default=None) if None not in starts else None

    @property
    def date_to(self) -> date | None:
        ends = [time.date_to for time in self.time_references]
        return max((day for day in ends if day), default=None) if None not in ends else None

    @property
    def likely_document_types(self) -> tuple[str, ...]:
        of_nouns = [t for noun in self.document_nouns for t in DOCUMENT_NOUNS.get(noun.name, ())]
        return tuple(dict.fromkeys([*of_nouns, *self.further_types]))

    def as_json(self) -> dict[str, object]:
        def names(mentions: Sequence[Mention]) -> list[str]:
            return [mention.name for mention in mentions]

        return {
            "kind": self.kind,
            "transformed_query": self.transformed_query,
            "time_references": [time.as_json() for time in self.time_references],
            "date_from": self.date_from and str(self.date_from),
            "date_to": self.date_to and str(self.date_to),
            "periods": [period.text for period in self.periods],
            "measures": names(self.measures),
            "organizations": names(self.organizations),
            "people": names(self.people),
            "products": names(self.products),
            "locations": names(self.locations),
            "topics": names(self.topics),
            "buckets": names(self.buckets),
            "document_types": list(self.likely_document_types),
            "is_comparison": self.is_comparison,
            "is_temporal": self.is_temporal,
            "is_factual": self.is_factual,
            "is_analytical": self.is_analytical,
            "inherited": list(self.inherited),
            "confidence": round(self.confidence, 2),
            "doubts": list(self.doubts),
            "reader": self.reader,
        }


def analyse(question: str, *, workspace: Workspace, history: Sequence[dict[str, str]] = ()) -> QueryAnalysis:
    """The question's parts. A follow-up takes what it leaves out from the question before.

    `history`: [{role, text}] of the messages before; “meant” is a question as it stood alone.
    """
    names = names_of(workspace)
    own = _analyse_alone(question, names, workspace)
    asked = [index for index, message in enumerate(history) if message.get("role") == "user"]
    if not asked:
        return own
    last = history[asked[-1]]
    if meant := last.get("meant"):
        before = _analyse_alone(meant, names, workspace)
    else:
        before = analyse(last["text"], workspace=workspace, history=history[: asked[-1]])
    if (whole := with_part_named(question, before)) != question:
        own = _analyse_alone(whole, names, workspace)
    if not leans_on(own, before):
        return own
    answer = " ".join(message["text"] for message in history[asked[-1] + 1 :])
    calendar = calendar_for(before.question, names)
    told = find_times(answer, calendar, today=timezone.localdate()) if answer else []
    text, inherited = standalone(own, before, [period for time in told for period in time.periods])
    return replace(_analyse_alone(text, names, workspace), inherited=inherited)


def _analyse_alone(question: str, names: Names, workspace: Workspace) -> QueryAnalysis:
    calendar = calendar_for(question, names)
    times = find_times(question, calendar, today=timezone.localdate(), latest=names.latest(calendar))
    mentions = mentions_in(question, names)
    kind = _kind(question, mentions[Entity.Type.ORGANIZATION], times)
    analysis = QueryAnalysis(
        question=question,
        transformed_query=question,
        kind=kind,
        time_references=tuple(times),
        periods=_periods(times, kind),
        measures=tuple(Mention(name=n, start=s, end=e) for n, s, e in measures_in(question)),
        organizations=mentions[Entity.Type.ORGANIZATION],
        people=mentions[Entity.Type.PERSON],
        products=mentions[Entity.Type.PRODUCT],
        locations=mentions[Entity.Type.LOCATION],
        events=mentions[Entity.Type.EVENT],
        topics=mentions["topic"],
        buckets=mentions["bucket"],
        document_nouns=tuple(Mention(name=n, start=s, end=e) for n, s, e in nouns_in(question)),
        further_types=types_named(question),
        names=names,
        is_factual=not ANALYTICAL.search(question),
        is_analytical=bool(ANALYTICAL.search(question)),
    )
    analysis = replace(
        analysis,
        is_comparison=kind == "compare" or bool(COMPARING.search(question)) or compares_sides(question),
        is_temporal=bool(times) or bool(OVER_TIME.search(question)),
    )
    return _weighed(analysis, workspace)


def _kind(question: str, organizations: Sequence[Mention], times: Sequence[TimeReference]) -> str:
    """The kind by its words; two organizations or two periods, one of which has more, are compared."""
    kind = kind_of(question)
    sides = max(len({mention.name for mention in organizations}), sum(len(time.periods) for time in times))
    return "compare" if kind in ("lookup", "list") and sides > 1 and compares_sides(question) else kind


def _weighed(analysis: QueryAnalysis, workspace: Workspace) -> QueryAnalysis:
    """The analysis with how sure it is. A name that stands in the text alone is no doubt: search finds it."""
    unplaced = unplaced_names(analysis)
    standing = standing_in_text(unplaced, workspace) if unplaced else set()
    unknown = tuple(name for name in unplaced if name not in standing)
    analysis = replace(analysis, unknown_names=unknown)
    confidence, doubts = certainty_of(analysis, read=bool(standing))
    return replace(analysis, confidence=confidence, doubts=doubts)


def calendar_for(question: str, names: Names) -> FiscalCalendar:
    """The fiscal calendar of the companies that the question calls, else of the workspace's only one."""
    if len(names.calendars) <= 1:
        return names.calendar_of()
    groups = groups_called(question, names.subjects)
    usual = names.usual_calendar(groups[0]) if len(groups) == 1 else None
    return usual or names.calendar_of(tuple(frozenset().union(*groups)))


def periods_by(calendar: FiscalCalendar, analysis: QueryAnalysis) -> tuple[Period, ...]:
    """The question's periods by another fiscal calendar; as they are where it makes others of them."""
    names, today = analysis.names, timezone.localdate()
    times = find_times(analysis.question, calendar, today=today, latest=names.latest(calendar))
    periods = _periods(times, analysis.kind)
    return periods if len(periods) == len(analysis.periods) else analysis.periods


def _periods(times: Sequence[TimeReference], kind: str) -> tuple[Period, ...]:
    """The spans of which figures are asked; of a range that is compared its first and its last."""
    found: list[Period] = []
    for time in times:
        is_range = len(time.periods) > ENDS_ONLY and kind == "compare"
        found += (time.periods[0], time.periods[-1]) if is_range else time.periods
    return tuple(found)


def stems(text: str) -> set[str]:
    """The English word stems of a text as the database makes them, stop words left out."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tsvector_to_array(to_tsvector('english', %s))", [text])
        return set(cursor.fetchone()[0])
