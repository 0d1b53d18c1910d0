"""Documents of which a sentence says what is asked: “Which leases allow a dog?”, each with that sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce

from django.db.models import Q

from agentic.citations.sentences import placed, sentences
from agentic.evidence import COMES_NEAREST, ResultTable, Span
from agentic.outcome import Outcome
from agentic.search.answers.telling import Telling
from agentic.search.decisions.parts import is_filler
from agentic.search.decisions.steps import Decomposition
from agentic.search.joins.asked import akin_to
from agentic.search.joins.corpus import Corpus
from agentic.search.lists.verbs import IRREGULAR, regular
from agentic.search.state import Search
from documents.models import Chunk
from retrieval.scope.conditions import documents_called
from retrieval.stems import stems_of_each
from retrieval.tables.rules.vocabulary.lexicon import verbs

MOST_DOCUMENTS = 500  # of a workspace whose sentences are looked at
MOST_PASSAGES = 400  # with the words; of more none is looked at
MOST_LISTED = 30
LEAST_THINGS = 2  # words that must stand in a sentence where verbs that only relate them may be missing
LISTS = re.compile(
    r"^\W*(?:(?:in|on|at|for|of|with)\s+)?(?:which|what|(?:list|show|find|name|give)(?:\s+me)?)\s+(?:all\s+|any\s+)?(?:of\s+)?(?:the\s+|our\s+)?"
    r"(?P<said>[a-z-]{3,}\s+\S.*)",
    re.IGNORECASE | re.DOTALL,
)
DENIES = re.compile(r"\b(?:not?|never|none|without|neither|nor|except|excluded?|excluding)\b|n[’']t\b", re.I)
NUMBERED = re.compile(r"\d")
ENDS = re.compile(r"\b(?:most|least|more|less|fewer|under|over|above|below|than|before|after|only)\b", re.I)
# Verbs that only relate what is listed to a thing: “recipes that need nuts” have them among what they list.
RELATING = frozenset(
    """need needs needed require requires required happen happens happened include includes included contain
    contains contained cause causes caused use uses used involve involves involved mention mentions
    mentioned""".split()
)
Words = dict[str, frozenset[str]]


@dataclass(frozen=True)
class Said:
    """Document → its passage and the sentence that says what is asked; `denied`: those that say the
    contrary.
    """

    found: Mapping[int, tuple[Chunk, str]]
    denied: frozenset[int] = frozenset()


def said_by(search: Search) -> Said | None:
    """The documents with a sentence that has each word of what is asked; None where it is no such list."""
    asked, match = search.asked, LISTS.match(search.question)
    if match is None or not _is_plain(asked, match["said"]):
        return None
    words = _words_of(match["said"])
    if len(words) < LEAST_THINGS or search.everywhere.candidates > MOST_DOCUMENTS:
        return None
    corpus = Corpus(search.everywhere.workspace, search.everywhere.chosen)
    said = _told_by(corpus, asked, words, next(iter(words)))
    things = {word: own for word, own in words.items() if word.lower() not in verbs() | RELATING}
    if not said.found and not said.denied and LEAST_THINGS <= len(things) < len(words):
        said = _told_by(corpus, asked, things, next(iter(words)))
    return said if len(said.found) <= MOST_LISTED else None


def tell_saying(said: Said, telling: Telling) -> Outcome | None:
    """The documents, each with its sentence."""
    return _listed(said.found, telling) if said.found else None


def _is_plain(asked: Decomposition, said: str) -> bool:
    """Whether words alone say what is meant: no numbers, bounds or denials."""
    conditions = asked.constraints.keys() - {"kind", "about", "text", "table"}
    if asked.intent != "list" or asked.function or asked.group_by or asked.in_all or conditions:
        return False
    return not any(pattern.search(said) for pattern in (NUMBERED, DENIES, ENDS))


def _words_of(said: str) -> Words:
    """The words that tell something → their stems, in any form of their verb."""
    words = dict.fromkeys(re.findall(r"[^\W\d_][\w-]*", said))
    forms = {word: f"{word} {regular(word)}" for word in words if not is_filler(word)}
    own = stems_of_each(forms.values())
    return {word: own[both] for word, both in forms.items() if own[both]}


def _passages(corpus: Corpus, asked: Decomposition, words: Words) -> list[Chunk]:
    """Those that may have one of the words at least, by its first letters; none where these are too many."""
    has = Q()
    for word in words:
        base = regular(word.lower())
        forms = {form[:4] for form in (word, base, *(form for form, of in IRREGULAR.items() if of == base))}
        one = reduce(Q.__or__, (Q(text__icontains=form) for form in sorted(forms)))
        called = Q(document__title__icontains=word[:4]) | Q(document__filename__icontains=word[:4])
        has &= one | called
    passages = corpus.passages().filter(has)
    if asked.kinds:
        passages = passages.filter(document__in=corpus.documents().filter(documents_called(asked.kinds)))
    found = list(passages[: MOST_PASSAGES + 1])
    return sorted(found, key=_place) if len(found) <= MOST_PASSAGES else []


def _place(passage: Chunk) -> tuple[str, int, int]:
    return passage.document.filename, passage.document_id, passage.index


def _told_by(corpus: Corpus, asked: Decomposition, words: Words, noun: str) -> Said:
    """By the first sentence of each that has all words but those that its document is called by.

    `noun`: what is listed, of which the document speaks at least.
    """
    passages = _passages(corpus, asked, words)
    cut = [(passage, sentence) for passage in passages for sentence in sentences(passage.text)]
    texts = [regular(sentence) for _, sentence in cut]
    own = stems_of_each([*texts, *map(_called, passages), *(passage.text for passage in passages)])
    found: dict[int, tuple[Chunk, str]] = {}
    denied: set[int] = set()
    for (passage, sentence), text in zip(cut, texts, strict=True):
        called = own[_called(passage)]
        is_of_sort = asked.kinds or _has(words.get(noun), called | own[passage.text])
        rest = {word: stems for word, stems in words.items() if word != noun and not _has(stems, called)}
        if not (is_of_sort and rest and all(_has(stems, own[text]) for stems in rest.values())):
            continue
        if len(rest) < LEAST_THINGS and not (asked.kinds or _has(words.get(noun), called)):
            continue  # one word alone stands anywhere
        if DENIES.search(sentence):
            denied.add(passage.document_id)
        found.setdefault(passage.document_id, (passage, sentence))
    return Said({pk: each for pk, each in found.items() if pk not in denied}, frozenset(denied))


def _has(wanted: frozenset[str] | None, own: Iterable[str]) -> bool:
    return wanted is not None and any(akin_to(stem, own) for stem in wanted)


def _called(passage: Chunk) -> str:
    """What its document is called."""
    document = passage.document
    return f"{document.title} {document.filename.rpartition('.')[0].replace('-', ' ').replace('_', ' ')}"


def _listed(found: Mapping[int, tuple[Chunk, str]], telling: Telling) -> Outcome:
    spans = {
        pk: placed(
            Span(
                document_id=pk,
                filename=passage.document.filename,
                page=passage.page_start,
                quote=sentence,
                kind="chunk",
                fact_id=passage.pk,
            )
        )
        for pk, (passage, sentence) in found.items()
    }
    head = f"{telling.count(len(found), 'documents')} document{'s' if len(found) > 1 else ''}"
    verb = "say" if len(found) > 1 else "says"
    lines = [
        f"- {span.filename}: “{found[pk][1]}” {telling.cite(span)}"
        for pk, span in sorted(spans.items(), key=lambda item: item[1].filename)
    ]
    table = ResultTable(
        columns=("Document", "Words"),
        rows=tuple((span.filename, found[pk][1]) for pk, span in spans.items()),
        spans=tuple(spans.values()),
        sql="",
        explanation="Sentences that have the words",
    )
    # Words tell which sentences these are, and no rule what they mean: whoever asks has to read them.
    return telling.outcome(
        f"{head} {verb} so:\n\n" + "\n".join(lines), [table], is_nearest=True, warnings=(COMES_NEAREST,)
    )
