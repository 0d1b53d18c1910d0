"""A question that goes on with the documents that the answer before has listed: “which of these …?”."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agentic.inquiry import Question
from retrieval.question.wording.rows import COUNT, VERB, WHICH

MOST_LISTED = 300  # documents
LISTS = ("list", "count")
POINTING = re.compile(
    r"\b(?P<ask>which|how many|what|list|show(?: me)?|name)\s+(?:ones\s+)?(?:of|among|from|in)\s+"
    r"(?:these|those|them)\b(?:\s+(?:documents|ones|papers|files)\b)?",
    re.IGNORECASE,
)
PLURAL = re.compile(r"(?:[^\W\d_][\w-]*\s+){0,3}?[^\W\d_][\w-]*[^s\W]s\b", re.IGNORECASE)
LEADING = re.compile(r"^\W*(?:and|but|now|then|ok(?:ay)?|so|also)\b[\s,]*", re.IGNORECASE)


def listed_in(result: Mapping[str, Any]) -> list[int]:
    """The documents that an answer lists, all of them; none where it lists something else."""
    matches, plan = result.get("matches") or {}, result.get("plan") or {}
    by_document = bool(matches.get("by_document")) or (plan.get("ask") in LISTS and not plan.get("group_by"))
    table = next(iter(result.get("tables") or []), None)
    if not by_document or table is None or table.get("truncated"):
        return []
    listed = [span["document_id"] for span in table.get("spans") or () if span]
    is_whole = len(listed) == len(set(listed)) == len(table["rows"])
    return listed if is_whole and 1 < len(listed) <= MOST_LISTED else []


def narrowed(question: Question) -> Question | None:
    """The question asked of those documents alone, by what they were called; None where it points at none."""
    said = POINTING.search(question.text)
    turns = list(question.history)
    before = next((turn for turn in reversed(turns) if turn.get("role") == "assistant"), None)
    if said is None or question.document_ids or question.choices or not before or not before.get("listed"):
        return None
    noun = _noun(next((str(t["text"]) for t in reversed(turns) if t.get("role") == "user"), ""))
    text = f"{question.text[: said.start()]}{said['ask']} {noun}{question.text[said.end() :]}"
    text = LEADING.sub("", text)
    return replace(question, text=text[:1].upper() + text[1:], document_ids=before["listed"], history=())


def _noun(asked: str) -> str:
    """What the question before calls the documents that it lists or counts: “lease offers”."""
    for pattern in (COUNT, WHICH):
        if said := pattern.search(asked):
            stop = VERB.search(said["noun"])
            noun = (said["noun"][: stop.start()] if stop else said["noun"]).strip()
            if named := PLURAL.match(noun):
                return named[0]
    return "documents"
