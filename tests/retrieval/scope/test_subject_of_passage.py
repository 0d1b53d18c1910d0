"""Whose a passage may be: of those that the question names, or of a document that is about them."""

from __future__ import annotations

import pytest

from documents.models import Document
from retrieval.question.analyse import analyse
from retrieval.scope.subject_of_passage import whose
from tests.factories import DocumentFactory, EntityFactory

pytestmark = pytest.mark.django_db
PARTIES = ["Quay Storage LLC", "Birch Foods GmbH"]


@pytest.mark.parametrize(
    ("kind", "allows"), [(Document.Type.LEGAL_CONTRACT, True), (Document.Type.FINANCIAL_REPORT, False)]
)
def test_a_contract_is_about_each_of_its_parties(workspace, kind, allows):
    document = DocumentFactory(workspace=workspace, document_type=kind, organizations=PARTIES)
    for name, role in zip(PARTIES, ("subject", "mentioned"), strict=True):
        EntityFactory(document=document, entity_name=name, entity_type="organization", role=role)
    analysis = analyse("How much rent does Birch Foods GmbH pay?", workspace=workspace)

    assert [mention.name for mention in analysis.organizations] == ["Birch Foods GmbH"]
    about = whose(analysis)
    assert about.allows("The tenant pays 115.", "The tenant pays 115.", document.pk) is allows
