"""Documents that are read for real, once per module, and committed: the reading role sees nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings

from agentic.models import Run
from agentic.runs import answer_now
from documents.models import Document, Role, Workspace
from documents.providers import get_chat_model, get_embedder
from evals.workspace import ingest
from samples.generate import write_samples
from tests import factories
from tests.emptying import empty_tables


@dataclass
class Reading:
    """A workspace whose documents are read, and a way to ask it."""

    user: Any
    workspace: Workspace
    documents: dict[str, Document]

    def ask(self, question: str, *, mode: str = Run.Mode.AUTO, tier: str = "none") -> Run:
        return answer_now(user=self.user, workspace=self.workspace, question=question, mode=mode, tier=tier)


@contextmanager
def reading(folder: Path, *, only: Callable[[str], bool] = bool) -> Iterator[Reading]:
    """The samples whose names pass `only`, read without a model; at the end all of it goes."""
    chat, embedder = get_chat_model("none"), get_embedder()
    membership = factories.MembershipFactory(role=Role.OWNER)
    user, workspace = membership.user, membership.workspace
    with override_settings(MEDIA_ROOT=folder / "files"):
        paths = [sample.path for sample in write_samples(folder) if only(sample.path.name)]
        documents = {
            path.name: ingest(path, user=user, workspace=workspace, chat=chat, embedder=embedder)
            for path in paths
        }
        try:
            yield Reading(user, workspace, documents)
        finally:
            empty_tables()


@pytest.fixture(scope="module")
def samples(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[Reading]:
    """All samples, read without a model."""
    with django_db_blocker.unblock(), reading(tmp_path_factory.mktemp("samples")) as ready:
        yield ready
