"""From a question as it is typed to what is asked for."""

import pytest

from agentic.answering import understand
from agentic.inquiry import Question
from agentic.trace import Trace
from tests.agentic.figures_of import company
from tests.factories import RunFactory

pytestmark = pytest.mark.django_db


def test_a_question_is_understood_as_it_would_be_written(workspace, user):
    company(workspace, "Pharmel Inc.")
    typed = "Hi there! what did phamel pay in divis in 22? I need it for a slide."
    trace = Trace(RunFactory(workspace=workspace, user=user, question=typed))
    inquiry = understand(Question(user, workspace, typed), "none", trace)
    assert inquiry.analysis.question == "What did Pharmel pay in divis in 2022?"
    assert inquiry.question.text == inquiry.analysis.question
    assert [each.name for each in inquiry.analysis.organizations] == ["Pharmel Inc."]
