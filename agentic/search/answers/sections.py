"""What a section says, sentence by sentence: for steps and procedures that no single sentence holds."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from agentic.citations.sentences import ITEM, LABELLED, figures_in, placed, span_of
from agentic.evidence import Draft, Evidence
from agentic.facts import wording
from agentic.outcome import Outcome, coverage
from agentic.routes.quoting import Quotable, quotable
from agentic.verification.sentences.statements import own_mark
from documents.models import Document
from retrieval.scope.model import Scope
from retrieval.search.search import Hit
from retrieval.stems import stems

HEADING = re.compile(r"#{1,6}\s+(?P<text>\S.*)")  # as Markdown writes one
NUMBERED = re.compile(r"(\d{1,2})[.)]\s")
SIGNS = re.compile(r"[-_]+")
BULLET = re.compile(r"^[-*•·]\s+")
LEAST_STEPS = 2
MOST_SENTENCES = 12
LEAST_SHARE = 0.6  # of the terms' words, in the heading and in what the document is called


def _items(said: Sequence[Quotable]) -> set[int]:
    """Which of them are numbered one after another: a list, whose short items are no headings."""
    numbers = [int(found[1]) if (found := NUMBERED.match(each.text)) else None for each in said]
    pairs = [at for at, (one, other) in enumerate(pairwise(numbers)) if one and other == one + 1]
    return {place for at in pairs for place in (at, at + 1)}


def _of_list(texts: list[str]) -> list[str]:
    """Without the lines that give a value behind a list: “Result: failed” is none of its items."""
    if not ITEM.match(texts[0]):
        return texts
    return texts[: next((at for at, text in enumerate(texts) if LABELLED.match(text)), None)]


def tell_section(
    terms: Sequence[str],
    hits: Sequence[Hit],
    scope: Scope,
    *,
    are_steps: bool = False,
    only_lists: bool = False,
) -> Outcome | None:
    """The sentences under the heading that has most of the terms; None where no heading is about them.

    `are_steps`: how something is done is asked, which a numbered list tells of a document that is called so.
    `only_lists`: and nothing else tells it.
    """
    wanted = stems(" ".join(terms))
    if not wanted:
        return None
    groups: dict[tuple[int, str], list[tuple[Hit, str]]] = defaultdict(list)
    for hit in hits:
        heading = hit.section
        said = list(quotable([hit], lambda text, hit: True))
        items = _items(said)
        for at, each in enumerate(said):
            marked = HEADING.fullmatch(each.text.strip())
            if (each.is_heading or marked) and at not in items:
                heading = marked["text"] if marked else each.text
            else:
                groups[hit.document_id, heading].append((hit, each.text))
    titles = dict(Document.objects.filter(pk__in={pk for pk, _ in groups}).values_list("pk", "title"))
    scored: list[tuple[bool, float, int, int, list[tuple[Hit, str]]]] = []
    for (_, heading), told in groups.items():
        if all(LABELLED.match(text) for _, text in told):
            continue  # what a document gives, line by line, tells no more than its heading
        own = stems(heading) & wanted
        first = told[0][0]
        named = SIGNS.sub(" ", first.filename.rpartition(".")[0])
        called = stems(f"{named} {titles.get(first.document_id, '')} {first.section} {heading}")
        share = len(wanted & (called | own)) / len(wanted)
        is_list = are_steps and len([text for _, text in told if NUMBERED.match(text)]) >= LEAST_STEPS
        if (is_list or (own and not only_lists)) and share >= LEAST_SHARE:
            scored.append((is_list, share, len(own), -len(scored), told))
    if not scored:
        return None
    best = max(scored, key=lambda each: each[:4])[4]
    texts = _of_list(list(dict.fromkeys(text for _, text in best)))[:MOST_SENTENCES]
    of = {text: hit for hit, text in reversed(best)}
    spans = tuple(placed(span_of(of[text], text)) for text in texts)
    plain = [BULLET.sub("", text) for text in texts]
    lines = "\n".join(f"- “{text}” {own_mark(number)}" for number, text in enumerate(plain, start=1))
    evidence = Evidence(
        spans=spans,
        figures=tuple(figure for span in spans for figure in figures_in(span)),
        coverage=coverage(scope),
        found_in=frozenset(hit.document_id for hit in hits),
        tried=(wording.searched(scope.candidates, len(hits)),),
    )
    return Draft(text=f"The documents say:\n\n{lines}"), evidence
