"""Prompts are Markdown files; their version is a digest of their text."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "prompts"


@dataclass(frozen=True)
class Prompt:
    name: str
    text: str
    version: str


@cache
def prompt(name: str) -> Prompt:
    """The prompt in prompts/`name`.md."""
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    return Prompt(name, text, hashlib.sha256(text.encode()).hexdigest()[:8])
