"""What figures are called, as it is kept and found by word stems."""

import pytest

from documents.models import Metric
from retrieval.annotations.labels import Label, Labels, forget_labels, labels_of
from tests.factories import MetricFactory

CALLED = Labels(
    [
        ("", [], True, True),
        ("Net sales", ["net", "sale"], False, True),
        ("Net sales growth", ["growth", "net", "sale"], True, False),
        ("Receivables", ["receiv"], True, True),
        ("receivables, net", ["net", "receiv"], True, True),
        ("Receivables, other", ["receiv"], False, True),
    ]
)


def names(labels):
    return [label.name for label in labels]


def test_within_gives_labels_whose_words_are_all_among_the_stems():
    assert names(CALLED.within({"net", "sale", "acm"})) == ["Net sales"]
    assert CALLED.within({"net", "sale"}) == [Label("Net sales", ("net", "sale"))]
    assert names(CALLED.within({"net", "receiv"})) == [
        "Receivables",
        "receivables, net",
        "Receivables, other",
    ]
    assert names(CALLED.within({"net", "receiv"}, having={"net"})) == ["receivables, net"]
    assert names(CALLED.within({"net", "receiv"}, unnamed=True)) == ["Receivables", "receivables, net"]
    assert CALLED.within(()) == CALLED.within({"unheard"}) == []


def test_having_gives_labels_with_all_the_stems():
    assert names(CALLED.having({"net", "sale"})) == ["Net sales", "Net sales growth"]
    assert names(CALLED.having({"net", "sale"}, amounts=True)) == ["Net sales"]
    assert CALLED.having(()) == CALLED.having({"net", "unheard"}) == []


def test_beginning_gives_those_without_a_canonical_name_in_any_letters():
    assert names(CALLED.beginning("Receivables")) == ["Receivables", "receivables, net"]
    assert names(CALLED.beginning("net sales g")) == ["Net sales growth"]
    assert CALLED.beginning("Payables") == []


@pytest.mark.django_db(transaction=True)
def test_only_anchored_labels_of_the_workspace_that_may_answer_are_kept_as_they_are_now(workspace):
    forget_labels()
    metric = MetricFactory(document__workspace=workspace, metric_name="Store count", anchored=True)
    MetricFactory(document=metric.document, metric_name="Guessed count", anchored=False)
    MetricFactory(document=metric.document, metric_name="Hidden count", anchored=True, kept_out=True)
    MetricFactory(metric_name="Others' count", anchored=True)
    assert names(labels_of(workspace).having({"count"})) == ["Store count"]
    Metric.objects.filter(pk=metric.pk).update(metric_name="Shop count")
    assert names(labels_of(workspace).having({"count"})) == ["Shop count"]
    MetricFactory(document=metric.document, metric_name="Door count", anchored=True)
    assert names(labels_of(workspace).having({"count"})) == ["Door count", "Shop count"]
    metric.delete()
    assert names(labels_of(workspace).having({"count"})) == ["Door count"]
