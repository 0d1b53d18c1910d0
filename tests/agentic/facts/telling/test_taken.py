"""What the trace tells of figures that an answer takes and leaves."""

import pytest

from agentic.models import RunStep
from tests.agentic.figures_of import asked, company, figure

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_trace_says_which_figures_an_answer_takes_and_why_not_the_others(workspace, user):
    document = company(workspace, "Acme Tools, Inc.")
    figure(document, 9_000, 2023, months=12, until=12, context="Consolidated Statements of Income")
    figure(document, 9_000, 2023, months=12, until=12)
    figure(document, 4_000, 2023, months=12, until=12, context="Segments")
    asked("What was Acme Tools' revenue in fiscal 2023?", workspace=workspace, user=user)
    step = RunStep.objects.get(run__user=user, title="Took 1 of 3 figures")
    assert ["$9,000 thousand" in said for said in step.output["taken"]] == [True]
    left = {said.rpartition(": ")[2] for said in step.output["not_taken"]}
    assert left == {"the same figure once more", "it does not stand in a financial statement"}
