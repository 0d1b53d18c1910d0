"""Texts that no sentence or blank divides take no longer to read than others of their length."""

from __future__ import annotations

import pytest

from reading.model import ParsedDocument, ParsedPage
from reading.pipeline import read_by_rules
from reading.profile.products import MOST_MARKED, MOST_PRODUCTS, find_products

LENGTH = 300_000  # characters: what grows with their square takes minutes to hours of them


def page_of(text: str) -> ParsedDocument:
    return ParsedDocument((ParsedPage(number=1, text=text, width=0, height=0, lines=()),))


@pytest.mark.parametrize("text", ["x1", "Aa", "A-", "1234567890", "net sales of $5 million in 2022 and "])
def test_a_text_without_ends_of_sentences_is_read(text):
    reading = read_by_rules(page_of(text * (LENGTH // len(text))), [], filename="made.txt")
    assert reading.essence.title


def test_brands_are_found_in_a_word_without_end():
    text = f"{'x1' * 50_000} The Aurora™ is ours. We like Aurora™ more."
    assert [draft.entity_name for draft in find_products(page_of(text), [])] == ["Aurora"]


def test_of_thousands_of_marked_names_the_first_are_counted():
    names = " ".join(f"Lamp{number}x®" for number in range(MOST_MARKED + 10))
    text = f"We sell Aurora® and like Aurora® more. {names} {names}"
    found = find_products(page_of(text), [])
    assert found[0].entity_name == "Aurora"
    assert len(found) == MOST_PRODUCTS
