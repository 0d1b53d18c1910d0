"""Whom a document is about, and the ways in which a question may call them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from documents.legal_forms import without_legal_form
from documents.models import Entity, Status, Workspace

SHORTEST_ALIAS = 3  # letters; two stand for too much
LETTERS = re.compile(r"[^\W\d_]+|&")
DOMAIN = re.compile(r"(?<=\w)\.(?:com|org|net|io|ai)$", re.IGNORECASE)
CALLED = re.compile(r"(?<![\w&])[A-Z][\w&]{2,}(?!\w)")  # words of a question that may be a name


def subjects_of(workspace: Workspace) -> dict[str, set[int]]:
    """Organization → the ready documents that are about it."""
    rows = Entity.objects.filter(
        workspace=workspace,
        document__status=Status.READY,
        entity_type=Entity.Type.ORGANIZATION,
        role=Entity.Role.SUBJECT,
    ).order_by()
    found: dict[str, set[int]] = defaultdict(set)
    for name, document_id in rows.values_list("entity_name", "document_id").distinct():
        found[name].add(document_id)
    return dict(found)


def called_in(question: str, subjects: Mapping[str, set[int]]) -> dict[str, set[int]]:
    """Those of the subjects that the question calls by name, by a name's first word or by an abbreviation.

    Full names go first: only where there is none, a shorter way to call a subject counts.
    """
    named = {name: ids for name, ids in subjects.items() if _says(question, plain_name(name))}
    if named:
        return named
    words = set(CALLED.findall(question))
    firsts = _by_first_word(subjects)
    return {
        name: ids
        for name, ids in subjects.items()
        if any(
            firsts.get(word.casefold()) == {plain_name(name).casefold()}
            or abbreviates(word, plain_name(name))
            for word in words
        )
    }


def plain_name(name: str) -> str:
    """The name without article, legal form and domain: “The Acme Company” → “Acme”, “acme.com” → “acme”."""
    return DOMAIN.sub("", re.sub(r"^the\s+", "", without_legal_form(name), flags=re.IGNORECASE))


def abbreviates(word: str, name: str) -> bool:
    """Whether `word` joins the beginnings of all words of `name`: “FedEx” for Federal Express, “PnG”."""
    parts = [part.casefold() for part in LETTERS.findall(name)]
    spoken = word.casefold()
    return len(word) >= SHORTEST_ALIAS and len(parts) > 1 and spoken not in parts and _joins(spoken, parts)


def _joins(word: str, parts: list[str]) -> bool:
    if not parts:
        return not word
    spoken = ("&", "n", "and", "") if parts[0] in ("&", "and") else tuple(_beginnings(parts[0]))
    return any(word.startswith(start) and _joins(word[len(start) :], parts[1:]) for start in spoken)


def _beginnings(part: str) -> Iterator[str]:
    return (part[:length] for length in range(1, len(part) + 1))


def _says(question: str, name: str) -> bool:
    return bool(name) and bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", question, re.IGNORECASE))


def _by_first_word(subjects: Mapping[str, set[int]]) -> dict[str, set[str]]:
    """A name's first word → the names that begin with it."""
    found: dict[str, set[str]] = defaultdict(set)
    for name in subjects:
        plain = plain_name(name).casefold()
        if plain:
            found[plain.split()[0]].add(plain)
    return found
