"""A question to the real local model, from the file to the checked answer."""

from __future__ import annotations

import pytest

from agentic.models import Run
from llm.providers.local_model import find_model_file
from samples.documents.minutes import FILENAME as MINUTES
from tests.flows.conftest import reading

pytestmark = pytest.mark.local_model


@pytest.fixture
def minutes(transactional_db, tmp_path):
    if find_model_file() is None:
        pytest.skip("the local model is not on this machine: python -m llm.providers.local_model")
    with reading(tmp_path, only=MINUTES.__eq__) as ready:
        yield ready


def test_the_local_model_answers_from_a_document_with_citations(minutes):
    question = "What did the board decide about the second assembly line?"
    run = minutes.ask(question, mode=Run.Mode.MAP, tier="local")
    assert (run.answered, run.tier) == (True, "local")
    assert "Killybegs" in run.answer or "March 2026" in run.answer
    assert {(c["document"], c["page"]) for c in run.result["citations"]} == {(MINUTES, 1)}
    assert "unsupported" not in {number["status"] for number in run.result["numbers"]}
