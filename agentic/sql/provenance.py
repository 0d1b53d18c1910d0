"""From the rows of a result back to the pages that they came from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, Model, OuterRef
from sqlglot import exp, parse_one

from agentic.evidence import Figure, Span
from documents.models import Chunk, Claim, Document, Entity, Fact, Metric, Page, TableRow, Topic, Workspace

HIDDEN_COLUMN = "_place_of_row"
QUOTE_CHARACTERS = 400  # of a chunk or page, whose text is no quote


@dataclass(frozen=True)
class Source:
    """A view whose rows have a place. `kind` is that of `Span`; `column` names its id in results."""

    view: str
    model: type[Model]
    kind: str
    column: str


# In this order: of several views in one statement the first tells most about where a row comes from.
SOURCES = (
    Source("metrics", Metric, "metric", "metric_id"),
    Source("figures", Metric, "metric", "figure_id"),
    Source("table_rows", TableRow, "row", "table_row_id"),
    Source("claims", Claim, "claim", "claim_id"),
    Source("entities", Entity, "entity", "entity_id"),
    Source("topics", Topic, "topic", "topic_id"),
    Source("chunks", Chunk, "chunk", "chunk_id"),
    Source("pages", Page, "document", "page_id"),
    Source("documents", Document, "document", "document_id"),
)


def with_row_ids(query: exp.Query) -> tuple[str, Source] | None:
    """`query` with the ids of its facts as a last, hidden column; None where a row is no one fact's.

    Only a plain SELECT can tell: no groups, no DISTINCT, no aggregate, no set operation. Uses the tree up.
    """
    if not isinstance(query, exp.Select) or not _keeps_rows(query):
        return None
    ctes = {cte.alias for cte in query.ctes}
    tables = [
        node for node in _top_level_sources(query) if isinstance(node, exp.Table) and node.name not in ctes
    ]
    for source in SOURCES:
        for table in tables:
            if table.name == source.view:
                query.select(exp.column("id", table=table.alias_or_name).as_(HIDDEN_COLUMN), copy=False)
                return query.sql("postgres", comments=False, normalize_functions=False, copy=False), source
    return None


def views_of(sql: str) -> set[str]:
    """The views that a statement reads, those of its sub-queries too."""
    query = parse_one(sql, dialect="postgres")
    names = {table.name for table in query.find_all(exp.Table)}
    return names - {cte.alias for cte in query.find_all(exp.CTE)}


def _keeps_rows(query: exp.Select) -> bool:
    distinct = query.args.get("distinct")
    if query.args.get("group") or query.args.get("having") or (distinct and not distinct.args.get("on")):
        return False
    own = (part for part in (*query.expressions, query.args.get("order")) if part)
    return not any(_is_aggregate(node) for part in own for node in part.find_all(exp.AggFunc))


def _is_aggregate(node: exp.Expr) -> bool:
    """Whether it folds the rows of the outermost SELECT: neither a window function nor a sub-query's."""
    parent = node.parent
    while parent is not None and not isinstance(parent, exp.Select):
        if isinstance(parent, exp.Window):
            return False
        parent = parent.parent
    return parent is not None and parent.parent is None


def _top_level_sources(query: exp.Select) -> Iterable[exp.Expr]:
    if query.args.get("from_"):
        yield query.args["from_"].this
    for join in query.args.get("joins") or ():
        yield join.this


def spans_of(
    columns: Sequence[str],
    rows: Sequence[Sequence[Any]],
    *,
    source: Source | None,
    ids: Sequence[Any],
    workspace: Workspace,
) -> tuple[Span | None, ...]:
    """The place of each row: by hidden id, by a column that names a fact, a document and page, or a file."""
    if source is not None:
        return _by_id(source, ids, workspace)
    places = {name: position for position, name in enumerate(columns)}
    for known in SOURCES[:-1]:
        if known.column in places:
            return _by_id(known, [row[places[known.column]] for row in rows], workspace)
    if "document_id" in places:
        return _by_document("pk", "document_id", places, rows, workspace)
    if "filename" in places:
        return _by_document("filename", "filename", places, rows, workspace)
    return (None,) * len(rows)


def _by_id(source: Source, ids: Sequence[Any], workspace: Workspace) -> tuple[Span | None, ...]:
    wanted = {value for value in ids if isinstance(value, int)}
    facts: Any = source.model._default_manager.filter(workspace=workspace, pk__in=wanted)
    if source.model is Page:
        facts = facts.annotate(is_cut=Exists(_KEPT_OUT))
    if issubclass(source.model, Fact):
        facts = facts.select_related("document").only("page", "quote", "document__filename")
    elif source.model is not Document:
        facts = facts.select_related("document").defer("document__map_entry")
    found = {fact.pk: span_of(source, fact) for fact in facts}
    return tuple(found.get(value) for value in ids)


def span_of(source: Source, fact: Any) -> Span:
    document = fact if isinstance(fact, Document) else fact.document
    page, quote, section = _PLACES[source.view](fact)
    return Span(
        document_id=document.pk,
        filename=document.filename,
        page=page,
        quote=quote,
        kind=source.kind,
        fact_id=fact.pk,
        section=section,
    )


# Passages of a page that a curator keeps out of answers: nor do its first words stand for it then.
_KEPT_OUT = Chunk.objects.filter(
    document=OuterRef("document"),
    excluded=True,
    page_start__lte=OuterRef("number"),
    page_end__gte=OuterRef("number"),
)


def _fact_place(fact: Fact) -> tuple[int | None, str, str]:
    return fact.page, fact.quote, ""


_PLACES: dict[str, Callable[[Any], tuple[int | None, str, str]]] = {
    **dict.fromkeys(("metrics", "figures", "table_rows", "claims", "entities", "topics"), _fact_place),
    "chunks": lambda chunk: (chunk.page_start, chunk.text[:QUOTE_CHARACTERS], chunk.section),
    "pages": lambda page: (page.number, "" if page.is_cut else page.text[:QUOTE_CHARACTERS], ""),
    "documents": lambda document: (1, document.title or document.summary[:QUOTE_CHARACTERS], ""),
}


def _by_document(
    field: str, column: str, places: dict[str, int], rows: Sequence[Sequence[Any]], workspace: Workspace
) -> tuple[Span | None, ...]:
    values = [row[places[column]] for row in rows]
    documents: dict[Any, Document | None] = {}
    named = Document.objects.filter(workspace=workspace, **{f"{field}__in": set(values) - {None}})
    for document in named.only("pk", "filename"):
        key = getattr(document, field)
        documents[key] = None if key in documents else document  # two files of one name: neither is meant
    return tuple(_span_in(documents.get(value), places, row) for value, row in zip(values, rows, strict=True))


def _span_in(document: Document | None, places: dict[str, int], row: Sequence[Any]) -> Span | None:
    if document is None:
        return None
    page, quote = (row[places[name]] if name in places else None for name in ("page", "quote"))
    return Span(
        document_id=document.pk,
        filename=document.filename,
        page=page if isinstance(page, int) else 1,
        quote=quote if isinstance(quote, str) else "",
        kind="document",
        fact_id=document.pk,
    )


def figures_at(spans: Iterable[Span | None], workspace: Workspace) -> tuple[Figure, ...]:
    """The figures of those spans that are metrics, each once."""
    places = {s.fact_id: s for s in spans if s is not None and s.kind == "metric" and s.fact_id is not None}
    metrics = Metric.objects.answering().filter(workspace=workspace, pk__in=list(places))
    return tuple(
        Figure(
            value=metric.numeric_value,
            text=metric.value,
            unit=metric.unit,
            scale=metric.scale,
            label=metric.metric_name,
            measure=metric.canonical_name,
            entity=metric.entity_name,
            period=metric.period,
            period_start=metric.period_start,
            period_end=metric.period_end,
            fiscal_year=metric.fiscal_year,
            fiscal_quarter=metric.fiscal_quarter,
            span=places[metric.pk],
        )
        for metric in metrics
        if metric.numeric_value is not None
    )
