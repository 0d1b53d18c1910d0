"""Rows that are told for a measure of which another figure is filed."""

import pytest

from agentic.evidence import Draft, Evidence
from agentic.facts.route import case_of
from agentic.facts.telling.contradicted import is_other_figure
from agentic.trace import Trace
from retrieval.question.analyse import analyse
from retrieval.scope.prefilter import prefilter
from tests.agentic.figures_of import company, figure
from tests.factories import RunFactory

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("said", "is_other"),
    [
        ("Research expenses: 9 thousand", True),
        ("Research expenses: 13,829 thousand", False),
        ("Research expenses: 13.8 million", False),
        ("Research expenses for saws: 9 thousand", False),
    ],
)
def test_a_row_with_another_figure_is_one_unless_it_is_of_a_part(workspace, user, said, is_other):
    document = company(workspace, "Acme Tools, Inc.")
    named = {"metric_name": "Research and development", "canonical_name": "research_and_development"}
    figure(document, 13_829, 2023, months=12, until=12, **named)
    analysis = analyse(
        "What did Acme Tools give out for saws research and development in 2023?", workspace=workspace
    )
    trace = Trace(RunFactory(workspace=workspace, user=user))
    case = case_of(analysis, scope=prefilter(analysis, workspace=workspace), trace=trace)
    assert is_other_figure(case, (Draft(text=said), Evidence(tables=()))) is is_other
