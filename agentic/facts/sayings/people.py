"""Who holds an office of an organization, and where it has its seat: by covers, signatures and lists."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from agentic.evidence import Draft, Evidence
from agentic.facts.case import Case
from agentic.facts.queries import of_documents
from agentic.facts.sayings.documents import unexplained
from agentic.facts.sayings.mentions import entity_span
from agentic.facts.workings import Workings
from agentic.outcome import Outcome, coverage
from documents.models import Entity
from reading.profile.locations import HEADQUARTERS
from reading.values.legal_forms import LEGAL_FORMS, without_legal_form
from retrieval.question.model import QueryAnalysis
from retrieval.question.naming.subjects import plain_name
from retrieval.scope.model import Scope
from retrieval.sql import literal
from retrieval.stems import stems

MOST_HOLDERS = 3  # said of one office
WHERE = re.compile(
    r"\bheadquarter\w*|\b(?:head|main|registered|corporate|principal(?: executive)?) offices?\b|"
    r"^\W*where\b.*\b(?:based|located|seated|seat|domiciled)\b",
    re.IGNORECASE,
)
WHO = re.compile(r"\bwho\b|\bwhose\b|\bname\b|\bnamed?\b", re.IGNORECASE)
# What a question calls an office → how titles write it. That of a part of the company is another office.
_NEXT = r"chief|chair|(?:managing |executive )?director|president|of the board"
_WHOLE = rf"(?= and\b| &|,? (?:{_NEXT})|/|[;,]? ?$|;| \()"
OFFICES: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (re.compile(rf"\b(?:{asked})\b", re.IGNORECASE), re.compile(title, re.IGNORECASE))
    for asked, title in (
        (r"CEO|chief executive(?: officer)?", rf"\b(?:chief executive(?: officer)?|CEO){_WHOLE}"),
        (r"CFO|chief financ(?:ial|e) officer|finance chief", r"\b(?:chief financ(?:ial|e) officer|CFO)\b"),
        (r"COO|chief operating officer", r"\b(?:chief operating officer|COO)\b"),
        (r"CTO|chief technology officer", r"\b(?:chief technology officer|CTO)\b"),
        (r"CIO|chief information officer", r"\b(?:chief information officer|CIO)\b"),
        (r"(?:chief|principal) accounting officer", r"\b(?:chief|principal) accounting officer\b"),
        (r"general counsel", r"\bgeneral counsel\b"),
        (r"treasurer", r"(?<!assistant )\btreasurer\b"),
        (r"(?:corporate )?secretary", r"(?<!assistant )\bsecretary\b"),
        (r"controller", r"(?<!assistant )\bcontroller\b"),
        (r"chair(?:man|woman|person)?", rf"(?<!vice )(?<!vice-)\bchair(?:man|woman|person)?{_WHOLE}"),
        (r"(?<!vice )(?<!vice-)president", rf"(?<!vice )(?<!vice-)\bpresident{_WHOLE}"),
    )
)
ELSEWHERE = re.compile(r"\b(?:of|at) (?!the (?:[Bb]oard|[Cc]ompany)\b)(?!Directors)(?:the )?[A-Z]")
ASKING = "who whose is was are were the name named current currently now board hold holds held office serves"
PLACE = "where is are was were located based seated seat domiciled headquarters headquartered head main"
PLACE += (
    " registered corporate principal executive office offices city town state country place company firm in"
)
SELECT = """
SELECT e.id, e.document_id, d.filename, e.entity_name, e.title, e.page, e.quote
FROM entities e
JOIN documents d ON d.id = e.document_id
WHERE e.anchored AND d.status = 'ready' AND {conditions}
ORDER BY d.superseded, coalesce(d.period_end, d.document_date) DESC NULLS LAST, d.id DESC, e.page, e.id
LIMIT 500""".strip()


def answer_office(case: Case) -> Outcome | None:
    """Who holds the office, or where the seat is, by the newest document that says so; None for more."""
    documents = _documents_about(case.analysis, case.scope)
    if case.analysis.kind not in ("lookup", "list") or not documents:
        return None
    if WHERE.search(case.question):
        return _seat(case, documents)
    office = next((pair for pair in OFFICES if pair[0].search(case.question)), None)
    if office is None or not WHO.search(case.question):
        return None
    return _holders(case, documents, office)


def _names(analysis: QueryAnalysis) -> list[str]:
    """How documents write the organization that the question names, or the only one there is; else none."""
    if len({mention.name for mention in analysis.organizations}) > 1:
        return []
    if named := [name for mention in analysis.organizations for name in mention.names]:
        return named
    subjects = list(analysis.names.subjects)
    return subjects if len({without_legal_form(name).casefold() for name in subjects}) == 1 else []


def _documents_about(analysis: QueryAnalysis, scope: Scope) -> list[int]:
    """Those about the organization that is asked about, whenever no time is named."""
    subjects = analysis.names.subjects
    about = set().union(*(subjects[name] for name in _names(analysis) if name in subjects))
    # A year that the question names is in the scope; other filters would only hide the newest.
    chosen = scope.document_ids if analysis.time_references or not scope.filters else None
    return sorted(about if chosen is None else about & set(chosen))


def _seat(case: Case, documents: Sequence[int]) -> Outcome | None:
    if unexplained(case.analysis) - stems(PLACE) and not case.insist:
        return None
    conditions = f"e.entity_type = 'location' AND e.title = {literal(HEADQUARTERS)}"
    rows = _rows(documents, conditions, "Find the headquarters", case.workings)
    if not rows:
        return None
    row = rows[0]
    place = re.sub(r"[\s,]*\d[\d-]*$", "", row[6][max(row[6].find(row[3]), 0) :])
    where = f"{' '.join(place.split())} {case.cite(entity_span(row))}"
    text = f"{_whose(case.analysis)} headquarters are in {where}."
    return Draft(text=text), _evidence(case)


def _holders(
    case: Case, documents: Sequence[int], office: tuple[re.Pattern[str], re.Pattern[str]]
) -> Outcome | None:
    asked, title = office
    said = " ".join(match[0] for match in asked.finditer(case.question))
    if unexplained(case.analysis) - stems(f"{ASKING} {said}") and not case.insist:
        return None
    conditions = f"e.entity_type = {literal(Entity.Type.PERSON.value)} AND e.title <> ''"
    rows = _rows(documents, conditions, f"Find who is {said}", case.workings)
    names = {
        short for name in _names(case.analysis) for short in (without_legal_form(name), plain_name(name))
    }
    fitting = [row for row in rows if title.search(_plain(row[4], names))]
    if not fitting:
        return None
    newest = {row[3]: row for row in reversed(fitting) if row[1] == fitting[0][1]}
    holders = list(newest.values())[::-1][:MOST_HOLDERS]
    named = [f"{row[3]}, {row[4]} {case.cite(entity_span(row))}" for row in holders]
    text = f"{holders[0][2]} names {'; '.join(named)}."
    return Draft(text=text), _evidence(case)


def _plain(title: str, names: Collection[str]) -> str:
    """The title without the name of the organization asked about; what says another one is left out."""
    own = "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or r"(?!)"
    named = rf"(?:,| of| at|) (?:the )?(?:{own})(?:[ ,.]+(?:{LEGAL_FORMS})\b\.?)?(?=[,;]|$| and\b)"
    bare = re.sub(named, "", title, flags=re.IGNORECASE)
    return "" if ELSEWHERE.search(bare) else bare


def _rows(documents: Sequence[int], conditions: str, why: str, workings: Workings) -> Sequence[tuple]:
    within = of_documents(documents, "e.document_id")
    table = workings.select(SELECT.format(conditions=f"{within} AND {conditions}"), why)
    return table.rows


def _whose(analysis: QueryAnalysis) -> str:
    if not analysis.organizations:
        return "The company's"
    name = without_legal_form(analysis.organizations[0].name)
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _evidence(case: Case) -> Evidence:
    tried = tuple(f"{table.explanation}: {len(table.rows)} names" for table in case.workings.tables)
    return Evidence(spans=tuple(case.workings.spans), coverage=coverage(case.scope), tried=tried)
