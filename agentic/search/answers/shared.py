"""Answers that tell what documents of several kinds have in common."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agentic.evidence import ResultTable, Span
from agentic.facts.wording import joined
from agentic.outcome import Outcome
from agentic.properties.telling import plural
from agentic.search.answers.telling import Telling
from agentic.search.toolbox import Called
from documents.models import Document


def tell_shared(telling: Telling, found: Sequence[Called]) -> Outcome | None:
    """The names that every kind of document has."""
    by_title = found[0].call.arguments.get("group_by") == "title"
    names = []
    for kind, each in zip(telling.asked.in_all, found, strict=True):
        own = [str(row["group_name"]) for row in each.rows if row["group_name"]]
        own = [_without_kind(name, kind) for name in own] if by_title else own
        names.append({name.casefold(): name for name in own if name})
    shared = sorted(name for key, name in names[0].items() if all(key in other for other in names[1:]))
    if not shared:
        return None
    kinds = joined([plural(kind) for kind in telling.asked.in_all])
    what = telling.asked.terms[0] if telling.asked.terms else "names"
    spans = _of_names(telling, shared)
    for name in shared:
        telling.name(name, spans[name][0]) if spans[name] else None
    listed = "; ".join(f"{name} {''.join(map(telling.cite, spans[name]))}".rstrip() for name in shared)
    text = f"{telling.count(len(shared), what)} {what} are in both {kinds}: {listed}."
    table = ResultTable(
        columns=("Name",),
        rows=tuple((name,) for name in shared),
        spans=tuple(spans[name][0] if spans[name] else None for name in shared),
        sql=";\n\n".join(sql for each in found for sql in each.result.statements),
        explanation=f"What {kinds} share",
    )
    return telling.outcome(text, [table])


def _without_kind(title: str, kind: str) -> str:
    """What a document is about, by its title: “Acetone” of “Acetone certificate of analysis”."""
    before, _, after = (
        re.split(rf"\b({re.escape(kind)})", title, maxsplit=1, flags=re.IGNORECASE)
        if (re.search(rf"\b{re.escape(kind)}", title, re.IGNORECASE))
        else (title, "", "")
    )
    about = before.strip(" -–—:,") or re.sub(r"^s?\W*(?:of|for)?\W*", "", after).strip()
    return " ".join(about.split())


def _of_names(telling: Telling, names: Sequence[str]) -> dict[str, list[Span]]:
    """Of each name the documents of these kinds whose title begins with it."""
    documents = Document.objects.filter(workspace=telling.workspace, status="ready").order_by("filename")
    found: dict[str, list[Span]] = {}
    for name in names:
        own = documents.filter(title__icontains=name)[: 2 * len(telling.asked.in_all)]
        found[name] = [
            Span(
                document_id=each.pk,
                filename=each.filename,
                page=1,
                quote=each.title,
                kind="document",
                fact_id=each.pk,
            )
            for each in own
            if any(kind in f"{each.title} {each.filename}".casefold() for kind in telling.asked.in_all)
        ]
    return found
