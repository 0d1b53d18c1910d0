"""A database that is made once and copied: few tests of a start are of the first one."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from ragsite.storage.embedded import ensure_embedded
from tests.ragsite.homes import copy_database, environment_of


@pytest.fixture(scope="session")
def prepared() -> Iterator[Path]:
    """A home whose database is migrated, and stopped."""
    with tempfile.TemporaryDirectory(prefix="ragsite-test-") as folder:
        home = Path(folder)
        with ensure_embedded(home, durable=False):
            subprocess.run(
                [sys.executable, "manage.py", "shell", "-c", ""],
                cwd=settings.BASE_DIR,
                env=environment_of(home),
                stdout=subprocess.DEVNULL,
                check=True,
            )
        yield home


@pytest.fixture
def prepared_home(prepared) -> Iterator[Path]:
    """A home of the test's own whose database needs no migrations any more."""
    with tempfile.TemporaryDirectory(prefix="ragsite-test-") as folder:
        copy_database(prepared, Path(folder))
        yield Path(folder)
