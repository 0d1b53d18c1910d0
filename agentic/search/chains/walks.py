"""The shortest ways from record to record."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

from agentic.search.chains.graph import Graph, Record
from retrieval.scope.links import Link

MOST = 6  # of the length of a way
BY_CODE, BY_NAME = 1, 2  # what a link adds to it; that between a line and its document nothing
MOST_SEEN = 2_000  # records of one search


@dataclass(frozen=True)
class Walk:
    """`records`: those passed, the first and last among them. `links`: by which documents lead on."""

    records: tuple[Record, ...]
    links: tuple[Link, ...] = ()
    length: int = 0

    @property
    def goal(self) -> Record:
        return self.records[-1]

    def on(self, record: Record, link: Link | None) -> Walk:
        more = 0 if link is None else BY_NAME if link.way == "name" else BY_CODE
        links = self.links if link is None else (*self.links, link)
        return Walk((*self.records, record), links, self.length + more)


def nearest(
    start: Record, goals: Collection[int], graph: Graph, leads_by: Callable[[str], bool]
) -> Walk | None:
    """The shortest to one of the goals, given by their ids; none passes two records of one sort.

    What shares a contract with an order is no part of that order.
    """
    order = count()
    waiting = [(0, next(order), Walk((start,)))]
    seen: set[int] = set()
    while waiting and len(seen) < MOST_SEEN:
        *_, walk = heappop(waiting)
        if id(walk.goal) in goals:
            return walk
        if id(walk.goal) in seen:
            continue
        seen.add(id(walk.goal))
        for record, link in graph.steps(walk.goal, leads_by):
            if id(record) not in seen and all(record.sort != passed.sort for passed in walk.records):
                longer = walk.on(record, link)
                if longer.length <= MOST:
                    heappush(waiting, (longer.length, next(order), longer))
    return None


def closest(
    starts: Sequence[Record], goals: Collection[int], graph: Graph, leads_by: Callable[[str], bool]
) -> dict[int, Walk]:
    """By the starts that are nearest to a goal, their walks."""
    walks = {id(start): walk for start in starts if (walk := nearest(start, goals, graph, leads_by))}
    least = min((walk.length for walk in walks.values()), default=0)
    return {key: walk for key, walk in walks.items() if walk.length == least}
