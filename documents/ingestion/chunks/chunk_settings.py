"""How a workspace's documents are cut into chunks: the unit, the sizes, the usual choices and the limits."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from documents.models import ChunkUnit as Unit
from documents.models import Workspace

SMALLEST, LARGEST = 32, 8000  # of a chunk, in any unit
SMALLEST_CHARACTERS = 100  # a chunk of fewer is not even a sentence
LARGEST_OVERLAP = 0.5  # of the size: with more, most of a document would be stored twice and more
LARGEST_MINIMUM = 0.5  # of the size: with more, chunks could no longer be cut where a section ends


class BadChunking(ValueError):
    """Settings that make no sense, in one sentence that says what to do."""


@dataclass(frozen=True, kw_only=True)
class ChunkSettings:
    """`size`, `overlap`, `minimum`: in `unit`. The size is a chunk's at most, the overlap included."""

    unit: str = Unit.TOKENS
    size: int = 256
    overlap: int = 0
    minimum: int = 40

    @classmethod
    def of(cls, workspace: Workspace) -> ChunkSettings:
        return cls(
            unit=workspace.chunk_unit,
            size=workspace.chunk_size,
            overlap=workspace.chunk_overlap,
            minimum=workspace.chunk_minimum,
        )

    @property
    def mark(self) -> str:
        """What a document keeps to tell by which settings it was cut."""
        return f"{self.unit} {self.size}/{self.overlap}/{self.minimum}"

    def __str__(self) -> str:
        overlap = f", {self.overlap:,} overlapping" if self.overlap else ""
        return f"{self.size:,} {self.unit}{overlap}"

    def check(self) -> ChunkSettings:
        """The settings themselves. Raises `BadChunking`."""
        smallest = SMALLEST_CHARACTERS if self.unit == Unit.CHARACTERS else SMALLEST
        if self.unit not in Unit.values:
            raise BadChunking(f"There is no unit “{self.unit[:40]}”: choose {', '.join(Unit.values)}.")
        if not smallest <= self.size <= LARGEST:
            raise BadChunking(
                f"A passage of {self.size:,} {self.unit} cannot be made: choose {smallest:,} to {LARGEST:,}."
            )
        if not 0 <= self.overlap <= self.size * LARGEST_OVERLAP:
            raise BadChunking(
                f"An overlap of {self.overlap:,} is not possible with passages of {self.size:,}: "
                f"choose 0 to {int(self.size * LARGEST_OVERLAP):,}."
            )
        if not 0 <= self.minimum <= self.size * LARGEST_MINIMUM:
            raise BadChunking(
                f"A minimum of {self.minimum:,} is not possible with passages of {self.size:,}: "
                f"choose 0 to {int(self.size * LARGEST_MINIMUM):,}."
            )
        return self


@dataclass(frozen=True)
class Preset:
    name: str
    title: str
    settings: ChunkSettings


PRESETS = (
    Preset("default", "256 tokens: what the embedder reads at once", ChunkSettings()),
    Preset("small", "128 tokens", ChunkSettings(size=128, minimum=20)),
    Preset(
        "words",
        "500 words, 50 overlapping",
        ChunkSettings(unit=Unit.WORDS, size=500, overlap=50, minimum=30),
    ),
    Preset(
        "characters",
        "1,000 characters, 200 overlapping",
        ChunkSettings(unit=Unit.CHARACTERS, size=1000, overlap=200, minimum=160),
    ),
)


def preset_named(name: str) -> ChunkSettings:
    """Raises `BadChunking`."""
    for preset in PRESETS:
        if preset.name == name:
            return preset.settings
    names = ", ".join(preset.name for preset in PRESETS)
    raise BadChunking(f"There is no preset “{name[:40]}”: choose {names}.")


class Ruler:
    """Measures stretches of one text by the places where its tokens or words begin."""

    def __init__(self, starts: Sequence[int], end: int) -> None:
        self._starts = starts
        self._end = end

    @classmethod
    def of(cls, unit: str, text: str, token_starts: Sequence[int]) -> Ruler:
        if unit == Unit.CHARACTERS:
            return cls(range(len(text)), len(text))
        if unit == Unit.WORDS:
            return cls([match.start() for match in re.finditer(r"\S+", text)], len(text))
        return cls(token_starts, len(text))

    def length(self, start: int, end: int) -> int:
        """How many begin from `start` up to `end`."""
        return bisect_left(self._starts, end) - bisect_left(self._starts, start)

    def after(self, start: int, count: int) -> int:
        """The offset at which number `count` from `start` on begins; the text's end where there are fewer."""
        index = bisect_left(self._starts, start) + count
        return self._starts[index] if index < len(self._starts) else self._end
