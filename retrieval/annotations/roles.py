"""What documents say of themselves: when they end, what notice they ask, what they come to, who sells."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal

from reading.kinds.catalogue import labels_field
from retrieval.question.totals import total_rank

Kind = Literal["date", "duration", "money", "name", "any"]
FIELD_RANK = 9  # of a label that only the catalogue of fields knows
_ASIDE = re.compile(r"\s*\([^()]*\)")


@dataclass(frozen=True)
class Role:
    """A property by what it says, whatever its label. `noun`: its name in answers; `one`, `many`: its verb.

    `written`: labels as they stand, of a property that only these documents have; `kind` is then “any”.
    `fields`: of kinds of documents, whose labels in any language give it too, less surely than `labels`.
    """

    key: str
    kind: Kind
    noun: str
    one: str = ""
    many: str = ""
    labels: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    nouns: tuple[str, ...] = ()
    written: frozenset[str] = frozenset()
    fields: tuple[str, ...] = ()

    def rank(self, label: str, nouns: Sequence[str] = ()) -> int | None:
        """0 for the surest of the labels that give it; None for one that does not.

        `nouns`: what the documents are called, of which “Invoice total” is a total.
        """
        if self.written:
            return 0 if label in self.written else None
        plain = plain_label(label)
        if self.key == "amount":
            own = total_rank(label, nouns)
        else:
            own = next((at for at, pattern in enumerate(self._patterns) if pattern.fullmatch(plain)), None)
        if own is None and any(labels_field(each, plain) for each in self.fields):
            return FIELD_RANK
        return own

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[str], ...]:
        return tuple(map(re.compile, self.labels))


def plain_label(label: str) -> str:
    """In small letters, without what stands in brackets: “Purity (GC)” → “purity”."""
    return " ".join(_ASIDE.sub("", label).strip(" :.").casefold().split())


@cache
def roles() -> dict[str, Role]:
    """The roles of `roles.toml` by their keys."""
    raw = tomllib.loads(Path(__file__).with_name("roles.toml").read_text(encoding="utf-8"))
    return {key: _role(key, entry) for key, entry in raw.items()}


def _role(key: str, entry: Mapping[str, Any]) -> Role:
    return Role(
        key,
        entry["kind"],
        entry["noun"],
        one=entry.get("one", ""),
        many=entry.get("many", ""),
        labels=tuple(entry["labels"]),
        verbs=tuple(entry["verbs"]),
        nouns=tuple(entry["nouns"]),
        fields=tuple(entry.get("fields", ())),
    )


def role_of_labels(labels: Sequence[str]) -> Role:
    """The role of a property that only these documents have."""
    name = labels[0]
    noun = name if any(char.isupper() for char in name[1:]) else name.lower()
    return Role(key=f"label:{name.casefold()}", kind="any", noun=noun, written=frozenset(labels))
