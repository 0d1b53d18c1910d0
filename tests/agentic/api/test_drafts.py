"""The numbers of a text that somebody else wrote, checked over HTTP."""

import pytest

from tests.agentic.figures_of import company, figure

pytestmark = pytest.mark.django_db(transaction=True)  # the reader has a connection of its own


@pytest.fixture(autouse=True)
def _signed_in(client, user):
    client.force_login(user)


def checked(client, draft, **asked):
    return client.post(
        "/api/agentic/check_numbers", {"draft": draft, "workspace": "mine", **asked}, "application/json"
    )


@pytest.fixture
def figures(workspace):
    """Acme's revenue of two years, in thousands of dollars."""
    document = company(workspace, "Acme Corp", "acme.pdf")
    figure(document, 1_200, 2023, months=12, until=12)
    return figure(document, 1_500, 2024, months=12, until=12)


def test_each_number_is_proven_contradicted_or_unknown_with_its_page(client, figures):
    response = checked(client, "Acme Corp's revenue was $1.5 million in fiscal 2024. It has 7,123 cats.")
    body = response.json()
    proven, unknown = body["numbers"]
    assert (proven["verdict"], unknown["verdict"]) == ("proven", "unknown")
    assert (proven["source"]["document"], proven["source"]["page"]) == ("acme.pdf", figures.page)
    assert body["counts"] == {"proven": 1, "contradicted": 0, "unknown": 1}
    (wrong,) = checked(client, "Acme's revenue was $9 million in fiscal 2024.").json()["numbers"]
    assert (wrong["verdict"], wrong["source"]["page"]) == ("contradicted", figures.page)
    assert wrong["stated"]


def test_another_workspace_and_no_text_are_refused_in_a_sentence(client, figures, other_workspace):
    assert checked(client, "Revenue was 5.", workspace="theirs").status_code == 404
    refused = checked(client, " ")
    assert refused.status_code == 422
    assert refused.json()["error"] == "Send the text whose numbers are to be checked."
