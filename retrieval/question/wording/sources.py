"""The file that a question says it is about: “in the wages file”, “according to the list of bodies”."""

from __future__ import annotations

import re
from dataclasses import dataclass

# What only says that it is a file, and what says of which kind its text is as well.
FILES = frozenset(
    "file list table spreadsheet workbook worksheet sheet data dataset database csv report register log "
    "document paper study".split()
)
TEXTS = frozenset(
    "statistics figures survey inventory catalogue catalog minutes invoice contract agreement license "
    "licence manual guide handbook policy letter email e-mail notes roster ledger overview schedule "
    "directory".split()
)
_KIND = rf"(?:data\sset|{'|'.join(sorted(FILES | TEXTS))})s?"
_LED = r"(?:according to|as per|based on|going by|in|from|of|on|per|under|within|by)"
_ASKS = (
    r"(?:how|what|which|who|whom|whose|when|where|why|is|are|was|were|do|does|did|has|have|had|list|name|"
    r"give|show)"
)
SOURCE = re.compile(
    rf"\b{_LED}\s+(?:the|our|this|that|my)\s+(?P<what>(?:(?!(?:{_LED}|the|an?)\b)[^\s,?]+\s+){{0,8}}?(?:{_KIND})"
    rf"(?:\s*\([^)]*\))?(?:\s+(?:of|on|about|for)\s+[^,?]+(?=\s*(?:,\s*{_ASKS}\b|\?|$)))?)"
    rf"(?=\s*(?:[,?.]|$)|\s+(?!{_KIND}\b)(?-i:[a-z]))",
    re.IGNORECASE,
)
_LEAST = 3  # words of what is asked beside it


@dataclass(frozen=True)
class Source:
    """`what`: how the file is called. `rest`: the question without it."""

    what: str
    rest: str


def source_in(question: str) -> Source | None:
    """The file that the question names with its kind; None where it names none, or nothing else."""
    text = " ".join(question.split())
    for said in SOURCE.finditer(text):
        rest = re.sub(r"\s+([,?.])", r"\1", f"{text[: said.start()].rstrip()} {text[said.end() :].lstrip()}")
        rest = rest.strip(" ,;")
        if len(rest.split()) >= _LEAST:
            return Source(said["what"], f"{rest[:1].upper()}{rest[1:].rstrip(' ,?')}?")
    return None
