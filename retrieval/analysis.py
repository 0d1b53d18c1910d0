"""What a question asks for, read by rules: periods, measures, names, document types, kind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from django.db import connection
from django.utils import timezone

from documents.legal_forms import without_legal_form
from documents.models import Document, Entity, Workspace
from documents.periods import FiscalCalendar, Period, find_periods
from documents.vocabulary import find_measures

MAX_NAMES = 5000  # organizations and people of one workspace that a question is compared with
FOLLOW_UP = re.compile(r"^\s*(?:and|but|what about|how about|also|then|same|now)\b", re.IGNORECASE)
FOLLOW_UP_WORDS = 6  # a question this short with neither name nor measure leans on the one before

# A noun for documents → what is looked for in bucket, type, title and file name.
DOCUMENT_NOUNS: dict[str, tuple[str, ...]] = {
    "invoice": (),
    "contract": (Document.Type.LEGAL_CONTRACT,),
    "agreement": (Document.Type.LEGAL_CONTRACT,),
    "policy": (Document.Type.POLICY,),
    "datasheet": (Document.Type.TECHNICAL_DOC,),
    "manual": (Document.Type.TECHNICAL_DOC,),
    "report": (Document.Type.FINANCIAL_REPORT, Document.Type.RESEARCH),
    "filing": (Document.Type.FINANCIAL_REPORT,),
    "minute": (Document.Type.MEETING_NOTES,),
    "letter": (Document.Type.CORRESPONDENCE,),
    "email": (Document.Type.CORRESPONDENCE,),
    "presentation": (Document.Type.PRESENTATION,),
    "certificate": (),
    "paper": (Document.Type.RESEARCH,),
}
NOUN = re.compile(
    r"\b(?P<noun>" + "|".join(sorted((*DOCUMENT_NOUNS, "document", "file"), key=len, reverse=True)) + r")"
    r"(?P<plural>s)?\b|\b(?P<ies>polic)ies\b",
    re.IGNORECASE,
)
KINDS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        ("conflict", r"\b(disagree\w*|conflict\w*|contradict\w*|inconsisten\w*|discrepan\w*)\b"),
        (
            "version",
            r"\b(super[sc]ede\w*|in force|(?:current|latest|newest|valid) (?:version|edition)|outdated)\b",
        ),
        ("ratio", r"\b(?:percent|percentage|per cent|share|proportion|fraction|ratio) (?:of|to)\b"),
        (
            "count",
            r"\bhow many\b|\bnumber of (?:documents|files|invoices|contracts|reports|policies)\b|^count\b",
        ),
        (
            "compare",
            r"\b(change[ds]?|grow(?:n|th|s)?|grew|increase[ds]?|decrease[ds]?|declin\w+|compare[ds]?|versus|vs\.?|"
            r"differen(?:ce|t)|year[- ]over[- ]year|year[- ]on[- ]year)\b",
        ),
        ("average", r"\b(average|mean)\b"),
        ("highest", r"\b(highest|largest|biggest|most|maximum|max|greatest|top)\b"),
        ("lowest", r"\b(lowest|smallest|least|minimum|min)\b"),
        ("sum", r"\b(sum|in total|altogether|combined|add(?:ed)? up|together|total (?:of|amount|value))\b"),
        ("list", r"^\s*(?:list|show|enumerate|which|what are (?:all )?the)\b"),
    )
)
ANALYTICAL = re.compile(
    r"\b(why|explain|drove|driver|drivers|reason|reasons|because|describe|summar\w+|assess)\b", re.I
)


@dataclass(frozen=True, kw_only=True)
class Mention:
    """Something recognised in the question; `start`, `end` are its characters."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, kw_only=True)
class QueryAnalysis:
    """`kind`: lookup | list | count | sum | average | highest | lowest | compare | conflict | version.

    `measures` are canonical names; `document_nouns` as in DOCUMENT_NOUNS, “document” for any.
    """

    question: str
    transformed_query: str
    kind: str = "lookup"
    periods: tuple[Period, ...] = ()
    period_spans: tuple[tuple[int, int], ...] = ()
    measures: tuple[Mention, ...] = ()
    organizations: tuple[Mention, ...] = ()
    people: tuple[Mention, ...] = ()
    document_nouns: tuple[Mention, ...] = ()
    inherited: tuple[str, ...] = field(default=())
    is_comparison: bool = False
    is_temporal: bool = False
    is_factual: bool = True
    is_analytical: bool = False

    @property
    def date_from(self) -> date | None:
        return min((p.start_date or p.end_date for p in self.periods), default=None)

    @property
    def date_to(self) -> date | None:
        return max((p.end_date for p in self.periods), default=None)

    @property
    def likely_document_types(self) -> tuple[str, ...]:
        return tuple(
            dict.fromkeys(t for noun in self.document_nouns for t in DOCUMENT_NOUNS.get(noun.name, ()))
        )

    def as_json(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "transformed_query": self.transformed_query,
            "periods": [p.text for p in self.periods],
            "measures": [m.name for m in self.measures],
            "organizations": [m.name for m in self.organizations],
            "people": [m.name for m in self.people],
            "document_types": list(self.likely_document_types),
            "inherited": list(self.inherited),
        }


def analyse(question: str, *, workspace: Workspace, history: Sequence[dict[str, str]] = ()) -> QueryAnalysis:
    """The question's parts. A follow-up takes what it leaves out from the question before."""
    analysis = _analyse_alone(question, workspace)
    before = [message["text"] for message in history if message.get("role") == "user"]
    if before and _leans_on_what_was_said(analysis):
        return _inherit(analysis, analyse(before[-1], workspace=workspace, history=history_before(history)))
    return analysis


def history_before(history: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    """The messages before the last question."""
    last = max(i for i, message in enumerate(history) if message.get("role") == "user")
    return list(history[:last])


def _analyse_alone(question: str, workspace: Workspace) -> QueryAnalysis:
    periods = find_periods(question, _calendar(workspace), today=timezone.localdate())
    taken = [(start, end) for _, start, end in periods]
    kind = next((kind for kind, pattern in KINDS if pattern.search(question)), "lookup")
    return QueryAnalysis(
        question=question,
        transformed_query=question,
        kind=kind,
        periods=tuple(period for period, _, _ in periods),
        period_spans=tuple(taken),
        measures=tuple(Mention(name=n, start=s, end=e) for n, s, e in find_measures(question)),
        organizations=_named(question, workspace, Entity.Type.ORGANIZATION),
        people=_named(question, workspace, Entity.Type.PERSON),
        document_nouns=_nouns(question),
        is_comparison=kind == "compare",
        is_temporal=bool(periods),
        is_factual=not ANALYTICAL.search(question),
        is_analytical=bool(ANALYTICAL.search(question)),
    )


def _calendar(workspace: Workspace) -> FiscalCalendar:
    """The fiscal calendar of the workspace's only subject; the calendar year where there are several."""
    known = workspace.documents.exclude(fiscal_year_end_month=None)
    calendars = set(known.values_list("fiscal_year_end_month", "fiscal_year_offset"))
    if len(calendars) != 1:
        return FiscalCalendar()
    month, offset = calendars.pop()
    return FiscalCalendar(month or 12, offset)


def _leans_on_what_was_said(analysis: QueryAnalysis) -> bool:
    if FOLLOW_UP.search(analysis.question):
        return True
    bare = not (analysis.measures or analysis.organizations or analysis.document_nouns)
    return bare and len(analysis.question.split()) <= FOLLOW_UP_WORDS


def _inherit(analysis: QueryAnalysis, before: QueryAnalysis) -> QueryAnalysis:
    """`analysis` with what it lacks taken from the question before it."""
    taken: dict[str, tuple[Mention, ...]] = {}
    for name in ("measures", "organizations", "document_nouns"):
        if not getattr(analysis, name) and getattr(before, name):
            # The words stand in another text: no characters of this question belong to them.
            taken[name] = tuple(replace(m, start=0, end=0) for m in getattr(before, name))
    changes: dict[str, object] = dict(taken)
    if not analysis.periods and before.periods:
        changes["periods"] = before.periods
    if analysis.kind == "lookup" and before.kind != "lookup":
        changes["kind"] = before.kind
    return replace(
        analysis,
        transformed_query=f"{before.transformed_query} {analysis.question}",
        inherited=tuple(changes),
        **changes,  # type: ignore[arg-type]
    )


def _named(question: str, workspace: Workspace, entity_type: str) -> tuple[Mention, ...]:
    """Names of the workspace's own vocabulary in the question, longest first, none inside another."""
    names = (
        Entity.objects.filter(workspace=workspace, entity_type=entity_type)
        .order_by()
        .values_list("entity_name", flat=True)
        .distinct()[:MAX_NAMES]
    )
    found: list[Mention] = []
    spoken = {spelling: name for name in names for spelling in (without_legal_form(name), name)}
    for spelling in sorted(spoken, key=len, reverse=True):
        for match in re.finditer(rf"(?<!\w){re.escape(spelling)}(?!\w)", question, re.IGNORECASE):
            if not any(m.start < match.end() and match.start() < m.end for m in found):
                found.append(Mention(name=spoken[spelling], start=match.start(), end=match.end()))
    return tuple(sorted(found, key=lambda m: m.start))


def _nouns(question: str) -> tuple[Mention, ...]:
    return tuple(
        Mention(name=(m["noun"] or "policy").lower(), start=m.start(), end=m.end())
        for m in NOUN.finditer(question)
    )


def stems(text: str) -> set[str]:
    """The English word stems of a text as the database makes them, stop words left out."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tsvector_to_array(to_tsvector('english', %s))", [text])
        return set(cursor.fetchone()[0])
