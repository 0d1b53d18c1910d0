"""The measure of what a model writes, with a scripted model."""

import pytest

from documents.model_reading.schemas import BriefContexts, BriefFindings, BriefGist
from evals.meaning import COLUMNS, measured
from llm.fakes import ScriptedChatModel

MINUTES = """# Minutes of 9 May 2023

The committee accepted a quotation of £640 for the standpipe. The rent of a plot rises from £52 to £58.
"""


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "minutes.md"
    path.write_text(MINUTES)
    return path


def test_what_says_nothing_what_is_invented_and_what_is_said_twice_are_counted(path, hash_embedder):
    gist = BriefGist(
        summary="The rent of a plot rises from £52 to £58.",
        purpose="The main topic of this document.",
        key_conclusion="The rent of a plot rises from £52 to £58.",
        document_type="meeting_notes",
        document_date="",
        primary_topics=["tropical fruit"],
    )
    findings = BriefFindings(claims=[], entities=[])
    with ScriptedChatModel([gist, findings, BriefContexts(passages=[])]) as chat:
        row = dict(zip(COLUMNS, measured(path, chat, hash_embedder), strict=True))
    assert (row["written"], row["generic"], row["not borne out"], row["repeated"]) == (4, 1, 1, 1)
    assert (row["kept"], row["claims"], row["read by"]) == (1, 0, "the model too")
    assert row["tokens written"] > 0
