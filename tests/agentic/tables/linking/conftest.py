"""The same small files as of tables, asked for answers that stand only where nothing else answers as well."""

import pytest

from agentic.facts.route import answer_from_facts
from agentic.trace import Trace
from agentic.verification.curators import with_curators
from agentic.verification.verify import verify
from retrieval.question.analyse import analyse
from retrieval.scope.prefilter import prefilter
from tests.agentic.tables.conftest import keep
from tests.factories import RunFactory

__all__ = ["ask", "keep"]


@pytest.fixture
def ask(workspace, user):
    """The facts' answer, checked with its question; None where they have none."""

    def answered(question):
        trace = Trace(RunFactory(workspace=workspace, user=user, question=question))
        analysis = analyse(question, workspace=workspace)
        outcome = answer_from_facts(analysis, scope=prefilter(analysis, workspace=workspace), trace=trace)
        if outcome is None:
            return None
        return verify(outcome[0], with_curators(outcome[1]), question=question, analysis=analysis)

    return answered
