"""Questions to begin with: the samples' own where they are, else what the documents say they answer."""

import pytest
from django.core.files.base import ContentFile

from chat.pages.suggestions import MAX_SUGGESTIONS, suggestions_for
from documents.library.services import ensure_default_workspace
from documents.models import Status
from samples.load import load_samples
from samples.questions import SUGGESTED
from tests import factories


@pytest.fixture
def default(db, settings, tmp_path):
    """The local user and the default workspace with its samples, none of them read yet."""
    settings.RAGSITE_HOME = tmp_path
    user, workspace = ensure_default_workspace()
    load_samples(user, workspace)
    return user, workspace


def test_sample_questions_wait_until_their_document_is_read(default):
    user, workspace = default
    workspace.documents.filter(filename=SUGGESTED[0].document).update(status=Status.READY)
    shown = suggestions_for(user, workspace)
    assert [suggestion.text for suggestion in shown] == [question.text for question in SUGGESTED]
    assert not shown[0].is_waiting
    assert all(
        suggestion.is_waiting
        for suggestion, question in zip(shown, SUGGESTED, strict=True)
        if question.document != SUGGESTED[0].document
    )


def test_questions_on_deleted_samples_are_not_suggested(default):
    user, workspace = default
    workspace.documents.filter(filename=SUGGESTED[0].document).delete()
    texts = [suggestion.text for suggestion in suggestions_for(user, workspace)]
    assert SUGGESTED[0].text not in texts
    assert texts


def test_other_workspaces_suggest_one_question_for_each_document(user, workspace):
    for number in range(MAX_SUGGESTIONS + 1):
        questions = ["a topic", f"What is {number}?", f"And what is not {number}?"]
        entry = {"retrieval_profile": {"answers_questions_about": questions}}
        name = ContentFile(str(number).encode(), name="a.txt")
        factories.DocumentFactory(workspace=workspace, file=name, map_entry=entry)
    factories.DocumentFactory(workspace=workspace, map_entry={})
    texts = [suggestion.text for suggestion in suggestions_for(user, workspace)]
    assert texts == ["What is 3?", "What is 2?", "What is 1?"]


def test_documents_of_others_suggest_nothing(other_user, workspace):
    entry = {"retrieval_profile": {"answers_questions_about": ["What is secret?"]}}
    factories.DocumentFactory(workspace=workspace, map_entry=entry)
    assert suggestions_for(other_user, workspace) == []
