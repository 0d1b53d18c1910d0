"""Buckets by rule: by file name and by type, never over what somebody chose."""

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from documents.library.buckets import sort_all, sort_into_bucket
from documents.models import BucketRule, Document
from tests.factories import BucketRuleFactory, DocumentFactory

pytestmark = pytest.mark.django_db


def test_the_first_rule_that_fits_gives_the_bucket(workspace):
    BucketRuleFactory(workspace=workspace, pattern="*invoice*", bucket="invoices", position=2)
    BucketRuleFactory(workspace=workspace, pattern="2024-*", bucket="recent", position=1)
    BucketRuleFactory(
        workspace=workspace, pattern="", document_type="legal_contract", bucket="contracts", position=3
    )
    documents = {
        "Invoice-1.pdf": "other", "2024-invoice.pdf": "other", "deal.pdf": "legal_contract", "x.pdf": "other",
    }  # fmt: skip
    for name, kind in documents.items():
        DocumentFactory(workspace=workspace, filename=name, document_type=kind)
    assert sort_all(workspace) == 3
    assert dict(workspace.documents.values_list("filename", "bucket")) == {
        "Invoice-1.pdf": "invoices", "2024-invoice.pdf": "recent", "deal.pdf": "contracts",
        "x.pdf": "generic",
    }  # fmt: skip


def test_a_bucket_that_was_chosen_stays(workspace):
    BucketRuleFactory(workspace=workspace, pattern="*", bucket="all")
    document = DocumentFactory(workspace=workspace, bucket="mine")
    curated = DocumentFactory(workspace=workspace, curated_fields=["bucket"])
    for each in (document, curated):
        sort_into_bucket(each)
        each.refresh_from_db()
    assert (document.bucket, curated.bucket) == ("mine", "generic")


def test_rules_of_another_workspace_sort_nothing(workspace):
    BucketRuleFactory(pattern="*", bucket="theirs")
    document = DocumentFactory(workspace=workspace)
    sort_into_bucket(document)
    assert Document.objects.get(pk=document.pk).bucket == "generic"


def test_a_rule_needs_a_pattern_or_a_type(workspace):
    with pytest.raises(ValidationError, match="a pattern of file names or a type"):
        BucketRule(workspace=workspace, bucket="x").full_clean()


def test_the_admin_counts_and_sorts(admin_client, workspace, admin_user):
    workspace.memberships.create(user=admin_user, role="owner")
    rule = BucketRuleFactory(workspace=workspace, pattern="*.txt", bucket="files")
    DocumentFactory.create_batch(3, workspace=workspace)
    address = reverse("admin:documents_bucketrule_changelist")
    admin_client.post(address, {"action": "apply", "_selected_action": [rule.pk]})
    assert workspace.documents.filter(bucket="files").count() == 3
    shown = admin_client.get(address).content.decode()
    assert '<td class="field-documents">3</td>' in shown
    assert f"Documents in buckets: {rule.bucket} 3" in shown
