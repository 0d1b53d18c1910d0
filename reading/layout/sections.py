"""Which headings are in force at each place of a document, over its pages."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable

from reading.layout.headings import Heading

Path = tuple[Heading, ...]


def enter(path: list[Heading], heading: Heading) -> None:
    """Put the heading in its place: under the numbered ones, unless it is numbered itself."""
    for at, open_one in enumerate(path):
        is_outer = (open_one.level, open_one.depth) < (heading.level, heading.depth)
        if not is_outer and open_one.is_numbered <= heading.is_numbered:
            del path[at:]
            break
    path.append(heading)


class Sections:
    """The paths of a document's headings, each in force until the next one begins."""

    def __init__(self, headings: Iterable[Heading]) -> None:
        self._starts: list[tuple[int, int]] = []
        self._paths: list[Path] = []
        self._beside: dict[Path, set[str]] = defaultdict(set)
        path: list[Heading] = []
        for heading in sorted(headings, key=lambda each: (each.page, each.start)):
            enter(path, heading)
            self._starts.append((heading.page, heading.start))
            self._paths.append(tuple(path))
            self._beside[tuple(path[:-1])].add(heading.title)

    def at(self, page: int, offset: int) -> Path:
        """The headings over what stands at `offset` of a page's text, outermost first."""
        found = bisect_right(self._starts, (page, offset))
        return self._paths[found - 1] if found else ()

    def beside(self, path: Path) -> set[str]:
        """The titles of the other headings that stand under the same ones as the last of `path`."""
        return self._beside[path[:-1]] - {path[-1].title}
