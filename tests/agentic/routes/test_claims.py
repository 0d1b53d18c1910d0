"""Lists of risks, findings and the like, from the claims that are stored."""

import pytest

from agentic.inquiry import Models
from agentic.models import Run
from agentic.runs import execute
from llm.fakes import ScriptedChatModel
from llm.providers.none import NoModel
from tests.factories import (
    ChunkFactory,
    ClaimFactory,
    DocumentFactory,
    EntityFactory,
    PageFactory,
    RunFactory,
)

pytestmark = pytest.mark.django_db(transaction=True)

RISKS = (
    "A shortage of chips is a risk to the Killybegs line.",
    "The exchange rate is the greatest risk to the margin.",
)
TREES = "Alder Birch Cedar Elm Fir Hazel Larch Maple Oak Pine Rowan Willow".split()
OTHER = "The board agreed to open an office in Cork."


def report(workspace, embedder, *claims, **fields):
    """A ready document that makes the claims, on a page that says them."""
    document = DocumentFactory(workspace=workspace, **fields)
    text = " ".join(claims)
    PageFactory(document=document, text=text)
    vector = embedder.embed([text])[0]
    ChunkFactory(document=document, text=text, embedding=vector, embedding_model=embedder.name)
    for claim in claims:
        ClaimFactory(document=document, claim_text=claim, quote=claim, page=1)
    return document


@pytest.fixture
def ask(workspace, user, hash_embedder):
    def run(question, chat=None, mode=Run.Mode.AUTO, **fields):
        made = RunFactory(workspace=workspace, user=user, question=question, mode=mode, **fields)
        execute(made.pk, models=Models(chat or NoModel(), hash_embedder))
        made.refresh_from_db()
        assert made.status == "done", made.error
        return made

    return run


def test_without_a_model_the_claims_are_listed_with_their_places(ask, workspace, hash_embedder):
    report(workspace, hash_embedder, *RISKS, OTHER, filename="report.pdf")
    run = ask("What are the key risks?")
    assert run.answered
    assert run.route == "map"
    assert all(f"“{claim}” [" in run.answer for claim in RISKS)
    assert OTHER not in run.answer
    assert {(each["kind"], each["document"]) for each in run.result["citations"]} == {("claim", "report.pdf")}


def test_what_else_is_asked_for_has_to_be_in_the_claims(ask, workspace, hash_embedder):
    report(workspace, hash_embedder, *RISKS)
    assert RISKS[1] not in ask("What are the risks to the Killybegs line?").answer


def test_how_many_statements_there_are_is_no_number_without_a_source(ask, workspace, hash_embedder):
    lines = [f"The {name} line has a risk of its own." for name in TREES]
    report(workspace, hash_embedder, *lines)
    run = ask("What are the key risks?")
    assert f"of {len(TREES)} statements" in run.answer
    assert "unsupported" not in {number["status"] for number in run.result["numbers"]}


def test_superseded_editions_and_other_workspaces_state_nothing(
    ask, workspace, other_workspace, hash_embedder
):
    old = report(workspace, hash_embedder, RISKS[0])
    report(workspace, hash_embedder, RISKS[1], supersedes=old)
    report(other_workspace, hash_embedder, "Fire is a risk to the shed.")
    run = ask("What are the key risks?")
    assert RISKS[1] in run.answer
    assert RISKS[0] not in run.answer
    assert "Fire" not in run.answer


def test_a_model_answers_from_the_claims_and_no_sql_is_asked_for(ask, workspace, hash_embedder):
    report(workspace, hash_embedder, *RISKS)
    with ScriptedChatModel(["The exchange rate is the greatest risk to the margin [1]."]) as chat:
        run = ask("List the main risks.", chat)
    assert run.answered
    (request,) = chat.requests
    assert RISKS[0] in request.messages[0].text
    assert run.result["citations"][0]["kind"] == "claim"


def test_where_a_model_finds_nothing_the_claims_are_still_listed(ask, workspace, hash_embedder):
    report(workspace, hash_embedder, *RISKS)
    run = ask("List the main risks.", ScriptedChatModel(["NOT FOUND"]))
    assert run.answered
    assert RISKS[0] in run.answer


def test_of_whom_others_say_it_nothing_is_listed(ask, workspace, hash_embedder):
    acme = report(workspace, hash_embedder, RISKS[0], filename="acme.pdf")
    globex = report(workspace, hash_embedder, RISKS[1], filename="globex.pdf")
    for document, name in ((acme, "Acme Tools"), (globex, "Globex")):
        document.organizations = [name]
        document.save()
        EntityFactory(document=document, entity_name=name, role="subject")
    run = ask("What are the key risks of Acme Tools?")
    assert RISKS[0] in run.answer
    assert RISKS[1] not in run.answer
