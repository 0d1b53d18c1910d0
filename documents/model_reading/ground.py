"""Whether a passage bears out what a model says of it, and whether that says anything. By words alone."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

FIGURE = re.compile(r"\d[\d.,]*\d|\d")
LEAST_SHARE = 0.8  # of a statement's content words that one sentence must have; two make a wrong third
BEFORE, AFTER = 6, 3  # words round a figure that say what it is; in a row of figures they stand before it
STEM = 5  # letters by which forms of a word are taken for one another
_WORD = re.compile(r"[^\W_](?:[\w&’'-]*[^\W_])?")
_NAME = re.compile(r"(?<![.!?:]\s)(?<!^)(?<![“\"(])\b[A-Z][\w&-]+")
_FOREIGN = re.compile(r"[^\x00-\x7f\W\d_]")
_SAYS_WHAT_IT_IS = re.compile(
    r"(?:this|the) (?:document|text|report|message|e-?mail|letter|agreement|contract|presentation|minutes)\b"
    r".{0,60}?\b(?:is an?|is about|are an?|cover(?:s|ing)?|outlin(?:es?|ing)|discuss\w*|describ(?:es?|ing)"
    r"|contain(?:s|ing)?|provid(?:es?|ing)|includ(?:es?|ing))\b",
    re.IGNORECASE,
)
_STOP_WORDS = frozenset(
    """a about after all also an and any are as at be been before between both but by can could did do does
    during each for from had has have how if in into is it its may more most much must no not of on one only
    or other our out over per shall she should so such than that the their them then there these they this
    those to under until up was we were what when where which while who whom whose why will with within would
    you your he his her i""".split()
)
# Words with which something is said of any document.
_COMMON = frozenset(
    """action address agreement answer author business case check common company concern contain content
    contract current date describe description detail different discuss document entity explain file find
    general give given important include information issue item key list main matter mention name need
    organisation organization outline overview page paper party passage person point provide purpose question
    read reader reason receive regard related relevant report review same say section see similar specific
    state statement subject summary support text thing title topic type understand unrelated use various
    verify want write written year""".split()
)
_COMMONPLACES = frozenset(
    (
        "financial performance|financial results|financial information|financial report|financial data|"
        "financial reporting|business operations|company performance|company overview|annual report|"
        "quarterly report|legal agreement|legal contract|terms and conditions|technical support|"
        "technical specifications|meeting minutes|key findings|future outlook|financial statements"
    ).split("|")
)


def figures_of(text: str) -> set[str]:
    return {figure.replace(",", "") for figure in FIGURE.findall(text)}


def stems_of(text: str) -> set[str]:
    """The beginnings of its content words, and its figures."""
    words = (word.lower().removesuffix("’s").removesuffix("'s") for word in _WORD.findall(text))
    kept = {word[:STEM] for word in words if word not in _STOP_WORDS and not word[0].isdigit()}
    return kept | figures_of(text)


def is_generic(text: str, *, subject: str = "") -> bool:
    """Whether it could be said of any document, or of any of the `subject`'s."""
    words = [word.lower() for word in _WORD.findall(text)]
    if " ".join(words) in _COMMONPLACES or _SAYS_WHAT_IT_IS.match(text):
        return True
    named = {word.lower() for word in _WORD.findall(subject)}
    telling = [word for word in words if word not in _STOP_WORDS and word not in named]
    return all(word in _COMMON or word.removesuffix("s") in _COMMON for word in telling)


class Ground:
    """Sentences in which statements must have their ground. `known`: what is known besides."""

    def __init__(self, sentences: Sequence[str], *, known: str = "") -> None:
        self.sentences = [*sentences]
        self.known = known

    @cached_property
    def _text(self) -> str:
        return " ".join([self.known, *self.sentences])

    @cached_property
    def _words(self) -> set[str]:
        return {word.lower() for word in _WORD.findall(self._text)}

    @cached_property
    def _figures(self) -> set[str]:
        return figures_of(self._text)

    @cached_property
    def _stems_of_each(self) -> list[set[str]]:
        return [stems_of(sentence) for sentence in self.sentences]

    @cached_property
    def _stems(self) -> set[str]:
        return set[str]().union(stems_of(self.known), *self._stems_of_each)

    def has_marks_of(self, text: str) -> bool:
        """Whether all its figures, names and letters beyond English stand here."""
        names = (name.lower() for name in _NAME.findall(text))
        return (
            figures_of(text) <= self._figures
            and all(name in self._words or name[:STEM] in self._stems for name in names)
            and set(_FOREIGN.findall(text)) <= set(self._text)
        )

    def share_of(self, text: str) -> float:
        """The share of its content words that the sentence with most of them has."""
        said = stems_of(text) - stems_of(self.known)
        return (
            max((len(said & stems) for stems in self._stems_of_each), default=0) / len(said) if said else 0.0
        )

    def bears_out(self, text: str, *, share: float = LEAST_SHARE) -> bool:
        """Whether a sentence may have told it: figures and names stand here, most of its words in one.

        Beside each figure stands one of its words: in a row of figures each is of another thing.
        """
        return self.has_marks_of(text) and self.share_of(text) >= share and self._has_words_beside(text)

    def _has_words_beside(self, text: str) -> bool:
        said = {stem for stem in stems_of(text) if not stem[0].isdigit()}
        asked = figures_of(text) - figures_of(self.known)
        return all(any(said & beside for beside in self._beside.get(figure, ())) for figure in asked)

    @cached_property
    def _beside(self) -> Mapping[str, Sequence[set[str]]]:
        """Figure → the stems round each place where it stands."""
        found: dict[str, list[set[str]]] = defaultdict(list)
        for sentence in self.sentences:
            for match in FIGURE.finditer(sentence):
                before, after = sentence[: match.start()].split(), sentence[match.end() :].split()
                words = stems_of(" ".join([*before[-BEFORE:], *after[:AFTER]]))
                found[match[0].replace(",", "")].append(words)
        return found

    def touches(self, text: str, *, share: float = 0.5) -> bool:
        """Whether that share of its content words stands here, wherever."""
        said = stems_of(text)
        return bool(said) and len(said & self._stems) >= share * len(said)


def grounded(texts: Iterable[str], ground: Ground, *, subject: str = "") -> list[str]:
    """Those texts that are not generic and whose figures, names and half of whose words the ground has."""
    return [
        text
        for text in texts
        if not is_generic(text, subject=subject) and ground.has_marks_of(text) and ground.touches(text)
    ]
