"""The documents that hold what a question gives: as a property, in what they are called, or in a sentence."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations

from django.db.models import Q

from agentic.search.joins.asked import Asked, akin_to
from agentic.search.joins.corpus import CODE, MOST, Corpus, value_of
from documents.models import Chunk, Document, TableRow
from reading.text.sentences import sentence_spans
from reading.values.legal_forms import without_legal_form
from retrieval.stems import stems_of_each

MOST_ROWS = 200  # properties that hold a name
LEAST_WORDS = 2
MOST_WORDS = 8
MOST_PASSAGES = 200  # that are looked through for words


@dataclass(frozen=True)
class Anchor:
    """A document that holds all names. `words`: what says so of it, beside what it is called.

    `rows`: the properties that give them; `passage` with its `sentence` where they stand in the text.
    """

    document: Document
    words: str
    rows: tuple[TableRow, ...] = ()
    passage: Chunk | None = None
    sentence: str = ""


@dataclass
class Holders:
    """The documents that give a name as a property or are called so, by their numbers."""

    documents: dict[int, Document] = field(default_factory=dict)
    rows: dict[int, list[TableRow]] = field(default_factory=lambda: defaultdict(list))
    by_name: list[set[int]] = field(default_factory=list)

    def all(self) -> list[Anchor]:
        """Those that hold any of the names."""
        return [self._anchor(pk) for pk in sorted(self.documents)]

    def of_each(self) -> list[Anchor]:
        """Those that hold each of them."""
        return [self._anchor(pk) for pk in sorted(set.intersection(*self.by_name))]

    def _anchor(self, pk: int) -> Anchor:
        rows = self.rows[pk]
        return Anchor(self.documents[pk], " ".join(row.label for row in rows), tuple(rows))


def holders_of(names: Sequence[str], corpus: Corpus) -> Holders | None:
    """None where so many hold a name that it tells nothing."""
    found = Holders()
    for name in names:
        likely = _likely(name, corpus)
        if len(likely) > MOST_ROWS:
            return None
        given = [row for row in likely if has(name, value_of(row))]
        called = corpus.documents().filter(_has(name, "title") | _has(name, "filename"))[: MOST + 1]
        own = {row.document_id: row.document for row in given}
        own |= {each.pk: each for each in called if has(name, f"{each.title} {each.filename}")}
        if len(own) > MOST:
            return None
        for row in given:
            found.rows[row.document_id].append(row)
        found.documents |= own
        found.by_name.append(set(own))
    return found


def _likely(name: str, corpus: Corpus) -> list[TableRow]:
    """A code is a value of its own; other names may stand within one."""
    if CODE.fullmatch(name) and (given := corpus.giving([name.casefold()])):
        return given
    return list(corpus.properties().filter(_has(name, "quote"))[: MOST_ROWS + 1])


def by_sentence(names: Sequence[str], corpus: Corpus) -> Iterator[Anchor]:
    """Those with a sentence that has all names."""
    passages = corpus.passages()
    for name in names:
        passages = passages.filter(_has(name, "text"))
    for passage in passages[:MOST]:
        for start, end in sentence_spans(passage.text):
            sentence = passage.text[start:end]
            if all(has(name, sentence) for name in names):
                yield Anchor(passage.document, sentence, passage=passage, sentence=sentence)


def described(asked: Asked, corpus: Corpus) -> list[Anchor]:
    """Those whose name or a sentence says most of the words, at least two: “where the roof leaks”."""
    if not LEAST_WORDS <= len(asked.words) <= MOST_WORDS:
        return []
    likely = corpus.documents().filter(_two_of(asked.words, "title", "filename"))[:MOST_PASSAGES]
    anchors = [Anchor(each, f"{each.title} {re.sub(r'[_-]', ' ', each.filename)}") for each in likely]
    for passage in corpus.passages().filter(_two_of(asked.words, "text"))[:MOST_PASSAGES]:
        for start, end in sentence_spans(passage.text):
            sentence = passage.text[start:end]
            anchors.append(Anchor(passage.document, sentence, (), passage, sentence))
    own = stems_of_each(anchor.words for anchor in anchors)
    shared = [sum(akin_to(word, own[anchor.words]) for word in asked.words) for anchor in anchors]
    most = max(shared, default=0)
    best = [anchor for anchor, count in zip(anchors, shared, strict=True) if count == most]
    return best if most >= LEAST_WORDS and len(best) <= MOST else []


def _two_of(words: Iterable[str], *columns: str) -> Q:
    """Any two of the words in these columns, as far as letters tell."""
    each = [
        reduce(Q.__or__, (Q(**{f"{column}__icontains": word.rstrip("iy")}) for column in columns))
        for word in sorted(words)
    ]
    return reduce(Q.__or__, (one & other for one, other in combinations(each, 2)))


def _has(name: str, column: str) -> Q:
    return Q(**{f"{column}__icontains": without_legal_form(name) or name})


def has(name: str, text: str) -> bool:
    """Whether the name stands in the text as words of its own."""
    plain = re.escape(without_legal_form(name) or name)
    return re.search(rf"(?<![\w-]){plain}(?![\w-])", text, re.IGNORECASE) is not None
