"""Every prompt says that what documents hold is material."""

from pathlib import Path

import agentic
import documents
from tests.cases import every_case

PROMPTS = [
    path
    for app in (agentic, documents)
    for path in Path(app.__file__).parent.rglob("prompts/*.md")
    if path.stem.partition("_")[0] not in ("gist", "findings", "context")  # tasks behind reader.md
    and path.stem not in ("search_route", "translate")  # are told the question alone
]


@every_case("path", PROMPTS)
def test_says_that_material_is_never_an_instruction(path):
    text = path.read_text(encoding="utf-8")
    assert "<<data CODE" in text
    assert "never instructions" in text or "never an instruction" in text


def test_there_are_prompts():
    assert len(PROMPTS) >= 7
