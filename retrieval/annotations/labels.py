"""What the figures of a workspace are called, so that a question's words find their rows.

The labels are kept in the process (retrieval/keeping.py): among 100,000 figures the database takes 30 ms to
find those whose words are among the question's, and one question asks for them in several forms.
"""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from documents.models import Workspace
from retrieval.keeping import Kept

_LABELS = """
SELECT metric_name, label_stems, bool_or(canonical_name = ''), bool_or(unit <> '%%')
FROM documents_metric WHERE workspace_id = %s AND anchored AND NOT kept_out
GROUP BY metric_name, label_stems ORDER BY metric_name"""


class Label(NamedTuple):
    name: str
    stems: tuple[str, ...]


class Labels:
    """The labels of anchored figures that answers may be made of, by their word stems.

    What is found comes in the order of the names. `unnamed`: only labels of which some figure has no
    canonical name; `amounts`: only those of which some figure is no percentage.
    """

    def __init__(self, rows: Sequence[tuple[str, Sequence[str], bool, bool]]) -> None:
        self._labels = [Label(name, tuple(map(sys.intern, stems))) for name, stems, *_ in rows]
        self._sizes = np.array([len(label.stems) for label in self._labels], dtype=np.int32)
        self._unnamed = np.array([unnamed for *_, unnamed, _ in rows], dtype=bool)
        self._amounts = np.array([amount for *_, amount in rows], dtype=bool)
        folded = sorted((label.name.casefold(), place) for place, label in enumerate(self._labels))
        self._folded = [name for name, _ in folded]
        self._by_beginning = [place for _, place in folded]
        places: dict[str, list[int]] = defaultdict(list)
        for place, label in enumerate(self._labels):
            for stem in label.stems:
                places[stem].append(place)
        self._places = {stem: np.array(found, dtype=np.int32) for stem, found in places.items()}

    def within(
        self, stems: Collection[str], *, having: Collection[str] = (), unnamed: bool = False
    ) -> list[Label]:
        """The labels that have stems and only such ones, all of `having` among them."""
        chosen = (self._sizes > 0) & (self._counted(stems) == self._sizes)
        if having:
            chosen &= self._counted(having) == len(set(having))
        if unnamed:
            chosen &= self._unnamed
        return [self._labels[place] for place in np.flatnonzero(chosen)]

    def having(self, stems: Collection[str], *, amounts: bool = False) -> list[Label]:
        """The labels that have all these stems, at least one."""
        if not stems:
            return []
        chosen = self._counted(stems) == len(set(stems))
        if amounts:
            chosen &= self._amounts
        return [self._labels[place] for place in np.flatnonzero(chosen)]

    def beginning(self, words: str) -> list[Label]:
        """The labels that begin so, in whatever letters, of which some figure has no canonical name."""
        sought, found = words.casefold(), []
        for place in self._by_beginning[bisect_left(self._folded, sought) :]:
            if not self._labels[place].name.casefold().startswith(sought):
                break
            found.append(place)
        return [self._labels[place] for place in sorted(found) if self._unnamed[place]]

    def _counted(self, stems: Collection[str]) -> NDArray[np.int32]:
        """Of each label how many of these stems it has."""
        counts = np.zeros(len(self._labels), dtype=np.int32)
        for stem in set(stems):
            if (places := self._places.get(stem)) is not None:
                counts[places] += 1
        return counts


def labels_of(workspace: Workspace) -> Labels:
    """The labels as they are now; where reading them is dear, as they were a minute ago at most."""
    return _kept.of(workspace)


def forget_labels() -> None:
    """Keep nothing, as in a process that has just begun."""
    _kept.forget()


def _read(workspace: Workspace) -> Labels:
    with connection.cursor() as cursor:
        cursor.execute(_LABELS, [workspace.pk])
        return Labels(cursor.fetchall())


_kept = Kept(_read)
