"""Markdown without its marks, long texts in pages of lines, and mails out of mailboxes."""

import pytest

from reading.formats.markup import without_markup
from reading.formats.media_types import EML, TEXT, sniff_media_type
from reading.parse import parse_document


@pytest.mark.parametrize(
    "written, seen",
    [
        ("---\nTitle: A\nlayout: b\n---\n# A\n", "# A\n"),
        ('1. <span class="x">Law.</span> It is <b>so</b>.', "1. Law. It is so."),
        ("See [the plan](https://a.example/b) and ![a map](map.png).", "See the plan and a map."),
        (
            "**Term**. Two &amp; more, 2 * 3 * 4, some_name_here",
            "Term. Two & more, 2 * 3 * 4, some_name_here",
        ),
        ("Use `<b>` so:\n```\n<b>**x**</b>\n```\n", "Use `<b>` so:\n```\n<b>**x**</b>\n```\n"),
        ("a <!-- hidden --> b, 3 < 4 and 5 > 2", "a  b, 3 < 4 and 5 > 2"),
    ],
)
def test_markup_goes_before_anything_sees_it(written, seen):
    assert without_markup(written) == seen


def test_a_long_text_is_cut_between_paragraphs_into_pages_of_lines(tmp_path):
    path = tmp_path / "long.txt"
    path.write_text("".join(f"Paragraph {n} says that the lamp burns.\nIt does.\n\n" for n in range(600)))
    pages = parse_document(path, media_type=TEXT).pages
    assert len(pages) > 2
    assert pages[0].title.startswith("Lines 1–")
    assert all(page.text.startswith("Paragraph") for page in pages)
    first, second = (page.title.removeprefix("Lines ").split("–") for page in pages[:2])
    assert int(second[0]) == int(first[1]) + 1


def test_a_mail_out_of_a_mailbox_with_headers_of_vendors_is_a_mail(tmp_path):
    path = tmp_path / "mail.txt"
    path.write_text(
        "From a@b.example Sun May  8 19:07:09 2005\nX-Spam: no\nAuthentication-Results: ok\nList-Id: <l>\n"
        "Message-ID: <1@b>\nDate: Sun, 8 May 2005 14:09:11 -0500\nFrom: A Bee <a@b.example>\n"
        "To: c@d.example\nSubject: Lamps\n\nThe lamps of the harbour are lit at dusk and put out at dawn, "
        "as has always been said.\n"
    )
    assert sniff_media_type(path, path.name) == EML
    parsed = parse_document(path, media_type=EML)
    assert parsed.title == "Lamps"
    assert "Authentication" not in parsed.pages[0].text
