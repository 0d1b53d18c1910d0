"""Words recognised on pictures. What is here runs in a child process (see `isolated.py`)."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError
from rapidocr import RapidOCR

from reading.formats.pdf import pdf_pages
from reading.layout.lines import PlacedWord, build_lines
from reading.model import Box, DocumentInfo, ParsedPage, UnreadableDocument, Word

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


DOTS_PER_INCH = 150  # enough for type of 7 points; at 200 a page takes half as long again
LONGEST_SIDE = 2000  # pixels: the detector reads no more
MAX_PIXELS = 120_000_000  # a sheet of A3 at 600 dots per inch holds 70 million
PAGE_WIDTH = 612.0  # points taken for the width of a picture, which has none
BLANK_CONTRAST = 40  # of 255 grey levels, below which a picture shows nothing
THREADS = 2  # questions must find a free core

Image.MAX_IMAGE_PIXELS = MAX_PIXELS


def pages_of_pdf(path: Path, password: str, numbers: Sequence[int]) -> Iterator[ParsedPage]:
    """The pages of `numbers` with the words on their pictures. Raises `UnreadableDocument`."""
    with pdf_pages.open_pdf(path, password) as document:
        for number in numbers:
            page = pdf_pages.page_of(document, number)
            longest = max(page.width, page.height, 1.0)
            scale = min(DOTS_PER_INCH / 72, LONGEST_SIDE / longest)
            png = pdf_pages.picture_of(document, number, width=max(int(page.width * scale), 1))
            yield _recognised(Image.open(io.BytesIO(png)), number, page.width, page.height)


def pages_of_image(path: Path, numbers: Sequence[int]) -> Iterator[DocumentInfo | ParsedPage]:
    """How many pictures the file holds, then those of `numbers`. Raises `UnreadableDocument`."""
    yield DocumentInfo(page_count=getattr(open_image(path), "n_frames", 1))
    for number in numbers:
        picture = image_frame(path, number)
        yield _recognised(picture, number, PAGE_WIDTH, PAGE_WIDTH * picture.height / picture.width)


def open_image(path: Path) -> Image.Image:
    """The picture, not yet decoded. Raises `UnreadableDocument`."""
    try:
        return Image.open(path, formats=("PNG", "JPEG", "TIFF"))
    except Image.DecompressionBombError as error:
        raise UnreadableDocument(
            f"The picture has more than {2 * MAX_PIXELS // 1_000_000} million pixels: "
            "scale it down and try again.",
            reason="broken",
        ) from error
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
        raise _broken() from error


def image_frame(path: Path, number: int) -> Image.Image:
    """One picture of the file, upright, no larger than what the detector reads."""
    try:
        picture = open_image(path)
        picture.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
        if number > 1:
            picture.seek(number - 1)
        upright = ImageOps.exif_transpose(picture).convert("RGBA" if "A" in picture.getbands() else "RGB")
    except (OSError, ValueError, EOFError, SyntaxError) as error:
        raise _broken() from error
    if upright.mode == "RGBA":  # what shines through is paper
        paper = Image.new("RGB", upright.size, "white")
        paper.paste(upright, mask=upright.getchannel("A"))
        upright = paper
    upright.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    return upright


def picture_of_image(path: Path, number: int, *, width: int, turns: int = 0) -> bytes:
    """The picture as a PNG `width` pixels wide at most. Raises `UnreadableDocument`.

    `turns`: the quarter-turns clockwise that set it upright.
    """
    picture = turned(image_frame(path, number), turns)
    picture.thumbnail((width, width * picture.height))
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def _broken() -> UnreadableDocument:
    return UnreadableDocument(
        "The picture is broken and cannot be opened. Save or export it again and upload the new file.",
        reason="broken",
    )


def _recognised(picture: Image.Image, number: int, width: float, height: float) -> ParsedPage:
    darkest, lightest = picture.convert("L").getextrema()
    size = (round(width, 2), round(height, 2))
    if lightest - darkest < BLANK_CONTRAST:  # type: ignore[operator]
        return ParsedPage(number, "", (), *size, ocr_confidence=1.0)
    scale, found = width / picture.width, _read(picture)
    if turns := turns_to_upright(picture, found, _read):
        found, size = _read(turned(picture, turns)), size[::-1] if turns % 2 else size
    words, scores = _words(found, scale)
    lines = build_lines(words, lambda _: False, from_top=True)
    confidence = sum(scores) / len(scores) if scores else 1.0
    text = "\n".join(line.text for line in lines)
    return ParsedPage(number, text, lines, *size, ocr_confidence=round(confidence, 3), turns=turns)


def _read(picture: Image.Image) -> Any:
    return _engine()(np.asarray(picture.convert("RGB"))[:, :, ::-1], return_word_box=True)


def _words(result: Any, scale: float) -> tuple[list[PlacedWord], list[float]]:
    """The words with their boxes in points, and how sure the recogniser is of each."""
    words: list[PlacedWord] = []
    scores: list[float] = []
    for line in result.word_results if result.txts else ():
        for text, score, corners in line:
            if text.strip():
                xs, ys = [x * scale for x, _ in corners], [y * scale for _, y in corners]
                box = Box(*(round(float(edge), 2) for edge in (min(xs), min(ys), max(xs), max(ys))))
                words.append(PlacedWord(Word(text.strip(), box), len(words)))
                scores.append(float(score))
    return words, scores


@cache
def _engine() -> RapidOCR:
    return RapidOCR(
        params={
            "EngineConfig.onnxruntime.intra_op_num_threads": THREADS,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            "Global.log_level": "critical",
            "Global.use_cls": False,  # pages are upright as a rule, and a third of the time goes into it
        }
    )
