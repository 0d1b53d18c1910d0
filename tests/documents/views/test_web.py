"""Who is signed out is led to sign in, whichever way the page asks."""

import pytest

pytestmark = pytest.mark.django_db
UPLOAD, PROGRESS = "/w/mine/documents/upload/", "/w/mine/documents/progress/?ids=1"


@pytest.fixture(autouse=True)
def _nobody_is_signed_in(settings):
    settings.RAGSITE_AUTO_LOGIN = False


def test_a_page_leads_to_signing_in_and_back(client):
    answer = client.get("/w/mine/documents/?q=a")
    assert answer.status_code == 302
    assert answer["Location"] == "/login/?next=/w/mine/documents/%3Fq%3Da"


def test_a_script_that_sends_files_is_told_and_gets_no_page_for_its_list(client):
    answer = client.post(UPLOAD, headers={"X-Requested-With": "fetch"})
    assert answer.status_code == 401
    assert answer.json()["error"] == "You are signed out: load the page again and sign in."


def test_a_part_of_a_page_leads_the_whole_page_to_sign_in(client):
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/w/mine/documents/"}
    answer = client.get(PROGRESS, headers=headers)
    assert answer["HX-Redirect"] == "/login/?next=/w/mine/documents/"
    assert answer.content == b""


def test_signing_in_leads_to_no_other_site(client):
    headers = {"HX-Request": "true", "HX-Current-URL": "https://evil.example/w/mine/"}
    assert client.get(PROGRESS, headers=headers)["HX-Redirect"] == "/login/?next=/"
