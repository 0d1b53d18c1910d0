"""`python -m reading FILE`, and `reading.read`, which anyone can use without the application."""

import json
import subprocess
import sys

import pytest

import reading
from reading.__main__ import main

NOTE = """# Annual note

Revenue was $4.2 million in 2024.

| Item | 2024 | 2023 |
| --- | --- | --- |
| Revenue | $4,200 | $3,900 |
| Net income | $310 | $280 |
"""


@pytest.fixture
def note(tmp_path):
    path = tmp_path / "note.md"
    path.write_text(NOTE)
    return path


def test_a_file_is_printed_with_its_pages_tables_and_figures(note, capsys):
    assert main([str(note)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert "Revenue was $4.2 million" in found["pages"][0]["text"]
    assert found["tables"][0]["rows"][0] == {"label": "Revenue", "path": [], "cells": ["$4,200", "$3,900"]}
    assert {figure["numeric_value"] for figure in found["figures"]} == {"4200", "3900", "310", "280"}


def test_what_cannot_be_read_is_said_in_a_sentence(tmp_path, capsys):
    empty = tmp_path / "empty.pdf"
    empty.write_bytes(b"")
    assert main([str(empty)]) == 1
    assert capsys.readouterr().err == "“empty.pdf” is empty.\n"
    assert main([str(tmp_path / "none.pdf")]) == 1
    assert "No such file" in capsys.readouterr().err


def test_reading_needs_neither_django_nor_any_app(note):
    script = f"""
import sys
from pathlib import Path
import reading
found = reading.read(Path({str(note)!r}))
assert found.metrics and found.tables
loaded = {{name.partition(".")[0] for name in sys.modules}}
strangers = loaded & {{"django", "documents", "ragsite", "llm", "torch"}}
assert not strangers, strangers
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_read_keeps_the_pages_and_tables_that_it_was_read_of(note):
    found = reading.read(note)
    assert found.parsed is not None
    assert len(found.parsed.pages) == 1
    assert [table.page for table in found.tables] == [1]
