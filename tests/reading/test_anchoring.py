"""Quotes are found however they are written, and paraphrases are not."""

from __future__ import annotations

import pytest

from reading.anchoring import PageIndex, anchor
from reading.model import Place

PAGES = {
    1: "“Our strong fourth quarter results punctuate an excep-\ntional year with record sales,\n"
    "profitability and member growth,” said Ada Example, chief executive officer.",
    2: "Net sales $ 3,226,773 100.0%\nCost of sales 2,014,270 62.4%\nThe ﬁrst oﬃce opened in 2022.",
    3: "売上高は前年同期比で増加した。 Net sales rose.",
}


def found(quote: str, page: int | None = None) -> tuple[int | None, str] | None:
    place, is_there = anchor(Place(page=page, quote=quote), PAGES)
    return (place.page, place.quote) if is_there else None


@pytest.mark.parametrize(
    "quote",
    [
        "strong fourth quarter results punctuate an exceptional year",
        "STRONG FOURTH  QUARTER\nRESULTS punctuate an excep- tional year",
        '"Our strong fourth quarter results punctuate an exceptional year"',
    ],
)
def test_blanks_hyphens_case_and_quotation_marks_make_no_difference(quote):
    number, words = found(quote, 1)
    assert number == 1
    assert words.endswith("punctuate an excep-\ntional year")


def test_ligatures_make_no_difference():
    assert found("the first office opened", 2) == (2, "The ﬁrst oﬃce opened")


def test_the_words_come_back_as_they_stand():
    assert found("net sales $3,226,773", 2) == (2, "Net sales $ 3,226,773")


def test_a_row_is_found_before_one_that_differs_by_its_empty_cells():
    pages = {1: "Change in interest — 1 1\nChange in interest 1 1 —"}
    place, _ = anchor(Place(page=1, quote="Change in interest 1 1 —"), pages)
    assert place.quote == "Change in interest 1 1"


def test_a_name_is_found_where_it_stands_first_in_capitals_or_not():
    place, _ = anchor(Place(page=1, quote="Example plc"), {1: "EXAMPLE PLC\nExample plc makes examples."})
    assert place.quote == "EXAMPLE PLC"


def test_another_page_is_tried_when_the_stated_one_does_not_have_the_words():
    assert found("Cost of sales 2,014,270", 1) == (2, "Cost of sales 2,014,270")
    assert found("Cost of sales 2,014,270", None) == (2, "Cost of sales 2,014,270")
    assert found("Cost of sales 2,014,270", 99) == (2, "Cost of sales 2,014,270")


@pytest.mark.parametrize("quote", ["226,773", "3,226", "014,270", "62", "ales", "Net sale", "00.0%"])
def test_parts_of_words_and_numbers_are_not_found(quote):
    assert found(quote, 2) is None


@pytest.mark.parametrize(
    "quote",
    [
        "The company had an outstanding year with record revenue and more members",
        "The results of the fourth quarter were strong and made the year an exceptional one",
        "",
        " … ",
        "“”",
    ],
)
def test_paraphrases_and_empty_quotes_are_not_found(quote):
    assert found(quote, 1) is None


def test_a_quote_with_an_ellipsis_is_found_by_its_longest_part():
    quote = "fourth quarter results punctuate … record sales, profitability and member growth"
    assert found(quote, 1) == (1, "record sales,\nprofitability and member growth")


def test_an_ellipsis_between_parts_of_which_one_is_made_up_is_not_found():
    assert found("results punctuate an exceptional year … and the dividend was doubled at once", 1) is None


def test_a_quote_cut_inside_its_last_word_is_found_up_to_there():
    assert found("strong fourth quarter results punctuate an exceptional ye", 1) == (
        1,
        "strong fourth quarter results punctuate an excep-\ntional",
    )


def test_a_quote_that_adds_a_figure_is_not_found():
    assert found("an exceptional year with record sales, profitability and member growth of 99%", 1) is None


def test_a_short_quote_is_looked_for_on_its_own_page_only():
    assert found("62.4%", 2) == (2, "62.4%")
    assert found("62.4%", 1) is None


def test_scripts_without_blanks_are_found_inside_a_run():
    assert found("前年同期比で増加", 3) == (3, "前年同期比で増加")


def test_many_places_share_one_index():
    index = PageIndex(PAGES)
    assert dict(index) == PAGES
    assert [anchor(Place(page=2, quote=quote), index)[1] for quote in ("Cost of sales", "Cost of sale")] == [
        True,
        False,
    ]


def test_a_quote_of_thousands_of_figures_is_looked_for_once():
    """It is cut within a word and begins like all that stands on the page: it is found by its parts."""
    text = "Net sales were $5 million in 2023; " * 2000
    index, place = PageIndex({1: text}), Place(page=1, quote=text[:698])
    places = [anchor(place, index) for _ in range(3000)]
    assert all(is_there and found.quote in text for found, is_there in places)
    assert len({found.quote for found, _ in places}) == 1
