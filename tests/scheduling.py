"""Which worker runs which tests, and which tests come first."""

from __future__ import annotations

from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

# What takes minutes begins first: at the end of a run it would leave one worker busy and the others idle.
LONGEST = (
    "tests/browser/",
    "tests/ragsite/test_first_use.py",
    "tests/ragsite/running/test_start.py",
    "tests/flows/",
    "tests/reading/formats/test_ocr.py",
    "tests/reading/sandbox/",
    "tests/ragsite/",
)
SHARED = "tests/browser/"  # one site and one Chromium serve all of it


class SlowestFirst(LoadFileScheduling):
    """The tests of a file, and all that a browser drives, stay in one worker; files come in their order."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        config.option.loadscopereorder = False  # it would begin with the files of most tests
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        return SHARED if nodeid.startswith(SHARED) else super()._split_scope(nodeid)


def by_length(item: pytest.Item) -> int:
    """A key by which the longest tests come first; those of equal rank keep their order."""
    return next((rank for rank, folder in enumerate(LONGEST) if item.nodeid.startswith(folder)), len(LONGEST))
