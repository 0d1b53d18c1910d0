"""Lines above a table's first row that are rows of a list, though no number ends them, and head no column."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from documents.dates import YEAR
from documents.parsing.types import Line
from documents.tables.captions import read_caption
from documents.tables.cells import Piece, SplitLine
from documents.tables.stacks import says_time
from documents.units import CURRENCIES

LEAST_PAIRS = 2  # lines of a word and a value: one may be a heading, “Holding   Weight”
_CODES = "|".join(sorted(code for code in CURRENCIES if len(code) == 3 and code.isalpha()))
_NUMBER = r"\d[\d.,]*"
_AMOUNT = re.compile(
    rf"(?:[$€£¥]|(?:{_CODES})\s)\s?{_NUMBER}(?:\s(?:thousand|million|billion|m|mn|bn))?(?:\s?\(\w\))?|"
    rf"(?!{YEAR}\b){_NUMBER}\d\s\(\w\)|\d{{1,3}}(?:,\d{{3}})+"
)
Parted = Mapping[Line, tuple[list[Piece], list[Piece]]]


def without_rows(lines: Sequence[SplitLine], parted: Parted) -> list[SplitLine]:
    """The lines that may head a table of one column. `parted`: what of each is over labels and columns.

    “Fund size   EUR 842.6 million” and “Launch date   12 March 2014” head nothing.
    """
    kept = [
        split for split in lines if not any(_AMOUNT.fullmatch(piece.text) for piece in parted[split.line][1])
    ]
    pairs = [split for split in kept if _is_pair(*parted[split.line])]
    return [split for split in kept if split not in pairs] if len(pairs) >= LEAST_PAIRS else kept


def _is_pair(label: Sequence[Piece], value: Sequence[Piece]) -> bool:
    said = " ".join(piece.text for piece in label)
    return bool(said and value) and not (read_caption(said).scale or says_time(said))
