"""The same small files and questions as of properties, and answers that leave something out."""

import pytest

from agentic.facts.route import answer_from_facts
from agentic.trace import Trace
from agentic.verification.curators import with_curators
from agentic.verification.verify import verify
from retrieval.question.analyse import analyse
from retrieval.scope.prefilter import prefilter
from tests.agentic.properties.conftest import ask, keep
from tests.factories import RunFactory

__all__ = ["ask", "keep"]


@pytest.fixture
def in_part(workspace, user):
    """What the facts hold for as long as nothing else answers, and the answer as it is then told."""

    def asked(question):
        trace = Trace(RunFactory(workspace=workspace, user=user, question=question))
        analysis = analyse(question, workspace=workspace)
        outcome = answer_from_facts(analysis, scope=prefilter(analysis, workspace=workspace), trace=trace)
        if outcome is None:
            return None, None
        told = verify(outcome[0], with_curators(outcome[1]), question=question, analysis=analysis)
        return outcome[0], told

    return asked
