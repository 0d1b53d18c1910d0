"""`manage.py retrieve`: the passages nearest to a question, without a model."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from documents.management.base import WorkspaceCommand
from documents.page_names import long_name, page_titles
from documents.providers import get_embedder, get_reranker
from llm.errors import LLMError
from retrieval.search.search import EmbeddingModelMismatch, Hit, retrieve

METHODS = ("hybrid", "text", "semantic")
MAX_TOP_K = 1000


class Command(WorkspaceCommand):
    help = "The passages nearest to a question, best first, and the filters that were applied."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("question")
        parser.add_argument("--top-k", type=int, default=10)
        parser.add_argument("--no-prefilter", action="store_true", help="Search all documents.")
        parser.add_argument("--method", choices=METHODS, default="hybrid")

    def handle(self, **options: Any) -> None:
        _, workspace = self.who_and_where(options)
        if not options["question"].strip():
            raise CommandError("Write a question first.")
        if not 1 <= options["top_k"] <= MAX_TOP_K:
            raise CommandError(f"--top-k is {options['top_k']}: write a number from 1 to {MAX_TOP_K}.")
        try:
            embedder = get_embedder()
            embedder.embed(["ready"])  # loading the model takes seconds, which are not the search's
            found = retrieve(
                options["question"],
                workspace=workspace,
                embedder=embedder,
                top_k=options["top_k"],
                method=options["method"],
                use_prefilter=not options["no_prefilter"],
                reranker=get_reranker(),
            )
        except (EmbeddingModelMismatch, LLMError) as error:
            raise CommandError(str(error)) from None
        hits = [_hit_json(hit) for hit in found.hits]
        if options["json"]:
            self.write_json(
                {
                    "hits": hits,
                    "filters": found.filters,
                    "candidates": found.candidates,
                    "seconds": found.seconds,
                }
            )
            return
        titles = page_titles((hit["document"], hit["page_start"]) for hit in hits)
        for hit in hits:
            page = hit["page_start"]
            place = f"{hit['filename']}, {long_name(page, titles.get((hit['document'], page), ''))}"
            self.stdout.write(f"{hit['score']:.4f}  {place}\n    {' '.join(hit['text'].split())[:300]}")
        if found.note:
            self.stdout.write(found.note)
        self.stdout.write(f"{len(hits)} passages of {found.candidates} documents, {found.seconds:.3f} s")


def _hit_json(hit: Hit) -> dict[str, Any]:
    return {
        "document": hit.document_id,
        "filename": hit.filename,
        "page_start": hit.page_start,
        "page_end": hit.page_end,
        "chunk_id": hit.chunk_id,
        "score": hit.score,
        "text": hit.text,
        "section": hit.section,
    }
