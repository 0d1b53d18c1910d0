"""Words of a quote are marked in a page's text, which stays text."""

import pytest

from documents.marking import find_quote, marked_text


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
