"""Sorts of documents: those that call themselves alike but for numbers, such as all service reports."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from agentic.search.joins.asked import telling_stems
from agentic.search.joins.corpus import Corpus
from agentic.search.lists.verbs import regular
from retrieval.stems import stems, stems_of_each

MOST_DOCUMENTS = 5_000  # of a workspace whose sorts are looked at
LONGEST = 6  # words of what a sort is called
_NUMBERED = re.compile(r"\S*\d\S*")
_MARKS = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class Sort:
    """`name`: what its documents call themselves. `called`: the stems of that and of all their files' names.

    `labels`: those of the properties that they give.
    """

    name: str
    documents: frozenset[int]
    called: frozenset[str]
    labels: frozenset[str]

    @cached_property
    def of_labels(self) -> dict[str, frozenset[str]]:
        """Label → its stems that say what it gives."""
        plain = {label: regular(label) for label in self.labels}
        own = stems_of_each(plain.values())
        return {label: frozenset(telling_stems(own[words])) for label, words in plain.items()}

    @cached_property
    def words(self) -> frozenset[str]:
        """The stems of what its documents are called and give."""
        return self.called.union(*self.of_labels.values())


def sorts_of(corpus: Corpus) -> list[Sort]:
    listed = corpus.documents().values_list("pk", "title", "filename")
    alike: dict[str, list[int]] = defaultdict(list)
    files = {}
    for pk, title, filename in listed:
        name = _name_of(title)
        if 0 < len(name.split()) <= LONGEST:
            alike[name].append(pk)
            files[pk] = frozenset(stems(_name_of(_MARKS.sub(" ", filename.rpartition(".")[0]))))
    given: dict[int, set[str]] = defaultdict(set)
    rows = corpus.properties().select_related(None).filter(document__in=list(files))
    for pk, label in rows.values_list("document_id", "label"):
        given[pk].add(label)
    return [
        Sort(
            name,
            frozenset(own),
            frozenset(stems(name)) | frozenset.intersection(*(files[pk] for pk in own)),
            frozenset().union(*(given[pk] for pk in own)),
        )
        for name, own in alike.items()
    ]


def _name_of(title: str) -> str:
    return " ".join(_NUMBERED.sub(" ", title).casefold().split()).strip(" -–—:,.")
