"""Asking back: with options that are counted from the data, so that none leads nowhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from functools import partial
from typing import Any

from agentic.annotations import annotations_aggregate, annotations_count, annotations_facets
from agentic.evidence import Coverage, Draft, Evidence, ResultTable
from agentic.facts.sayings.mentions import MENTIONING
from agentic.outcome import Outcome
from agentic.properties.telling import plural
from agentic.search.answers.compose import matches_of
from agentic.search.answers.telling import Telling
from agentic.search.decisions.model_steps import is_known
from agentic.search.decisions.rules import carrier_of
from agentic.search.decisions.steps import Attempt, Clarification, Decomposition, Option
from agentic.search.joins.corpus import Corpus
from agentic.search.lists.sorts import MOST_DOCUMENTS, sorts_of
from agentic.search.toolbox import Called
from agentic.sql.execution import SQLFailed
from agentic.trace import Trace
from documents.models import Workspace
from retrieval.annotations.conditions import OF_TABLES
from retrieval.annotations.fields import Fields
from retrieval.scope.filters import BadSearch

WAYS = ("vendor", "customer", "bucket", "year", "document_type", "month")  # in which many hits are told apart
MOST_GROUPS = 8  # options of one way
OF_TIME = ("year", "month")
MOST_TIMES = 12  # options of a way that is of time
MOST_WAYS = 2
COUNTED_AT_ONCE = MOST_WAYS + 1  # since often one of them tells nothing apart
Groups = Mapping[str, Sequence[tuple[str, int]]]
Counted = Callable[..., tuple[Groups, ResultTable]]
LEFT_OUT = {"table"}  # a condition that goes with another
# A bound → the one that takes the last value in.
BOUNDS = {">": "≥", "≥": "≥", ">=": "≥", "<": "≤", "≤": "≤", "<=": "≤"}


def overload(
    telling: Telling, found: Called, *, workspace: Workspace, document_ids: Sequence[int], trace: Trace
) -> Outcome:
    """Too many to read: by whom or when, or all of them as a file."""
    by_document = bool(found.call.arguments.get("by_document"))
    total, noun = found.total, telling.nouns if by_document else "rows"
    counted = partial(
        annotations_facets, workspace=workspace, document_ids=document_ids, by_document=by_document
    )
    options = list(_ways(telling, counted, trace))
    ways = list(dict.fromkeys(option.label.split(": ")[0] for option in options))
    options.append(Option(id="export", label=f"All {total:,} as a file", count=total, is_export=True))
    choice = " or ".join(f"by {way.lower()}" for way in ways)
    which = telling.which()
    reason = (
        f"{telling.count(total, noun)} {noun} match{f' {which}' if which else ''}: "
        f"{f'narrow them {choice}, or ' if choice else ''}take all of them as a file."
    )
    clarification = Clarification(
        type="overload",
        reason=reason,
        attempts=[found.attempt()],
        hints=[f"Say the {' or the '.join(way.lower() for way in ways)} in the question"] if ways else [],
        options=options,
    )
    return _asking(clarification, telling, matches=matches_of(found))


def _ways(telling: Telling, counted: Counted, trace: Trace) -> Iterator[Option]:
    """The matches by vendor, by year …: each way in which they differ, with how many there are of each."""
    asked = telling.asked
    waiting = [way for way in WAYS if way not in asked.constraints and is_known(way, telling.known)]
    told = 0
    while waiting and told < MOST_WAYS:
        together, waiting = waiting[:COUNTED_AT_ONCE], waiting[COUNTED_AT_ONCE:]
        for way, groups in _counted_by(together, asked, counted, trace).items():
            if way in OF_TIME:  # in its order, and whole
                groups = sorted(groups)[: MOST_TIMES + 1]
            is_long = way in OF_TIME and len(groups) > MOST_TIMES
            if len(groups) > 1 and not is_long and told < MOST_WAYS:
                told += 1
                yield from _options(way, groups[: MOST_TIMES if way in OF_TIME else MOST_GROUPS])


def _counted_by(ways: Sequence[str], asked: Decomposition, counted: Counted, trace: Trace) -> Groups:
    """How many there are of each; nothing where the conditions cannot be asked together."""
    named = " and by ".join(way.replace("_", " ") for way in ways)
    with trace.step("sql", f"Count the matches by {named}") as step:
        bucket = asked.buckets[0] if len(asked.buckets) == 1 else ""
        try:
            groups, table = counted(fields=ways, filters=asked.constraints, bucket=bucket)
        except (BadSearch, SQLFailed) as error:
            step.error = str(error)
            return {}
        step.sql, step.rows = table.sql, len(table.rows)
    return groups


def _options(way: str, groups: Sequence[tuple[str, int]]) -> Iterator[Option]:
    title = way.replace("_", " ").capitalize()
    for number, (name, count) in enumerate(groups, start=1):
        value: Any = int(float(name)) if way == "year" else name
        yield Option(
            id=f"{way}-{number}",
            label=f"{title}: {value}",
            count=count,
            add={way: {"op": "=", "value": value}},
        )


def ambiguous(telling: Telling, options: Sequence[Option], reason: str) -> Outcome:
    clarification = Clarification(type="ambiguous", reason=reason, options=list(options))
    return _asking(clarification, telling)


# “List all documents about unicorns” is a list of no kind.
OF_ANY_KIND = re.compile(
    r"\b(?:documents?|files?|texts?|papers?|sources?)\s+(?:about|on|of|with|from|that|which)\b", re.I
)


def too_few(
    telling: Telling,
    attempts: Sequence[Attempt],
    missing: Sequence[str],
    *,
    workspace: Workspace,
    document_ids: Sequence[int],
    trace: Trace,
) -> Outcome:
    """What was tried, and which condition to leave out; an honest no where leaving one out finds nothing
    either.
    """
    asked = telling.asked
    counting = Counting(asked, workspace, document_ids)
    options = _ways_on(counting, trace) or _kinds_there(counting, telling, trace)
    hints = [*_near_names(missing, telling.known), *(f"“{word}” stands nowhere" for word in missing)]
    which = telling.which()
    info = telling.known.get(carrier_of(asked, telling.known))
    giving = f" that give “{info.title}”" if info and info.name not in asked.constraints else ""
    reason = f"No {telling.nouns}{giving} are found{f' {which}' if which else ''}."
    told = [f"{each.tried}: {each.hits:,}" for each in attempts]
    telling.tried = tuple(dict.fromkeys([*telling.tried, *told]))
    if not options:
        return telling.outcome(reason, [], answered=False)
    clarification = Clarification(
        type="no_low", reason=reason, attempts=list(attempts), hints=hints, options=options
    )
    return _asking(clarification, telling)


@dataclass(frozen=True)
class Counting:
    """Counts what other conditions would find, of the documents that were asked for."""

    asked: Decomposition
    workspace: Workspace
    document_ids: Sequence[int]

    def of(self, filters: Mapping[str, Any], *, in_bucket: bool = True) -> int:
        """Documents; none where the conditions cannot be asked together."""
        try:
            rows, documents = annotations_count(
                workspace=self.workspace,
                filters=filters,
                document_ids=self.document_ids,
                carrier=self.asked.measure,
                bucket=self.bucket if in_bucket else "",
                by_document=self.asked.by_document and "about" not in filters,  # which rows may have
            )
        except (BadSearch, SQLFailed):
            return 0
        return documents if rows else 0

    def documents(self, kind: Mapping[str, Any]) -> int:
        """How many are of the kind."""
        _, documents = annotations_count(
            workspace=self.workspace,
            filters={"kind": dict(kind)},
            document_ids=self.document_ids,
            by_document=True,
        )
        return documents

    @property
    def bucket(self) -> str:
        return self.asked.buckets[0] if len(self.asked.buckets) == 1 else ""

    def greatest(
        self, name: str, filters: Mapping[str, Any], *, least: bool
    ) -> tuple[int | float, str] | None:
        """The greatest or least value of a field, with its unit, among what the other conditions find."""
        try:
            table = annotations_aggregate(
                workspace=self.workspace,
                function="min" if least else "max",
                field=name,
                filters=filters,
                bucket=self.bucket,
                document_ids=self.document_ids,
            )
        except (BadSearch, SQLFailed):
            return None
        if len(table.rows) != 1:
            return None
        told = dict(zip(table.columns, table.rows[0], strict=True))
        if not isinstance(told["value"], int | float | Decimal):
            return None
        value = float(told["value"])
        return (int(value) if value.is_integer() else value), str(told.get("unit") or "")


def _ways_on(counting: Counting, trace: Trace) -> list[Option]:
    """Wider bounds, one condition less, and everything: each where that finds something."""
    asked = counting.asked
    with trace.step("sql", "Count what is found by wider conditions") as step:
        options = [*_wider(counting), *_without_one(counting), *_everywhere(counting)]
        step.output = {"tried": len(asked.constraints), "found": len(options)}
    return options


def _kinds_there(counting: Counting, telling: Telling, trace: Trace) -> list[Option]:
    """What documents there are, by what they call themselves, where a list is of a kind that there is not."""
    asked = counting.asked
    kind = asked.constraints.get("kind")
    is_list = asked.intent == "list" and asked.by_document and not asked.buckets
    is_list = is_list and not (MENTIONING.search(telling.question) or OF_ANY_KIND.search(telling.question))
    if not is_list or telling.coverage.considered > MOST_DOCUMENTS or (kind and counting.documents(kind)):
        return []
    with trace.step("sql", "Count the kinds of documents that there are") as step:
        sorts = sorts_of(Corpus(counting.workspace, list(counting.document_ids) or None))
        names = sorted(sorts, key=lambda sort: (-len(sort.documents), sort.name))[:MOST_GROUPS]
        kinds = {sort.name: {"op": "in", "value": [sort.name]} for sort in names}
        counted = {name: counting.documents(each) for name, each in kinds.items()}
        options = [
            Option(
                id=f"kind-{number}",
                label=plural(name).capitalize(),
                count=count,
                add={"kind": kinds[name]},
                drop=[each for each in asked.constraints if each != "kind"],
            )
            for number, (name, count) in enumerate(counted.items(), start=1)
            if count
        ]
        step.rows = len(options)
    return options


def _wider(counting: Counting) -> Iterator[Option]:
    """Each bound as far as there is anything."""
    asked = counting.asked
    for number, (name, condition) in enumerate(asked.constraints.items(), start=1):
        op, value = str(condition.get("op")), condition.get("value")
        if op not in BOUNDS or not isinstance(value, int | float):
            continue
        rest = {key: each for key, each in asked.constraints.items() if key != name}
        nearest = counting.greatest(name, rest, least=op in ("<", "≤", "<="))
        if nearest is None:
            continue
        bound, unit = nearest
        wider = {"op": BOUNDS[op], "value": bound, **({"unit": unit} if unit else {})}
        if count := counting.of({**rest, name: wider}):
            label = f"With {_condition(name, wider)}"
            yield Option(id=f"wider-{number}", label=label, count=count, add={name: wider})


def _without_one(counting: Counting) -> Iterator[Option]:
    """Each condition left out in turn, where the others then find something."""
    asked = counting.asked
    names = [name for name in asked.constraints if name not in LEFT_OUT]
    if asked.buckets and (count := counting.of(asked.constraints, in_bucket=False)):
        named = " or ".join(asked.buckets)
        yield Option(id="without-0", label=f"In all buckets, not only {named}", count=count, drop=["bucket"])
    if len(names) < 2 - bool(asked.buckets):
        return
    for number, name in enumerate(names, start=1):
        dropped = {name} | (LEFT_OUT if name == "text" else set())
        rest = {key: value for key, value in asked.constraints.items() if key not in dropped}
        if rest and (count := counting.of(rest)):
            label = f"Without {_condition(name, asked.constraints[name])}"
            yield Option(id=f"without-{number}", label=label, count=count, drop=sorted(dropped))


def _everywhere(counting: Counting) -> Iterator[Option]:
    """The words alone, in all documents."""
    asked = counting.asked
    words = {name: each for name, each in asked.constraints.items() if name in ("text", "about", "table")}
    dropped = sorted(name for name in asked.constraints if name not in words)
    said = " ".join(str(each["value"]) for name, each in words.items() if name != "table")
    if not said or len(dropped) + bool(asked.buckets) < 2:
        return
    in_rows = {"table": OF_TABLES, "text": {"op": "~", "value": said}}  # as the words are looked for first
    if count := counting.of(in_rows, in_bucket=False) or counting.of(words, in_bucket=False):
        yield Option(
            id="all", label=f"Search all documents for “{said}”", count=count, drop=[*dropped, "bucket"]
        )


def _condition(name: str, condition: Mapping[str, Any]) -> str:
    value = condition.get("value")
    told = " or ".join(map(str, value)) if isinstance(value, list) else str(value)
    if name in ("text", "about"):
        return f"“{told}”"
    return f"{name.replace('_', ' ')} {condition.get('op', '=')} {told} {condition.get('unit', '')}".rstrip()


def _near_names(missing: Sequence[str], known: Fields) -> list[str]:
    """Names of fields and values that are written nearly as the words that stand nowhere."""
    names = {info.name: info.title for info in known.by_name.values()}
    names |= {value: labels[0][1] for value, labels in known.values.items()}
    hints = []
    for word in missing:
        near = get_close_matches(word.lower(), list(names)[:20_000], n=3, cutoff=0.75)
        if near:
            hints.append(f"“{word}”: try {', '.join(f'“{names[name]}”' for name in near)}")
    return hints


def _asking(clarification: Clarification, telling: Telling, **more: Any) -> Outcome:
    """Nothing is claimed but the counts, which the options carry."""
    draft = Draft(
        text=clarification.reason,
        answered=False,
        clarification=clarification.reason,
        clarify=clarification.model_dump(),
        **more,
    )
    coverage: Coverage = telling.coverage
    return draft, Evidence(coverage=coverage, tried=telling.tried, figures=tuple(telling.figures))
