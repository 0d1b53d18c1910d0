"""A small file of each format, with invented text, and what a plain library gets from such a file."""

from __future__ import annotations

import io
from collections.abc import Callable
from email.message import EmailMessage

import docx
import openpyxl
import pptx
from PIL import Image, ImageDraw, ImageFont

HEADING = "Lamps of the halls"
SENTENCES = [
    f"Hall {number} had {number * 12} lamps in 2024, after {number * 11} in 2023, and was lit all year."
    for number in range(1, 13)
]
ROWS = [["Hall", "2024", "2023"], *([f"Hall {n}", f"{n * 1200:,}", f"{n * 1100:,}"] for n in range(1, 21))]

# A library on its own, as a script would use it: prints how many characters it finds.
_SHOWN = "print(sum(len(' '.join(str(each).split())) for each in found))"
_DECODED = "found = [open(sys.argv[1], 'rb').read().decode('utf-8', 'ignore').replace('\\0', '')]\n"
_TEXT = f"import sys\n{_DECODED}{_SHOWN}"
ALONE = {
    ".docx": f"import sys, docx\nfound = [p.text for p in docx.Document(sys.argv[1]).paragraphs]\n{_SHOWN}",
    ".pptx": (
        "import sys, pptx\nfound = [shape.text_frame.text "
        "for slide in pptx.Presentation(sys.argv[1]).slides\n"
        f"         for shape in slide.shapes if shape.has_text_frame]\n{_SHOWN}"
    ),
    ".xlsx": (
        "import sys, openpyxl\nbook = openpyxl.load_workbook(sys.argv[1], read_only=True)\n"
        f"found = [cell for s in book for row in s.values for cell in row if cell is not None]\n{_SHOWN}"
    ),
    ".html": (
        f"import sys, bs4\n{_DECODED}"
        f"found = [bs4.BeautifulSoup(found[0], 'html.parser').get_text()]\n{_SHOWN}"
    ),
    ".eml": (
        "import sys, email, email.policy\n"
        "message = email.message_from_binary_file(open(sys.argv[1], 'rb'), policy=email.policy.default)\n"
        f"found = [message.get_body(('plain', 'html')).get_content()]\n{_SHOWN}"
    ),
    ".csv": _TEXT,
    ".md": _TEXT,
    ".txt": _TEXT,
}


def _word_file() -> bytes:
    written = docx.Document()
    written.add_heading(HEADING, 1)
    for sentence in SENTENCES:
        written.add_paragraph(sentence)
    table = written.add_table(len(ROWS), len(ROWS[0]))
    for at, row in enumerate(ROWS):
        for column, text in enumerate(row):
            table.cell(at, column).text = text
    return _saved(written.save)


def _slides() -> bytes:
    show = pptx.Presentation()
    for at in range(0, len(SENTENCES), 4):
        slide = show.slides.add_slide(show.slide_layouts[1])
        slide.shapes.title.text, slide.placeholders[1].text = HEADING, "\n".join(SENTENCES[at : at + 4])
    return _saved(show.save)


def _workbook() -> bytes:
    book = openpyxl.Workbook()
    for row in ([HEADING], *ROWS, *([sentence] for sentence in SENTENCES)):
        book.active.append(row)
    return _saved(book.save)


def _web_page() -> bytes:
    rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>\n" for row in ROWS)
    paragraphs = "".join(f"<p>{sentence}</p>\n" for sentence in SENTENCES)
    return f"<html><body><h1>{HEADING}</h1>\n{paragraphs}<table>{rows}</table></body></html>".encode()


def _mail() -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@example.org", "b@example.org", HEADING
    message["Date"] = "Mon, 01 Jan 2024 10:00:00 +0000"
    message.set_content("\n\n".join(SENTENCES))
    message.add_attachment(_workbook(), maintype="application", subtype="octet-stream", filename="halls.xlsx")
    return bytes(message)


def _csv() -> bytes:
    return "\n".join(";".join(row) for row in ROWS).encode()


def _markdown() -> bytes:
    rows = [f"| {' | '.join(row)} |" for row in ROWS]
    return "\n".join([f"# {HEADING}\n", *SENTENCES, "", rows[0], "|---|---|---|", *rows[1:]]).encode()


def _picture(kind: str) -> bytes:
    picture = Image.new("L", (1000, 500), 255)
    draw = ImageDraw.Draw(picture)
    for at, sentence in enumerate(SENTENCES):
        draw.text((20, 20 + at * 38), sentence, fill=0, font=ImageFont.load_default(22))
    return _saved(lambda file: picture.save(file, kind))


def _saved(save: Callable[[io.BytesIO], object]) -> bytes:
    file = io.BytesIO()
    save(file)
    return file.getvalue()


def seeds() -> dict[str, bytes]:
    """Suffix → a file."""
    return {
        ".docx": _word_file(),
        ".pptx": _slides(),
        ".xlsx": _workbook(),
        ".csv": _csv(),
        ".html": _web_page(),
        ".md": _markdown(),
        ".txt": "\n".join([HEADING, *SENTENCES, *map("   ".join, ROWS)]).encode(),
        ".eml": _mail(),
        ".png": _picture("PNG"),
        ".jpg": _picture("JPEG"),
    }
