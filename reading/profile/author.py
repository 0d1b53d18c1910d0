"""Who wrote a document, as its file says, where the name stands at the head of the document too."""

from __future__ import annotations

import re
from collections.abc import Collection

from reading.model import ParsedDocument, Place, RowDraft
from reading.tables.marked.read import PROPERTIES

LABEL = "Author"
HEAD = 1_500  # characters of the first page
NAME_WORDS = (2, 4)
# A word of a person's name: “Jan”, “J.”, “O’Neill”, or a small one between others.
_NAME = re.compile(
    r"(?:(?-i:[^\W\d_a-zß-ÿ])[^\W\d_]*(?:[’'-][^\W\d_]+)*\.?|v[ao]n|de[lrns]?|d[aiu]|l[ae]|dos|al|af|bin|y|e)"
)
_GIVEN = re.compile(r"authors?|written by|by", re.IGNORECASE)


def read_author(parsed: ParsedDocument, labels: Collection[str], at: tuple[int, int]) -> list[RowDraft]:
    """A row of the table of properties, none where the file names nobody or a label gives it already.

    `at`: the table and its next row.
    """
    name = " ".join(parsed.metadata.get(LABEL, "").split())
    words = name.split()
    is_name = NAME_WORDS[0] <= len(words) <= NAME_WORDS[1] and all(map(_NAME.fullmatch, words))
    if not is_name or not parsed.pages or any(_GIVEN.fullmatch(label) for label in labels):
        return []
    first = parsed.pages[0]
    written = r"\s+".join(map(re.escape, words))
    found = re.search(rf"(?<!\w){written}(?!\w)", first.text[:HEAD])
    if found is None:
        return []
    place = Place(page=first.number, quote=found[0])
    return [
        RowDraft(
            place=place, table=PROPERTIES, table_index=at[0], row=at[1], label=LABEL, properties={LABEL: name}
        )
    ]
