"""What an answer calls the places that it rests on, on the page and in the API."""

import pytest

from agentic.citations.places import with_places
from agentic.runs import start_run
from tests import factories


def test_each_finding_with_a_page_has_its_name(db, django_assert_num_queries):
    deck = factories.DocumentFactory()
    factories.PageFactory(document=deck, number=3, title="Slide 3")
    factories.PageFactory(document=deck, number=4)
    on_slide, on_page = {"document_id": deck.pk, "page": 3}, {"document_id": deck.pk, "page": 4}
    nowhere = {"document_id": None, "page": None}
    with django_assert_num_queries(1):
        result = with_places(
            {
                "citations": [dict(on_slide), dict(on_page)],
                "numbers": [dict(nowhere)],
                "tables": [{"spans": [dict(on_slide), None]}],
            }
        )
    assert [citation["place"] for citation in result["citations"]] == ["Slide 3", "page 4"]
    assert "place" not in result["numbers"][0]
    assert result["tables"][0]["spans"][0]["place"] == "Slide 3"


@pytest.mark.django_db(transaction=True)  # the statements' reader sees committed rows only
def test_an_answer_names_the_slide_in_the_api_and_on_the_page(client, user, workspace):
    metric = factories.MetricFactory(
        document__workspace=workspace,
        document__filename="deck.pptx",
        entity_name="Acme",
        metric_name="Revenue",
        canonical_name="revenue",
        value="$4.2 million",
        numeric_value=4_200_000,
        unit="USD",
        fiscal_year=2024,
        page=3,
        quote="Revenue was $4.2 million",
    )
    factories.PageFactory(document=metric.document, number=3, title="Slide 3", text=metric.quote)
    run = start_run(user=user, workspace=workspace, question="What was revenue in 2024?")
    client.force_login(user)
    body = client.get(f"/api/queries/{run.pk}").json()
    assert [(citation["page"], citation["place"]) for citation in body["citations"]] == [(3, "Slide 3")]
    assert body["numbers"][0]["place"] == "Slide 3"
    markdown = client.get(f"/runs/{run.pk}/export.md").content.decode()
    assert "`deck.pptx`, Slide 3" in markdown
