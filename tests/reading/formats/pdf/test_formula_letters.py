"""Letters beyond the first 65,536, of which pdfium tells two halves: those of formulas and others."""

from pathlib import Path

from pypdf import PdfReader, PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject
from reportlab.pdfgen.canvas import Canvas

from reading.formats.media_types import PDF
from reading.model import ParsedPage
from reading.parse import parse_document

REST = ("The boat sails over to the island each day at ten",) * 4  # so that it is enough to read

# “p” and “7” are what the file's font shows for these letters of formulas, “w” for a face
MAPPED = {"p": 0x1D45D, "7": 0x1D7D5, "w": 0x1F600}


def _page_of(folder: Path, *lines: str) -> ParsedPage:
    plain, mapped = folder / "plain.pdf", folder / "mapped.pdf"
    canvas = Canvas(str(plain))
    for at, line in enumerate([*lines, *REST]):
        canvas.drawString(72, 700 - 20 * at, line)
    canvas.save()
    writer = PdfWriter(PdfReader(plain))
    told = [
        f"<{ord(letter):02X}> <{chr(code).encode('utf-16-be').hex().upper()}>"
        for letter, code in MAPPED.items()
    ]
    cmap = DecodedStreamObject()
    cmap.set_data(
        "begincmap 1 begincodespacerange <00> <FF> endcodespacerange "
        f"{len(told)} beginbfchar {' '.join(told)} endbfchar endcmap".encode()
    )
    reference = writer._add_object(cmap)
    fonts = writer.pages[0]["/Resources"]["/Font"]
    for font in fonts.values():
        described = font.get_object()
        assert isinstance(described, DictionaryObject)
        described[NameObject("/ToUnicode")] = reference
    writer.write(mapped)
    return parse_document(mapped, media_type=PDF).pages[0]


def test_letters_and_digits_of_formulas_are_plain_ones_and_parted_by_blanks_alone(tmp_path):
    page = _page_of(tmp_path, "Rate p1 of 0.72", "apples")
    assert page.text.splitlines()[:2] == ["Rate p1 of 0.72", "apples"]
    assert [word.text for word in page.lines[0].words] == ["Rate", "p1", "of", "0.72"]


def test_other_letters_of_two_halves_stay_what_they_are(tmp_path):
    assert _page_of(tmp_path, "Good w").text.splitlines()[0] == "Good \U0001f600"
