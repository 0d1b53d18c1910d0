"""What a question calls the rows of the one file that it is asked of: “how many cases come from Texas?”,
“which car has most horsepower?”"""

from __future__ import annotations

import re
from dataclasses import replace

from retrieval.question.wording.rows import COUNT, HIGH, LOW, VERB, WHICH, normed
from retrieval.sheets.model import Sheet
from retrieval.stems import stems
from retrieval.tables.rules.vocabulary.lexicon import sex_as

# What somebody or something has or does so many of is no row.
OBJECT = re.compile(
    r"\bhow many\s+(?P<what>(?:[^\W\d_]+\s+){1,4}?)(?:did|do|does|has|have|had|can|could|will)\b",
    re.IGNORECASE,
)
MOST_WORDS = 3


def with_rows_called(sheet: Sheet, question: str) -> Sheet:
    """The sheet whose rows are called by the noun that is counted, or of which the most is asked for, where
    no heading and no cell has it."""
    asked = COUNT.match(question.strip())
    if asked is None and (HIGH.search(question) or LOW.search(question)):
        asked = WHICH.match(question.strip())
    if asked is None or OBJECT.search(question):
        return sheet
    stop = VERB.search(asked["noun"])
    noun = asked["noun"][: stop.start()] if stop else asked["noun"]
    words = normed(noun.split(" that ")[0])[:MOST_WORDS]
    own = frozenset(stems(" ".join(words)))
    if not own or own & sheet.words_of_headings or {*words} & sheet.words_in_texts:
        return sheet
    if any(sex_as(word) for word in noun.split()):
        return sheet  # women are some of the rows
    return replace(sheet, names=sheet.names | own, called=own)
