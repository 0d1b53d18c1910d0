"""Which companies a workspace's figures are of, and the figures that an analysis of one is made from."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Count, Max, Q
from django.db.models.functions import Coalesce

from agentic.analysis.items import FIELD_MEASURES, MEASURES_NEEDED
from agentic.facts.figures.fetching import OTHERS_FIGURES, is_change
from agentic.facts.queries import FigureRow
from agentic.facts.telling.conflicts import Place, place_of
from agentic.plans.figures.lookup import stand_ins
from documents.library.selectors import facts_of
from documents.models import Conflict, Document, Entity, Relationship, Workspace
from reading.measures.catalogue import MEASURES, fits
from reading.values.fiscal import FiscalCalendar
from reading.values.legal_forms import without_legal_form

# What each main statement gives, and other pages seldom do beside its rows.
HEADS = {"net_income": "income", "total_assets": "balance", "operating_cash_flow": "cash_flow"}
MOST_FIGURES = 20_000  # of one company, the latest; a hundred long reports have fewer
COLUMNS = (
    "id", "document_id", "document__filename", "document__document_date", "entity_name", "metric_name",
    "canonical_name", "value", "numeric_value", "unit", "scale", "period", "period_start", "period_end",
    "fiscal_year", "fiscal_quarter", "context", "page", "quote", "document__period_end",
    "document__fiscal_year_end_month",
)  # fmt: skip


class UnknownCompany(ObjectDoesNotExist):
    """No figures of such a company; the message says which there are."""


@dataclass(frozen=True)
class Company:
    """`names`: as the figures have it. `documents`: how many tell of it. `latest`: the last day told of."""

    name: str
    names: frozenset[str]
    figures: int
    documents: int = 0
    latest: Any = None

    @property
    def key(self) -> str:
        return company_key(self.name)


@dataclass(frozen=True)
class Lost:
    """A figure that another document's wins over. `reason`: of `Conflict.Reason`."""

    row: FigureRow
    winner: FigureRow
    reason: str


@dataclass(frozen=True)
class Material:
    """All that an analysis is made from. `calendars`: document → when its company's years end.

    `unnamed`: rows of its statements without a name of their own, filed under the measure that they may
    stand for.
    """

    rows: tuple[FigureRow, ...]
    unnamed: tuple[FigureRow, ...] = ()
    calendars: dict[int, FiscalCalendar] = field(default_factory=dict)
    forecasts: int = 0
    of_others: int = 0
    lost: tuple[Lost, ...] = ()
    is_cut: bool = False


def company_key(name: str) -> str:
    """The same for “Acme Tools, Inc.” and “The ACME TOOLS Company”."""
    plain = without_legal_form(name.strip()).casefold().removeprefix("the ")
    return " ".join(re.sub(r"[^\w]+", " ", plain).split())


def companies_of(user: Any, workspace: Workspace, *, document: Document | None = None) -> list[Company]:
    """Those with figures that analyses begin with, most figures first; only the document's where given.

    Figures of a document that name nobody are the only company's that it tells of, else of one without name.
    """
    counted = (
        _usable(facts_of(user, workspace, "metric", document=document))
        .filter(canonical_name__in=FIELD_MEASURES)
        .order_by()
        .values_list("entity_name")
        .annotate(
            n=Count("pk"),
            documents=Count("document", distinct=True),
            latest=Max(Coalesce("document__period_end", "period_end")),
        )
    )
    groups: dict[str, list[tuple[str, int, int, Any]]] = defaultdict(list)
    for name, figures, documents, latest in counted:
        groups[company_key(name)].append((name, figures, documents, latest))
    nameless = groups.pop("", [])
    if document is None:
        nameless = []
    if nameless and len(groups) == 1:
        next(iter(groups.values())).extend(nameless)
    elif nameless:
        groups[""] = nameless
    found = [_company(group) for group in groups.values()]
    return sorted(found, key=lambda company: (-company.figures, company.name))


def _company(group: list[tuple[str, int, int, Any]]) -> Company:
    usual = max(group, key=lambda one: (bool(one[0]), one[1], one[0]))
    return Company(
        usual[0],
        frozenset(name for name, *_ in group),
        sum(figures for _, figures, _, _ in group),
        max(documents for _, _, documents, _ in group),
        max(latest for *_, latest in group),
    )


def company_called(companies: Collection[Company], name: str) -> Company:
    """The one of that name, else the only one whose name has these words. Raises `UnknownCompany`."""
    key = company_key(name)
    known = [company for company in companies if company.key == key]
    known = known or [company for company in companies if key and f" {key} " in f" {company.key} "]
    if len(known) == 1:
        return known[0]
    if not companies:
        raise UnknownCompany("No figures of a company have been read here.")
    names = _listed(known or companies)
    if known:
        raise UnknownCompany(f"“{name[:80]}” may be {names}: give the whole name.")
    raise UnknownCompany(f"There are no figures of “{name[:80]}”: choose {names}.")


def _listed(companies: Iterable[Company]) -> str:
    names = [company.name for company in companies if company.name]
    more = f" or {len(names) - 10} more" if len(names) > 10 else ""
    return ", ".join(names[:10]) + more


def subject_of(document: Document, companies: Collection[Company]) -> Company | None:
    """Whom the document is about; the only one with figures where it says nothing of that."""
    subjects = Entity.objects.answering().filter(
        document=document, role=Entity.Role.SUBJECT, entity_type=Entity.Type.ORGANIZATION
    )
    keys = [company_key(name) for name in subjects.values_list("entity_name", flat=True)]
    about = [company for company in companies if company.key and company.key in keys]
    if len(about) == 1 or len(companies) == 1:
        return (about or list(companies))[0]
    return None


def material_of(
    user: Any, workspace: Workspace, company: Company, *, document: Document | None = None
) -> Material:
    """The figures of the company that answers may be made of, whatever its name's form."""
    figures = _usable(facts_of(user, workspace, "metric", document=document)).filter(
        entity_name__in=company.names, canonical_name__in=MEASURES_NEEDED
    )
    latest = figures.order_by("-period_end", "document_id", "page", "pk")[: MOST_FIGURES + 1]
    superseded = _superseded(workspace)
    found, calendars = [], {}
    for values in latest.values_list(*COLUMNS):
        row = _row(values, superseded, company.name)
        found.append(row)
        if values[-1]:
            calendars[row.document_id] = FiscalCalendar(values[-1])
    kept = [row for row in found[:MOST_FIGURES] if fits(row.canonical_name, row.unit)]
    actual = [row for row in kept if not row.is_forecast]
    own = [row for row in actual if not OTHERS_FIGURES.search(row.context) and not is_change(row)]
    lost = _lost(workspace, own) if document is None else []
    gone = {each.row.id for each in lost}
    kept_rows = tuple(row for row in own if row.id not in gone)
    return Material(
        kept_rows,
        _unnamed(user, workspace, company, kept_rows, superseded),
        calendars,
        forecasts=len(kept) - len(actual),
        of_others=len(actual) - len(own),
        lost=tuple(lost),
        is_cut=len(found) > MOST_FIGURES,
    )


def _unnamed(
    user: Any, workspace: Workspace, company: Company, rows: Collection[FigureRow], superseded: set[int]
) -> tuple[FigureRow, ...]:
    """The rows on the pages of main statements that may stand for a measure by how their labels begin."""
    pages: dict[str, set[tuple[int, int]]] = defaultdict(set)
    for row in rows:
        if row.canonical_name in HEADS:
            pages[HEADS[row.canonical_name]].add((row.document_id, row.page))
    places = set().union(*pages.values()) if pages else set()
    figures = _usable(facts_of(user, workspace, "metric")).filter(
        entity_name__in=company.names,
        canonical_name="",
        document__in={document for document, _ in places},
        page__in={page for _, page in places},
    )
    found = (
        _row(values, superseded, company.name) for values in figures.order_by("pk").values_list(*COLUMNS)
    )
    stands = (_standing_for(row, pages) for row in found if not row.is_forecast)
    return tuple(row for row in stands if row)


def _standing_for(row: FigureRow, pages: Mapping[str, set[tuple[int, int]]]) -> FigureRow | None:
    """The row under the first measure's name that it can stand for; a balance is of a day."""
    label = row.metric_name.lower()
    for measure, beginnings in stand_ins().items():
        own = MEASURES.get(measure)  # none of parts of one, which only plans add up
        if own is None:
            continue
        if (row.document_id, row.page) in pages[own.statement] and label.startswith(tuple(beginnings)):
            fitting = (row.period_start is None) == own.is_instant and fits(measure, row.unit)
            return replace(row, canonical_name=measure) if fitting else None
    return None


def _usable(figures: Any) -> Any:
    return figures.answering().filter(anchored=True, numeric_value__isnull=False, period_end__isnull=False)


def _superseded(workspace: Workspace) -> set[int]:
    newer = Q(superseded_by__isnull=False) | Q(
        relationships_in__relationship_type=Relationship.Type.SUPERSEDES
    )
    return set(Document.objects.filter(newer, workspace=workspace).values_list("pk", flat=True))


def _row(values: tuple[Any, ...], superseded: set[int], name: str) -> FigureRow:
    pk, document_id, filename, dated, _, *rest = values[:-1]
    row = FigureRow(pk, document_id, filename, document_id in superseded, dated, name, *rest)
    return replace(row, numeric_value=_plain(row.numeric_value), scale=_plain(row.scale))


def _plain(value: Decimal) -> Decimal:
    """Without the noughts that a column fills it up with."""
    whole = value.to_integral_value()
    return whole if whole == value else value.normalize()


def _lost(workspace: Workspace, rows: Collection[FigureRow]) -> list[Lost]:
    """The figures that by the stored verdicts another of these wins over."""
    by_place: dict[Place, list[FigureRow]] = defaultdict(list)
    for row in rows:
        by_place[place_of(row)].append(row)
    documents = {row.document_id for row in rows}
    if len(documents) < 2:
        return []
    verdicts = (
        Conflict.objects.filter(
            workspace=workspace, winner__document__in=documents, loser__document__in=documents
        )
        .exclude(reason=Conflict.Reason.OPEN)
        .order_by("pk")
        .values_list(
            *(f"{side}__{name}" for side in ("winner", "loser")
              for name in ("document_id", "numeric_value", "period_end", "canonical_name")),
            "reason",
        )
    )  # fmt: skip
    found: dict[int, Lost] = {}
    for *sides, reason in verdicts:
        winners = [row for row in by_place[tuple(sides[:3])] if row.canonical_name == sides[3]]
        for row in by_place[tuple(sides[4:7])]:
            if winners and row.canonical_name == sides[7] and row.id != winners[0].id:
                found.setdefault(row.id, Lost(row, winners[0], str(Conflict.Reason(reason).label)))
    return list(found.values())


def currency_of(units: Iterable[str]) -> str:
    """The currency among them that most figures are in; "" where none is of money."""
    known = Counter(unit for unit in units if len(unit) == 3 and unit.isupper())
    return known.most_common(1)[0][0] if known else ""
