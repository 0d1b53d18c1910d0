"""Whom a document is about, and the ways in which a question may call them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from reading.lexicon import ATTACHED_FORMS, NOT_NAMES
from reading.text.letters import folded
from reading.values.legal_forms import without_legal_form
from retrieval.question.naming.phrases import Found

SHORTEST_ALIAS = 3  # letters; two stand for too much
SHORTEST_NAME = 2
KEPT_TEXTS = 64  # of which is kept whom they call
MOST_WORDS = 10  # of a name in a question
LETTERS = re.compile(r"[^\W\d_]+|&")
DOMAIN = re.compile(r"(?<=\w)\.(?:com|org|net|io|ai)$", re.IGNORECASE)
AND = ("&", "n", "and", "")  # what a short name may have for “and”
# “McDonald’s” is one word, with any apostrophe.
TOKEN = re.compile(r"[^\W_]+(?:[’'´`ʼ][^\W_]+)*|&")
APOSTROPHE = re.compile(r"[’'´`ʼ]")
OWNING = re.compile(r"[’'´`ʼ][sS]$")
OWNS = re.compile(r"[’'´`ʼ][sS]\b")
# “pepsis margin”: an owner without its apostrophe, where what follows may be owned and nothing is counted.
OWNING_PLAINLY = re.compile(
    r"\s+(?!(?:of|for|in|to|and|or|are|were|is|was|by|from|with|that|which|who|on|at|as|has|have|had|do|did|does|"
    r"can|will|than|per|not|set|made|given|\w+ed)\b)\w",
    re.IGNORECASE,
)
COUNTED = re.compile(
    r"\b(?:the|our|its|their|which|what|many|few|all|of|these|those|some|any|no|two|three|\d+)\s+$",
    re.IGNORECASE,
)
# What stands between two that are set side by side: “Acme’s margin with that of Beta”.
JOINED = re.compile(
    r"(?:[’'´`ʼ]s?(?:\s+\w+){0,4}?)?\s*(?:,|[,\s](?:and|or|vs\.?|versus|with|to|than|against|nor)\b|&|/)"
    r"(?:\s*(?:and|or))?(?:\s+(?:that|those|the\s+(?:\w+\s+){1,3})\s*of|\s+of|\s+the)?\s*",
    re.IGNORECASE,
)
DOES = re.compile(r"\b(?i:did|does|do|will|would|can|could|has|have|had)\s+(?:[A-Z][\w&.-]*\s+)*$")
BETWEEN = re.compile(r"\s*[-.‐‑‒–—―]?\s*")  # two words of one name: “Coca-Cola”, “J. P. Morgan”
ATTACHED = re.compile(rf"(?P<name>\w{{3,}}[a-z])(?:{ATTACHED_FORMS})")
TICKER = re.compile(r"[A-Z]{1,5}")
MARKED = re.compile(r"\s*(?:[’'´`ʼ]s\b|\)|(?:stock|shares|Inc)\b)")  # behind a ticker that is a word too
MARK = re.compile(r"(?:\$|[:(]\s?)$")  # before one


@dataclass(frozen=True)
class _Word:
    """A word of a text, folded. `bare`: without the “s” of an owner, with the end of that."""

    key: str
    start: int
    end: int
    bare: str = ""
    bare_end: int = 0

    @property
    def endings(self) -> tuple[tuple[str, int], ...]:
        """The word as the last one of a name, with where it ends."""
        return ((self.key, self.end), (self.bare, self.bare_end)) if self.bare else ((self.key, self.end),)


Look = Callable[[str, Sequence[_Word], int], Found[str] | None]


class Subjects(Mapping[str, set[int]]):
    """Organization → the documents that are about it; finds those that a text calls."""

    def __init__(self, documents: Mapping[str, set[int]]) -> None:
        self._documents = documents
        self._full: dict[str, list[str]] = defaultdict(list)
        self._beginnings: dict[str, set[str]] = defaultdict(set)
        self._openings: dict[str, list[tuple[str, str]]] = defaultdict(list)
        self._attached: dict[str, set[str]] = defaultdict(set)
        self._called: dict[str, list[Found[str]]] = {}
        for name in documents:
            self._add(name, plain_name(name))

    def _add(self, name: str, plain: str) -> None:
        words = plain.split()
        if len(key := compact(plain)) >= SHORTEST_NAME:
            self._full[key].append(name)
        for count in range(1, len(words)):
            self._beginnings[compact(" ".join(words[:count]))].add(name)
        if attached := ATTACHED.fullmatch(plain):
            self._beginnings[compact(attached["name"])].add(name)
            self._attached[compact(attached["name"])].add(plain)
        for opening in _openings(plain):
            self._openings[opening].append((plain, name))

    def __getitem__(self, name: str) -> set[int]:
        return self._documents[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._documents)

    def __len__(self) -> int:
        return len(self._documents)

    def called(self, question: str) -> list[Found[str]]:
        """Those that the question calls by name, by the beginning of a name or by an abbreviation.

        However they are joined, spaced and spelled. Where somebody is named in full, the beginning of a name
        counts only beside them, as in “Acme and Beta Tools”: else it may be an ordinary word. Every step asks
        it of the same words, so that the last texts' are kept.
        """
        if (known := self._called.get(question)) is None:
            if len(self._called) >= KEPT_TEXTS:
                self._called.clear()
            known = self._called[question] = self._called_in(question)
        return list(known)

    def _called_in(self, question: str) -> list[Found[str]]:
        words = list(_words(question))
        named = list(self._found(question, words, self._named))
        taken = [(found.start, found.end) for found in named]
        short = [
            found
            for found in self._found(question, words, self._abbreviated)
            if not any(start < found.end and found.start < end for start, end in taken)
        ]
        begun = list(self._found(question, words, self._begun))
        if named or short:
            begun = list(_beside(question, begun, [*named, *short]))
        return sorted([*named, *short, *begun], key=lambda found: found.start)

    def _found(self, question: str, words: Sequence[_Word], look: Look) -> Iterator[Found[str]]:
        """The longest at each place, none inside another."""
        at = 0
        while at < len(words):
            found = look(question, words, at)
            if found is None:
                at += 1
                continue
            yield found
            at += sum(word.start < found.end for word in words[at:])

    def _named(self, question: str, words: Sequence[_Word], at: int) -> Found[str] | None:
        for key, start, end in _runs(question, words, at):
            names = [name for name in self._full.get(key, ()) if _may_be_meant(name, question, start, end)]
            if names:
                return Found(tuple(names), start, end)
        return None

    def _abbreviated(self, question: str, words: Sequence[_Word], at: int) -> Found[str] | None:
        """By what looks like an abbreviation: “FedEx”, “J&J”, “I.B.M.”, “Amex”."""
        for key, start, end in _runs(question, words, at):
            said = re.sub(r"[\s.]", "", question[start:end])
            is_joined = said != question[start:end]
            if (
                key in NOT_NAMES
                or not said[0].isupper()
                or (is_joined and not _is_spelled_out(question[start:end]))
            ):
                continue
            candidates = self._openings.get(key[:2], ())
            if names := sorted({name for plain, name in candidates if abbreviates(said, plain)}):
                return Found(tuple(names), start, end)
        return None

    def _begun(self, question: str, words: Sequence[_Word], at: int) -> Found[str] | None:
        """By how a name begins, where it is the only one that does."""
        for key, start, end in _runs(question, words, at):
            names = self._beginnings.get(key, set())
            if not names or len(key) < SHORTEST_NAME or key in NOT_NAMES or key.endswith("&"):  # of a list
                continue
            is_one = len({compact(plain_name(name)) for name in names}) == 1
            is_name = (
                question[start].isupper() or question[start].isdigit() or _is_owner(key, question, start, end)
            )
            if is_one and is_name:
                return Found(tuple(sorted(names)), start, end)
        return None

    def attached(self, word: str) -> set[str]:
        """The plain names that are the word with a legal form or the like grown to it: “pepsi”, PepsiCo."""
        return self._attached.get(compact(word), set())

    @cached_property
    def spellings(self) -> dict[str, list[tuple[str, str]]]:
        """First letter → how names are spelled in whole or by their first word, with the plain name."""
        found: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for name in self._documents:
            plain = plain_name(name)
            for key in (compact(plain), compact(plain.split()[0]) if plain.split() else ""):
                found[key[:1]].add((key, plain))
        return {letter: sorted(each) for letter, each in found.items()}

    def is_full(self, text: str) -> bool:
        """Whether the text is a whole name, however it is spelled."""
        return compact(text) in self._full


def _beside(question: str, begun: Sequence[Found[str]], named: Sequence[Found[str]]) -> Iterator[Found[str]]:
    """Those of the `begun` that are set beside one that is named, or beside one that is: “A, B and C”."""
    known = list(named)
    waiting = [
        one for one in begun if not any(each.start < one.end and one.start < each.end for each in named)
    ]
    while found := [one for one in waiting if any(_is_joined(question, one, each) for each in known)]:
        yield from found
        known += found
        waiting = [one for one in waiting if one not in found]


def _is_joined(question: str, one: Found[str], other: Found[str]) -> bool:
    first, second = sorted((one, other), key=lambda found: found.start)
    return JOINED.fullmatch(question[first.end : second.start]) is not None


def called_in(question: str, subjects: Mapping[str, set[int]]) -> dict[str, set[int]]:
    """Those of the subjects that the question calls, with the documents about them."""
    index = subjects if isinstance(subjects, Subjects) else Subjects(subjects)
    return {name: index[name] for found in index.called(question) for name in found.values}


def groups_called(question: str, subjects: Mapping[str, set[int]]) -> tuple[frozenset[int], ...]:
    """For each subject that the question calls, the documents about it; one group where two are the same."""
    index = subjects if isinstance(subjects, Subjects) else Subjects(subjects)
    groups = (frozenset().union(*(index[name] for name in found.values)) for found in index.called(question))
    return tuple(dict.fromkeys(groups))


def plain_name(name: str) -> str:
    """The name without article, legal form and domain: “The Acme Company” → “Acme”, “acme.com” → “acme”."""
    plain = DOMAIN.sub("", re.sub(r"^the\s+", "", without_legal_form(name), flags=re.IGNORECASE))
    return re.sub(r"\s*(?:&|\band)$", "", plain) or plain


def compact(name: str) -> str:
    """The name as one word of small Latin letters: “Coca-Cola” → “cocacola”, “A and B” → “a&b”."""
    return "".join(word.key for word in _words(name))


def is_word(alias: str) -> bool:
    """Whether a ticker is so short, or so ordinary a word, that it alone means no company."""
    return bool(TICKER.fullmatch(alias)) and (len(alias) < SHORTEST_ALIAS or alias.lower() in NOT_NAMES)


def abbreviates(word: str, name: str) -> bool:
    """Whether `word` joins the beginnings of all words of `name`: “FedEx” for Federal Express, “PnG”.

    A word written like any name, as “Amex”, needs two letters of each.
    """
    parts = [folded(part) for part in LETTERS.findall(name)]
    parts = ["&" if part == "and" else part for part in parts]
    spoken = folded(word)
    least = 2 if word[1:].islower() and "&" not in word else 1
    return (
        len(word) >= SHORTEST_ALIAS
        and len(parts) > 1
        and spoken not in parts
        and _joins(spoken, parts, least)
    )


def _joins(word: str, parts: list[str], least: int) -> bool:
    if not parts:
        return not word
    if parts[0] == "&":
        return any(word.startswith(start) and _joins(word[len(start) :], parts[1:], least) for start in AND)
    lengths = range(min(least, len(parts[0])), len(parts[0]) + 1)
    return any(
        word.startswith(parts[0][:length]) and _joins(word[length:], parts[1:], least) for length in lengths
    )


def _openings(name: str) -> set[str]:
    """The first two letters that an abbreviation of the name can have."""
    parts = [folded(part) for part in LETTERS.findall(name)]
    if len(parts) < 2:
        return set()
    following = [part for part in parts[1:3] if part not in ("&", "and")][:1]
    seconds = {parts[0][1:2], *(part[:1] for part in following)}
    if parts[1] in ("&", "and"):
        seconds |= {"&", "n", "a"}
    return {parts[0][:1] + second for second in seconds if second}


def _words(text: str) -> Iterator[_Word]:
    for match in TOKEN.finditer(text):
        raw = match[0]
        key = "&" if raw.lower() == "and" else folded(APOSTROPHE.sub("", raw))
        owner = OWNING.search(raw)
        bare = folded(APOSTROPHE.sub("", raw[: owner.start()])) if owner else ""
        bare_end = match.start() + owner.start() if owner else 0
        if not owner and _owns_plainly(text, match):
            bare, bare_end = key[:-1], match.end()
        yield _Word(key, *match.span(), bare, bare_end)


def _owns_plainly(text: str, word: re.Match[str]) -> bool:
    """Whether the “s” of a word may be that of an owner: “amazons”, “Best Buys”."""
    is_long = len(word[0]) > SHORTEST_ALIAS or word[0][0].isdigit()  # “its” is nobody's, “3Ms” is
    if not word[0].endswith("s") or not is_long:
        return False
    before = text[: word.start()]
    if DOES.search(before):  # what follows may be what they do: “Did United Squares pay dividends?”
        return False
    return bool(OWNING_PLAINLY.match(text, word.end())) and not COUNTED.search(before)


def _runs(question: str, words: Sequence[_Word], at: int) -> Iterator[tuple[str, int, int]]:
    """The words from `at` on that may be one name, joined, with their characters; the longest first."""
    last = at
    while last + 1 < min(len(words), at + MOST_WORDS) and BETWEEN.fullmatch(
        question[words[last].end : words[last + 1].start]
    ):
        last += 1
    for end in range(last, at - 1, -1):
        begun = "".join(word.key for word in words[at:end])
        for key, until in words[end].endings:
            yield begun + key, words[at].start, until


def _is_owner(key: str, question: str, start: int, end: int) -> bool:
    """Whether the name stands there as an owner, with an apostrophe or without."""
    return bool(OWNS.match(question, end)) or compact(question[start:end]) == f"{key}s"


def _is_spelled_out(text: str) -> bool:
    """Whether it is letters, each for itself: “I.B.M.”, “J & J”."""
    return all(len(part) == 1 for part in re.split(r"[\s.]+", text) if part)


def _may_be_meant(name: str, question: str, start: int, end: int) -> bool:
    """Whether a ticker that may be a word stands there as one: “$ALL”, “ALL's”, “ALL shares”."""
    if not is_word(name):
        return True
    if question[start:end] != name or question.isupper():
        return False
    if name.lower() not in NOT_NAMES:
        return True
    return bool(MARKED.match(question[end:]) or MARK.search(question[:start]))
