"""No page, error or file leaves without the policy that keeps foreign words from running."""

import pytest
from django.test import Client

from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(settings):
    settings.RAGSITE_AUTO_LOGIN = False
    browser = Client(raise_request_exception=False)
    browser.force_login(
        factories.MembershipFactory(
            role="owner", workspace__slug="mine", user__is_staff=True, user__is_superuser=True
        ).user
    )
    return browser


@pytest.mark.parametrize(
    "address",
    [
        "/login/",
        "/admin/",
        "/admin/login/",
        "/w/mine/",
        "/w/mine/documents/",
        "/w/theirs/",
        "/nowhere",
        "/api/docs",
        "/api/openapi.json",
        "/api/health",
        "/api/documents",
        "/api/nowhere",
        "/static/css/base.css",
    ],
)
def test_every_answer_carries_the_policy(admin, address):
    answer = admin.get(address)
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert "script-src" not in answer["Content-Security-Policy"]
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_a_refused_form_carries_the_policy_too(settings):
    settings.RAGSITE_AUTO_LOGIN = False
    answer = Client(enforce_csrf_checks=True).post("/login/", {"username": "ada", "password": "x"})
    assert answer.status_code == 403
    assert "default-src 'self'" in answer["Content-Security-Policy"]
