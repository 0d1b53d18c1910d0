"""How sure the rules' reading of a question is, and what it is in doubt of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from retrieval.question.kinds import KINDS
from retrieval.question.model import QueryAnalysis

CONFIDENT = 0.6  # below, a model reads the question too: two doubts, or one that rules cannot resolve
LONG = 40  # words; such a question has several clauses
NAME = re.compile(r"(?<=[\w,;:] )(?<![.?!] )[A-Z][\w&’'-]+(?:\s+(?:of\s+|&\s+)?[A-Z][\w&’'-]+)*")
# Capitalised, but no names: what questions ask for, forms of filings, and languages' words.
ORDINARY = re.compile(
    r"^(?:I|[A-Z]{2,5}s?|[A-Z][a-z]{0,2}\d\w*|\d.*|Q[1-4]|FY\d*|Form|Item|Note|Section|Part|Table|Page|"
    r"Chapter|Annex|Exhibit|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun(?:day)?|English|Euros?|Dollars?)$"
)
VAGUE_TIME = re.compile(
    r"\b(?:recent(?:ly)?|lately|nowadays|of late|at the time|the same (?:period|year|quarter|time)|"
    r"that (?:year|quarter|month|time|period)|"
    r"(?:before|after|during) the (?!year|quarter|end|beginning)\w+)\b",
    re.IGNORECASE,
)
RECENTLY = re.compile(r"recent(?:ly)?|lately|nowadays|of late", re.IGNORECASE)  # of these, no event's
POINTING = re.compile(r"\b(?:it|its|they|their|them|those|these|he|she|his|her)\b", re.IGNORECASE)
SELF_CONTAINED = ("compare", "list")  # kinds whose words come with others' too


def certainty_of(analysis: QueryAnalysis, *, read: bool) -> tuple[float, tuple[str, ...]]:
    """0–1 and the doubts that lower it; each takes off its share.

    `read`: whether the question has a name that is nobody's, but stands in the documents' text.
    """
    confidence, doubts = 1.0, []
    for share, doubt in _doubts(analysis, read=read):
        confidence *= share
        doubts.append(doubt)
    return confidence, tuple(doubts)


def _doubts(analysis: QueryAnalysis, *, read: bool) -> Iterator[tuple[float, str]]:
    """What each leaves of the confidence, and the doubt in words."""
    question = analysis.question
    for name in analysis.unknown_names:
        yield 0.7, f"no document names “{name}”"
    if not analysis.time_references and (vague := VAGUE_TIME.search(question)):
        yield 0.55, f"“{vague[0]}” is no date"
    several = [mention for mention in analysis.organizations if len(mention.others) > 1]
    if several:
        yield 0.85, f"“{question[several[0].start : several[0].end]}” can be several organizations"
    kinds = [kind for kind, pattern in KINDS if kind not in SELF_CONTAINED and pattern.search(question)]
    if len(kinds) > 1:
        yield 0.85, f"it may ask for {' or '.join(kinds)}"
    if len(question.split()) > LONG:
        yield 0.8, "it is long"
    if not (read or _recognised(analysis)):
        yield 0.7, "nothing in it is known to the rules"
        if POINTING.search(question):
            yield 0.8, "it speaks of something said before"


def unplaced_names(analysis: QueryAnalysis) -> list[str]:
    """What looks like a name inside the question, but is none of those that were read from its documents."""
    known = [*analysis.time_spans, *((m.start, m.end) for m in mentions_of(analysis))]
    return [
        re.sub(r"[’']s?$", "", match[0])
        for match in NAME.finditer(analysis.question)
        if not any(start < match.end() and match.start() < end for start, end in known)
        and not all(ORDINARY.match(word) for word in match[0].split())
    ]


def mentions_of(analysis: QueryAnalysis) -> Iterator:
    for name in ("measures", "organizations", "people", "products", "locations", "events", "topics"):
        yield from getattr(analysis, name)
    yield from analysis.document_nouns


def _recognised(analysis: QueryAnalysis) -> bool:
    return bool(analysis.time_references or list(mentions_of(analysis)))
