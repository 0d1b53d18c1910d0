"""The document map, to browse: by type, topic, entity and period, and how documents relate."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_GET

from documents.document_map.corpus import CorpusMap, CrossReference, Filter, corpus_map
from documents.document_map.picture import draw
from documents.library.selectors import workspace_for
from documents.views.web import Request, members_only

NAMES = 12  # of a list before “more”
MOST_NAMES = 200
RELATIONSHIPS = 200  # in words
DOCUMENTS = 200  # in the list; a narrower choice shows the rest
TITLES = (("type", "Type"), ("period", "Period"), ("entity", "Who"), ("topic", "Topic"))


@dataclass(frozen=True)
class Choice:
    """One name of a list: its address chooses it, or takes it back where it is chosen."""

    name: str
    count: int
    url: str
    is_chosen: bool


@dataclass(frozen=True)
class Facet:
    kind: str
    title: str
    first: tuple[Choice, ...]
    more: tuple[Choice, ...]
    unshown: int


@members_only
@require_GET
def document_map(request: Request, slug: str) -> HttpResponse:
    """The page. `?type=`, `?topic=`, `?entity=` and `?period=` narrow it, each the others too."""
    workspace = workspace_for(request.user, slug)
    narrowed = Filter(**{kind: request.GET.get(kind, "").strip()[:200] for kind, _ in TITLES})
    corpus = corpus_map(request.user, workspace, narrowed)
    context = {
        "workspace": workspace,
        "slug": slug,
        "corpus": corpus,
        "documents": corpus.documents[:DOCUMENTS],
        "relationships": corpus.relationships[:RELATIONSHIPS],
        "picture": draw(corpus),
        "facets": [_facet(slug, corpus, narrowed, kind, title) for kind, title in TITLES],
        "narrowed": any(vars(narrowed).values()),
    }
    return render(request, "documents/map/map.html", context)


def _facet(slug: str, corpus: CorpusMap, narrowed: Filter, kind: str, title: str) -> Facet:
    references: tuple[CrossReference, ...] = getattr(corpus, f"by_{kind}")
    chosen = getattr(narrowed, kind)
    choices = [_choice(slug, narrowed, kind, one) for one in references[:MOST_NAMES]]
    if chosen and not any(one.is_chosen for one in choices):
        choices.insert(0, _choice(slug, narrowed, kind, CrossReference(chosen, ())))
    choices.sort(key=lambda one: not one.is_chosen)
    unshown = max(len(references) - MOST_NAMES, 0)
    return Facet(kind, title, tuple(choices[:NAMES]), tuple(choices[NAMES:]), unshown)


def _choice(slug: str, narrowed: Filter, kind: str, reference: CrossReference) -> Choice:
    is_chosen = getattr(narrowed, kind) == reference.name
    wanted = {**vars(narrowed), kind: "" if is_chosen else reference.name}
    query = urlencode({name: value for name, value in wanted.items() if value})
    url = reverse("document_map", args=[slug]) + (f"?{query}" if query else "")
    return Choice(reference.name, len(reference.documents), url, is_chosen)
