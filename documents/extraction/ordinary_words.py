"""The words of a document that its names are told from."""

from __future__ import annotations

import re

from documents.parsing.types import ParsedDocument, once_for_document

_IN_SMALL_LETTERS = re.compile(r"\b[a-z]{2,}\b")


@once_for_document
def ordinary_words(parsed: ParsedDocument) -> set[str]:
    """Words that the document writes in small letters, so that a capital says nothing of them."""
    return {word for page in parsed.pages for word in _IN_SMALL_LETTERS.findall(page.text)}
