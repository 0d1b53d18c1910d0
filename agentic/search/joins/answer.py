"""The story of a join: what is asked for and given, who holds it, what leads from one to the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agentic.evidence import Span
from agentic.outcome import Outcome
from agentic.search.among import Ask, asked_among
from agentic.search.answers.linked import said_of, told, with_sentences
from agentic.search.decisions.question import decompose
from agentic.search.joins.anchors import Anchor, by_sentence, described, holders_of
from agentic.search.joins.asked import Asked, asked_of
from agentic.search.joins.corpus import Corpus, value_of
from agentic.search.joins.paths import Path, answers_alone, paths_to
from agentic.search.state import Search
from retrieval.annotations.fields import property_labels

MOST_TOLD = 3  # links that are told


def answer_by_joins(search: Search, ask: Ask) -> Outcome | None:
    """The value that a document gives which is linked with what is named; None where the question is another.

    Where a document that holds the name gives the value itself, nothing has to be joined.
    """
    asked = asked_of(search.question, property_labels(search.everywhere.workspace))
    if asked is None or not asked.words or _is_of_rows(search):
        return None
    paths = _paths(asked, search)
    by_value: dict[str, list[Path]] = {}
    for path in paths:
        by_value.setdefault(value_of(path.row).casefold(), []).append(path)
    if asked.is_sum and paths:
        return _added_up(asked, paths, search, ask)
    return _told(paths, search) if len(by_value) == 1 else None


def _paths(asked: Asked, search: Search) -> list[Path]:
    corpus = Corpus(search.everywhere.workspace, search.everywhere.chosen)
    with search.inquiry.trace.step("search", "Join documents by what they have in common") as step:
        step.output = {"asked": list(asked.labels), "given": list(asked.names), "words": sorted(asked.words)}
        for anchors in _starts(asked, corpus):
            if paths := paths_to(asked, anchors, corpus):
                step.rows = len(paths)
                return paths
    return []


def _starts(asked: Asked, corpus: Corpus) -> Iterator[list[Anchor]]:
    """The documents to begin with, the surest first; none where one of them answers by itself."""
    if not asked.names:
        found = described(asked, corpus)
        if not answers_alone(found, asked, corpus):
            yield found
            yield [Anchor(anchor.document, anchor.words) for anchor in found]  # by all that they say
        return
    holders = holders_of(asked.names, corpus)
    if holders is None or answers_alone(holders.all(), asked, corpus):
        return
    yield holders.of_each()
    sentences = list(by_sentence(asked.names, corpus))
    if not answers_alone(sentences, asked, corpus):
        yield sentences


def _is_of_rows(search: Search) -> bool:
    """Whether fields alone say all that is asked: then rows answer it, of all documents that meet them."""
    asked = decompose(search.inquiry.analysis, search.known)
    return asked.is_structured and asked.intent in ("list", "compute") and not asked.terms


def _told(paths: Sequence[Path], search: Search) -> Outcome:
    rows = list({path.row.pk: path.row for path in paths[:MOST_TOLD]}.values())
    return with_sentences(told(rows, search), _links_said(paths))


def _added_up(asked: Asked, paths: Sequence[Path], search: Search, ask: Ask) -> Outcome | None:
    documents = list(dict.fromkeys(path.row.document_id for path in paths))
    outcome = asked_among(f"What is the total {paths[0].row.label.lower()}?", documents, search, ask)
    return with_sentences(outcome, _links_said(paths)) if outcome else None


def _links_said(paths: Sequence[Path]) -> list[tuple[str, list[Span]]]:
    links = {(link.start, link.target): link for path in paths for link in path.links}
    return [said_of(link) for link in list(links.values())[:MOST_TOLD]]
