"""What documents say that rows have found by a value they give: “What is the policy number of Kofi Osei?”

The rows tell who wrote which document, and its sentences the number: these need not name him again.
"""

from __future__ import annotations

import re

from agentic.outcome import Outcome
from agentic.search.among import Ask, asked_among
from agentic.search.decisions.steps import ToolCall
from agentic.search.decisions.words import ASKS_VALUE
from agentic.search.state import Search
from agentic.search.toolbox import Called

LEAST_LEFT = 2  # calls: for the documents, and for their sentences
MOST = 3  # documents whose sentences are taken for what is asked of the value
OF = r"(?:of|for|by|from|at|with|to|in|on)"


def found_within(search: Search) -> Called | None:
    """The search that found the few documents of a value, where a value is asked that no field gives.

    Words that only sentences have lead to no rows: then the documents of the value alone are looked for.
    """
    asked = search.asked
    if asked.function or asked.shown or not ASKS_VALUE.search(search.question):
        return None
    rows = (each for each in search.box.called if each.call.tool == "annotations_search" and each.rows)
    found = next(rows, None) or _of_values(search)
    return found if found and 0 < len({row["document_id"] for row in found.rows}) <= MOST else None


def _of_values(search: Search) -> Called | None:
    given = {name: each for name, each in search.asked.constraints.items() if each["op"] == "in"}
    if not given.keys() - {"kind"} or search.box.left < LEAST_LEFT:
        return None
    arguments = {"filters": given, "by_document": True, "top_k": MOST + 1}
    return search.box.call(
        ToolCall(tool="annotations_search", arguments=arguments, why="Find the documents of what is named")
    )


def answer_within(search: Search, ask: Ask) -> Outcome | None:
    """The rest of the question asked of these documents alone; None where they do not say it."""
    found = found_within(search)
    question = without_values(search) if found else ""
    if found is None or not question:
        return None
    return asked_among(question, sorted({row["document_id"] for row in found.rows}), search, ask)


def without_values(search: Search) -> str:
    """The question without the values by which the documents are found; "" where it has none of them."""
    text = search.question
    for condition in search.asked.constraints.values():
        for value in condition["value"] if condition["op"] == "in" else ():
            words = str(value).split()
            for size in range(len(words), 0, -1):  # a value may go on: “Kofi Osei <kofi@osei.example>”
                said = re.escape(" ".join(words[:size]))
                rest = re.sub(
                    rf"\s+(?:{OF}\s+)?(?:the\s+)?{said}(?!\w)", "", text, count=1, flags=re.IGNORECASE
                )
                if rest != text:
                    text = rest
                    break
    return text if text != search.question else ""
