"""Letters that stand for others."""

from __future__ import annotations

import pytest

from reading.text.garbled import is_garbled

TEXTS = {
    "en": "The board of the company has decided that a dividend will be paid to those who hold its shares. ",
    "de": "Der Vorstand hat beschlossen, dass eine Dividende an die Inhaber gezahlt wird, das ist so. ",
    "fr": "Le conseil a décidé que le dividende sera payé aux personnes qui ont des actions de la société. ",
    "pl": "Zarząd spółki postanowił wypłacić dywidendę wszystkim akcjonariuszom posiadającym akcje zwykłe. ",
}


def moved(text):
    """As a reader takes a font's numbers of glyphs for letters."""
    return "".join(chr(ord(char) - 29) if "A" <= char <= "z" else char for char in text)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_languages_are_not_garbled(text):
    assert not is_garbled(text * 4)


@pytest.mark.parametrize("language", ["en", "de"])
def test_letters_that_stand_for_others_are(language):
    assert is_garbled(moved(TEXTS[language] * 4))


def test_characters_of_private_use_are_no_letters():
    assert is_garbled("".join(chr(0xF020 + ord(char)) if char != " " else " " for char in TEXTS["en"] * 4))


@pytest.mark.parametrize("text", ["X-77 Z-1290 Q-90 " * 60, "1,234 5,678 " * 60, "利益は増加した。" * 60, ""])
def test_numbers_codes_and_other_scripts_are_not_garbled(text):
    assert not is_garbled(text)
