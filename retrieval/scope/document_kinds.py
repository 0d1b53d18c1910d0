"""What documents go by, as a condition: “kind” is contract, receipt, datasheet, or any word of their
names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from retrieval.question.kinds import DOCUMENT_NOUNS
from retrieval.scope.filters import BadSearch, Condition
from retrieval.sql import literal


@dataclass(frozen=True)
class Kind:
    """What documents go by: the word stands in their bucket, file name or title, or is their type's."""

    def test(self, condition: Condition) -> str:
        if condition.op not in ("=", "<>", "in"):
            raise BadSearch("“kind” is what documents are called, such as contract: use =, ≠ or in.")
        told = " OR ".join(kind_sql(str(value)) for value in condition.values)
        return f"NOT ({told})" if condition.op == "<>" else f"({told})"


def kind_sql(noun: str) -> str:
    """SQL over `documents AS d` that is true of those that go by the noun, as `documents_called` has it.

    `coalesce` has the database reckon with half of the documents: of a pattern it would guess far too few.
    """
    plain = singular(" ".join(noun.lower().split()))
    words = plain.rstrip("y").split() or [plain]
    columns = [f"lower({column})" for column in ("d.filename", "d.title", "d.bucket")]
    if len(words) == 1:  # looked for at a third of a pattern's cost
        tests = [f"strpos({column}, {literal(words[0])}) > 0" for column in columns]
    else:
        stem = "[^a-z0-9]*".join(map(escaped, words))
        tests = [f"{column} ~ {literal(stem)}" for column in columns]
    types = DOCUMENT_NOUNS.get(plain, ())
    tests += [f"d.document_type IN ({', '.join(map(literal, types))})"] if types else []
    return f"coalesce({' OR '.join(tests)}, false)"


def escaped(word: str) -> str:
    """A word as PostgreSQL's regular expressions take it."""
    return re.sub(r"([^\w])", r"\\\1", word)


def singular(word: str) -> str:
    """An English noun in small letters without the ending of its plural."""
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if len(word) > 4 and re.search(r"(?:ch|sh|x|ss|z)es$", word):
        return word[:-2]
    plain = len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return word[:-1] if plain else word
