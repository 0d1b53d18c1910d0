"""Headings over groups of columns that the page has over the first column of each alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from reading.tables.headings.stacks import says_time
from reading.tables.rows.labels import Row
from reading.tables.split import SplitLine
from reading.tables.units.captions import read_caption
from reading.values.dates import DATE, YEAR

_TIME_BEHIND = re.compile(rf"(?P<words>.*?)\s*(?P<time>{DATE}|(?<![\w,/-]){YEAR})", re.IGNORECASE)

_BROKEN = re.compile(r"\b([^\W\d_]{2,})- (?!(?:and|or|to)\b)([^\W\d_]{2,})\b")
_COMPOUND = re.compile(  # what keeps its hyphen at the end of a line
    r"(?:long|short|medium|non|pre|post|co|self|mid|multi|semi|anti|inter|cross|half|full|part|first|second|third|one|two"
    r"|three|year|day|stock|share|equity|cash|tax|interest|fair|held|available|at|in|on|off|so|right|time|cost|price|debt"
    r"|asset|market|performance|weighted|available|left|paid|year|ex|well|high|low|re|by|up|follow|company|third|all)",
    re.IGNORECASE,
)


def without_breaks(words: str, text: str) -> str:
    """The words of a heading or a label, put together that the end of a line broke: “Consoli-” over “dated”.

    `text`: of the page, in lower case. A hyphen stays behind what is a word by itself, as in “Long-term”,
    unless the page has the whole in one.
    """
    if "- " not in words:
        return words

    def joined(found: re.Match[str]) -> str:
        whole, first = (found[1] + found[2]).lower(), found[1].lower()
        is_word = _COMPOUND.fullmatch(first) or re.search(rf"\b{first}\b(?!-\s)", text)
        is_broken = not is_word or re.search(rf"\b{whole}\b", text)
        return f"{found[1]}{found[2]}" if is_broken else f"{found[1]}-{found[2]}"

    return _BROKEN.sub(joined, words)


def with_whole_words(rows: list[Row], text: str) -> list[Row]:
    """The rows, their labels without such breaks. `text`: of the page."""
    for row in (row for row in rows if "- " in row.label):
        row.label = without_breaks(row.label, text.lower())
    return rows


def with_shared_words(headers: Sequence[str]) -> list[str]:
    """The headings; where the same times stand in each group of columns, all have the words of their group.

    “Payments 2022”, “2021”, “Proceeds 2022”, “2021”: it is payments in both of the first two.
    """
    found = [_TIME_BEHIND.fullmatch(header) for header in headers]
    parts = [(match["words"], match["time"]) for match in found if match]
    times = [time for _, time in parts]
    size = len(dict.fromkeys(times))
    groups = [parts[at : at + size] for at in range(0, len(parts), size)] if size else []
    is_regular = len(parts) == len(headers) and times == times[:size] * len(groups)
    if size < 2 or len(groups) < 2 or not is_regular:
        return list(headers)
    said = [[words for words, _ in group if words] for group in groups]
    if any(len(words) != 1 for words in said) or len({words[0] for words in said}) < len(groups):
        return list(headers)
    return [f"{words[0]} {time}" for words, group in zip(said, groups, strict=True) for _, time in group]


def part_heading(headers: Sequence[str]) -> str:
    """The words that stand over all columns of a part of a table, and nothing else: “Product B”, else ""."""
    said = set(headers)
    words = next(iter(said)) if len(headers) > 1 and len(said) == 1 else ""
    return "" if says_time(words) or any(map(str.isdigit, words)) else words


def with_part_heading(headers: Sequence[str], part: str) -> list[str]:
    """The headings of the columns with that of a part in place of the one before: “2023 Product A”."""
    split = [header.split() for header in headers]
    shared = 0
    while all(len(words) > shared for words in split) and len({words[-1 - shared] for words in split}) == 1:
        shared += 1
    if read_caption(" ".join(split[0][len(split[0]) - shared :])).scale:
        shared = 0  # “(in millions)” holds for the part too
    own = [" ".join(words[: len(words) - shared]) for words in split]
    return [f"{words} {part}".strip() for words in own]


_COUNT = re.compile(r"[1-9]|1[0-3]|2[67]|39|40|5[23]")
_COUNTED = re.compile(r"(?:(?:weeks|months)\b\s*(?:ended|ending|to)?\s*)+", re.IGNORECASE)


def with_broken_headings(lines: Sequence[SplitLine]) -> list[SplitLine]:
    """The lines, among which those of counts over “weeks” or “months” hold words rather than cells."""
    found = list(lines)
    for at, split in enumerate(lines):
        if not split.cells or split.label or not all(_COUNT.fullmatch(cell.text) for cell in split.cells):
            continue
        beside = (near for near in (at + 1, at - 1) if 0 <= near < len(lines))
        below = next((near for near in beside if _stands_over(split, lines[near])), None)
        if below is not None:  # some files write the lower line first
            found[min(at, below)] = replace(split, label=split.line.words, cells=())
            found[max(at, below)] = lines[below]
    return found


def _stands_over(upper: SplitLine, lower: SplitLine) -> bool:
    return lower.line.box.top > upper.line.box.top and bool(_COUNTED.fullmatch(lower.line.text))
