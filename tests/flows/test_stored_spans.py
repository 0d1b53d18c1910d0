"""What is stored of a report names each figure with the span that it is of."""

from __future__ import annotations

import pytest
from django.core.files.base import ContentFile

from documents.ingest import ingest_document
from documents.library.services import upload_document
from documents.models import Document
from llm.fakes import HashEmbedder
from llm.providers.none import NoModel

REPORT = """Acme AG {title}

Acme AG, Berlin. This report tells of the business of the group and was approved by its board.

Consolidated income statement of Acme AG

(in thousand EUR)

{heading}
                                   2025       2024
Revenue                          35,462     33,120
Cost of revenue                  20,100     19,000
Operating income                  5,100      4,900
Net income                        3,210      3,010
"""


@pytest.mark.parametrize(
    "heading, said",
    [
        ("six months ended 30 June", "first half of fiscal 2025"),
        ("nine months ended 30 September", "first nine months of fiscal 2025"),
        ("three months ended 31 March", "Q1 of fiscal 2025"),
        ("year ended 31 December", "fiscal 2025"),
    ],
    ids=["half-year", "nine months", "quarter", "year"],
)
def test_every_stored_text_says_the_span_of_its_figures(user, workspace, heading, said):
    text = REPORT.format(title=f"Report for the {heading} 2025", heading=f"{heading.capitalize():>56}")
    file = ContentFile(text.encode(), name="report.txt")
    document = upload_document(user=user, workspace=workspace, file=file, enqueue=False).document
    ingest_document(document.pk, chat=NoModel(), embedder=HashEmbedder())
    document = Document.objects.get(pk=document.pk)
    assert document.metric_set.filter(canonical_name="revenue").count() == 2
    told = [document.summary, document.key_conclusion, *texts_of(document.map_entry)]
    for chunk in document.chunks.all():
        told += [chunk.key_information, chunk.retrieval_hint]
    naming = [each for each in told if "35,462" in each or "fiscal 2025" in each]
    assert any("35,462" in each for each in naming)
    for each in naming:
        assert said in each
        assert each.count("fiscal 2025") == each.count(said), each


def texts_of(entry) -> list[str]:
    """Every text of a map entry; a metric's name, value and context are one."""
    if isinstance(entry, dict) and {"name", "value", "context"} <= entry.keys():
        return [" ".join(map(str, entry.values()))]
    if isinstance(entry, dict):
        return [text for each in entry.values() for text in texts_of(each)]
    if isinstance(entry, list):
        return [text for each in entry for text in texts_of(each)]
    return [entry] if isinstance(entry, str) else []
