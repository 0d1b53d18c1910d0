"""What a section says, sentence by sentence: for steps and procedures that no single sentence holds."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from agentic.citations.sentences import figures_in, placed, span_of
from agentic.evidence import Draft, Evidence
from agentic.facts import wording
from agentic.outcome import Outcome, coverage
from agentic.routes.quoting import quotable
from agentic.verification.sentences.statements import own_mark
from retrieval.scope.model import Scope
from retrieval.search.search import Hit
from retrieval.stems import stems

HEADING = re.compile(r"#{1,6}\s+(?P<text>\S.*)")  # as Markdown writes one
MOST_SENTENCES = 12
LEAST_SHARE = 0.6  # of the terms' words, in the heading and in what the document is called


def tell_section(terms: Sequence[str], hits: Sequence[Hit], scope: Scope) -> Outcome | None:
    """The sentences under the heading that has most of the terms; None where no heading is about them."""
    wanted = stems(" ".join(terms))
    if not wanted:
        return None
    groups: dict[tuple[int, str], list[tuple[Hit, str]]] = defaultdict(list)
    for hit in hits:
        heading = hit.section
        for each in quotable([hit], lambda text, hit: True):
            marked = HEADING.fullmatch(each.text.strip())
            if each.is_heading or marked:
                heading = marked["text"] if marked else each.text
            else:
                groups[hit.document_id, heading].append((hit, each.text))
    scored: list[tuple[float, int, int, list[tuple[Hit, str]]]] = []
    for (_, heading), said in groups.items():
        own = stems(heading) & wanted
        called = stems(
            f"{said[0][0].filename.replace('-', ' ').replace('_', ' ')} {said[0][0].section} {heading}"
        )
        share = len(wanted & (called | own)) / len(wanted)
        if own and share >= LEAST_SHARE:
            scored.append((share, len(own), -len(scored), said))
    if not scored:
        return None
    said = max(scored, key=lambda each: each[:3])[3]
    texts = list(dict.fromkeys(text for _, text in said))[:MOST_SENTENCES]
    of = {text: hit for hit, text in reversed(said)}
    spans = tuple(placed(span_of(of[text], text)) for text in texts)
    lines = "\n".join(f"- “{text}” {own_mark(number)}" for number, text in enumerate(texts, start=1))
    evidence = Evidence(
        spans=spans,
        figures=tuple(figure for span in spans for figure in figures_in(span)),
        coverage=coverage(scope),
        found_in=frozenset(hit.document_id for hit in hits),
        tried=(wording.searched(scope.candidates, len(hits)),),
    )
    return Draft(text=f"The documents say:\n\n{lines}"), evidence
