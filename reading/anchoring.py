"""Whether words that a reader quotes stand in the document, and where.

Blanks, hyphens, case, ligatures and the kind of quotation mark make no difference; words do. A quote
that is cut short or has an ellipsis is found by its longest part, a paraphrase is not found.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import chain, repeat

from reading.model import Place

# A part of a quote counts for the whole from this many words and characters on: fewer also occur by chance.
LEAST_WORDS = 5
LEAST_CHARACTERS = 25
# How much of a quote must stand on the page if its start or end does not: below this it is a paraphrase.
LEAST_SHARE = 0.7
# Shorter quotes are looked for on their own page only: "12.5" stands on many.
LEAST_CHARACTERS_ELSEWHERE = 8

UNSPACED_SCRIPTS = "\u2e80"  # from here on, scripts such as Chinese and Japanese write no blanks

Span = tuple[int, int]

_ELLIPSIS = re.compile(r"\s*(?:\[\s*(?:…|\.\.\.)\s*\]|…|\.{3,}|(?:\. ){2,}\.)\s*")
_DIGIT = re.compile(r"\d")
_EDGES = " \t\n\f\"'“”‘’.,;:"


class _Folds(dict[int, str]):
    """Code point → what it counts as: compatibility form in lower case; blanks and hyphens vanish."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        category = unicodedata.category(char)
        if char.isspace() or category in ("Pd", "Cf", "Cc") or char in "−‐":
            folded = ""
        elif category in ("Pi", "Pf") or char in "\"'`´":
            folded = "'"
        else:
            folded = unicodedata.normalize("NFKC", char).lower().replace(" ", "")
        self[code] = folded
        return folded


_FOLDS = _Folds()


def fold(text: str) -> str:
    """`text` without what makes no difference between a quote and its page."""
    return text.translate(_FOLDS)


def _bare(quote: str) -> str:
    """The quote without what vanishes at its ends: blanks, and the dashes of empty cells."""
    start, end = 0, len(quote)
    while start < end and not _FOLDS[ord(quote[start])]:
        start += 1
    while start < end and not _FOLDS[ord(quote[end - 1])]:
        end -= 1
    return quote[start:end]


_fold_quote = lru_cache(maxsize=256)(fold)  # of one that is looked for on page after page


class PageText:
    """One page's text, in which quotes are looked up: as they are written, or folded where they differ."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _folded(self) -> str:
        return fold(self.text)

    @cached_property
    def _origins(self) -> array[int]:
        """For each folded character the position in `text` that it comes from.

        An array: as lists, those of a report of 1,600 pages take 290 MB.
        """
        lengths = map(len, map(_FOLDS.__getitem__, map(ord, self.text)))
        return array("I", chain.from_iterable(map(repeat, range(len(self.text)), lengths)))

    def find(self, quote: str) -> Span | None:
        """Where the quote stands, as whole words and whole numbers. Offsets in `text`."""
        bare = _bare(quote)
        return self._find_written(bare) or self._find_folded(_fold_quote(bare))

    def _find_written(self, quote: str) -> Span | None:
        """What rules quote nearly always stands as it is; to fold the page takes twenty times as long.

        Few words without a number, as a name, may stand further up in capitals.
        """
        is_one_place = len(quote) >= LEAST_CHARACTERS or _DIGIT.search(quote)
        at = self.text.find(quote) if is_one_place else -1
        while at >= 0:
            if self._is_whole(at, at + len(quote)):
                return at, at + len(quote)
            at = self.text.find(quote, at + 1)
        return None

    def _find_folded(self, folded: str) -> Span | None:
        at = self._folded.find(folded) if folded else -1
        while at >= 0:
            start, end = self._origins[at], self._origins[at + len(folded) - 1] + 1
            if self._is_whole(start, end):
                return start, end
            at = self._folded.find(folded, at + 1)
        return None

    def _is_whole(self, start: int, end: int) -> bool:
        """Whether the span neither begins nor ends inside a word or a number."""
        return not any(_parts_word(self.text, edge) for edge in (start, end) if 0 < edge < len(self.text))

    def locate(self, quote: str) -> Span | None:
        """Where the quote stands, or the longest part of one that is cut short."""
        stripped = quote.strip(_EDGES)
        return self.find(stripped) or self._longest_part(stripped)

    def _longest_part(self, quote: str) -> Span | None:
        parts = [part.strip(_EDGES) for part in _ELLIPSIS.split(quote) if part.strip(_EDGES)]
        if len(parts) > 1:
            return self._longest_of(parts)
        words = quote.split()
        runs = (self._run(words, from_start=True), self._run(words, from_start=False))
        return max((run for run in runs if run), key=lambda run: run[1] - run[0], default=None)

    def _longest_of(self, parts: list[str]) -> Span | None:
        """The longest part, if all parts stand here, save a short one that the cut left over."""
        for part in parts:
            if _is_telling(part) and not self.find(part):
                return None
        longest = max(parts, key=len)
        return self.find(longest) if _is_telling(longest) else None

    def _run(self, words: list[str], *, from_start: bool) -> Span | None:
        """The longest run of `words` from their start, or to their end; the rest short and no figure."""

        def cut(length: int) -> tuple[str, str]:
            at = length if from_start else len(words) - length
            parts = " ".join(words[:at]), " ".join(words[at:])
            return parts if from_start else (parts[1], parts[0])

        def place(length: int) -> Span | None:
            return self.find(cut(length)[0].strip(_EDGES))

        if len(words) <= LEAST_WORDS or not place(LEAST_WORDS):
            return None
        least, most = LEAST_WORDS, len(words) - 1
        while least < most:
            middle = (least + most + 1) // 2
            least, most = (middle, most) if place(middle) else (least, middle - 1)
        run, rest = cut(least)
        is_most = len(fold(run)) >= LEAST_SHARE * len(fold(run + rest))
        return place(least) if is_most and _is_telling(run) and not _DIGIT.search(rest) else None


def _parts_word(text: str, edge: int) -> bool:
    """Whether a cut before `text[edge]` goes through a word, or a number such as 3,226.8."""
    before, after = text[edge - 1], text[edge]
    if before.isalnum() and after.isalnum():
        return before < UNSPACED_SCRIPTS and after < UNSPACED_SCRIPTS
    if after in ".,":
        return before.isdigit() and text[edge + 1 : edge + 2].isdigit()
    return before in ".," and after.isdigit() and text[max(edge - 2, 0) : edge - 1].isdigit()


def _is_telling(part: str) -> bool:
    return len(part) >= LEAST_CHARACTERS and len(part.split()) >= LEAST_WORDS


class PageIndex(Mapping[int, str]):
    """The pages' texts by number, each folded where a quote does not stand on it as it is."""

    def __init__(self, pages: Mapping[int, str]) -> None:
        self._pages = dict(pages)
        self._texts: dict[int, PageText] = {}
        self._found: dict[tuple[str, int | None], tuple[int, Span] | None] = {}

    def __getitem__(self, number: int) -> str:
        return self._pages[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self._pages)

    def __len__(self) -> int:
        return len(self._pages)

    def page_text(self, number: int) -> PageText:
        if number not in self._texts:
            self._texts[number] = PageText(self._pages[number])
        return self._texts[number]

    def place_of(self, quote: str, page: int | None) -> tuple[int, Span] | None:
        """The page on which the quote stands, and where on it; `page` is where it is said to stand.

        Kept, since all figures of a sentence quote it.
        """
        if (quote, page) not in self._found:
            self._found[quote, page] = self._look_up(quote, page)
        return self._found[quote, page]

    def _look_up(self, quote: str, page: int | None) -> tuple[int, Span] | None:
        stated = [page] if page is not None and page in self else []
        found = self.whole(quote, stated)  # nearly always; the other pages need no sorting then
        if found:
            return found
        others = sorted(set(self) - set(stated), key=lambda number: abs(number - (page or 0)))
        if page is not None and len(fold(quote)) < LEAST_CHARACTERS_ELSEWHERE:
            others = []
        return self.whole(quote, others) or self.partly(quote, [*stated, *others])

    def whole(self, quote: str, numbers: list[int]) -> tuple[int, Span] | None:
        """The first of these pages on which the quote stands as it is."""
        stripped = quote.strip(_EDGES)
        found = ((number, self.page_text(number).find(stripped)) for number in numbers)
        return next(((number, span) for number, span in found if span), None)

    def partly(self, quote: str, numbers: list[int]) -> tuple[int, Span] | None:
        """The first of these pages on which a part stands that is long enough for the whole."""
        found = ((number, self.page_text(number).locate(quote)) for number in numbers)
        return next(((number, span) for number, span in found if span), None)


def anchor(place: Place, pages: Mapping[int, str]) -> tuple[Place, bool]:
    """The place with the words as they stand there, and True; or `place` as it came, and False.

    The stated page is tried first, then the others, nearest first. Pass a `PageIndex` for many places.
    """
    index = pages if isinstance(pages, PageIndex) else PageIndex(pages)
    found = index.place_of(place.quote, place.page)
    if not found:
        return place, False
    number, (start, end) = found
    quote = index[number][start:end]
    if (number, quote) == (place.page, place.quote):
        return place, True
    return replace(place, page=number, quote=quote), True
