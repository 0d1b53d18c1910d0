"""No page breaks a rule that axe can see, or its own policy: in light, in dark and on a phone."""

import re

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings
from django.template.loader import render_to_string
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, watched

pytestmark = pytest.mark.browser

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OF_COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}  # what a theme changes
OTHERS = ("/settings/", "/workspaces/", "/workspaces/default/", "/workspaces/default/delete/")
TABS = ("pages", "figures", "chart", "claims", "entities", "topics", "rows", "chunks", "conflicts", "history")
LISTS = ("", "map/", "figures/", "tables/", "conflicts/", "passages/")
RUN = "options => axe.run(document, options).then(found => found.violations)"
TEMPLATES = settings.BASE_DIR / "templates"
PLAIN = sorted(  # pages without the frame: signing in, refusals, errors
    str(path.relative_to(TEMPLATES))
    for path in TEMPLATES.rglob("*.html")
    if '{% extends "plain.html" %}' in path.read_text()
)
NOT_THERE = "Failed to load resource: the server responded with a status of 404"
LONG = 120_000  # milliseconds
CONTEXT = {
    "user": None,
    "form": None,
    "heading": "Not now",
    "title": "Not now",
    "sentence": "Try again soon.",
}


@pytest.fixture
def page(chromium, samples_read):
    context = chromium.new_context(
        base_url=samples_read.url, viewport=DESKTOP, color_scheme="light", reduced_motion="reduce"
    )
    context.set_default_timeout(30_000)
    page = context.new_page()
    errors = watched(page)
    yield page
    assert [error for error in errors if not error.startswith(NOT_THERE)] == []
    context.close()


def broken_rules(page):
    """“rule: element (what is wrong)” of each violation on the page as it stands, in light and in dark on a
    desktop, and on a phone: the page is drawn anew, not loaded anew.
    """
    too = {"label-content-name-mismatch": {"enabled": True}}
    found = violations(page, {"runOnly": RULES, "rules": too})
    page.emulate_media(color_scheme="dark")
    found += violations(page, {"runOnly": OF_COLOURS})
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(PHONE)
    found += violations(page, {"runOnly": RULES, "rules": too})
    page.set_viewport_size(DESKTOP)
    return found


def violations(page, options):
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(RUN, {**options, "resultTypes": ["violations"]})
    return [
        f"{rule['id']}: {node['html'][:150]} ({' '.join(node['failureSummary'].split())[:200]})"
        for rule in found
        for node in rule["nodes"]
    ]


def broken_on(page, addresses):
    found = {}
    for address in addresses:
        page.goto(address)
        found[address] = broken_rules(page)
    return {address: rules for address, rules in found.items() if rules}


def ask(page, question):
    page.goto("/w/default/")
    page.get_by_label("Your question").fill(question)
    page.keyboard.press("Enter")
    expect(page.locator("[data-answer]")).to_be_visible(timeout=LONG)


def test_the_pages_of_a_workspace(page):
    addresses = [f"/w/default/documents/{name}" for name in LISTS]
    assert broken_on(page, ["/w/default/", "/help/", *addresses]) == {}


def test_the_pages_of_an_analysis(page):
    assert broken_on(page, ["/w/default/companies/", "/w/default/companies/analysis/?name=nobody"]) == {}
    address = "/w/default/companies/analysis/?name=Skerrivane"
    assert broken_on(page, [address, f"{address}&more=1", f"{address}&by=half-year"]) == {}
    page.goto(address)
    page.get_by_text("How this came about").click()
    page.get_by_text("not given").first.click()
    page.locator(".analysis-table a[data-evidence]").first.click()
    expect(page.locator("#evidence img")).to_be_visible()
    assert broken_rules(page) == []


def test_the_pages_of_workspaces_and_settings(page):
    assert broken_on(page, OTHERS) == {}


def test_the_page_of_a_document(page):
    page.goto("/w/default/documents/")
    address = page.get_by_role("link", name="Interim Report Q3 2025").get_attribute("href")
    assert broken_on(page, [address, f"{address}?page=2", *(f"{address}?tab={tab}" for tab in TABS)]) == {}


def test_answers_and_their_evidence(page):
    ask(page, "List revenue by quarter")
    page.locator(".steps > summary").click()
    assert broken_rules(page) == []
    page.locator("[data-answer] a.cite").first.click()
    expect(page.locator("#evidence img")).to_be_visible()
    assert broken_rules(page) == []


def test_a_conversation_of_several_answers(page):
    ask(page, "List revenue by quarter")
    page.get_by_label("Your question").fill("List operating income by quarter")
    page.keyboard.press("Enter")
    expect(page.locator("[data-answer]")).to_have_count(2, timeout=LONG)
    assert broken_rules(page) == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_dots_of_the_map_can_be_pressed_with_a_thumb(page, size):
    page.set_viewport_size(size)
    page.goto("/w/default/documents/map/")
    targets = page.locator(".map-picture .target")
    sizes = [targets.nth(n).bounding_box()["width"] for n in range(targets.count())]
    assert sizes
    assert min(sizes) >= 24


def test_the_question_box_is_reached_at_once(page):
    page.goto("/w/default/")
    page.get_by_role("link", name="To the content").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the question box")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Your question")).to_be_focused()


def test_an_answer_that_is_not_there(page):
    ask(page, "How many unicorns live on the moon of Endor?")
    assert broken_rules(page) == []


def test_open_menus_and_dialogs(page):
    page.goto("/w/default/documents/")
    row = page.locator("#documents .document").first
    row.locator("summary").click()
    assert broken_rules(page) == []
    row.get_by_role("button", name="Delete").click()
    assert broken_rules(page) == []


def test_the_page_of_the_api(page):
    page.goto("/api/docs")
    expect(page.get_by_role("heading", name=re.compile("ragsite")).first).to_be_visible(timeout=LONG)
    of_swagger = ("heading-order", "nested-interactive")  # how it builds its own rows
    assert [rule for rule in violations(page, {"runOnly": RULES}) if not rule.startswith(of_swagger)] == []


@pytest.mark.parametrize("template", PLAIN)
def test_plain_pages(page, template):
    html = render_to_string(template, CONTEXT)
    page.route("**/plain", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto("/plain")
    assert broken_rules(page) == []
