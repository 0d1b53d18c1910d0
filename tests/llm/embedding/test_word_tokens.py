"""The tokens that are kept by word are those that the tokenizer finds in the whole text."""

from __future__ import annotations

import pytest
from tokenizers import Tokenizer

from llm.embedding.embedder import find_embedder_folder
from llm.embedding.word_tokens import WordTokens

TOKENIZER = Tokenizer.from_file(str(find_embedder_folder() / "tokenizer.json"))
TOKENIZER.no_truncation()
TOKENIZER.no_padding()
TEXTS = [
    "",
    " \n ",
    "Net sales grew 15.6% to $4,200 (unaudited);\nan_underscored word – and “quoted” ones.",
    "  Two  blanks\tand a tab,\x0ba\u00a0hard\u2003one, a\x1funit\x00separator\u200bhere\rand\u2028there ",
    "Crème brûlée, cre\u0301me, a stray \u0301 accent, İstanbul, Straße, ﬁnance, ½, x²",
    "東京は日本の首都です。 東京 東京 한국어 текст ελληνικά العربية 👩\u200d🔬",
    "[CLS] in a text [SEP], [sep] and [UNK]x ##ing",
    "supercalifragilisticexpialidocious " + "a" * 99 + " " + "b" * 101 + " " + "c" * 400 + ".d",
]


@pytest.fixture
def words():
    return WordTokens(TOKENIZER)


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_has_the_tokens_that_the_tokenizer_finds(words, text):
    whole = TOKENIZER.encode(text, add_special_tokens=False)
    for _ in range(2):  # the second time the words are known
        assert words.ids(text).tolist() == whole.ids
        assert words.starts(text) == [start for start, _ in whole.offsets]


def test_words_are_forgotten_once_they_are_too_many():
    words = WordTokens(TOKENIZER, most_characters=30)
    for number in range(100):
        text = f"word{number} of {number}"
        assert words.ids(text).tolist() == TOKENIZER.encode(text, add_special_tokens=False).ids
        assert sum(map(len, words._known)) <= 30
