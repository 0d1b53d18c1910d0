"""No module imports itself by way of others, in any of the packages."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest

PACKAGES = ("reading", "llm", "documents", "retrieval", "agentic", "chat", "ragsite")


@pytest.mark.parametrize("package", PACKAGES)
def test_no_circles(package):
    graph = grimp.build_graph(package)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(reversed(error.args[1])))
