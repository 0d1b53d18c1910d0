"""Whom a question asks about though no document mentions them: figures of others are no answer to it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from documents.models import Metric, TableRow, Workspace
from retrieval.question.confidence import NAME, ORDINARY, mentions_of
from retrieval.question.kinds import compares_sides
from retrieval.question.model import QueryAnalysis
from retrieval.question.naming.honorifics import without_honorific
from retrieval.search.keyword.keywords import standing_in_text
from retrieval.tables.rules.vocabulary.places import every_code_of

FIRST = re.compile(
    r"^\W*(?:(?:From|Of|For|In|By|At|Under|According to)\s+)?"
    r"(?P<name>[A-Z][\w&’'-]+(?:\s+(?:&\s+)?[A-Z][\w&’'-]+)*)"
)
OWNER = re.compile(r".+?[’']s(?=\s)")
VERSUS = re.compile(r"(?<=\bvs\. )[A-Z][\w&’'-]+(?:\s+(?:&\s+)?[A-Z][\w&’'-]+)*")
POSSESSIVE = re.compile(r"[’']s?$")
TIME_NAME = re.compile(r"(?:Q[1-4]|H[12]|FY\W?\d*|\d.*)$")
ASKED_ABOUT = re.compile(r"\b(?:of|did|does|has|have|had)\s+$", re.IGNORECASE)
BESIDE = re.compile(r"(?:\b(?:or|than)|,)\s+$", re.IGNORECASE)
# Between two sides that stand next to each other: “A and B”, “A's vs. B”, “A with that of B”
JOINED = re.compile(
    r"(?:[’']s?)?(?:,|\s+(?:and|or|versus|vs\.?|against|with|to|than))\s+"
    r"(?:(?:that|those|the one)\s+of\s+|of\s+)?",
    re.IGNORECASE,
)
# What stands first in a question and is no name.
OPENING = re.compile(
    r"^(?:what|who|whose|where|when|why|how|which|that|there|here|it|let|he|she|today|yesterday|tomorrow|give|"
    r"show|tell|list|find|get|state|name|compare|compute|calculate|report|sum|add|count|provide|extract|"
    r"describe|explain|summari[sz]e|please|is|are|was|were|do|does|did|has|have|had|can|could|in|for|by|at|on|"
    r"the|a|an|our|their|its|my|your|and|or|any|all|each|every|latest|last|first|next|current|previous|prior|"
    r"full|half|year|quarter|mean|average|median|cumulative|aggregate|overall|highest|lowest|best|net|gross|company|group)$",
    re.IGNORECASE,
)
OF_A_NATION = re.compile(r"\w(?:ian|ish|ese|can)$")  # “Canadian males” are those of Canada
BEFORE_NOUN = re.compile(r"\s+[a-z]")
NO_NAME = re.compile(r"\w(?:ed|ing|ly|al|ic|ive|able|ary|est)$")  # “Adjusted”, “Annual”, “Organic”


def absent_subjects(analysis: QueryAnalysis, workspace: Workspace) -> tuple[str, ...]:
    """The names that the question asks about and that stand in no text, title or file name.

    None where it calls somebody whom documents name, unless it compares them with others, or these stand
    right beside them.
    """
    compares = analysis.kind == "compare" or compares_sides(analysis.question)
    if (analysis.organizations or analysis.people) and not compares:
        asked = list(_beside_known(analysis))
    else:
        asked = list(dict.fromkeys(asked_about(analysis)))
    if not asked:
        return ()
    standing = standing_in_text(asked, workspace)
    absent = [name for name in asked if name not in standing and not _is_told_of(name, workspace)]
    return tuple(name for name in absent if not _is_coded(name, workspace))


def merely_mentioned(analysis: QueryAnalysis, workspace: Workspace) -> tuple[str, ...]:
    """The names right beside an organization that texts mention, and no title, file or figure is about."""
    asked = list(dict.fromkeys(_beside_known(analysis)))
    standing = standing_in_text(asked, workspace) if asked else ()
    return tuple(name for name in asked if name in standing and not _has_figures(name, workspace))


def _has_figures(name: str, workspace: Workspace) -> bool:
    rows = Metric.objects.answering().filter(workspace=workspace)
    labels = Q(metric_name__icontains=name) | Q(context__icontains=name)
    return _is_told_of(name, workspace) or rows.filter(labels).exists()


def asked_about(analysis: QueryAnalysis) -> Iterator[str]:
    """What looks like a name and stands where a question puts its subject: “X's revenue”, “revenue of X”."""
    measured = {mention.start for mention in analysis.measures}
    for start, end, name in _names(analysis):
        if _is_subject(analysis.question, start, end, measured) or _is_beside_known(analysis, start, end):
            yield name


def _beside_known(analysis: QueryAnalysis) -> Iterator[str]:
    """The names that stand right beside an organization that documents name."""
    for start, end, name in _names(analysis):
        if _is_beside_known(analysis, start, end):
            yield name


def _names(analysis: QueryAnalysis) -> Iterator[tuple[int, int, str]]:
    """What looks like a name and is none that was read: its characters, and the name without its “'s”."""
    question = analysis.question
    known = [*analysis.time_spans, *((m.start, m.end) for m in mentions_of(analysis))]
    first = FIRST.match(question)
    places = [first.span("name")] if first else []
    places += [match.span() for pattern in (NAME, VERSUS) for match in pattern.finditer(question)]
    for start, end in dict.fromkeys(places):
        within = [low for low, high in known if start < high and low < end]
        end = start + len(question[start : min([end, *within])].rstrip())  # “Acme EPS” names Acme
        if owner := OWNER.match(question[start:end]):  # “Acme's Cloud Services” names Acme
            end = start + owner.end()
        name = without_honorific(POSSESSIVE.sub("", question[start:end]))
        if name and not OPENING.match(name.split()[0]):
            yield start, end, name


def _is_beside_known(analysis: QueryAnalysis, start: int, end: int) -> bool:
    """Whether only a word that joins two sides stands between the name and a known organization."""
    question = analysis.question
    if all(ORDINARY.match(word) or NO_NAME.search(word) for word in question[start:end].split()):
        return False
    return any(
        JOINED.fullmatch(question[each.end : start]) or JOINED.fullmatch(question[end : each.start])
        for each in analysis.organizations
    )


def _is_subject(question: str, start: int, end: int, measured: set[int]) -> bool:
    name, before = question[start:end], question[:start]
    if TIME_NAME.match(name) or (OF_A_NATION.search(name) and BEFORE_NOUN.match(question[end:])):
        return False
    if POSSESSIVE.search(name):
        # Capitals alone may be any abbreviation: “the CEO's pay”, but “IBM's revenue”.
        bare = POSSESSIVE.sub("", name)
        return not ORDINARY.match(bare) or bool(measured and not re.search(r"\b(?:the|an?) $", before, re.I))
    if all(ORDINARY.match(word) for word in name.split()):
        return False
    directly = end + len(question[end:]) - len(question[end:].lstrip()) in measured
    if compares_sides(question) and BESIDE.search(before):
        return True
    return bool(ASKED_ABOUT.search(before)) or (directly and not NO_NAME.search(name))


def _is_coded(name: str, workspace: Workspace) -> bool:
    """Whether it is a country or state whose code is all of a cell of a table: “IT” for Italy."""
    rows = TableRow.objects.answering().filter(workspace=workspace)
    texts = rows.annotate(said=Cast("properties", TextField()))
    return any(texts.filter(said__contains=f'"{code}"').exists() for code in every_code_of(name))


def _is_told_of(name: str, workspace: Workspace) -> bool:
    """Whether a title, a file's name or whom a figure is of has the name."""
    named = Q(title__icontains=name) | Q(filename__icontains=name)
    figures = Metric.objects.answering().filter(workspace=workspace, entity_name__icontains=name)
    return workspace.documents.filter(named).exists() or figures.exists()
