"""How many documents an answer looked through, found something in and was made from."""

import pytest

from agentic.evidence import Coverage, Draft, Evidence, ResultTable, Span
from agentic.outcome import coverage
from agentic.verification.verify import verify
from retrieval.scope.model import Scope
from tests.factories import DocumentFactory


def span(document_id):
    return Span(document_id=document_id, filename="a.pdf", page=1, quote="x", kind="metric")


def rows(*spans):
    return ResultTable(columns=("n",), rows=tuple((n,) for n, _ in enumerate(spans)), spans=spans)


ALL, ONE = Coverage(total=10, considered=10), Coverage(total=10, considered=1, documents=frozenset({1}))


@pytest.mark.parametrize(
    "covered, evidence, expected",
    [
        (ALL, Evidence(), (10, 0, 0)),
        (ALL, Evidence(spans=(span(1), span(1), span(2))), (10, 2, 2)),
        (ALL, Evidence(spans=(span(1),), found_in=frozenset({1, 2, 3})), (10, 3, 1)),
        (ALL, Evidence(spans=(span(1),), tables=(rows(span(1), span(4)),)), (10, 2, 1)),
        (ALL, Evidence(tables=(rows(None),)), (10, None, None)),
        (ONE, Evidence(spans=(span(1), span(2))), (2, 2, 2)),  # what disagrees came from another document
        (ONE, Evidence(), (1, 0, 0)),
    ],
)
def test_counts_documents_considered_matched_and_read(covered, evidence, expected):
    told = covered.of(evidence).as_json()
    assert (told["considered"], told["matched"], told["read"]) == expected
    assert told["total"] == 10
    assert told["text"] == str(covered.of(evidence))


def test_says_it_in_words():
    covered = Coverage(total=1_000, considered=2, matched=1, read=1, without_facts=1)
    assert str(covered) == "Searched 2 of 1,000 documents; 1 matches, 1 read; 1 has no figures"
    assert str(Coverage(total=1, considered=1)) == "Searched 1 of 1 document"


def test_what_is_still_being_read_is_said(workspace):
    DocumentFactory(workspace=workspace)
    DocumentFactory.create_batch(2, workspace=workspace, status="queued")
    DocumentFactory(workspace=workspace, status="failed")
    found = coverage(Scope.of(workspace))
    assert str(found) == "Searched 1 of 1 document; 1 has no figures; 2 are still being read"
    answer = verify(Draft(text="No."), Evidence(coverage=found))
    assert answer.warnings == (
        "2 documents are still being read: this answer knows nothing of what they say.",
    )
    chosen = Scope(workspace=workspace, total=1, document_ids=(1,), is_chosen=True)
    assert coverage(chosen).waiting == 0


def test_documents_that_become_ready_meanwhile_are_counted_as_they_are_at_the_end(workspace):
    DocumentFactory.create_batch(2, workspace=workspace)
    asked = Scope(workspace=workspace, total=1)
    assert str(coverage(asked)) == "Searched 2 of 2 documents; 2 have no figures"
