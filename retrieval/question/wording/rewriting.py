"""By what a question is searched: its short forms spelled out, and no words that ask for nothing."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from retrieval.question.naming.mentions import Mention

PLACE = re.compile(r"\b(?:in|at|near|around)\s+(?:the\s+)?(?P<name>[A-Z][\w’-]+(?:\s+[A-Z][\w’-]+)*)")
NO_PLACE = re.compile(
    r"(?:Q[1-4]|H[12]|FY\W?\d*|\d.*|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|January|February|March|April|"
    r"June|July|August|September|October|November|December|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun(?:day)?|"
    r"[A-Z]{2,5}s?|Form|Item|Note|Section|Part|Table|Page|Chapter|Annex|Exhibit|Article|Appendix|Total|English)$"
)


def rewritten(question: str) -> str:
    """The question with “YTD” as “YTD (year to date)”, and without “please” and the like.

    Both stand there, since documents write both. It stays as it is where nothing would be left.
    """
    without = " ".join(_fillers().sub(" ", question).split())
    without = re.sub(r"\s+([?.!,;:])", r"\1", without).lstrip(" ,;:")
    kept = without if re.search(r"\w", without) else question
    return _forms_pattern().sub(lambda match: _spelled_out(match[0], kept), kept)


def _spelled_out(form: str, question: str) -> str:
    words = _forms().get(form) or _forms().get(form.casefold(), "")
    return form if not words or words in question.casefold() else f"{form} ({words})"


def places_named(question: str, taken: Sequence[tuple[int, int]]) -> Iterator[Mention]:
    """What the question names as a place, whether documents know it or not. `taken`: known as else."""
    for match in PLACE.finditer(question):
        start, end = match.span("name")
        if NO_PLACE.match(match["name"]) or any(low < end and start < high for low, high in taken):
            continue
        name = re.sub(r"[’']s$", "", match["name"])
        yield Mention(name=name, start=start, end=start + len(name))


@cache
def _told() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("rewriting.toml").read_text(encoding="utf-8"))


@cache
def _forms() -> dict[str, str]:
    return dict(_told()["forms"])


@cache
def _forms_pattern() -> re.Pattern[str]:
    forms = sorted(_forms(), key=len, reverse=True)
    parts = [re.escape(form) if form.isupper() else f"(?i:{re.escape(form)})" for form in forms]
    return re.compile(rf"(?<![\w&])(?:{'|'.join(parts)})(?![\w&])")


@cache
def _fillers() -> re.Pattern[str]:
    words = sorted(_told()["fillers"]["words"], key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?<!how )(?:{'|'.join(map(re.escape, words))})(?![\w-]),?", re.IGNORECASE)
