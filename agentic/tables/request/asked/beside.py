"""What else of the row is asked for: “the highest yield, and for which site and year?”."""

from __future__ import annotations

import re

from agentic.tables.request.words import Words

BESIDE = re.compile(
    r",?\s+and\s+(?:(?:for|in|on|at|from|by|of)\s+)?(?:which|what|whose)\s+(?P<nouns>[^?.;]+?)\s*\??\s*$",
    re.IGNORECASE,
)
PARTED = re.compile(r"\s*(?:,|\band\b|\bor\b)\s*", re.IGNORECASE)


def beside(asked: Words) -> tuple[str, ...]:
    """The columns of the nouns behind “and for which”, of which each must be one; else none."""
    said = BESIDE.search(asked.question)
    if said is None:
        return ()
    names, start = [], said.start("nouns")
    for noun in filter(None, PARTED.split(said["nouns"])):
        at = asked.question.index(noun, start)
        places = asked.free(at, at + len(noun))
        stems = {stem for place in places for stem in asked.tokens[place].stems}
        found = [column for column in asked.sheet.columns if column.words and column.words <= stems]
        if len(found) != 1:
            return ()
        names.append(found[0].name)
    asked.take(asked.free(*said.span()))
    return tuple(names)
