"""What a question measures, in the workspace's own words, and whether every word of it is understood."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from agentic.facts.figures.totals import DUE, total_labels
from documents.models import Workspace
from reading.measures.catalogue import MEASURES
from retrieval.annotations.fields import property_labels
from retrieval.annotations.labels import labels_of
from retrieval.question.model import QueryAnalysis
from retrieval.question.naming.mentions import Mention
from retrieval.question.wording.words import OF_PARTS
from retrieval.scope.model import Scope
from retrieval.stems import stems

# Words that ask, but do not say what for.
ASKING = (
    "percent percentage share proportion fraction ratio occur occurred spend spent as what was is are "
    "were the give tell show me us please how much high large big did do does has have had amount "
    "amounted value values figure figures number numbers total company report reported reports "
    "according document documents file files page exact exactly many year years quarter quarters "
    "fiscal month months week weeks end ended ending period full first second third fourth annual "
    "quarterly list all every each across any stated state altogether sum combined add together cumulative "
    "average mean highest largest biggest lowest smallest maximum minimum change changed grow grew "
    "growth increase increased decrease decreased decline declined compare compared comparison versus "
    "vs difference between from to in of for at by and or which when between during come came stand "
    "stood say said it its their our we one ones them these those higher lower larger bigger smaller "
    "greater more less fewer than either both two who whose money best better worst worse strong stronger "
    "strongest weak weaker weakest rise rises rose risen fall falls fell fallen drop dropped went up down "
    "half halves half-year monthly yearly single any least fewest "
    "generated generates generate attributed contribute contributed contributes invest invested disclosed "
    "achieve achieves achieved attain attained bring brings brought portion "
    "make makes made post posted record recorded incur incurred undertake undertook undertaken engage "
    "engaged conduct conducted go goes gone went with their"
)

MOST_LABELS = 50  # whose words the question has
FOOTNOTES = tuple(map(str, range(1, 10)))  # “Subscription services (4)”
FOOTNOTE = re.compile(r"\s*\(\d\)$")

# Kinds that a label without a meaning of its own, “Total”, can serve: the total of each invoice.
OF_DOCUMENTS = ("sum", "average", "highest", "lowest", "list")
# “Which states had excess rainfall?”: of which things it is so, whatever number stands beside such words
WHICH_ONES = re.compile(
    r"^\W*which\s+(?:\w+\s+){0,2}?(?P<noun>\w+s)\s+(?:ha(?:d|ve|s)|got|received|saw|are|were)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Target:
    """`canonical` names or written `labels` of what is asked for; `left` are the stems not understood.

    `is_total`: the labels are those of whole documents' totals, of which each document has its own.
    `under`: the measure that the words over the rows must name, of rows that are called by a part of it.
    `part`: the rows stand under a heading that names the part, and are called by the measure.
    `fulls`: short names of rows, and what each is short for.
    """

    canonical: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    left: frozenset[str] = frozenset()
    is_total: bool = False
    under: str = ""
    part: bool = False
    fulls: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        if self.is_total:
            return "the total of each document"
        return ", ".join(self.labels or (name.replace("_", " ") for name in self.canonical))


def asks_for_names(analysis: QueryAnalysis, target: Target) -> bool:
    """Whether things are asked for that are no part of what the figure is called."""
    asked = WHICH_ONES.search(analysis.question)
    if (
        asked is None
        or analysis.kind not in ("lookup", "list")
        or analysis.document_nouns
        or not target.labels
    ):
        return False
    return not stems(asked["noun"]) <= stems(" ".join(target.labels))


def find_target(analysis: QueryAnalysis, scope: Scope) -> Target | None:
    """What the question measures: a canonical name, or the label that covers most of its words.

    None where neither the vocabulary nor any figure of the workspace goes by its words.
    """
    rest = stems(without(analysis.question, known_spans(analysis)))
    measured = stems(" ".join(analysis.question[m.start : m.end] for m in analysis.measures))
    asking = stems(ASKING)
    nouns = stems(" ".join(m.name for m in analysis.document_nouns))
    labels, covered = _labels(scope.workspace, rest | measured | nouns, asking - measured)
    if analysis.measures and len(covered - (asking - measured)) <= len(measured):
        names = tuple(dict.fromkeys(m.name for m in analysis.measures))
        return Target(canonical=names, left=frozenset(rest - measured - asking))
    if not covered - asking - nouns - stems(DUE) and (totals := total_labels(analysis, scope, rest - asking)):
        return Target(labels=totals, is_total=True)
    if covered - asking or (labels and analysis.kind in OF_DOCUMENTS and analysis.document_nouns):
        return Target(labels=labels, left=frozenset(rest - covered - asking))
    return None


def parts_named(target: Target, analysis: QueryAnalysis, scope: Scope) -> list[Target]:
    """The rows of a part of a measure, where the question has more words than the measure's, surest first.

    Of “services revenue” those called “Services” in a table of revenue; of “AWS revenue” those called “Net
    sales” under a heading “AWS”.
    """
    left = target.left - stems(OF_PARTS) or target.left
    if len(target.canonical) != 1 or not left:
        return []
    name = target.canonical[0]
    called = labels_of(scope.workspace).within({*left, *FOOTNOTES}, having=left)
    found = [
        Target(labels=tuple(label.name for label in called), under=name),
        Target(labels=_unnamed(name, scope), left=left, part=True),
    ]
    return [part for part in found if part.labels]


def as_written(target: Target, scope: Scope) -> Target | None:
    """The rows that are called by the measure and were not taken for it where they stand."""
    labels = _unnamed(target.canonical[0], scope) if len(target.canonical) == 1 else ()
    return replace(target, canonical=(), labels=labels) if labels else None


def _unnamed(name: str, scope: Scope) -> tuple[str, ...]:
    own = MEASURES[name].labels if name in MEASURES else ()
    if not own:
        return ()
    labels = labels_of(scope.workspace).within({*stems(" ".join(own)), *FOOTNOTES}, unnamed=True)
    return tuple(label.name for label in labels if FOOTNOTE.sub("", label.name).lower() in own)


def names_compound(analysis: QueryAnalysis) -> bool:
    """Whether two measures stand side by side and are a third: “inventory turnover”, “debt equity”."""
    spots = sorted((mention.start, mention.end) for mention in analysis.measures)
    return any(not analysis.question[end:start].strip() for (_, end), (start, _) in pairwise(spots))


def known_spans(analysis: QueryAnalysis) -> list[tuple[int, int]]:
    mentions: Sequence[Mention] = (
        *analysis.organizations,
        *analysis.people,
        *analysis.measures,
        *analysis.document_nouns,
    )
    return [*analysis.period_spans, *((m.start, m.end) for m in mentions)]


def without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text.replace("'s ", " ").replace("’s ", " ")


def _labels(workspace: Workspace, asked: set[str], weak: set[str]) -> tuple[tuple[str, ...], set[str]]:
    """The written labels all of whose words the question has, those with most words; and these words.

    A label made of `weak` words only, such as “Total”, gives way to any other.
    """
    found = labels_of(workspace).within(asked)
    if not found:
        return (), set()
    ranked = sorted(found, key=lambda label: (-len(label.stems), len(label.name)))[:MOST_LABELS]
    covered = max((set(label.stems) for label in ranked), key=lambda words: (len(words - weak), len(words)))
    return tuple(label.name for label in ranked if set(label.stems) == covered), covered


def find_property(analysis: QueryAnalysis, workspace: Workspace) -> tuple[tuple[str, ...], frozenset[str]]:
    """Labels of key–value rows that the question names, and the stems that they leave unexplained."""
    asked = stems(without(analysis.question, known_spans(analysis))) - stems(ASKING)
    labels = property_labels(workspace)
    ranked = [(words, name) for name in labels if (words := stems(name)) and words <= asked]
    if not ranked:
        return (), frozenset(asked)
    most = max(len(words) for words, _ in ranked)
    best = [(words, name) for words, name in ranked if len(words) == most]
    return tuple(name for _, name in best), frozenset(asked - best[0][0])
