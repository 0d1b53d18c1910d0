"""One stage of a ready document done again."""

import pytest
from django.core.exceptions import PermissionDenied

from documents.models import Claim, Document
from documents.progress import MOST_ATTEMPTS, again
from documents.rereading import reread
from documents.reruns import Stage, rerun_stage
from documents.staging import RefusedUpload
from tests import factories


@pytest.fixture
def document(workspace):
    """Its file says: Revenue was $4.2 million."""
    made = factories.DocumentFactory(workspace=workspace, stage="Ready")
    factories.PageFactory(document=made)
    return made


def test_facts_are_read_again_and_a_curators_stay(document):
    stale = factories.ClaimFactory(document=document, claim_text="Long gone.")
    kept = factories.ClaimFactory(document=document, claim_text="By hand.", reader="curator")
    assert reread(document.pk, facts=True, map_entry=False)
    assert not Claim.objects.filter(pk=stale.pk).exists()
    assert Claim.objects.filter(pk=kept.pk).exists()
    assert document.metric_set.get(reader="rules").numeric_value == 4_200_000
    document.refresh_from_db()
    assert (document.status, document.stage, document.claimed_by) == ("ready", "Ready", "")
    assert document.map_entry == {}


def test_the_map_entry_is_written_again_and_facts_stay(document):
    claim = factories.ClaimFactory(document=document, claim_text="As it was.")
    assert reread(document.pk, facts=False, map_entry=True)
    document.refresh_from_db()
    assert document.map_entry["essence"]
    assert Claim.objects.filter(pk=claim.pk).exists()


def test_a_file_that_is_broken_leaves_what_was_read(document):
    Document.objects.update(media_type="application/pdf")
    claim = factories.ClaimFactory(document=document)
    reread(document.pk, facts=True, map_entry=True)
    document.refresh_from_db()
    assert Claim.objects.filter(pk=claim.pk).exists()
    assert (document.status, document.claimed_by) == ("ready", "")


def test_a_document_that_is_read_is_left_alone(document):
    Document.objects.update(status="reading")
    assert not reread(document.pk, facts=True, map_entry=True)


def test_only_editors_run_stages(document, other_user):
    with pytest.raises(PermissionDenied):
        rerun_stage(user=other_user, document=document, stage=Stage.FACTS)


def test_passages_are_marked_to_be_cut(document, user):
    Document.objects.update(chunked_as="as before")
    rerun_stage(user=user, document=document, stage=Stage.PASSAGES)
    document.refresh_from_db()
    assert document.chunked_as == ""


def test_a_map_that_a_model_wrote_is_the_models_to_write(document, user):
    document.tier = "local"
    with pytest.raises(RefusedUpload, match="let the model read it again"):
        rerun_stage(user=user, document=document, stage=Stage.MAP)


def test_a_stage_is_noted_until_it_is_done(document, user):
    rerun_stage(user=user, document=document, stage=Stage.FACTS)
    rerun_stage(user=user, document=document, stage=Stage.MAP)
    document.refresh_from_db()
    assert again(document) == ["facts", "map"]
    reread(document.pk, facts=True, map_entry=False)
    document.refresh_from_db()
    assert again(document) == ["map"]
    reread(document.pk, facts=False, map_entry=True)
    document.refresh_from_db()
    assert document.steps_done == {}


def test_a_stage_that_keeps_killing_its_workers_is_given_up(document):
    Document.objects.update(steps_done={"again": ["facts"]}, attempts=MOST_ATTEMPTS)
    kept = factories.ClaimFactory(document=document)
    assert not reread(document.pk, facts=True, map_entry=False)
    document.refresh_from_db()
    assert (document.steps_done, document.claimed_by, document.attempts) == ({}, "", 0)
    assert Claim.objects.filter(pk=kept.pk).exists()
