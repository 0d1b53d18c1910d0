"""Thumbs up and down: one of each person, told to who looks after the source."""

from __future__ import annotations

import pytest

from agentic.inquiry import Models
from agentic.models import Opinion, Run
from agentic.runs import execute, start_run
from agentic.sources.questions.opinions import found_wrong, give_opinion
from documents.models import Role
from documents.refusals import RefusedChange
from llm.providers.none import NoModel
from tests.factories import MembershipFactory, RunFactory

pytestmark = pytest.mark.django_db
QUESTION = "How many orders are there?"


@pytest.fixture
def run(shop, user, hash_embedder):
    return answered(shop, user, hash_embedder)


def answered(shop, user, embedder):
    run = start_run(user=user, workspace=shop.workspace, question=QUESTION, mode="source", source=shop)
    if run.status == Run.Status.QUEUED:
        execute(run.pk, models=Models(NoModel(), embedder))
        run.refresh_from_db()
    assert run.answered
    return run


def test_a_wrong_answer_is_asked_anew_and_a_right_one_is_not(shop, user, run, hash_embedder):
    give_opinion(user=user, run=run, is_right=True)
    assert answered(shop, user, hash_embedder).source_state["cached"]
    give_opinion(user=user, run=run, is_right=False)
    assert not answered(shop, user, hash_embedder).source_state["cached"]


def test_the_last_opinion_counts(user, run):
    give_opinion(user=user, run=run, is_right=False)
    give_opinion(user=user, run=run, is_right=True)
    assert Opinion.objects.get().is_right


def test_wrong_answers_are_told_to_who_may_change_the_source(shop, user, run):
    viewer = MembershipFactory(workspace=shop.workspace, role=Role.VIEWER).user
    give_opinion(user=user, run=run, is_right=False)
    assert [opinion.run for opinion in found_wrong(user, shop)] == [run]
    assert not found_wrong(viewer, shop)


def test_only_answers_of_sources_are_judged(user, workspace):
    with pytest.raises(RefusedChange, match="Only an answer of a data source"):
        give_opinion(user=user, run=RunFactory(user=user, workspace=workspace), is_right=True)


def test_by_api_only_ones_own_answers_are_judged(client, shop, user, run):
    address = f"/api/queries/{run.pk}/opinion"
    stranger = MembershipFactory(workspace=shop.workspace, role=Role.OWNER).user
    client.force_login(stranger)
    assert client.post(address, {"right": False}, content_type="application/json").status_code == 404
    client.force_login(user)
    sent = client.post(address, {"right": False}, content_type="application/json")
    assert sent.json() == {"message": "Noted as wrong."}
    assert not Opinion.objects.get().is_right
