"""Puts the sample documents into a workspace."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files import File

from documents.library.services import upload_document
from documents.models import DeletionReceipt, Document, Workspace


def load_samples(user: Any, workspace: Workspace) -> list[Document]:
    """The sample documents, uploaded and queued; those already in the workspace as they are."""
    # Imported here: what draws them takes a third of a second, and is needed once in the life of a home.
    from samples.generate import write_samples

    samples = write_samples(_folder())
    documents = [_upload(sample.path, sample.bucket, user, workspace) for sample in samples]
    _marker().touch()
    return documents


def samples_were_loaded() -> bool:
    """Whether this home has had its samples: who deletes them is not given them again."""
    return _marker().exists()


def samples_are_due() -> bool:
    """Whether neither this home has had its samples nor its database ever a document.

    Another machine that joins a database of several brings a home of its own, and no samples.
    """
    had_documents = Document.objects.exists() or DeletionReceipt.objects.exists()
    return not samples_were_loaded() and not had_documents


def sample_filenames() -> set[str]:
    """The names of the samples that this home has had."""
    return {path.name for path in _folder().iterdir()} if samples_were_loaded() else set()


def _upload(path: Path, bucket: str, user: Any, workspace: Workspace) -> Document:
    with path.open("rb") as handle:
        file = File(handle, name=path.name)
        return upload_document(user=user, workspace=workspace, file=file, bucket=bucket).document


def _folder() -> Path:
    return settings.RAGSITE_HOME / "samples"


def _marker() -> Path:
    return _folder() / "loaded"
