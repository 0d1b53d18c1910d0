"""The story of a list over two sorts of documents: what is listed, and what is asked of it or of others.

“How many claims were made under policies held by Marion Teller?”: the policies that give her, and the claims
that give the number of one of these, counted.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from agentic.evidence import ResultTable, Span
from agentic.outcome import Outcome, coverage
from agentic.search.among import Ask, asked_among
from agentic.search.answers.linked import said_of, span_of, value_of_row, with_sentences
from agentic.search.answers.telling import Telling
from agentic.search.decisions.question import decompose
from agentic.search.decisions.steps import Decomposition
from agentic.search.joins.asked import akin_to
from agentic.search.joins.corpus import Corpus, value_of
from agentic.search.joins.ways import has_digit, is_telling
from agentic.search.lists.conditions import Condition, conditions_in
from agentic.search.lists.sorts import MOST_DOCUMENTS, Sort, sorts_of
from agentic.search.lists.wanted import LEFT, Wanted, content_of, opens_list, wanted_in
from agentic.search.state import Search
from documents.models import TableRow
from retrieval.scope.document_kinds import singular
from retrieval.scope.links import Link

NUMBER = r"\d[\d.,]*\d|\d"
MOST_LISTED = 200  # documents; more are left to rows
MOST_TOLD = 3  # links and conditions that are told beside a list


@dataclass(frozen=True)
class Found:
    """The documents that are meant, `rows` by which they meet a condition, `links` to those that do."""

    wanted: Wanted
    documents: Sequence[int]
    rows: Sequence[TableRow]
    links: Mapping[int, Link]


def answer_by_lists(search: Search, ask: Ask) -> Outcome | None:
    """What is listed, counted or added up; None where a word of the question is not accounted for."""
    question = search.question
    if LEFT.search(question) or not opens_list(question):
        return None
    scope = search.everywhere
    if scope.candidates > MOST_DOCUMENTS:
        return None
    corpus = Corpus(scope.workspace, scope.chosen)
    sorts = sorts_of(corpus)
    ways = wanted_in(question, sorts)
    if not ways:
        return None
    asked = decompose(search.inquiry.analysis, search.known)
    with search.inquiry.trace.step(
        "search", "List documents of one sort by what they are linked with"
    ) as step:
        step.output = {"listed": sorted({f"{way.label or way.sort.name}" for way in ways})}
        found = _found(ways, asked, sorts, corpus, search)
        step.rows = len(found.documents) if found else 0
    return _told(found, search, ask) if found and not _is_of_rows(found, asked, search) else None


def _is_of_rows(found: Found, asked: Decomposition, search: Search) -> bool:
    """Whether fields of one sort of documents, as rows have them, say what is asked: then these answer it.

    Values that they give are told by their names, as “which machines”: rows would tell the documents.
    """
    wanted = found.wanted
    told = search.known.get(wanted.label) if wanted.form in ("list", "who") else None
    own_name = wanted.label and all(
        akin_to(stem, wanted.sort.called) for stem in wanted.sort.of_labels[wanted.label]
    )
    if told and not told.is_number and not own_name:  # no “Claim number”, nor “Claimant”, of claims
        return False
    infos = [search.known.get(name) for name in asked.constraints]
    own = {label for info in infos if info for label in info.spellings}
    return not found.links and not own.isdisjoint(row.label for row in found.rows)


def _found(
    ways: Sequence[Wanted], asked: Decomposition, sorts: Sequence[Sort], corpus: Corpus, search: Search
) -> Found | None:
    """The documents by the only way that accounts for each word of the question."""
    conditions = conditions_in(search.question, asked, ways, known=search.known, sorts=sorts, corpus=corpus)
    if not conditions:
        return None
    each = (_of_sort(way, conditions, sorts, corpus, search.question) for way in ways)
    met = [found for found in each if found]
    met = [found for found in met if not found.links] or met  # what is linked with them gives it too
    same = {frozenset(found.documents) for found in met}
    return met[0] if len(same) == 1 and len({found.wanted.label for found in met}) == 1 else None


def _of_sort(
    wanted: Wanted, conditions: Sequence[Condition], sorts: Sequence[Sort], corpus: Corpus, question: str
) -> Found | None:
    """Its documents that meet each condition, or are linked with one of another sort that does."""
    own, rows, others = set(wanted.sort.documents), [], []
    for condition in conditions:
        if here := own & condition.rows.keys():
            own = here
            rows.append(condition)
        else:
            others.append(condition)
    words = set(wanted.sort.words).union(*(condition.said for condition in conditions))
    links: dict[int, Link] = {}
    if others:
        linked = _linked(wanted.sort, own, others, sorts, corpus, content_of(question))
        if linked is None:
            return None
        other, links = linked
        own &= links.keys()
        words |= other.words
    said = content_of(question)
    numbers = re.findall(NUMBER, " ".join(condition.numbers for condition in conditions))
    is_told = all(akin_to(stem, words) for stem in said if not has_digit(stem))
    is_counted = set(re.findall(NUMBER, question)) <= set(numbers)
    if not own or len(own) > MOST_LISTED or not is_told or not is_counted or corpus.is_late:
        return None
    own_rows = [condition.rows[pk] for condition in rows for pk in sorted(own)]
    given = [condition.rows[links[pk].start] for condition in others for pk in sorted(own)]
    evidence = {row.pk: row for row in (*own_rows, *given)}
    return Found(wanted, sorted(own), list(evidence.values()), links)


def _linked(
    target: Sort,
    own: Iterable[int],
    conditions: Sequence[Condition],
    sorts: Sequence[Sort],
    corpus: Corpus,
    said: Iterable[str],
) -> tuple[Sort, dict[int, Link]] | None:
    """The one other sort whose documents meet all conditions, and its links with the first, by document."""
    ways = []
    for sort in sorts:
        meeting = set(sort.documents).intersection(*(condition.rows.keys() for condition in conditions))
        if sort is not target and meeting and (links := _links(sort, meeting, target, own, corpus, said)):
            ways.append((sort, links))
    return ways[0] if len(ways) == 1 else None


def _links(
    sort: Sort,
    meeting: Iterable[int],
    target: Sort,
    own: Iterable[int],
    corpus: Corpus,
    said: Iterable[str],
) -> dict[int, Link]:
    """By what the two sorts have in common and one of them tells its documents apart by, a number first.

    A name only where the question has a word of what one of them gives it as: whoever filed a claim may have
    received other goods. `said`: its stems.
    """
    rows = list(corpus.properties().filter(document__in=sort.documents | target.documents).order_by("pk"))
    by_label: dict[tuple[bool, str], dict[str, list[TableRow]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if is_telling(value_of(row)):
            of_first = row.document_id in sort.documents
            by_label[of_first, row.label][value_of(row).casefold()].append(row)
    pairs = []
    for (of_first, first), given in by_label.items():
        for (of_second, second), also in by_label.items():
            common = given.keys() & also.keys()
            if not of_first or of_second or not common:
                continue
            is_number = all(map(has_digit, common))
            labels = sort.of_labels[first] | target.of_labels[second]
            if not is_number and not any(akin_to(stem, said) for stem in labels):
                continue
            is_key = _tells_apart(given) or _tells_apart(also)
            if is_key:
                pairs.append((is_number, len(common), given, also))
    if not pairs:
        return {}
    *_, given, also = max(pairs, key=lambda pair: pair[:2])
    links, meeting, kept = {}, set(meeting), set(own)
    for value, starts in given.items():
        for start in starts:
            for row in also.get(value, ()) if start.document_id in meeting else ():
                if row.document_id in kept:
                    pair = (start.document_id, row.document_id)
                    links[row.document_id] = Link(*pair, "number", value_of(row), start, row)
    return links


def _tells_apart(given: Mapping[str, Sequence[TableRow]]) -> bool:
    """Whether no two documents give the same."""
    return all(len({row.document_id for row in rows}) == 1 for rows in given.values())


# --- the answer ---


def _told(found: Found, search: Search, ask: Ask) -> Outcome | None:
    wanted, corpus = found.wanted, Corpus(search.everywhere.workspace, search.everywhere.chosen)
    if wanted.form == "sum":
        label = wanted.label.lower().removeprefix("total ")
        outcome = asked_among(f"What is the total {label}?", found.documents, search, ask)
    else:
        outcome = _listed(found, search, corpus)
    apart = " " if len(found.documents) == 1 else "\n\n"  # what the one is chosen by is of the answer
    return with_sentences(outcome, _said_of(found), apart=apart) if outcome else None


def _said_of(found: Found) -> list[tuple[str, list[Span]]]:
    """What is given that was asked for, and how the documents are linked."""
    is_one = len(found.documents) == 1  # of which it is told too what it is chosen by, as its total
    own = [
        row
        for row in found.rows
        if row.document_id not in found.documents or (is_one and row.label != found.wanted.label)
    ]
    said = [(f"{row.document.filename} gives {row.quote.strip().rstrip('.')}", [span_of(row)]) for row in own]
    links = [said_of(found.links[pk]) for pk in found.documents if pk in found.links]
    return [*said[:MOST_TOLD], *links[:MOST_TOLD]]


def _listed(found: Found, search: Search, corpus: Corpus) -> Outcome | None:
    wanted = found.wanted
    asked = Decomposition(intent="compute" if wanted.form == "count" else "list", by_document=True)
    told = coverage(search.everywhere)
    telling = Telling(asked, search.known, search.question, search.everywhere.workspace, told, ())
    rows = _rows_told(found, corpus)
    if wanted.label and {row.document_id for row in rows} != set(found.documents):
        return None
    values: dict[str, list[TableRow]] = defaultdict(list)
    for row in rows:
        values[value_of_row(row) if wanted.label else row.document.filename].append(row)
    cited = {
        value: "".join(dict.fromkeys(map(telling.cite, map(span_of, own)))) for value, own in values.items()
    }
    parts = [f"{value} {marks}" for value, marks in cited.items()]
    if wanted.form == "list" and all(_is_number(row) for row in rows):  # which says of none what it is
        parts = [
            f"{row.document.filename} ({value_of_row(row)}) {telling.cite(span_of(row))}" for row in rows
        ]
    if wanted.label and len(rows) == 1:
        parts = [f"{value}, of {rows[0].document.filename} {marks}" for value, marks in cited.items()]
    for row in rows:
        telling.name(f"{value_of_row(row)} {row.document.filename}", span_of(row))
    said = wanted.label if wanted.label and len(rows) == 1 and wanted.form != "count" else wanted.said
    of = f"{said}: {'; '.join(parts)}."
    text = of[0].upper() + of[1:]
    if wanted.form == "count":
        is_of_documents = all(akin_to(stem, wanted.sort.called) for stem in content_of(wanted.said))
        number = len(found.documents) if is_of_documents else len(values)
        of = of if number > 1 else f"{singular(wanted.said)}: {'; '.join(parts)}."
        text = f"{telling.count(number, wanted.said)} {of}"
    table = ResultTable(
        columns=("Document", wanted.label or "Given"),
        rows=tuple((row.document.filename, value_of_row(row)) for row in rows),
        spans=tuple(map(span_of, rows)),
        explanation="List documents of one sort by what they are linked with",
    )
    draft, evidence = telling.outcome(text, [table])
    matches = {"document_ids": found.documents, "by_document": True, "total": len(found.documents)}
    return replace(draft, matches=matches), evidence


def _is_number(row: TableRow) -> bool:
    return isinstance(row.properties.get(row.label), int | float)


def _rows_told(found: Found, corpus: Corpus) -> list[TableRow]:
    """The values that are asked for; of documents the rows by which they are meant."""
    if found.wanted.label:
        rows = corpus.properties().filter(document__in=found.documents, label=found.wanted.label)
        return list(rows.order_by("document__filename", "pk"))
    own = {row.document_id: row for row in reversed(found.rows)}
    return [
        link.target_row if (link := found.links.get(pk)) and link.target_row else own[pk]
        for pk in found.documents
    ]
