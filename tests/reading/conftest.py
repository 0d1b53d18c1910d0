"""A library that a file has taken over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from reading.sandbox.processes import FILE_READERS

MARK = b"\n% what the library runs:\n"
# Loaded by every Python that finds it: what opens PDFs first runs the code that a file brings, and says what
# that has `told`.
LIBRARY = f"""
import sys
if "reading.sandbox.child" in " ".join(sys.orig_argv):
    import pypdfium2
    from reading.model import UnreadableDocument
    class Taken(pypdfium2.PdfDocument):
        def __init__(self, file, *args, **options):
            brought = {{"told": ""}}
            exec(bytes(file).partition({MARK!r})[2], brought)
            if brought["told"]:
                raise UnreadableDocument(str(brought["told"]), reason="broken")
            super().__init__(file, *args, **options)
    pypdfium2.PdfDocument = Taken
"""


@pytest.fixture(scope="module")
def _library(tmp_path_factory) -> Iterator[None]:
    """Loaded once, into the process that all readers of the module are forked from."""
    folder = tmp_path_factory.mktemp("library")
    (folder / "sitecustomize.py").write_text(LIBRARY)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPATH", str(folder))
        FILE_READERS.end()
        yield
    FILE_READERS.end()


@pytest.fixture
def taken_over(_library) -> Callable[[Path, str], None]:
    """Has the PDF bring code, which runs in the process in which it is read."""

    def take(path: Path, code: str) -> None:
        path.write_bytes(path.read_bytes().partition(MARK)[0] + MARK + code.encode())

    return take
