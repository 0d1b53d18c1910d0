"""One stage of a ready document done again."""

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from documents.ingestion.chunks.rechunking import rechunk_document
from documents.ingestion.progress import MOST_ATTEMPTS, again
from documents.ingestion.rerun import reread
from documents.ingestion.rerun_requests import Stage, rerun_stage
from documents.library.staging import RefusedUpload
from documents.models import Claim, Document
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


@pytest.fixture
def lost_file(document):
    """The document's stored file is gone."""
    document.file.storage.delete(document.file.name)


@pytest.mark.parametrize(
    ("stage", "told"),
    [(Stage.FACTS, "Its facts were not read again."), (Stage.MAP, "Its entry in the document map was not")],
)
def test_a_stage_that_fails_is_told_on_the_document(document, user, lost_file, stage, told):
    rerun_stage(user=user, document=document, stage=stage)
    assert not reread(document.pk, facts=stage == Stage.FACTS, map_entry=stage == Stage.MAP)
    document.refresh_from_db()
    (note,) = document.rerun_notes.values()
    assert note.startswith(told)
    assert "Its stored file is missing: upload the file again." in note
    assert (document.status, document.claimed_by, document.steps_done) == ("ready", "", {})


def test_a_stage_that_a_fault_stops_is_told_on_the_document(document, settings):
    settings.RAGSITE_MAX_PAGES = "none"  # fails wherever pages are counted
    assert not reread(document.pk, facts=True, map_entry=False)
    document.refresh_from_db()
    assert "by a fault of the program (TypeError; the log says more)" in document.rerun_notes["facts"]
    assert (document.status, document.claimed_by) == ("ready", "")


def test_passages_that_cannot_be_cut_again_stay_and_the_document_says_so(
    document, user, lost_file, hash_embedder
):
    factories.ChunkFactory(document=document)
    rerun_stage(user=user, document=document, stage=Stage.PASSAGES)
    assert not rechunk_document(document.pk, embedder=hash_embedder)
    document.refresh_from_db()
    assert document.rerun_notes["passages"].startswith("It was not cut into passages again.")
    assert document.chunked_as  # no sweep tries again in vain
    assert document.chunks.count() == 1


def test_a_stage_that_is_asked_for_again_and_done_leaves_no_note(document, user):
    Document.objects.update(rerun_notes={"facts": "Not again.", "map": "Not written."})
    rerun_stage(user=user, document=document, stage=Stage.FACTS)
    document.refresh_from_db()
    assert document.rerun_notes == {"map": "Not written."}
    reread(document.pk, facts=False, map_entry=True)
    document.refresh_from_db()
    assert document.rerun_notes == {}


def test_pages_say_what_was_not_done_again_and_what_waits(client, document, user):
    client.force_login(user)
    Document.objects.update(
        rerun_notes={"map": "It was not written."}, steps_done={"again": ["facts"]}, chunked_as="as before"
    )
    for name, *more in (("document", document.pk), ("documents",)):
        page = client.get(reverse(name, args=["mine", *more])).content.decode()
        assert "It was not written." in page
        assert "Its facts are being read again; what was read before answers until then." in page
        assert "cut into passages again" not in page
