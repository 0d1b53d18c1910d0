"""Companies as people type them."""

import pytest

from documents.models import Entity
from retrieval.question.naming.names import names_of
from retrieval.question.naming.slips import with_names_put_right
from tests.factories import ChunkFactory, DocumentFactory, EntityFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def workspace():
    document = DocumentFactory(status="ready")
    for name in (
        "Megasoft Corporation",
        "FizzCo, Inc.",
        "Pharmel Inc.",
        "American Parcel Company",
        "Delta & Delta",
        "City Council",
    ):
        EntityFactory(
            document=document,
            workspace=document.workspace,
            entity_name=name,
            entity_type=Entity.Type.ORGANIZATION,
            role=Entity.Role.SUBJECT,
        )
    ChunkFactory(document=document, workspace=document.workspace, text="A pharmal was seen in the margin.")
    return document.workspace


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("msoft r&d in 2022", "Megasoft r&d in 2022"),
        ("what did megsoft earn", "what did Megasoft earn"),
        ("how much did fizz pay", "how much did FizzCo pay"),
        ("phamel revenue", "Pharmel revenue"),
        ("total debt of ampar", "total debt of American Parcel"),
        ("dnd revenue", "Delta & Delta revenue"),
        ("which of megasofts segments is largest?", "which of Megasoft’s segments is largest?"),
    ],
)
def test_a_name_with_a_slip_or_cut_short_is_put_right(workspace, typed, written):
    assert with_names_put_right(typed, names_of(workspace), workspace) == written


@pytest.mark.parametrize(
    "question",
    [
        "what did Megasoft earn",
        "what was the pharmal",
        "soft revenue",
        "any margin",
        "walmart sales",
        "a tier 2 city",
    ],
)
def test_what_documents_have_as_a_word_and_what_is_far_from_a_name_stays(workspace, question):
    assert with_names_put_right(question, names_of(workspace), workspace) == question
