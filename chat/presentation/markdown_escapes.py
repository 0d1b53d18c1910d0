"""Words for a Markdown file, so that no renderer makes a link, a picture, a script or a heading of them.

What a file is read with is not known: some turn every address into a link, allow HTML, or take attributes
in braces. So addresses stand as code, which none of them touches, brackets, braces and angles are escaped,
and an answer keeps no more of its own Markdown than emphasis, headings, lists and tables.
"""

from __future__ import annotations

import re

ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
NEEDLESS = "/:@."  # an escaped character of an address, which would tear it apart
HIDDEN = 0xF0000  # of the private characters in which escaped ones wait for their turn
PRIVATE = re.compile("[\U000f0000-\U000f007f]")
WORD = re.compile(r"[^\s<>`\\|\[\]{}\U000f0000-\U000f007f]+")
ADDRESS = re.compile(
    r"://|\bwww\.|\w@|@\w|\w\.[^\W\d_]{2,}"
    r"|\b(?:mailto|javascript|vbscript|data|file|tel|sms|xmpp|blob|about|magnet|ftp)\s*:",
    re.IGNORECASE,
)
BEFORE, AFTER = "([“‘\"'*_~#", ".,;:!?)]”’\"'*_~"
CITATION = re.compile(r"\[\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\](?![(:\[])")
OF_PROSE = re.compile(r"[\\`{}\[\]~<>]|&(?=#?\w+;)")
OF_WORDS = re.compile(r"[\\`{}\[\]~<>*_|]|&(?=#?\w+;)")
# Not every renderer lets a backslash escape these, and one before a backtick might meet another.
BY_NAME = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "`": "&#96;", "~": "&#126;"}


def as_prose(text: str) -> str:
    """An answer's text: its emphasis, headings, lists, tables and citations as [2] stay."""
    shown = ESCAPED.sub(_hidden, PRIVATE.sub("", text))
    pieces, end = [], 0
    for citation in CITATION.finditer(shown):
        pieces += [_inert(shown[end : citation.start()], OF_PROSE), citation.group()]
        end = citation.end()
    return PRIVATE.sub(_shown, "".join([*pieces, _inert(shown[end:], OF_PROSE)]))


def as_words(text: object) -> str:
    """Somebody's words in one line, such as a quote, a file's name or a cell: nothing of it is Markdown."""
    line = " ".join(PRIVATE.sub("", str(text)).split())
    return _inert(line, OF_WORDS)


def as_code(text: str, language: str) -> str:
    """A block of code that no run of backticks within it ends."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def _inert(text: str, escaped: re.Pattern[str]) -> str:
    pieces, end = [], 0
    for word in WORD.finditer(text):
        pieces.append(_safe(text[end : word.start()], escaped))
        pieces.append(_safe_word(word.group(), escaped))
        end = word.end()
    return "".join([*pieces, _safe(text[end:], escaped)])


def _safe_word(word: str, escaped: re.Pattern[str]) -> str:
    if not ADDRESS.search(word):
        return _safe(word, escaped)
    address = word.lstrip(BEFORE).rstrip(AFTER)
    before, _, after = word.partition(address)
    return f"{_safe(before, escaped)}`{address}`{_safe(after, escaped)}"


def _safe(text: str, escaped: re.Pattern[str]) -> str:
    return escaped.sub(lambda match: _escaped(match[0]), text)


def _escaped(character: str) -> str:
    return BY_NAME.get(character, f"\\{character}")


def _hidden(match: re.Match[str]) -> str:
    return match[1] if match[1] in NEEDLESS else chr(HIDDEN + ord(match[1]))


def _shown(match: re.Match[str]) -> str:
    return _escaped(chr(ord(match[0]) - HIDDEN))
