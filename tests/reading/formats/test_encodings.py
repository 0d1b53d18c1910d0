"""Characters told from bytes, where nothing says how they were written."""

import pytest

from reading.formats.encodings import decode, decode_page
from reading.formats.media_types import HTML, TEXT, sniff_media_type
from reading.parse import parse_document
from tests.cases import every_case

JAPANESE = "売上高は42億円となり、前年度を上回った。"
CHINESE = "营业收入为四十二亿元，高于上一年度。"
RUSSIAN = "Выручка выросла до 4,2 млн рублей."
GREEK = "Τα έσοδα της εταιρείας ήταν 4 εκατομμύρια."


@every_case(
    "text, encoding",
    [
        (JAPANESE, "shift_jis"),
        (JAPANESE * 3, "euc_jp"),
        (CHINESE, "gb18030"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8_r"),
        (GREEK, "cp1253"),
        (JAPANESE, "utf-32"),
        (JAPANESE, "utf-16"),
        ("Größe und Maß", "utf-16-le"),
    ],
)
@every_case("before", ["", "Revenue of the year 2024, in millions: "])
def test_other_scripts_are_told(before, text, encoding):
    assert decode((before + text).encode(encoding)) == before + text


@pytest.mark.parametrize(
    "text",
    [
        "Umsätze: 12",
        "Ça été réglé à Orléans: 3 000 €",
        "a £1,200 b",
        "“Up” – on last year’s café, naïve…",
        "§ 5 Kündigung; ½ Jahr; 20 °C ± 2",
    ],
)
def test_accents_and_signs_are_western(text):
    assert decode(text.encode("cp1252")) == text


def test_a_few_broken_bytes_do_not_spoil_what_is_utf8():
    assert decode(JAPANESE.encode() + b"\xed\xa0\x80") == JAPANESE + "\ufffd" * 3


def test_a_web_page_says_how_it_is_written():
    page = "<html><meta charset='iso-8859-2'><p>Złoty</p>"
    assert decode_page(page.encode("iso-8859-2")) == page
    assert "Zażółć" in decode_page(b"<meta charset=latin1>" + "Zażółć".encode())


@pytest.mark.parametrize("name,media_type", [("a.html", HTML), ("a.txt", TEXT)])
def test_a_file_in_another_script_is_read(name, media_type, tmp_path):
    path = tmp_path / name
    path.write_bytes(f"{'<html>' * (media_type == HTML)}{JAPANESE * 6}".encode("shift_jis"))
    assert sniff_media_type(path, name) == media_type
    assert JAPANESE in parse_document(path, media_type=media_type).pages[0].text


def test_bytes_without_meaning_in_a_text_are_left_out(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"The har\0bour moved more cargo in that month than in any year before. " * 4)
    assert sniff_media_type(path, "a.txt") == TEXT
    assert "The harbour moved" in parse_document(path, media_type=TEXT).pages[0].text
