from __future__ import annotations

import re
from pathlib import Path

import pytest

from reading import lexicon
from reading.values.dates import month_number
from reading.values.units import CURRENCIES

READING = Path(lexicon.__file__).parent


@pytest.mark.parametrize(
    "words", [r"(?:19|20)\d\d", "january|february", "$€£", "thousands|millions|billions"]
)
def test_what_the_lexicon_says_no_other_module_says_again(words):
    saying = [path.name for path in READING.rglob("*.py") if words in path.read_text(encoding="utf-8")]
    assert saying in ([], ["lexicon.py"])


@pytest.mark.parametrize(
    "name, number", [("January", 1), ("Sept", 9), ("Sep", 9), ("May", 5), ("diciembre", 12)]
)
def test_a_month_is_known_by_its_names(name, number):
    assert re.fullmatch(lexicon.MONTH_NAME, name) or name in lexicon.MONTHS_ABROAD
    assert month_number(name) == number


@pytest.mark.parametrize(
    "label, is_total, is_subtotal",
    [
        ("Total", True, False),
        ("Grand total", True, False),
        ("Totals", True, False),
        ("Subtotal", False, True),
        ("Sub-total: parts", False, True),
        ("Totally new", False, False),
    ],
)
def test_totals_and_subtotals_are_told_apart(label, is_total, is_subtotal):
    assert bool(lexicon.TOTAL.match(label)) is is_total
    assert bool(lexicon.SUBTOTAL.match(label)) is is_subtotal
    assert bool(lexicon.ANY_TOTAL.match(label)) is (is_total or is_subtotal)


def test_a_total_alone_says_nothing_of_its_own():
    assert lexicon.TOTAL_ALONE.fullmatch("Totals:")
    assert not lexicon.TOTAL_ALONE.fullmatch("Total assets")


@pytest.mark.parametrize(
    "label, each, each_award",
    [
        ("Dividends per common share", True, True),
        ("Earnings per limited partner unit", True, True),
        ("EPS", True, True),
        ("Ergebnis je Aktie", False, True),
        ("Fair value per RSU", False, True),
        ("Share of profit", False, False),
    ],
)
def test_what_is_counted_by_the_share(label, each, each_award):
    assert bool(lexicon.PER_SHARE.search(label)) is each
    assert bool(lexicon.PER_SHARE_OR_AWARD.search(label)) is each_award


@pytest.mark.parametrize(
    "title", ["Consolidated results", "Statement of income", "Balance sheets", "Cash flow statement"]
)
def test_a_statement_is_known_by_its_name(title):
    assert lexicon.IN_STATEMENT.search(title)


def test_each_sign_and_each_kind_of_dollar_has_its_code():
    assert {CURRENCIES[sign] for sign in lexicon.SIGNS} <= lexicon.CURRENCY_CODES
    assert CURRENCIES["HK$"] == "HKD"
