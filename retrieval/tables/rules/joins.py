"""How the tables of a plan are joined: over the one shortest way that keys lead; nothing is guessed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from retrieval.tables.rules.dates import tells_table
from retrieval.tables.rules.plan import Stuck
from retrieval.tables.schema import ForeignKey, Schema, Table

MOST_TABLES = 6


@dataclass(frozen=True)
class Edge:
    """A key of `child` that names one row of `parent`."""

    child: Table
    parent: Table
    key: ForeignKey

    def other(self, path: str) -> Table:
        return self.parent if self.child.path == path else self.child


@dataclass(frozen=True)
class Joined:
    """The tables in the order in which they are joined, each but the first by its edge."""

    first: Table
    edges: tuple[Edge, ...]

    @property
    def tables(self) -> list[Table]:
        found = [self.first]
        for edge in self.edges:
            known = {table.path for table in found}
            found.append(edge.parent if edge.child.path in known else edge.child)
        return found

    def repeats(self, table: Table, *, within: str = "") -> bool:
        """Whether a row of the table can come more than once; `within` one row of the table of this path.

        A table of pairs has each pair once.
        """
        near: dict[str, list[Edge]] = {}
        for edge in self.edges:
            near.setdefault(edge.child.path, []).append(edge)
            near.setdefault(edge.parent.path, []).append(edge)
        seen, queue = {table.path}, [table.path]
        while queue:
            here = queue.pop()
            for edge in near.get(here, ()):
                other = edge.other(here)
                if other.path in seen:
                    continue
                if edge.parent.path == here and not _is_unique(edge):
                    pair = [each for each in near[other.path] if each.child.path == other.path]
                    if (
                        not within
                        or not any(each.parent.path == within for each in pair)
                        or len(other.columns) > 3
                    ):
                        return True
                seen.add(other.path)
                queue.append(other.path)
        return False


def _is_unique(edge: Edge) -> bool:
    """Whether the child has one row for each of the parent's."""
    return edge.child.primary_key == edge.key.columns


def joined(schema: Schema, wanted: Sequence[Table], *, said: Sequence[str] = ()) -> Joined:
    """Raises `Stuck` where no key, or more than one way, leads from one to the next.

    `said`: paths of tables in the order in which the question names them: of several ways to one, that
    from the table named last before it is meant.
    """
    edges: list[Edge] = []
    known = [wanted[0].path]
    waiting, tried = list(wanted[1:]), 0
    while waiting:
        table = waiting.pop(0)
        if table.path in known:
            continue
        try:
            way = _way(schema, known, table.path, _before(table.path, said))
        except Stuck:  # another table may show the way
            tried += 1
            if tried > len(waiting):
                raise
            waiting.append(table)
            continue
        tried = 0
        for edge in way:
            for end in (edge.child.path, edge.parent.path):
                if end not in known:
                    known.append(end)
            if edge not in edges:
                edges.append(edge)
    if len(known) > MOST_TABLES:
        raise Stuck(f"Rules join at most {MOST_TABLES} tables.")
    return Joined(wanted[0], tuple(edges))


def told_between(schema: Schema, verbs: Sequence[str], tables: Sequence[Table]) -> list[Table]:
    """Tables through which verbs say that two belong together: loans, of who borrowed what."""
    paths = {table.path for table in tables}
    found = [[each for each in schema.tables if tells_table(verb, each)] for verb in verbs if len(paths) > 1]
    told = [each[0] for each in found if len(each) == 1 and each[0].path not in paths]
    return [
        each
        for each in told
        if any(edge.other(each.path).path in paths for edge in _edges_at(schema, each.path))
    ]


def _before(path: str, said: Sequence[str]) -> str:
    at = said.index(path) if path in said else 0
    return said[at - 1] if at else ""


def _way(schema: Schema, known: Sequence[str], target: str, before: str = "") -> list[Edge]:
    """The edges from what is joined to the target, in order; the one shortest way."""
    ways: list[list[Edge]] = [[]]
    ends = [target]
    seen = {target}
    while ends:
        found: list[tuple[str, list[Edge]]] = []
        for end, way in zip(ends, ways, strict=True):
            found += [(edge.other(end).path, [edge, *way]) for edge in _edges_at(schema, end)]
        arrived = [way for end, way in found if end in known]
        if len(arrived) == 1:
            if len(arrived[0]) > 1 and _has_other_way(schema, known, target, arrived[0]):
                raise Stuck(f"More than one way leads from {known[0]} to {target}.")
            return arrived[0]
        near = [way for end, way in found if end == before and end in known]
        if len(near) == 1:
            return near[0]
        if arrived:
            raise Stuck(f"More than one way leads from {known[0]} to {target}.")
        fresh = [(end, way) for end, way in found if end not in seen]
        ends, ways = [end for end, _ in fresh], [way for _, way in fresh]
        seen |= set(ends)
    raise Stuck(f"It is not told how {known[0]} and {target} belong together.")


def _has_other_way(schema: Schema, known: Sequence[str], target: str, way: Sequence[Edge]) -> bool:
    """Whether another way that is one key longer leads there past none of the tables between.

    From one child of a table to another there is no way: doctors and cases of a ward have nothing in common.
    """
    seen = {path for edge in way for path in (edge.child.path, edge.parent.path)} - {*known}
    ends = {(target, False)}  # whether it was come to as the parent
    for _ in range(len(way) + 1):
        ends = {
            (edge.other(end).path, edge.parent.path != end)
            for end, is_parent in ends
            for edge in _edges_at(schema, end)
            if edge.other(end).path not in seen and not (is_parent and edge.parent.path == end)
        }
        if any(end in known for end, _ in ends):
            return True
        seen |= {end for end, _ in ends}
    return False


def _edges_at(schema: Schema, path: str) -> Iterator[Edge]:
    for own, key in schema.relations:
        parent = schema.table(key.table)
        if parent is not None and own.path != parent.path and path in (own.path, parent.path):
            yield Edge(own, parent, key)
