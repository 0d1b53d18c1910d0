"""Answers become safe HTML: marks at the right characters, and nothing from a document gets through."""

import re
from html.parser import HTMLParser

import pytest

from chat.presentation.rendering import (
    CLOSE,
    OPEN,
    Place,
    citation_mark,
    render_answer,
    render_markdown,
    source_words,
)


def place_of(finding):
    if not finding.get("document_id"):
        return None
    return Place(
        f"/doc/{finding['document_id']}/?page={finding['page']}", f"/doc/{finding['document_id']}/evidence/"
    )


def number(text, shown, status="exact", **more):
    start = text.index(shown)
    found = {"text": shown, "start": start, "end": start + len(shown), "status": status}
    return found | {"document": "report.pdf", "document_id": 7, "page": 4, "quote": "Net sales 3,226"} | more


def citation(index, **more):
    return {"number": index, "document": "report.pdf", "document_id": 7, "page": 4, "quote": "words"} | more


def rendered(text, numbers=(), citations=()):
    return render_answer(text, numbers=numbers, citations=citations, place_of=place_of)


class Tags(HTMLParser):
    """What a browser would see: the tags with their attributes."""

    def __init__(self, html):
        super().__init__()
        self.found = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def tags(html, name):
    return [attrs for tag, attrs in Tags(html).found if tag == name]


def test_a_number_is_marked_at_its_characters_with_status_and_source():
    text = "Sales were 10 in May and 10 in June."
    second = text.rindex("10")
    html = rendered(
        text,
        [
            {
                "start": second,
                "end": second + 2,
                "status": "rounded",
                "document": "a.pdf",
                "page": 2,
                "document_id": 7,
                "quote": "10.4",
            }
        ],
    )
    assert re.search(r"Sales were 10 in May and <a [^>]*>10</a> in June", html)
    (link,) = tags(html, "a")
    assert link["class"] == "figure figure-rounded"
    assert link["data-tip-source"] == "a.pdf, page 2"
    assert link["data-tip-quote"] == "10.4"


def test_offsets_survive_markdown_and_characters_beyond_the_basic_plane():
    text = "😀 **Revenue** was **$4.2 billion**."
    html = rendered(text, [number(text, "$4.2 billion")])
    assert "<strong>Revenue</strong>" in html
    assert re.search(r"<strong><a [^>]*>\$4\.2 billion</a></strong>", html)


def test_a_number_in_a_table_and_in_a_list_is_marked():
    text = "- a: 5\n\n| x | y |\n|---|---|\n| 1 | 77 |"
    html = rendered(text, [number(text, "5"), number(text, "77")])
    assert len(tags(html, "a")) == 2
    assert tags(html, "table")
    assert tags(html, "li")


def test_of_overlapping_marks_the_first_and_longest_stays():
    text = "about $4.2 billion [1]"
    inner = number(text, "4.2")
    outer = number(text, "$4.2 billion")
    html = rendered(text, [inner, outer], [citation(1)])
    assert [link["class"] for link in tags(html, "a")] == ["figure figure-exact", "cite"]


@pytest.mark.parametrize("start,end", [(-1, 3), (5, 5), (9, 4), (0, 999)])
def test_offsets_outside_the_text_mark_nothing(start, end):
    html = rendered("ten is 10", [{"start": start, "end": end, "status": "exact"}])
    assert "figure" not in html


def test_computed_numbers_show_their_formula_and_unsupported_ones_say_so():
    text = "up 12% to 99"
    html = rendered(
        text,
        [
            number(text, "12%", "computed", formula="(112 − 100) ÷ 100", document="", document_id=None),
            number(text, "99", "unsupported", document_id=None, document=""),
        ],
    )
    computed, unsupported = (attrs for attrs in tags(html, "span") if "figure" in attrs.get("class", ""))
    assert computed["data-tip-quote"] == "(112 − 100) ÷ 100"
    assert "figure-unsupported" in unsupported["class"]
    assert "(unproven)" in html


def test_an_unsupported_number_never_links_to_a_source():
    text = "it is 99"
    html = rendered(text, [number(text, "99", "unsupported")])
    assert not tags(html, "a")


def test_a_status_from_a_later_version_counts_as_unproven():
    text = "it is 99"
    assert "figure-unsupported" in rendered(text, [number(text, "99", "guessed")])


def test_known_citations_become_marks_and_unknown_ones_stay_text():
    html = rendered("So it is [1][2, 3] and [9].", (), [citation(1), citation(2), citation(3)])
    assert [link["href"] for link in tags(html, "a")] == ["/doc/7/?page=4"] * 3
    assert "[9]" in html
    assert "So it is\u00a0<a" in html
    assert "[1]" not in html


def cells(text, numbers):
    """The cell to which each citation of the text leads, none where it leads to its words."""
    html = render_answer(
        text,
        numbers=numbers,
        citations=[citation(1, quote="Net sales 3,226")],
        place_of=lambda found: Place("/doc/", f"/cell/{found.get('text', '')}/"),
    )
    return [link["data-evidence"] for link in tags(html, "a") if link["class"] == "cite"]


def test_a_citation_behind_one_figure_leads_to_its_cell():
    text = "Sales were 3,226 [1], after 2,981 [1]."
    numbers = [number(text, "3,226"), number(text, "2,981")]
    assert cells(text, numbers) == ["/cell/3,226/", "/cell/2,981/"]


@pytest.mark.parametrize("other", [{"quote": "Other words"}, {"page": 5}, {"status": "computed"}])
def test_a_citation_behind_a_figure_of_elsewhere_leads_to_its_own_words(other):
    text = "Sales were 3,226 [1]."
    assert cells(text, [number(text, "3,226", **other)]) == ["/cell//"]


def test_a_citation_behind_several_figures_of_its_words_leads_to_all_of_them():
    text = "Sales were 3,226, after 2,981 [1]."
    assert cells(text, [number(text, "3,226"), number(text, "2,981")]) == ["/cell//"]


HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)>'


def test_a_hostile_document_cannot_leave_its_attribute():
    text = "It is 5 [1]"
    html = rendered(
        text,
        [number(text, "5", quote=HOSTILE, document=HOSTILE)],
        [citation(1, quote=HOSTILE, document=HOSTILE)],
    )
    assert {tag for tag, _ in Tags(html).found} == {"p", "a"}
    assert all(link["data-tip-quote"] == HOSTILE for link in tags(html, "a"))
    assert not any(name.startswith("on") for _, attrs in Tags(html).found for name in attrs)


@pytest.mark.parametrize(
    "text",
    [
        HOSTILE,
        "<b onclick=x>5</b>",
        "[click](javascript:alert(1)) and ![x](//evil.example/p.png)",
        "<javascript:alert(1)> <https://evil.example>",
        "[a]: javascript:alert(1)\n\n[a]",
        '```"><script>\n<script>alert(1)</script>\n```',
        "`<script>alert(1)</script>`",
        "&lt;script&gt; &#60;script&#62;",
        "| <script> |\n|---|\n| <img src=x onerror=y> |",
    ],
)
def test_html_links_and_pictures_in_an_answer_stay_text(text):
    seen = Tags(render_markdown(text)).found
    assert not {tag for tag, _ in seen} & {"script", "img", "a", "b"}
    assert not any(value and "javascript" in value for _, attrs in seen for value in attrs.values())


def test_an_answer_cannot_forge_a_mark():
    text = f"{OPEN}0{CLOSE} and &#xe000;0&#xe001; and 5"
    html = rendered(text, [number(text, "5")])
    assert len(tags(html, "a")) == 1


def test_marks_in_code_are_plain_text():
    text = "`5` and\n\n```\n5 [1]\n```"
    html = rendered(text, [number(text, "5")], [citation(1)])
    assert not tags(html, "a")
    assert "<code>5</code>" in html
    assert "5 [1]" in html


def test_source_words_name_file_and_page():
    assert source_words({"document": "a.pdf", "page": 3}) == "a.pdf, page 3"
    assert source_words({"document": "a.pptx", "page": 3, "place": "Slide 3"}) == "a.pptx, Slide 3"
    assert source_words({"document": "a.txt", "page": None}) == "a.txt"
    assert source_words({}) == ""


def test_a_number_that_a_curator_set_says_who_set_it():
    number = {
        "start": 0, "end": 3, "status": "curated", "note": "ada set it.", "quote": "Sales 4.2",
    }  # fmt: skip
    html = render_answer("4.3 million", numbers=[number], citations=[], place_of=lambda finding: None)
    assert 'class="figure figure-curated" data-tip-status="Set by a curator"' in html
    assert 'data-tip-quote="ada set it."' in html


def test_the_mark_of_a_row_says_what_is_seen_and_where_it_leads():
    row = {"filename": "report.pdf", "document_id": 7, "page": 2, "quote": "ten"}
    html = citation_mark(row, Place("/page", "/words"), "p. 2")
    assert 'aria-label="p. 2: report.pdf, page 2"' in html
    assert 'data-tip-source="report.pdf, page 2"' in html
