"""What tests of answers from facts start from."""

from functools import partial

import pytest

from tests.agentic.figures_of import asked


@pytest.fixture
def ask(workspace, user):
    """Ask the facts route and check its answer; None where it is not sure."""
    return partial(asked, workspace=workspace, user=user)
