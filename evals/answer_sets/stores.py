"""The workspaces that questions are asked in: read for the measurement, or kept from an earlier one."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Q

from agentic.inquiry import Models
from agentic.models import Run
from agentic.runs import create_run, execute
from documents.models import Document, Status, Workspace
from documents.providers import get_chat_model, get_embedder, get_reranker
from evals.answer_sets.answers import Given
from evals.report import CannotMeasure
from evals.workspace import ingest_all, temporary_workspace
from llm.types import Tier

LOOKS = 0.1  # seconds between two looks at what the page shows of an answer


@dataclass(frozen=True)
class Setting:
    """`keep`: workspaces, by commas, that hold the documents. `misses`: a file for what is not right."""

    data: Path
    limit: int | None = None
    tier: str = "none"
    keep: str = ""
    misses: str = ""

    @property
    def folders(self) -> dict[str, Path]:
        """The folders of filings, each read into a store of its own."""
        return {name: self.data / name for name in ("financebench", "sec-10-q")}


@dataclass(frozen=True)
class Store:
    """One workspace, asked by one of its members. `documents`: by their names without ending."""

    user: Any
    workspace: Workspace
    documents: dict[str, Document] = field(default_factory=dict)


@dataclass
class Stores:
    """Several of them, asked in one tier. What was asked is forgotten at the end."""

    stores: Sequence[Store]
    tier: str
    models: Models
    asked: list[Any] = field(default_factory=list)

    def ask(
        self, question: str, document: str = "", *, only: bool = False, session: UUID | None = None
    ) -> Given:
        """The answer of the store that holds `document`, or of the first. `only`: that document is chosen.

        `session`: of the questions that one conversation asks.
        """
        store = self._store_of(document)
        chosen = [store.documents[document].pk] if only else []
        run = create_run(
            user=store.user,
            workspace=store.workspace,
            question=question,
            document_ids=chosen,
            session=session,
        )
        self.asked.append(run.pk)
        with first_words(run.pk, watches=self.tier != "none") as words:
            execute(run.pk, models=self.models)
        run.refresh_from_db()
        return Given(
            text=run.answer or run.clarification,
            answered=run.answered,
            result=run.result,
            route=run.route or run.status,
            seconds=run.seconds or 0.0,
            error=run.error,
            first_words=next(iter(words), run.seconds or 0.0),
        )

    def _store_of(self, document: str) -> Store:
        if not document:
            return self.stores[0]
        found = next((store for store in self.stores if document in store.documents), None)
        if found is None:
            raise CannotMeasure(f"{document} is in none of the workspaces that are asked.")
        return found

    def failures(self) -> list[str]:
        """Documents that could not be read."""
        every = [document for store in self.stores for document in store.documents.values()]
        return [f"{each.filename} failed: {each.error}" for each in every if each.status == Status.FAILED]


@contextmanager
def first_words(run: Any, *, watches: bool) -> Iterator[list[float]]:
    """A list that holds, behind the block, after how many seconds words of the answer stood on the page.

    It stays empty where the answer came whole, or nobody `watches`.
    """
    seconds: list[float] = []
    started, is_over = time.monotonic(), threading.Event()

    def watch() -> None:
        while not is_over.wait(LOOKS):
            if Run.objects.filter(pk=run).exclude(partial="").exists():
                seconds.append(time.monotonic() - started)
                break
        connection.close()

    watcher = threading.Thread(target=watch)
    if watches:
        watcher.start()
    try:
        yield seconds
    finally:
        is_over.set()
        if watches:
            watcher.join()


@contextmanager
def open_stores(*, groups: Sequence[Sequence[Path]], tier: Tier | str, keep: str = "") -> Iterator[Stores]:
    """A store of each group of files, read now; or the workspaces `keep` (by commas), whatever they hold."""
    models = Models(get_chat_model(tier), get_embedder(), get_reranker())
    with ExitStack() as stack:
        if keep:
            found = [_kept(name.strip()) for name in keep.split(",")]
        else:
            found = [stack.enter_context(_read(files, models)) for files in groups]
        stores = Stores(found, tier, models)
        stack.callback(lambda: Run.objects.filter(pk__in=stores.asked).delete())
        yield stores


def _kept(name: str) -> Store:
    workspace = Workspace.objects.filter(Q(slug=name) | Q(name=name)).first()
    if workspace is None:
        raise CannotMeasure(f"There is no workspace “{name}” to keep.")
    member = workspace.memberships.select_related("user").order_by("pk").first()
    if member is None:
        raise CannotMeasure(f"Nobody is a member of the workspace “{name}”.")
    return Store(member.user, workspace, _by_name(workspace))


@contextmanager
def _read(files: Sequence[Path], models: Models) -> Iterator[Store]:
    with temporary_workspace() as (user, workspace):
        ingest_all(files, user=user, workspace=workspace, chat=models.chat, embedder=models.embedder)
        yield Store(user, workspace, _by_name(workspace))


def _by_name(workspace: Workspace) -> dict[str, Document]:
    return {Path(each.filename).stem: each for each in Document.objects.filter(workspace=workspace)}
