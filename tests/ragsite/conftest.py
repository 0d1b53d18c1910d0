"""A home for a start that need not be the first one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.homes import new_home


@pytest.fixture
def prepared_home(prepared) -> Iterator[Path]:
    """A home of the test's own whose database needs no migrations any more."""
    with new_home(prepared) as home:
        yield home
