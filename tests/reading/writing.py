"""Small PDFs for tests, written word by word where they must stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = 595, 842  # A4 in points
FILLER = (
    "This sentence is here so that the file holds enough text to be worth reading, and says nothing else."
)


@dataclass(frozen=True)
class Text:
    """`top`: from the page's top to the baseline."""

    text: str
    x: float = 60
    top: float = 100
    size: float = 11
    bold: bool = False


def write_pdf(
    path: Path,
    pages: Sequence[Sequence[Text]],
    *,
    rotation: int = 0,
    turned: int = 0,
    encrypt: StandardEncryption | None = None,
    outline: Sequence[tuple[str, int]] = (),
) -> Path:
    """`rotation`: the pages' own; `turned`: degrees by which the text is drawn turned anticlockwise."""
    canvas = Canvas(str(path), pagesize=(WIDTH, HEIGHT), encrypt=encrypt, invariant=True)
    canvas.setTitle("A title in the file")
    for number, texts in enumerate(pages, 1):
        for title, page in outline:
            if page == number:
                canvas.bookmarkPage(title)
                canvas.addOutlineEntry(title, title, 0)
        _draw(canvas, texts, turned)
        canvas.setPageRotation(rotation)
        canvas.showPage()
    canvas.save()
    return path


def _draw(canvas: Canvas, texts: Sequence[Text], turned: int) -> None:
    if turned:
        canvas.translate(WIDTH / 2, HEIGHT / 2)
        canvas.rotate(turned)
        canvas.translate(-WIDTH / 2, -HEIGHT / 2)
    for each in texts:
        canvas.setFont("Helvetica-Bold" if each.bold else "Helvetica", each.size)
        canvas.drawString(each.x, HEIGHT - each.top, each.text)


def lines(*texts: str, top: float = 100, leading: float = 14, **style: float | bool) -> list[Text]:
    """The texts below each other."""
    return [Text(text, top=top + index * leading, **style) for index, text in enumerate(texts)]  # type: ignore[arg-type]
