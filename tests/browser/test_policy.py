"""Nothing that any page wants to load or run is against its own content policy."""

import re
from urllib.parse import urljoin, urlsplit

import httpx2
import pytest
from django.urls import Resolver404, resolve
from lxml import html

from tests.browser.conftest import watched

pytestmark = pytest.mark.browser
BEGINNINGS = ["/", "/w/default/documents/1/", "/api/docs", "/admin/", "/admin/documents/document/1/change/"]
MOST = 110  # pages
LOADED = {"script": "src", "link": "href", "img": "src", "iframe": "src", "object": "data", "form": "action"}


def test_pages_hold_nothing_that_their_policy_refuses(samples_read):
    """Those that the browser's tests open are watched there for what their scripts want too."""
    ahead, seen, refused = [samples_read.url + path for path in BEGINNINGS], set(), {}
    with httpx2.Client(follow_redirects=True, timeout=60) as visitor:
        while ahead and len(seen) < MOST:
            address = ahead.pop(0)
            view = view_of(address, samples_read.url)
            if not view or view in seen:
                continue
            seen.add(view)
            answer = visitor.get(address)
            assert answer.status_code == 200, address
            assert "/login/" not in str(answer.url), address
            if answer.headers["Content-Type"].startswith("text/html"):
                tree = html.fromstring(answer.text)
                refused[address] = against_the_policy(tree, samples_read.url)
                links = tree.xpath("//a[@href and not(@download)]/@href")
                ahead += [urljoin(str(answer.url), link) for link in links]
    assert {"chat", "documents", "document", "document_map", "chunking", "admin:index"} <= seen
    assert {address: found for address, found in refused.items() if found} == {}


def against_the_policy(tree, site):
    """What `default-src 'self'` keeps from a page: words in it that run or style, and what is elsewhere."""
    inline = [
        *tree.xpath("//style"),
        *tree.xpath("//script[not(@src) and not(@type='application/json')]"),
        *tree.xpath("//*[@style or @*[starts-with(name(), 'on')]]"),
        *tree.xpath("//*[starts-with(normalize-space(@href), 'javascript:')]"),
    ]
    elsewhere = [
        element
        for tag, attribute in LOADED.items()
        for element in tree.xpath(f"//{tag}[@{attribute}]")
        if not urljoin(site, element.get(attribute)).startswith((site, "data:"))
    ]
    return [html.tostring(element, encoding="unicode")[:120] for element in inline + elsewhere]


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
