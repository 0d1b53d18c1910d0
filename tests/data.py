"""Where the public data sets lie: beside the checkout, never in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings

DATA = settings.BASE_DIR.parent / "shared" / "data"


def data_path(*parts: str) -> Path:
    """The file of a public data set; the test is skipped where it is absent."""
    path = DATA.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"{Path(*parts)} of the public data sets is not on this machine")
    return path
