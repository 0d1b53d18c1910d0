"""Lists of what documents state, such as risks or findings: from the claims that are stored of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from math import ceil

import numpy as np
from django.db.models import Q

from agentic.citations.sentences import figures_in
from agentic.evidence import Draft, Evidence, Figure, Span
from agentic.facts.figures.target import ASKING, without
from agentic.outcome import Outcome
from agentic.trace import Trace
from agentic.verification.sentences.statements import own_mark
from documents.models import Claim
from llm.types import Embedder
from retrieval.question.model import QueryAnalysis
from retrieval.question.statements import OF_STATEMENTS, StatementsAsked, asks_for_statements
from retrieval.question.wording.words import EVERY
from retrieval.scope.model import Scope
from retrieval.scope.subject_of_passage import whose
from retrieval.sql import among
from retrieval.stems import stems

MOST_READ = 400  # claims whose words are compared
MOST_EMBEDDED = 40  # of these; an embedder without a graphics card takes a second over them
MOST_LISTED = 8
ALIKE = 0.8  # share of words in which two claims are one: reports say the same each year


@dataclass(frozen=True)
class Stated:
    """What documents state of what a question asks for, the nearest first. `of`: how many in all."""

    asked: StatementsAsked
    spans: tuple[Span, ...]
    texts: tuple[str, ...]
    of: int

    @property
    def figures(self) -> tuple[Figure, ...]:
        return tuple(figure for span in self.spans for figure in figures_in(span))


def claims_stated(
    analysis: QueryAnalysis, *, scope: Scope, embedder: Embedder, trace: Trace
) -> Stated | None:
    """The claims of the kind that the question wants a list of; None where it wants none or none is there."""
    asked = asks_for_statements(analysis.question)
    if asked is None:
        return None
    with trace.step("search", f"Look for {asked.noun} in what the documents state") as step:
        claims = _named(_of_kind(asked, analysis, scope), _wanted(asked, analysis))
        step.rows = len(claims)
        if not claims:
            return None
        chosen = _nearest(claims, analysis.transformed_query, embedder)
        step.output = {"shown": len(chosen)}
    spans = tuple(_span(claim) for claim in chosen)
    return Stated(asked, spans, tuple(claim.claim_text for claim in chosen), len(claims))


def as_list(stated: Stated, evidence: Evidence, *, about: str) -> Outcome:
    """The claims word for word, of which the first of `evidence` are the spans. `about`: whose they are."""
    lines = [f"- “{text}” {own_mark(n)}" for n, text in enumerate(stated.texts, start=1)]
    shown = len(lines)
    few = f", the nearest {shown} of {stated.of:,} statements" if stated.of > shown else ""
    text = "\n".join([f"The documents state of {stated.asked.noun}{few}:\n", *lines])
    counts = tuple(
        Figure(value=Decimal(count), text=str(count), label=f"statements of {stated.asked.noun}")
        for count in (shown, stated.of)
    )
    return Draft(text=text, about=about), replace(evidence, figures=(*evidence.figures, *counts))


def _of_kind(asked: StatementsAsked, analysis: QueryAnalysis, scope: Scope) -> list[Claim]:
    """Those that say it in its words, or are of its type, of whom the question is about."""
    pattern = asked.words.pattern.replace(r"\b", "")  # which is no word's end to PostgreSQL
    told = Q(claim_text__iregex=pattern) | Q(topic__iregex=pattern) | Q(source_section__iregex=pattern)
    if asked.claim_type:
        told |= Q(claim_type=asked.claim_type)
    claims = Claim.objects.answering().filter(told, workspace=scope.workspace, anchored=True)
    if scope.document_ids is not None:
        claims = claims.filter(among("document_id", scope.document_ids))
    if not scope.is_chosen:
        claims = claims.filter(document__superseded_by=None)
    found = claims.select_related("document").order_by("-confidence", "document", "page", "pk")[:MOST_READ]
    about = whose(analysis)
    return [
        claim
        for claim in found
        if (asked.words.search(_words(claim)) or claim.claim_type == asked.claim_type)
        and about.allows(claim.claim_text, _words(claim), claim.document_id)
    ]


def _wanted(asked: StatementsAsked, analysis: QueryAnalysis) -> set[str]:
    """The stems of what else the question says, beside whom and when."""
    others = (*analysis.organizations, *analysis.document_nouns)
    spans = [*analysis.period_spans, *((m.start, m.end) for m in others), (asked.start, asked.end)]
    return stems(without(analysis.question, spans)) - stems(" ".join((ASKING, EVERY, OF_STATEMENTS)))


def _named(claims: Sequence[Claim], wanted: set[str]) -> list[Claim]:
    """Those that speak of at least half of what is wanted, those of most of it first."""
    held = [(len(wanted & stems(_words(claim))), claim) for claim in claims]
    enough = [(share, claim) for share, claim in held if share >= ceil(len(wanted) / 2)]
    return [claim for _, claim in sorted(enough, key=lambda each: -each[0])]


def _nearest(claims: Sequence[Claim], question: str, embedder: Embedder) -> list[Claim]:
    """Those nearest to the question by meaning, none twice."""
    some = claims[:MOST_EMBEDDED]
    vectors = embedder.embed([question, *(claim.claim_text for claim in some)])
    near = vectors[1:] @ vectors[0]
    chosen: list[Claim] = []
    for at in np.argsort(-near, kind="stable"):
        if len(chosen) == MOST_LISTED:
            break
        if not any(_are_alike(some[at].claim_text, other.claim_text) for other in chosen):
            chosen.append(some[at])
    return chosen


def _are_alike(one: str, other: str) -> bool:
    first, second = set(one.lower().split()), set(other.lower().split())
    return len(first & second) >= ALIKE * max(min(len(first), len(second)), 1)


def _words(claim: Claim) -> str:
    return f"{claim.claim_text} {claim.topic} {claim.source_section}"


def _span(claim: Claim) -> Span:
    return Span(
        document_id=claim.document_id,
        filename=claim.document.filename,
        page=claim.page,
        quote=claim.quote,
        kind="claim",
        fact_id=claim.pk,
        section=claim.source_section,
    )
