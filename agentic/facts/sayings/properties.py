"""Properties: key–value pairs such as a notice period, a supply voltage or the governing law."""

from __future__ import annotations

import re

from agentic.evidence import Draft, Evidence, Figure, Span
from agentic.facts.case import Case
from agentic.facts.figures.target import find_property
from agentic.facts.queries import of_documents
from agentic.facts.sayings.bills import TAX, labels_of, of_bill, words_of_bill
from agentic.facts.workings import Workings, shown
from agentic.outcome import Outcome, coverage
from documents.models import Document
from reading.values.quantities import find_quantities
from reading.values.units import MONEY_UNITS
from retrieval.passages.expected import expected_of
from retrieval.passages.values import values_in
from retrieval.properties.guard import unbound
from retrieval.question.model import QueryAnalysis
from retrieval.question.wording.rows import groups_in
from retrieval.scope.conditions import documents_called
from retrieval.scope.model import Scope
from retrieval.sql import literal
from retrieval.stems import stems

LISTED = 50  # properties shown at most
# Whom the document is between, and its number: a question calls it by them too.
_PARTIES = (
    "(SELECT string_agg(p.properties ->> p.label, ' ') FROM table_rows p\n"
    "        WHERE p.document_id = r.document_id AND p.table_name = 'properties'\n"
    "          AND (p.label IN ('Seller', 'Buyer', 'Party', 'From', 'To') OR p.label ~* '(^| )number$'))"
)
_CURRENCY = "substring(r.properties ->> (r.label || ' (unit)') FROM '^[A-Z]{3}$')"
SUMMED = re.compile(r"\b(?:total|sum|average|mean|altogether|combined)\b", re.IGNORECASE)
# “What was delivered?” asks for no day: “Delivered on”.
WHAT_WAS_DONE = re.compile(r"^\W*(?:what|which)\b(?!\W+(?:day|date)).*\b(?:was|were|did|has|have)\b", re.I)
TOLD_BY_FORM = ("duration", "date")  # kinds of values that nothing else looks like


def answer_property(case: Case) -> Outcome | None:
    """The properties that the question names, in force first; None where it says more than their labels."""
    which = of_bill(case.analysis)
    is_property = case.analysis.kind in ("lookup", "list", "version") and not case.analysis.measures
    if which is None and not is_property:
        return None
    if groups_in(case.question):  # “pallets by month” asks for no pallets of each document
        return None
    if unbound(case.analysis):  # whoever binds conditions could not bind these
        return None
    if which is None:
        labels, left = find_property(case.analysis, case.scope.workspace)
        ids = _ids(case.analysis, case.scope)
    else:
        ids, left = _ids(case.analysis, case.scope), which[1]
        labels = labels_of(which[0], ids, case.question)
    if not labels:
        return None
    table = case.select(_sql(labels, ids), f"Find {labels[0]}")
    rows = [row for row in table.rows if not left or case.insist or _is_meant(row, left, which is not None)]
    expected = expected_of(case.question).kind
    asks_what = WHAT_WAS_DONE.search(case.question) and expected != "date"
    rows = [row for row in rows if _is_of_kind(row, expected) and not (asks_what and row[4].endswith(" on"))]
    if which is not None and which[0] == TAX:  # a “VAT” without a currency is its number
        rows = [row for row in rows if any(q.unit in MONEY_UNITS for q in find_quantities(str(row[5])))]
    in_force = [row for row in rows if not row[3]] or rows
    if which is not None and len({row[1] for row in in_force}) != 1:
        return None  # of which bill is open
    if not in_force or (which is None and len(in_force) > 1 and adds_up(case.question, labels)):
        return None
    lines = [_sentence(row, case.workings) for row in in_force[:LISTED]]
    for row in rows:
        if row[3] and row not in in_force:
            lines.append(f"The superseded edition {row[2]} says {_written(row)} {case.cite(_span(row))}.")
    text = " ".join(lines) if len(lines) <= 2 else "\n".join(f"- {line}" for line in lines)
    return Draft(text=text, about=case.question if which else ""), Evidence(
        spans=tuple(case.workings.spans),
        figures=tuple(figure for row in rows for figure in _figures(row)),
        tables=(
            shown(
                ("Property", "Value", "Document"),
                [((r[4], _written(r), r[2]), _span(r)) for r in rows],
                table.sql,
            ),
        )
        if len(rows) > 1
        else (),
        coverage=coverage(case.scope),
        tried=(f"{table.explanation}: {len(rows)} properties",),
    )


def adds_up(question: str, labels: tuple[str, ...]) -> bool:
    """Whether it asks for what values come to, not for each: “total weight”, but not “Order total”."""
    return any(
        not re.search(rf"\b{word}\b", " ".join(labels), re.IGNORECASE) for word in SUMMED.findall(question)
    )


def _is_of_kind(row: tuple, kind: str) -> bool:
    """Whether the value can be the length of time, the day, or who is asked for."""
    if kind == "person":
        return any(values_in(_written(row), each) for each in ("person", "organization"))
    return kind not in TOLD_BY_FORM or bool(values_in(_written(row), kind))


def _ids(analysis: QueryAnalysis, scope: Scope) -> list[int] | None:
    nouns = [m.name for m in analysis.document_nouns if m.name not in ("document", "file")]
    if nouns and (
        ids := list(
            Document.objects.filter(documents_called(nouns), pk__in=scope.documents()).values_list(
                "pk", flat=True
            )
        )
    ):
        return ids
    return list(scope.document_ids) if scope.document_ids is not None else None


def _sql(labels: tuple[str, ...], ids: list[int] | None) -> str:
    wanted = ", ".join(literal(label) for label in labels)
    where = of_documents(ids).replace("m.", "r.")
    return (
        "SELECT r.id, r.document_id, d.filename, d.superseded, r.label,\n"
        f"       concat_ws(' ', r.properties ->> r.label, {_CURRENCY}) AS value,\n"
        "       r.page, r.quote, d.title, r.reader,\n"
        f"       {_PARTIES} AS parties\n"
        "FROM table_rows r\nJOIN documents d ON d.id = r.document_id\n"
        f"WHERE r.anchored AND r.table_name = 'properties' AND r.label IN ({wanted})"
        + (f"\n  AND {where}" if where else "")
        + "\nORDER BY d.superseded, d.document_date DESC NULLS LAST, r.page, r.id\nLIMIT 200"
    )


def _is_meant(row: tuple, left: frozenset[str], is_bill: bool) -> bool:
    """Whether all that the question says of the document holds of it; of a bill its text says it as well."""
    words = _words_of(row)
    return left <= words or (is_bill and bool(left & words) and left <= words | words_of_bill(row[1]))


def _words_of(row: tuple) -> set[str]:
    # Taken apart first: the database reads “a-supply-agreement.pdf” as one word, a host's name.
    return stems(" ".join(re.findall(r"[^\W_]+", f"{row[2]} {row[8]} {row[4]} {row[7]} {row[10] or ''}")))


def _written(row: tuple) -> str:
    """The value as it stands on the page, with its unit, where the words begin with the label.

    What a curator has put right is said as it was put right.
    """
    label, quote, is_read = row[4], row[7], row[9] != "curator"
    words = quote[len(label) :].strip(" :\n") if is_read and quote.startswith(label) else ""
    return words or str(row[5])


def _span(row: tuple) -> Span:
    return Span(document_id=row[1], filename=row[2], page=row[6], quote=row[7], kind="row", fact_id=row[0])


def _sentence(row: tuple, workings: Workings) -> str:
    title, filename = row[8] or row[2], row[2]
    title = filename if next(iter(find_quantities(title)), None) else title  # “Page 1” is no figure to prove
    return f"{row[4]} ({title}): {_written(row)} {workings.cite(_span(row))}."


def _figures(row: tuple) -> list[Figure]:
    return [
        Figure(value=q.value, text=q.text, unit=q.unit, scale=q.scale, label=row[4], span=_span(row))
        for q in find_quantities(_written(row))
    ]
