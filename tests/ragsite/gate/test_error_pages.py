"""What is said of a request that no view sees."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(client, settings):
    """A client that is signed in, with the owner of the workspace “mine”."""
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(factories.MembershipFactory(role="owner", workspace__slug="mine").user)
    return client


@pytest.mark.parametrize("address", ["/w/mine/documents/upload/", "/w/mine/files/", "/api/kb/upload"])
def test_too_many_files_are_refused_with_how_many_are_taken(owner, address, settings):
    settings.DATA_UPLOAD_MAX_NUMBER_FILES = settings.RAGSITE_MAX_FILES = 2
    files = [SimpleUploadedFile(f"{at}.txt", b"Some words.") for at in range(3)]
    response = owner.post(address, {"files": files, "workspace": "mine"})
    assert response.status_code == 413
    assert "These are too many files at once: send at most 2." in response.content.decode()


def test_other_requests_that_django_refuses_are_not_understood(owner):
    response = owner.post("/w/mine/files/", b"x", content_type="multipart/form-data; boundary=")
    assert response.status_code == 400
    assert "The request was not understood." in response.content.decode()
