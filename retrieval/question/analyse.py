"""What a question asks for, read by rules: times, measures, names, topics, document types, kind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from django.utils import timezone

from documents.models import Entity, Workspace
from reading.values.periods import FiscalCalendar, Period
from retrieval.question.confidence import certainty_of, mentions_of, unplaced_names
from retrieval.question.kinds import (
    ANALYTICAL,
    COMPARING,
    OVER_TIME,
    compares_sides,
    kind_of,
    nouns_in,
    types_named,
)
from retrieval.question.measures import measures_in
from retrieval.question.model import QueryAnalysis, blanked
from retrieval.question.naming.mentions import Mention, mentions_in
from retrieval.question.naming.names import Names, names_of
from retrieval.question.naming.strangers import strangers
from retrieval.question.naming.subjects import groups_called
from retrieval.question.periods.times import TimeReference, find_times
from retrieval.question.wording.followups import leans_on, standalone, with_part_named
from retrieval.question.wording.pronouns import counting_those, naming_who
from retrieval.question.wording.rewriting import places_named, rewritten
from retrieval.search.keyword.keywords import standing_in_text

GROWTH = re.compile(r"\bgrowth\b|\bchange\b", re.IGNORECASE)  # a word of “comparable sales growth”
ENDS_ONLY = 2  # periods that a comparison over a range is between: its first and its last


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
    answer = " ".join(message["text"] for message in history[asked[-1] + 1 :])
    if (whole := naming_who(question, before.question, answer)) != question:
        return replace(_analyse_alone(whole, names, workspace), inherited=("people",))
    if (whole := counting_those(question, before.question)) != question:
        return replace(_analyse_alone(whole, names, workspace), inherited=("conditions",))
    if (whole := with_part_named(question, before)) != question:
        own = _analyse_alone(whole, names, workspace)
    if not leans_on(own, before):
        return own
    calendar = calendar_for(before.question, names)
    told = find_times(answer, calendar, today=timezone.localdate()) if answer else []
    text, inherited = standalone(own, before, [period for time in told for period in time.periods])
    return replace(_analyse_alone(text, names, workspace), inherited=inherited)


def _analyse_alone(question: str, names: Names, workspace: Workspace) -> QueryAnalysis:
    mentions = mentions_in(question, names)
    nouns, measured = nouns_in(question), measures_in(question)
    known = [(start, end) for _, start, end in (*nouns, *measured)]
    organizations = mentions[Entity.Type.ORGANIZATION]
    others = strangers(question, organizations, names=names, known=known, workspace=workspace)
    mentions = mentions_in(blanked(question, others), names) if others else mentions
    called = blanked(question, others)
    calendar = calendar_for(called, names)
    latest = names.latest(calendar, documents_of_one(called, names))
    times = find_times(question, calendar, today=timezone.localdate(), latest=latest)
    named_so = [(start, end) for _, start, end in measured if GROWTH.search(question[start:end])]
    kind = _kind(blanked(question, named_so), mentions[Entity.Type.ORGANIZATION], times)
    analysis = QueryAnalysis(
        question=question,
        transformed_query=rewritten(question),
        kind=kind,
        time_references=tuple(times),
        periods=_periods(times, kind),
        measures=tuple(Mention(name=n, start=s, end=e) for n, s, e in measured),
        organizations=mentions[Entity.Type.ORGANIZATION],
        people=mentions[Entity.Type.PERSON],
        products=mentions[Entity.Type.PRODUCT],
        locations=mentions[Entity.Type.LOCATION],
        events=mentions[Entity.Type.EVENT],
        topics=mentions["topic"],
        buckets=mentions["bucket"],
        document_nouns=tuple(Mention(name=n, start=s, end=e) for n, s, e in nouns),
        further_types=types_named(question),
        names=names,
        strangers=tuple(others),
        is_factual=not ANALYTICAL.search(question),
        is_analytical=bool(ANALYTICAL.search(question)),
    )
    taken = [*analysis.time_spans, *((m.start, m.end) for m in mentions_of(analysis))]
    analysis = replace(
        analysis,
        other_places=tuple(places_named(question, taken)),
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


def documents_of_one(question: str, names: Names) -> frozenset[int]:
    """The documents of the one company that the question calls: “last quarter” is the last they tell of."""
    groups = groups_called(question, names.subjects)
    return groups[0] if len(groups) == 1 else frozenset()


def periods_by(calendar: FiscalCalendar, analysis: QueryAnalysis) -> tuple[Period, ...]:
    """The question's periods by another fiscal calendar; as they are where it makes others of them."""
    names, today = analysis.names, timezone.localdate()
    latest = names.latest(calendar, documents_of_one(analysis.question, names))
    times = find_times(analysis.question, calendar, today=today, latest=latest)
    periods = _periods(times, analysis.kind)
    return periods if len(periods) == len(analysis.periods) else analysis.periods


def _periods(times: Sequence[TimeReference], kind: str) -> tuple[Period, ...]:
    """The spans of which figures are asked; of a range that is compared its first and its last."""
    found: list[Period] = []
    for time in times:
        is_range = len(time.periods) > ENDS_ONLY and kind == "compare"
        found += (time.periods[0], time.periods[-1]) if is_range else time.periods
    return tuple(found)
