"""A library that a file has taken over."""

from __future__ import annotations

import textwrap

import pytest

from reading.sandbox.processes import FILE_READERS

# Loaded by every Python that finds it: what opens PDFs runs the code first, and says what that has `told`.
LIBRARY = """
import sys
if "reading.sandbox.child" in " ".join(sys.orig_argv):
    import pypdfium2
    from reading.model import UnreadableDocument
    class Taken(pypdfium2.PdfDocument):
        def __init__(self, *args, **options):
            told = ""
{code}
            if told:
                raise UnreadableDocument(str(told), reason="broken")
            super().__init__(*args, **options)
    pypdfium2.PdfDocument = Taken
"""


@pytest.fixture
def taken_over(tmp_path_factory, monkeypatch):
    """Has the library that opens PDFs run the code, in the process in which files are read."""
    folder = tmp_path_factory.mktemp("library")

    def take(code: str) -> None:
        (folder / "sitecustomize.py").write_text(LIBRARY.format(code=textwrap.indent(code, " " * 12)))
        FILE_READERS.end()

    monkeypatch.setenv("PYTHONPATH", str(folder))
    yield take
    FILE_READERS.end()
