"""The numbers of a text that somebody else wrote."""

from __future__ import annotations

import pytest

from agentic.verification.drafts import check_draft
from retrieval.scope.filters import BadSearch
from tests.agentic.figures_of import company, figure
from tests.factories import ChunkFactory, DocumentFactory, PageFactory, TableRowFactory

pytestmark = pytest.mark.django_db(transaction=True)  # the reader has a connection of its own


@pytest.fixture
def acme(workspace):
    """Acme's revenue: 1,200 thousand in fiscal 2023, 1,500 thousand in 2024."""
    document = company(workspace, "Acme Corp")
    figure(document, 1_200, 2023, months=12, until=12)
    figure(document, 1_500, 2024, months=12, until=12)
    return document


def verdicts(text, workspace):
    return [(number.text, number.verdict) for number in check_draft(text, workspace=workspace).numbers]


@pytest.mark.parametrize(
    "text, verdict",
    [
        ("Acme's revenue was $1.5 million in fiscal 2024.", "proven"),
        ("Acme's revenue was $1,500 thousand in fiscal 2024.", "proven"),
        ("Acme's revenue was $1.7 million in fiscal 2024.", "contradicted"),
        ("Acme's revenue was $1.2 million in fiscal 2024.", "contradicted"),
        ("Revenue rose to $1.7 million in fiscal 2024, driven by strong demand for tyres.", "contradicted"),
        ("Acme's revenue from tyres was $1.7 million in fiscal 2024.", "unknown"),
        ("Acme's revenue was $1.7 million in fiscal 2019.", "unknown"),
        ("Acme's revenue was $1.7 million.", "unknown"),
        ("Zenith's revenue was $1.7 million in fiscal 2024.", "unknown"),
        ("Acme's net income was $1.5 million in fiscal 2024.", "unknown"),
        ("Acme's revenue was €1.7 million in fiscal 2024.", "unknown"),
    ],
)
def test_a_number_is_proven_contradicted_or_unknown(text, verdict, acme, workspace):
    assert [each for _, each in verdicts(text, workspace)] == [verdict]


def test_each_number_leads_to_its_page_and_fact(acme, workspace):
    text = "Acme's revenue was $1.2 million in fiscal 2023.\nAcme's revenue was $9 million in fiscal 2024."
    proven, contradicted = check_draft(text, workspace=workspace).numbers
    assert (proven.status, proven.span.page, proven.span.kind) == ("exact", 1, "metric")
    assert text[proven.start : proven.end] == proven.text == "$1.2 million"
    assert (contradicted.span.page, contradicted.stated) == (2, "$1,500 thousand")
    assert text[contradicted.start : contradicted.end] == "$9 million"


def test_a_number_of_an_item_is_said_of_what_heads_its_list(acme, workspace):
    text = "Acme's revenue in fiscal 2024:\n- Revenue was $1.5 million\n- Revenue was $1.6 million\n"
    assert [each for _, each in verdicts(text, workspace)] == ["proven", "contradicted"]


def test_a_number_in_running_text_is_proven_by_its_passage(workspace):
    document = DocumentFactory(workspace=workspace, filename="lease.txt")
    words = "The tenant may end the lease with a notice of 90 days."
    PageFactory(document=document, text=words)
    ChunkFactory(document=document, text=words)
    check = check_draft("The tenant may end the lease with 90 days notice.", workspace=workspace)
    assert [(each.verdict, each.span.kind) for each in check.numbers] == [("proven", "chunk")]
    assert (check.considered, check.read) == (1, 1)


def test_what_another_workspace_says_proves_nothing(acme, other_workspace):
    assert verdicts("Acme's revenue was $1.5 million in fiscal 2024.", other_workspace) == [
        ("$1.5 million", "unknown")
    ]


@pytest.mark.parametrize("text", ["", "   ", "x" * 20_001])
def test_a_text_that_cannot_be_checked_is_refused(text, workspace):
    with pytest.raises(BadSearch):
        check_draft(text, workspace=workspace)


def test_a_number_of_a_document_that_is_named_by_its_own_is_proven_by_its_properties(workspace):
    claim = DocumentFactory(workspace=workspace, filename="claim.docx")
    for label, value in (("Claim number", "VC-901"), ("Amount claimed", "EUR 480.00")):
        given = {"label": label, "properties": {label: value}, "quote": f"{label} {value}"}
        TableRowFactory(document=claim, table="properties", **given)
    assert verdicts("The amount claimed in VC-901 is EUR 480.", workspace) == [("EUR 480", "proven")]
    assert verdicts("The amount claimed in VC-901 is EUR 490.", workspace) == [("EUR 490", "unknown")]
    assert verdicts("The amount claimed in VC-902 is EUR 480.", workspace) == [("EUR 480", "unknown")]
