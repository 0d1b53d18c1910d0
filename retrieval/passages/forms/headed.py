"""What stands right under a heading that is what is asked for: “What is the warranty on the pump?”."""

from __future__ import annotations

import re

from retrieval.passages.windows import TITLE_NUMBER, Window

ASKED = re.compile(
    r"^\W*what (?:is|are|was|were) the (?P<head>[a-z][\w-]*(?: [a-z][\w-]*)?) "
    r"(?:of|on|for|in|under|with|at|by)\b",
    re.IGNORECASE,
)


def stands_under(window: Window, question: str) -> bool:
    """Whether the window is what its own heading alone says that it is, and begins right below."""
    asked = ASKED.match(question)
    heading = window.heading.rpartition(" › ")[2]
    if asked is None or not heading or window.units[0].kind == "heading":
        return False
    bare = TITLE_NUMBER.sub("", heading).strip(" #*:.").casefold()
    return bare == asked["head"].casefold() and window.units[0].opens
