"""The story of a chain: read the question against the records, keep what all that is given leads to."""

from __future__ import annotations

from typing import Any

from agentic.outcome import Outcome
from agentic.search.among import Ask, asked_among
from agentic.search.answers.linked import with_sentences
from agentic.search.chains.beside import beside, in_two
from agentic.search.chains.compared import compared_in
from agentic.search.chains.found import Found, found_in, is_turned, meeting, words_on
from agentic.search.chains.graph import Graph
from agentic.search.chains.reading import Reading
from agentic.search.chains.telling import links_said, told, told_compared
from agentic.search.chains.wanted import Want
from agentic.search.joins.asked import OPENS
from agentic.search.joins.corpus import Corpus
from agentic.search.lists.wanted import opens_list
from agentic.search.state import Search

MOST_ASKED = 1  # documents of which a passage is asked for


def answer_by_chains(search: Search, ask: Ask) -> Outcome | None:
    """What records give that are linked with what is named; None where a word is not accounted for."""
    question = search.question
    if OPENS.match(question) is None and not opens_list(question):
        return None
    graph = Graph(Corpus(search.everywhere.workspace, search.everywhere.chosen))
    if graph.is_too_large or len(graph.documents) < 2:
        return None
    first, second = in_two(question)
    compared = None if second else compared_in(Reading(question, graph))
    found = None if compared else found_in(Reading(first, graph))
    also = beside(found, second, graph) if found and second else {}
    if compared:
        _trace(search, len(compared.pairs), {"compared": compared.form})
        return told_compared(compared, graph, search)
    if found and also is not None:
        given = [each.kind for each in found.given]
        _trace(search, len(found.records), {"given": given, "asked": sorted(found.want.labels)})
        return told(found, also, graph, search)
    return None if second else _asked_of_linked(Reading(question, graph), search, ask)


def _trace(search: Search, rows: int, output: dict[str, Any]) -> None:
    with search.inquiry.trace.step("search", "Follow what documents refer to, from what is named") as step:
        step.rows, step.output = rows, output


def _asked_of_linked(reading: Reading, search: Search, ask: Ask) -> Outcome | None:
    """What the one document says that the rest of the question leads to: “Who signed the contract that …”."""
    if not reading.given or is_turned(reading):
        return None
    for at in sorted(reading.nouns):
        documents, walks = meeting(reading.nouns[at], reading.given, reading)
        if at == min(reading.nouns) and len(documents) == MOST_ASKED and walks[id(documents[0])][0].links:
            before = {*range(at + 1), *(i for given in reading.given for i in given.said)}
            if at > 1 and not reading.left(words_on(documents, walks, reading.given, reading), before):
                text = f"{reading.question[: reading.tokens[at].end]}?"
                outcome = asked_among(text, [documents[0].document.pk], search, ask)
                found = Found(Want("documents", documents, frozenset(), frozenset()), documents, walks, ())
                return with_sentences(outcome, links_said(found)) if outcome else None
    return None
