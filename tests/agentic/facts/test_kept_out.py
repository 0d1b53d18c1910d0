"""What a curator keeps out of answers is not known to questions either."""

import re
from pathlib import Path

import pytest

from agentic.facts.figures.target import find_property, find_target
from documents.models import FACT_MODELS
from retrieval.question.analyse import analyse
from retrieval.scope.prefilter import prefilter
from tests.factories import DocumentFactory, EntityFactory, MetricFactory, TableRowFactory

QUESTION = "What was the grinding output of Acme Mills?"


@pytest.fixture
def document(workspace):
    document = DocumentFactory(workspace=workspace)
    EntityFactory(document=document, entity_name="Acme Mills, Inc.", role="subject")
    MetricFactory(document=document, metric_name="Grinding output", canonical_name="", anchored=True)
    TableRowFactory(document=document, label="Grinding output", table="properties", anchored=True)
    return document


@pytest.fixture
def known(workspace):
    """The names and labels of the question that the workspace has."""

    def found():
        analysis = analyse(QUESTION, workspace=workspace)
        target = find_target(analysis, prefilter(analysis, workspace=workspace))
        names = [name for mention in analysis.organizations for name in mention.names]
        labels = target.labels if target else ()
        return [*names, *labels, *find_property(analysis, workspace)[0]]

    return found


@pytest.mark.django_db
def test_names_and_labels_that_are_kept_out_are_unknown(document, known):
    assert known() == ["Acme Mills, Inc.", "Grinding output", "Grinding output"]
    for model in FACT_MODELS.values():
        model.objects.update(kept_out=True)
    assert known() == []


def test_questions_look_only_at_facts_that_answer():
    root = Path(__file__).parents[3]
    sources = [path for app in ("retrieval", "agentic", "chat") for path in (root / app).rglob("*.py")]
    names = "|".join(model.__name__ for model in FACT_MODELS.values())
    others = re.compile(rf"\b(?:{names})\.objects\.(?!answering\(\))")
    assert sources
    assert [path for path in sources if others.search(path.read_text(encoding="utf-8"))] == []
