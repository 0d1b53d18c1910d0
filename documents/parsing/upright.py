"""Which way up a scanned page stands. What is here runs in a child process (see `isolated.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from PIL import Image

TURNS = {
    1: Image.Transpose.ROTATE_270,
    2: Image.Transpose.ROTATE_180,
    3: Image.Transpose.ROTATE_90,
}  # quarter-turns clockwise; Pillow counts the other way
LEAST_LETTERS = 3  # of a line whose shape tells which way it runs: “1” is tall on every page
SURE = 0.8  # upright print is read with 0.95 and more, pages on their head with 0.6
SAMPLE_SIDE = 1200  # pixels: enough to tell which way up, in a third of the time
MUCH_SURER = 1.5  # times as much must be read of a page turned as of it as it came


def turned(picture: Image.Image, turns: int) -> Image.Image:
    """The picture after so many quarter-turns clockwise."""
    return picture.transpose(TURNS[turns]) if turns else picture


def turns_to_upright(picture: Image.Image, found: Any, recognise: Callable[[Image.Image], Any]) -> int:
    """After how many quarter-turns clockwise it reads most; 0 where `found`, of it as it came, is sure.

    The other ways are tried on a smaller picture.
    """
    lines = list(_lines(found))
    letters = sum(len(text) for text, _, _ in lines)
    if letters and _certainty(lines) >= SURE * letters:
        return 0
    sample = picture.copy()
    sample.thumbnail((SAMPLE_SIDE, SAMPLE_SIDE))
    read = {turns: _certainty(_lines(recognise(turned(sample, turns)))) for turns in range(4)}
    best = max(read, key=lambda turns: read[turns])
    return best if read[best] > MUCH_SURER * read[0] else 0


def _certainty(lines: Any) -> float:
    """How many letters stand in lines that run from left to right, each by how sure it is."""
    return float(sum(len(text) * score for text, score, is_level in lines if is_level))


def _lines(found: Any) -> Iterator[tuple[str, float, bool]]:
    """Words, how sure they are, and whether they run from left to right, of each line that is long enough."""
    for corners, text, score in zip(found.boxes, found.txts, found.scores, strict=True) if found.txts else ():
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        if len(text.strip()) >= LEAST_LETTERS:
            yield text.strip(), score, max(xs) - min(xs) > max(ys) - min(ys)
