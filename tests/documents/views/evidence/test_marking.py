"""Words of a quote are marked in a page's text, which stays text."""

import pytest

from documents.views.evidence.marking import find_quote, marked_rows, marked_text


@pytest.mark.parametrize(
    "text,quote,marked",
    [
        ("Net sales rose.", "sales", "sales"),
        ("Net\n  sales\trose.", "Net sales rose.", "Net\n  sales\trose."),
        ("(a+b)* [1]", "(a+b)* [1]", "(a+b)* [1]"),
        ("NET SALES", "net sales", "NET SALES"),
    ],
)
def test_a_quote_is_found_whatever_the_white_space(text, quote, marked):
    start, end = find_quote(text, quote)
    assert text[start:end] == marked


@pytest.mark.parametrize("quote", ["", "  ", "not there"])
def test_without_the_words_the_text_is_unmarked(quote):
    assert marked_text("a < b", quote) == "a &lt; b"


def test_the_text_and_its_mark_are_escaped():
    html = marked_text("<i>one</i> <b>two</b>", "<b>two</b>")
    assert html == '&lt;i&gt;one&lt;/i&gt; <mark id="quote">&lt;b&gt;two&lt;/b&gt;</mark>'


def test_rows_of_cells_are_told_from_running_text():
    text = "Results <b>\n\nRevenue   1,200\nCosts   900\nWe grew."
    assert marked_rows(text, "", gap="   ") == (
        '<span class="running">Results &lt;b&gt;\n</span><span class="running">\n</span>'
        '<span class="row">Revenue   1,200\n</span><span class="row">Costs   900\n</span>'
        '<span class="running">We grew.\n</span>'
    )


def test_a_quote_over_two_rows_is_marked_in_each():
    text = "Revenue   1,200\nCosts   900\nWe grew."
    marked = marked_rows(text, "1,200 Costs", gap="   ")
    assert '<span class="row">Revenue   <mark id="quote">1,200</mark>\n</span>' in marked
    assert '<span class="row"><mark>Costs</mark>   900\n</span>' in marked
    assert "<mark" not in marked_rows(text, "Profit", gap="   ")


def test_the_figure_is_told_apart_within_the_quote():
    assert marked_text("Income 4,256 2,600", "Income 4,256 2,600", "2,600") == (
        '<mark id="quote">Income 4,256 <b class="proven">2,600</b></mark>'
    )
    rows = marked_rows("Income   4,256   2,600", "Income 4,256 2,600", "€4,256 thousand", gap="   ")
    assert '<b class="proven">4,256</b>   2,600</mark>' in rows
