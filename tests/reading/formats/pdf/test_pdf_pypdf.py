"""What pypdf gets of files that pdfium does not read."""

from __future__ import annotations

from reading.formats.pdf.pdf_pypdf import readable


def test_numbers_of_glyphs_become_the_characters_they_show():
    written = "Plan for 2024, in the hall"
    numbers = "".join(chr(ord(char) - 29) for char in written)
    assert readable(f"{numbers}\n{numbers}") == f"{written}\n{written}"


def test_a_stray_control_character_changes_nothing():
    text = "Net sales\x15 were 4.2 million\tin 2024\r\n"
    assert readable(text) == text
