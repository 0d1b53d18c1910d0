"""Which words of a question only choose the document, and so tell none of its passages from another."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from retrieval.alike.marks import marks_in
from retrieval.passages.subject import has_mark

LEAST_DIGITS = 3  # of a number that a document goes by: “RT/2026/0377”, and not “GPIO23”
MARK = re.compile(r"(?<![\w/.-])(?=[\w/-]*\d)[\w/-]*[A-Za-z/-][\w/-]*(?![\w/-])")

Read = Callable[[Sequence[str]], list[frozenset[str]]]


def stems_naming(
    documents: Mapping[int, tuple[str, str]], names: Sequence[str], marks: tuple[str, ...], read: Read
) -> dict[int, tuple[frozenset[str], frozenset[str]]]:
    """By document the stems of what it is called and of its own marks, and of the names that it begins with.

    `documents`: what each is called, and how it begins with that.
    """
    own = [" ".join((called, *marks_naming(marks, called, begins))) for called, begins in documents.values()]
    spoken, *found = read([" ".join(names), *own, *(begins for _, begins in documents.values())])
    count = len(documents)
    return {
        document: (called, spoken & whole)
        for document, called, whole in zip(documents, found[:count], found[count:], strict=True)
    }


def stems_called_alike(
    documents: Mapping[int, tuple[str, str]],
    alike: Mapping[str, frozenset[str]],
    languages: Mapping[int, str],
    asked: str,
) -> dict[int, frozenset[str]]:
    """By document the stems of the question for which what it is called has a word of another language.

    `asked`: the question's own.
    """
    return {
        document: frozenset(
            stem for stem, marks in alike.items() if marks & marks_in(called, languages[document], asked)
        )
        for document, (called, _) in documents.items()
    }


@lru_cache(maxsize=256)  # asked again for each window of a document
def marks_naming(marks: tuple[str, ...], called: str, begins: str) -> tuple[str, ...]:
    """The marks of a question that are a document's own: in what it is called, or the one number of that form
    with which it begins."""
    return tuple(mark for mark in marks if has_mark(mark, called) or _is_its_number(mark, begins))


def _is_its_number(mark: str, begins: str) -> bool:
    if sum(sign.isdigit() for sign in mark) < LEAST_DIGITS or not MARK.fullmatch(mark):
        return False
    forms = [found[0] for found in MARK.finditer(begins) if _form(found[0]) == _form(mark)]
    return bool(forms) and set(map(str.casefold, forms)) == {mark.casefold()}


def _form(mark: str) -> str:
    return re.sub(r"[^\W\d_]", "A", re.sub(r"\d", "9", mark))
