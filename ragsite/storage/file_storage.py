"""Where uploaded files are stored: a folder of this machine, or a bucket that several machines reach."""

from __future__ import annotations

from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

STATIC = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
FOLDER = {"BACKEND": "django.core.files.storage.FileSystemStorage"}
NOT_INSTALLED = 'RAGSITE_S3_BUCKET is set, but django-storages is not there: pip install "ragsite[s3]".'


def storages(bucket: str, *, endpoint: str = "") -> dict[str, dict[str, Any]]:
    """Django's `STORAGES`. `bucket`: empty for the folder `MEDIA_ROOT`. `endpoint`: empty for Amazon's."""
    return {"default": _bucket(bucket, endpoint) if bucket else FOLDER, "staticfiles": STATIC}


def incoming(media: Path) -> Path:
    """The folder of files on their way in, beside those that are stored. Django checks that it is there."""
    folder = media / "incoming"
    with suppress(OSError):  # what cannot be written to is said where it is written to
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def _bucket(name: str, endpoint: str) -> dict[str, Any]:
    if find_spec("storages") is None:
        raise ImproperlyConfigured(NOT_INSTALLED)
    # A file that is opened with its password is stored beside the one that it takes the place of.
    options = {"bucket_name": name, "endpoint_url": endpoint or None, "file_overwrite": False}
    return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
