"""Where sentences begin and end in running text, by rules for English and marks of other languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reading.lexicon import MONTHS_ABROAD, SIGNS

# A row of a table ends in figures.
CELLS_AT_END = re.compile(rf"(?:\s[{SIGNS}(]*-?\d(?:[\d,.]*\d)?%?\)?|\s[—–-]){{2,}}\s*$")
# Words whose full stop ends no sentence, though a capital may follow.
_ABBREVIATIONS = frozenset(
    "inc corp co ltd llc plc no nos vs mr mrs ms dr prof st jr sr gen gov rep sen fig eq cf al e.g i.e etc "
    "approx est dept div ill calif mass conn penn tenn wash u.s u.k e.u d.c n.a a.m p.m art sec para vol pp "
    "p ed eds jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun "
    "abs nr bzw vgl ggf inkl zzgl".split()
)
# An abbreviation that names a company does end a sentence before such a word.
_STARTERS = frozenset("the this these we our it in on for as a an if such they he she however".split())

# What sentences begin with: capitals, figures, and letters of scripts that have no capitals.
_OPENING = r"[\"'“‘„«¿¡(\[]*[A-Z0-9•À-ÖØ-ÞΑ-ΩА-ЯЁ\u0590-\u06ff\u0900-\u097f]"
_CLOSING = r"[\"'”’»)\]]*"
_STOP = (
    re.compile(  # before such a one, or at the end of a paragraph; Chinese and Japanese write no blank behind
        rf"(?<![.!?])[.!?؟۔।]+{_CLOSING}(?=\s+{_OPENING}|\s*\n\s*\n)|[:;]{_CLOSING}(?=\s*\n\s*\n)"
        r"|[。！？｡]+[」』】”’）)]*"
    )
)
# Characters; the longest of 46,000 in filings has 4,300. What stands in one is compared with all else in it.
LONGEST_SENTENCE = 5000
_CUTS = (re.compile(r"[;,]\s(?=[^;,]*$)"), re.compile(r"\s(?=\S*$)"))  # the last of each, the best first
_NO_WORD = re.compile(r"[^\w.&]")
_FIRST_WORD, _LAST_WORD = re.compile(r"^\S*\s"), re.compile(r"\s\S*$")
_NEXT_WORD = re.compile(r"\s+[\"'“‘(\[]*(\w+)")


def ended(text: str) -> str:
    """The text as a sentence: with a full stop, unless it ends in a mark that ends sentences."""
    return text if text.rstrip("\"'”’)]").endswith((".", "!", "?", "…")) else f"{text}."


def words_near(text: str, start: int, end: int, *, characters: int) -> str:
    """The whole words in and round `text[start:end]`, `characters` on either side at most."""
    before, after = text[max(start - characters, 0) : start], text[end : end + characters]
    if start > characters and not text[start - characters - 1].isspace():
        before = _FIRST_WORD.sub("", before)
    if end + characters < len(text) and not text[end + characters].isspace():
        after = _LAST_WORD.sub("", after)
    return " ".join(f"{before}{text[start:end]}{after}".split())


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Offsets (start, end) of each sentence, blanks around it left out; of endless ones, of their parts."""
    spans, start = list[tuple[int, int]](), 0
    opening = len(text) - len(text.lstrip())
    for match in _STOP.finditer(text):
        if not match[0].startswith(".") or ends_sentence(text, match.start(), match.end(), opening):
            spans.extend(_cut(text, start, match.end()))
            start = match.end()
    spans.extend(_cut(text, start, len(text)))
    return [span for span in (_trim(text, *span) for span in spans) if span[0] < span[1]]


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentence, or parts of at most LONGEST_SENTENCE, none of less than its half but the last."""
    while end - start > LONGEST_SENTENCE:
        least, most = start + LONGEST_SENTENCE // 2, start + LONGEST_SENTENCE
        ends = (cut.end() for pattern in _CUTS if (cut := pattern.search(text, least, most)))
        until = next(ends, most)
        yield start, until
        start = until
    yield start, end


def ends_sentence(text: str, stop: int, end: int, opening: int = 0) -> bool:
    """Whether the full stop at `stop` ends a sentence and not an abbreviation, an initial or a number.

    `end`: behind it and its quotation marks. `opening`: where the text's first word begins.
    """
    word = _NO_WORD.split(text[max(stop - 20, 0) : stop])[-1].lower()
    if word in _ABBREVIATIONS:
        return _starts_anew(text, end) and word not in ("no", "mr", "mrs", "ms", "dr", "vs")
    if len(word) == 1 and word.isalpha():  # an initial, as in J. Smith
        return _starts_anew(text, end)
    if word.isdigit() and _is_day(text, end):  # “1. Januar 2020”
        return False
    # A number that opens the text numbers it: "1. Definitions".
    return not (word.isdigit() and stop - len(word) <= opening)


def _starts_anew(text: str, at: int) -> bool:
    following = _NEXT_WORD.match(text, at)
    return following is not None and following[1].lower() in _STARTERS


def _is_day(text: str, at: int) -> bool:
    following = _NEXT_WORD.match(text, at)
    return following is not None and following[1].lower() in MONTHS_ABROAD


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())
