"""Nothing that any page wants to load or run is against its own content policy."""

import re
from urllib.parse import urlsplit

import pytest
from django.urls import Resolver404, resolve

from tests.browser.conftest import watched

pytestmark = pytest.mark.browser
BEGINNINGS = ["/", "/w/default/documents/1/", "/api/docs", "/admin/", "/admin/documents/document/1/change/"]
MOST = 110  # pages
NOT_THERE = "Failed to load resource: the server responded with a status of 404"
LINKS = """links => links.filter(link => !link.hasAttribute("download"))
    .map(link => new URL(link.getAttribute("href"), location.href).href)"""


# What a page asks for by itself is there; what is asked for every few seconds is not waited for.
NOTHING_ON_ITS_WAY = """() => document.readyState === "complete"
    && !document.querySelector(".htmx-request, .htmx-settling, .htmx-swapping")"""


def test_pages_load_and_run_nothing_that_their_policy_refuses(context, samples_read):
    page = context.new_page()
    errors = watched(page)
    ahead, seen = [samples_read.url + path for path in BEGINNINGS], set()
    while ahead and len(seen) < MOST:
        address = ahead.pop(0)
        view = view_of(address, samples_read.url)
        if not view or view in seen:
            continue
        seen.add(view)
        assert page.goto(address).status == 200, address
        assert "/login/" not in page.url, address
        page.wait_for_function(NOTHING_ON_ITS_WAY)
        ahead += page.eval_on_selector_all("a[href]", LINKS)
    page.goto("/nowhere")
    assert {"chat", "documents", "document", "document_map", "chunking", "admin:index"} <= seen
    assert [error for error in errors if not error.startswith(NOT_THERE)] == []


def view_of(address: str, site: str) -> str:
    """The name of the page at the address; empty for what is elsewhere or no page."""
    path = urlsplit(address).path
    if not address.startswith(site) or "export" in path or "logout" in path or path.startswith("/static/"):
        return ""
    try:
        return resolve(path).view_name
    except Resolver404:  # a stored file's name in the admin
        return ""


def test_the_documentation_of_the_api_is_drawn_from_this_server(context, samples_read):
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/api/docs")
    page.get_by_text("/api/documents/upload").first.wait_for()
    assert all(url.startswith((samples_read.url, "data:")) for url in asked)


def test_the_sign_in_page_keeps_its_policy_too(chromium, live_site):
    context = chromium.new_context(
        base_url=live_site.url, extra_http_headers={"X-Forwarded-For": "192.0.2.1"}
    )
    page = context.new_page()
    errors = watched(page)
    for path in ("/login/", "/admin/login/"):
        assert page.goto(path).status == 200
        assert page.get_by_label(re.compile("Password")).is_visible()
    assert errors == []
    context.close()


def test_a_script_that_got_into_a_page_does_not_run(context):
    page = context.new_page()
    page.goto("/w/default/")
    page.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.stolen = 1\">')"
    )
    page.wait_for_timeout(500)
    assert page.evaluate("window.stolen") is None
