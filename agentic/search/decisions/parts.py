"""A question's words, each of which has its place once: the names and values among them, and what is left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from agentic.search.decisions.measures import law_of
from agentic.search.decisions.spoken_fields import fields_called
from agentic.search.decisions.steps import Decomposition
from agentic.search.decisions.words import ACTS, DENIED_BEFORE, LEAST_BEGINNING, LEAST_VALUE, LONGEST, WORD
from retrieval.annotations.fields import Fields
from retrieval.annotations.roles import roles
from retrieval.properties.parts import FILLERS
from retrieval.question.model import QueryAnalysis
from retrieval.scope.document_kinds import singular


@dataclass
class Parts:
    """What is taken of a question has its place; the rest is free."""

    analysis: QueryAnalysis
    known: Fields
    out: Decomposition = field(default_factory=Decomposition)

    def __post_init__(self) -> None:
        self.text = self.analysis.question
        self._free = [True] * len(self.text)

    def _take(self, start: int, end: int) -> None:
        self._free[start:end] = [False] * (end - start)

    def _rest(self) -> str:
        return "".join(char if free else " " for char, free in zip(self.text, self._free, strict=True))

    def _grams(self, most: int = LONGEST) -> Iterator[tuple[str, int, int]]:
        """Runs of words that are free and stand together, the longest first, with their characters."""
        words = [match.span() for match in WORD.finditer(self._rest())]
        for size in range(min(most, len(words)), 0, -1):
            for at in range(len(words) - size + 1):
                start, end = words[at][0], words[at + size - 1][1]
                between = self.text[start:end]
                if all(self._free[start:end]) and not re.search(r"[,;:?!]\s", between):
                    yield between, start, end

    def _constrain(self, name: str, op: str, value: Any, unit: str = "") -> None:
        """One more condition; a name that has one already keeps both as far as they are of one sort."""
        known = self.out.constraints.get(name)
        if known and known["op"] == op == "in":
            value = list(dict.fromkeys([*known["value"], *value]))
        elif known and known["op"] == op == "~" and name == "about":
            value = f"{known['value']} {value}"  # all words must stand there
        self.out.constraints[name] = {"op": op, "value": value} | ({"unit": unit} if unit else {})


class Valued(Parts):
    """A question whose names and values become conditions on what gives them."""

    def _is_within_name(self, start: int, end: int) -> bool:
        """Whether the words are a part of a longer value that documents give, or of a field's name."""
        return any(
            first <= start
            and end <= last
            and (first, last) != (start, end)
            and (self.known.labels_of(gram) or fields_called(gram, self.known))
            for gram, first, last in self._grams()
        )

    def _values(self) -> None:
        """Names that documents give under some label: “Kellin Garage” is a vendor."""
        for gram, start, end in list(self._grams()):
            if not all(self._free[start:end]) or not re.search(r"[A-Z\d]", gram):
                continue
            labels = self.known.labels_of(gram)
            if not labels or (len(gram) < 3 and not gram.isupper()):
                continue
            self._take(start, end)
            names = {self._role_of(label) or label.lower() for label, _ in labels}
            values = list(dict.fromkeys(value for _, value in labels))
            denied = DENIED_BEFORE.search(self._rest()[:start])
            if denied and len(names) == len(values) == 1:
                self._take(*denied.span("no"))
                self._constrain(names.pop(), "≠", values[0])
            elif len(names) == 1:
                self._constrain(names.pop(), "in", values)
            else:
                self._constrain("about", "~", gram)
        self._plain_values()
        self._kinds_of_values()
        self._begun_values()
        if law := law_of(self._rest(), self.known):
            self._take(law.start, law.end)
            self._constrain(law.name, "in", law.values)
        for mention in self.analysis.organizations:
            if mention.end > mention.start and all(self._free[mention.start : mention.end]):
                self._take(mention.start, mention.end)
                self._constrain("organizations", "in", list(mention.names))

    def _plain_values(self) -> None:
        """Words in small letters that documents give under one label: “washed” is a process of coffee."""
        for gram, start, end in list(self._grams(3)):
            is_name = len(gram) >= LEAST_VALUE and gram.islower() and all(self._free[start:end])
            if not is_name or any(map(is_filler, gram.split())) or fields_called(gram, self.known):
                continue
            labels = self.known.labels_of(gram)
            if len({label for label, _ in labels}) == 1 and not self.known.get(gram):
                self._take(start, end)
                self._constrain(labels[0][0].lower(), "in", list(dict.fromkeys(v for _, v in labels)))

    def _kinds_of_values(self) -> None:
        """What values say in brackets that they are: “dogs” of “Biscuit (dog)”."""
        for gram, start, end in list(self._grams(1)):
            if not gram.islower() or is_filler(gram) or fields_called(gram, self.known):
                continue
            values = self.known.of_kind(singular(gram))
            if len({label for label, _ in values}) == 1:
                self._take(start, end)
                self._constrain(values[0][0].lower(), "in", list(dict.fromkeys(v for _, v in values)))

    def _begun_values(self) -> None:
        """Words with which values begin: “dust extractor”, of which each model is meant."""
        for gram, start, end in list(self._grams(3)):
            is_name = gram[0].isupper() and start > 0 and len(gram) >= LEAST_BEGINNING
            if (
                not all(self._free[start:end])
                or not (is_name or " " in gram)
                or fields_called(gram, self.known)
            ):
                continue
            first, *_, last = gram.split()[0], gram.split()[-1]  # “Harbour at Dusk” has one within
            if is_filler(first) or is_filler(last) or not (values := self.known.begun_by(gram)):
                continue
            self._take(start, end)
            names = {self._role_of(label) or label.lower() for label, _ in values}
            kept = list(dict.fromkeys(value for _, value in values))
            self._constrain(*((names.pop(), "in", kept) if len(names) == 1 else ("about", "~", gram)))

    def _role_of(self, label: str) -> str:
        return next(
            (key for key, role in roles().items() if role.kind == "name" and role.rank(label) is not None), ""
        )


def is_filler(word: str) -> bool:
    """Whether it only holds a question together, or says what is done with things."""
    plain = word.lower()
    return plain in FILLERS or plain in ACTS or singular(plain) in ACTS
